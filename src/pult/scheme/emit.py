"""Writing the program: one flat source text, the same for native code and for plain Python.

    step(x, p, u, y, t, dt) -> 0, or 1: a wire is NaN (states untouched), 2: a state is NaN

`x` holds states and wires, `p` parameters and constants, `u` inputs, `y` outputs. Functions of blocks, and the helpers `has_nan`, `put`,
are given to the text from outside, plain or native.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pult.core.block import ConcretePort, Function, argument_names
from pult.scheme.flatten import Source
from pult.scheme.layout import HEAD, Batch, Kind, Layout, Placed
from pult.scheme.native import may_raise
from pult.scheme.prepare import Field

SEGMENT = 8
"""Shortest mean length of the pieces of a batch that is cut for the sake of constant strides."""
MOST_STRAIGHT = 64
"""Programs of more batches are written as a loop over a list of batches: the compiler's work is then bounded by the number of
kinds of blocks, whatever the number and arrangement of the blocks."""
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


class Address(NamedTuple):
    """An address that depends on the loop variable i: base + stride*i, or a table."""

    base: int
    stride: int
    table: str = ""

    def text(self, offset: int = 0) -> str:
        if self.table:
            return f"{self.table}[i] + {offset}" if offset else f"{self.table}[i]"
        start = self.base + offset
        if not self.stride:
            return f"{start}"
        return f"{start} + i" if self.stride == 1 else f"{start} + {self.stride}*i"


class Loop(NamedTuple):
    """A batch in the text.

    Attributes:
        count: Number of items.
        marker: The line that says in x[0] where it begins.
        raises: Whether its function may raise.
        body: Lines for item i.
        reads: For every input from x, its size and where each item reads it.
        writes: For every address that is written, by which item.
        watched: Conditions that hold for item i if it wrote a NaN.
    """

    count: int
    marker: str
    raises: bool
    body: list[str]
    reads: list[tuple[int, list[int]]]
    writes: dict[int, int]
    watched: list[str]

    def follows(self, before: "Loop") -> bool:
        """Whether item i may run right after item i of the loop before: it reads nothing of that loop's other items."""
        if self.count != before.count or self.count == 1 or self.raises or before.raises:
            return False
        return all(
            before.writes.get(start + j, item) == item
            for size, starts in self.reads
            for item, start in enumerate(starts)
            for j in range(size)
        )

    def lines(self, watch: bool) -> list[str]:
        body = list(self.body)
        if watch and self.watched:
            body += [f"if {' | '.join(self.watched)}:", "    bad += 1"]
        if self.count == 1:
            return [self.marker, *body]
        return [self.marker, f"for i in range({self.count}):", *(f"    {line}" for line in body)]


def _fuse(loops: Iterable[Loop], watch: bool) -> list[str]:
    """Write loops, as one where items allow it: signals between its blocks then stay in registers."""
    fused: list[Loop] = []
    for loop in loops:
        if fused and loop.follows(fused[-1]):
            last = fused.pop()
            loop = last._replace(
                body=last.body + loop.body, writes=last.writes | loop.writes, watched=last.watched + loop.watched
            )
        fused.append(loop)
    return [line for loop in fused for line in loop.lines(watch)]


