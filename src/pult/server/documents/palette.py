"""The palette: every block type with its ports and parameters."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec
import numpy as np
from fastapi import APIRouter, Response

from pult.core.block_type import MISSING, BlockType, ConcretePort, Parameter, Port
from pult.core.registry import blocks
from pult.core.units import ONE, Unit, UnitError, format_unit, parse_unit, variables
from pult.scheme.draw.look import quantity_of
from pult.server.http.language import language
from pult.server.http.wire import JSON, describe
from pult.server.messages import BlockInfo, ParameterInfo, PortInfo
from pult.server.translation.messages import translated

ACRONYMS = {
    "pd": "PD", "pi": "PI", "pid": "PID", "dh": "DH", "rms": "RMS", "ik": "IK", "fk": "FK", "rpy": "RPY", "csv": "CSV",
    "abs": "Absolute value", "mux": "Join to vector", "demux": "Split vector",
}  # fmt: skip

router = APIRouter(tags=["blocks"])


@router.get("/api/blocks", **describe(answer=list[BlockInfo]))
def list_blocks() -> Response:
    """Every block type."""
    return Response(_encoded(language()), media_type=JSON, headers={"Cache-Control": "no-cache"})


@lru_cache(maxsize=2)
def _encoded(language: str) -> bytes:
    infos = [block_info(kind) for _, kind in sorted(blocks().items())]
    return msgspec.json.encode(translated(infos, language))


def block_info(kind: BlockType) -> BlockInfo:
    """What is to be known of a block type."""
    inputs, outputs = default_ports(kind)
    return BlockInfo(
        name=kind.name,
        family=kind.family,
        title=title_of(kind.name),
        summary=kind.summary,
        text=kind.doc,
        equation=kind.equation,
        inputs=inputs,
        outputs=outputs,
        parameters=[_parameter(p) for p in kind.parameters],
        state=kind.state is not None,
        elementwise=not any(port.shape for port in (*kind.inputs, *kind.outputs)),
        host=kind.host,
    )


def title_of(name: str) -> str:
    """Short name for people: 'control.pd' is 'PD'."""
    words = name.split(".", 1)[1].replace(".", " ").split("_")
    shown = [ACRONYMS.get(word, word) for word in words]
    text = " ".join(shown)
    return text[:1].upper() + text[1:]


def default_ports(kind: BlockType) -> tuple[list[PortInfo], list[PortInfo]]:
    """Ports with all parameters at their defaults; parameters without one get the simplest value they take."""
    given = {p.name: simplest(p) for p in kind.parameters if p.required}
    concrete, _ = kind.concrete(given)
    if concrete is not None:
        return port_infos(kind, concrete.inputs, True), port_infos(kind, concrete.outputs, False)
    return [_declared(kind, p, True) for p in kind.inputs], [_declared(kind, p, False) for p in kind.outputs]


def port_infos(kind: BlockType | None, ports: Sequence[ConcretePort], inputs: bool) -> list[PortInfo]:
    """Ports of one block in a scheme, its units as they are declared."""
    return [port_info(port, port.unit, kind, inputs) for port in ports]


def port_info(port: ConcretePort, unit: Unit, kind: BlockType | None, is_input: bool) -> PortInfo:
    """A port whose unit is known.

    Args:
        port: The port.
        unit: Its unit, as far as wires tell.
        kind: Type of the block; None for a sub-scheme, or for a port of the scheme itself.
        is_input: Whether it is an input.
    """
    declared = _declaration(kind, port.name, is_input)
    return PortInfo(
        name=port.name,
        kind=port.kind,
        shape=list(port.shape),
        unit=unit_words(unit),
        quantity=quantity_of(port.kind, unit),
        description=declared.description if declared is not None else "",
        optional=is_input and port.default is not MISSING,
        default=None if port.default is MISSING else plain(port.default),
        through=is_input and kind is not None and kind.fed_through(port.name),
    )


def unit_words(unit: Unit) -> str:
    """A unit as documents write it; '?a' for one that follows from the wires."""
    if not variables(unit):
        return format_unit(unit)
    return "*".join(symbol if power == 1 else f"{symbol}^{power}" for symbol, power in unit)


def _declaration(kind: BlockType | None, name: str, is_input: bool) -> Port | None:
    if kind is None:
        return None
    ports = kind.inputs if is_input else kind.outputs
    bare = name.rstrip("0123456789")
    exact = next((p for p in ports if p.name == name), None)
    return exact or next((p for p in ports if p.count is not None and p.name == bare), None)


def _declared(kind: BlockType, port: Port, is_input: bool) -> PortInfo:
    try:
        unit = parse_unit(port.unit.replace("#", "1").replace("{", "").replace("}", ""))
    except UnitError:  # it follows from a parameter
        unit = ONE
    shape = [d if isinstance(d, int) else 1 for d in port.shape]
    return PortInfo(
        name=port.name,
        kind=port.kind,
        shape=shape,
        unit=unit_words(unit),
        quantity=quantity_of(port.kind, unit),
        description=port.description,
        optional=is_input and port.default is not MISSING,
        default=None if port.default is MISSING else plain(port.default),
        through=is_input and kind.fed_through(port.name),
    )


def simplest(p: Parameter) -> Any:
    """The simplest value that a parameter may take."""
    if p.kind == "boolean":
        return False
    if p.kind == "choice" and p.choices:
        return p.choices[0]
    if p.kind in ("text", "choice"):
        return ""
    inside = [v for v in (1, 0, 2, 0.5, -1) if p.range is None or p.range.holds(v)]
    value = inside[0] if inside else 1
    if p.kind == "array":
        shape = tuple(d if isinstance(d, int) else 1 for d in p.shape)
        return np.full(shape, float(value)).tolist()
    return value


def _parameter(p: Parameter) -> ParameterInfo:
    return ParameterInfo(
        name=p.name,
        kind=p.kind,
        unit=p.unit,
        description=p.description,
        required=p.required,
        default=None if p.required else plain(p.default),
        low=_end(p.range.low) if p.range else None,
        high=_end(p.range.high) if p.range else None,
        low_open=bool(p.range and p.range.above),
        shape=list(p.shape),
        choices=list(p.choices),
        structural=p.structural,
        provided=p.provided,
    )


def _end(value: float | None) -> float | None:
    return None if value is None or not np.isfinite(value) else float(value)


def plain(value: Any) -> Any:
    """A value without NumPy; what is not finite is left out."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, (bool, int, float, str)) or value is None:
        return value if not isinstance(value, float) or np.isfinite(value) else None
    return str(value)
