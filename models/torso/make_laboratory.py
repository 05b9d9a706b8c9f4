"""Makes the warning sign on the container of the laboratory: `python -m models.torso.make_laboratory` in the root.

The sign is drawn from arcs: three crescents about a middle, a ring that joins them, a dot. It is bent round the
container and a little thick, so that it is seen from everywhere.
"""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

FILE = Path(__file__).resolve().parents[2] / "src/pult/catalog/torso/laboratory-sign.obj"
RADIUS = 0.0331
"""Of the container, with a hair's breadth between it and the sign [m]."""
THICK = 0.0005
SIZE = 0.0265
"""From the middle to the tip of a crescent [m]."""
Points = NDArray[np.float64]


Strip = tuple[Points, Points]
"""What lies between two lines of n points, the inner and the outer. Shapes (n, 2)."""


def crescent(turn: float) -> Strip:
    """A ring that is open outwards, thick at the middle of the sign and with pointed ends."""
    share = np.linspace(-1.0, 1.0, 61)
    angle = np.pi + share * np.radians(143.0)  # the opening looks away from the middle
    middle = np.array([0.50, 0.0])
    out = 0.46 * np.column_stack([np.cos(angle), np.sin(angle)]) + middle
    hole = 0.46 - 0.21 * (1.0 - np.abs(share) ** 2.2) - 0.012
    inner = hole[:, None] * np.column_stack([np.cos(angle), np.sin(angle)]) + middle
    R = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return inner @ R.T, out @ R.T


def arc(radius: float, width: float, begin: float, end: float) -> Strip:
    """A part of a ring about the middle of the sign."""
    angle = np.linspace(begin, end, max(8, int(np.degrees(end - begin) / 4)))
    circle = np.column_stack([np.cos(angle), np.sin(angle)])
    return (radius - width / 2) * circle, (radius + width / 2) * circle


def strips() -> list[Strip]:
    """All parts of the sign, in units of its size; y is up."""
    thirds = [np.pi / 2 + n * 2 * np.pi / 3 for n in range(3)]
    found = [crescent(turn) for turn in thirds]
    found += [arc(0.50, 0.105, turn + np.radians(27), turn + np.radians(93)) for turn in thirds]
    found.append(arc(0.055, 0.105, 0.0, 2 * np.pi))
    return found


def bent(flat: Points, radius: float) -> Points:
    """Points of the sign on a cylinder about z; the sign looks along -x, its left is +y. Shape (n, 3)."""
    angle = flat[:, 0] * SIZE / RADIUS
    return np.column_stack([-radius * np.cos(angle), -radius * np.sin(angle), flat[:, 1] * SIZE])


def main() -> None:
    """Write the file."""
    vertices: list[Points] = []
    faces: list[tuple[int, int, int]] = []
    for inner, outer in strips():
        n, first = len(inner), sum(map(len, vertices))
        low, high = RADIUS, RADIUS + THICK
        # along the strip: inner and outer edge below, then above
        vertices += [bent(inner, low), bent(outer, low), bent(inner, high), bent(outer, high)]
        a, b, c, d = (first + k * n for k in range(4))
        for i in range(n - 1):
            for p, q in ((c, d), (b, a), (d, b), (a, c)):  # above, below, and the two edges
                faces += [(p + i, p + i + 1, q + i + 1), (p + i, q + i + 1, q + i)]
        for p, q, r, s in ((a, c, d, b), (a + n - 1, b + n - 1, d + n - 1, c + n - 1)):  # the two ends
            faces += [(p, q, r), (p, r, s)]
    points = np.concatenate(vertices)
    faces = outward(points, faces)
    lines = ["# the warning sign on the container; made by models/torso/make_laboratory.py"]
    lines += [f"v {x:.6f} {y:.6f} {z:.6f}" for x, y, z in points]
    lines += [f"f {p + 1} {q + 1} {r + 1}" for p, q, r in faces]
    FILE.write_text("\n".join(lines) + "\n", encoding="ascii")


def outward(points: Points, faces: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """Faces of the upper side, which are seen, run anticlockwise; those of the rest do not matter."""
    found = []
    for p, q, r in faces:
        normal = np.cross(points[q] - points[p], points[r] - points[p])
        middle = (points[p] + points[q] + points[r]) / 3
        upper = np.hypot(*middle[:2]) > RADIUS + 0.9 * THICK
        out = float(normal[:2] @ middle[:2])
        found.append((p, r, q) if upper and out < 0 else (p, q, r))
    return found


if __name__ == "__main__":
    main()
