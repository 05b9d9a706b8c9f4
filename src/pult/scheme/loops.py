"""Loops of the generated text: one per batch of blocks, fused where possible."""

from collections.abc import Iterable
from typing import NamedTuple


class Address(NamedTuple):
    """An address that depends on the loop variable i: base + stride*i, or a table."""

    base: int
    stride: int
    table: str = ""

    def text(self, offset: int = 0) -> str:
        """The address, or one beyond it, as it is written in the text."""
        if self.table:
            return f"{self.table}[i] + {offset}" if offset else f"{self.table}[i]"
        start = self.base + offset
        if not self.stride:
            return f"{start}"
        return f"{start} + i" if self.stride == 1 else f"{start} + {self.stride}*i"


class NamedAddress(NamedTuple):
    """An address that depends on the loop variable i: name + stride*i, or a[name + i] in the table a."""

    name: str
    stride: int
    looked_up: bool = False

    def text(self, offset: int = 0) -> str:
        """The address, or one beyond it, as it is written in the text."""
        start = f"a[{self.name} + i]" if self.looked_up else self.name
        beyond = f"{start} + {offset}" if offset else start
        return beyond if self.looked_up or not self.stride else f"{beyond} + {self.stride}*i"


AnyAddress = Address | NamedAddress


class Loop(NamedTuple):
    """A batch in the text.

    Attributes:
        items: Number of items.
        marker: The line that sets the marker x[0] to its first item.
        raises: Whether its function may raise.
        body: Lines for item i.
        reads: For every input from x, its size and its address for each item.
        writes: For every written address, the item that writes it.
        watched: Conditions that are true if item i wrote a NaN.
    """

    items: int
    marker: str
    raises: bool
    body: list[str]
    reads: list[tuple[int, list[int]]]
    writes: dict[int, int]
    watched: list[str]

    def follows(self, before: "Loop") -> bool:
        """Whether item i may run right after item i of the previous loop: it reads no other items of that loop."""
        if self.items != before.items or self.items == 1 or self.raises or before.raises:
            return False
        return all(
            before.writes.get(start + j, item) == item
            for size, starts in self.reads
            for item, start in enumerate(starts)
            for j in range(size)
        )

    def lines(self, watch: bool) -> list[str]:
        """The lines of the loop; with `watch` they count the items that wrote a NaN."""
        body = list(self.body)
        if watch and self.watched:
            body += [f"if {' | '.join(self.watched)}:", "    bad += 1"]
        if self.items == 1:
            return [self.marker, *body]
        return [self.marker, f"for i in range({self.items}):", *(f"    {line}" for line in body)]


def fuse(loops: Iterable[Loop], watch: bool) -> list[str]:
    """Write loops, fused where possible: signals between their blocks then stay in registers."""
    fused: list[Loop] = []
    for loop in loops:
        if fused and loop.follows(fused[-1]):
            last = fused[-1]
            fused[-1] = last._replace(
                body=last.body + loop.body, writes=last.writes | loop.writes, watched=last.watched + loop.watched
            )
        else:
            fused.append(loop)
    return [line for loop in fused for line in loop.lines(watch)]
