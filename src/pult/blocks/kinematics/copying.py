"""Motion retargeting: joint angles of an arm from key points of a person's body, as skeleton trackers give them."""

import math
from typing import Annotated, NamedTuple

import numpy as np

from pult.blocks.kinematics._chain import ChainLike, ChainName
from pult.core.block import block
from pult.core.kernels import kernel
from pult.core.signals import Array, Range, Shape
from pult.motion.copying.arm import arm_angles, body_axes, identity
from pult.robot.kinematics import COORDINATE, RATIO, place

_ZERO = np.zeros(3)
_ZERO.flags.writeable = False
_NO_HIPS = np.zeros(6)
_NO_HIPS.flags.writeable = False
_UP = np.array([0.0, 0.0, 1.0])
_UP.flags.writeable = False
_AXES = (1, 0, 2, 1, 2, 0, 1)
"""Axes of rotation of an arm's joints at zero: 0 is x, 1 is y, 2 is z."""
_AXES_WORDS = "y, x, z, y, z, x, y"
_EXACT = 1e-6
_HANGS = 0.99
"""Cosine of the angle to the vertical up to which an arm counts as hanging."""

ArmPoints = Annotated[Array, "m", Shape(9), "shoulder, elbow, wrist: x, y, z of each, in axes of the body"]
Finger = Annotated[Array, "1", Shape(3), "direction of the stretched fingers; zero: not known"]
Palm = Annotated[Array, "1", Shape(3), "direction out of the palm; zero: not known"]
BodyPoints = Annotated[Array, "m", Shape(18), "right shoulder, elbow, wrist, left shoulder, elbow, wrist"]
Hips = Annotated[Array, "m", Shape(6), "right and left hip; zero: not known"]
Up = Annotated[Array, "1", Shape(3), "upward direction in axes of the points"]


class ArmArrays(NamedTuple):
    """Signs of the axes. Shape (7,). Limits of the joints. Shape (2, 7)."""

    signs: Array
    limits: Array


class ArmState(NamedTuple):
    """The angles of the previous step. Shape (7,)."""

    angles: Array


class BodyState(NamedTuple):
    """The axes of the previous step, as rows. Shape (3, 3)."""

    axes: Array


class Arms(NamedTuple):
    """Points of both arms in axes of the body."""

    right: Annotated[Array, "m", Shape(9)]
    left: Annotated[Array, "m", Shape(9)]


def _signs_of(chain: ChainLike) -> Array:
    """Signs of the axes of an arm that hangs down at zero.

    Raises:
        ValueError: The chain is not such an arm.
    """
    links = chain.arrays.links
    if chain.n != 7 or len(links) != 7:
        raise ValueError(f"the chain has {chain.n} joints ({', '.join(chain.names)}); an arm has seven.")
    frames = np.zeros((7, 12))
    place(links, np.zeros(7), frames)
    signs = np.zeros(7)
    for joint, axis in enumerate(_AXES):
        turns = frames[joint, 2::4] * links[joint, RATIO]  # (3,)
        signs[joint] = np.sign(turns[axis])
        if abs(abs(turns[axis]) - 1.0) > _EXACT or int(links[joint, COORDINATE]) != joint:
            raise ValueError(
                f"the joints of the arm must turn about {_AXES_WORDS} of its base where all angles are zero; "
                f"{chain.names[joint]!r} turns about ({', '.join(f'{x:.2g}' for x in turns)})."
            )
    upper, fore = frames[3, 3::4] - frames[0, 3::4], frames[5, 3::4] - frames[3, 3::4]
    if min(-upper[2] / np.linalg.norm(upper), -fore[2] / np.linalg.norm(fore)) < _HANGS:
        raise ValueError("the arm must hang down where all angles are zero.")
    return signs


