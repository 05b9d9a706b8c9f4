"""Inverse kinematics as blocks: joint angles for a target of the effector.

They start from the given angles, as a rule the measured ones, and stay within the limits. A target out of reach gives
the angles of the closest point found, with `reached` false.
"""

from typing import Annotated, NamedTuple

import numpy as np

from pult.blocks.kinematics._chain import ChainLike, ChainName, Coordinates, Joints, JointUnit, arrays_of
from pult.core.block import block
from pult.core.kernels import clamp, kernel, square_root
from pult.core.random import seeded
from pult.core.signals import Array, Metre, Positive, Rad, Range, Shape
from pult.geometry.quaternions import matrix, unit
from pult.motion.ik.descent import DescentTarget, sweep
from pult.motion.ik.levenberg import follow
from pult.motion.ik.problem import ROTATION_SCALE, VANISHING, Robot, Task
from pult.motion.ik.search import MAX_CANDIDATES, search

_NO_TURN = np.array([1.0, 0.0, 0.0, 0.0])
_NO_TURN.flags.writeable = False
Tolerance = Annotated[float, "m", Positive, "distance that counts as reached"]
AngleTolerance = Annotated[float, "rad", Positive, "angle that counts as reached"]
RotationWeight = Annotated[float, "1", Range(0), "weight of the orientation: usually 1, 0 leaves it free"]
MaxIterations = Annotated[int, "maximum number of iterations in a control step", Range(1, 10000)]
PresentAngles = Annotated[Array, "{unit}", Shape("joints"), "present angles"]
WantedPosition = Annotated[Array, "m", Shape(3), "wanted position, in the base of the chain"]
WantedOrientation = Annotated[Array, "1", Shape(4), "wanted orientation (w, x, y, z)"]


class Found(NamedTuple):
    """Angles for a target point."""

    angles: Coordinates
    reached: bool
    residual: Metre


class FoundPose(NamedTuple):
    """Angles for a target pose."""

    angles: Coordinates
    reached: bool
    residual: Metre
    turn: Rad


class DescentArrays(NamedTuple):
    """A chain, and the length below which a projection counts as vanishing [m]."""

    links: Array
    tips: Array
    limits: Array
    small: float


class FollowArrays(NamedTuple):
    """A chain, the damping of its coordinates, and the inverse of its reach [1/m]."""

    links: Array
    tips: Array
    limits: Array
    damping: Array
    scale: float


class SearchArrays(NamedTuple):
    """The same, with the ranges of the coordinates and the random numbers of the restarts."""

    links: Array
    tips: Array
    limits: Array
    damping: Array
    scale: float
    ranges: Array
    random: Array


def _follow_arrays(chain: ChainLike, joints: int, unit: str) -> FollowArrays:
    return FollowArrays(*arrays_of(chain, joints, unit), chain.damping, 1.0 / chain.reach)


@kernel
def target_pose(position: Array, quaternion: Array) -> Array:
    """A pose as a row. Shape (1, 12)."""
    target = np.zeros((1, 12))
    r = matrix(unit(quaternion))
    for i in range(3):
        target[0, 4 * i], target[0, 4 * i + 1], target[0, 4 * i + 2] = r[3 * i], r[3 * i + 1], r[3 * i + 2]
        target[0, 4 * i + 3] = position[i]
    return target


@kernel
def scales_of(scale: float, rotation_weight: float) -> Array:
    """Scales of the six components of an error. Shape (1, 6)."""
    scales = np.zeros((1, 6))
    for i in range(3):
        scales[0, i] = scale
        scales[0, 3 + i] = ROTATION_SCALE * square_root(rotation_weight)
    return scales


@block("kinematics.descent")
class CoordinateDescent:
    r"""Inverse kinematics by coordinate descent, the "IK object" of paper 000.

    $$ \Delta q_i = \operatorname{atan2}\bigl(n_i \cdot (v \times w),\; v \cdot w\bigr), \quad
    v = p - p_i,\; w = p_{wanted} - p_i $$

    From the last joint to the base, each joint rotates so that the effector comes as close to the point as this joint
    alone can bring it, within its limits; a rotation above eps3 sends the sweep back to the last joint.
    """

    @staticmethod
    def prepare(
        *,
        chain: ChainName,
        joints: Joints,
        unit: JointUnit = "rad",
        eps1: Annotated[float, "rad", Positive, "smallest rotation made"] = 1e-6,
        eps2: Tolerance = 1e-4,
        eps3: Annotated[float, "rad", Positive, "rotation above which the sweep returns to the last joint"] = 1e-3,
        max_iterations: Annotated[int, "maximum number of joint visits", Range(1, 1_000_000)] = 500,
    ) -> DescentArrays:
        """Fetch the chain."""
        return DescentArrays(*arrays_of(chain, joints, unit), VANISHING * chain.reach)

    @staticmethod
    def output(
        q: PresentAngles,
        point: WantedPosition,
        *,
        links: Array,
        tips: Array,
        limits: Array,
        small: float,
        eps1: float,
        eps2: float,
        eps3: float,
        max_iterations: int,
    ) -> Found:
        """One descent from the present angles."""
        angles, weights = np.empty(q.shape[0]), np.zeros(4)
        for a in range(q.shape[0]):
            angles[a] = clamp(float(q[a]), float(limits[0, a]), float(limits[1, a]))
        target = target_pose(point, _NO_TURN)
        weights[0] = 1.0
        goal, trace = DescentTarget(target, weights, eps2, 1.0), np.empty((0, 4))
        done = sweep(links, tips, limits, goal, angles, eps1, eps3, max_iterations, small, trace)
        return Found(angles, done.code == 0, done.distance)


