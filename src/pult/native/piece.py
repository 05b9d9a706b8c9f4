"""Functions of generated sources that many schemes share: compiled separately and cached on disk.

A function marked as shared contains nothing specific to its scheme. It is a separate object file, with the small units
it calls inlined, and a program calls it through its symbol: another scheme of the same blocks finds it in the cache.
"""

import ast
import hashlib
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pult.core.block_type import Function
from pult.native import cache
from pult.native.build import PieceReference, Task, path_to
from pult.native.cache import Entry
from pult.native.forms import NONE, functions_of, parameter_type, required_units
from pult.native.glue import Exported, Glue
from pult.native.unit import Request, gc_paused, load_or_compile, lock, unit, weight

MARK = "shared"
"""Decorator of such functions."""
PIECE_COST_DIVISOR = 5
"""Ratio of the compile time of the units in a piece to that of the piece: their types are already inferred."""


class Piece(NamedTuple):
    """A shared function of a source.

    Attributes:
        node: The function, parsed.
        units: Units that it calls, by `pult.native.forms.call_key`.
        key: Name of its cache entry.
        text: Source of the function.
    """

    node: ast.FunctionDef
    units: Mapping[str, Request]
    key: str
    text: str

    def exported(self) -> Exported:
        """Its symbol and types in native code."""
        arguments = tuple(parameter_type(one.arg) for one in self.node.args.args)
        return Exported(f"pult_{self.key}", arguments, NONE)

    def task(self, functions: Mapping[str, Function], states: Mapping[str, type]) -> Task:
        """Its compilation task; `functions` and `states` are those that its source may name."""
        names = {one.id for one in ast.walk(self.node) if isinstance(one, ast.Name)}
        named = {name: path_to(one) for name, one in functions.items() if name in names}
        classes = {name: path_to(one) for name, one in states.items() if name in names}
        reference = PieceReference(self.text, _all(named), _all(classes), self.key)
        known = None not in (*named.values(), *classes.values())
        heavy = sum(weight(one.function) for one in self.units.values() if not one.large)
        return Task(self.key, heavy // PIECE_COST_DIVISOR, reference if known else None)


def is_piece(node: ast.FunctionDef) -> bool:
    """Whether a function of the source is marked as shared."""
    return any(isinstance(one, ast.Name) and one.id == MARK for one in node.decorator_list)


def pieces_of(source: str, tree: ast.Module, units: Mapping[str, Mapping[str, Request]]) -> Iterator[Piece]:
    """The shared functions of a source.

    Args:
        source: The source.
        tree: The same, parsed.
        units: Units that its functions call; see `pult.native.forms.required_units`.
    """
    lines = source.splitlines()
    for node in functions_of(tree):
        if is_piece(node):
            called = units[node.name]
            names = [one.arg for one in node.args.args]
            body = lines[node.lineno : node.end_lineno]  # without its name, which differs between sources
            content = "\n".join([*names, *body, *(f"{name}: {one.key}" for name, one in called.items())])
            key = cache.key_of("piece|" + hashlib.sha256(content.encode()).hexdigest())
            yield Piece(node, called, key, "\n".join([f"@{MARK}", *lines[node.lineno - 1 : node.end_lineno]]))


def piece_of(text: str, functions: Mapping[str, Function], states: Mapping[str, type]) -> Piece:
    """The piece that is the only function of a source."""
    tree = ast.parse(text)
    return next(pieces_of(text, tree, required_units(tree, functions, states, lambda _: True)))


def _all(paths: Mapping[str, str | None]) -> dict[str, str]:
    return {name: path for name, path in paths.items() if path is not None}


def machine_code(piece: Piece, functions: Mapping[str, Function], states: Mapping[str, type]) -> bytes:
    """The machine code of a piece, from the cache or the compiler.

    Args:
        piece: The piece.
        functions: Block functions by their names in the source.
        states: Classes of states by their names in the source.
    """

    def make() -> Entry:
        tree = ast.Module([piece.node], [])
        units = {name: unit(one) for name, one in piece.units.items()}
        with gc_paused():
            return Entry({}, Glue(tree, functions, states, units, {piece.node.name: piece.exported()}).machine_code())

    with lock(piece.key):
        return load_or_compile(piece.key, make).code
