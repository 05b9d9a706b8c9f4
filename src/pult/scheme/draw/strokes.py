"""Wires as strokes: rounded corners, hops where wires cross, dots where they branch."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import pairwise

from pult.scheme.draw.markup import number
from pult.scheme.draw.place import Point

CORNER = 8.0
HOP = 5.0
Segment = tuple[Point, Point]


def segments(route: list[Point]) -> list[Segment]:
    """The straight segments of a route, each from its lower to its higher end."""
    return [(min(a, b), max(a, b)) for a, b in pairwise(route)]


def branches(routes: Iterable[list[Point]]) -> set[Point]:
    """Branching points of one net: points where three or four segments meet."""
    flat: dict[float, set[Segment]] = defaultdict(set)
    upright: dict[float, set[Segment]] = defaultdict(set)
    corners: set[Point] = set()
    for route in routes:
        corners.update(route[1:-1])
        for piece in segments(route):
            (flat[piece[0][1]] if piece[0][1] == piece[1][1] else upright[piece[0][0]]).add(piece)
    found = set()
    for x, y in corners:
        ways = 0
        ways += any(a[0] < x <= b[0] for a, b in flat.get(y, ()))
        ways += any(a[0] <= x < b[0] for a, b in flat.get(y, ()))
        ways += any(a[1] < y <= b[1] for a, b in upright.get(x, ()))
        ways += any(a[1] <= y < b[1] for a, b in upright.get(x, ()))
        if ways >= 3:
            found.add((x, y))
    return found


def own_part(route: list[Point], drawn: Iterable[list[Point]]) -> list[Point]:
    """The part of a wire still to be drawn, from the last point shared with drawn wires of its net."""
    best = route
    for other in drawn:
        shared = 0
        while shared < min(len(route), len(other)) and route[shared] == other[shared]:
            shared += 1
        if not shared or shared == len(route):
            continue
        at, rest = route[shared - 1], route[shared:]
        if shared < len(other):
            (dx, dy), (ex, ey) = _way(at, rest[0]), _way(at, other[shared])
            if dx * ex > 0 or dy * ey > 0:  # they share a stretch before one turns off
                at = min(rest[0], other[shared], key=lambda p: abs(p[0] - at[0]) + abs(p[1] - at[1]))
        part = [at, *(rest[1:] if at == rest[0] else rest)]
        if _total(part) < _total(best):
            best = part
    return best


def crossings(routes: Mapping[int, list[list[Point]]]) -> dict[int, dict[float, list[float]]]:
    """Where horizontal segments of a net cross vertical ones of others: net to height to sorted positions."""
    upright: list[tuple[float, float, float, int]] = []
    flat: dict[int, set[Segment]] = defaultdict(set)
    for net, wires in routes.items():
        pieces = {piece for route in wires for piece in segments(route)}
        for a, b in pieces:
            if a[0] == b[0]:
                upright.append((a[0], a[1], b[1], net))
            else:
                flat[net].add((a, b))
    upright.sort()
    places = [piece[0] for piece in upright]
    found: dict[int, dict[float, list[float]]] = {}
    for net, level in flat.items():
        rows: dict[float, set[float]] = defaultdict(set)
        for a, b in level:
            for x, low, high, other in upright[bisect_right(places, a[0]) : bisect_left(places, b[0])]:
                if other != net and low < a[1] < high:
                    rows[a[1]].add(x)
        found[net] = {y: sorted(xs) for y, xs in rows.items()}
    return found


def outline(route: list[Point], sharp: set[Point], hops: Mapping[float, list[float]]) -> str:
    """The path of a wire. Corners at branches stay sharp, because a dot is drawn there."""
    cut = [0.0] * len(route)
    for i in range(1, len(route) - 1):
        if route[i] not in sharp:
            cut[i] = min(CORNER, _length(route, i - 1) / 2, _length(route, i) / 2)
    text = [f"M{number(route[0][0])} {number(route[0][1])}"]
    for i in range(len(route) - 1):
        ay, (bx, by) = route[i][1], route[i + 1]
        if ay == by:
            text += _hopping(route[i], route[i + 1], (cut[i], cut[i + 1]), hops.get(ay, []))
        ex, ey = _towards(route[i + 1], route[i], cut[i + 1])
        text.append(f"L{number(ex)} {number(ey)}")
        if cut[i + 1]:
            fx, fy = _towards(route[i + 1], route[i + 2], cut[i + 1])
            text.append(f"Q{number(bx)} {number(by)} {number(fx)} {number(fy)}")
    return "".join(text)


def _hopping(a: Point, b: Point, cuts: tuple[float, float], crossed: list[float]) -> list[str]:
    """Small arcs where a horizontal segment crosses others, if its corners leave room."""
    sign, y = (1.0 if b[0] > a[0] else -1.0), a[1]
    low, high = sorted((a[0] + sign * (HOP + cuts[0]), b[0] - sign * (HOP + cuts[1])))
    if sign * (b[0] - a[0]) < 2 * HOP + sum(cuts):
        return []
    over = [x for x in crossed if low <= x <= high]
    text = []
    for x in over if sign > 0 else reversed(over):
        text.append(f"L{number(x - sign * HOP)} {number(y)}")
        text.append(f"A{number(HOP)} {number(HOP)} 0 0 {int(sign > 0)} {number(x + sign * HOP)} {number(y)}")
    return text


def _way(a: Point, b: Point) -> Point:
    return b[0] - a[0], b[1] - a[1]


def _total(route: list[Point]) -> float:
    return sum(_length(route, i) for i in range(len(route) - 1))


def _length(route: list[Point], i: int) -> float:
    return abs(route[i + 1][0] - route[i][0]) + abs(route[i + 1][1] - route[i][1])


def _towards(point: Point, other: Point, distance: float) -> Point:
    dx, dy = other[0] - point[0], other[1] - point[1]
    return (
        point[0] + distance * ((dx > 0) - (dx < 0)),
        point[1] + distance * ((dy > 0) - (dy < 0)),
    )
