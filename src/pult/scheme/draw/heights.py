"""The height of every spot, so that as many wires as possible run straight.

Each column is placed by an exact least-absolute-deviation fit to the columns beside it, order and
distances kept (isotonic regression with weighted medians, the pool-adjacent-violators algorithm). Medians
fall on pins, so the fit aligns wires exactly. Aligned spots then move as one piece, pushing others out of
the way where that reduces the cost.
"""

from typing import NamedTuple

from pult.scheme.draw.figure import RASTER
from pult.scheme.draw.lanes import Lanes

GAP = 3 * RASTER
"""Distance between two blocks of a column."""
LANE = RASTER
"""Distance between two lanes."""
CLEAR = 2 * RASTER
"""Distance between a lane and a block."""
BEND = 2 * RASTER
"""Cost of a bend, as a difference in height."""
_FAR = 1 << 30


class _Tie(NamedTuple):
    """A preference of a spot for the height of another, shifted so that their ends are aligned."""

    other: int
    shift: int
    weight: int


class _Fitter:
    """The heights being fitted."""

    def __init__(self, lanes: Lanes) -> None:
        self.lanes = lanes
        self.y = [0] * len(lanes.spots)
        self.left: list[list[_Tie]] = [[] for _ in lanes.spots]
        self.right: list[list[_Tie]] = [[] for _ in lanes.spots]
        self.beside: list[list[_Tie]] = [[] for _ in lanes.spots]  # from a lane to the ends where it turns
        for channel in lanes.channels:
            for bundle in channel:
                if bundle.left:
                    for end in bundle.right:
                        self._tie(bundle.left[0], end)
                else:
                    self._tie_beside(bundle.right, False)
                self._tie_beside(bundle.left, True)
        self.ties = [
            [*left, *right, *beside] for left, right, beside in zip(self.left, self.right, self.beside, strict=True)
        ]
        self.steps = [self._steps(column) for column in lanes.columns]
        self.above = [-1] * len(self.y)
        self.below = [-1] * len(self.y)
        self.least = [0] * len(self.y)  # distance a spot keeps from the one above it
        for column, steps in zip(lanes.columns, self.steps, strict=True):
            for i, spot in enumerate(column):
                self.y[spot] = steps[i]
                if i:
                    self.above[spot], self.below[column[i - 1]] = column[i - 1], spot
                    self.least[spot] = steps[i] - steps[i - 1]

    def _tie(self, one: tuple[int, int], two: tuple[int, int]) -> None:
        shift = self.lanes.offset(*one, True) - self.lanes.offset(*two, False)
        lane_ends = (self.lanes.spots[one[0]].node is None) + (self.lanes.spots[two[0]].node is None)
        weight = (12, 7, 20)[lane_ends] + (not lane_ends and two[1] == 0) + (not lane_ends and one[1] == 0)
        self.left[two[0]].append(_Tie(one[0], shift, weight))
        self.right[one[0]].append(_Tie(two[0], -shift, weight))

    def _tie_beside(self, ends: list[tuple[int, int]], left: bool) -> None:
        lane = next((spot for spot, _ in ends if self.lanes.spots[spot].node is None), None)
        for spot, pin in ends:
            if lane is not None and spot != lane:
                self.beside[lane].append(_Tie(spot, self.lanes.offset(spot, pin, left), 1))

    def _steps(self, column: list[int]) -> list[int]:
        """Minimum height of every spot of a column relative to the first one."""
        steps: list[int] = []
        at, above = 0, None
        for spot in column:
            node = self.lanes.spots[spot].node
            role = None if node is None else self.lanes.figure.nodes[node].role
            if steps:
                if role is None and above is None:
                    at += LANE
                elif role is None or above is None:
                    at += CLEAR
                else:
                    at += GAP if role == "block" else 0
            steps.append(at)
            at += self.lanes.height(spot)
            above = role
        return steps

    def fit(self, number: int, left: bool, right: bool) -> None:
        """Place one column, fitted to the columns on the given sides."""
        column, steps = self.lanes.columns[number], self.steps[number]
        pools: list[tuple[int, list[tuple[int, int]], int]] = []  # median, wishes, spots
        for spot, step in zip(column, steps, strict=True):
            ties = [
                *(self.left[spot] if left else ()),
                *(self.right[spot] if right else ()),
                *self.beside[spot],
            ]
            wishes = [(self.y[tie.other] + tie.shift - step, tie.weight) for tie in ties]
            if not wishes:
                wishes = [(self.y[spot] - step, 1)]
            pool = (_median(wishes), wishes, 1)
            while pools and pools[-1][0] > pool[0]:
                _, before, count = pools.pop()
                merged = before + pool[1]
                pool = (_median(merged), merged, count + pool[2])
            pools.append(pool)
        index = 0
        for median, _, count in pools:
            for _ in range(count):
                self.y[column[index]] = median + steps[index]
                index += 1

    def cost(self) -> int:
        """Weighted sum of the height differences of wires, plus a penalty for every bend."""
        total = 0
        for spot, ties in enumerate(self.left):
            for tie in ties:
                total += _price(self.y[tie.other] + tie.shift - self.y[spot], tie.weight)
        for spot, ties in enumerate(self.beside):
            for tie in ties:
                total += tie.weight * abs(self.y[tie.other] + tie.shift - self.y[spot])
        return total

    # --- pieces ----------------------------------------------------------------------------------

    def slide(self, push: bool) -> bool:
        """Move pieces joined by straight wires, pushing others if allowed. Returns whether any moved."""
        piece = self._pieces()
        members: dict[int, list[int]] = {}
        for spot, root in enumerate(piece):
            members.setdefault(root, []).append(spot)
        moved = False
        for root, spots in members.items():
            wishes = [
                (self.y[tie.other] + tie.shift - self.y[spot], tie.weight)
                for spot in spots
                for tie in self.ties[spot]
                if piece[tie.other] != root
            ]
            if not wishes:
                continue
            best: tuple[int, dict[int, int]] = (0, {})
            low, high = self._room(root, spots, piece)
            tries = {wish if push else min(max(wish, low), high) for wish, _ in wishes} - {0}
            for move in sorted(tries, key=lambda m: (abs(m), m))[:6]:
                if low <= move <= high:
                    gain = sum(_price(wish - move, weight) - _price(wish, weight) for wish, weight in wishes)
                    moves = {root: move}
                else:
                    moves = self._pushed(root, move, piece, members)
                    gain = self._gain(moves, piece, members)
                if gain < best[0]:
                    best = gain, moves
            for other, move in best[1].items():
                moved = True
                for spot in members[other]:
                    self.y[spot] += move
        return moved

    def _room(self, root: int, spots: list[int], piece: list[int]) -> tuple[int, int]:
        low, high = -_FAR, _FAR
        for spot in spots:
            upper, lower = self.above[spot], self.below[spot]
            if upper >= 0 and piece[upper] != root:
                low = max(low, self.y[upper] + self.least[spot] - self.y[spot])
            if lower >= 0 and piece[lower] != root:
                high = min(high, self.y[lower] - self.least[lower] - self.y[spot])
        return low, high

    def _pushed(self, root: int, move: int, piece: list[int], members: dict[int, list[int]]) -> dict[int, int]:
        """The moves of all pieces that a move of one causes."""
        moves = {root: move}
        work = [root]
        while work:
            one = work.pop()
            for spot in members[one]:
                if move > 0:
                    other = self.below[spot]
                    if other < 0 or piece[other] == one:
                        continue
                    need = self.y[spot] + moves[one] + self.least[other] - self.y[other]
                    if need > moves.get(piece[other], 0):
                        moves[piece[other]] = need
                        work.append(piece[other])
                else:
                    other = self.above[spot]
                    if other < 0 or piece[other] == one:
                        continue
                    need = self.y[spot] + moves[one] - self.least[spot] - self.y[other]
                    if need < moves.get(piece[other], 0):
                        moves[piece[other]] = need
                        work.append(piece[other])
            if moves[root] != move:  # it would push itself
                return {}
        return moves

    def _gain(self, moves: dict[int, int], piece: list[int], members: dict[int, list[int]]) -> int:
        """Reduction of the cost by moving pieces."""
        total = 0
        for root, move in moves.items():
            for spot in members[root]:
                for tie in self.ties[spot]:
                    other = moves.get(piece[tie.other], 0)
                    if other == move:
                        continue
                    climb = self.y[tie.other] + tie.shift - self.y[spot]
                    change = _price(climb + other - move, tie.weight) - _price(climb, tie.weight)
                    total += change if piece[tie.other] not in moves else change // 2  # seen from both its ends
        return total if moves else 1

    def _pieces(self) -> list[int]:
        root = list(range(len(self.y)))

        def find(spot: int) -> int:
            while root[spot] != spot:
                root[spot] = root[root[spot]]
                spot = root[spot]
            return spot

        for spot, ties in enumerate(self.left):
            for tie in ties:
                if self.y[tie.other] + tie.shift == self.y[spot]:
                    one, two = find(spot), find(tie.other)
                    root[max(one, two)] = min(one, two)
        return [find(spot) for spot in root]


