"""Writing the program: one flat source text, the same for native code and for plain Python.

    step(x, p, u, y, t, dt) -> 0, or 1: a wire is NaN (states untouched), 2: a state is NaN

`x` holds states and wires, `p` parameters and constants, `u` inputs, `y` outputs. Functions of blocks, and the
helpers `has_nan`, `put`, are given to the text from outside, plain or native.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pult.core.block_type import Function
from pult.scheme.layout import HEAD, Batch, Kind, Layout
from pult.scheme.loops import fuse
from pult.scheme.native import may_raise
from pult.scheme.writer import Writer

MOST_STRAIGHT = 64
"""Programs of more batches are written as a loop over a list of batches: the compiler's work is then bounded by the
number of kinds of blocks, whatever the number and arrangement of the blocks."""
BATCHES_PER_FUNCTION = 40
"""A compiler's time grows faster than the length of a function: longer programs are cut into parts."""


class Text(NamedTuple):
    """A generated program.

    Attributes:
        source: The text.
        functions: Names used in the text, and the block functions they stand for.
        states: Names used in the text for the classes of states.
        entries: Names of the functions that are called from Python, so must be compiled and cached.
        hosted: Whether plain Python runs inside the step.
    """

    source: str
    functions: dict[str, Function]
    states: dict[str, type]
    entries: tuple[str, ...]
    hosted: bool


class _Listed:
    """The program as a list of batches: one function per kind, and a loop that calls them by number."""

    def __init__(self, writer: Writer) -> None:
        self.writer, self.layout = writer, writer.layout
        self.parts: list[str] = []

    def body(self, name: str, kind: Kind, lines: Sequence[str], function: Function, sign: str) -> None:
        first = kind.marker + 1
        rows = [f"x[0] = {sign}({first}.0 + start)", "for i in range(start, stop):"]
        if may_raise(function):
            rows.append(f"    x[0] = {sign}({first}.0 + i)")
        self.parts.append(
            f"@jit\ndef {name}(x, p, t, dt, start, stop):\n" + _indent([*rows, *(f"    {r}" for r in lines)])
        )

    def outputs(self) -> list[str]:
        shown = [b for b in self.layout.batches if self.layout.kinds[b.kind].outputs]
        kinds = sorted({b.kind for b in shown})
        for number in kinds:
            kind = self.layout.kinds[number]
            lines = self.writer.output_lines(kind, Batch(number, 0, kind.items))
            self.body(f"out_{number}", kind, lines, kind.type.output, "")
        self.writer.locals.clear()
        columns = [[b.kind for b in shown], [b.start for b in shown], [b.stop for b in shown]]
        kind_table, start, stop = (self.writer.table(column) for column in columns)
        rows = [f"for b in range({len(shown)}):", f"    k = {kind_table}[b]"]
        return rows + _choose(kinds, f"(x, p, t, dt, {start}[b], {stop}[b])")

    def updates(self) -> list[str]:
        rows = []
        for kind in self.layout.kinds:
            if kind.type.update is not None:
                lines = self.writer.update_lines(kind, Batch(kind.number, 0, kind.items))
                self.body(f"upd_{kind.number}", kind, lines, kind.type.update, "-")
                rows.append(f"upd_{kind.number}(x, p, t, dt, 0, {kind.items})")
        return rows


def _choose(kinds: Sequence[int], arguments: str, depth: int = 1) -> list[str]:
    """A binary search for the function of kind k: quick to run, and shallow for the compiler."""
    pad = "    " * depth
    if len(kinds) == 1:
        return [f"{pad}out_{kinds[0]}{arguments}"]
    half = len(kinds) // 2
    rows = [f"{pad}if k < {kinds[half]}:", *_choose(kinds[:half], arguments, depth + 1), f"{pad}else:"]
    return rows + _choose(kinds[half:], arguments, depth + 1)