class _Writer:
    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.functions: dict[str, Function] = {}
        self.states: dict[str, type] = {}
        self.tables: dict[tuple[int, ...], str] = {}
        self.locals: dict[int, str] = {}

    # --- addresses -------------------------------------------------------------------------------------------------

    def address(self, addresses: Sequence[int]) -> Address:
        """The shortest way to say where item i of a batch reads or writes."""
        if len(addresses) == 1:
            return Address(addresses[0], 0)
        stride = addresses[1] - addresses[0]
        if all(b - a == stride for a, b in zip(addresses, addresses[1:], strict=False)):
            return Address(addresses[0], stride)
        return Address(0, 0, self.table(addresses))

    def table(self, numbers: Sequence[int]) -> str:
        """Name of a list of numbers in the text."""
        return self.tables.setdefault(tuple(numbers), f"T{len(self.tables)}")

    def source_address(self, source: Source) -> int:
        if source.kind == "leaf":
            return self.layout.wire(source.number, source.port)
        return self.layout.external(source.number) if source.kind == "external" else self.layout.constants[source.number]

    def segments(self, kind: Kind, batch: Batch) -> list[Batch]:
        """Cut a batch where strides change, if the pieces stay long: loops with constant strides run several items at once."""
        count = batch.stop - batch.start
        cuts = {batch.start}
        for port in range(len(kind.inputs)):
            addresses = self.input_list(kind, batch, port)
            start = 0
            while start + 2 < count:
                stride = addresses[start + 1] - addresses[start]
                stop = start + 2
                while stop < count and addresses[stop] - addresses[stop - 1] == stride:
                    stop += 1
                if stop < count:
                    cuts.add(batch.start + stop)
                start = stop
        if len(cuts) == 1 or count < SEGMENT * len(cuts):
            return [batch]
        edges = [*sorted(cuts), batch.stop]
        return [Batch(batch.kind, a, b) for a, b in zip(edges, edges[1:], strict=False)]

    def input_addresses(self, kind: Kind, batch: Batch, port: int) -> Address:
        return self.address(self.input_list(kind, batch, port))

    def input_list(self, kind: Kind, batch: Batch, port: int) -> list[int]:
        found: list[int] = []
        item = batch.start
        while item < batch.stop:
            leaf, within = self.layout.leaf_at(kind, item)
            source = self.layout.flat.leaves[leaf].inputs[port]
            start = self.source_address(source)
            count = min(self.layout.count_of[leaf] - within, batch.stop - item)
            size = kind.inputs[port].size
            found += [start + (within + j) * size for j in range(count)]
            item += count
        return found

    def placed(self, placed: Placed, batch: Batch) -> Address:
        start = placed.base + batch.start * placed.size
        return Address(start, placed.size if batch.stop - batch.start > 1 else 0)

    # --- reading and writing ---------------------------------------------------------------------------------------

    def read(self, array: str, address: Address, kind: str, shape: tuple[int, ...]) -> str:
        if array == "x" and not shape and not address.stride and not address.table:
            known = self.locals.get(address.base)
            if known is not None:
                return known
        place = f"{array}[{address.text()}]"
        if shape:
            size = 1
            for s in shape:
                size *= s
            view = f"{array}[{address.text()}:{address.text(size)}]"
            return view if len(shape) == 1 else f"{view}.reshape({shape!r})"
        return {"boolean": f"({place} != 0.0)", "integer": f"int({place})"}.get(kind, f"float({place})")

    def arguments(self, kind: Kind, batch: Batch, function: Function) -> str:
        ports, parameters, counted = argument_names(function)
        found = []
        numbers = {port.name: n for n, port in enumerate(kind.inputs)}
        if kind.type.update is not None:
            assert kind.type.state is not None
            name = f"S_{kind.type.name.replace('.', '_')}"
            self.states[name] = kind.type.state
            fields = [self.read("x", self.placed(f, batch), f.field.kind, f.field.shape) for f in kind.state]
            found.append(f"{name}({', '.join(fields)})")
            ports = ports[1:]
        found += [self.input(kind, batch, numbers[port]) for port in ports]
        values = {v.field.name: v for v in kind.values}
        literals = dict(kind.key.literals)
        for name in parameters:
            if name in ("t", "dt"):
                found.append(name)
            elif name in literals:
                found.append(str(literals[name]))
            else:
                place = values[name]
                found.append(self.read("p", self.placed(place, batch), place.field.kind, place.field.shape))
        if counted:
            several = [n for p, n in numbers.items() if p.startswith(counted) and p[len(counted) :].isdigit()]
            found += [self.input(kind, batch, n) for n in several]
        return ", ".join(found)

    def input(self, kind: Kind, batch: Batch, number: int) -> str:
        port: ConcretePort = kind.inputs[number]
        array = "p" if kind.key.constant_inputs[number] else "x"
        return self.read(array, self.input_addresses(kind, batch, number), port.kind, port.shape)

    def function(self, kind: Kind, which: str) -> str:
        function = kind.type.output if which == "f" else kind.type.update
        assert function is not None
        name = f"{which}_{kind.type.name.replace('.', '_')}"
        self.functions[name] = function
        return name

    # --- batches ---------------------------------------------------------------------------------------------------

    def loop(self, kind: Kind, batch: Batch, function: Function, sign: str, body: Iterable[str]) -> Loop:
        """A batch of one is written straight, more as a loop; both say in x[0] where they are."""
        count = batch.stop - batch.start
        first = kind.marker + batch.start + 1
        lines, raises = list(body), may_raise(function)
        if count > 1 and raises:
            lines.insert(0, f"x[0] = {sign}({first}.0 + i)")
        return Loop(count, f"x[0] = {sign}{first}.0", raises, lines, [], {}, [])

    def output(self, whole: Batch) -> list[Loop]:
        kind = self.layout.kinds[whole.kind]
        if not kind.outputs and not kind.type.host:
            return []  # a pure function without outputs: nobody could tell whether it ran
        return [self.output_loop(kind, batch) for batch in self.segments(kind, whole)]

    def output_loop(self, kind: Kind, batch: Batch) -> Loop:
        made = self.loop(kind, batch, kind.type.output, "", self.output_lines(kind, batch))
        for number, port in enumerate(kind.inputs):
            if not kind.key.constant_inputs[number] and kind.type.fed_through(port.name):
                made.reads.append((port.size, self.input_list(kind, batch, number)))
        for wire in kind.wires:
            made.watched.extend(self.watch(wire, batch))
            for item in range(batch.start, batch.stop):
                start = wire.base + item * wire.size
                made.writes.update(dict.fromkeys(range(start, start + wire.size), item - batch.start))
        return made

    def watch(self, place: Placed, batch: Batch) -> list[str]:
        """The condition that a wire or state is NaN."""
        address = self.placed(place, batch)
        if place.field.shape:
            return [f"has_nan(x, {address.text()}, {address.text(place.size)})"]
        value = f"x[{address.text()}]"
        return [f"({value} != {value})"] if place.field.kind == "number" else []

    def output_lines(self, kind: Kind, batch: Batch) -> list[str]:
        """One item's evaluation and the storing of its outputs."""
        call = f"{self.function(kind, 'f')}({self.arguments(kind, batch, kind.type.output)})"
        places = [(wire.field, self.placed(wire, batch)) for wire in kind.wires]
        if not places:
            return [call]
        counted = len(kind.type.outputs) == 1 and kind.type.outputs[0].count is not None
        if len(places) == 1 and not counted and not hasattr(_returns(kind.type.output), "_fields"):
            return self.single(batch, places[0], call)
        return [f"r = {call}", *(self.store(f, a, f"r[{n}]") for n, (f, a) in enumerate(places))]

    def single(self, batch: Batch, place: tuple[Field, Address], call: str) -> list[str]:
        field, address = place
        if batch.stop - batch.start > 1 or field.shape:
            return [self.store(field, address, call)]
        name = f"w{address.base}"
        self.locals[address.base] = name
        return [f"{name} = {call}", self.store(field, address, name)]

    def store(self, field: Field, address: Address, value: str) -> str:
        if field.shape:
            return f"put{len(field.shape)}(x, {address.text()}, {value})"
        return f"x[{address.text()}] = {_number(field, value)}"

    def update(self, kind: Kind) -> list[Loop]:
        if kind.type.update is None:
            return []
        return [self.update_loop(kind, batch) for batch in self.segments(kind, Batch(kind.number, 0, kind.items))]

    def update_loop(self, kind: Kind, batch: Batch) -> Loop:
        assert kind.type.update is not None
        made = self.loop(kind, batch, kind.type.update, "-", self.update_lines(kind, batch))
        for place in kind.state:
            made.watched.extend(self.watch(place, batch))
        return made

    def update_lines(self, kind: Kind, batch: Batch) -> list[str]:
        """One item's next state and its storing."""
        assert kind.type.update is not None
        call = f"{self.function(kind, 'g')}({self.arguments(kind, batch, kind.type.update)})"
        stores = [
            f"x[{self.placed(place, batch).text()}] = {_number(place.field, f'r.{place.field.name}')}"
            for place in kind.state
            if place.field.kind != "array"  # arrays are written in place
        ]
        return [f"r = {call}" if stores else call, *stores]

    def gather(self, row: str) -> list[str]:
        """Copy outputs to y, or to a row of it ("k, ")."""
        lines: list[str] = []
        start = 0
        outputs = list(zip(self.layout.flat.scheme.outputs, self.layout.flat.outputs, strict=True))
        addresses: list[tuple[str, int]] = []
        for port, source in outputs:
            array = "p" if source.kind == "constant" else "x"
            addresses += [(array, self.source_address(source) + j) for j in range(port.size)]
        while start < len(addresses):
            stop = start + 1
            stride = addresses[stop][1] - addresses[start][1] if stop < len(addresses) else 0
            while stop < len(addresses) and addresses[stop] == (addresses[start][0], addresses[stop - 1][1] + stride):
                stop += 1
            array, first = addresses[start]
            if stop - start > 2:
                place = Address(first, stride)
                lines += [f"for i in range({stop - start}):", f"    y[{row}{start} + i] = {array}[{place.text()}]"]
            else:
                stop = start + 1
                lines.append(f"y[{row}{start}] = {array}[{first}]")
            start = stop
        return lines


