"""Vectors and angles for tests of the vector algebra."""

import math

import numpy as np
from hypothesis import strategies as st

coordinates = st.floats(-10.0, 10.0).map(lambda x: x if abs(x) > 1e-3 else 0.0)
vectors = st.tuples(coordinates, coordinates, coordinates).map(np.array)
nonzero = vectors.filter(lambda v: np.linalg.norm(v) > 0.1)
angles = st.floats(-math.pi + 1e-6, math.pi)
lengths = st.floats(0.05, 10.0)


@st.composite
def pairs(draw, least=0.05):
    """Two vectors whose directions differ."""
    a, b = draw(nonzero), draw(nonzero)
    sine = np.linalg.norm(np.cross(a, b)) / np.linalg.norm(a) / np.linalg.norm(b)
    if sine < least:
        b = np.cross(a, [0.3, -0.5, 0.8]) + 0.1 * b
        sine = np.linalg.norm(np.cross(a, b)) / np.linalg.norm(a) / np.linalg.norm(b)
    from hypothesis import assume

    assume(sine >= least)
    return a, b


def apart(a, b):
    """Difference of two angles, modulo a turn."""
    return np.abs(np.angle(np.exp(1j * (np.asarray(a) - np.asarray(b)))))
