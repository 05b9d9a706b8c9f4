"""A scheme under construction, and parts of the library made to fit a number of joints."""

import copy
import json
from collections.abc import Mapping, Sequence
from typing import Any

from pult.core.shipped import document_file
from pult.core.signals import Array

NOMINAL = 6
"""Number of joints for which parts of the library are written."""


class Sketch:
    """Blocks, wires and parts of a scheme, in the order in which they were added."""

    def __init__(self) -> None:
        """Begin empty."""
        self.inputs: dict[str, dict[str, Any]] = {}
        self.outputs: dict[str, dict[str, Any]] = {}
        self.blocks: list[dict[str, Any]] = []
        self.wires: list[dict[str, str]] = []
        self.uses: dict[str, str] = {}
        self.schemes: dict[str, Any] = {}

    def block(
        self, name: str, kind: str, /, shape: int = 0, inputs: Mapping[str, Any] | None = None, **parameters: Any
    ) -> str:
        """Add a block; keys with '__' for '.' are parameters inside a sub-scheme. Returns its name."""
        made: dict[str, Any] = {"id": name, "type": kind}
        if shape:
            made["shape"] = [shape]
        if parameters:
            made["parameters"] = {key.replace("__", "."): value for key, value in parameters.items()}
        if inputs:
            made["inputs"] = dict(inputs)
        self.blocks.append(made)
        return name

    def wire(self, *pairs: str) -> None:
        """Add wires, each written 'from -> to'."""
        for pair in pairs:
            begin, end = pair.split(" -> ")
            self.wires.append({"from": begin, "to": end})

    def use(self, name: str, part: str) -> str:
        """Use a part of the library as it is; returns the type of its blocks."""
        self.uses[name] = part
        return f"scheme.{name}"

    def fit(self, name: str, part: str, count: int, nominal: int = NOMINAL, **names: str) -> str:
        """Take a part of the library for a number of joints, as it is where it fits; returns the type of its blocks.

        Args:
            name: Name of the sub-scheme.
            part: Name of the part.
            count: Number of joints.
            nominal: Number of joints that the part is written for.
            names: Things of the robot that its blocks name in place of those of the part, by parameter.
        """
        document = read_part(part)
        made = resized(document, nominal, count)
        for block in made["blocks"]:
            given = block.get("parameters", {})
            given.update({key: value for key, value in names.items() if key in given})
        if made == document:
            return self.use(name, part)
        self.uses.update(made.pop("uses", {}))
        inner = made.pop("schemes", {})
        self.schemes.update(inner)
        self.schemes[name] = {key: made[key] for key in ("inputs", "outputs", "blocks", "wires")}
        self.schemes[name]["description"] = document["description"]
        return f"scheme.{name}"

    def pick(self, name: str, source: str, picked: Sequence[int], count: int) -> str:
        """Entries of a vector as a vector; returns its end. Nothing is added where these are all, in their order.

        Args:
            name: Name of a block for it.
            source: End with the vector.
            picked: Indices of the entries.
            count: Number of entries of the vector.
        """
        if list(picked) == list(range(count)):
            return source
        if list(picked) == list(range(picked[0], picked[0] + len(picked))):
            self.block(name, "vector.slice", n=count, start=picked[0] + 1, length=len(picked))
        else:
            self.block(name, "vector.gain", matrix=[[float(i == j) for j in range(count)] for i in picked])
        self.wire(f"{source} -> {name}.x")
        return f"{name}.y"

    def spread(self, name: str, source: str, places: Sequence[int], count: int) -> str:
        """Entries of a vector at their places in a longer one that is 0 elsewhere; returns its end."""
        if list(places) == list(range(count)):
            return source
        self.block(name, "vector.gain", matrix=[[float(i == j) for j in places] for i in range(count)])
        self.wire(f"{source} -> {name}.x")
        return f"{name}.y"

    def total(self, name: str, ends: Sequence[str], count: int) -> str:
        """Sum of vectors; returns its end."""
        if len(ends) == 1:
            return ends[0]
        self.block(name, "arithmetic.sum", count, signs="+" * len(ends))
        self.wire(*(f"{end} -> {name}.x{index}" for index, end in enumerate(ends, 1)))
        return f"{name}.y"

    def document(self, name: str, description: str, step: float) -> dict[str, Any]:
        """The scheme document."""
        return {
            "format": "pult.scheme", "version": 1, "name": name, "description": description, "step": step,
            "inputs": self.inputs, "outputs": self.outputs, "blocks": self.blocks, "wires": self.wires,
            **({"uses": self.uses} if self.uses else {}), **({"schemes": self.schemes} if self.schemes else {}),
        }  # fmt: skip


def read_part(name: str) -> dict[str, Any]:
    """A part of the library as plain data."""
    found: dict[str, Any] = json.loads(document_file("scheme", name).read_text(encoding="utf-8"))
    return found


def resized(part: Mapping[str, Any], old: int, new: int) -> dict[str, Any]:
    """A part for another number of joints: shapes and sizes that are `old` become `new`.

    Args:
        part: A scheme document or sub-scheme.
        old: Number of joints that it is written for; no other size in it is that number.
        new: Number of joints wanted.
    """
    made = copy.deepcopy(dict(part))
    for ports in (made["inputs"], made["outputs"]):
        for port in ports.values():
            if port.get("shape") == [old]:
                port["shape"] = [new]
    for block in made["blocks"]:
        if block.get("shape") == [old]:
            block["shape"] = [new]
        for key in ("n", "joints"):
            if block.get("parameters", {}).get(key) == old:
                block["parameters"][key] = new
    if "schemes" in made:
        made["schemes"] = {name: resized(inner, old, new) for name, inner in made["schemes"].items()}
    return made


def numbers(values: Array | Sequence[float]) -> list[float]:
    """Numbers of a document: nine significant digits."""
    return [float(f"{float(value):.9g}") for value in values]
