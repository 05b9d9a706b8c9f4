"""Compiling what is missing on all cores: helpers are processes of their own that fill the disk cache.

Numba compiles one function at a time in a process. Units depend on nothing but themselves, so this process and its
helpers each take the heaviest that is left. A helper starts when there is work for it and ends when there is none.
Where there is one core, no cache, or nothing that another process could import, everything is compiled here.
"""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pult.core.block_type import Function
from pult.native import cache
from pult.native.kinds import kind_of

WORTH = 3000
"""Bytes of bytecode to compile from which on a helper is worth its start."""
MAX_HELPERS = 3
"""Most helpers of a process."""
IDLE = 3.0
"""Time after which a helper without work ends [s]."""
PATIENCE = 300.0
"""Time after which a unit is compiled here although a helper is still at it [s]."""
HELPERS = "PULT_COMPILE_HELPERS"
"""Environment variable: how many helpers a process may have; 0 for none."""
_START = (
    "import json, sys; sys.path[:] = json.loads(sys.stdin.readline()); from pult.native.helper import main; main()"
)


class Reference(NamedTuple):
    """What another process needs to compile the same.

    Attributes:
        module, name: Where the function is found.
        kinds: Types of its arguments.
        from_python: Whether it is called from Python.
        key: Name of the entry that has to come of it.
    """

    module: str
    name: str
    kinds: list[Any]
    from_python: bool
    key: str


class PieceReference(NamedTuple):
    """What another process needs to compile the same piece (`pult.native.piece`).

    Attributes:
        text: The function of the text.
        functions, states: What its names stand for, as module:name.
        key: Name of the entry that has to come of it.
    """

    text: str
    functions: dict[str, str]
    states: dict[str, str]
    key: str


@dataclass
class Task:
    """Something that has to be in the cache.

    Attributes:
        key: Name of its entry.
        weight: How much there is to compile.
        reference: For helpers; None if only this process can do it.
        done: Set when it is done, or has to be done by whoever needs it.
        thread: Who is at it.
    """

    key: str
    weight: int
    reference: Reference | PieceReference | None
    done: threading.Event = field(default_factory=threading.Event)
    thread: int = 0


def reference_to(function: Function, types: Iterable[Any], from_python: bool, key: str) -> Reference | None:
    """A reference to a function that others can import, or None."""
    path = path_to(function)
    if path is None:
        return None
    module, _, name = path.partition(":")
    return Reference(module, name, [kind_of(one) for one in types], from_python, key)


def path_to(thing: Function | type) -> str | None:
    """Where others can import a function or class, as module:name; None if they cannot."""
    module, name = thing.__module__, thing.__qualname__
    found: Any = sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    if module == "__main__" or (found is not thing and getattr(found, "__func__", None) is not thing):
        return None
    return f"{module}:{name}"


