"""Functions compiled separately, once for all programs that call them, and cached on disk.

A unit is one function for one list of argument types. A small one is stored as LLVM bitcode, which is linked into each
program and optimised there, so that calling it costs nothing. A large one is stored as machine code, and programs call
it through a symbol. The results are the same to the last bit.
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
from pult.native.build import Task, claim, reference_to
from pult.native.cache import Entry
from pult.native.functions import NATIVE_FORM, called_names, fingerprint, lowering
from pult.native.kinds import Kind, kind_of

LARGE = 900
"""Size of a function, including the kernels it calls, from which it is called through a symbol [bytes of bytecode]."""


class Request(NamedTuple):
    """A request for a unit.

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
        """Its symbol in native code."""
        return f"pult_{self.key}"

    def kinds(self) -> list[Kind]:
        """The types of its arguments as plain data."""
        return [kind_of(one) for one in self.arguments]

    def task(self) -> Task:
        """Its compilation task."""
        reference = reference_to(self.function, self.arguments, False, self.key)
        return Task(self.key, weight(self.function), reference)


class Unit(NamedTuple):
    """A compiled unit.

    Attributes:
        symbol: Its symbol in native code.
        result: Type of its result.
        bitcode: Bitcode to link into a program; empty if it is called through its symbol.
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
    """The request for a function with given argument types."""
    kinds = json.dumps([kind_of(one) for one in arguments])
    large = weight(function) >= LARGE
    content = hashlib.sha256(f"unit|{large}|{kinds}|{fingerprint(function)}".encode()).hexdigest()
    return Request(function, arguments, cache.key_of(content), large)


_units: dict[str, Unit] = {}
_locks: dict[str, threading.Lock] = {}


def is_there(wanted: Request) -> bool:
    """Whether a unit is available without compilation: in this process, or on disk."""
    kept = cache.open_cache()
    return wanted.key in _units or (kept is not None and kept.has(wanted.key))


def unit(wanted: Request) -> Unit:
    """Get a unit from this process, the disk or the compiler; a large one is loaded."""
    with lock(wanted.key):
        if wanted.key not in _units:
            entry = load_or_compile(wanted.key, lambda: compile_unit(wanted))
            if wanted.large:
                machine.load(machine.Object(wanted.key, entry.code, (wanted.symbol,)))
            _units[wanted.key] = Unit(wanted.symbol, entry.facts["result"], b"" if wanted.large else entry.code)
        return _units[wanted.key]


def load_or_compile(key: str, make: Callable[[], Entry]) -> Entry:
    """Load an entry from the disk, or compile and store it; of several processes one compiles."""
    claim(key)
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
    """Lock of an entry between threads: the second one finds it compiled."""
    return _locks.setdefault(key, threading.Lock())


def compile_unit(wanted: Request) -> Entry:
    """Compile a unit."""
    from pult.native.pipeline import linked

    with gc_paused():
        made = lower_function(wanted.function, wanted.arguments, from_python=False)
        module = linked(made.library)
        module.get_function(made.fndesc.llvm_func_name).name = wanted.symbol
        module.get_function(wanted.symbol).linkage = "external"
        machine.internalise_except(module, [wanted.symbol])
        machine.optimise(module)
        code: bytes = machine.emit(module) if wanted.large else module.as_bitcode()
    return Entry({"result": kind_of(made.signature.return_type)}, code)


def lower_function(function: Function, arguments: tuple[Any, ...], *, from_python: bool) -> Any:
    """Lower a function with Numba: its library, description and signature, without machine code."""
    dispatcher: Any = lowering(function, from_python=from_python)
    dispatcher.compile(arguments)
    return dispatcher.overloads[arguments]


@contextmanager
def gc_paused() -> Iterator[None]:
    """Pause garbage collection while the compiler runs: it creates millions of objects and little garbage."""
    active = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if active:
            gc.enable()
