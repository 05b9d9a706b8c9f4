"""What the pelvis of a walker carries as one rigid body that changes with the joints above it: kernels.

A load is one array: mass [kg], its centre in the frame of the pelvis [m], its inertia about the centre in axes of the
pelvis, xx yy zz xy xz yz [kg*m^2], and the velocity of the centre relative to the pelvis, in axes of the pelvis [m/s].
"""

import numpy as np

from pult.core.kernels import kernel
from pult.core.signals import Array
from pult.robot.kinematics import COORDINATE, KIND, PARENT, RATIO, place
from pult.robot.walker_arrays import BODY_SIZE, CENTRE, INERTIA, MASS

VELOCITY = BODY_SIZE
LOAD_SIZE = 13


@kernel
def gather(links: Array, bodies: Array, q: Array, rates: Array, load: Array) -> None:
    """Gather the bodies above the pelvis into one.

    Accelerations of the joints, and the angular momentum of their motion, are left out: the load is one rigid body in
    each instant, whose centre moves.

    Args:
        links, bodies: See `pult.robot.walker_arrays.UpperBody`.
        q: Angles of the joints [rad]. Shape (k,).
        rates: Their rates [rad/s]. Shape (k,).
        load: Overwritten. Shape (13,).
    """
    m = links.shape[0]
    frames, c, I = np.empty((m, 12)), np.empty((m + 1, 3)), np.empty(9)  # noqa: E741 - the symbol of inertia
    w, u, one = np.empty((m + 1, 3)), np.empty((m + 1, 3)), np.empty(3)
    place(links, q, frames)
    for k in range(LOAD_SIZE):
        load[k] = 0.0
    for row in range(m + 1):
        body, mass = bodies[row], float(bodies[row, MASS])
        for r in range(3):
            w[row, r] = u[row, r] = 0.0
            c[row, r] = body[CENTRE + r]
        if row > 0:
            j = row - 1
            parent = int(links[j, PARENT])
            rate = float(links[j, RATIO]) * float(rates[int(links[j, COORDINATE])])
            slides = float(links[j, KIND]) != 0.0
            for r in range(3):
                c[row, r] = float(frames[j, 4 * r + 3])
                one[r] = float(c[row, r]) - (0.0 if parent < 0 else float(frames[parent, 4 * r + 3]))
                for k in range(3):
                    c[row, r] = float(c[row, r]) + float(frames[j, 4 * r + k]) * float(body[CENTRE + k])
            # u: velocity of the joint's origin, then that of the body's centre
            above = parent + 1
            _velocity(w[above], u[above], one, u[row])
            for r in range(3):
                along = rate * float(frames[j, 4 * r + 2])
                w[row, r] = float(w[above, r]) + (0.0 if slides else along)
                u[row, r] = float(u[row, r]) + (along if slides else 0.0)
        for r in range(3):
            load[CENTRE + r] = float(load[CENTRE + r]) + mass * float(c[row, r])
        load[MASS] = float(load[MASS]) + mass
    total = max(float(load[MASS]), 1e-9)
    for r in range(3):
        load[CENTRE + r] = float(load[CENTRE + r]) / total
    for row in range(m + 1):
        body, mass, v = bodies[row], float(bodies[row, MASS]), np.zeros(3)
        if row == 0:
            for k in range(9):
                I[k] = 0.0
            I[0], I[4], I[8] = body[INERTIA], body[INERTIA + 1], body[INERTIA + 2]
            I[1], I[2], I[5] = body[INERTIA + 3], body[INERTIA + 4], body[INERTIA + 5]
        else:
            j = row - 1
            _turned(frames[j], body, I)
            for r in range(3):
                one[r] = float(c[row, r]) - float(frames[j, 4 * r + 3])
            _velocity(w[row], u[row], one, v)
        for r in range(3):
            load[VELOCITY + r] = float(load[VELOCITY + r]) + mass * float(v[r]) / total
        _add_inertia(load, I, mass, c[row])