class _Pool:
    """What is waiting, and who works on it."""

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.waiting: dict[str, Task] = {}
        self.running: dict[str, Task] = {}
        self.helpers = 0
        self.broken = False

    def add(self, tasks: Iterable[Task]) -> None:
        """Let tasks wait for whoever is free; helpers are called if it is worth it."""
        with self.changed:
            for task in tasks:
                if task.key not in self.waiting and task.key not in self.running:
                    self.waiting[task.key] = task
            work = sum(task.weight for task in self.waiting.values() if task.reference is not None)
            while self.helpers < self._allowed() and work > WORTH * (self.helpers + 1):
                self.helpers += 1
                threading.Thread(target=self._employ, name="pult-compile-helper", daemon=True).start()
            self.changed.notify_all()

    def _allowed(self) -> int:
        if self.broken or cache.open_cache() is None:
            return 0
        asked = os.environ.get(HELPERS, "")
        if asked.isdigit():
            return min(int(asked), MAX_HELPERS)
        available = getattr(os, "sched_getaffinity", None)
        cores = len(available(0)) if available is not None else os.cpu_count() or 1
        return min(cores - 1, MAX_HELPERS)

    def take(self, chosen: Callable[[Task], bool]) -> Task | None:
        """The heaviest of the tasks that wait, if there is one."""
        with self.changed:
            fit = [task for task in self.waiting.values() if chosen(task)]
            if not fit:
                return None
            task = max(fit, key=lambda one: one.weight)
            task.thread = threading.get_ident()
            self.running[task.key] = self.waiting.pop(task.key)
            return task

    def finish(self, task: Task) -> None:
        """A task is done, or given back to whoever needs it."""
        with self.changed:
            self.running.pop(task.key, None)
            task.done.set()

    def settle(self, key: str) -> None:
        """Before something is compiled here: take it off the list, or wait for the helper that is at it."""
        with self.changed:
            waiting = self.waiting.pop(key, None)
            running = self.running.get(key)
        if waiting is not None:
            waiting.done.set()
        elif running is not None and running.thread != threading.get_ident():
            running.done.wait(PATIENCE)

    def _employ(self) -> None:
        """A helper from its start to its end, in a thread that waits for it."""
        helper: subprocess.Popen[str] | None = None
        try:
            while (task := self._next()) is not None:
                try:
                    helper = helper or _start()
                    _ask(helper, task)
                except (OSError, ValueError):
                    self.broken = True  # no helpers here; whoever needs it compiles it
                finally:
                    self.finish(task)
                if self.broken:
                    break
        finally:
            with self.changed:
                self.helpers -= 1
            if helper is not None:
                _end(helper)

    def _next(self) -> Task | None:
        def fit(task: Task) -> bool:
            return task.reference is not None

        task = self.take(fit)
        if task is None:
            with self.changed:
                self.changed.wait_for(lambda: any(map(fit, self.waiting.values())), IDLE)
            task = self.take(fit)
        return task


def _start() -> "subprocess.Popen[str]":
    helper = subprocess.Popen(  # noqa: S603 - this Python
        [sys.executable, "-c", _START], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        text=True,
    )  # fmt: skip
    assert helper.stdin is not None
    helper.stdin.write(json.dumps([path or os.getcwd() for path in sys.path]) + "\n")  # noqa: PTH109 - as Python does
    helper.stdin.flush()
    return helper


def _ask(helper: "subprocess.Popen[str]", task: Task) -> None:
    assert helper.stdin is not None and helper.stdout is not None and task.reference is not None
    helper.stdin.write(json.dumps(task.reference._asdict()) + "\n")
    helper.stdin.flush()
    if not helper.stdout.readline():
        raise OSError("the helper has ended")


def _end(helper: "subprocess.Popen[str]") -> None:
    assert helper.stdin is not None and helper.stdout is not None
    try:
        helper.stdin.close()
    except OSError:
        helper.kill()
    helper.wait()
    helper.stdout.close()


_pool = _Pool()


def ahead(tasks: Iterable[Task]) -> None:
    """Have helpers, if there are any, compile what will be needed soon."""
    _pool.add(tasks)


def settle(key: str) -> None:
    """See to it that nobody else is compiling an entry: returns when it is done or can be done here."""
    _pool.settle(key)


def build(tasks: list[Task], make: Callable[[str], None], done: Callable[[], None]) -> None:
    """Have all tasks done, here and by helpers.

    Args:
        tasks: What is to be compiled.
        make: Compiles the task with a key, here.
        done: Called after each.
    """
    _pool.add(tasks)
    mine = {task.key for task in tasks}
    kept = cache.open_cache()
    while (task := _pool.take(lambda one: one.key in mine)) is not None:
        try:
            if kept is not None and kept.is_being_made(task.key):
                continue  # by another process: in the meantime there may be something else to do
            make(task.key)
        finally:
            _pool.finish(task)
        done()
        mine.discard(task.key)
    for task in tasks:
        if task.key in mine:
            task.done.wait(PATIENCE)
            make(task.key)  # finds what a helper or another process has made
            done()