class _Listed:
    """The program as a list of batches: one function per kind, and a loop that calls them by number."""

    def __init__(self, writer: _Writer) -> None:
        self.writer, self.layout = writer, writer.layout
        self.parts: list[str] = []

    def body(self, name: str, kind: Kind, lines: Sequence[str], function: Function, sign: str) -> None:
        first = kind.marker + 1
        rows = [f"x[0] = {sign}({first}.0 + start)", "for i in range(start, stop):"]
        if may_raise(function):
            rows.append(f"    x[0] = {sign}({first}.0 + i)")
        self.parts.append(f"@jit\ndef {name}(x, p, t, dt, start, stop):\n" + _indent([*rows, *(f"    {r}" for r in lines)]))

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


def _number(field: Field, value: str) -> str:
    """A scalar as it is kept in x: booleans are 1.0 and 0.0."""
    return f"1.0 if {value} else 0.0" if field.kind == "boolean" else value


def _returns(function: Function) -> object:
    return function.__annotations__.get("return")


def emit(layout: Layout) -> Text:
    """Write the program of a layout."""
    writer = _Writer(layout)
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
            lines = _fuse((loop for row in group for loop in write(row)), not cut)
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
        body += [f"if bad != 0 or has_nan(x, {layout.wires}, {layout.wires + inputs}):" if inputs else "if bad != 0:", "    return 1"]
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


def _exchange(writer: _Writer, row: str, time: str) -> list[str]:
    """Inputs in, one step, outputs out. Rows are indexed, not sliced: a view costs two atomic operations a step."""
    layout = writer.layout
    inputs = sum(port.size for port in layout.flat.scheme.inputs)
    lines = [f"for i in range({inputs}):", f"    x[{layout.inputs} + i] = u[{row}i]"] if inputs else []
    gather = writer.gather(row)
    shown = ["if code != 1:", *(f"    {line}" for line in gather)] if gather else []
    return [*lines, f"code = advance(x, p, {time}, dt)", *shown]


def _indent(lines: Iterable[str]) -> str:
    return "\n".join(f"    {line}" for line in lines)
