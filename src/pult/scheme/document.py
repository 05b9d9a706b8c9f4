"""The scheme document: a block diagram as versioned JSON.

The program (blocks, wires, parameters) is kept apart from its drawing (``ui``) and from remarks (``notes``, ``name``):
only the program is part of the scheme's hash.
"""

import hashlib
import json
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, field

from pult.core.document import Part, read_document, write_atomically

FORMAT = "pult.scheme"

ParameterValue = Annotated[Any, Meta(description="A number, a boolean, a string, or a (nested) list of them.")]


class PortDocument(Part, frozen=True):
    """A named input or output of a scheme."""

    kind: Annotated[Literal["number", "boolean"], Meta(description="What the signal is.")] = "number"
    unit: Annotated[str, Meta(description="Unit such as 'rad' or 'V*s/rad'; '1' is a plain number.")] = "1"
    shape: Annotated[
        list[int], Meta(description="Shape: [] for a scalar, [n] for a vector, [rows, columns] for a matrix.")
    ] = []
    description: str = ""


class BlockDocument(Part, frozen=True):
    """One block: an instance of a block type, or of a sub-scheme ('scheme.NAME')."""

    id: Annotated[str, Meta(description="Name, unique in its scheme: letters, digits, '_' and '-'.")]
    type: Annotated[str, Meta(description="Block type such as 'control.pd', or 'scheme.NAME' for a sub-scheme.")]
    shape: Annotated[
        list[int], Meta(description="Apply a scalar block elementwise to vectors or matrices of this shape.")
    ] = []
    parameters: Annotated[
        dict[str, ParameterValue],
        Meta(description="Values by name. For a sub-scheme: 'block.parameter' of a block inside it."),
    ] = {}
    inputs: Annotated[dict[str, ParameterValue], Meta(description="Constants at input ports that have no wire.")] = {}


class WireDocument(Part, frozen=True):
    """A wire from one output to one input. 'block.port', or the bare name of an external input or output."""

    source: Annotated[str, Meta(description="'block.port' of an output, or the name of an external input.")] = field(
        name="from"
    )
    target: Annotated[str, Meta(description="'block.port' of an input, or the name of an external output.")] = field(
        name="to"
    )


class NoteDocument(Part, frozen=True):
    """A remark on the drawing."""

    text: str


class UiPlace(Part, frozen=True):
    """Drawing of one item."""

    position: Annotated[list[float], Meta(min_length=2, max_length=2)] = []
    size: Annotated[list[float], Meta(min_length=2, max_length=2)] = []
    color: str = ""
    flipped: bool = False


class UiDocument(Part, frozen=True):
    """Drawing of a scheme; has no effect on what it computes."""

    blocks: dict[str, UiPlace] = {}
    inputs: dict[str, UiPlace] = {}
    outputs: dict[str, UiPlace] = {}
    notes: list[UiPlace] = []
    wires: Annotated[dict[str, list[list[float]]], Meta(description="Bend points of wires, by 'from -> to'.")] = {}


class SubScheme(Part, frozen=True):
    """A scheme with named ports, used as a block any number of times."""

    inputs: dict[str, PortDocument] = {}
    outputs: dict[str, PortDocument] = {}
    blocks: list[BlockDocument] = []
    wires: list[WireDocument] = []
    description: str = ""
    notes: list[NoteDocument] = []
    ui: UiDocument = UiDocument()


class SchemeDocument(Part, frozen=True):
    """A functional scheme: turns panel and sensor signals into drive commands once per control step."""

    format: Annotated[Literal["pult.scheme"], Meta(description="Always 'pult.scheme'.")]
    version: Annotated[Literal[1], Meta(description="Version of the format.")]
    name: str = ""
    description: str = ""
    step: Annotated[float, Meta(description="Control step [s].")] = 0.01
    inputs: dict[str, PortDocument] = {}
    outputs: dict[str, PortDocument] = {}
    blocks: list[BlockDocument] = []
    wires: list[WireDocument] = []
    uses: Annotated[
        dict[str, str],
        Meta(description="Parts by their local names: shipped schemes by name, or files relative to this one."),
    ] = {}
    schemes: Annotated[dict[str, SubScheme], Meta(description="Sub-schemes by name.")] = {}
    notes: list[NoteDocument] = []
    ui: UiDocument = UiDocument()


def read_scheme_document(source: str | Path | dict[str, Any]) -> tuple[SchemeDocument, str, Path]:
    """Decode a document without resolving its parts; see `read_document`."""
    return read_document(source, SchemeDocument, FORMAT)


def scheme_hash(document: SchemeDocument) -> str:
    """SHA-256 of what the scheme computes: independent of drawing, notes, names and the order of blocks and wires.

    Raises:
        ValueError: Its parts are not resolved, so what it computes is not known.
    """
    if document.uses:
        raise ValueError("the parts that the scheme uses have to be resolved first.")
    levels = {name: level_content(part) for name, part in document.schemes.items()}
    content = {"step": document.step, **level_content(document), "schemes": levels}
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def level_content(part: SchemeDocument | SubScheme) -> dict[str, Any]:
    """What one level computes, as plain data: without drawing, notes and descriptions, and in a fixed order."""
    plain = msgspec.to_builtins(part)
    return {
        "inputs": [[name, _bare(port)] for name, port in plain.get("inputs", {}).items()],
        "outputs": [[name, _bare(port)] for name, port in plain.get("outputs", {}).items()],
        "blocks": sorted(plain.get("blocks", []), key=lambda block: str(block["id"])),
        "wires": sorted([wire["from"], wire["to"]] for wire in plain.get("wires", [])),
    }


def _bare(port: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in port.items() if key != "description"}


def save_scheme(document: SchemeDocument, path: str | Path) -> None:
    """Write a document to a file, atomically."""
    if not isinstance(document, SchemeDocument):
        raise TypeError(f"a SchemeDocument is needed, not {type(document).__name__}")
    write_atomically(path, format_scheme(document).encode())


_BY_ITEM = {"blocks", "wires", "notes"}
_BY_KEY = {"", "uses", "schemes", "ui", "inputs", "outputs"}


def format_scheme(document: SchemeDocument) -> str:
    """Format a document for reading and diffs: keys in the order of the format, one block or wire per line."""
    return _format(_ordered(msgspec.to_builtins(document)), "") + "\n"


def _ordered(value: Any, key: str = "") -> Any:
    if isinstance(value, dict):
        ordered = key in ("", "inputs", "outputs", "uses", "schemes", "wires") or "id" in value or "blocks" in value
        names = list(value) if ordered else sorted(value)
        return {name: _ordered(value[name], name) for name in names}
    if isinstance(value, list):
        return [_ordered(item, key) for item in value]
    return value


def _format(value: Any, indent: str, key: str = "") -> str:
    inner = indent + "  "
    if isinstance(value, dict) and value and (key in _BY_KEY or "blocks" in value):
        rows = [f"{inner}{json.dumps(k)}: {_format(v, inner, k or '-')}" for k, v in value.items()]
        return "{\n" + ",\n".join(rows) + f"\n{indent}}}"
    if isinstance(value, list) and value and key in _BY_ITEM:
        rows = [f"{inner}{json.dumps(item, ensure_ascii=False)}" for item in value]
        return "[\n" + ",\n".join(rows) + f"\n{indent}]"
    return json.dumps(value, ensure_ascii=False)
