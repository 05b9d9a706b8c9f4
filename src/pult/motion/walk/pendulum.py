r"""The linear inverted pendulum above a zero-moment point that moves along straight pieces, in closed form.

The centre of mass c at constant height obeys c'' = w^2 (c - p). Its divergent component xi = c + c'/w and convergent
component zeta = c - c'/w obey xi' = w (xi - p), zeta' = -w (zeta - p). Where p(t) = p_0 + v t on a piece of length h,

    xi(t)   = p(t) + v/w + e^{-w (h - t)} (xi_h - p_h - v/w),       taken backwards from the end of the piece,
    zeta(t) = p(t) - v/w + e^{-w t} (zeta_0 - p_0 + v/w),           taken forwards from its start.

Both recursions are stable, so a walk of any length can be planned as a whole.
"""

from typing import NamedTuple

import numpy as np

from pult.core.errors import KinematicsError
from pult.core.signals import Array


class PendulumState(NamedTuple):
    """State of the pendulum at an instant: divergent and convergent component [m]. Shape (2,) each."""

    xi: Array
    zeta: Array


class PendulumMotion(NamedTuple):
    """Motion of the pendulum: centre of mass [m], its rates, zero-moment point [m]. Shape (k, 2)."""

    com: Array
    rate: Array
    acceleration: Array
    zmp: Array


def at_rest(place: Array) -> PendulumState:
    """The state of standing still at a place [m]."""
    return PendulumState(np.array(place, dtype=float), np.array(place, dtype=float))


def backwards(times: Array, p: Array, w: float, xi_end: Array) -> Array:
    """Divergent component at all knots [m], from that at the last. Shape (n, 2)."""
    xi = np.empty_like(p)
    xi[-1] = xi_end
    for i in range(len(times) - 2, -1, -1):
        h = times[i + 1] - times[i]
        lead = (p[i + 1] - p[i]) / (h * w)
        xi[i] = p[i] + lead + np.exp(-w * h) * (xi[i + 1] - p[i + 1] - lead)
    return xi


def forwards(times: Array, p: Array, w: float, zeta_start: Array) -> Array:
    """Convergent component at all knots [m], from that at the first. Shape (n, 2)."""
    zeta = np.empty_like(p)
    zeta[0] = zeta_start
    for i in range(len(times) - 1):
        h = times[i + 1] - times[i]
        lag = (p[i + 1] - p[i]) / (h * w)
        zeta[i + 1] = p[i + 1] - lag + np.exp(-w * h) * (zeta[i] - p[i] + lag)
    return zeta


def _gradients(times: Array, w: float) -> tuple[Array, Array]:
    """Derivatives of xi at the first knot and of zeta at the last, by the zero-moment points of all knots."""
    n = len(times)
    one = np.eye(n)
    nothing = np.zeros(n)
    return backwards(times, one, w, nothing)[0], forwards(times, one, w, nothing)[-1]


def join(times: Array, p: Array, freedom: Array, w: float, start: PendulumState, end: PendulumState) -> Array:
    """Change the zero-moment point as little as possible, so that the pendulum goes from one state to another.

    Minimises sum |dp_i|^2 / freedom_i subject to xi(0) = start.xi with xi(T) = end.xi, and zeta(T) = end.zeta with
    zeta(0) = start.zeta: two linear conditions for each axis.

    Args:
        times: Knots [s]. Shape (n,).
        p: Reference of the zero-moment point at the knots [m]. Shape (n, 2).
        freedom: How freely a knot may be moved; 0 to keep it. Shape (n,).
        w: Frequency of the pendulum [1/s].
        start, end: Wanted states.

    Returns:
        The changed knots [m]. Shape (n, 2).

    Raises:
        KinematicsError: Fewer than two knots may be moved.
    """
    if np.count_nonzero(freedom) < 2:
        raise KinematicsError("the zero-moment point has no free knots to join two states of the pendulum.")
    G = np.vstack(_gradients(times, w))  # (2, n)
    rest = np.array(
        [start.xi - backwards(times, p, w, end.xi)[0], end.zeta - forwards(times, p, w, start.zeta)[-1]]
    )  # (2 conditions, 2 axes)
    weighted = G * freedom
    return p + weighted.T @ np.linalg.solve(weighted @ G.T, rest)


def swing_pendulum(
    times: Array, p: Array, w: float, start: PendulumState, end: PendulumState, at: Array
) -> PendulumMotion:
    """Motion of the pendulum at given instants.

    Args:
        times, p: Knots of the zero-moment point [s], [m].
        w: Frequency [1/s].
        start: Its convergent component is taken.
        end: Its divergent component is taken.
        at: Instants within the knots [s]. Shape (k,).
    """
    xi, zeta = backwards(times, p, w, end.xi), forwards(times, p, w, start.zeta)
    i = np.clip(np.searchsorted(times, at + 1e-9, side="right") - 1, 0, len(times) - 2)
    h, t = (times[i + 1] - times[i])[:, None], (at - times[i])[:, None]
    v = (p[i + 1] - p[i]) / h
    now = p[i] + v * t
    x = now + v / w + np.exp(-w * (h - t)) * (xi[i + 1] - p[i + 1] - v / w)
    z = now - v / w + np.exp(-w * t) * (zeta[i] - p[i] + v / w)
    com = 0.5 * (x + z)
    return PendulumMotion(com, 0.5 * w * (x - z), w * w * (com - now), now)
