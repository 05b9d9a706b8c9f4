"""Loading a generated source as native code, through the disk cache."""

import ast
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pult.core.block_type import Function
from pult.native import cache, machine, progress
from pult.native.build import build
from pult.native.cache import Entry
from pult.native.kinds import numba_type
from pult.native.unit import Request, gc_paused, is_there, load_or_compile, lock, request, unit


class Loaded(NamedTuple):
    """A program in memory.

    Attributes:
        addresses: Addresses of the functions that are called from outside, by their names in the source.
        cached: Whether its native code was available, on disk or in this process.
        key: Name of its entry in the cache.
    """

    addresses: Mapping[str, int]
    cached: bool
    key: str


def load_program(
    source: str, content: str, functions: Mapping[str, Function], states: Mapping[str, type], entries: Sequence[str]
) -> Loaded:
    """Compile the functions of a source, or load them from the disk cache.

    Args:
        source: The source, as `pult.scheme.emit` writes it.
        content: Hash of everything that enters the native code but compiler and processor.
        functions: Block functions by their names in the source.
        states: Classes of states by their names in the source.
        entries: Functions of the source that are called from outside.
    """
    key = cache.key_of(f"program|{content}")
    symbols = {name: f"pult_{key}_{name}" for name in entries}
    with lock(key):  # of two threads with the same program, the second finds it compiled
        cached = machine.is_loaded(key)
        if not cached and entries:
            kept = cache.open_cache()
            entry = kept.find(key) if kept is not None else None
            pieces = _kept_pieces(entry, kept)
            cached = pieces is not None
            if entry is None or pieces is None:
                entry, pieces = _compile(key, source, functions, states, symbols)
            for name, kinds in entry.facts["calls"]:  # the units it calls must be loaded first
                unit(request(functions[name], tuple(numba_type(one, named=True) for one in kinds)))
            machine.load(
                *(machine.Object(piece, code, ()) for piece, code in pieces.items()),
                machine.Object(key, entry.code, tuple(symbols.values())),
            )
        return Loaded({name: machine.address(symbol) for name, symbol in symbols.items()}, cached, key)


def _kept_pieces(program: Entry | None, kept: cache.Cache | None) -> dict[str, bytes] | None:
    """Machine code of the pieces of a program that this process has not loaded yet; None if one is not cached."""
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
    """Compile a program; returns its own entry, which is cached, and the machine code of its pieces."""
    from pult.native.forms import FLOAT, INT, LINE, TABLE, functions_of, required_units
    from pult.native.glue import Exported, Glue
    from pult.native.piece import machine_code, pieces_of

    tree = ast.parse(source)
    native = {node.name for node in functions_of(tree) if node.decorator_list}
    called = required_units(tree, functions, states, native.__contains__)
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
        with gc_paused():
            foreign = {name: piece.exported() for name, piece in pieces.items()}
            code = Glue(tree, functions, states, own, exported, foreign).machine_code()
        calls = [[_name(functions, one), one.kinds()] for one in dict.fromkeys(wanted.values()) if one.large]
        return Entry({"calls": calls, "pieces": list(codes)}, code)

    entry = load_or_compile(key, make)
    progress.compiled()
    return entry, codes


def _make(wanted: Request) -> None:
    unit(wanted)


def _name(functions: Mapping[str, Function], wanted: Request) -> str:
    return next(name for name, function in functions.items() if function is wanted.function)
