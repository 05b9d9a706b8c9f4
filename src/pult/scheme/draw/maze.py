"""Wires between nodes at arbitrary positions: cheapest paths on a raster, one net after the other (A*).

A path costs its length, a penalty for every bend and crossing, and a high one for overlapping another net.
Nodes are walls. A branch starts where the path from its net to the next target is cheapest.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from heapq import heappop, heappush
from itertools import pairwise

from pult.scheme.draw.figure import RASTER
from pult.scheme.draw.place import Placed, Point, simplify

WALL = (8, 4)
"""Wires keep this far from a node, beside it and above or below it."""
_BEND = 30
_TOUCH = 120
_EFFORT: tuple[tuple[float, float, int, int], ...] = (
    (60_000, 1.2, 14, 400),
    (150_000, 1.6, 14, 60),
    (float("inf"), 3.0, 4, 8),
)
"""By nodes visited so far: weight of the heuristic, and penalties for crossing and overlapping another net."""
_SHY = 14
"""Distance to a node below which a wire is penalized."""
_CLOSE = 6
_YARD = 4
"""Length of the area in front of a pin where other nets are penalized."""
_TRESPASS = 25
_NEAR = 8
"""Distance below which parallel horizontal wires count as overlapping."""

Rect = tuple[float, float, float, float]


class Maze:
    """The raster with its walls and the nets routed so far."""

    def __init__(self, walls: list[Rect], heights: list[float]) -> None:
        left, right = min(w[0] for w in walls) - 5 * RASTER, max(w[2] for w in walls) + 5 * RASTER
        top, bottom = min(w[1] for w in walls) - 12 * RASTER, max(w[3] for w in walls) + 12 * RASTER
        self.xs = [left + RASTER * i for i in range(int((right - left) / RASTER) + 1)]
        pins = sorted(set(heights))
        rows = set(pins)
        for i in range(int((bottom - top) / RASTER) + 1):
            y = top + RASTER * i
            near = bisect_left(pins, y - WALL[1])
            if near == len(pins) or pins[near] > y + WALL[1]:
                rows.add(y)
        self.ys = sorted(rows)
        self.width = len(self.xs)
        self.spent = 0
        size = self.width * len(self.ys)
        self.wall = bytearray(size)
        self.fee = bytearray(size)  # penalty for running close to a node
        self.flat = [-1] * size  # net that runs horizontally here
        self.upright = [-1] * size
        self.yard = [-1] * size  # net whose pin is near
        for wall in walls:
            self._paint(self.fee, wall, (_SHY, _SHY), _CLOSE)
            self._paint(self.wall, wall, WALL, 1)

    def _paint(self, field: bytearray, wall: Rect, margin: tuple[float, float], value: int) -> None:
        first, last = self._between(self.xs, wall[0] - margin[0], wall[2] + margin[0])
        for row in range(*self._between(self.ys, wall[1] - margin[1], wall[3] + margin[1])):
            field[row * self.width + first : row * self.width + last] = bytes([value]) * max(last - first, 0)

    @staticmethod
    def _between(lines: list[float], low: float, high: float) -> tuple[int, int]:
        """Indices of the lines strictly inside a range."""
        start = bisect_left(lines, low)
        start += start < len(lines) and lines[start] == low
        return start, bisect_left(lines, high)

    def door(self, x: float, y: float, right: bool) -> int:
        """The first free node in front of a pin."""
        row = bisect_left(self.ys, y) * self.width
        if right:
            column = bisect_left(self.xs, x + WALL[0])
            while column < self.width - 1 and self.wall[row + column]:
                column += 1
        else:
            column = bisect_right(self.xs, x - WALL[0]) - 1
            while column > 0 and self.wall[row + column]:
                column -= 1
        return row + column

    def claim(self, net: int, door: int, right: bool) -> None:
        """Reserve the node in front of a pin for its net, and penalize other nets near it."""
        self.occupy(net, [2 * door])
        for step in range(_YARD):
            node = door + (step if right else -step)
            if node // self.width == door // self.width:
                self.yard[node] = net

    def point(self, node: int) -> Point:
        """Position of a node."""
        return self.xs[node % self.width], self.ys[node // self.width]

    def search(self, net: int, starts: Iterable[int], goal: int) -> list[int]:
        """The cheapest path from a net's own states to a node, entered horizontally. Empty if there is none.

        A state is twice a node, plus one for vertical motion.
        """
        xs, ys, width, rows = self.xs, self.ys, self.width, len(self.ys)
        flat, uprights, wall, fee, yard = self.flat, self.upright, self.wall, self.fee, self.yard
        goal_x, goal_y = self.point(goal)
        mine = (-1, net)
        haste, cross, along = next(effort for limit, *effort in _EFFORT if self.spent < limit)
        best: dict[int, float] = {}
        came: dict[int, int] = {}
        heap: list[tuple[float, float, int]] = []
        for state in starts:
            x, y = self.point(state >> 1)
            best[state] = 0.0
            heappush(heap, (haste * (abs(x - goal_x) + abs(y - goal_y)), 0.0, state))
        while heap:
            _, cost, state = heappop(heap)
            if cost > best[state]:
                continue
            node, upright = state >> 1, state & 1
            if node == goal and not upright:
                path = [state]
                while path[-1] in came:
                    path.append(came[path[-1]])
                return path[::-1]
            self.spent += 1
            row, column = divmod(node, width)
            turn = _BEND if flat[node] in mine and uprights[node] in mine else _BEND + _TOUCH
            ways: list[tuple[int, int, float]] = []
            if column + 1 < width:
                ways.append((node + 1, 0, RASTER))
            if column:
                ways.append((node - 1, 0, RASTER))
            if row + 1 < rows:
                ways.append((node + width, 1, ys[row + 1] - ys[row]))
            if row:
                ways.append((node - width, 1, ys[row] - ys[row - 1]))
            for other, axis, step in ways:
                if wall[other]:
                    continue
                found = cost + step + fee[other]
                if axis != upright:
                    found += turn
                if yard[other] not in mine:
                    found += _TRESPASS
                if flat[other] not in mine:
                    found += cross if axis else along
                if uprights[other] not in mine:
                    found += along if axis else cross
                key = 2 * other + axis
                if key not in best or found < best[key]:
                    best[key] = found
                    came[key] = state
                    away = abs(ys[other // width] - goal_y)
                    guess = abs(xs[other % width] - goal_x) + away + (_BEND if away or axis else 0)
                    heappush(heap, (found + haste * guess, found, key))
        return []

    def occupy(self, net: int, path: list[int]) -> None:
        """Mark a path as occupied, and horizontal neighbours that are too close to it."""
        for state in path:
            node = state >> 1
            if state & 1:
                self.upright[node] = net
            else:
                self.flat[node] = net
                for step in (-self.width, self.width):
                    other = node + step
                    if 0 <= other < len(self.flat) and self.flat[other] < 0:
                        near = abs(self.ys[other // self.width] - self.ys[node // self.width]) < _NEAR
                        self.flat[other] = net if near else -1
        for one, two in pairwise(path):
            if one & 1 != two & 1:  # a corner is both
                (self.upright if two & 1 else self.flat)[one >> 1] = net


def route_freely(placed: Placed, walls: list[Rect], fixed: dict[tuple[int, int], list[Point]]) -> None:
    """Route every wire of a figure around its nodes; `fixed` ones are kept."""
    figure = placed.figure
    if not figure.nets:
        return
    ends = [placed.start(net.source) for net in figure.nets]
    ends += [placed.end(target) for net in figure.nets for target in net.targets]
    maze = Maze(walls, [y for _, y in ends])
    sources = [maze.door(*placed.start(net.source), not figure.nodes[net.source.node].flipped) for net in figure.nets]
    goals = {
        (i, j): maze.door(*placed.end(target), figure.nodes[target.node].flipped)
        for i, net in enumerate(figure.nets)
        for j, target in enumerate(net.targets)
    }
    for i, net in enumerate(figure.nets):
        maze.claim(i, sources[i], not figure.nodes[net.source.node].flipped)
        for j, target in enumerate(net.targets):
            maze.claim(i, goals[i, j], figure.nodes[target.node].flipped)

    def length(i: int, j: int) -> float:
        (ax, ay), (bx, by) = maze.point(sources[i]), maze.point(goals[i, j])
        return abs(bx - ax) + 3 * abs(by - ay) + (4000 if bx < ax else 0)

    order = sorted(
        range(len(sources)), key=lambda i: (min(length(i, j) for j in range(len(figure.nets[i].targets))), i)
    )
    for i in order:
        before: dict[int, int] = {2 * sources[i]: -1}  # predecessor of every state of the net's tree
        for j in sorted(range(len(figure.nets[i].targets)), key=lambda j: (length(i, j), j)):
            start, end = placed.start(figure.nets[i].source), placed.end(figure.nets[i].targets[j])
            if (i, j) in fixed:
                placed.routes[i, j] = fixed[i, j]
                continue
            path = maze.search(i, before, goals[i, j])
            if not path:  # no path: a straight line, across whatever is in the way
                middle = (start[0] + end[0]) / 2
                placed.routes[i, j] = simplify([start, (middle, start[1]), (middle, end[1]), end])
                continue
            maze.occupy(i, path)
            for one, two in pairwise(path):
                before.setdefault(two, one)
            whole = [path[-1]]
            while before[whole[-1]] >= 0:
                whole.append(before[whole[-1]])
            placed.routes[i, j] = simplify([start, *(maze.point(state >> 1) for state in reversed(whole)), end])
