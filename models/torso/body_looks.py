"""Shapes of pedestal, waist, chest, neck and head, each in the frame of its body; by material."""

from collections.abc import Callable

import numpy as np
from models.torso.frame import EYES
from models.torso.shapes import Shape, badge, disc, loft, moved, turned
from models.torso.table import EYE_HEIGHT, HEAD_HEIGHT

CHEST = [
    (0.055, 0.082, 0.094, 0.000), (0.10, 0.092, 0.110, 0.002), (0.20, 0.105, 0.134, 0.006), (0.31, 0.116, 0.158, 0.010),
    (0.40, 0.119, 0.173, 0.011), (0.47, 0.109, 0.177, 0.006), (0.505, 0.098, 0.170, 0.002),
]  # fmt: skip
"""Cuts of the chest: height, half depth, half width, middle forward."""
CHEST_POWER = 2.7
HEAD = [
    (0.002, 0.074, 0.072, 0.016), (0.03, 0.094, 0.089, 0.016), (0.065, 0.106, 0.101, 0.014),
    (0.10, 0.110, 0.105, 0.012), (0.13, 0.105, 0.100, 0.010),
]  # fmt: skip
HEAD_POWER = 2.5
RIB = [(-0.010, -0.0130), (-0.003, -0.0085), (0.0, 0.0), (-0.003, 0.0085), (-0.010, 0.0130)]
"""Profile of a rib of the waist: inwards and upwards [m]."""
EYE_LEVEL = EYE_HEIGHT - HEAD_HEIGHT


def _front(keys: list[tuple[float, ...]], power: float) -> Callable[[np.ndarray, np.ndarray], np.ndarray]:
    """The front of a loft as a surface x = f(y, z)."""
    table = np.array(keys)

    def surface(y: np.ndarray, z: np.ndarray) -> np.ndarray:
        a, b, x = (np.interp(z, table[:, 0], table[:, column]) for column in (1, 2, 3))
        inside = np.clip(1.0 - np.abs(y / b) ** power, 0.0, 1.0)
        return x + a * inside ** (1.0 / power)

    return surface


def pelvis() -> dict[str, list[Shape]]:
    """A column on a round foot."""
    column = [
        (0.0, 0.03), (0.115, 0.03), (0.112, 0.04), (0.094, 0.055), (0.084, 0.08), (0.078, 0.13), (0.074, 0.25),
        (0.072, 0.45), (0.074, 0.62), (0.080, 0.72), (0.088, 0.785), (0.088, 0.797), (0.084, 0.803), (0.0, 0.803),
    ]  # fmt: skip
    return {
        "shell": [turned(column, 32)],
        "dark": [disc(0.235, 0.0, 0.026, 0.010, 40), disc(0.080, 0.795, 0.862, 0.006, 28)],
        "teal": [disc(0.185, 0.010, 0.034, 0.006, 40), disc(0.0835, 0.816, 0.830, 0.003, 28)],
    }


def waist() -> dict[str, list[Shape]]:
    """A ribbed joint between column and chest."""
    profile = [(0.0, -0.068)]
    for height, radius in ((-0.052, 0.078), (-0.026, 0.086), (0.0, 0.090), (0.026, 0.087), (0.052, 0.080)):
        profile += [(radius + inward, height + up) for inward, up in RIB]
    return {"dark": [turned([*profile, (0.0, 0.075)], 28)]}


def chest() -> dict[str, list[Shape]]:
    """A tapered shell with a dark plate in front, and a collar."""
    front = _front(CHEST, CHEST_POWER)
    back = _front([(z, a, b, -x) for z, a, b, x in CHEST], CHEST_POWER)
    panel = badge(back, (0.0, 0.30), (0.085, 0.10), 0.004, 5.0, 32, 3)
    return {
        "shell": [loft(CHEST, (0.030, 0.045), 40, 13, CHEST_POWER, 4)],
        "dark": [
            badge(front, (0.0, 0.345), (0.072, 0.052), 0.0035, 6.0, 36, 3),
            badge(front, (0.0, 0.165), (0.019, 0.019), 0.003, 2.0, 20, 1),
            moved((panel[0] * np.array([-1.0, -1.0, 1.0]), panel[1])),
            disc(0.056, 0.535, 0.562, 0.006, 24),
        ],
        "teal": [
            badge(front, (0.0, 0.352), (0.047, 0.0035), 0.0055, 3.0, 20, 1),
            badge(front, (0.0, 0.165), (0.009, 0.009), 0.0045, 2.0, 16, 1),
            disc(0.090, 0.022, 0.036, 0.004, 28),
        ],
    }


def neck() -> dict[str, list[Shape]]:
    """Two dark rings."""
    return {"dark": [disc(0.044, -0.005, 0.030, 0.005, 20), disc(0.037, 0.028, 0.085, 0.004, 16)]}


def head() -> dict[str, list[Shape]]:
    """A white shell with a dark visor, two eyes and round ears."""
    front = _front(HEAD, HEAD_POWER)
    rings, lenses, ears, rims = [], [], [], []
    for side in (1.0, -1.0):
        place = (0.0, side * EYES, EYE_LEVEL)
        rings.append(moved(disc(0.0265, 0.085, 0.1275, 0.004, 24), place, "x"))
        lenses.append(moved(_lens(0.0195, 0.115, 0.1290), place, "x"))
        ear = (-0.006, 0.0, 0.078)
        way = "y" if side > 0.0 else "-y"
        rims.append(moved(disc(0.044, 0.080, 0.1075, 0.005, 24), ear, way))
        ears.append(moved(disc(0.037, 0.090, 0.1145, 0.005, 24), ear, way))
    return {
        "shell": [loft(HEAD, (0.026, 0.066), 36, 9, HEAD_POWER, 6)],
        "dark": [badge(front, (0.0, EYE_LEVEL - 0.006), (0.088, 0.0385), 0.003, 3.2, 40, 5), *rims],
        "teal": ears,
        "metal": rings,
        "glass": lenses,
    }


def _lens(radius: float, low: float, high: float) -> Shape:
    bulge = [(radius * np.cos(a), high - 0.004 + 0.004 * np.sin(a)) for a in np.linspace(0.0, np.pi / 2.0, 5)[:-1]]
    return turned([(0.0, low), (radius, low), *bulge, (0.0, high)], 20)


PARTS = {"pelvis": pelvis, "waist": waist, "chest": chest, "neck": neck, "head": head}
