"""Random numbers, identical in plain Python and in native code.

MRG32k3a, a combined multiple recursive generator of period near 2^191:

P. L'Ecuyer, "Good parameters and implementations for combined multiple recursive random number generators",
Operations Research 47 (1999), 159-164. Its state is six whole numbers below 2^32 and its products stay below
2^53, so a state kept in floats loses nothing and 64-bit integers never overflow.

One step makes, from x[n-3..n-1] and y[n-3..n-1],

    x[n] = (1403580 x[n-2] -  810728 x[n-3]) mod (2^32 - 209)
    y[n] = ( 527612 y[n-1] - 1370589 y[n-3]) mod (2^32 - 22853)
    u[n] = ((x[n] - y[n]) mod (2^32 - 209)) / (2^32 - 208), with 2^32 - 209 for a difference of 0
"""

import math

import numpy as np

from pult.core.kernels import kernel
from pult.core.signals import Array

MODULUS_X = 4294967087
MODULUS_Y = 4294944443
_SCALE = 1.0 / 4294967088.0


def seeded(seed: int) -> tuple[int, int, int, int, int, int]:
    """The state (x0, x1, x2, y0, y1, y2) for a seed. Neighbouring seeds give unrelated sequences."""
    words = [int(word) for word in np.random.SeedSequence(seed).generate_state(6)]
    x = [1 + word % (MODULUS_X - 1) for word in words[:3]]  # not zero: three zeros would never change
    y = [1 + word % (MODULUS_Y - 1) for word in words[3:]]
    return x[0], x[1], x[2], y[0], y[1], y[2]


@kernel
def next_x(x0: int, x1: int) -> int:
    """The number after x2 in the first sequence."""
    return (1403580 * x1 - 810728 * x0) % MODULUS_X


@kernel
def next_y(y0: int, y2: int) -> int:
    """The number after y2 in the second sequence."""
    return (527612 * y2 - 1370589 * y0) % MODULUS_Y


@kernel
def uniform(x: int, y: int) -> float:
    """The random number, uniform in (0, 1), both ends excluded."""
    difference = (x - y) % MODULUS_X
    return (difference if difference > 0 else MODULUS_X) * _SCALE


@kernel
def gaussian(u: float, v: float) -> float:
    """A standard normal number from two uniform ones (Box and Muller, 1958); below 6.67, as u > 2^-32."""
    return math.sqrt(-2.0 * math.log(u)) * math.cos(2.0 * math.pi * v)


@kernel
def draw(state: Array) -> float:
    """Advance the state, shape (6,), and return the next uniform number in (0, 1)."""
    x = next_x(int(state[0]), int(state[1]))
    y = next_y(int(state[3]), int(state[5]))
    state[0], state[1], state[2] = state[1], state[2], float(x)
    state[3], state[4], state[5] = state[4], state[5], float(y)
    return uniform(x, y)
