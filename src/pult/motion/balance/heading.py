"""Heading of a robot on legs: a Kalman filter over the gyroscope and the soles that stand.

Nothing tells the heading but the feet: what stands does not turn. The filter knows four numbers, x = (heading, bias of
the gyroscope about the vertical, headings of the left and of the right sole), and how uncertain they are *together*: a
sole that has just landed is as wrong as the heading was then, and its later readings average the noise of both. A sole
that turns on the floor says nothing of the heading: it is taken as just landed.

    heading' = rate - bias + noise,    bias' = drift,    reading of sole k = sole_k - heading + noise

The covariance is a part of the estimator's memory, row by row; the means are kept where the estimator needs them.
"""

import numpy as np

from pult.core.kernels import kernel
from pult.core.signals import Array

STATES = 4
"""Heading, bias, left sole, right sole."""
HEADING, TURN_BIAS, SOLES = 0, 1, 2
UNKNOWN_BIAS = 0.02
"""Standard deviation of the bias before anything was read [rad/s]."""
SLIP = 5.0
"""Standard deviations by which a reading differs from what was expected when the sole has slipped."""


@kernel
def begin(P: Array) -> None:
    """The heading is where the robot stands first, the bias is unknown. Shape (16,)."""
    for i in range(STATES * STATES):
        P[i] = 0.0
    P[STATES * TURN_BIAS + TURN_BIAS] = UNKNOWN_BIAS * UNKNOWN_BIAS


@kernel
def turned(P: Array, noise: float, drift: float, dt: float) -> None:
    """Covariance after a tick by the gyroscope.

    Args:
        P: Covariance, changed. Shape (16,).
        noise: Noise density of the gyroscope [rad/s/sqrt(Hz)].
        drift: Random walk of its bias [rad/s/sqrt(s)].
        dt: Control step [s].
    """
    for i in range(STATES):
        P[i] = float(P[i]) - dt * float(P[STATES * TURN_BIAS + i])
    for i in range(STATES):
        P[STATES * i] = float(P[STATES * i]) - dt * float(P[STATES * i + TURN_BIAS])
    P[HEADING] = float(P[HEADING]) + noise * noise * dt
    P[STATES * TURN_BIAS + TURN_BIAS] = float(P[STATES * TURN_BIAS + TURN_BIAS]) + drift * drift * dt


@kernel
def landed(P: Array, k: int, variance: float) -> None:
    """Covariance when sole k has come to stand and was read for the first time, with a variance of noise [rad^2]."""
    own = SOLES + k
    for i in range(STATES):
        if i != own:
            P[STATES * own + i] = P[i]
            P[STATES * i + own] = P[STATES * i]
    P[STATES * own + own] = float(P[HEADING]) + variance


@kernel
def slipped(P: Array, k: int, variance: float, error: float) -> bool:
    """Whether sole k has turned on the floor: what stands is never that far from what was expected.

    Args:
        P: Covariance. Shape (16,).
        k: Sole: 0 left, 1 right.
        variance: Variance of the reading's noise [rad^2].
        error: The reading less what was expected [rad].
    """
    own = SOLES + k
    expected = float(P[STATES * own + own]) - 2.0 * float(P[own]) + float(P[HEADING]) + variance
    return error * error > SLIP * SLIP * expected


@kernel
def read_sole(P: Array, k: int, variance: float, gain: Array) -> None:
    """Covariance after another reading of sole k.

    Args:
        P: Covariance, changed. Shape (16,).
        k: Sole: 0 left, 1 right.
        variance: Variance of the reading's noise [rad^2].
        gain: Overwritten with the change of each state by the reading less what was expected. Shape (4,).
    """
    own, row = SOLES + k, np.empty(STATES)
    for i in range(STATES):
        row[i] = float(P[STATES * own + i]) - float(P[i])
    total = float(row[own]) - float(row[HEADING]) + variance
    for i in range(STATES):
        gain[i] = float(row[i]) / total
    for i in range(STATES):
        for j in range(STATES):
            P[STATES * i + j] = float(P[STATES * i + j]) - float(gain[i]) * float(row[j])
