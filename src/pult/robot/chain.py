"""Kinematic chains: one effector on a base."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pult.core.errors import KinematicsError
from pult.core.signals import Array
from pult.geometry.pose import as_pose
from pult.robot.model import Frame, Joint, Model
from pult.robot.tree import Tree

if TYPE_CHECKING:
    import mujoco


class Chain(Tree):
    """The joints between a base and an effector.

    Built from a MuJoCo model, a URDF file, a Denavit-Hartenberg table, or in code::

        chain = Chain.from_mjcf("arm.xml", effector="hand")
        T_base_hand = chain.forward(q)      # (4, 4)
        J = chain.jacobian(q)               # (6, n)
    """

    def __init__(self, model: Model, effector: str, base: str | None = None) -> None:
        """Extract the chain between base and effector from a robot."""
        super().__init__(model, (effector,), base)

    @property
    def effector(self) -> str:
        """Name of the effector frame."""
        return self.effectors[0]

    @classmethod
    def from_mjcf(  # type: ignore[override]
        cls, path_or_text: "str | Path | mujoco.MjModel", effector: str, base: str | None = None
    ) -> "Chain":
        """A chain of a MuJoCo model.

        Args:
            path_or_text: File, MJCF text, or a compiled model.
            effector: Name of a body or a site; "body:NAME" or "site:NAME" where both have it.
            base: Name of the body or site in which poses are given; the world if None. It need not be an ancestor of
                the effector.

        Raises:
            KinematicsError: The model cannot be read, a name is unknown, or a ball or free joint lies in between.
        """
        from pult.robot.mjcf import mjcf_model

        return cls(mjcf_model(path_or_text), effector, base)

    @classmethod
    def from_urdf(cls, path: str | Path, effector: str, base: str | None = None) -> "Chain":  # type: ignore[override]
        """A chain of a URDF file (or text). Meshes are not needed and not read.

        Args:
            path: File, or URDF text.
            effector: Name of a link.
            base: Name of the link in which poses are given; the root link if None.
        """
        from pult.robot.urdf import urdf_model

        return cls(urdf_model(path), effector, base)

    @classmethod
    def from_dh(
        cls,
        rows: Iterable[Mapping[str, Any] | Sequence[float]],
        convention: Literal["standard", "modified"],
        *,
        base: Any = None,
        tool: Any = None,
        name: str = "DH table",
    ) -> "Chain":
        """A chain from Denavit-Hartenberg parameters.

        Args:
            rows: One row per joint: (a, alpha, d, theta), or a mapping with these keys and, optionally, "joint"
                ("revolute" or "prismatic"), "lower", "upper", "name". The joint variable is added to the value in
                the row: theta of a revolute joint, d of a prismatic one. [m, rad]
            convention: "standard" is Rz(theta) Tz(d) Tx(a) Rx(alpha) (Denavit, Hartenberg; Paul; Spong);
                "modified" is Rx(alpha) Tx(a) Rz(theta) Tz(d), with the a and alpha of the previous link (Craig).
            base: Pose of the table's first frame in the base. Shape (4, 4).
            tool: Pose of the effector in the last frame. Shape (4, 4).
            name: Name of the table in messages.
        """
        from pult.robot.dh import dh_model

        return cls(dh_model(rows, convention, base=base, tool=tool, name=name), "effector")

    @classmethod
    def from_joints(
        cls, joints: Iterable[tuple[Joint, Any]], *, tool: Any = None, base: Any = None, name: str = "joints"
    ) -> "Chain":
        """A chain defined in code.

        Args:
            joints: From base to effector: each joint and the pose of its frame in the previous frame. Shape (4, 4).
            tool: Pose of the effector in the last joint's frame. Shape (4, 4).
            base: Pose of the frame before the first joint in the base.
            name: Name of the chain in messages.
        """
        import numpy as np

        frames, parent = [Frame("base", None, np.eye(4))], "base"
        if base is not None:
            frames.append(Frame("mount", "base", as_pose("base", base)))
            parent = "mount"
        for number, (joint, placement) in enumerate(joints, 1):
            frame = f"link{number}"
            frames.append(Frame(frame, parent, as_pose(f"the placement of {joint.name!r}", placement), joint))
            parent = frame
        if parent in ("base", "mount"):
            raise KinematicsError(f"{name}: the chain is empty: it has no joints.")
        frames.append(Frame("effector", parent, np.eye(4) if tool is None else as_pose("tool", tool)))
        return cls(Model(name, frames), "effector")

    def forward(self, q: Any) -> Array:
        """Pose T_base_effector. Shape (4, 4).

        Args:
            q: Coordinates [rad or m]. Shape (n,).
        """
        found: Array = super().forward(q)[0]
        return found

    def jacobian(self, q: Any) -> Array:
        """Geometric Jacobian: (v, w) = J q', in base axes. Shape (6, n).

        Rows 0..2 are the velocity of the effector's origin [m/s], rows 3..5 its angular velocity [rad/s]; a revolute
        joint at p with axis z gives the column (z x (p_effector - p), z), a prismatic one (z, 0).
        """
        found: Array = super().jacobian(q)[0]
        return found

    def manipulability(self, q: Any, of: Literal["position", "pose"] = "pose") -> float:
        """Yoshikawa's measure sqrt(det(J J^T)): 0 in singular configurations.

        Args:
            q: Coordinates [rad or m]. Shape (n,).
            of: The rows of J that count: "position" (3) or "pose" (6). With fewer coordinates than rows it is
                sqrt(det(J^T J)).
        """
        return self._manipulability(q, of)
