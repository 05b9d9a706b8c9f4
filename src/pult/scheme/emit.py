"""Code generation: one flat source text, the same for native code and for plain Python.

    step(x, p, u, y, t, dt) -> 0, or 1: a wire is NaN (states untouched), 2: a state is NaN, 3: u or y has a wrong size

`x` holds states and wires, `p` parameters and constants, `u` inputs, `y` outputs. Functions of blocks, and the
helpers `has_nan`, `put`, are supplied in the namespace, plain or native.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from pult.core.block_type import Function
from pult.native.functions import may_raise
from pult.scheme.layout import HEAD, Batch, Kind, Layout
from pult.scheme.loops import Loop, fuse
from pult.scheme.shared import SharedWriter
from pult.scheme.writer import Writer

MAX_STRAIGHT = 64
"""Programs with more batches are written as a loop over a list of batches: compile time is then bounded by the number
of kinds of blocks, independent of the number and arrangement of the blocks."""
BATCHES_PER_FUNCTION = 40
"""Compile time grows faster than the length of a function: longer programs are split into parts."""
_Row = TypeVar("_Row", Batch, Kind)


class Text(NamedTuple):
    """A generated program.

    Attributes:
        source: The text.
        functions: Block functions by their names in the text.
        states: Classes of states by their names in the text.
        blocks: Block types by the names of their functions in the text.
        entries: Names of the functions that are called from Python, which are compiled and cached.
        hosts: Names of the functions of host blocks.
    """

    source: str
    functions: dict[str, Function]
    states: dict[str, type]
    blocks: dict[str, str]
    entries: tuple[str, ...]
    hosts: frozenset[str]

    @property
    def hosted(self) -> bool:
        """Whether plain Python runs inside the step."""
        return bool(self.hosts)


class _Listed:
    """The program as a list of batches: one function per kind, and a loop that calls them by number.

    Everything specific to this scheme is in tables; the functions are shared by all schemes with such blocks.
    """

    def __init__(self, writer: SharedWriter) -> None:
        self.writer, self.layout = writer, writer.layout
        self.parts: list[str] = []
        self.entries: list[str] = []

    def outputs(self) -> list[str]:
        """Evaluate all batches in order; leave if a wire is NaN."""
        shown = [b for b in self.layout.batches if self.layout.kinds[b.kind].outputs]
        if not shown:
            return []
        kinds = sorted({b.kind for b in shown})
        rows: dict[int, str] = {}
        for number in kinds:
            kind = self.layout.kinds[number]
            rows[number] = self._part(f"out_{number}", kind, self.writer.output_lines, kind.type.output, "")
        columns = [[b.kind for b in shown], [b.start for b in shown], [b.stop for b in shown]]
        kind_table, start, stop = (self.writer.table(column) for column in columns)
        lines = [f"for b in range({len(shown)}):", f"    k = {kind_table}[b]"]
        calls = [f"out_{number}(x, p, t, dt, {start}[b], {stop}[b], {rows[number]})" for number in kinds]
        lines += _choose(calls, kinds)
        return [*lines, f"if has_nan(x, {self.layout.wires}, {self.layout.x_size}):", "    return 1"]

    def updates(self) -> list[str]:
        """Give all states their next values; leave if one is NaN."""
        rows = []
        for kind in self.layout.kinds:
            if kind.type.update is not None:
                row = self._part(f"upd_{kind.number}", kind, self.writer.update_lines, kind.type.update, "-")
                rows.append(f"upd_{kind.number}(x, p, t, dt, 0, {kind.items}, {row})")
        return [*rows, f"if has_nan(x, {HEAD}, {self.layout.wires}):", "    return 2"]

    def _part(
        self, name: str, kind: Kind, write: Callable[[Kind, Batch], list[str]], function: Function, sign: str
    ) -> str:
        """Write the function of a kind; returns the name of its table of numbers."""
        self.writer.begin()
        first = self.writer.number("marker", kind.marker + 1)
        lines = write(kind, Batch(kind.number, 0, kind.items))
        if may_raise(function):
            lines.insert(0, f"x[0] = {sign}float({first} + i)")
        rows = [*self.writer.names(), f"x[0] = {sign}float({first} + start)", "for i in range(start, stop):"]
        rows += [f"    {line}" for line in lines]
        self.parts.append(_function(f"@shared\ndef {name}(x, p, t, dt, start, stop, a):", rows))
        return self.writer.row()


class _Straight:
    """The program as a sequence of batches; split into functions if it is long, and at host blocks."""

    def __init__(self, writer: Writer, hosted: bool) -> None:
        self.writer, self.layout, self.hosted = writer, writer.layout, hosted
        self.parts: list[str] = []
        self.entries: list[str] = []

    def outputs(self) -> list[str]:
        """Evaluate all batches in order; leave if a wire is NaN."""
        batches = self.layout.batches
        lines, watched = self._section(batches, self.writer.output, lambda b: self.layout.kinds[b.kind].type.host)
        wires, inputs = self.layout.wires, sum(port.size for port in self.layout.flat.scheme.inputs)
        conditions = ["bad != 0"] if watched else [f"has_nan(x, {wires}, {self.layout.x_size})"]
        if watched and inputs:
            conditions.append(f"has_nan(x, {wires}, {wires + inputs})")
        return ["bad = 0", *lines, f"if {' or '.join(conditions)}:", "    return 1"]

    def updates(self) -> list[str]:
        """Give all states their next values; leave if one is NaN."""
        kinds = [kind for kind in self.layout.kinds if kind.type.update is not None]
        if not kinds:
            return []
        lines, watched = self._section(kinds, self.writer.update, lambda kind: kind.type.host)
        condition = "bad != 0" if watched else f"has_nan(x, {HEAD}, {self.layout.wires})"
        return [*lines, f"if {condition}:", "    return 2"]

    def _section(
        self, rows: Sequence[_Row], write: Callable[[_Row], list[Loop]], host: Callable[[_Row], bool]
    ) -> tuple[list[str], bool]:
        """Lines for a sequence of batches, and whether they count NaNs themselves."""
        if not self.hosted and len(rows) <= BATCHES_PER_FUNCTION:
            return fuse((loop for row in rows for loop in write(row)), True), True
        groups: list[list[_Row]] = []
        for row in rows:
            alone = host(row) or not groups or host(groups[-1][-1])
            if alone or len(groups[-1]) == BATCHES_PER_FUNCTION:
                groups.append([])
            groups[-1].append(row)
        body = []
        for group in groups:
            self.writer.locals.clear()  # local names are not visible in other functions
            lines = fuse((loop for row in group for loop in write(row)), False)
            if lines:
                name, plain = f"part_{len(self.parts)}", host(group[0])
                decorator = "" if plain else "@part\n" if self.hosted else "@jit\n"
                self.parts.append(_function(f"{decorator}def {name}(x, p, t, dt):", lines))
                if self.hosted and not plain:
                    self.entries.append(name)
                body.append(f"{name}(x, p, t, dt)")
        self.writer.locals.clear()
        return body, False


def _choose(calls: Sequence[str], kinds: Sequence[int], depth: int = 1) -> list[str]:
    """A binary search for the call for kind k: fast, and not deeply nested."""
    pad = "    " * depth
    if len(kinds) == 1:
        return [f"{pad}{calls[0]}"]
    half = len(kinds) // 2
    rows = [f"{pad}if k < {kinds[half]}:", *_choose(calls[:half], kinds[:half], depth + 1), f"{pad}else:"]
    return rows + _choose(calls[half:], kinds[half:], depth + 1)


def emit(layout: Layout) -> Text:
    """Generate the program of a layout."""
    hosted = any(kind.type.host for kind in layout.kinds)
    long = len(layout.batches) > MAX_STRAIGHT and not hosted
    writer = SharedWriter(layout) if long else Writer(layout)
    form = _Listed(writer) if isinstance(writer, SharedWriter) else _Straight(writer, hosted)
    body = [*form.outputs(), *form.updates(), "x[1] = x[1] + 1.0", "return 0"]
    entry, inner = ("", "") if hosted else ("@entry\n", "@jit\n" if long else "@inner\n")
    sizes = [sum(port.size for port in ports) for ports in (layout.flat.scheme.inputs, layout.flat.scheme.outputs)]
    guard = f"if u.shape[0] != {sizes[0]} or y.shape[0] != {sizes[1]}:"
    rows = f"if u.shape[0] != y.shape[0] or u.shape[1] != {sizes[0]} or y.shape[1] != {sizes[1]}:"
    once = [guard, "    return 3", *_exchange(writer, "", "t"), "return code"]
    row = [*_exchange(writer, "k, ", "float(x[1])*dt"), "if code != 0:", "    return code"]
    many = ["for k in range(u.shape[0]):", *(f"    {line}" for line in row)]
    functions = [
        _function(f"{inner}def advance(x, p, t, dt):", body),
        _function(f"{entry}def step(x, p, u, y, t, dt):", once),
        _function(f"{entry}def run(x, p, u, y, dt):", [rows, "    return 3", *many, "return 0"]),
    ]
    tables = [f"{name} = np.array({list(table)!r})" for table, name in writer.tables.items()]
    source = "\n\n".join(['"""Generated by pult."""', *tables, *form.parts, *functions]) + "\n"
    entries = form.entries if hosted else ["step", "run"]
    hosts = frozenset(name for name, block in writer.blocks.items() if block.host)
    blocks = {name: block.name for name, block in writer.blocks.items()}
    return Text(source, writer.functions, writer.states, blocks, tuple(entries), hosts)


def _exchange(writer: Writer, row: str, time: str) -> list[str]:
    """Copy inputs, step, copy outputs. Rows are indexed, not sliced: a view costs two atomic operations per step."""
    layout = writer.layout
    inputs = sum(port.size for port in layout.flat.scheme.inputs)
    lines = [f"for i in range({inputs}):", f"    x[{layout.inputs} + i] = u[{row}i]"] if inputs else []
    gather = writer.gather(row)
    shown = ["if code != 1:", *(f"    {line}" for line in gather)] if gather else []
    return [*lines, f"code = advance(x, p, {time}, dt)", *shown]


def _function(head: str, lines: Iterable[str]) -> str:
    return "\n".join([head, *(f"    {line}" for line in lines)])
