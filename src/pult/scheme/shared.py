"""Writing batches as functions that are shared by all schemes with such blocks.

Their text is independent of the scheme: the marker and all addresses come in a table of numbers. So they are compiled
once for all schemes (`pult.native.piece`), and a change of a scheme mostly changes numbers only.
"""

from collections.abc import Hashable, Sequence
from itertools import pairwise

from pult.scheme.layout import Batch, Kind, Layout, Placed
from pult.scheme.loops import AnyAddress, NamedAddress
from pult.scheme.writer import SEGMENT, Writer


class SharedWriter(Writer):
    """Writes batches of a layout, one function at a time, with addresses in a table of numbers.

    Fields of neighbouring items are adjacent. The sources of inputs depend on the scheme: they are looked up per item,
    unless there are many with a constant stride, which is then written into the text so that loops vectorize.
    """

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.begin()

    def begin(self) -> None:
        """Begin a new function."""
        self._places: dict[Hashable, int] = {}
        self._numbers: list[int] = []
        self._lists: dict[int, Sequence[int]] = {}

    def number(self, what: Hashable, value: int) -> str:
        """Name of a number in the table."""
        if what not in self._places:
            self._places[what] = len(self._numbers)
            self._numbers.append(value)
        return f"a{self._places[what]}"

    def names(self) -> list[str]:
        """The lines that load the numbers into local names."""
        return [f"a{place} = a[{place}]" for place in range(len(self._numbers))]

    def row(self) -> str:
        """Name of the table: first the named numbers, then the lookup lists."""
        row = list(self._numbers)
        for place, values in self._lists.items():
            row[place] = len(row)
            row += values
        return self.table(row)

    def placed(self, placed: Placed, batch: Batch) -> AnyAddress:  # noqa: ARG002 - all items alike
        """Address of a field of the items."""
        return NamedAddress(self.number(id(placed), placed.base), placed.size)

    def input_addresses(self, kind: Kind, batch: Batch, port: int) -> AnyAddress:
        """Address of an input of the items."""
        found = self.input_list(kind, batch, port)
        if len(found) >= SEGMENT and len(strides := {b - a for a, b in pairwise(found)}) == 1:
            return NamedAddress(self.number(("input", port), found[0]), strides.pop())
        name = self.number(("input", port), 0)
        self._lists[self._places["input", port]] = found
        return NamedAddress(name, 0, looked_up=True)
