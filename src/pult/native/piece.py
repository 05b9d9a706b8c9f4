"""Functions of generated texts that are the same in many schemes: compiled by themselves and kept on disk.

A function of the text that is marked as shared holds nothing of its scheme. It is machine code of its own, with the
small units it calls inside, and a program calls it through its symbol: another scheme of the same blocks finds all of
them made.
"""

import ast
import hashlib
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pult.core.block_type import Function
from pult.native import cache
from pult.native.build import PieceReference, Task, path_to
from pult.native.cache import Entry
from pult.native.forms import NONE, functions_of, parameter_type, wanted_units
from pult.native.glue import Exported, Glue
from pult.native.unit import Request, found_or_made, lock, undisturbed, unit, weight

MARK = "shared"
"""The decorator of such functions."""
SHARE = 5
"""A piece takes about this part of the time that the units in it took: types are inferred no more."""


class Piece(NamedTuple):
    """A shared function of a text.

    Attributes:
        node: The function.
        units: What it calls, by `pult.native.forms.called`.
        key: Name of its entry.
        text: The function as it stands in the text.
    """

    node: ast.FunctionDef
    units: Mapping[str, Request]
    key: str
    text: str

    def exported(self) -> Exported:
        """Its name and types in native code."""
        arguments = tuple(parameter_type(one.arg) for one in self.node.args.args)
        return Exported(f"pult_{self.key}", arguments, NONE)

    def task(self, functions: Mapping[str, Function], states: Mapping[str, type]) -> Task:
        """Its compilation, with the functions of blocks and the classes of states that its text may name."""
        names = {one.id for one in ast.walk(self.node) if isinstance(one, ast.Name)}
        named = {name: path_to(one) for name, one in functions.items() if name in names}
        classes = {name: path_to(one) for name, one in states.items() if name in names}
        reference = PieceReference(self.text, _all(named), _all(classes), self.key)
        known = None not in (*named.values(), *classes.values())
        heavy = sum(weight(one.function) for one in self.units.values() if not one.large)
        return Task(self.key, heavy // SHARE, reference if known else None)


def is_piece(node: ast.FunctionDef) -> bool:
    """Whether a function of the text is marked as shared."""
    return any(isinstance(one, ast.Name) and one.id == MARK for one in node.decorator_list)


def pieces_of(source: str, tree: ast.Module, units: Mapping[str, Mapping[str, Request]]) -> Iterator[Piece]:
    """The shared functions of a text.

    Args:
        source: The text.
        tree: The same, parsed.
        units: What its functions call; see `pult.native.forms.wanted_units`.
    """
    lines = source.splitlines()
    for node in functions_of(tree):
        if is_piece(node):
            called = units[node.name]
            names = [one.arg for one in node.args.args]
            body = lines[node.lineno : node.end_lineno]  # its name is that of this text alone
            content = "\n".join([*names, *body, *(f"{name}: {one.key}" for name, one in called.items())])
            key = cache.key_of("piece|" + hashlib.sha256(content.encode()).hexdigest())
            yield Piece(node, called, key, "\n".join([f"@{MARK}", *lines[node.lineno - 1 : node.end_lineno]]))


def piece_of(text: str, functions: Mapping[str, Function], states: Mapping[str, type]) -> Piece:
    """The piece that is the only function of a text."""
    tree = ast.parse(text)
    return next(pieces_of(text, tree, wanted_units(tree, functions, states, lambda _: True)))


def _all(paths: Mapping[str, str | None]) -> dict[str, str]:
    return {name: path for name, path in paths.items() if path is not None}


def machine_code(piece: Piece, functions: Mapping[str, Function], states: Mapping[str, type]) -> bytes:
    """The machine code of a piece, from the disk or the compiler.

    Args:
        piece: The piece.
        functions: Functions of blocks by their names in the text.
        states: Classes of states by their names in the text.
    """

    def make() -> Entry:
        tree = ast.Module([piece.node], [])
        units = {name: unit(one) for name, one in piece.units.items()}
        with undisturbed():
            return Entry({}, Glue(tree, functions, states, units, {piece.node.name: piece.exported()}).machine_code())

    with lock(piece.key):
        return found_or_made(piece.key, make).code
