"""State of a robot on legs from its sensors."""

from typing import Annotated, NamedTuple

import numpy as np

from pult.blocks.balance._walker import (
    Acceleration,
    Angles,
    AngularAcceleration,
    JointAccelerations,
    Joints,
    Loads,
    PelvisState,
    Rates,
    WalkerName,
    checked,
)
from pult.core.block import block
from pult.core.signals import Array, Range, Shape, Step
from pult.motion.balance.estimator import GAINS, POSITION, SIZE, USUAL, predict
from pult.motion.balance.estimator import estimate as filter_tick

Reading = Annotated[Array, "m/s^2", Shape(3), "acceleration less that of gravity, in axes of the pelvis"]
Gyro = Annotated[Array, "rad/s", Shape(3), "angular velocity in axes of the pelvis"]


class FilterState(NamedTuple):
    """What the filter remembers, the last acceleration, and whether both feet were meant to stand."""

    memory: Array
    acceleration: Array
    standing: bool = True


class FilterValues(NamedTuple):
    """The legs."""

    links: Array
    tips: Array


@block("balance.estimate")
class Estimate:
    r"""State estimate of a robot on legs from gyroscope, accelerometer, joint sensors and foot forces.

    $$ \hat R \leftarrow \hat R\, e^{[(\omega - b)\Delta t + k_a\, a \times \hat R^T z + k_f\, n \times \hat R^T z]} $$

    $n$ is the normal of a sole that carries more than half of the weight: the floor is taken to be level. Heading is
    anchored to the feet that stand. Velocity is that of the accelerometer, corrected by leg odometry, with both biases
    estimated; position is counted from where the robot stood first. What comes out is predicted over `delay`, the time
    from the readings to the middle of the control step in which the voltages act, with the last accelerations
    `linear`, `angular` and `bending`, which `balance.torques` gives.
    """

    @staticmethod
    def prepare(
        *,
        walker: WalkerName,
        joints: Joints = 14,
        gains: Annotated[Array, "1", Shape(GAINS), "gains, see `pult.motion.balance.estimator`"] = USUAL,
        delay: Annotated[float, "s", Range(0, 0.1), "time to predict over; more than a control step is a guess"] = 0.0,
    ) -> FilterValues:
        """Fetch the legs."""
        arrays = checked(walker, joints)
        return FilterValues(arrays.links, arrays.tips)

    @staticmethod
    def initial(*, joints: int) -> FilterState:
        """Standing upright."""
        return FilterState(np.zeros(SIZE), np.zeros(6 + joints))

    @staticmethod
    def output(
        state: FilterState, angles: Angles, rates: Rates, gyro: Gyro, accelerometer: Reading, loads: Loads,
        *, links: Array, tips: Array, gains: Array, delay: float, dt: Step,
    ) -> PelvisState:  # fmt: skip
        """Filter the readings, and predict."""
        memory, v, q = state.memory.copy(), np.empty(6 + angles.shape[0]), angles.copy()
        filter_tick(memory, gains, links, tips, q, rates, gyro, accelerometer, loads, state.standing, dt, v)
        R, p = memory[:9].copy(), memory[POSITION : POSITION + 3].copy()
        if delay > 0.0:
            predict(R, p, v, q, state.acceleration, delay)
        return PelvisState(R, p, v[:3].copy(), v[3:6].copy(), q, v[6:].copy())

    @staticmethod
    def update(
        state: FilterState, angles: Angles, rates: Rates, gyro: Gyro, accelerometer: Reading, loads: Loads,
        linear: Acceleration, angular: AngularAcceleration, bending: JointAccelerations, standing: bool,
        *, links: Array, tips: Array, gains: Array, dt: Step,
    ) -> FilterState:  # fmt: skip
        """Keep the estimate."""
        v = np.empty(6 + angles.shape[0])
        filter_tick(state.memory, gains, links, tips, angles, rates, gyro, accelerometer, loads, state.standing, dt, v)
        for r in range(3):
            state.acceleration[r], state.acceleration[3 + r] = linear[r], angular[r]
        for i in range(angles.shape[0]):
            state.acceleration[6 + i] = bending[i]
        return FilterState(state.memory, state.acceleration, standing)
