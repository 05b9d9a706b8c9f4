"""A bench for a scheme without a robot: a signal generator at each of its inputs, and a panel to set them.

The blocks of the scheme keep their names, so that its signals and parameters are those of the scheme itself. Each
number among its inputs gets a generator; a boolean is a switch of the panel. The bench runs in the shipped world
"bench", which is empty.
"""

from dataclasses import dataclass
from typing import Any

import msgspec

from pult.core.errors import DocumentError, FaultKind
from pult.scheme.document import BlockDocument, PortDocument, SchemeDocument, WireDocument

NO_INPUT = FaultKind("bad-shape", "a bench has sources for numbers, vectors and booleans, not for matrices.")

WORLD = "bench"
PREFIX = "bench_"
"""Names of the added blocks begin with this, and with more underscores where a block of the scheme does."""
MOST = 1e6
"""Largest size and time of a generator."""
FORMS: dict[str, dict[str, str]] = {
    "constant": {"en": "Constant", "ru": "Постоянный"},
    "step": {"en": "Step", "ru": "Скачок"},
    "sine": {"en": "Sine", "ru": "Синус"},
    "ramp": {"en": "Ramp", "ru": "Линейный"},
    "hand": {"en": "By hand", "ru": "Рукой"},
}
"""Forms of a generator, in the order of their numbers, with their names for people."""


@dataclass(frozen=True)
class Bench:
    """A scheme on a bench.

    Attributes:
        scheme: The scheme with its generators.
        panel: The panel document, as plain data.
    """

    scheme: SchemeDocument
    panel: dict[str, Any]


def make_bench(scheme: SchemeDocument, name: str = "") -> Bench:
    """Put a scheme on a bench.

    Args:
        scheme: The scheme.
        name: Its name for people, if not its own.

    Raises:
        DocumentError: An input is a matrix.
    """
    faults = [NO_INPUT.at(f"inputs.{key}") for key, port in scheme.inputs.items() if len(port.shape) > 1]
    if faults:
        raise DocumentError(name or scheme.name or "scheme", faults)
    prefix = _free_prefix(scheme)
    inputs: dict[str, PortDocument] = {}
    elements: dict[str, Any] = {}
    blocks: list[BlockDocument] = []
    wires: list[WireDocument] = []
    sources: dict[str, str] = {}
    for key, port in scheme.inputs.items():
        title = port.description or key
        if port.kind == "boolean" and not port.shape:
            inputs[key] = port
            elements[key] = {"type": "switch", "label": title}
            continue
        unit = port.unit
        ports = {"form": ("1", f"{key}_form"), "size": (unit, key), "time": ("s", f"{key}_time")}
        for target, (own, element) in {**ports, "hand": ("1", f"{key}_hand")}.items():
            inputs[element] = PortDocument(unit=own)
            wires.append(WireDocument(element, f"{prefix}{key}.{target}"))
        elements[f"{key}_form"] = {"type": "selector", "label": title, "options": FORMS}
        elements[key] = {
            "type": "entry", "label": {"en": f"{title}: size", "ru": f"{title}: размах"}, "range": [-MOST, MOST],
            "unit": unit, "initial": 1.0,
        }  # fmt: skip
        elements[f"{key}_time"] = {
            "type": "entry", "label": {"en": f"{title}: time", "ru": f"{title}: время"}, "range": [0.0, MOST],
            "unit": "s", "initial": 1.0,
        }  # fmt: skip
        elements[f"{key}_hand"] = {
            "type": "slider", "label": {"en": f"{title}: by hand", "ru": f"{title}: рукой"}, "range": [-1.0, 1.0],
        }  # fmt: skip
        blocks.append(BlockDocument(f"{prefix}{key}", "sources.generator"))
        sources[key] = f"{prefix}{key}.y"
        if port.shape:
            ones = f"{prefix}{key}_ones"
            each = f"{prefix}{key}_each"
            blocks.append(BlockDocument(ones, "vector.constant", parameters={"values": [1.0] * port.shape[0]}))
            blocks.append(BlockDocument(each, "vector.scale", parameters={"n": port.shape[0]}))
            wires += [WireDocument(f"{ones}.y", f"{each}.x"), WireDocument(sources[key], f"{each}.factor")]
            sources[key] = f"{each}.y"
    kept = [
        msgspec.structs.replace(wire, source=sources.get(wire.source, wire.source)) for wire in scheme.wires
    ]  # an input of the scheme is named by itself
    made = msgspec.structs.replace(
        scheme, inputs=inputs, blocks=[*scheme.blocks, *blocks], wires=[*kept, *wires],
        ui=msgspec.structs.replace(scheme.ui, inputs={}, wires={}),
    )  # fmt: skip
    panel = {
        "format": "pult.panel", "version": 1, "name": WORLD, "title": {"en": "Bench", "ru": "Стенд"},
        "elements": elements,
    }  # fmt: skip
    return Bench(made, panel)


def _free_prefix(scheme: SchemeDocument) -> str:
    prefix = PREFIX
    while any(block.id.startswith(prefix) for block in scheme.blocks):
        prefix += "_"
    return prefix
