"""From LLVM modules to callable machine code: optimise, emit, load, find addresses.

Numba's code generator supplies the target processor and the passes; machine code is loaded by an execution engine of
our own, so that cached and freshly compiled code are handled alike.
"""

import ctypes
import threading
from collections.abc import Iterable
from functools import cache, partial
from typing import Any, NamedTuple

from pult.core.errors import PultError

_lock = threading.RLock()
_loaded: dict[str, int] = {}


@cache
def context() -> Any:
    """Numba's target context: data models, calling convention, reference counts."""
    target = _target()
    target.refresh()
    return target.subtarget(enable_nrt=True)  # NRT: Numba's run time, which counts references


@cache
def _target() -> Any:
    """Numba's target with all names that machine code can call, which is what loading needs.

    What it must know to compile, `refresh` imports in a quarter of a second: SciPy, and all of NumPy that Numba knows.
    """
    import numba.cpython.hashing  # noqa: F401 - makes known the secret of hashes
    from numba.core import entrypoints
    from numba.core.registry import cpu_target
    from numba.core.runtime import rtsys

    target: Any = cpu_target.target_context
    for make_known in (partial(rtsys.initialize, target), entrypoints.init_all):  # reference counts; extensions
        make_known()
    return target


def codegen() -> Any:
    """Numba's code generator for this processor."""
    return _target().codegen()


def optimise(module: Any) -> None:
    """Optimise a module as a whole, once: what it calls is linked in already."""
    generator = codegen()
    module.data_layout = generator._data_layout
    cheap, cheap_options = generator._module_pass_manager(
        loop_vectorize=generator._loopvect, slp_vectorize=False, opt=generator._opt_level, cost="cheap"
    )  # fmt: skip
    cheap.run(module, cheap_options)  # makes pairs of reference count operations adjacent, which it then removes
    full, full_options = generator._module_pass_manager()
    full.run(module, full_options)
    module.verify()


def internalise_except(module: Any, exported: Iterable[str]) -> None:
    """Give all definitions of a module but some internal linkage, so that unused ones are removed."""
    from llvmlite import binding

    names = set(exported)
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration and value.name not in names:
            value.linkage = binding.Linkage.internal


def emit(module: Any) -> bytes:
    """Machine code of a module, as an object file.

    Raises:
        PultError: It calls an undefined symbol. Loading it would end the process.
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

    generator = codegen()  # whose target has made Numba's run-time functions known to LLVM
    module = binding.parse_assembly(str(generator._create_empty_module("pult")))
    return binding.create_mcjit_compiler(module, generator._tm)


class Object(NamedTuple):
    """An object file.

    Attributes:
        name: Unique name; it is loaded once.
        code: Its contents.
        exported: Symbols whose addresses are needed.
    """

    name: str
    code: bytes
    exported: tuple[str, ...]


def load(*objects: Object) -> None:
    """Load object files that are not loaded yet, and find the addresses of their functions.

    Those loaded together are close in memory, and may call each other.
    """
    from llvmlite import binding

    with _lock:
        missing = {one.name: one for one in objects if one.name not in _loaded}
        if not missing:
            return
        engine = _engine()
        for one in missing.values():
            engine.add_object_file(binding.ObjectFileRef.from_data(one.code))
        engine.finalize_object()
        for one in missing.values():
            for symbol in one.exported:
                _loaded[symbol] = engine.get_function_address(symbol)
            _loaded[one.name] = 0


def is_loaded(name: str) -> bool:
    """Whether an object file of this name is loaded."""
    return name in _loaded


def address(symbol: str) -> int:
    """Address of a loaded function."""
    return _loaded[symbol]


def set_pointer(symbol: str, value: object) -> None:
    """Set a pointer variable in loaded code to an object, which the caller keeps alive."""
    place = _engine().get_global_value_address(symbol)
    ctypes.c_void_p.from_address(place).value = id(value)
