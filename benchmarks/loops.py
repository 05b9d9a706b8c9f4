"""The benchmark scheme in every form: a document, NumPy, and hand-written Numba.

A PD controller with saturation turns a drive. One loop is eight blocks; a scheme of n loops has 8n, each
loop with its own set-point, so that a wrong wire shows in the angles.

    e = wanted - q                    [rad]      error
    p = kp e,  d = kd w               [V]        kp, kd
    u = clip(p - d, -u_max, u_max)    [V]        pd, limit
    a = drive u                       [rad/s^2]  drive
    w' = w + dt a,  q' = q + dt w                speed, turn (forward Euler, both from the old values)
"""

from typing import Any

import numpy as np

from pult.core.signals import Array

BLOCKS_PER_LOOP = 8
STEP = 0.01
"""Control step [s]."""
KP, KD, U_MAX, DRIVE = 40.0, 4.0, 12.0, 5.0
"""Linearised: s^2 + 20 s + 200, damping 0.71. A step of more than 0.3 rad saturates at first."""
HALF_PERIOD = 500
"""Steps between sign changes of the set-points; at rest, loops decay into denormal numbers."""


def references(steps: int, loops: int) -> Array:
    """Set-points [rad]: a square wave for every loop, of amplitude 0.5 to 1.5. Shape (steps, loops)."""
    sign = np.where(np.arange(steps) // HALF_PERIOD % 2 == 0, 1.0, -1.0)
    return sign[:, None] * (0.5 + np.arange(loops) / loops)[None, :]


def trajectory(wanted: Array) -> Array:
    """Angles of all loops by NumPy: the reference for every engine.

    Args:
        wanted: Set-points [rad]. Shape (steps, loops).

    Returns:
        Angles before the first step and after each one [rad]. Shape (steps + 1, loops).
    """
    steps, loops = wanted.shape
    q, w = np.zeros((steps + 1, loops)), np.zeros(loops)
    for k in range(steps):
        u = np.clip(KP * (wanted[k] - q[k]) - KD * w, -U_MAX, U_MAX)
        q[k + 1] = q[k] + STEP * w
        w = w + STEP * (DRIVE * u)
    return q


def document(loops: int) -> dict[str, Any]:
    """The scheme document: one loop as a sub-scheme, and its copies."""

    def wire(source: str, target: str) -> dict[str, str]:
        return {"from": source, "to": target}

    def block(name: str, kind: str, **parameters: float) -> dict[str, Any]:
        return {"id": name, "type": kind, "parameters": parameters}

    loop = {
        "inputs": {"wanted": {"unit": "rad"}},
        "outputs": {"angle": {"unit": "rad"}},
        "blocks": [
            block("error", "arithmetic.difference"),
            block("kp", "arithmetic.gain", k=KP),
            block("kd", "arithmetic.gain", k=KD),
            block("pd", "arithmetic.difference"),
            block("limit", "control.saturation", low=-U_MAX, high=U_MAX),
            block("drive", "arithmetic.gain", k=DRIVE),
            block("speed", "control.integrator"),
            block("turn", "control.integrator"),
        ],
        "wires": [
            wire("wanted", "error.a"), wire("turn.y", "error.b"), wire("error.y", "kp.x"),
            wire("speed.y", "kd.x"), wire("kp.y", "pd.a"), wire("kd.y", "pd.b"), wire("pd.y", "limit.x"),
            wire("limit.y", "drive.x"), wire("drive.y", "speed.x"), wire("speed.y", "turn.x"),
            wire("turn.y", "angle"),
        ],
    }  # fmt: skip
    names = [f"{number:03}" for number in range(loops)]
    return {
        "format": "pult.scheme",
        "version": 1,
        "step": STEP,
        "inputs": {f"wanted_{name}": {"unit": "rad"} for name in names},
        "outputs": {f"angle_{name}": {"unit": "rad"} for name in names},
        "schemes": {"loop": loop},
        "blocks": [{"id": f"loop_{name}", "type": "scheme.loop"} for name in names],
        "wires": [
            *(wire(f"wanted_{name}", f"loop_{name}.wanted") for name in names),
            *(wire(f"loop_{name}.angle", f"angle_{name}") for name in names),
        ],
    }


# What a person would write for Numba: every signal stored, the loop over time inside, nothing checked.


def by_hand_one(q: Array, w: Array, signals: Array, wanted: Array, angles: Array) -> None:
    """One loop. Shapes (1,), (1,), (8, 1), (steps, 1), (steps, 1)."""
    for k in range(wanted.shape[0]):
        error = wanted[k, 0] - q[0]
        p = KP * error
        d = KD * w[0]
        pd = p - d
        u = min(max(pd, -U_MAX), U_MAX)
        a = DRIVE * u
        signals[0, 0], signals[1, 0], signals[2, 0], signals[3, 0] = error, p, d, pd
        signals[4, 0], signals[5, 0], signals[6, 0], signals[7, 0] = u, a, w[0], q[0]
        angles[k, 0] = q[0]
        q[0] += STEP * w[0]
        w[0] += STEP * a


def by_hand_many(q: Array, w: Array, signals: Array, wanted: Array, angles: Array) -> None:
    """Many loops. Shapes (n,), (n,), (8, n), (steps, n), (steps, n)."""
    for k in range(wanted.shape[0]):
        for i in range(q.shape[0]):
            error = wanted[k, i] - q[i]
            p = KP * error
            d = KD * w[i]
            pd = p - d
            u = min(max(pd, -U_MAX), U_MAX)
            a = DRIVE * u
            signals[0, i], signals[1, i], signals[2, i], signals[3, i] = error, p, d, pd
            signals[4, i], signals[5, i], signals[6, i], signals[7, i] = u, a, w[i], q[i]
            angles[k, i] = q[i]
            q[i] += STEP * w[i]
            w[i] += STEP * a
