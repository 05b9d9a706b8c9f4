"""Blocks and wires of scheme documents, in short."""

from collections.abc import Sequence
from typing import Any

Wires = list[tuple[str, str]]
"""From and to."""


def wires_of(pairs: Sequence[tuple[str, str]]) -> list[dict[str, str]]:
    """Wires as a document has them."""
    return [{"from": start, "to": end} for start, end in pairs]


def block(name: str, kind: str, *, inputs: dict[str, Any] | None = None, **parameters: Any) -> dict[str, Any]:
    """A block as a document has it. `shape` is its shape, `inputs` are constants at its inputs."""
    found: dict[str, Any] = {"id": name, "type": kind}
    if "shape" in parameters:
        found["shape"] = parameters.pop("shape")
    if parameters:
        found["parameters"] = parameters
    if inputs:
        found["inputs"] = inputs
    return found
