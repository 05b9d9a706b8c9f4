"""Smooth closed shapes from a few numbers: lofts of superellipses, turned shapes and badges on a surface.

A shape is a pair of arrays: corners (n, 3) and triangles (m, 3), turned so that they face outwards.
"""

import struct
from collections.abc import Callable, Sequence

import numpy as np

Shape = tuple[np.ndarray, np.ndarray]
CREASE = np.radians(50.0)
"""Faces that meet at a sharper angle than this show an edge."""


def _grid(rings: np.ndarray, first: np.ndarray | None, last: np.ndarray | None) -> Shape:
    """Rings of points (k, n, 3), closed around, joined to each other and to a point at each end."""
    k, n, _ = rings.shape
    corners = rings.reshape(-1, 3)
    here = np.arange(n)
    after = (here + 1) % n
    faces = []
    for row in range(k - 1):
        a, b, c, d = row * n + here, row * n + after, (row + 1) * n + here, (row + 1) * n + after
        faces += [np.column_stack([a, b, d]), np.column_stack([a, d, c])]
    for point, row in ((first, 0), (last, k - 1)):
        if point is not None:
            fan = np.column_stack([row * n + here, row * n + after, np.full(n, len(corners))])
            faces.append(fan if row else fan[:, ::-1])
            corners = np.vstack([corners, point])
    return outwards((corners, np.vstack(faces)))


def outwards(shape: Shape) -> Shape:
    """The shape with its faces turned so that it has a positive volume."""
    corners, faces = shape
    one, two, three = (corners[faces[:, i]] for i in range(3))
    volume = np.einsum("ij,ij->", one, np.cross(two, three))
    return (corners, faces[:, ::-1]) if volume < 0.0 else shape


