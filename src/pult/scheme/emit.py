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

SEGMENT = 16
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

    def loop(self, kind: Kind, batch: Batch, function: Function, sign: str, body: Iterable[str]) -> list[str]:
        """A batch of one is written straight, more as a loop; both say in x[0] where they are."""
        count = batch.stop - batch.start
        first = kind.marker + batch.start + 1
        if count == 1:
            return [f"x[0] = {sign}{first}.0", *body]
        lines = [f"x[0] = {sign}{first}.0", f"for i in range({count}):"]
        if may_raise(function):
            lines.append(f"    x[0] = {sign}({first}.0 + i)")
        return [*lines, *(f"    {line}" for line in body)]

    def output(self, whole: Batch) -> list[str]:
        kind = self.layout.kinds[whole.kind]
        return [line for batch in self.segments(kind, whole) for line in self.output_loop(kind, batch)]

    def output_loop(self, kind: Kind, batch: Batch) -> list[str]:
        if not kind.outputs and not kind.type.host:
            return []  # a pure function without outputs: nobody could tell whether it ran
        return self.loop(kind, batch, kind.type.output, "", self.output_lines(kind, batch))

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

    def update(self, kind: Kind) -> list[str]:
        if kind.type.update is None:
            return []
        whole = Batch(kind.number, 0, kind.items)
        return [line for batch in self.segments(kind, whole) for line in self.update_loop(kind, batch)]

    def update_loop(self, kind: Kind, batch: Batch) -> list[str]:
        assert kind.type.update is not None
        return self.loop(kind, batch, kind.type.update, "-", self.update_lines(kind, batch))

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

    def gather(self) -> list[str]:
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
                lines += [f"for i in range({stop - start}):", f"    y[{start} + i] = {array}[{place.text()}]"]
            else:
                stop = start + 1
                lines.append(f"y[{start}] = {array}[{first}]")
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
            lines = [line for row in group for line in write(row)]
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

    inputs = sum(port.size for port in layout.flat.scheme.inputs)
    if inputs:
        body += [f"for i in range({inputs}):", f"    x[{layout.inputs} + i] = u[i]"]
    listed = _Listed(writer) if len(layout.batches) > MOST_STRAIGHT and not hosted else None
    if listed is not None:
        body += listed.outputs()
    else:
        section([(layout.kinds[b.kind].type.host, b) for b in layout.batches], writer.output)
    body += [f"if has_nan(x, {layout.wires}, {layout.x_size}):", "    return 1"]
    body += writer.gather()
    if listed is not None:
        body += listed.updates()
        parts += listed.parts
    else:
        section([(kind.type.host, kind) for kind in layout.kinds if kind.type.update is not None], writer.update)
    if layout.wires > HEAD:
        body += [f"if has_nan(x, {HEAD}, {layout.wires}):", "    return 2"]
    body += ["x[1] = x[1] + 1.0", "return 0"]

    tables = [f"{name} = np.array({list(table)!r})" for table, name in writer.tables.items()]
    entry = "" if hosted else "@entry\n"
    run = f"{entry}def run(x, p, u, y, dt):\n" + _indent(_RUN)
    step = f"{entry}def step(x, p, u, y, t, dt):\n" + _indent(body)
    source = "\n\n".join(['"""Generated by pult."""', *tables, *parts, step, run]) + "\n"
    if not hosted:
        entries += ["step", "run"]
    else:
        for name in entries:
            source = source.replace(f"@jit\ndef {name}(", f"@part\ndef {name}(")
    return Text(source, writer.functions, writer.states, tuple(entries), hosted)


_RUN = [
    "for k in range(u.shape[0]):",
    "    code = step(x, p, u[k], y[k], float(x[1])*dt, dt)",
    "    if code != 0:",
    "        return code",
    "return 0",
]


def _indent(lines: Iterable[str]) -> str:
    return "\n".join(f"    {line}" for line in lines)
