"""Makes the drawings of the page on vector algebra: `python docs/make_algebra.py`. The operators draw themselves."""

import math
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from docs.drawing import BLUE, GREY, INK, PALE, RUST, TEAL, Drawing

from pult.geometry import algebra as rva

ORIGIN, X, Y, Z = np.zeros(3), *np.eye(3)
TABLE = np.array([
    [0, 0, 0], [0, 0, 1], [-90, 0, 0], [0, 78.5, 95], [0, -1, 0], [580, 0, 0], [0, -1, 0], [0, -78.5, 0],
    [440, 0, 0], [0, -1, 0], [0, 35.5, 0], [360, 0, 0], [1, 0, 0], [0, 0, 1], [0, -1, 0],
], dtype=float) / 1000.0  # fmt: skip
AXES = [2, 5, 7, 10, 13]


def pair(d: Drawing, a: np.ndarray, b: np.ndarray) -> None:
    d.arrow(ORIGIN, a, "a", BLUE, shift=(-8, 3))
    d.arrow(ORIGIN, b, "b", BLUE, shift=(8, 4))


def vectors() -> None:
    v = np.array([0.2, 0.75, 0.55])
    with Drawing("algebra-rotate") as d:
        d.arrow(ORIGIN, 1.2 * Z, "axis", GREY)
        d.sweep(v, Z, 0.0, 2 * math.pi, color=PALE)
        d.sweep(v, Z, 0.0, 1.9, color=RUST, style="--")
        d.arrow(ORIGIN, v, "v", BLUE, shift=(12, -4))
        d.arrow(ORIGIN, rva.rotate(v, Z, 1.9), "PVV(v, axis, angle)", TEAL, 1.0, (64, 10))
        d.text(rva.rotate(v, Z, 0.9), "angle", RUST, (12, -8))
    with Drawing("algebra-extend") as d:
        axis = np.array([-0.2, 1.2, 0.1])
        d.arrow(0.75 * Z, axis + 0.75 * Z, "axis", GREY)
        d.arrow(ORIGIN, [0.0, 0.3, 0.6], "v", BLUE, 0.5, (-10, 4))
        d.arrow([0.0, 0.3, 0.6], rva.extend([0.0, 0.3, 0.6], axis, 0.8), "length", RUST, 0.5, (0, -11))
        d.arrow(ORIGIN, rva.extend([0.0, 0.3, 0.6], axis, 0.8), "VVV(v, axis, length)", TEAL, 0.6, (48, -14))
    with Drawing("algebra-scale") as d:
        a, b = np.array([0.1, 1.0, 0.7]), np.array([0.3, 1.1, 0.05])
        pair(d, a, b)
        d.arrow(b, a, "VmV(a, b) = a - b", TEAL, 0.5, (46, 0))
        d.arrow(ORIGIN, rva.scale(a, -0.5), "VuS(a, -0.5)", RUST, shift=(0, -9))
    a, b = np.array([0.9, 0.1, 0.0]), np.array([-0.1, 0.9, 0.1])
    with Drawing("algebra-perpendicular") as d:
        d.line([ORIGIN, a, a + b, b, ORIGIN], PALE)
        pair(d, a, b)
        d.arrow(ORIGIN, rva.perpendicular(a, b).direction, "OrtB(a, b)", TEAL, shift=(28, 0))
    a, b = np.array([0.2, 1.1, 0.0]), np.array([-0.5, 0.7, 0.7])
    with Drawing("algebra-attach") as d:
        found = rva.attach_frame(a, b)
        d.arrow(ORIGIN, found.b_along_a, "b along a", RUST, 0.5, (-16, -14))
        d.arrow(found.b_along_a, b, "b across a", RUST, 0.5, (30, 0))
        d.arrow(ORIGIN, a, "a", BLUE, shift=(7, 0))
        d.arrow(ORIGIN, b, "b", BLUE, shift=(4, 6))
        for axis, name, shift in ((0.55 * found.x, "x", (2, 9)), (0.55 * found.y, "y", (-7, 2)), (0.55 * found.z, "z", (-7, 2))):
            d.arrow(ORIGIN, axis, name, TEAL, shift=shift, width=2.4)