@kernel
def _velocity(w: Array, u: Array, arm: Array, out: Array) -> None:
    """Velocity u + w x arm of a point of a body. Shapes (3,)."""
    out[0] = float(u[0]) + float(w[1]) * float(arm[2]) - float(w[2]) * float(arm[1])
    out[1] = float(u[1]) + float(w[2]) * float(arm[0]) - float(w[0]) * float(arm[2])
    out[2] = float(u[2]) + float(w[0]) * float(arm[1]) - float(w[1]) * float(arm[0])


@kernel
def _turned(frame: Array, body: Array, out: Array) -> None:
    """Inertia of a body in the axes in which its frame is given. Shapes (12,), (10,), (9,)."""
    xx, yy, zz = float(body[INERTIA]), float(body[INERTIA + 1]), float(body[INERTIA + 2])
    xy, xz, yz = float(body[INERTIA + 3]), float(body[INERTIA + 4]), float(body[INERTIA + 5])
    for i in range(3):
        a, b, c = float(frame[4 * i]), float(frame[4 * i + 1]), float(frame[4 * i + 2])
        x, y, z = a * xx + b * xy + c * xz, a * xy + b * yy + c * yz, a * xz + b * yz + c * zz
        for j in range(3):
            out[3 * i + j] = x * float(frame[4 * j]) + y * float(frame[4 * j + 1]) + z * float(frame[4 * j + 2])


@kernel
def _add_inertia(load: Array, I: Array, mass: float, place: Array) -> None:  # noqa: E741
    """Add the inertia of a body about the load's centre. Shapes (13,), (9,), (3,)."""
    x, y = float(place[0]) - float(load[CENTRE]), float(place[1]) - float(load[CENTRE + 1])
    z = float(place[2]) - float(load[CENTRE + 2])
    load[INERTIA] = float(load[INERTIA]) + float(I[0]) + mass * (y * y + z * z)
    load[INERTIA + 1] = float(load[INERTIA + 1]) + float(I[4]) + mass * (x * x + z * z)
    load[INERTIA + 2] = float(load[INERTIA + 2]) + float(I[8]) + mass * (x * x + y * y)
    load[INERTIA + 3] = float(load[INERTIA + 3]) + float(I[1]) - mass * x * y
    load[INERTIA + 4] = float(load[INERTIA + 4]) + float(I[2]) - mass * x * z
    load[INERTIA + 5] = float(load[INERTIA + 5]) + float(I[5]) - mass * y * z


@kernel
def add_point(load: Array, mass: float, place: Array) -> None:
    """Add a point mass that rests in the frame of the pelvis. Shapes (13,), (3,)."""
    own = float(load[MASS])
    total = own + mass
    if total <= 0.0:
        return
    part = own * mass / total
    x, y = float(place[0]) - float(load[CENTRE]), float(place[1]) - float(load[CENTRE + 1])
    z = float(place[2]) - float(load[CENTRE + 2])
    load[INERTIA] = float(load[INERTIA]) + part * (y * y + z * z)
    load[INERTIA + 1] = float(load[INERTIA + 1]) + part * (x * x + z * z)
    load[INERTIA + 2] = float(load[INERTIA + 2]) + part * (x * x + y * y)
    load[INERTIA + 3] = float(load[INERTIA + 3]) - part * x * y
    load[INERTIA + 4] = float(load[INERTIA + 4]) - part * x * z
    load[INERTIA + 5] = float(load[INERTIA + 5]) - part * y * z
    for r in range(3):
        load[CENTRE + r] = (own * float(load[CENTRE + r]) + mass * float(place[r])) / total
        load[VELOCITY + r] = own * float(load[VELOCITY + r]) / total
    load[MASS] = total


@kernel
def add_velocity(load: Array, R: Array, mass: float, com: Array) -> None:
    """Add what the motion of a load within the pelvis contributes to the velocity of the whole centre of mass.

    Args:
        load: The load. Shape (13,).
        R: Rotation of the pelvis, row by row. Shape (9,).
        mass: Of the whole robot [kg].
        com: Centre of mass and its velocity; the velocity is changed. Shape (6,).
    """
    share = float(load[MASS]) / max(mass, 1e-9)
    for r in range(3):
        speed = 0.0
        for k in range(3):
            speed += float(R[3 * r + k]) * float(load[VELOCITY + k])
        com[3 + r] = float(com[3 + r]) + share * speed
