"""Kinematic trees: several effectors on one base."""

import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from pult.core.errors import KinematicsError, choose
from pult.core.signals import Array
from pult.geometry.pose import finite_array
from pult.native.library import Compiled
from pult.robot import measures
from pult.robot.flatten import Flat, base_frame, flatten, reach_of
from pult.robot.model import Frame, Model

if TYPE_CHECKING:
    from pult.robot.chain import Chain

_MATRIX, _VECTOR = "float64[:,::1]", "float64[::1]"
_forward = Compiled(measures.effector_matrices, f"{_MATRIX}, {_MATRIX}, {_VECTOR}")
_forward_many = Compiled(measures.effector_matrices_of, f"{_MATRIX}, {_MATRIX}, {_MATRIX}")
_frames = Compiled(measures.joint_matrices, f"{_MATRIX}, {_VECTOR}")
_jacobian = Compiled(measures.geometric_jacobian, f"{_MATRIX}, {_MATRIX}, {_VECTOR}")
_manipulability = Compiled(measures.manipulability, f"{_MATRIX}, {_MATRIX}, {_VECTOR}, int64")
_limit_distances = Compiled(measures.limit_distances, f"{_MATRIX}, {_VECTOR}")


class Tree:
    """The joints between a base and one or several effectors, as flat arrays that native kernels read. Immutable.

    The coordinates q are the values of the independent joints [rad or m], in the order of `names`; joints that mimic
    others follow. Poses are 4x4 matrices T_base_effector.

    Attributes:
        source: Where it came from.
        names: Names of the coordinates.
        joints: Names of all joints, parents before children; more than coordinates if some mimic others.
        effectors: Names of the effectors.
        base: Name of the base frame.
        lower: Lower limits [rad or m], minus infinity for none. Shape (n,).
        upper: Upper limits. Shape (n,).
        reach: Upper bound of the distance of an effector from the first joint [m]; long prismatic joints count in part.
    """

    def __init__(self, model: Model, effectors: Sequence[str], base: str | None = None) -> None:
        """Extract the tree between base and effectors from a robot.

        Raises:
            KinematicsError: Unknown frames, no joint in between, joints that have several degrees of freedom.
        """
        self._model, self._given_base = model, base
        self.source = model.source
        self.effectors = (effectors,) if isinstance(effectors, str) else tuple(effectors)
        self.base = base_frame(model, self.effectors, None).removeprefix("body:") if base is None else base
        self._flat: Flat = flatten(model, self.effectors, base)
        self.names, self.joints = self._flat.names, self._flat.joints
        self.lower, self.upper = _read_only(self._flat.limits[0]), _read_only(self._flat.limits[1])
        self.reach = reach_of(self._flat)
        # of the joint that leads: the unit of a coordinate is its own, whatever follows it
        self._slides = np.array([float(model.joints[name].kind == "prismatic") for name in self.names])
        self._ranges = self._finite_ranges()
        self._damping = np.where(self._slides != 0.0, 1.0 / self.reach / self.reach, 1.0)

    @classmethod
    def from_mjcf(cls, path_or_text: str | Path, effectors: Sequence[str], base: str | None = None) -> "Tree":
        """A tree of a MuJoCo model, see `Chain.from_mjcf`."""
        from pult.robot.mjcf import mjcf_model

        return Tree(mjcf_model(path_or_text), effectors, base)

    @classmethod
    def from_urdf(cls, path: str | Path, effectors: Sequence[str], base: str | None = None) -> "Tree":
        """A tree of a URDF file, see `Chain.from_urdf`."""
        from pult.robot.urdf import urdf_model

        return Tree(urdf_model(path), effectors, base)

    @classmethod
    def from_frames(cls, frames: Iterable[Frame], effectors: Sequence[str], base: str | None = None) -> "Tree":
        """A tree from frames defined in code."""
        return Tree(Model("frames", list(frames)), effectors, base)

    def __repr__(self) -> str:
        ends = ", ".join(self.effectors)
        return f"<{type(self).__name__} of {self.source}: {self.base} to {ends}, {self.n} coordinates>"

    @property
    def n(self) -> int:
        """Number of coordinates."""
        return len(self.names)

    @property
    def arrays(self) -> Flat:
        """The arrays that native kernels read, see `pult.robot.kinematics`; read only."""
        return self._flat

    @property
    def slides(self) -> Array:
        """1 for prismatic coordinates, 0 for revolute ones. Shape (n,)."""
        return _read_only(self._slides)

    @property
    def ranges(self) -> Array:
        """Finite ranges of the coordinates. Shape (2, n).

        They are the limits, or their middle four turns if there are more; without limits, one turn or the reach.
        """
        return self._ranges

    @property
    def damping(self) -> Array:
        """Weights that make metres and radians comparable: 1 for revolute, 1/reach^2 for prismatic ones. Shape (n,)."""
        return self._damping

    def _finite_ranges(self) -> Array:
        width = np.where(self._slides != 0.0, self.reach, math.pi)
        lower, upper = self.lower, self.upper
        low = np.where(np.isfinite(lower), lower, np.where(np.isfinite(upper), upper - 2.0 * width, -width))
        high = np.where(np.isfinite(upper), upper, low + 2.0 * width)
        # of a joint that makes many turns, those about the middle will do, and keep their digits
        many = (self._slides == 0.0) & (high - low > 8.0 * math.pi)
        middle = 0.5 * (low + high)
        return np.array([np.where(many, middle - 4.0 * math.pi, low), np.where(many, middle + 4.0 * math.pi, high)])

    @property
    def centre(self) -> Array:
        """Middle of the ranges of the coordinates [rad or m]. Shape (n,)."""
        middle: Array = self._ranges.mean(axis=0)
        return middle

    def chain(self, effector: str) -> "Chain":
        """The chain from the base to one of the effectors, with the coordinates that move it."""
        from pult.robot.chain import Chain

        if effector not in self.effectors:
            raise KinematicsError(f"{self.source}: unknown effector {effector!r}. {choose(effector, self.effectors)}")
        return Chain(self._model, effector, self._given_base)

    def coordinates(self, q: Any, name: str = "q") -> Array:
        """Validate a configuration and convert it to an array.

        Raises:
            KinematicsError: Wrong number of coordinates, or not finite.
        """
        if self.fits(q):
            total = sum(q.tolist())  # not finite if an entry is not
            if total - total == 0.0:
                found: Array = q
                return found
        found = finite_array(name, q)
        if found.shape != (self.n,):
            wanted = f"{self.n} numbers ({', '.join(self.names[:8])}{', ...' if self.n > 8 else ''})"
            raise KinematicsError(f"{name} must be {wanted}, not an array of shape {found.shape}.")
        return np.array(found)

    def fits(self, q: Any) -> bool:
        """Whether q is an array that native code accepts; its entries may still not be finite."""
        return type(q) is np.ndarray and q.dtype == np.float64 and q.shape == self.lower.shape and q.flags.carray

    def clamp(self, q: Any) -> Array:
        """The nearest configuration within the limits. Shape (n,)."""
        return np.minimum(np.maximum(self.coordinates(q), self.lower), self.upper)

    def random(self, random: np.random.Generator | int = 0, count: int | None = None) -> Array:
        """Random configurations, uniform within the limits. Shape (n,), or (count, n)."""
        generator = np.random.default_rng(random)
        low, high = self.ranges
        found: Array = low + (high - low) * generator.random(self.n if count is None else (count, self.n))
        return found

    def forward(self, q: Any) -> Array:
        """Poses of the effectors in the base, in the order of `effectors`. Shape (e, 4, 4)."""
        return _forward(self._flat.links, self._flat.tips, self.coordinates(q))

    def forward_many(self, qs: Any) -> Array:
        """The same for many configurations. Shape (k, n) to (k, e, 4, 4)."""
        found = np.array(finite_array("qs", qs), order="C")
        if found.ndim != 2 or found.shape[1] != self.n:
            raise KinematicsError(f"qs must be a row of {self.n} numbers each, not an array of shape {found.shape}.")
        return _forward_many(self._flat.links, self._flat.tips, found)

    def frames(self, q: Any) -> Array:
        """Poses in the base of the frames that the joints carry, in the order of `joints`. Shape (m, 4, 4)."""
        found: Array = _frames(self._flat.links, self.coordinates(q)) @ self._flat.carried
        return found

    def jacobian(self, q: Any) -> Array:
        """Geometric Jacobians of the effectors, see `Chain.jacobian`. Shape (e, 6, n)."""
        return _jacobian(self._flat.links, self._flat.tips, self.coordinates(q)).reshape(-1, 6, self.n)

    def limit_distances(self, q: Any) -> Array:
        """Distance of each coordinate from its lower and its upper limit [rad or m]. Shape (n, 2)."""
        return _limit_distances(self._flat.limits, self.coordinates(q))

    def _manipulability(self, q: Any, of: Literal["position", "pose"]) -> float:
        if of not in ("position", "pose"):
            raise KinematicsError(f"manipulability is of 'position' or 'pose', not {of!r}.")
        rows = 3 if of == "position" else 6
        return _manipulability(self._flat.links, self._flat.tips, self.coordinates(q), rows)


def _read_only(array: Array) -> Array:
    view = array.view()
    view.flags.writeable = False
    return view
