"""Writing batches as functions that every scheme with such blocks can share.

Nothing of the scheme stands in their text: the marker and all addresses come in a row of numbers. So they are compiled
once for all schemes (`pult.native.piece`), and a changed scheme is, for the most part, other numbers.
"""

from collections.abc import Hashable, Sequence
from itertools import pairwise

from pult.scheme.layout import Batch, Kind, Layout, Placed
from pult.scheme.loops import AnyAddress, NamedAddress
from pult.scheme.writer import SEGMENT, Writer


class SharedWriter(Writer):
    """Writes batches of a layout whose addresses are numbers in a row, a function at a time.

    Own fields of items lie side by side. Where inputs come from is up to the scheme: it is looked up item by item,
    unless there are many with a constant stride, which then stands in the text so that several run at once.
    """

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.begin()

    def begin(self) -> None:
        """Begin another function."""
        self._places: dict[Hashable, int] = {}
        self._numbers: list[int] = []
        self._lists: dict[int, Sequence[int]] = {}

    def number(self, what: Hashable, value: int) -> str:
        """Name of a number of the row."""
        if what not in self._places:
            self._places[what] = len(self._numbers)
            self._numbers.append(value)
        return f"a{self._places[what]}"

    def names(self) -> list[str]:
        """The lines that give the numbers their names."""
        return [f"a{place} = a[{place}]" for place in range(len(self._numbers))]

    def row(self) -> str:
        """Name of the row of numbers: those with names, and after them the lists that are looked up in."""
        row = list(self._numbers)
        for place, values in self._lists.items():
            row[place] = len(row)
            row += values
        return self.table(row)

    def placed(self, placed: Placed, batch: Batch) -> AnyAddress:  # noqa: ARG002 - all items alike
        """Where items keep a field."""
        return NamedAddress(self.number(id(placed), placed.base), placed.size)

    def input_addresses(self, kind: Kind, batch: Batch, port: int) -> AnyAddress:
        """Where items read an input."""
        found = self.input_list(kind, batch, port)
        if len(found) >= SEGMENT and len(strides := {b - a for a, b in pairwise(found)}) == 1:
            return NamedAddress(self.number(("input", port), found[0]), strides.pop())
        name = self.number(("input", port), 0)
        self._lists[self._places["input", port]] = found
        return NamedAddress(name, 0, looked_up=True)
