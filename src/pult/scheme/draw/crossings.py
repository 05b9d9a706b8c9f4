"""The order of the spots in each column, with few crossings: barycentre sweeps and swaps of neighbours.

Ends that meet on one side of a channel (where a feedback wire turns back) are tied by a turning point on
the other side, which is there for the count only.
"""

from bisect import bisect_right, insort
from random import Random

from pult.scheme.draw.lanes import Lanes

_Near = list[tuple[int, float]]


class _Sorter:
    """The columns of spots and turning points being sorted."""

    def __init__(self, lanes: Lanes) -> None:
        self.columns = [list(column) for column in lanes.columns]
        self.left: list[_Near] = [[] for _ in lanes.spots]  # links of a spot to the column before
        self.right: list[_Near] = [[] for _ in lanes.spots]
        self.links: list[list[tuple[int, float, int, float]]] = [[] for _ in lanes.channels]
        nodes, spots = lanes.figure.nodes, lanes.spots

        def share(spot: int, pin: int, left: bool) -> float:
            node = spots[spot].node if spot < len(spots) else None
            if node is None:
                return 0.5
            return (pin + 1) / (len(nodes[node].outputs if left else nodes[node].inputs) + 1)

        def link(channel: int, one: tuple[int, int], two: tuple[int, int]) -> None:
            a, b = share(*one, True), share(*two, False)
            self.links[channel].append((one[0], a, two[0], b))
            self.left[two[0]].append((one[0], a))
            self.right[one[0]].append((two[0], b))

        def turn(layer: int) -> tuple[int, int]:
            self.left.append([])
            self.right.append([])
            self.columns[layer].append(len(self.left) - 1)
            return len(self.left) - 1, 0

        for number, channel in enumerate(lanes.channels):
            for bundle in channel:
                hub = bundle.left[0] if bundle.left else turn(number)
                for end in bundle.right:
                    link(number, hub, end)
                if len(bundle.left) > 1:  # a source and the lane that runs back past it
                    back = turn(number + 1)
                    for end in bundle.left:
                        link(number, end, back)
        self.group = self._groups()
        self.place = [0] * len(self.left)
        seen = self._walk()
        for column in self.columns:
            column.sort(key=lambda spot: (self.group[spot], seen[spot]))
            self.number(column)

    def number(self, column: list[int]) -> None:
        """Number the places in a column."""
        for place, spot in enumerate(column):
            self.place[spot] = place

    def _walk(self) -> list[int]:
        """Order of first visit of each spot, walking along the wires from the inputs."""
        seen = [-1] * len(self.left)
        count = 0
        for root in range(len(self.left)):
            stack = [root]
            while stack:
                spot = stack.pop()
                if seen[spot] < 0:
                    seen[spot] = count
                    count += 1
                    following = sorted(self.right[spot], key=lambda near: near[1])
                    following += sorted(self.left[spot], key=lambda near: near[1])
                    stack.extend(other for other, _ in reversed(following) if seen[other] < 0)
        return seen

    def _groups(self) -> list[int]:
        """Number of the connected component of each spot."""
        group = [-1] * len(self.left)
        for root in range(len(group)):
            if group[root] >= 0:
                continue
            group[root] = root
            stack = [root]
            while stack:
                spot = stack.pop()
                for other, _ in (*self.left[spot], *self.right[spot]):
                    if group[other] < 0:
                        group[other] = root
                        stack.append(other)
        return group

    def crossings(self) -> int:
        """Pairs of links that cross, over all channels."""
        place, total = self.place, 0
        for links in self.links:
            keyed = sorted((place[a] + x, place[b] + y) for a, x, b, y in links)
            seen: list[float] = []
            for _, end in keyed:
                total += len(seen) - bisect_right(seen, end)
                insort(seen, end)
        return total

    def keep(self, found: dict[tuple[tuple[int, ...], ...], int]) -> int:
        """Remember the present order with its crossings."""
        count = self.crossings()
        if not found or count <= min(found.values()) + 2:
            found.setdefault(tuple(map(tuple, self.columns)), count)
        return count

    def shuffle(self, chance: Random) -> None:
        """Restart with every column in a random order."""
        for column in self.columns:
            chance.shuffle(column)
            column.sort(key=self.group.__getitem__)
            self.number(column)

    def sweep(self, ahead: bool) -> None:
        """Sort every column by the mean place of its neighbours in the column before (or after)."""
        numbers = range(1, len(self.columns)) if ahead else range(len(self.columns) - 2, -1, -1)
        near = self.left if ahead else self.right
        place, group = self.place, self.group
        for number in numbers:
            column = self.columns[number]
            scale = len(self.columns[number - 1 if ahead else number + 1]) / max(len(column), 1)
            keys = {}
            for spot in column:
                ties = near[spot]
                mean = sum(place[other] + share for other, share in ties) / len(ties) if ties else place[spot] * scale
                keys[spot] = (group[spot], mean, place[spot])
            column.sort(key=keys.__getitem__)
            self.number(column)

    def swap(self, passes: int) -> None:
        """Swap neighbours wherever that removes crossings."""
        place = self.place
        for column in self.columns:
            keys = {
                spot: tuple([place[other] + share for other, share in near[spot]] for near in (self.left, self.right))
                for spot in column
            }
            changed = True
            for _ in range(passes):
                if not changed:
                    break
                changed = False
                for i in range(len(column) - 1):
                    one, two = column[i], column[i + 1]
                    gain = 0
                    for upper, lower in zip(keys[one], keys[two], strict=True):
                        for x in upper:
                            for y in lower:
                                gain += (x > y) - (x < y)
                    if gain > 0 and self.group[one] == self.group[two]:
                        column[i], column[i + 1] = two, one
                        place[two], place[one] = i, i + 1
                        changed = True


def column_orders(lanes: Lanes) -> list[list[list[int]]]:
    """Orders of the columns with few crossings, best first; several for a small figure."""
    sorter = _Sorter(lanes)
    size = len(sorter.left)
    rounds = 20 if size < 400 else 10 if size < 2500 else 5 if size < 10_000 else 2
    starts = min(max(2000 // (size + 1), 1), 16)
    chance = Random(1)  # noqa: S311 - the same figure is drawn the same way every time
    found: dict[tuple[tuple[int, ...], ...], int] = {}
    for start in range(starts):
        if start:
            sorter.shuffle(chance)
        idle, best = 0, sorter.keep(found)
        for number in range(rounds):
            if idle > 3:
                break
            sorter.sweep((number + start) % 2 == 0)
            sorter.swap(8 if size < 400 else 2)
            count = sorter.keep(found)
            idle = 0 if count < best else idle + 1
            best = min(best, count)
    real = len(lanes.spots)
    ranked = sorted(found, key=found.__getitem__)[: min(starts, 5)]
    return [[[spot for spot in column if spot < real] for column in order] for order in ranked]
