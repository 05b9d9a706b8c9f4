"""Wires inside a channel: every net that bends gets a track for its vertical segment.

Of two nets, the one that would otherwise be crossed more often goes further left. A net that arrives from
the left at the height at which another leaves to the right must be left of it, or the two would overlap;
where such constraints are circular, one net is split into two vertical segments joined by a jog.
"""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field

from pult.scheme.draw.figure import RASTER

_APART = 3 * RASTER
"""Minimum distance of two vertical segments on one track."""


@dataclass(slots=True)
class Strand:
    """A vertical segment: heights of the ends it joins on its left and on its right side."""

    net: int
    left: list[int]
    right: list[int]
    after: "Strand | None" = None
    track: int = 0
    low: int = 0
    high: int = 0

    def __post_init__(self) -> None:
        self.left.sort()
        self.right.sort()
        self.low = min(self.left + self.right)
        self.high = max(self.left + self.right)

    @property
    def straight(self) -> bool:
        """Whether no bend is needed."""
        return self.low == self.high


@dataclass(slots=True)
class Channel:
    """A routed channel: the strands of its nets, two for a split net, and the number of tracks."""

    first: dict[int, Strand] = field(default_factory=dict)
    second: dict[int, Strand] = field(default_factory=dict)
    jogs: dict[int, int] = field(default_factory=dict)
    tracks: int = 0
    crossings: int = 0


def route_channel(nets: list[tuple[int, list[int], list[int]]]) -> Channel:
    """Assign tracks to the nets of a channel, given as (net, heights on the left, heights on the right)."""
    channel = Channel()
    strands = []
    for net, left, right in nets:
        strand = Strand(net, list(left), list(right))
        channel.first[net] = strand
        if not strand.straight:
            strands.append(strand)
    used = {y for _, left, right in nets for y in (*left, *right)}
    while True:
        hard = _hard(strands)
        knot = _knot(hard)
        if knot is None:
            break
        whole = strands[knot]
        jog = _free_height(used, (whole.low + whole.high) // 2)
        used.add(jog)
        one, two = Strand(whole.net, whole.left, [jog]), Strand(whole.net, [jog], whole.right)
        two.after = one
        strands[knot : knot + 1] = [one, two]
        channel.first[whole.net], channel.second[whole.net], channel.jogs[whole.net] = one, two, jog
    order = _order(strands, hard)
    _number(order, strands, hard)
    channel.tracks = max((strand.track + 1 for strand in strands), default=0)
    channel.crossings = _crossings(channel, strands, order)
    return channel


def _free_height(used: set[int], wanted: int) -> int:
    """An unused height, between the lines of the raster, near the wanted one."""
    base = wanted // RASTER * RASTER + RASTER // 2
    distance = 0
    while True:
        for candidate in (base - distance, base + distance):
            if candidate not in used:
                return candidate
        distance += RASTER


def _hard(strands: list[Strand]) -> list[set[int]]:
    """For every strand, the strands that must be right of it."""
    leaving = {y: number for number, strand in enumerate(strands) for y in strand.right}
    number_of = {id(strand): number for number, strand in enumerate(strands)}
    found: list[set[int]] = [set() for _ in strands]
    for number, strand in enumerate(strands):
        for y in strand.left:
            other = leaving.get(y, number)
            if strands[other].net != strand.net:
                found[number].add(other)
        if strand.after is not None:
            found[number_of[id(strand.after)]].add(number)
    return found


def _knot(hard: list[set[int]]) -> int | None:
    """A strand on a cycle of constraints, if there is one."""
    state = [0] * len(hard)
    for root in range(len(hard)):
        if state[root]:
            continue
        state[root] = 1
        work = [(root, iter(sorted(hard[root])))]
        while work:
            strand, rest = work[-1]
            following = next(rest, None)
            if following is None:
                state[strand] = 2
                work.pop()
            elif state[following] == 1:
                return following
            elif not state[following]:
                state[following] = 1
                work.append((following, iter(sorted(hard[following]))))
    return None


def _inside(heights: list[int], strand: Strand) -> int:
    return bisect_left(heights, strand.high) - bisect_right(heights, strand.low)


def _order(strands: list[Strand], hard: list[set[int]]) -> list[int]:
    """Order from left to right: greedily, the admissible strand that avoids most crossings."""
    count = len(strands)
    gain = [0] * count  # crossings avoided by being left of all that remain
    pairs: list[dict[int, int]] = [{} for _ in strands]
    for i, one in enumerate(strands):
        for j in range(i + 1, count):
            two = strands[j]
            if one.high < two.low or two.high < one.low:
                continue
            first = _inside(one.right, two) + _inside(two.left, one)  # crossings if one is left of two
            second = _inside(two.right, one) + _inside(one.left, two)
            if first != second:
                pairs[i][j], pairs[j][i] = second - first, first - second
                gain[i] += second - first
                gain[j] += first - second
    waits = [0] * count
    for following in hard:
        for j in following:
            waits[j] += 1
    left = set(range(count))
    order: list[int] = []
    while left:
        chosen = max((i for i in left if not waits[i]), key=lambda i: (gain[i], -strands[i].low, -strands[i].net, -i))
        left.discard(chosen)
        order.append(chosen)
        for j, value in pairs[chosen].items():
            gain[j] += value
        for j in hard[chosen]:
            waits[j] -= 1
    return order


def _number(order: list[int], strands: list[Strand], hard: list[set[int]]) -> None:
    """Give each strand the leftmost track that keeps the order of neighbouring strands."""
    done: list[int] = []
    for i in order:
        strand = strands[i]
        track = 0
        for j in done:
            other = strands[j]
            if other.track >= track and (
                i in hard[j] or (other.low - _APART < strand.high and strand.low < other.high + _APART)
            ):
                track = other.track + 1
        strand.track = track
        done.append(i)


def _crossings(channel: Channel, strands: list[Strand], order: list[int]) -> int:
    """How often the nets of a channel cross."""
    level = sorted(strand.low for strand in channel.first.values() if strand.straight)
    total = sum(_inside(level, strand) for strand in strands)
    for place, i in enumerate(order):
        one = strands[i]
        for j in order[place + 1 :]:
            two = strands[j]
            if one.low < two.high and two.low < one.high and one.net != two.net:
                total += _inside(one.right, two) + _inside(two.left, one)
    return total
