"""From a block's Python function to native code, and its fingerprint for the cache.

Jitted code cannot call keyword-only arguments, so they are made positional by re-labelling the code object: no source
text is touched, and the plain function and the native one are the same bytecode.
"""

import dis
import hashlib
import types
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from pult.core.block_type import Function
from pult.core.errors import BlockError
from pult.core.kernels import KERNEL

_DIVISIONS = {"/", "//", "%", "/=", "//=", "%=", "**", "**="}


def positional(function: Function) -> Function:
    """The same function with its keyword-only arguments positional, after the inputs and before counted ports."""
    return _rebuild(function, function.__globals__)


def _rebuild(function: Function, namespace: dict[str, Any]) -> Function:
    code = function.__code__
    if code.co_freevars:
        raise BlockError(
            function.__qualname__, f"uses {code.co_freevars[0]!r} of an enclosing function; pass it as a parameter."
        )
    flat = code.replace(co_argcount=code.co_argcount + code.co_kwonlyargcount, co_kwonlyargcount=0)
    return types.FunctionType(flat, namespace, function.__name__)


@cache
def native(function: Function, inner: bool = False) -> Function:
    """Compile a block's function, and the kernels it calls, to native code (lazily, on its first call).

    Args:
        function: The function as its author wrote it.
        inner: It is called from native code only; leaving out the way in from Python halves the compiler's work.
    """
    namespace = dict(function.__globals__)
    for name in _global_names(function.__code__):
        value = namespace.get(name)
        if getattr(value, KERNEL, False):
            namespace[name] = native(value, True)
    return jit(no_cpython_wrapper=inner, no_cfunc_wrapper=inner)(_rebuild(function, namespace))


def jit(**options: Any) -> Callable[[Function], Function]:
    """Numba's decorator with the one setting all of pult depends on: division by zero raises, as in Python."""
    import numba  # here, because importing it takes a third of a second

    decorate: Any = numba.njit
    decorator: Callable[[Function], Function] = decorate(error_model="python", **options)
    return decorator


def _global_names(code: types.CodeType) -> list[str]:
    return sorted({i.argval for i in dis.get_instructions(code) if i.opname in ("LOAD_GLOBAL", "LOAD_NAME")})


@cache
def may_raise(function: Function) -> bool:
    """Whether a function could raise: it divides, raises, or calls what is neither a kernel nor harmless."""
    harmless = {"min", "max", "abs", "float", "bool", "int", "range", "len", "math", "np"}
    for instruction in dis.get_instructions(function.__code__):
        if instruction.opname == "RAISE_VARARGS":
            return True
        if instruction.opname == "BINARY_OP" and instruction.argrepr in _DIVISIONS:
            return True
        if instruction.opname == "LOAD_GLOBAL":
            value = function.__globals__.get(instruction.argval)
            known = instruction.argval in harmless or isinstance(value, (int, float, type))
            if not known and not getattr(value, KERNEL, False):
                return True
        if instruction.opname in ("LOAD_ATTR", "LOAD_METHOD") and instruction.argval in _RAISING:
            return True
    return False


_RAISING = {"sqrt", "log", "log10", "log2", "exp", "pow", "acos", "asin", "fmod", "sin", "cos", "tan", "cosh", "sinh"}


def fingerprint(function: Function) -> str:
    """Hash of what a function computes: its bytecode, constants, and everything of that kind it refers to."""
    digest = hashlib.sha256()
    for part in _parts(function, set()):
        digest.update(part.encode())
        digest.update(b"\0")
    return digest.hexdigest()


def _parts(function: Function, seen: set[Function]) -> Iterator[str]:
    if function in seen:
        return
    seen.add(function)
    yield from _code_parts(function.__code__)
    for name in _global_names(function.__code__):
        value = function.__globals__.get(name)
        if isinstance(value, (int, float, str, tuple)):
            yield f"{name}={value!r}"
        elif isinstance(value, type) and hasattr(value, "_fields"):
            yield f"{name}={value._fields!r}"
        elif getattr(value, KERNEL, False):
            yield from _parts(value, seen)  # type: ignore[arg-type]


def _code_parts(code: types.CodeType) -> Iterator[str]:
    yield code.co_code.hex()
    yield repr((code.co_names, code.co_varnames, code.co_argcount, code.co_kwonlyargcount, code.co_flags))
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _code_parts(constant)
        else:
            yield repr(constant)
