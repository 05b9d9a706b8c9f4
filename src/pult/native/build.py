"""Parallel compilation: helper processes fill the disk cache.

Numba compiles one function at a time per process. Units are independent of each other, so this process and its helpers
each take the largest one left. A helper starts when there is work for it and ends when it is idle. With one core, no
cache, or functions that another process cannot import, everything is compiled in this process.
"""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pult.core.block_files import MODULE_PREFIX
from pult.core.block_type import Function
from pult.native import cache
from pult.native.kinds import kind_of

MIN_HELPER_WORK = 3000
"""Amount of bytecode to compile that justifies another helper [bytes]."""
MAX_HELPERS = 3
"""Maximum number of helpers of a process."""
IDLE_TIMEOUT = 3.0
"""Time after which an idle helper ends [s]."""
WAIT_TIMEOUT = 300.0
"""Time after which a unit is compiled in this process although a helper is still working on it [s]."""
HELPERS = "PULT_COMPILE_HELPERS"
"""Environment variable: maximum number of helpers of a process; 0 for none."""
_START = (
    "import json, sys; sys.path[:] = json.loads(sys.stdin.readline()); from pult.native.helper import main; main()"
)


class Reference(NamedTuple):
    """A unit as plain data, for compilation in another process.

    Attributes:
        module, name: Import path of the function.
        kinds: Types of its arguments.
        from_python: Whether it is called from Python.
        key: Expected name of its entry in the cache.
    """

    module: str
    name: str
    kinds: list[Any]
    from_python: bool
    key: str


class PieceReference(NamedTuple):
    """A piece (`pult.native.piece`) as plain data, for compilation in another process.

    Attributes:
        text: Source of the function.
        functions, states: Import paths of the names it uses, as module:name.
        key: Expected name of its entry in the cache.
    """

    text: str
    functions: dict[str, str]
    states: dict[str, str]
    key: str


@dataclass
class Task:
    """An entry to be compiled into the cache.

    Attributes:
        key: Name of the entry.
        weight: Amount of code to compile.
        reference: Plain data for helpers; None if only this process can compile it.
        done: Set when it is done, or left to the caller that needs it.
        thread: Thread that works on it.
    """

    key: str
    weight: int
    reference: Reference | PieceReference | None
    done: threading.Event = field(default_factory=threading.Event)
    thread: int = 0


def reference_to(function: Function, types: Iterable[Any], from_python: bool, key: str) -> Reference | None:
    """A reference to a function; None if other processes cannot import it."""
    path = path_to(function)
    if path is None:
        return None
    module, _, name = path.partition(":")
    return Reference(module, name, [kind_of(one) for one in types], from_python, key)


def path_to(thing: Function | type) -> str | None:
    """Import path of a function or class, as module:name; None if other processes cannot import it."""
    module, name = thing.__module__, thing.__qualname__
    found: Any = sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    if module == "__main__" or module.startswith(MODULE_PREFIX):
        return None
    if found is not thing and getattr(found, "__func__", None) is not thing:
        return None
    return f"{module}:{name}"


class _Pool:
    """Tasks that are waiting or running, and the helpers."""

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.waiting: dict[str, Task] = {}
        self.running: dict[str, Task] = {}
        self.helpers = 0
        self.broken = False

    def add(self, tasks: Iterable[Task]) -> None:
        """Queue tasks, and start helpers if there is enough work."""
        with self.changed:
            for task in tasks:
                if task.key not in self.waiting and task.key not in self.running:
                    self.waiting[task.key] = task
            work = sum(task.weight for task in self.waiting.values() if task.reference is not None)
            while self.helpers < self._allowed() and work > MIN_HELPER_WORK * (self.helpers + 1):
                self.helpers += 1
                threading.Thread(target=self._run_helper, name="pult-compile-helper", daemon=True).start()
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
        """Take the heaviest waiting task that fits, or None."""
        with self.changed:
            fit = [task for task in self.waiting.values() if chosen(task)]
            if not fit:
                return None
            task = max(fit, key=lambda one: one.weight)
            task.thread = threading.get_ident()
            self.running[task.key] = self.waiting.pop(task.key)
            return task

    def finish(self, task: Task) -> None:
        """Mark a task as done, or as left to the caller that needs it."""
        with self.changed:
            self.running.pop(task.key, None)
            task.done.set()

    def claim(self, key: str) -> None:
        """Claim an entry for this process: remove it from the queue, or wait for the helper that works on it."""
        with self.changed:
            waiting = self.waiting.pop(key, None)
            running = self.running.get(key)
        if waiting is not None:
            waiting.done.set()
        elif running is not None and running.thread != threading.get_ident():
            running.done.wait(WAIT_TIMEOUT)

    def _run_helper(self) -> None:
        """Run one helper from start to end, in a thread of its own."""
        helper: subprocess.Popen[str] | None = None
        try:
            while (task := self._next()) is not None:
                try:
                    helper = helper or _start()
                    _ask(helper, task)
                except (OSError, ValueError):
                    self.broken = True  # no helpers here; callers compile for themselves
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
                self.changed.wait_for(lambda: any(map(fit, self.waiting.values())), IDLE_TIMEOUT)
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
    """Have helpers, if there are any, compile entries that will be needed soon."""
    _pool.add(tasks)


def claim(key: str) -> None:
    """Claim an entry for this process; returns when a helper has compiled it or it can be compiled here."""
    _pool.claim(key)


def build(tasks: list[Task], make: Callable[[str], None], done: Callable[[], None]) -> None:
    """Complete all tasks, in this process and by helpers.

    Args:
        tasks: The entries to compile.
        make: Compiles the entry with a key in this process.
        done: Called after each.
    """
    _pool.add(tasks)
    mine = {task.key for task in tasks}
    kept = cache.open_cache()
    while (task := _pool.take(lambda one: one.key in mine)) is not None:
        try:
            if kept is not None and kept.is_being_made(task.key):
                continue  # by another process: take another task meanwhile
            make(task.key)
        finally:
            _pool.finish(task)
        done()
        mine.discard(task.key)
    for task in tasks:
        if task.key in mine:
            task.done.wait(WAIT_TIMEOUT)
            make(task.key)  # finds the result of a helper or another process
            done()
