"""The trefoil on the jars of the room: three blades about a dot, bent round the jar like the torso's warning sign."""

import numpy as np
from models.torso.make_laboratory import RADIUS, THICK, Strip, arc, bent, outward

BLADE, DOT = (0.30, 1.0), 0.2
"""Radii of the blades, and of the dot, in units of the sign's size: those of ISO 361 are 1.5, 5 and 1."""


def strips() -> list[Strip]:
    """Blades of 60 degrees and the dot, in units of the sign's size; y is up."""
    middle, width = sum(BLADE) / 2.0, BLADE[1] - BLADE[0]
    turns = [np.pi / 2.0 + n * 2.0 * np.pi / 3.0 + np.pi / 3.0 for n in range(3)]
    blades = [arc(middle, width, turn - np.radians(30), turn + np.radians(30)) for turn in turns]
    return [*blades, arc(DOT / 2.0, DOT, 0.0, 2.0 * np.pi)]


def sign() -> str:
    """The sign as a Wavefront file."""
    vertices, faces = [], []
    for inner, outer in strips():
        n, first = len(inner), sum(map(len, vertices))
        low, high = RADIUS, RADIUS + THICK
        vertices += [bent(inner, low), bent(outer, low), bent(inner, high), bent(outer, high)]
        a, b, c, d = (first + k * n for k in range(4))
        for i in range(n - 1):
            for p, q in ((c, d), (b, a), (d, b), (a, c)):  # above, below, and the two edges
                faces += [(p + i, p + i + 1, q + i + 1), (p + i, q + i + 1, q + i)]
    points = np.concatenate(vertices)
    lines = ["# the trefoil on the jars; made by models/biped/make.py"]
    lines += [f"v {x:.6f} {y:.6f} {z:.6f}" for x, y, z in points]
    lines += [f"f {p + 1} {q + 1} {r + 1}" for p, q, r in outward(points, faces)]
    return "\n".join(lines) + "\n"
