"""Layout of the flat arrays.

    x = [ marker, steps done | states | external inputs | outputs of all blocks ]
    p = [ parameters | constants ]

Leaves of one kind are adjacent (structure of arrays), so that a batch of them is a loop with constant strides.
Wires are memory in `x`, not copies: a signal is probed by reading it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from pult.core.block_type import BlockType, ConcretePort
from pult.core.errors import PultError
from pult.scheme.flatten import Flat, Leaf
from pult.scheme.order import batches, dependencies
from pult.scheme.prepare import Field, annotations, field_of, initial_state, keyword_names, runtime_values

MAX_NUMBERS = 64 * 2**20
"""Maximum number of scalars of states, wires and parameters together: 512 MiB."""


class SchemeTooLarge(PultError):  # noqa: N818
    """States, wires and parameters need too much memory."""


HEAD = 2
"""x[0] marks the block being evaluated, x[1] counts the steps done."""


class KindKey(NamedTuple):
    """Leaves with the same key run the same code on arrays of the same shapes."""

    type: str
    constant_inputs: tuple[bool, ...]
    inputs: tuple[tuple[str, tuple[int, ...]], ...]
    values: tuple[Field, ...]
    literals: tuple[tuple[str, int], ...]
    state: tuple[Field, ...]


@dataclass(slots=True)
class Placed:
    """Consecutive scalars for every item of a kind: item i starts at base + i*size."""

    field: Field
    base: int
    size: int


@dataclass(slots=True)
class Kind:
    """All leaves with one key."""

    number: int
    key: KindKey
    type: BlockType
    inputs: tuple[ConcretePort, ...]
    outputs: tuple[ConcretePort, ...]
    leaves: list[int]
    first: list[int]
    """First item of each leaf; a leaf repeated over a shape has several items."""
    items: int
    values: list[Placed]
    state: list[Placed]
    wires: list[Placed]
    marker: int
    """Number of its first item among all items of all kinds."""


class Batch(NamedTuple):
    """Items start..stop of a kind, evaluated together."""

    kind: int
    start: int
    stop: int


class LeafValues(NamedTuple):
    """Run-time values of a leaf: for each item, the values and the initial state."""

    values: tuple[Mapping[str, Any], ...]
    states: tuple[tuple[Any, ...], ...]


@dataclass
class Layout:
    """The arrays of a program and the order of its batches."""

    flat: Flat
    kinds: list[Kind]
    batches: list[Batch]
    kind_of: list[int]
    item_of: list[int]
    count_of: list[int]
    inputs: int
    """Address of the first external input in x."""
    wires: int
    """Address of the first wire in x; states end here."""
    x_size: int
    p_size: int
    constants: list[int]
    """Address of every constant in p."""

    def wire(self, leaf: int, port: int) -> int:
        """Address in x of an output of a leaf."""
        placed = self.kinds[self.kind_of[leaf]].wires[port]
        return placed.base + self.item_of[leaf] * placed.size

    def external(self, index: int) -> int:
        """Address in x of an external input."""
        return self.inputs + sum(port.size for port in self.flat.scheme.inputs[:index])

    def leaf_at(self, kind: Kind, item: int) -> tuple[int, int]:
        """The leaf of an item, and the index of the item in that leaf."""
        position = int(np.searchsorted(kind.first, item, side="right")) - 1
        return kind.leaves[position], item - kind.first[position]


def leaf_values(leaf: Leaf, flat: Flat, overrides: Mapping[str, Any]) -> LeafValues:
    """Run-time values and initial states of a leaf's items.

    Args:
        overrides: Parameters set from outside: by a surrounding sub-scheme, or while running.

    Raises:
        ValueError: The block's `prepare` rejects the values.
    """
    block, block_type = leaf.block, leaf.block.type
    assert block_type is not None and block.concrete is not None
    scheme = flat.scheme
    count = int(np.prod(block.shape)) if block.shape else 1
    base = {**block.concrete.values, **{n: v for n, v in overrides.items() if not isinstance(v, list)}}
    entries = {n: v for n, v in block.entries.items() if n not in overrides}
    for name, value in overrides.items():
        if isinstance(value, list):
            if block.shape and (p := block_type.parameter(name)) is not None and p.kind != "array":
                entries[name] = np.array(value, dtype=object)
            else:
                base[name] = np.array(value, dtype=np.float64)
    given = [base] if not entries else [{**base, **{n: a.flat[i] for n, a in entries.items()}} for i in range(count)]
    values = [
        runtime_values(block_type, _typed(block_type, g), scheme.step, scheme.folder, scheme.provided) for g in given
    ]
    states = [initial_state(block_type, v, scheme.step, scheme.folder) for v in values]
    shapes = {
        tuple(np.shape(v) for v in (*found.values(), *state)) for found, state in zip(values, states, strict=True)
    }
    if len(shapes) > 1:
        raise ValueError("its entries need tables or states of different sizes; use a block for each.")
    repeat = count if len(given) == 1 else 1
    return LeafValues(tuple(values) * repeat, tuple(states) * repeat)


def _typed(block_type: BlockType, given: Mapping[str, Any]) -> dict[str, Any]:
    """Convert to int or float as declared, however the document writes them (1 or 1.0)."""
    casts: dict[str, Any] = {"number": float, "integer": int, "boolean": bool}
    found = dict(given)
    for p in block_type.parameters:
        if p.kind in casts and p.name in found:
            found[p.name] = casts[p.kind](found[p.name])
    return found


def needed_names(block_type: BlockType) -> list[str]:
    """Run-time arguments of the step functions, without the clock and without duplicates."""
    names: dict[str, None] = {}
    for function in (block_type.output, block_type.update):
        if function is not None:
            names.update(dict.fromkeys(n for n in keyword_names(function) if n not in ("t", "dt")))
    return list(names)


def value_fields(block_type: BlockType, runtime: Mapping[str, Any], literals: Mapping[str, int]) -> tuple[Field, ...]:
    """Kinds and shapes of the run-time values stored in p; annotations distinguish floats from integers."""
    hints = {**annotations(block_type.output), **(annotations(block_type.update) if block_type.update else {})}
    names = [name for name in needed_names(block_type) if name not in literals]
    return tuple(field_of(name, runtime[name], hints.get(name)) for name in names)


def state_fields(block_type: BlockType, state: tuple[Any, ...]) -> tuple[Field, ...]:
    """Kinds and shapes of the fields of a state."""
    if block_type.state is None:
        return ()
    hints = annotations(block_type.state)
    names: tuple[str, ...] = block_type.state._fields  # type: ignore[attr-defined]
    return tuple(field_of(name, value, hints.get(name)) for name, value in zip(names, state, strict=True))


def _key(leaf: Leaf, values: LeafValues) -> KindKey:
    block_type = leaf.block.type
    assert block_type is not None and leaf.block.concrete is not None
    runtime = values.values[0]
    literal = [p.name for p in block_type.parameters if p.fixed and p.kind == "integer"]
    literals = {n: int(runtime[n]) for n in needed_names(block_type) if n in literal}
    return KindKey(
        type=block_type.name,
        constant_inputs=tuple(source.kind == "constant" for source in leaf.inputs),
        inputs=tuple((port.name, port.shape) for port in leaf.block.concrete.inputs),
        values=value_fields(block_type, runtime, literals),
        literals=tuple(literals.items()),
        state=state_fields(block_type, values.states[0]),
    )


def lay_out(flat: Flat, values: Sequence[LeafValues]) -> Layout:
    """Determine the order of evaluation and every address. The scheme must be free of algebraic loops."""
    keys = [_key(leaf, v) for leaf, v in zip(flat.leaves, values, strict=True)]
    # by type, then by name within a level, then by path: copies of one block of a sub-scheme are adjacent
    order = sorted(range(len(flat.leaves)), key=lambda n: (keys[n].type, flat.leaves[n].block.id, flat.leaves[n].path))
    ordered = {leaf: position for position, leaf in enumerate(order)}
    before = dependencies(flat)
    # leaves are renumbered, so that nothing depends on the order in the file
    found = batches([keys[n] for n in order], [[ordered[b] for b in before[n]] for n in order])
    batched = [[order[position] for position in batch] for batch in found]

    numbers: dict[KindKey, int] = {}
    members: list[list[int]] = []
    for batch in batched:
        number = numbers.setdefault(keys[batch[0]], len(numbers))
        if number == len(members):
            members.append([])
        members[number] += batch
    kinds: list[Kind] = []
    kind_of, item_of = [0] * len(flat.leaves), [0] * len(flat.leaves)
    count_of = [len(v.values) for v in values]
    marker = 0
    for number, (key, leaves) in enumerate(zip(numbers, members, strict=True)):
        first, items = [], 0
        for leaf in leaves:
            kind_of[leaf], item_of[leaf] = number, items
            first.append(items)
            items += count_of[leaf]
        sample = flat.leaves[leaves[0]].block
        assert sample.type is not None and sample.concrete is not None
        ports = sample.concrete
        kinds.append(
            Kind(number, key, sample.type, ports.inputs, ports.outputs, leaves, first, items, [], [], [], marker)
        )
        marker += items
    x_size = HEAD
    for kind in kinds:
        kind.state, x_size = _place(kind.key.state, kind.items, x_size)
    wires = x_size
    x_size += sum(port.size for port in flat.scheme.inputs)
    p_size = 0
    for kind in kinds:
        outputs = [Field(port.name, "array" if port.shape else port.kind, port.shape) for port in kind.outputs]
        kind.wires, x_size = _place(outputs, kind.items, x_size)
        kind.values, p_size = _place(kind.key.values, kind.items, p_size)
    constants = []
    for constant in flat.constants:
        constants.append(p_size)
        p_size += constant.port.size
    if x_size + p_size > MAX_NUMBERS:
        raise SchemeTooLarge(
            f"the scheme needs {x_size + p_size} numbers of memory; at most {MAX_NUMBERS} are allowed."
        )
    ranges = []
    for batch in batched:
        kind = kinds[kind_of[batch[0]]]
        ranges.append(Batch(kind.number, item_of[batch[0]], item_of[batch[-1]] + count_of[batch[-1]]))
    return Layout(flat, kinds, ranges, kind_of, item_of, count_of, wires, wires, x_size, p_size, constants)


def _place(fields: Sequence[Field], items: int, start: int) -> tuple[list[Placed], int]:
    placed = []
    for f in fields:
        size = int(np.prod(f.shape)) if f.shape else 1
        placed.append(Placed(f, start, size))
        start += items * size
    return placed, start
