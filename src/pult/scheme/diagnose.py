"""Diagnosis of a failed step: which block, which port, when, and with which inputs."""

from typing import Any

import numpy as np

from pult.core.block_type import argument_names
from pult.core.errors import PultError
from pult.core.signals import Array
from pult.native.functions import positional
from pult.scheme.flatten import Leaf, Source
from pult.scheme.layout import Kind, Layout
from pult.scheme.prepare import keyword_names


class BlockRunError(PultError):
    """A block failed while running.

    Attributes:
        block: Path of the block, or the name of the external input.
        port: The port that became NaN, if one did.
        time: Time of the step [s].
        inputs: Values of the block's inputs.
    """

    def __init__(self, block: str, port: str, time: float, inputs: dict[str, Any], what: str) -> None:
        self.block, self.port, self.time, self.inputs = block, port, time, inputs
        given = ", ".join(f"{name}={_short(value)}" for name, value in inputs.items())
        super().__init__(f"{what} at t = {time:g} s" + (f"; its inputs were {given}." if inputs else "."))


def _short(value: Any) -> str:
    return np.array2string(np.asarray(value), precision=6, threshold=8) if np.ndim(value) else f"{value!r}"


def input_values(layout: Layout, x: Array, p: Array, leaf: Leaf, within: int | None = None) -> dict[str, Any]:
    """Values at the inputs of a leaf; for a repeated leaf, those of one entry."""
    found: dict[str, Any] = {}
    for port, source in zip(leaf.block.inputs, leaf.inputs, strict=True):
        array = p if source.kind == "constant" else x
        start = _address(layout, source)
        if within is not None and leaf.block.shape:
            value: Any = array[start + within]
        else:
            value = array[start : start + port.size].reshape(port.shape)
        if np.ndim(value) == 0:
            value = bool(value) if port.kind == "boolean" else float(value)
        found[port.name] = value.copy() if isinstance(value, np.ndarray) else value
    return found


def _address(layout: Layout, source: Source) -> int:
    if source.kind == "leaf":
        return layout.wire(source.number, source.port)
    return layout.external(source.number) if source.kind == "external" else layout.constants[source.number]


def explain_nan(layout: Layout, x: Array, p: Array, time: float, code: int) -> BlockRunError:
    """The error for the first block, in the order of evaluation, that gave NaN."""
    if code == 2:
        return _nan_state(layout, x, p, time)
    for index, port in enumerate(layout.flat.scheme.inputs):
        start = layout.external(index)
        if np.isnan(x[start : start + port.size]).any():
            return BlockRunError(port.name, port.name, time, {}, f"the external input {port.name!r} is NaN")
    for batch in layout.batches:
        kind = layout.kinds[batch.kind]
        for item in range(batch.start, batch.stop):
            for port, wire in zip(kind.outputs, kind.wires, strict=True):
                start = wire.base + item * wire.size
                if np.isnan(x[start : start + wire.size]).any():
                    number, within = layout.leaf_at(kind, item)
                    leaf = layout.flat.leaves[number]
                    name, type_name, inputs = leaf.path, kind.type.name, input_values(layout, x, p, leaf, within)
                    what = f"block {name!r} ({type_name}) gave NaN at its output {port.name!r}"
                    return BlockRunError(name, port.name, time, inputs, what)
    raise AssertionError("a NaN was reported but none is there")


def _nan_state(layout: Layout, x: Array, p: Array, time: float) -> BlockRunError:
    for number, leaf in enumerate(layout.flat.leaves):
        kind = layout.kinds[layout.kind_of[number]]
        for place in kind.state:
            start = place.base + layout.item_of[number] * place.size
            if np.isnan(x[start : start + place.size * layout.count_of[number]]).any():
                what = f"the state {place.field.name!r} of block {leaf.path!r} ({kind.type.name}) became NaN"
                return BlockRunError(leaf.path, "", time, input_values(layout, x, p, leaf), what)
    raise AssertionError("a NaN was reported but none is there")


def explain_exception(layout: Layout, x: Array, p: Array, time: float, error: Exception) -> BlockRunError:
    """The error for the block that raised, found by the marker in x[0]."""
    marker = int(x[0])
    item, update = abs(marker) - 1, marker < 0
    kind = next((k for k in layout.kinds if k.marker <= item < k.marker + k.items), None)
    if kind is None:
        return BlockRunError("", "", time, {}, f"the step raised {type(error).__name__}: {error}")
    item -= kind.marker
    if not update:
        item = _raising_item(layout, x, p, kind, item, time)
    number, within = layout.leaf_at(kind, item)
    leaf = layout.flat.leaves[number]
    text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    what = f"block {leaf.path!r} ({kind.type.name}) raised {text}"
    return BlockRunError(leaf.path, "", time, input_values(layout, x, p, leaf, within), what)


def _raising_item(layout: Layout, x: Array, p: Array, kind: Kind, item: int, time: float) -> int:
    """Which item of a batch raised: the marker may name the first, so the items are called one by one."""
    batch = next(b for b in layout.batches if b.kind == kind.number and b.start <= item < b.stop)
    if batch.stop - batch.start == 1 or kind.type.update is not None or kind.type.host:
        return item
    function = positional(kind.type.output)
    names, _, counted = argument_names(kind.type.output)
    clock = {"t": time, "dt": layout.flat.scheme.step}
    values = {place.field.name: place for place in kind.values}
    for candidate in range(item, batch.stop):
        number, within = layout.leaf_at(kind, candidate)
        inputs = input_values(layout, x, p, layout.flat.leaves[number], within)
        arguments = [inputs[name] for name in names]
        for name in keyword_names(kind.type.output):
            if name in clock:
                arguments.append(clock[name])
            elif name in dict(kind.key.literals):
                arguments.append(dict(kind.key.literals)[name])
            else:
                place = values[name]
                start = place.base + candidate * place.size
                part = p[start : start + place.size].reshape(place.field.shape)
                cast: dict[str, Any] = {"boolean": bool, "integer": int, "number": float}
                arguments.append(cast.get(place.field.kind, np.array)(part))
        if counted:
            arguments += [v for n, v in inputs.items() if n.startswith(counted) and n[len(counted) :].isdigit()]
        try:
            function(*arguments)
        except Exception:  # noqa: BLE001 - the item we look for
            return candidate
    return item
