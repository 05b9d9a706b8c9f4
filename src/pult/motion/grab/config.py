"""CONFIG: the 16 numbers that describe a configuration of the manipulator and what is wanted next.

`None` means: inherit what was set before. In the paper's data this is 999, angles are in degrees, opening and step in
centimetres, and the held object's lengths in millimetres.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import numpy as np

from pult.core.errors import KinematicsError
from pult.core.signals import Array
from pult.motion.grab.manipulator import JOINTS, PRM1, Five, Manipulator

INHERIT = 999.0
"""The paper's mark for an inherited number."""
_DEGREES, _CM, _MM = math.pi / 180.0, 0.01, 0.001
_UNITS = (_DEGREES,) * 5 + (_CM,) * 2 + (_DEGREES,) * 3 + (_MM,) * 3 + (_DEGREES,) * 3


@dataclass(frozen=True)
class Config:
    """A configuration, in the paper's order; pitch angles are positive down. `None`: inherited.

    Attributes:
        column, shoulder, elbow, wrist, roll: Joint angles theta_1 to theta_5 [rad].
        opening: Width of the open grab [m].
        step: Step towards the target [m].
        target_pitch: Wanted pitch psi of the grab; inherited: that of the joint angles [rad].
        target_roll: Wanted roll gamma of the grab; inherited: that of the joint angles [rad].
        object_angle: Angle phi between the held object and the grab axis, positive down [rad].
        object_height: Height H of the object's start above the grab axis, along the grab's own up [m].
        object_distance: Distance D from the wrist axis to the object's start [m].
        object_length: Length L of the object [m].
        camera_11, camera_12, camera_2: Angles of the cameras relative to the upper arm [rad].
    """

    column: float | None = None
    shoulder: float | None = None
    elbow: float | None = None
    wrist: float | None = None
    roll: float | None = None
    opening: float | None = None
    step: float | None = None
    target_pitch: float | None = None
    target_roll: float | None = None
    object_angle: float | None = None
    object_height: float | None = None
    object_distance: float | None = None
    object_length: float | None = None
    camera_11: float | None = None
    camera_12: float | None = None
    camera_2: float | None = None

    @classmethod
    def paper(cls, numbers: Sequence[float] | Array) -> "Config":
        """CONFIG as the paper writes it: 16 numbers in degrees, centimetres and millimetres; 999 is inherited.

        Raises:
            KinematicsError: There are not 16 numbers.
        """
        given = [float(number) for number in numbers]
        if len(given) != len(_UNITS):
            raise KinematicsError(f"CONFIG has {len(_UNITS)} numbers, not {len(given)}.")
        return cls(*(None if value == INHERIT else value * unit for value, unit in zip(given, _UNITS, strict=True)))

    @classmethod
    def of(
        cls,
        angles: Sequence[float] | Array,
        *,
        pitch: float | None = None,
        roll: float | None = None,
        held: Sequence[float] | None = None,
        step: float | None = None,
    ) -> "Config":
        """CONFIG of joint angles.

        Args:
            angles: Column, shoulder, elbow, wrist, roll [rad].
            pitch, roll: Wanted pitch and roll of the grab [rad].
            held: Held object: angle [rad], height, distance, length [m]; the finger tips if left out.
            step: Step towards the target [m].
        """
        joints = [float(angle) for angle in angles]
        if len(joints) != len(JOINTS):
            raise KinematicsError(f"the manipulator has {len(JOINTS)} joint angles, not {len(joints)}.")
        thing = [None] * 4 if held is None else [float(number) for number in held]
        if len(thing) != 4:
            raise KinematicsError(f"a held object is angle, height, distance and length, not {len(thing)} numbers.")
        column, shoulder, elbow, wrist, turn = joints
        return cls(
            column, shoulder, elbow, wrist, turn, step=step, target_pitch=pitch, target_roll=roll,
            object_angle=thing[0], object_height=thing[1], object_distance=thing[2], object_length=thing[3],
        )  # fmt: skip

    def to_paper(self) -> list[float]:
        """The 16 numbers in the paper's order and units; inherited ones are 999."""
        values = (getattr(self, field.name) for field in fields(self))
        return [INHERIT if value is None else value / unit for value, unit in zip(values, _UNITS, strict=True)]

    def inherit(self, before: "Config") -> "Config":
        """This configuration with inherited numbers taken from the one before."""
        names = [field.name for field in fields(self)]
        return Config(*(getattr(before if getattr(self, name) is None else self, name) for name in names))

    def turned(self, angles: Sequence[float] | Array, **changes: float | None) -> "Config":
        """The same with other joint angles [rad], and other changes."""
        return replace(self, **dict(zip(JOINTS, map(float, angles), strict=True)), **changes)

    @property
    def is_set(self) -> bool:
        """Whether all joint angles are given."""
        return None not in (self.column, self.shoulder, self.elbow, self.wrist, self.roll)

    @property
    def angles(self) -> Five:
        """Column, shoulder, elbow, wrist, roll [rad].

        Raises:
            KinematicsError: One of them is inherited.
        """
        column, shoulder, elbow, wrist, roll = self.column, self.shoulder, self.elbow, self.wrist, self.roll
        if column is None or shoulder is None or elbow is None or wrist is None or roll is None:
            missing = [name for name in JOINTS if getattr(self, name) is None]
            raise KinematicsError(f"{missing[0]} is inherited here: set it, or use inherit().")
        return column, shoulder, elbow, wrist, roll

    @property
    def pitch(self) -> float:
        """Pitch of the grab by the joint angles, positive down [rad]."""
        _, shoulder, elbow, wrist, _ = self.angles
        return shoulder + elbow + wrist

    @property
    def wanted_pitch(self) -> float:
        """Wanted pitch: psi if it is given, else that of the joint angles [rad]."""
        return self.pitch if self.target_pitch is None else self.target_pitch

    @property
    def wanted_roll(self) -> float:
        """Wanted roll: gamma if it is given, else that of the joint angles [rad]."""
        return self.angles[4] if self.target_roll is None else self.target_roll

    def held(self, robot: Manipulator = PRM1) -> tuple[float, float, float, float]:
        """The held object: angle [rad], height, distance, length [m]; what was never set is that of the finger tips."""
        length = self.object_length or 0.0
        distance = robot.grab - length if self.object_distance is None else self.object_distance
        return self.object_angle or 0.0, self.object_height or 0.0, distance, length

    def joint_vector(self) -> Array:
        """Joint angles as an array [rad]. Shape (5,)."""
        return np.array(self.angles)
