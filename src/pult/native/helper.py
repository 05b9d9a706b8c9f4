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
from functools import reduce
from queue import SimpleQueue
from typing import Any

from pult.native.build import Reference
from pult.native.kinds import classes, numba_type
from pult.native.library import Compiled
from pult.native.unit import request, unit


def main() -> None:
    """Answer until the input ends."""
    answers, sys.stdout = sys.stdout, sys.stderr  # nothing that a module prints is taken for an answer
    asked: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=_read, args=(asked,), daemon=True).start()
    while True:
        try:
            made = compile_reference(Reference(**json.loads(asked.get())))
        except Exception:  # noqa: BLE001 - whoever needs it will meet the same error, and tell the user
            made = False
        answers.write(json.dumps(made) + "\n")
        answers.flush()


def _read(asked: "SimpleQueue[str]") -> None:
    for line in sys.stdin:
        asked.put(line)
    os._exit(0)


def compile_reference(wanted: Reference) -> bool:
    """Compile what is referred to; returns whether this process found the same under its name."""
    for module in {wanted.module, *(path.partition(":")[0] for kind in wanted.kinds for path in classes(kind))}:
        importlib.import_module(module)
    function: Any = reduce(getattr, wanted.name.split("."), sys.modules[wanted.module])
    types = tuple(numba_type(kind, named=True) for kind in wanted.kinds)
    if wanted.from_python:
        entry: Compiled[Any] = Compiled(function, lambda: types)
        same = entry.key == wanted.key
        if same:
            entry.ready()
        return same
    asked = request(function, types)
    if asked.key == wanted.key:
        unit(asked)
    return asked.key == wanted.key