def chain(d: Drawing, q: list[float], color: str, names: bool = False) -> None:
    rows = rva.rotate_table(TABLE, AXES, q)
    here = np.zeros(3)
    for number, row in enumerate(rows, 1):
        if number in AXES:
            if number < 13:
                d.line([here - 0.09 * row * 1000, here + 0.09 * row * 1000], RUST, "-", 2.6)
            if names and number < 13:
                d.text(here, f"row {number}", RUST, (-20, 8) if number == 2 else (0, 14))
        elif number < 13:
            d.line([here, here + row], color, "-", 2.2)
            here = here + row
    d.dot(here, "tip" if names else "", color, (4, 9))


def tables() -> None:
    with Drawing("algebra-table", (5.2, 3.0)) as d:
        chain(d, [0.0] * 5, PALE)
        chain(d, [0.9, 0.8, -0.9, -0.4, 0.0], TEAL, names=True)
    with Drawing("algebra-tail", (5.2, 3.0)) as d:
        q = [0.9, 0.8, -0.9, -0.4, 0.0]
        for angle, color in ((0.35, PALE), (0.7, TEAL), (0.0, BLUE)):
            chain(d, [*q[:2], q[2] + angle, *q[3:]], color)


def angles() -> None:
    a = np.array([0.55, 0.75, 0.45])
    b = rva.rotate(a, Z, 1.3) * 1.0
    with Drawing("algebra-angle-between") as d:
        pair(d, X + 0.2 * Y, 0.3 * Z + Y)
        turn = rva.align_directions(X + 0.2 * Y, 0.3 * Z + Y)
        d.sweep(0.45 * (X + 0.2 * Y), turn.axis, 0.0, float(turn.angle), color=RUST)
        d.text(rva.rotate(0.45 * (X + 0.2 * Y), turn.axis, float(turn.angle) / 2), "angle", RUST, (0, -9))
    with Drawing("algebra-angle-about") as d:
        d.arrow(ORIGIN, 1.1 * Z, "axis", GREY)
        d.sweep(a, Z, 0.0, 1.3, color=PALE)
        for v in (a, b):
            flat = v * [1, 1, 0]
            d.line([ORIGIN, flat, v], GREY, ":")
        d.sweep(0.6 * a * [1, 1, 0], Z, 0.0, 1.3, color=RUST)
        d.text(rva.rotate(0.6 * a * [1, 1, 0], Z, 0.65), "angle", RUST, (2, -9))
        d.arrow(ORIGIN, a, "a", BLUE, shift=(-2, 8))
        d.arrow(ORIGIN, b, "b", TEAL, shift=(8, 4))
    with Drawing("algebra-two-axis") as d:
        k1, k2 = Z, np.array([0.0, 1.0, 0.35])
        v = np.array([0.55, 0.35, 0.7])
        w = rva.rotate(rva.rotate(v, k1, 0.35), k2, 0.9)
        found = rva.two_axis_angles(v, w, k1, k2)
        d.arrow(ORIGIN, 1.2 * k1, "axis 1", GREY)
        d.arrow(ORIGIN, 1.1 * k2, "axis 2", GREY, shift=(10, 0))
        for (q1, q2), style in ((found.first, "-"), (found.second, "--")):
            middle = rva.rotate(v, k1, q1)
            d.sweep(v, k1, 0.0, q1, color=RUST, style=style)
            d.sweep(middle, k2, 0.0, q2, color=TEAL, style=style)
            d.dot(middle, color=INK)
        d.arrow(ORIGIN, v, "a", BLUE, shift=(-6, -4))
        d.arrow(ORIGIN, w, "b", BLUE, shift=(10, 2))
    with Drawing("algebra-three-axis") as d:
        q = (0.5, -0.6, 0.8)
        frame = np.eye(3)
        for axis, angle, shade in zip(np.eye(3), q, (PALE, GREY, TEAL), strict=True):
            frame = rva.rotate(frame, axis, angle)
            for v in frame:
                d.arrow(ORIGIN, 0.85 * v, "", shade, width=1.4 if shade != TEAL else 2.2)
        for axis, name in zip(np.eye(3), ("axis 1", "axis 2", "axis 3"), strict=True):
            d.arrow(ORIGIN, 1.15 * axis, name, RUST, shift=(0, 7), width=1.0)


