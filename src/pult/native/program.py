"""A generated text as native code, by way of the disk cache."""

import ast
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pult.core.block_type import Function
from pult.native import cache, machine, progress
from pult.native.build import build
from pult.native.cache import Entry
from pult.native.kinds import numba_type
from pult.native.unit import Request, found_or_made, is_there, lock, request, undisturbed, unit


class Loaded(NamedTuple):
    """A program in memory.

    Attributes:
        addresses: Addresses of the functions that are called from outside, by their names in the text.
        cached: Whether its native code was there before, on disk or in this process.
        key: Name of its entry in the cache.
    """

    addresses: Mapping[str, int]
    cached: bool
    key: str


def load_program(
    source: str, content: str, functions: Mapping[str, Function], states: Mapping[str, type], entries: Sequence[str]
) -> Loaded:
    """Compile the functions of a text, or load them from the disk cache.

    Args:
        source: The text, as `pult.scheme.emit` writes it.
        content: Hash of everything that enters the native code, apart from compiler and processor.
        functions: Functions of blocks by their names in the text.
        states: Classes of states by their names in the text.
        entries: Functions of the text that are called from outside.
    """
    key = cache.key_of(f"program|{content}")
    symbols = {name: f"pult_{key}_{name}" for name in entries}
    with lock(key):  # two threads that want the same program: the second finds it made
        cached = machine.is_loaded(key)
        if not cached and entries:
            kept = cache.open_cache()
            entry = kept.find(key) if kept is not None else None
            pieces = _kept_pieces(entry, kept)
            cached = pieces is not None
            if entry is None or pieces is None:
                entry, pieces = _compile(key, source, functions, states, symbols)
            for name, kinds in entry.facts["calls"]:  # what it calls must be there before it is
                unit(request(functions[name], tuple(numba_type(one, named=True) for one in kinds)))
            machine.load(
                *(machine.Object(piece, code, ()) for piece, code in pieces.items()),
                machine.Object(key, entry.code, tuple(symbols.values())),
            )
        return Loaded({name: machine.address(symbol) for name, symbol in symbols.items()}, cached, key)


def _kept_pieces(program: Entry | None, kept: cache.Cache | None) -> dict[str, bytes] | None:
    """Machine code of the pieces of a program that this process does not have yet; None if one is not on disk."""
    if program is None or kept is None:
        return None
    found = {}
    for key in program.facts["pieces"]:
        if not machine.is_loaded(key):
            entry = kept.find(key)
            if entry is None:
                return None
            found[key] = entry.code
    return found


def _compile(
    key: str, source: str, functions: Mapping[str, Function], states: Mapping[str, type], symbols: Mapping[str, str]
) -> tuple[Entry, dict[str, bytes]]:
    """A program's own code, which is kept, and that of its pieces."""
    from pult.native.forms import FLOAT, INT, LINE, TABLE, functions_of, wanted_units
    from pult.native.glue import Exported, Glue
    from pult.native.piece import machine_code, pieces_of

    tree = ast.parse(source)
    native = {node.name for node in functions_of(tree) if node.decorator_list}
    called = wanted_units(tree, functions, states, native.__contains__)
    wanted = {name: one for units in called.values() for name, one in units.items()}
    missing = {one.key: one for one in wanted.values() if not is_there(one)}
    pieces = {piece.node.name: piece for piece in pieces_of(source, tree, called)}
    kept = cache.open_cache()
    new = {one.key: one for one in pieces.values() if kept is None or not kept.has(one.key)}
    progress.expect(len(missing) + len(new) + 1)
    build([one.task() for one in missing.values()], lambda key: _make(missing[key]), progress.compiled)
    codes: dict[str, bytes] = {}

    def make_piece(key: str) -> None:
        codes[key] = machine_code(new[key], functions, states)

    build([one.task(functions, states) for one in new.values()], make_piece, progress.compiled)
    codes |= {one.key: machine_code(one, functions, states) for one in pieces.values() if one.key not in codes}
    signatures: dict[str, tuple[Any, ...]] = {
        "step": (LINE, LINE, LINE, LINE, FLOAT, FLOAT),
        "run": (LINE, LINE, TABLE, TABLE, FLOAT),
    }
    part = (LINE, LINE, FLOAT, FLOAT)
    exported = {name: Exported(symbol, signatures.get(name, part), INT) for name, symbol in symbols.items()}

    def make() -> Entry:
        own = {name: unit(one) for part in called if part not in pieces for name, one in called[part].items()}
        with undisturbed():
            foreign = {name: piece.exported() for name, piece in pieces.items()}
            code = Glue(tree, functions, states, own, exported, foreign).machine_code()
        calls = [[_name(functions, one), one.kinds()] for one in dict.fromkeys(wanted.values()) if one.large]
        return Entry({"calls": calls, "pieces": list(codes)}, code)

    entry = found_or_made(key, make)
    progress.compiled()
    return entry, codes


def _make(wanted: Request) -> None:
    unit(wanted)


def _name(functions: Mapping[str, Function], wanted: Request) -> str:
    return next(name for name, function in functions.items() if function is wanted.function)
