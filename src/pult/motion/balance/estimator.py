"""State of the pelvis from gyroscope, accelerometer, joint angles and foot forces: a complementary filter.

Tilt is integrated from the gyroscope and corrected by the accelerometer and, more strongly, by soles that lie flat on a
level floor; heading is held by the feet that stand (`pult.motion.balance.heading`); velocity comes from the
accelerometer and from the legs, whose difference tells the accelerometer's bias. All that it remembers is one array.
"""

import math

import numpy as np

from pult.core.kernels import clamp, cosine, kernel, sine
from pult.core.signals import Array
from pult.motion.balance.gait import wrapped
from pult.motion.balance.heading import HEADING, SOLES, STATES, TURN_BIAS, begin, landed, read_sole, slipped, turned
from pult.robot.floating import GRAVITY, point_jacobian, turn_frames
from pult.robot.kinematics import place, place_tips

ROTATION, POSITION, VELOCITY, BIAS, ANCHORS, ANCHORED, YAWS, YAWED, STARTED, PULL = 0, 9, 12, 15, 18, 24, 26, 28, 30, 31
COVARIANCE = 34
SIZE = COVARIANCE + STATES * STATES
"""Where things are: rotation (9), position [m] and velocity [m/s] of the pelvis (3 each), bias of the gyroscope [rad/s]
(3), where the feet stand (6), whether they do (2), their headings (2), whether these are known (2), whether it began,
bias of the accelerometer [m/s^2] (3), covariance of the heading (16)."""
(
    ACCELEROMETER, FLAT, SPEED, PLACE, TILT_BIAS, TURN_NOISE, SOLE_NOISE, PULL_BIAS, TURN_DRIFT,
) = range(9)  # fmt: skip
GAINS = 9
USUAL = np.array([0.1, 1.5, 0.12, 0.3, 0.3, 5e-4, 3e-4, 0.05, 1e-4])
"""Gains: tilt by the accelerometer and by flat soles [1/s], velocity and position by the legs [1 a tick], bias by tilt
[1/s], noise density of the gyroscope about the vertical [rad/s/sqrt(Hz)] (0.005 rad/s every 10 ms), noise of a sole's
heading by the legs [rad] (two joints about the vertical, 2e-4 rad each), bias of the accelerometer by velocity [1/s a
tick], random walk of the gyroscope's bias [rad/s/sqrt(s)]."""
USUAL.flags.writeable = False
SLIDING = 0.3
"""Difference of legs and accelerometer beyond which it is held to be a sole that slides or tilts [m/s]."""


@kernel
def turn_by(R: Array, x: float, y: float, z: float) -> None:
    """R <- R exp([x y z]): a small turn in the axes of the body. Shape (9,)."""
    size = math.sqrt(x * x + y * y + z * z)
    a = math.sin(size) / size if size > 1e-9 else 1.0
    b = (1.0 - math.cos(size)) / (size * size) if size > 1e-9 else 0.5
    E = np.array([
        1.0 - b * (y * y + z * z), b * x * y - a * z, b * x * z + a * y,
        b * x * y + a * z, 1.0 - b * (x * x + z * z), b * y * z - a * x,
        b * x * z - a * y, b * y * z + a * x, 1.0 - b * (x * x + y * y),
    ])  # fmt: skip
    row = np.empty(3)
    for i in range(3):
        for j in range(3):
            row[j] = (
                float(R[3 * i]) * float(E[j]) + float(R[3 * i + 1]) * float(E[3 + j])
                + float(R[3 * i + 2]) * float(E[6 + j])
            )  # fmt: skip
        for j in range(3):
            R[3 * i + j] = row[j]


@kernel
def orthonormal(R: Array) -> None:
    """Make the rows of a rotation orthogonal unit vectors again (Gram-Schmidt). Shape (9,)."""
    for i in range(2):
        for k in range(i):
            along = float(R[3 * i]) * float(R[3 * k]) + float(R[3 * i + 1]) * float(R[3 * k + 1])
            along += float(R[3 * i + 2]) * float(R[3 * k + 2])
            for j in range(3):
                R[3 * i + j] = float(R[3 * i + j]) - along * float(R[3 * k + j])
        size = math.sqrt(float(R[3 * i]) ** 2 + float(R[3 * i + 1]) ** 2 + float(R[3 * i + 2]) ** 2)
        if size > 1e-9:
            for j in range(3):
                R[3 * i + j] = float(R[3 * i + j]) / size
    R[6] = float(R[1]) * float(R[5]) - float(R[2]) * float(R[4])
    R[7] = float(R[2]) * float(R[3]) - float(R[0]) * float(R[5])
    R[8] = float(R[0]) * float(R[4]) - float(R[1]) * float(R[3])


