"""Functions compiled by themselves, once for all programs that call them, and kept on disk.

A unit is one function for one list of argument types. What it holds depends on its size. A small one is kept as
LLVM's bitcode, which is linked into each program and optimised there, so that a call of it costs nothing. A large one
is kept as machine code, and programs call it through a symbol. What is computed is the same to the last bit.
"""

import gc
import hashlib
import json
import threading
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from pult.core.block_type import Function
from pult.core.kernels import KERNEL
from pult.native import cache, machine
from pult.native.build import Task, reference_to, settle
from pult.native.cache import Entry
from pult.native.functions import NATIVE_FORM, called_names, fingerprint, lowering
from pult.native.kinds import Kind, kind_of

LARGE = 900
"""Bytes of bytecode, with all that is called, from which on a function is called through a symbol."""


class Request(NamedTuple):
    """A unit that is wanted.

    Attributes:
        function: The function as its author wrote it.
        arguments: Numba's types of its arguments.
        key: Name of its entry.
        large: Whether it is called through a symbol.
    """

    function: Function
    arguments: tuple[Any, ...]
    key: str
    large: bool

    @property
    def symbol(self) -> str:
        """Its name in native code."""
        return f"pult_{self.key}"

    def kinds(self) -> list[Kind]:
        """The types of its arguments as plain data."""
        return [kind_of(one) for one in self.arguments]

    def task(self) -> Task:
        """Its compilation."""
        reference = reference_to(self.function, self.arguments, False, self.key)
        return Task(self.key, weight(self.function), reference)


class Unit(NamedTuple):
    """A unit that is there.

    Attributes:
        symbol: Its name in native code.
        result: What it gives.
        bitcode: What is linked into a program; empty if it is called through its symbol.
    """

    symbol: str
    result: Kind
    bitcode: bytes


def weight(function: Function, seen: set[types.CodeType] | None = None) -> int:
    """Bytes of bytecode of a function and of the kernels it calls, each counted once."""
    seen = set() if seen is None else seen
    if function.__code__ in seen:
        return 0
    seen.add(function.__code__)
    found = len(function.__code__.co_code)
    for name in called_names(function.__code__):
        value = function.__globals__.get(name)
        if getattr(value, KERNEL, False) and getattr(value, NATIVE_FORM, None) is None:
            found += weight(value, seen)  # type: ignore[arg-type]
    return found


def request(function: Function, arguments: tuple[Any, ...]) -> Request:
    """A function for a list of argument types."""
    kinds = json.dumps([kind_of(one) for one in arguments])
    large = weight(function) >= LARGE
    content = hashlib.sha256(f"unit|{large}|{kinds}|{fingerprint(function)}".encode()).hexdigest()
    return Request(function, arguments, cache.key_of(content), large)


_units: dict[str, Unit] = {}
_locks: dict[str, threading.Lock] = {}


def is_there(wanted: Request) -> bool:
    """Whether a unit needs no compiler: it is in this process, or on disk."""
    kept = cache.open_cache()
    return wanted.key in _units or (kept is not None and kept.has(wanted.key))


def unit(wanted: Request) -> Unit:
    """A unit, from this process, the disk or the compiler; a large one is loaded."""
    with lock(wanted.key):
        if wanted.key not in _units:
            entry = found_or_made(wanted.key, lambda: compile_unit(wanted))
            if wanted.large:
                machine.load(machine.Object(wanted.key, entry.code, (wanted.symbol,)))
            _units[wanted.key] = Unit(wanted.symbol, entry.facts["result"], b"" if wanted.large else entry.code)
        return _units[wanted.key]


def found_or_made(key: str, make: Callable[[], Entry]) -> Entry:
    """An entry from the disk, or one that is made now and kept; of several processes one makes it."""
    settle(key)
    kept = cache.open_cache()
    if kept is None:
        return make()
    entry = kept.find(key)
    if entry is None:
        with kept.locked(key):
            entry = kept.find(key)
            if entry is None:
                entry = make()
                kept.keep(key, entry)
    return entry


def lock(key: str) -> threading.Lock:
    """What two threads that want the same entry wait for: the second finds it made."""
    return _locks.setdefault(key, threading.Lock())


def compile_unit(wanted: Request) -> Entry:
    """Compile a unit."""
    from pult.native.pipeline import linked

    with undisturbed():
        made = compiled(wanted.function, wanted.arguments, from_python=False)
        module = linked(made.library)
        module.get_function(made.fndesc.llvm_func_name).name = wanted.symbol
        module.get_function(wanted.symbol).linkage = "external"
        machine.keep_only(module, [wanted.symbol])
        machine.optimise(module)
        code: bytes = machine.emit(module) if wanted.large else module.as_bitcode()
    return Entry({"result": kind_of(made.signature.return_type)}, code)


def compiled(function: Function, arguments: tuple[Any, ...], *, from_python: bool) -> Any:
    """What Numba makes of a function: its library, description and signature. Nothing is machine code yet."""
    dispatcher: Any = lowering(function, from_python=from_python)
    dispatcher.compile(arguments)
    return dispatcher.overloads[arguments]


@contextmanager
def undisturbed() -> Iterator[None]:
    """No garbage collection while the compiler runs: it makes millions of objects and little garbage."""
    active = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if active:
            gc.enable()
