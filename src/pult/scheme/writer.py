"""Writing single batches: addresses of items, and calls of the blocks' functions."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from pult.core.block_type import BlockType, ConcretePort, Function, argument_names
from pult.native.functions import may_raise
from pult.scheme.flatten import Source
from pult.scheme.layout import Batch, Kind, Layout, Placed
from pult.scheme.loops import Address, AnyAddress, Loop
from pult.scheme.prepare import Field

SEGMENT = 8
"""Minimum mean length of the segments of a batch that is split to get constant strides."""


class Writer:
    """Writes batches of a layout and collects the functions, states and tables that the text needs."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.functions: dict[str, Function] = {}
        self.blocks: dict[str, BlockType] = {}
        self.owners: dict[str, str] = {}
        self.states: dict[str, type] = {}
        self.tables: dict[tuple[int, ...], str] = {}
        self.locals: dict[int, str] = {}

    # --- addresses -------------------------------------------------------------------------------------------------

    def address(self, addresses: Sequence[int]) -> Address:
        """The shortest expression for the address at which item i of a batch reads or writes."""
        if len(addresses) == 1:
            return Address(addresses[0], 0)
        stride = addresses[1] - addresses[0]
        if all(b - a == stride for a, b in pairwise(addresses)):
            return Address(addresses[0], stride)
        return Address(0, 0, self.table(addresses))

    def table(self, numbers: Sequence[int]) -> str:
        """Name of a list of numbers in the text."""
        return self.tables.setdefault(tuple(numbers), f"T{len(self.tables)}")

    def source_address(self, source: Source) -> int:
        """Address of an input's source, in x or p."""
        if source.kind == "leaf":
            return self.layout.wire(source.number, source.port)
        return (
            self.layout.external(source.number) if source.kind == "external" else self.layout.constants[source.number]
        )

    def segments(self, kind: Kind, batch: Batch) -> list[Batch]:
        """Split a batch where strides change, if the segments stay long: loops with constant strides vectorize."""
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
        return [Batch(batch.kind, a, b) for a, b in pairwise(edges)]

    def input_addresses(self, kind: Kind, batch: Batch, port: int) -> AnyAddress:
        """Address at which the items of a batch read an input."""
        return self.address(self.input_list(kind, batch, port))

    def input_list(self, kind: Kind, batch: Batch, port: int) -> list[int]:
        """The same as a list with one address per item."""
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

    def placed(self, placed: Placed, batch: Batch) -> AnyAddress:
        """Address of a field of the items of a batch."""
        start = placed.base + batch.start * placed.size
        return Address(start, placed.size if batch.stop - batch.start > 1 else 0)

    # --- reading and writing ---------------------------------------------------------------------------------------

    def read(self, array: str, address: AnyAddress, kind: str, shape: tuple[int, ...]) -> str:
        """The expression that reads a value."""
        if isinstance(address, Address) and array == "x" and not (shape or address.stride or address.table):
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
        """The arguments of a block's function, in order: state, inputs, parameters, counted inputs."""
        ports, parameters, counted = argument_names(function)
        found = []
        numbers = {port.name: n for n, port in enumerate(kind.inputs)}
        if kind.type.update is not None:
            assert kind.type.state is not None
            name = self.name("S", kind)
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
        """The expression that reads an input."""
        port: ConcretePort = kind.inputs[number]
        array = "p" if kind.key.constant_inputs[number] else "x"
        return self.read(array, self.input_addresses(kind, batch, number), port.kind, port.shape)

    def function(self, kind: Kind, which: str) -> str:
        """Name of a block's function in the text."""
        function = kind.type.output if which == "f" else kind.type.update
        assert function is not None
        name = self.name(which, kind)
        self.functions[name], self.blocks[name] = function, kind.type
        return name

    def name(self, which: str, kind: Kind) -> str:
        """A unique name for something of a block type."""
        name = f"{which}_{kind.type.name.replace('.', '_')}"
        owner = self.owners.setdefault(name, kind.type.name)
        return name if owner == kind.type.name else f"{name}_{kind.number}"

    # --- batches ---------------------------------------------------------------------------------------------------

    def loop(self, kind: Kind, batch: Batch, function: Function, sign: str, body: Iterable[str]) -> Loop:
        """A batch of one item is written without a loop; the marker x[0] is set in either case."""
        count = batch.stop - batch.start
        first = kind.marker + batch.start + 1
        lines, raises = list(body), may_raise(function)
        if count > 1 and raises:
            lines.insert(0, f"x[0] = {sign}({first}.0 + i)")
        return Loop(count, f"x[0] = {sign}{first}.0", raises, lines, [], {}, [])

    def output(self, whole: Batch) -> list[Loop]:
        """The loops that evaluate a batch."""
        kind = self.layout.kinds[whole.kind]
        if not kind.outputs and not kind.type.host:
            return []  # a pure function without outputs has no effect
        return [self.output_loop(kind, batch) for batch in self.segments(kind, whole)]

    def output_loop(self, kind: Kind, batch: Batch) -> Loop:
        """One of these loops, with the addresses that it reads and writes."""
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
        """Lines that evaluate one item and store its outputs."""
        call = f"{self.function(kind, 'f')}({self.arguments(kind, batch, kind.type.output)})"
        places = [(wire.field, self.placed(wire, batch)) for wire in kind.wires]
        if not places:
            return [call]
        counted = len(kind.type.outputs) == 1 and kind.type.outputs[0].count is not None
        if len(places) == 1 and not counted and not hasattr(_returns(kind.type.output), "_fields"):
            return self.single(batch, places[0], call)
        result = f"sized({call}, {len(places)})" if counted else call
        return [f"r = {result}", *(self.store(f, a, f"r[{n}]") for n, (f, a) in enumerate(places))]

    def single(self, batch: Batch, place: tuple[Field, AnyAddress], call: str) -> list[str]:
        """Lines for a single item, which keeps its scalar output in a local variable as well."""
        field, address = place
        if batch.stop - batch.start > 1 or field.shape or not isinstance(address, Address):
            return [self.store(field, address, call)]
        name = f"w{address.base}"
        self.locals[address.base] = name
        result = call if field.kind == "boolean" else f"float({call})"  # an integer would overflow in native code
        return [f"{name} = {result}", self.store(field, address, name)]

    def store(self, field: Field, address: AnyAddress, value: str) -> str:
        """The line that stores an output."""
        if field.shape:
            return f"put{len(field.shape)}(x, {address.text()}, {', '.join(map(str, field.shape))}, {value})"
        return f"x[{address.text()}] = {_number(field, value)}"

    def update(self, kind: Kind) -> list[Loop]:
        """The loops that update all states of a kind."""
        if kind.type.update is None:
            return []
        return [self.update_loop(kind, batch) for batch in self.segments(kind, Batch(kind.number, 0, kind.items))]

    def update_loop(self, kind: Kind, batch: Batch) -> Loop:
        """One of these loops."""
        assert kind.type.update is not None
        made = self.loop(kind, batch, kind.type.update, "-", self.update_lines(kind, batch))
        for place in kind.state:
            made.watched.extend(self.watch(place, batch))
        return made

    def update_lines(self, kind: Kind, batch: Batch) -> list[str]:
        """Lines that compute and store the next state of one item."""
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


def _number(field: Field, value: str) -> str:
    """A scalar as it is stored in x: booleans are 1.0 and 0.0."""
    return f"1.0 if {value} else 0.0" if field.kind == "boolean" else value


def _returns(function: Function) -> object:
    return function.__annotations__.get("return")
