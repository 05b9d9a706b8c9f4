"""Masses along a chain and their centres, from the robot's model as MuJoCo compiles it."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from pult.core.errors import KinematicsError
from pult.core.signals import Array
from pult.geometry.pose import finite_array
from pult.native.library import Compiled
from pult.robot.chain import Chain
from pult.robot.flatten import base_frame, flatten
from pult.robot.gravity import EARTH, WeightArrays, holding_torques
from pult.robot.model import Frame, Model

_WORLD = "body:world"
_MATRIX, _VECTOR = "float64[:,::1]", "float64[::1]"
_torques = Compiled(holding_torques, f"{_MATRIX}, {_MATRIX}, {_MATRIX}, {_VECTOR}, {_VECTOR}, float64")


class Weights:
    """A chain and the masses it carries, read lazily.

    A joint carries everything that moves with it but not with the next joint of the chain. Joints outside the chain
    (fingers, another arm) are at their reference, except those that follow a coordinate of the chain, which move with
    it. The base is at rest, and so are the joints that carry it. Of a mass that the model itself compensates partly
    (MuJoCo's `gravcomp`) the rest counts.

    Attributes:
        name: Name of the chain.
        chain: The chain.
    """

    def __init__(
        self, name: str, chain: Chain, model: Model | None = None, base: str | None = None, file: Path | None = None
    ) -> None:
        """Args:
        name: Name of the chain, for messages.
        chain: The chain.
        model: The frames it was extracted from; None if it was given by a table.
        base: Name of its base, the root if None.
        file: The file of the model, MJCF or URDF.
        """
        self.name, self.chain = name, chain
        self._model, self._base, self._file = model, base, file

    def __repr__(self) -> str:
        return f"<Weights of {self.name!r}: {self.chain!r}>"

    @cached_property
    def arrays(self) -> WeightArrays:
        """The arrays that native kernels read; read only.

        Raises:
            KinematicsError: The chain has no masses, or the model's file cannot be read any more.
        """
        if self._model is None or self._file is None:
            advice = "Give the robot a 'model' with masses, and the chain an 'effector' in it."
            raise KinematicsError(f"the chain {self.name!r} has no masses: it is a table of dimensions. {advice}")
        try:
            masses = body_masses(self._model, self._file)
        except KinematicsError as error:
            raise KinematicsError(f"the chain {self.name!r} has no masses: {error}") from None
        return distribute_masses(self._model, self.chain, self._base, masses)

    @property
    def masses(self) -> Array:
        """Mass that each joint carries, in the order of `arrays.links` [kg]. Shape (m,)."""
        return self.arrays.moments[:, 0].copy()

    @property
    def centres(self) -> Array:
        """Centres of these masses in the joints' frames [m]; the origin where there is no mass. Shape (m, 3)."""
        mass = self.masses[:, None]
        return np.divide(self.arrays.moments[:, 1:], mass, out=np.zeros((len(mass), 3)), where=mass != 0.0)

    def torques(self, q: Any, gravity: Any = EARTH, load: float = 0.0) -> Array:
        """Torques [N*m] or forces [N] of the coordinates that hold the chain still. Shape (n,).

        Args:
            q: Coordinates [rad or m]. Shape (n,).
            gravity: Gravitational acceleration in base axes [m/s^2]. Shape (3,).
            load: Mass at the effector [kg].
        """
        g = np.array(finite_array("gravity", gravity), dtype=np.float64)
        if g.shape != (3,):
            raise KinematicsError(f"gravity must be 3 numbers, not an array of shape {g.shape}.")
        return _torques(*self.arrays, self.chain.coordinates(q), g, float(load))


def distribute_masses(
    model: Model, chain: Chain, base: str | None, masses: Mapping[str, tuple[float, Array]]
) -> WeightArrays:
    """Assign masses to the joints of a chain.

    Args:
        model: The frames that the chain was extracted from.
        chain: The chain.
        base: Name of its base, the root if None.
        masses: By name of the frame that carries it: a mass [kg], and its centre in this frame [m]. Shape (3,).
    """
    start = base_frame(model, (chain.effector,), base)
    end = model.resolve(chain.effector, "effector")
    stiff = Model(model.source, _fix_other_joints(model, chain, start))
    root = stiff.ancestors(start)[-1]
    carriers = [name for name in masses if name in stiff.frames and stiff.ancestors(name)[-1] == root]
    flat = flatten(stiff, (end, root, *carriers), start)
    moments = np.zeros((len(flat.links), 4))
    # a chain whose base is a foot moves the world relative to it; the rest of the world is not part of its load
    own = {_top(stiff, start), _top(stiff, end)} if root == _WORLD and flat.tips[1, 0] >= 0.0 else set()
    for name, tip in zip(carriers, flat.tips[2:], strict=True):
        joint = int(tip[0])
        if joint >= 0 and not (own and _top(stiff, name) not in own):
            mass, centre = masses[name]
            pose = tip[1:].reshape(3, 4)
            moments[joint] += mass * np.array([1.0, *(pose[:, :3] @ centre + pose[:, 3])])
    return WeightArrays(flat.links, flat.tips[:1].copy(), moments)


def _fix_other_joints(model: Model, chain: Chain, base: str) -> Iterator[Frame]:
    """The frames with the joints that no coordinate of the chain moves fixed at their reference."""
    above = model.ancestors(base)
    for frame in model.frames.values():
        joint = frame.joint
        if joint is None or joint.name in chain.joints:
            yield replace(frame, obstacle="")
        elif model.follow(joint.name)[0] in chain.names and frame.name not in above:
            yield replace(frame, joint=replace(joint, lower=-math.inf, upper=math.inf), obstacle="")
        else:
            yield replace(frame, joint=None, obstacle="")
            # the joint itself stays, moving nothing: one of the chain may follow it
            yield Frame(f"held:{joint.name}", frame.name, np.eye(4), joint)


def _top(model: Model, name: str) -> str:
    """The ancestor just below the root; the root itself if it is the frame."""
    ancestors = model.ancestors(name)
    return ancestors[max(len(ancestors) - 2, 0)]


def body_masses(model: Model, file: Path) -> dict[str, tuple[float, Array]]:
    """Masses of a model file by the names of its frames: mass [kg], and its centre in the frame [m]. Shape (3,).

    Raises:
        KinematicsError: MuJoCo refuses the file, or it is no longer what the frames were read from.
    """
    from pult.robot.mjcf import compile_mjcf
    from pult.robot.mujoco_warnings import remarks

    with remarks():
        if file.suffix.lower() == ".urdf":
            compiled = _compile_urdf(file)
            names = [str(compiled.body(number).name) for number in range(compiled.nbody)]
        else:
            compiled, _ = compile_mjcf(file)
            names = [name for name in model.frames if name.startswith("body:")]  # in the order of MuJoCo's numbers
    if len(names) != compiled.nbody:
        raise KinematicsError(f"{file}: the file has changed since the robot was loaded; load it again.")
    effective = compiled.body_mass * (1.0 - compiled.body_gravcomp)
    return {names[b]: (float(effective[b]), np.array(compiled.body_ipos[b])) for b in range(1, compiled.nbody)}


def _compile_urdf(file: Path) -> Any:
    """Compile a URDF with all its links, and without the shapes that its masses do not depend on."""
    try:
        return urdf_spec(file).compile()
    except ValueError as error:
        raise KinematicsError(f"{file}: MuJoCo refuses it: {' '.join(str(error).split())}") from None


def urdf_spec(file: Path) -> Any:
    """A URDF as MuJoCo's specification, with all its links, and without shapes that its masses do not depend on.

    Raises:
        KinematicsError: MuJoCo refuses the file.
    """
    import mujoco

    try:
        spec = mujoco.MjSpec.from_file(str(file))
        spec.compiler.fusestatic = False  # fixed links keep their names
        if spec.compiler.inertiafromgeom == mujoco.mjtInertiaFromGeom.mjINERTIAFROMGEOM_AUTO:
            # where a link gives its mass, its meshes need not be at hand
            for geom in [geom for body in spec.bodies if body.explicitinertial for geom in body.geoms]:
                spec.delete(geom)
            used = {geom.meshname for geom in spec.geoms}
            for mesh in [mesh for mesh in spec.meshes if mesh.name not in used]:
                spec.delete(mesh)
        return spec
    except ValueError as error:
        raise KinematicsError(f"{file}: MuJoCo refuses it: {' '.join(str(error).split())}") from None