def emit(layout: Layout) -> Text:
    """Write the program of a layout."""
    writer = Writer(layout)
    parts: list[str] = []
    body: list[str] = []
    hosted = any(kind.type.host for kind in layout.kinds)
    entries: list[str] = []

    def section(rows: Sequence[tuple[bool, object]], write: object) -> None:
        """Write batches; cut into functions where it gets long, and around host blocks."""
        assert callable(write)
        cut = hosted or len(rows) > BATCHES_PER_FUNCTION
        groups: list[tuple[bool, list[object]]] = []
        for host, row in rows:
            if not groups or host or groups[-1][0] or (cut and len(groups[-1][1]) >= BATCHES_PER_FUNCTION):
                groups.append((host, []))
            groups[-1][1].append(row)
        for host, group in groups:
            if cut:
                writer.locals.clear()
            lines = fuse((loop for row in group for loop in write(row)), not cut)
            if not lines:
                continue
            if not cut:
                body.extend(lines)
                continue
            name = f"part_{len(parts)}"
            decorator = "" if host else "@jit\n"
            parts.append(f"{decorator}def {name}(x, p, t, dt):\n" + _indent(lines))
            if hosted and not host:
                entries.append(name)
            body.append(f"{name}(x, p, t, dt)")
        if cut:
            writer.locals.clear()

    listed = _Listed(writer) if len(layout.batches) > MOST_STRAIGHT and not hosted else None
    inputs = sum(port.size for port in layout.flat.scheme.inputs)
    if listed is not None:
        body += listed.outputs()
        watched = False
    else:
        body += ["bad = 0"]
        section([(layout.kinds[b.kind].type.host, b) for b in layout.batches], writer.output)
        watched = not hosted and len(layout.batches) <= BATCHES_PER_FUNCTION
    if watched:
        body += [
            f"if bad != 0 or has_nan(x, {layout.wires}, {layout.wires + inputs}):" if inputs else "if bad != 0:",
            "    return 1",
        ]
    else:
        body += [f"if has_nan(x, {layout.wires}, {layout.x_size}):", "    return 1"]
    if listed is not None:
        body += listed.updates()
        parts += listed.parts
        watched = False
    else:
        section([(kind.type.host, kind) for kind in layout.kinds if kind.type.update is not None], writer.update)
        watched = not hosted and len([k for k in layout.kinds if k.type.update is not None]) <= BATCHES_PER_FUNCTION
    if layout.wires > HEAD:
        body += ["if bad != 0:" if watched else f"if has_nan(x, {HEAD}, {layout.wires}):", "    return 2"]
    body += ["x[1] = x[1] + 1.0", "return 0"]

    tables = [f"{name} = np.array({list(table)!r})" for table, name in writer.tables.items()]
    entry = "" if hosted else "@entry\n"
    inner = "" if hosted else "@inner\n"
    advance = f"{inner}def advance(x, p, t, dt):\n" + _indent(body)
    step = f"{entry}def step(x, p, u, y, t, dt):\n" + _indent([*_exchange(writer, "", "t"), "return code"])
    rows = [f"    {line}" for line in (*_exchange(writer, "k, ", "float(x[1])*dt"), "if code != 0:", "    return code")]
    run = f"{entry}def run(x, p, u, y, dt):\n" + _indent(["for k in range(u.shape[0]):", *rows, "return 0"])
    source = "\n\n".join(['"""Generated by pult."""', *tables, *parts, advance, step, run]) + "\n"
    if not hosted:
        entries += ["step", "run"]
    else:
        for name in entries:
            source = source.replace(f"@jit\ndef {name}(", f"@part\ndef {name}(")
    return Text(source, writer.functions, writer.states, tuple(entries), hosted)


def _exchange(writer: Writer, row: str, time: str) -> list[str]:
    """Inputs in, one step, outputs out. Rows are indexed, not sliced: a view costs two atomic operations a step."""
    layout = writer.layout
    inputs = sum(port.size for port in layout.flat.scheme.inputs)
    lines = [f"for i in range({inputs}):", f"    x[{layout.inputs} + i] = u[{row}i]"] if inputs else []
    gather = writer.gather(row)
    shown = ["if code != 1:", *(f"    {line}" for line in gather)] if gather else []
    return [*lines, f"code = advance(x, p, {time}, dt)", *shown]


def _indent(lines: Iterable[str]) -> str:
    return "\n".join(f"    {line}" for line in lines)