@block("kinematics.ik_point")
class InversePoint:
    r"""Inverse kinematics of a point by Levenberg-Marquardt.

    $$ q \leftarrow q + (J^T W J + d D)^{-1} J^T W e, \quad d = 0.1\, \tfrac{1}{2} e^T W e + 10^{-6} $$

    It follows the point from the present angles: quicker than coordinate descent, and smooth, for it never jumps to
    another posture.
    """

    @staticmethod
    def prepare(
        *,
        chain: ChainName,
        joints: Joints,
        unit: JointUnit = "rad",
        tolerance: Tolerance = 1e-4,
        max_iterations: MaxIterations = 30,
    ) -> FollowArrays:
        """Fetch the chain."""
        return _follow_arrays(chain, joints, unit)

    @staticmethod
    def output(
        q: PresentAngles,
        point: WantedPosition,
        *,
        links: Array,
        tips: Array,
        limits: Array,
        damping: Array,
        scale: float,
        tolerance: float,
        max_iterations: int,
    ) -> Found:
        """Follow the point from the present angles."""
        target, scales = target_pose(point, _NO_TURN), scales_of(scale, 0.0)
        angles, code, error = follow(links, tips, limits, damping, q, target, scales, tolerance, 1.0, max_iterations)
        return Found(angles, code == 0, error.distance)


@block("kinematics.ik_pose")
class InversePose:
    r"""Inverse kinematics of a pose by Levenberg-Marquardt.

    $$ q \leftarrow q + (J^T W J + d D)^{-1} J^T W e, \quad
    e = \begin{pmatrix} p_{wanted} - p \\ \log(R_{wanted} R^T) \end{pmatrix} $$

    The damping is $d = 0.1\, \tfrac{1}{2} e^T W e + 10^{-6}$ (Sugihara 2011). It follows the pose from the present
    angles and never jumps to another posture. The quaternion (w, x, y, z) may have any length.
    """

    @staticmethod
    def prepare(
        *,
        chain: ChainName,
        joints: Joints,
        unit: JointUnit = "rad",
        tolerance: Tolerance = 1e-4,
        angle_tolerance: AngleTolerance = 1e-3,
        rotation_weight: RotationWeight = 1.0,
        max_iterations: MaxIterations = 30,
    ) -> FollowArrays:
        """Fetch the chain."""
        return _follow_arrays(chain, joints, unit)

    @staticmethod
    def output(
        q: PresentAngles,
        position: WantedPosition,
        quaternion: WantedOrientation,
        *,
        links: Array,
        tips: Array,
        limits: Array,
        damping: Array,
        scale: float,
        tolerance: float,
        angle_tolerance: float,
        rotation_weight: float,
        max_iterations: int,
    ) -> FoundPose:
        """Follow the pose from the present angles."""
        target, scales = target_pose(position, quaternion), scales_of(scale, rotation_weight)
        angles, code, error = follow(
            links, tips, limits, damping, q, target, scales, tolerance, angle_tolerance, max_iterations
        )
        return FoundPose(angles, code == 0, error.distance, error.angle)


@block("kinematics.solve")
class Solve:
    r"""Inverse kinematics with restarts: finds a solution for nearly every pose that can be reached.

    $$ q = \arg\min_q \tfrac{1}{2} e^T W e, \quad
    e = \begin{pmatrix} p_{wanted} - p \\ \log(R_{wanted} R^T) \end{pmatrix} $$

    Levenberg-Marquardt from the present angles, then from other starts, always the same ones for the same seed. Where
    another start was needed the arm jumps to another posture: smooth the angles, or use 'kinematics.ik_pose'. A target
    out of reach costs all the starts, which may be more than a control step has time for. A rotation weight of 0 asks
    for the position alone.
    """

    @staticmethod
    def prepare(
        *,
        chain: ChainName,
        joints: Joints,
        unit: JointUnit = "rad",
        tolerance: Tolerance = 1e-4,
        angle_tolerance: AngleTolerance = 1e-3,
        rotation_weight: RotationWeight = 1.0,
        starts: Annotated[int, "maximum number of starts", Range(1, 1000)] = 30,
        seed: Annotated[int, "seed of the starts", Range(0, 2**31)] = 0,
    ) -> SearchArrays:
        """Fetch the chain."""
        random = np.array(seeded(seed), dtype=np.float64)
        return SearchArrays(*_follow_arrays(chain, joints, unit), chain.ranges, random)

    @staticmethod
    def output(
        q: PresentAngles,
        position: WantedPosition,
        quaternion: WantedOrientation = _NO_TURN,
        *,
        links: Array,
        tips: Array,
        limits: Array,
        damping: Array,
        scale: float,
        ranges: Array,
        random: Array,
        tolerance: float,
        angle_tolerance: float,
        rotation_weight: float,
        starts: int,
    ) -> FoundPose:
        """Search from the present angles on."""
        n = q.shape[0]
        start, angles = np.empty(n), np.empty(n)
        for a in range(n):
            start[a] = clamp(float(q[a]), float(limits[0, a]), float(limits[1, a]))
        scales, target = scales_of(scale, rotation_weight), target_pose(position, quaternion)
        robot, task = Robot(links, tips, limits), Task(target, scales, False, tolerance, angle_tolerance)
        found = search(robot, task, start, ranges, damping, random.copy(), starts, MAX_CANDIDATES, angles)
        return FoundPose(angles, found.code == 0, found.error.distance, found.error.angle)
