"""A helper of the compiler: a process that compiles one unit after the other into the disk cache.

It reads one line of JSON a unit (`pult.native.build.Reference`) and answers each with a line, whatever came of it:
what it could not do is done by whoever needs it. It ends with its input, in the middle of its work if need be: then
nobody is there any more who waits for it.
"""

import importlib
import json
import os
import sys
import threading
from queue import SimpleQueue
from typing import Any

from pult.native import cache
from pult.native.build import PieceReference, Reference
from pult.native.kinds import classes, found_at, numba_type
from pult.native.library import Compiled
from pult.native.unit import request, unit


def main() -> None:
    """Answer until the input ends."""
    answers, sys.stdout = sys.stdout, sys.stderr  # nothing that a module prints is taken for an answer
    asked: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=_read, args=(asked,), daemon=True).start()
    while True:
        try:
            wanted = json.loads(asked.get())
            if "text" in wanted:
                made = compile_piece(PieceReference(**wanted))
            else:
                made = compile_reference(Reference(**wanted))
        except Exception:  # noqa: BLE001 - whoever needs it will meet the same error, and tell the user
            made = False
        answers.write(json.dumps(made) + "\n")
        answers.flush()


def _read(asked: "SimpleQueue[str]") -> None:
    for line in sys.stdin:
        asked.put(line)
    os._exit(0)


def compile_piece(wanted: PieceReference) -> bool:
    """The same for a piece."""
    from pult.native.piece import machine_code, piece_of

    functions = {name: _imported(path) for name, path in wanted.functions.items()}
    states = {name: _imported(path) for name, path in wanted.states.items()}
    asked = piece_of(wanted.text, functions, states)
    if asked.key == wanted.key and not _is_being_made(asked.key):
        machine_code(asked, functions, states)
    return asked.key == wanted.key


def _imported(path: str) -> Any:
    importlib.import_module(path.partition(":")[0])
    return found_at(path)


def _is_being_made(key: str) -> bool:
    kept = cache.open_cache()
    return kept is not None and kept.is_being_made(key)


def compile_reference(wanted: Reference) -> bool:
    """Compile what is referred to; returns whether this process found the same under its name."""
    function = _imported(f"{wanted.module}:{wanted.name}")
    for path in {path for kind in wanted.kinds for path in classes(kind)}:
        _imported(path)
    types = tuple(numba_type(kind, named=True) for kind in wanted.kinds)
    if wanted.from_python:
        entry: Compiled[Any] = Compiled(function, lambda: types)
        same = entry.key == wanted.key
        if same:
            entry.ready()
        return same
    asked = request(function, types)
    if asked.key == wanted.key and not _is_being_made(asked.key):
        unit(asked)
    return asked.key == wanted.key
