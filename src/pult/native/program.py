"""A generated text as native code, by way of the disk cache."""

import ast
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pult.core.block_type import Function
from pult.native import cache, machine, progress
from pult.native.build import build
from pult.native.cache import Entry
from pult.native.kinds import numba_type
from pult.native.unit import Request, is_there, lock, request, undisturbed, unit


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
            cached = entry is not None
            if entry is None:
                entry = _compile(ast.parse(source), functions, states, symbols)
                if kept is not None:
                    kept.keep(key, entry)
            for name, kinds in entry.facts["calls"]:  # what it calls must be there before it is
                unit(request(functions[name], tuple(numba_type(one, named=True) for one in kinds)))
            machine.load(key, entry.code, symbols.values())
        return Loaded({name: machine.address(symbol) for name, symbol in symbols.items()}, cached, key)


def _compile(
    tree: ast.Module, functions: Mapping[str, Function], states: Mapping[str, type], symbols: Mapping[str, str]
) -> Entry:
    from pult.native.forms import FLOAT, INT, LINE, TABLE, functions_of, wanted_units
    from pult.native.glue import Exported, Glue

    native = {node.name for node in functions_of(tree) if node.decorator_list}
    wanted = wanted_units(tree, functions, states, native.__contains__)
    missing = {one.key: one for one in wanted.values() if not is_there(one)}
    progress.expect(len(missing) + 1)
    build([one.task() for one in missing.values()], lambda key: _make(missing[key]), progress.compiled)
    signatures: dict[str, tuple[Any, ...]] = {
        "step": (LINE, LINE, LINE, LINE, FLOAT, FLOAT),
        "run": (LINE, LINE, TABLE, TABLE, FLOAT),
    }
    part = (LINE, LINE, FLOAT, FLOAT)
    exported = {name: Exported(symbol, signatures.get(name, part), INT) for name, symbol in symbols.items()}
    with undisturbed():
        glue = Glue(tree, functions, states, {name: unit(one) for name, one in wanted.items()}, exported)
        code = glue.machine_code()
    progress.compiled()
    calls = [[_name(functions, one), one.kinds()] for one in dict.fromkeys(wanted.values()) if one.large]
    return Entry({"calls": calls}, code)


def _make(wanted: Request) -> None:
    unit(wanted)


def _name(functions: Mapping[str, Function], wanted: Request) -> str:
    return next(name for name, function in functions.items() if function is wanted.function)
