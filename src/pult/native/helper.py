"""Compilation helper: a process that compiles units into the disk cache.

It reads one line of JSON per unit (`pult.native.build.Reference`) and answers each with a line; units that it could not
compile are left to the callers that need them. It ends when its input ends, even during compilation, because then
nobody waits for it.
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
from pult.native.kinds import classes, numba_type, resolve_path
from pult.native.library import Compiled
from pult.native.unit import request, unit


def main() -> None:
    """Serve requests until the input ends."""
    answers, sys.stdout = sys.stdout, sys.stderr  # output of imported modules must not be taken for answers
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
    """Compile a piece; returns whether this process found the same under its key."""
    from pult.native.piece import machine_code, piece_of

    functions = {name: _imported(path) for name, path in wanted.functions.items()}
    states = {name: _imported(path) for name, path in wanted.states.items()}
    asked = piece_of(wanted.text, functions, states)
    if asked.key == wanted.key and not _is_being_made(asked.key):
        machine_code(asked, functions, states)
    return asked.key == wanted.key


def _imported(path: str) -> Any:
    importlib.import_module(path.partition(":")[0])
    return resolve_path(path)


def _is_being_made(key: str) -> bool:
    kept = cache.open_cache()
    return kept is not None and kept.is_being_made(key)


def compile_reference(wanted: Reference) -> bool:
    """Compile a unit; returns whether this process found the same under its key."""
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