def _eased(at: np.ndarray, where: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Values between keys by cubic pieces that do not overshoot. Shapes (m,), (k,), (k, p) to (m, p)."""
    step = np.diff(where)[:, None]
    slope = np.diff(values, axis=0) / step
    tangent = np.zeros_like(values)
    tangent[0], tangent[-1] = slope[0], slope[-1]
    same = slope[1:] * slope[:-1] > 0.0
    middle = np.where(same, 2.0 * slope[1:] * slope[:-1] / np.where(same, slope[1:] + slope[:-1], 1.0), 0.0)
    tangent[1:-1] = middle
    piece = np.clip(np.searchsorted(where, at, side="right") - 1, 0, len(where) - 2)
    t = ((at - where[piece]) / np.diff(where)[piece])[:, None]
    h = np.diff(where)[piece][:, None]
    return (
        (2 * t**3 - 3 * t**2 + 1) * values[piece]
        + (t**3 - 2 * t**2 + t) * h * tangent[piece]
        + (3 * t**2 - 2 * t**3) * values[piece + 1]
        + (t**3 - t**2) * h * tangent[piece + 1]
    )


def loft(
    keys: Sequence[Sequence[float]],
    rounds: tuple[float, float],
    around: int = 32,
    rings: int = 12,
    power: float = 2.4,
    arc: int = 5,
) -> Shape:
    """A shape along z whose cuts are superellipses |x/a|^p + |y/b|^p = 1.

    Args:
        keys: Rows (z, a, b) or (z, a, b, x) from below: height, half sizes, and how far the middle lies forward [m].
        rounds: Radii of the edges at the lower and at the upper end [m]; as large as the end is, it becomes a dome.
        around: Points around.
        rings: Cuts between the ends.
        power: p; 2 is an ellipse, larger ones are squarer.
        arc: Cuts of each rounded edge.
    """
    table = np.array([[*key, *[0.0] * (4 - len(key))] for key in keys])
    heights = np.linspace(table[0, 0], table[-1, 0], rings)
    rows = np.column_stack([heights, _eased(heights, table[:, 0], table[:, 1:])])  # z, a, b, x

    def edge(row: np.ndarray, radius: float, way: float) -> list[np.ndarray]:
        if radius <= 0.0:
            return []
        found = []
        for angle in np.linspace(0.0, np.pi / 2.0, arc + 1)[1:]:
            least = 0.02 if angle > np.pi / 2.0 - 1e-9 else 0.0
            inward = radius * (1.0 - np.cos(angle))
            a, b = (max(half - min(inward, half * (1.0 - least)), half * 0.02) for half in row[1:3])
            found.append(np.array([row[0] + way * radius * np.sin(angle), a, b, row[3]]))
        return found

    lower, upper = edge(rows[0], rounds[0], -1.0), edge(rows[-1], rounds[1], 1.0)
    cuts = np.array([*lower[::-1], *rows, *upper])
    turn = np.linspace(0.0, 2.0 * np.pi, around, endpoint=False)
    x = np.sign(np.cos(turn)) * np.abs(np.cos(turn)) ** (2.0 / power)
    y = np.sign(np.sin(turn)) * np.abs(np.sin(turn)) ** (2.0 / power)
    points = np.stack(
        [
            cuts[:, 3:4] + cuts[:, 1:2] * x,
            cuts[:, 2:3] * y,
            np.repeat(cuts[:, :1], around, axis=1),
        ],
        axis=2,
    )
    ends = [np.array([cuts[i, 3], 0.0, cuts[i, 0]]) for i in (0, -1)]
    return _grid(points, ends[0], ends[1])


def turned(profile: Sequence[tuple[float, float]], around: int = 32) -> Shape:
    """A shape turned about z from its profile (radius, z); it starts and ends on the axis."""
    angle = np.linspace(0.0, 2.0 * np.pi, around, endpoint=False)
    inner = np.array([point for point in profile if point[0] > 0.0])
    points = np.stack(
        [inner[:, :1] * np.cos(angle), inner[:, :1] * np.sin(angle), np.repeat(inner[:, 1:], around, axis=1)], axis=2
    )
    return _grid(points, np.array([0.0, 0.0, profile[0][1]]), np.array([0.0, 0.0, profile[-1][1]]))


def disc(radius: float, low: float, high: float, edge: float, around: int = 24, arc: int = 2) -> Shape:
    """A round plate or drum about z between two heights, with rounded edges."""
    angles = np.linspace(0.0, np.pi / 2.0, arc + 1)
    lower = [(radius - edge + edge * np.sin(a), low + edge - edge * np.cos(a)) for a in angles]
    upper = [(radius - edge + edge * np.cos(a), high - edge + edge * np.sin(a)) for a in angles]
    return turned([(0.0, low), *lower, *upper, (0.0, high)], around)


def ball(radius: float, around: int = 24, rings: int = 14) -> Shape:
    """A sphere."""
    angles = np.linspace(-np.pi / 2.0, np.pi / 2.0, rings)
    return turned(
        [(0.0, -radius), *((radius * np.cos(a), radius * np.sin(a)) for a in angles[1:-1]), (0.0, radius)], around
    )


def badge(
    surface: Callable[[np.ndarray, np.ndarray], np.ndarray],
    middle: tuple[float, float],
    half: tuple[float, float],
    lift: float,
    power: float = 4.0,
    around: int = 40,
    rings: int = 5,
    sink: float = 0.006,
) -> Shape:
    """A plate that lies on a surface x = f(y, z), with rounded corners and a rounded edge.

    Args:
        surface: Height x of the surface over (y, z) [m].
        middle: Its middle (y, z) [m].
        half: Half sizes along y and z [m].
        lift: How far it stands out [m].
        power: Of the superellipse that is its outline.
        around: Points around.
        rings: Rows of points from the middle to the edge.
        sink: How deep its edge goes into the surface [m].
    """
    angle = np.linspace(0.0, 2.0 * np.pi, around, endpoint=False)
    y = half[0] * np.sign(np.cos(angle)) * np.abs(np.cos(angle)) ** (2.0 / power)
    z = half[1] * np.sign(np.sin(angle)) * np.abs(np.sin(angle)) ** (2.0 / power)
    inner = 1.0 - lift / min(half)
    steps = [(share * inner, lift) for share in np.linspace(0.12, 1.0, rings)]
    steps += [(inner + (1.0 - inner) * np.sin(a), lift * np.cos(a)) for a in np.linspace(0.0, np.pi / 2.0, 3)[1:]]
    steps += [(1.0, -sink)]
    rows = []
    for share, height in steps:
        at_y, at_z = middle[0] + share * y, middle[1] + share * z
        rows.append(np.column_stack([surface(at_y, at_z) + height, at_y, at_z]))
    top = np.array([float(surface(np.array([middle[0]]), np.array([middle[1]]))[0]) + lift, *middle])
    low = np.array([rows[-1][:, 0].min(), *middle])
    return _grid(np.array(rows), top, low)


def moved(shape: Shape, place: Sequence[float] = (0, 0, 0), z_to: str = "z") -> Shape:
    """A shape moved, after its z axis was turned to x, y, -x or -y."""
    corners, faces = shape
    turn = {"z": (0, 1, 2), "x": (2, 0, 1), "y": (1, 2, 0)}[z_to.lstrip("-")]
    corners = corners[:, turn]
    if z_to.startswith("-"):  # half a turn about z
        corners = corners * np.array([-1.0, -1.0, 1.0])
    return corners + np.asarray(place, dtype=float), faces


def joined(shapes: Sequence[Shape]) -> Shape:
    """Several shapes as one."""
    corners, faces, count = [], [], 0
    for points, triangles in shapes:
        corners.append(points)
        faces.append(triangles + count)
        count += len(points)
    return np.vstack(corners), np.vstack(faces)


def smooth(shape: Shape) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Corners, their normals and faces. A corner has a normal for each group of faces that meet without a crease."""
    corners, faces = shape
    one, two, three = (corners[faces[:, i]] for i in range(3))
    cross = np.cross(two - one, three - one)
    size = np.linalg.norm(cross, axis=1)
    faces, cross, size = faces[size > 1e-14], cross[size > 1e-14], size[size > 1e-14]
    flat = cross / size[:, None]
    order = np.argsort(faces.ravel(), kind="stable")
    starts = np.searchsorted(faces.ravel()[order], np.arange(len(corners) + 1))
    points, normals, made = [], [], np.empty(faces.size, dtype=np.int64)
    for corner in range(len(corners)):
        spots = order[starts[corner] : starts[corner + 1]]
        groups: list[list[int]] = []
        for spot in spots:
            home = next(
                (g for g in groups if any(flat[spot // 3] @ flat[other // 3] > np.cos(CREASE) for other in g)), None
            )
            if home is None:
                groups.append([int(spot)])
            else:
                home.append(int(spot))
        for group in groups:
            normal = cross[[spot // 3 for spot in group]].sum(axis=0)
            made[group] = len(points)
            points.append(corners[corner])
            normals.append(normal / max(np.linalg.norm(normal), 1e-12))
    return np.array(points), np.array(normals), made.reshape(-1, 3)


def packed(shape: Shape) -> bytes:
    """The shape as a mesh file of MuJoCo (.msh)."""
    points, normals, faces = smooth(shape)
    head = struct.pack("<4i", len(points), len(normals), 0, len(faces))
    # a thousandth of a millimetre is fine enough, and nearly always the same on every machine
    numbers = [np.round(points, 6).astype("<f4"), np.round(normals, 4).astype("<f4"), faces.astype("<i4")]
    return head + b"".join(part.tobytes() for part in numbers)
