"""Kernels callable from Python: compiled at their first call, and cached on disk like the programs of schemes."""

import hashlib
import types
from collections.abc import Callable
from functools import cached_property
from typing import Any, Generic, TypeVar

import numpy as np

from pult.native import cache, machine
from pult.native.build import Task, ahead, reference_to
from pult.native.cache import Entry
from pult.native.functions import fingerprint, positional
from pult.native.unit import gc_paused, load_or_compile, lock, lower_function, weight

_Result = TypeVar("_Result")
_callables: dict[str, Callable[..., Any]] = {}


class Compiled(Generic[_Result]):
    """A kernel that Python calls as native code. It releases the GIL.

    The arguments must have exactly the given types: contiguous float64 arrays, floats, integers.
    """

    def __init__(self, kernel: Callable[..., _Result], signature: str | Callable[[], Any]) -> None:
        """Args:
        kernel: The kernel.
        signature: Types of its arguments in Numba's notation, such as "float64[::1], int64"; or a function that
            returns them as a tuple of Numba types.
        """
        self.kernel, self.signature = kernel, signature
        self._call: Callable[..., _Result] | None = None
        self._entry: Callable[..., _Result] | None = None
        self.__doc__ = kernel.__doc__

    def __call__(self, *arguments: Any) -> _Result:
        """Call it; the first call compiles it or loads it from the disk cache."""
        call = self._call
        if call is None:
            call = self._call = self.load()
        return call(*arguments)

    def ready(self) -> None:
        """Compile it now, unless it is compiled already."""
        if self._call is None:
            self._call = self.load()

    def is_kept(self) -> bool:
        """Whether native code is cached; if not, the first call includes compilation."""
        kept = cache.open_cache()
        return self._call is not None or (kept is not None and kept.has(self.key))

    @cached_property
    def key(self) -> str:
        """Name of its entry in the cache."""
        content = f"entry|{self._types()}|{fingerprint(self.kernel)}"
        return cache.key_of(hashlib.sha256(content.encode()).hexdigest())

    def _types(self) -> tuple[Any, ...]:
        from numba.core import sigutils

        if not isinstance(self.signature, str):
            return tuple(self.signature())
        normalize: Any = sigutils.normalize_signature
        found, _ = normalize(f"({self.signature})")
        return tuple(found)

    def load(self) -> Callable[..., _Result]:
        """The native function."""
        with lock(self.key):
            if self.key not in _callables:  # loaded code is there once, and so is what it refers to
                _callables[self.key] = self._callable(load_or_compile(self.key, self._compile))
            return _callables[self.key]

    def unchecked(self) -> Callable[..., _Result]:
        """The native function without type checks of its arguments, which are up to the caller."""
        if self._entry is None:
            dispatcher: Any = self.load()
            (only,) = dispatcher.overloads.values()
            self._entry = only.entry_point
        return self._entry

    def ahead(self) -> None:
        """Have a helper compile it in advance, if there is one and it is not cached."""
        if not self.is_kept():
            reference = reference_to(self.kernel, self._types(), True, self.key)
            ahead([Task(self.key, weight(self.kernel), reference)])

    def _compile(self) -> Entry:
        from pult.native.pipeline import linked

        with gc_paused():
            made = lower_function(self.kernel, self._types(), from_python=True)
            module = linked(made.library)
            wrapper, environment = f"pult_{self.key}_entry", f"pult_{self.key}_environment"
            module.get_function(made.fndesc.llvm_cpython_wrapper_name).name = wrapper
            module.get_global_variable(made.fndesc.env_name).name = environment
            machine.internalise_except(module, [wrapper, environment])
            module.get_function(wrapper).linkage = "external"
            machine.optimise(module)
            # what the way back to Python refers to: types of arrays
            constants = [np.dtype(one).str for one in made.environment.consts]
            facts = {"entry": wrapper, "environment": environment, "constants": constants}
            return Entry(facts, machine.emit(module))

    def _callable(self, entry: Entry) -> Callable[..., _Result]:
        """The loaded code behind Numba's dispatcher, which checks the types of arguments."""
        import numba
        from numba import _dynfunc

        machine.load(machine.Object(self.key, entry.code, (entry.facts["entry"],)))
        dynamic, decorate = _dynfunc, numba.njit
        environment = dynamic.Environment({"__name__": __name__})
        environment.consts.extend(np.dtype(one) for one in entry.facts["constants"])
        machine.set_pointer(entry.facts["environment"], environment)
        address = machine.address(entry.facts["entry"])
        module = types.ModuleType(self.kernel.__module__)
        point = dynamic.make_function(module, self.kernel.__name__, self.__doc__ or "", address, environment, ())
        dispatcher: Any = decorate(positional(self.kernel))
        signature = types.SimpleNamespace(args=self._types())
        dispatcher.add_overload(types.SimpleNamespace(signature=signature, entry_point=point, objectmode=False))
        dispatcher.disable_compile()
        call: Callable[..., _Result] = dispatcher
        return call