@block("kinematics.arm_from_points")
class ArmFromPoints:
    r"""Angles of a seven-joint arm from shoulder, elbow and wrist of a person.

    $$ u = \frac{E - S}{|E - S|}, \quad f = \frac{W - E}{|W - E|}, \quad
    R_y(s_1 q_1) R_x(s_2 q_2)\,(-e_z) = u, \quad \prod_{i \le 4} R_i(s_i q_i)\,(-e_z) = f $$

    Only directions matter, so the person may be of any size. The joints of the chain rotate about y, x, z, y, z, x, y
    of its base and the arm hangs down at zero; the signs $s_i$ and the limits are the chain's. The wrist follows from
    `finger`, the direction of the stretched fingers, and `palm`, the outward normal of the palm; while they are zero
    its angles are kept. So are, within `near` of a singular posture, the pitch of the shoulder with the upper arm
    straight sideways, the rotation of the upper arm with a straight elbow, and the rotation of the forearm with the
    wrist bent by 90 degrees. The limits choose between the two solutions of the shoulder; angles may lie outside them,
    where the robot cannot follow.
    """

    @staticmethod
    def prepare(
        *,
        chain: ChainName,
        near: Annotated[float, "rad", Range(0.001, 0.7), "how near to a singular case an angle is kept"] = 0.15,
    ) -> ArmArrays:
        """Fetch signs and limits."""
        signs = _signs_of(chain)
        return ArmArrays(signs, np.clip(chain.arrays.limits, -math.pi, math.pi))

    @staticmethod
    def initial() -> ArmState:
        """Start with the arm hanging down."""
        return ArmState(np.zeros(7))

    @staticmethod
    def output(
        state: ArmState,
        points: ArmPoints,
        finger: Finger = _ZERO,
        palm: Palm = _ZERO,
        *,
        near: float,
        signs: Array,
        limits: Array,
    ) -> Annotated[Array, "rad", Shape(7)]:
        """The angles of this step."""
        return arm_angles(points, finger, palm, near, state.angles, signs, limits)

    @staticmethod
    def update(
        state: ArmState,
        points: ArmPoints,
        finger: Finger = _ZERO,
        palm: Palm = _ZERO,
        *,
        near: float,
        signs: Array,
        limits: Array,
    ) -> ArmState:
        """Remember them."""
        found = arm_angles(points, finger, palm, near, state.angles, signs, limits)
        for i in range(7):
            state.angles[i] = found[i]
        return state


@kernel
def body_of(points: Array, hips: Array, up: Array, axes: Array) -> Array:
    """Axes of the body from both shoulders, and the hips if they are known. Shape (3, 3)."""
    across, upwards, known = np.empty(3), np.empty(3), False
    for i in range(6):
        known = known or float(hips[i]) != 0.0
    for i in range(3):
        across[i] = points[9 + i] - points[i]
        upwards[i] = points[i] + points[9 + i] - hips[i] - hips[3 + i] if known else up[i]
    return body_axes(across, upwards, axes)


@block("kinematics.body_from_points")
class BodyFromPoints:
    r"""Key points of both arms in axes of the body: x forward, y to the left, z up.

    $$ e_y = \frac{S_l - S_r}{|S_l - S_r|}, \quad e_z \perp e_y \text{ towards } up, \quad e_x = e_y \times e_z $$

    Trackers give points in axes of a camera. The axes of the body follow from the line of the shoulders and from the
    upward direction: `up` in axes of the points, or from the middle of the hips to the middle of the shoulders if
    `hips` are given. So a person may turn or lean. Where the points do not determine the axes, they are kept.
    """

    @staticmethod
    def initial() -> BodyState:
        """The axes of the points."""
        return BodyState(identity())

    @staticmethod
    def output(state: BodyState, points: BodyPoints, hips: Hips = _NO_HIPS, *, up: Up = _UP) -> Arms:
        """Transform the points to axes of the body."""
        axes = body_of(points, hips, up, state.axes)
        right, left = np.empty(9), np.empty(9)
        for k in range(3):
            for i in range(3):
                x, y, z = float(axes[i, 0]), float(axes[i, 1]), float(axes[i, 2])
                right[3 * k + i] = x * points[3 * k] + y * points[3 * k + 1] + z * points[3 * k + 2]
                left[3 * k + i] = x * points[9 + 3 * k] + y * points[10 + 3 * k] + z * points[11 + 3 * k]
        return Arms(right, left)

    @staticmethod
    def update(state: BodyState, points: BodyPoints, hips: Hips = _NO_HIPS, *, up: Up) -> BodyState:
        """Remember the axes."""
        axes = body_of(points, hips, up, state.axes)
        for i in range(3):
            for j in range(3):
                state.axes[i, j] = axes[i, j]
        return state
