"""Deviation of chords from an arc, and the force error that follows from it (paper 001).

A tool that position control moves along the chord of an arc of radius rho and central angle phi is deepest in its
middle, by 2 rho sin^2(phi/4). An arc split into n equal chords leaves 2 rho sin^2(phi/(4 n)), which is m times as much.
"""

import math

from pult.core.errors import KinematicsError


def deviation(rho: float, phi: float, parts: int = 1) -> float:
    """Largest distance between an arc and its chords [m]: 2 rho sin^2(phi/(4 n)).

    Args:
        rho: Radius of the arc [m].
        phi: Its central angle [rad].
        parts: Number of equal chords, n.
    """
    _count(parts)
    return 2.0 * rho * math.sin(0.25 * phi / parts) ** 2


def deviation_ratio(phi: float, parts: int) -> float:
    """Ratio m of the deviations with n chords and with one: sin^2(phi/(4 n)) / sin^2(phi/4).

    Args:
        phi: Central angle of the arc [rad].
        parts: Number of equal chords, n.
    """
    _count(parts)
    if abs(phi) < 1e-150:
        return 1.0 / parts**2
    return (math.sin(0.25 * phi / parts) / math.sin(0.25 * phi)) ** 2


def force_error(stiffness: float, rho: float, phi: float, parts: int = 1) -> float:
    """Force error of position control in the middle of a chord [N]: stiffness times deviation.

    Args:
        stiffness: Stiffness c of the medium [N/m].
        rho: Radius of the arc that the tool's centre follows [m].
        phi: Its central angle [rad].
        parts: Number of equal chords, n.
    """
    return stiffness * deviation(rho, phi, parts)


def law_error(damping: float, speed: float, phi: float, parts: int = 1) -> float:
    """Force error of the force control law at the ends of a chord, where the tool must follow fastest [N].

    The law f = m ((kpf/ke) e - kvf x') + f_e is in equilibrium with e = ke (kvf/kpf) x', and along a chord x' is at
    most v sin(phi/(2 n)).

    Args:
        damping: Coefficient ke kvf/kpf [N*s/m].
        speed: Speed along the path, v [m/s].
        phi: Central angle of the arc [rad].
        parts: Number of equal chords, n.
    """
    _count(parts)
    return damping * speed * math.sin(0.5 * phi / parts)


def _count(parts: int) -> None:
    if parts < 1:
        raise KinematicsError(f"an arc is split into 1 chord or more, not {parts}.")