def _price(climb: int, weight: int) -> int:
    return weight * (abs(climb) + BEND) if climb else 0


def _median(wishes: list[tuple[int, int]]) -> int:
    """Lower weighted median."""
    if len(wishes) == 1:
        return wishes[0][0]
    wishes = sorted(wishes)
    half = sum(weight for _, weight in wishes) / 2
    total = 0
    for value, weight in wishes:
        total += weight
        if total >= half:
            return value
    return wishes[-1][0]


def fit_heights(lanes: Lanes) -> tuple[list[int], int]:
    """Upper edge of every spot, the highest at 0, and the cost."""
    fitter = _Fitter(lanes)
    count = len(lanes.columns)
    size = len(lanes.spots)
    rounds, slides = (8, 20) if size < 400 else (8, 4) if size < 1500 else (4, 4) if size < 10_000 else (2, 1)
    best, kept = fitter.cost(), list(fitter.y)
    for number in range(rounds):
        both = number >= rounds // 2
        for column in range(count):
            fitter.fit(column, True, both)
        for column in range(count - 1, -1, -1):
            fitter.fit(column, both, True)
        if both:
            fitter.slide(False)
        cost = fitter.cost()
        if cost < best:
            best, kept = cost, list(fitter.y)
    fitter.y = kept
    for _ in range(slides):
        before = list(fitter.y)
        moved = fitter.slide(size < 400)
        cost = fitter.cost()
        if cost >= best:
            fitter.y = before
        best = min(best, cost)
        if not moved or fitter.y == before:
            break
    top = min(fitter.y, default=0)
    return [y - top for y in fitter.y], best