def alignments() -> None:
    with Drawing("algebra-align-directions") as d:
        a, b = np.array([0.5, 0.9, 0.1]), np.array([-0.4, 0.5, 0.9])
        found = rva.align_directions(a, b)
        d.arrow(ORIGIN, 0.9 * found.axis, "axis", GREY, shift=(-8, 4))
        d.sweep(a, found.axis, 0.0, found.angle, color=RUST)
        d.text(rva.rotate(a, found.axis, found.angle / 2), "angle", RUST, (16, 4))
        pair(d, a, b)
    with Drawing("algebra-align-planes") as d:
        n1, n2 = np.array([0.1, -0.15, 1.0]), np.array([-0.5, 0.75, 0.7])
        turn = rva.align_planes(n1, n2)
        for normal, color, name in ((n1, GREY, "normal 1"), (n2, TEAL, "normal 2")):
            n = normal / np.linalg.norm(normal)
            side = np.cross(n, turn.axis)
            d.line([0.8 * (s * turn.axis + t * side) for s, t in ((1, 1), (1, -1), (-1, -1), (-1, 1), (1, 1))], color)
            d.arrow(ORIGIN, 0.7 * n, name, color, shift=(24, 4))
        d.arrow(-1.1 * turn.axis, 1.1 * turn.axis, "axis", RUST)
        d.sweep(0.45 * n1 / np.linalg.norm(n1), turn.axis, 0.0, turn.angle, color=RUST)
    with Drawing("algebra-align-pairs") as d:
        a, b = np.array([0.9, 0.4, 0.0]), np.array([0.3, 0.9, 0.2])
        k, q = np.array([0.2, 0.3, 1.0]), 1.2
        for shade, names, turned in ((BLUE, ("a1", "b1"), (a, b)), (TEAL, ("a2", "b2"), rva.rotate([a, b], k, q))):
            d.line([ORIGIN, turned[0], turned[1], ORIGIN], PALE)
            for v, name in zip(turned, names, strict=True):
                d.arrow(ORIGIN, v, name, shade, shift=(11, 2))
        d.arrow(ORIGIN, k, "axis", GREY, shift=(12, 2))
        d.sweep(0.5 * a, k, 0.0, q, color=RUST)


def cones() -> None:
    k1, k2 = Z, np.array([-0.1, 0.85, 0.55])
    with Drawing("algebra-cones") as d:
        found = rva.cone_directions(k1, 0.6, k2, 0.75)
        d.cone(k1, 0.6, color=GREY)
        d.cone(k2, 0.75, color=PALE)
        d.arrow(ORIGIN, 1.25 * k1, "axis 1", GREY, shift=(-16, 0))
        d.arrow(ORIGIN, 1.2 * k2, "axis 2", GREY, shift=(10, -6))
        d.arrow(ORIGIN, found.first, "first", TEAL, shift=(10, 8))
        d.arrow(ORIGIN, found.second, "second", RUST, shift=(-18, -2))
    with Drawing("algebra-cone-angles") as d:
        v = np.array([0.6, -0.2, 0.6])
        found = rva.cone_angles(v, Z, k2, 0.55)
        d.arrow(ORIGIN, 1.1 * Z, "axis", GREY, shift=(-10, 0))
        d.cone(k2, 0.55, color=PALE)
        d.arrow(ORIGIN, 1.15 * k2, "target", GREY, shift=(14, 0))
        d.sweep(v, Z, 0.0, max(found.first, found.second), color=RUST, style="--")
        d.arrow(ORIGIN, v, "v", BLUE, shift=(-6, -6))
        for angle in (found.first, found.second):
            d.arrow(ORIGIN, rva.rotate(v, Z, angle), "", TEAL)
    with Drawing("algebra-distance-angles") as d:
        v, point = np.array([0.7, 0.1, 0.2]), np.array([0.1, 1.1, 0.4])
        found = rva.distance_angles(v, Z, point, 0.75)
        d.arrow(ORIGIN, 0.9 * Z, "axis", GREY)
        d.sweep(v, Z, 0.0, 2 * math.pi, color=PALE)
        d.arrow(ORIGIN, v, "v", BLUE, shift=(-6, -4))
        for angle in (found.first, found.second):
            end = rva.rotate(v, Z, angle)
            d.arrow(ORIGIN, end, "", TEAL)
            d.line([end, point], RUST)
        d.dot(point, "point", INK, (18, -6))
        d.text((rva.rotate(v, Z, found.first) + point) / 2, "distance", RUST, (24, 10))