@kernel
def estimate(
    s: Array, gains: Array, links: Array, tips: Array, q: Array, rates: Array, gyro: Array, accelerometer: Array,
    loads: Array, standing: bool, dt: float, v: Array,
) -> None:  # fmt: skip
    """One tick of the filter.

    Args:
        s: State, changed. Shape (50,).
        gains: Gains. Shape (9,).
        links, tips: The walker.
        q, rates: Joint angles [rad] and rates [rad/s]. Shape (n,).
        gyro, accelerometer: Readings in the axes of the pelvis [rad/s, m/s^2]. Shape (3,).
        loads: Vertical forces on the feet [N]. Shape (2,).
        standing: Whether both feet are meant to stand.
        dt: Control step [s].
        v: Overwritten with the speeds of the walker. Shape (6 + n,).
    """
    n = q.shape[0]
    R, p, velocity, bias = s[0:9], s[POSITION : POSITION + 3], s[VELOCITY : VELOCITY + 3], s[BIAS : BIAS + 3]
    P, change = s[COVARIANCE : COVARIANCE + STATES * STATES], np.empty(STATES)
    frames, soles, zero = np.empty((n, 12)), np.empty((2, 12)), np.zeros(3)
    if float(s[STARTED]) < 0.5:
        s[STARTED] = 1.0
        for k in range(9):
            R[k] = 1.0 if k % 4 == 0 else 0.0
        begin(P)
        place(links, q, frames)
        place_tips(tips, frames, soles)
        p[2] = -0.5 * (float(soles[0, 11]) + float(soles[1, 11]))
        p[0] = -0.5 * (float(soles[0, 3]) + float(soles[1, 3]))
    wx, wy, wz = float(gyro[0]) - float(bias[0]), float(gyro[1]) - float(bias[1]), float(gyro[2]) - float(bias[2])
    turn_by(R, wx * dt, wy * dt, wz * dt)
    ax, ay, az = float(accelerometer[0]), float(accelerometer[1]), float(accelerometer[2])
    size = math.sqrt(ax * ax + ay * ay + az * az)
    if abs(size - GRAVITY) < 3.0:
        # a x (R^T z): turns the estimate until its vertical is that of the accelerometer
        x, y, z, gain = float(R[6]), float(R[7]), float(R[8]), float(gains[ACCELEROMETER]) * dt / size
        turn_by(R, gain * (ay * z - az * y), gain * (az * x - ax * z), gain * (ax * y - ay * x))
    total = max(float(loads[0]), 0.0) + max(float(loads[1]), 0.0) + 1.0
    place(links, q, frames)
    place_tips(tips, frames, soles)  # in the pelvis
    for k in range(2):
        share = max(float(loads[k]), 0.0) / total
        if share > 0.5 or (share > 0.35 and standing):
            # the normal of the sole should be the vertical
            a, b, c = float(soles[k, 2]), float(soles[k, 6]), float(soles[k, 10])
            x, y, z, gain = float(R[6]), float(R[7]), float(R[8]), float(gains[FLAT]) * dt
            ex, ey, ez = b * z - c * y, c * x - a * z, a * y - b * x
            turn_by(R, gain * ex, gain * ey, gain * ez)
            slow = gain * float(gains[TILT_BIAS])
            bias[0], bias[1] = float(bias[0]) - slow * ex, float(bias[1]) - slow * ey
            bias[2] = float(bias[2]) - slow * ez
    orthonormal(R)
    turned(P, float(gains[TURN_NOISE]), float(gains[TURN_DRIFT]), dt)
    for k in range(2):
        share = max(float(loads[k]), 0.0) / total
        if share > 0.2:
            # a sole that bears little may still turn
            yaw, variance = _sole_heading(R, soles, k), float(gains[SOLE_NOISE]) ** 2 / share
            error = wrapped(yaw - float(s[YAWS + k]))
            if float(s[YAWED + k]) < 0.5 or slipped(P, k, variance, error):
                s[YAWED + k], s[YAWS + k] = 1.0, yaw
                landed(P, k, variance)
            else:
                read_sole(P, k, variance, change)
                _turn_about_vertical(R, float(change[HEADING]) * error)
                for r in range(3):
                    bias[r] = float(bias[r]) + float(change[TURN_BIAS]) * error * float(R[6 + r])
                for foot in range(2):
                    s[YAWS + foot] = float(s[YAWS + foot]) + float(change[SOLES + foot]) * error
        elif share < 0.1:
            s[YAWED + k] = 0.0
    turn_frames(frames, R, zero)
    turn_frames(soles, R, zero)
    for r in range(3):
        p[r] = float(p[r]) + float(velocity[r]) * dt
        pull = float(R[3 * r]) * (ax - float(s[PULL])) + float(R[3 * r + 1]) * (ay - float(s[PULL + 1]))
        pull += float(R[3 * r + 2]) * (az - float(s[PULL + 2]))
        velocity[r] = float(velocity[r]) + (pull - (GRAVITY if r == 2 else 0.0)) * dt
        v[3 + r] = float(R[3 * r]) * wx + float(R[3 * r + 1]) * wy + float(R[3 * r + 2]) * wz
    for i in range(n):
        v[6 + i] = rates[i]
    J, sole, legs, there, weight = np.empty((6, 6 + n)), np.empty(3), np.zeros(3), np.zeros(3), 0.0
    for k in range(2):
        share = max(float(loads[k]), 0.0) / total
        if share > 0.2:
            for r in range(3):
                sole[r] = soles[k, 4 * r + 3]
            if float(s[ANCHORED + k]) < 0.5:
                s[ANCHORED + k] = 1.0
                s[ANCHORS + 3 * k] = float(p[0]) + float(sole[0])
                s[ANCHORS + 3 * k + 1] = float(p[1]) + float(sole[1])
                s[ANCHORS + 3 * k + 2] = 0.0
            point_jacobian(links, frames, int(tips[k, 0]), sole, J)
            weight += share
            for r in range(3):
                speed = 0.0
                for i in range(3, 6 + n):
                    speed += float(J[r, i]) * float(v[i])
                legs[r] = float(legs[r]) - share * speed
                there[r] = float(there[r]) + share * (float(s[ANCHORS + 3 * k + r]) - float(sole[r]))
        elif share < 0.05:
            s[ANCHORED + k] = 0.0
    for r in range(3):
        if weight > 0.0:
            slow = clamp(float(legs[r]) / weight - float(velocity[r]), -SLIDING, SLIDING)
            velocity[r] = float(velocity[r]) + float(gains[SPEED]) * slow
            for i in range(3):
                s[PULL + i] = float(s[PULL + i]) - float(gains[PULL_BIAS]) * float(R[3 * r + i]) * slow
            p[r] = float(p[r]) + float(gains[PLACE]) * (float(there[r]) / weight - float(p[r]))
        v[r] = velocity[r]


