"""From LLVM modules to machine code that can be called: optimise, emit, load, find addresses.

Numba's code generator supplies the processor, its features and the passes; machine code is loaded by an engine of
our own, so that code from the disk and code made just now are the same to everybody.
"""

import ctypes
import threading
from collections.abc import Iterable
from functools import cache
from typing import Any

from pult.core.errors import PultError

_lock = threading.RLock()
_loaded: dict[str, int] = {}


@cache
def context() -> Any:
    """Numba's target context: data models, calling convention, reference counts."""
    from numba.core.registry import cpu_target

    target: Any = cpu_target.target_context
    target.refresh()
    return target.subtarget(enable_nrt=True)  # NRT: Numba's run time, which counts references


def codegen() -> Any:
    """Numba's code generator for this processor."""
    return context().codegen()


def optimise(module: Any) -> None:
    """Optimise a module as a whole, once: what it calls is linked in already."""
    generator = codegen()
    module.data_layout = generator._data_layout
    cheap, cheap_options = generator._module_pass_manager(
        loop_vectorize=generator._loopvect, slp_vectorize=False, opt=generator._opt_level, cost="cheap"
    )  # fmt: skip
    cheap.run(module, cheap_options)  # brings pairs of reference counts together, which it then removes
    full, full_options = generator._module_pass_manager()
    full.run(module, full_options)
    module.verify()


def keep_only(module: Any, exported: Iterable[str]) -> None:
    """Make everything that a module defines private but for some names, so that what nobody calls falls away."""
    from llvmlite import binding

    names = set(exported)
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration and value.name not in names:
            value.linkage = binding.Linkage.internal


def emit(module: Any) -> bytes:
    """Machine code of a module, as an object file.

    Raises:
        PultError: It calls something that is not there. Loading it would end the process.
    """
    from llvmlite import binding

    for function in module.functions:
        name = function.name
        foreign = function.is_declaration and not name.startswith(("llvm.", "pult_"))
        if foreign and binding.address_of_symbol(name) is None:
            raise PultError(f"native code calls {name!r}, which is not there.")
    code: bytes = codegen()._tm.emit_object(module)
    return code


@cache
def _engine() -> Any:
    from llvmlite import binding

    context()  # makes Numba's run-time functions known to LLVM
    generator = codegen()
    module = binding.parse_assembly(str(generator._create_empty_module("pult")))
    return binding.create_mcjit_compiler(module, generator._tm)


def load(name: str, code: bytes, exported: Iterable[str]) -> None:
    """Load an object file under a name of its own, unless it is loaded already, and find its functions."""
    from llvmlite import binding

    with _lock:
        if name in _loaded:
            return
        engine = _engine()
        engine.add_object_file(binding.ObjectFileRef.from_data(code))
        engine.finalize_object()
        for symbol in exported:
            _loaded[symbol] = engine.get_function_address(symbol)
        _loaded[name] = 0


def is_loaded(name: str) -> bool:
    """Whether an object file of this name is loaded."""
    return name in _loaded


def address(symbol: str) -> int:
    """Address of a function that was loaded."""
    return _loaded[symbol]


def point_to(symbol: str, value: object) -> None:
    """Let a pointer in loaded code point to an object, which the caller keeps alive."""
    place = _engine().get_global_value_address(symbol)
    ctypes.c_void_p.from_address(place).value = id(value)