def lines() -> None:
    with Drawing("algebra-lines") as d:
        p, u, q, v = np.array([0.0, -0.6, 0.1]), np.array([0.3, 1.0, 0.05]), np.array([0.6, 0.2, 0.9]), np.array([-1.0, 0.1, -0.2])
        found = rva.line_distance(p, u, q, v)
        d.line([p - 0.1 * u, p + 1.3 * u], BLUE, "-", 1.8)
        d.line([q - 0.1 * v, q + 1.3 * v], TEAL, "-", 1.8)
        d.line([found.first, found.second], RUST, "--", 1.8)
        d.text((found.first + found.second) / 2, "distance", RUST, (26, 0))
        d.dot(found.first, "first", BLUE, (14, -8))
        d.dot(found.second, "second", TEAL, (24, 8))
    with Drawing("algebra-segments", (6.4, 2.0)) as d:
        cases = [
            (([0, 0], [1, 1], [0, 1], [1, 0]), "solved"),
            (([0, 0], [1, 0.1], [0.7, 0.6], [1.0, 1.0]), "apart"),
            (([0, 0], [1, 0.1], [0.3, 0.5], [1.3, 0.6]), "parallel"),
            (([0, 0], [0.8, 0.4], [0.5, 0.25], [1.2, 0.6]), "coincident"),
        ]
        for number, (ends, name) in enumerate(cases):
            p1, q1, p2, q2 = (np.array([x + 1.8 * number, y, 0.0]) for x, y in ends)
            found = rva.segment_distance(p1, q1, p2, q2)
            assert rva.Case(found.case).name.lower() == name
            d.line([p1[:2], q1[:2]], BLUE, "-", 2.2)
            d.line([p2[:2], q2[:2]], TEAL, "-", 2.2)
            d.line([found.first[:2], found.second[:2]], RUST, "--", 1.6)
            d.dot(found.first[:2], "", RUST)
            d.dot(found.second[:2], "", RUST)
            d.text([0.5 + 1.8 * number, -0.3], name, INK, (0, 0))


def ring(d: Drawing, centre: np.ndarray, radius: float, color: str = GREY) -> None:
    turn = np.linspace(0.0, 2 * math.pi, 120)
    d.line(np.stack([centre[0] + abs(radius) * np.cos(turn), centre[1] + abs(radius) * np.sin(turn)], axis=-1), color)