@kernel
def _sole_heading(R: Array, soles: Array, k: int) -> float:
    x = float(R[0]) * float(soles[k, 0]) + float(R[1]) * float(soles[k, 4]) + float(R[2]) * float(soles[k, 8])
    y = float(R[3]) * float(soles[k, 0]) + float(R[4]) * float(soles[k, 4]) + float(R[5]) * float(soles[k, 8])
    return math.atan2(y, x)


@kernel
def _turn_about_vertical(R: Array, angle: float) -> None:
    c, n = cosine(angle), sine(angle)
    for k in range(3):
        x, y = float(R[k]), float(R[3 + k])
        R[k], R[3 + k] = c * x - n * y, n * x + c * y


@kernel
def predict(R: Array, p: Array, v: Array, q: Array, acceleration: Array, delay: float) -> None:
    """Carry a state on by the delay of readings and commands, at a constant acceleration; everything is changed.

    Args:
        R, p, v, q: Rotation, position, speeds, joint angles.
        acceleration: v'. Shape (6 + n,).
        delay: Time [s].
    """
    n = q.shape[0]
    middle = np.empty(6 + n)  # speeds halfway
    for i in range(6 + n):
        middle[i] = float(v[i]) + 0.5 * delay * float(acceleration[i])
        v[i] = float(v[i]) + delay * float(acceleration[i])
    for r in range(3):
        p[r] = float(p[r]) + delay * float(middle[r])
    for i in range(n):
        q[i] = float(q[i]) + delay * float(middle[6 + i])
    # angular velocity in the axes of the body
    a, b, c = float(middle[3]), float(middle[4]), float(middle[5])
    x = float(R[0]) * a + float(R[3]) * b + float(R[6]) * c
    y = float(R[1]) * a + float(R[4]) * b + float(R[7]) * c
    z = float(R[2]) * a + float(R[5]) * b + float(R[8]) * c
    turn_by(R, delay * x, delay * y, delay * z)