def circles() -> None:
    with Drawing("algebra-tangent", (5.0, 2.6)) as d:
        point, radius = np.array([2.4, 0.0, 0.0]), 0.7
        ring(d, ORIGIN, radius)
        d.dot([0.0, 0.0], "centre", GREY, (-14, -9))
        d.line([[0.0, 0.0], point[:2]], GREY, ":")
        for sign, color in ((1, TEAL), (-1, PALE)):
            found = rva.tangent_to_circle(Z, point, ORIGIN, sign * radius)
            contact = found.contact[:2]
            d.line([[0.0, 0.0], contact], RUST if sign > 0 else PALE)
            d.arrow(contact, point[:2], "K = PkO(axis, r, centre, R)" if sign > 0 else "", color, 0.55, (34, 16))
        d.text([1.2, -0.35], "R < 0", GREY, (10, -10))
        d.text(0.5 * rva.tangent_to_circle(Z, point, ORIGIN, radius).contact[:2], "R > 0", RUST, (-18, 2))
        d.dot(point[:2], "r", INK, (8, 4))
    with Drawing("algebra-common-tangent", (5.0, 2.4)) as d:
        c2 = np.array([2.2, 0.3, 0.0])
        ring(d, ORIGIN, 0.6)
        ring(d, c2, 0.35)
        for r1, r2, color, name in ((0.6, 0.35, TEAL, "outer"), (0.6, -0.35, RUST, "inner")):
            found = rva.tangent_of_circles(Z, ORIGIN, r1, c2, r2)
            d.arrow(found.first[:2], (c2 + found.second)[:2], name, color, 0.45, (0, 10 if name == "outer" else -12))
    with Drawing("algebra-circles", (6.6, 1.9)) as d:
        cases = [(0.5, 0.4, 0.6, "solved"), (0.5, 0.3, 0.8, "touching"), (0.45, 0.3, 1.0, "apart"), (0.5, 0.2, 0.15, "inside")]
        for number, (r1, r2, apart, name) in enumerate(cases):
            c1 = np.array([1.9 * number, 0.0, 0.0])
            c2 = c1 + apart * X
            found = rva.circle_intersections(Z, c1, r1, c2, r2)
            assert rva.Case(found.case).name.lower() == name
            ring(d, c1, r1, BLUE)
            ring(d, c2, r2, TEAL)
            if found.solved:
                d.dot(found.first[:2], "", RUST)
                d.dot(found.second[:2], "", RUST)
            d.text([c1[0] + 0.3, -0.75], name, INK, (0, 0))


def arms() -> None:
    with Drawing("algebra-triangle") as d:
        a, b, c = 2.0, 1.6, 2.6
        found = rva.triangle_angles(a, b, c)
        corners = np.array([[0, 0], [c, 0], [b * math.cos(found.alpha), b * math.sin(found.alpha)]])
        d.line([*corners, corners[0]], INK, "-", 1.8)
        for p, name, shift in ((corners[0], r"$\alpha$", (16, 7)), (corners[1], r"$\beta$", (-20, 7)), (corners[2], r"$\gamma$", (1, -14))):
            d.text(p, name, RUST, shift)
        for p, name, shift in ((corners[1:].mean(0), "a", (8, 6)), (corners[::2].mean(0), "b", (-8, 6)), (corners[:2].mean(0), "c", (0, -9))):
            d.text(p, name, BLUE, shift)
    height, base, one, two = 0.45, 0.72, 0.58, 0.44
    with Drawing("algebra-two-link") as d:
        d.line([[0, 0], [base, 0], [base, height]], GREY, ":")
        d.text([base / 2, 0], "B", GREY, (0, -9))
        d.text([base, height / 2], "H", GREY, (9, 0))
        for elbow, color in ((-1, PALE), (1, TEAL)):
            found = rva.two_link_angles(height, base, one, two, elbow)
            joint = one * np.array([math.cos(found.first), math.sin(found.first)])
            d.line([[0, 0], joint, [base, height]], color, "-", 3.0)
            d.dot(joint, "elbow up" if elbow > 0 else "elbow down", color if elbow > 0 else GREY, (-22, 9) if elbow > 0 else (14, -9))
        d.text(joint / 2, "L1", TEAL, (-10, 4))
        d.text((joint + np.array([base, height])) / 2, "L2", TEAL, (4, 10))
        d.dot([0, 0])
        d.dot([base, height])
    with Drawing("algebra-three-link") as d:
        slope = -0.5
        found = rva.three_link_angles(height, base, one, two, slope, 1)
        joint = one * np.array([math.cos(found.first), math.sin(found.first)])
        tip = [base + 0.36 * math.cos(slope), height + 0.36 * math.sin(slope)]
        d.line([[0, 0], [0.3, 0]], GREY, ":")
        d.line([[base, height], [base + 0.36, height]], GREY, ":")
        d.line([[0, 0], joint, [base, height], tip], TEAL, "-", 3.0)
        for p in ([0, 0], joint, [base, height]):
            d.dot(p)
        d.text([0, 0], "q1", RUST, (24, 10))
        d.text(joint, "q2", RUST, (14, -4))
        d.text([base, height], "q3", RUST, (2, 12))
        d.text([base + 0.3, height], "A", BLUE, (0, -9))


if __name__ == "__main__":
    vectors()
    tables()
    angles()
    alignments()
    cones()
    lines()
    circles()
    arms()
