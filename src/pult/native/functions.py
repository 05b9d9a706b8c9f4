"""Preparation of Python functions for Numba, and their fingerprints for the cache.

Jitted code cannot pass keyword-only arguments, so they are made positional by changing the code object's metadata: no
source text is touched, and the plain function and the native one share their bytecode.
"""

import dis
import hashlib
import math
import secrets
import types
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np

from pult.core.block_type import Function
from pult.core.errors import BlockError
from pult.core.kernels import KERNEL

NATIVE_FORM = "__pult_native_form__"
"""Attribute of a kernel that native code replaces by an intrinsic; see `pult.native.address`."""
_DIVISIONS = {"/", "//", "%", "/=", "//=", "%=", "**", "**="}


def positional(function: Function) -> Function:
    """The same function with its keyword-only arguments made positional, after the inputs and before *args."""
    return _rebuild(function, function.__globals__)


def _rebuild(function: Function, namespace: dict[str, Any]) -> Function:
    code = function.__code__
    if code.co_freevars:
        raise BlockError(
            function.__qualname__, f"uses {code.co_freevars[0]!r} of an enclosing function; pass it as a parameter."
        )
    flat = code.replace(co_argcount=code.co_argcount + code.co_kwonlyargcount, co_kwonlyargcount=0)
    defaults = None if code.co_kwonlyargcount else function.__defaults__
    return types.FunctionType(flat, namespace, function.__name__, defaults)


def lowering(function: Function, *, from_python: bool) -> Function:
    """A Numba dispatcher for `pult.native.unit` that lowers a function without generating machine code.

    Args:
        function: The function as its author wrote it.
        from_python: Whether it gets a wrapper for calls from Python; omitting it saves compile time.
    """
    return _jitted(function, inner=not from_python)


_JITTED: dict[tuple[Function, str, bool], Function] = {}


def _jitted(function: Function, *, inner: bool) -> Function:
    key = (function, fingerprint(function), inner)  # a constant or kernel it refers to may have changed
    if key not in _JITTED:
        namespace = dict(function.__globals__)
        for name in called_names(function.__code__):
            value = namespace.get(name)
            if value is not None and getattr(value, KERNEL, False):
                form = getattr(value, NATIVE_FORM, None)
                namespace[name] = form() if form is not None else _jitted(value, inner=True)
        _JITTED[key] = _jit(inner)(_rebuild(function, namespace))
    return _JITTED[key]


def _jit(inner: bool) -> Callable[[Function], Function]:
    """Numba's decorator with the setting that all of pult depends on: division by zero raises, as in Python."""
    import numba  # here, because importing it takes a third of a second

    from pult.native.pipeline import LoweringCompiler

    options: dict[str, Any] = {"error_model": "python", "pipeline_class": LoweringCompiler}
    options |= {"no_cpython_wrapper": inner, "no_cfunc_wrapper": True, "nogil": not inner}
    decorate: Any = numba.njit
    decorator: Callable[[Function], Function] = decorate(**options)
    return decorator


@cache
def called_names(code: types.CodeType) -> tuple[str, ...]:
    """Names of globals that a code object refers to, in alphabetical order."""
    found = {i.argval for i in dis.get_instructions(code) if i.opname in ("LOAD_GLOBAL", "LOAD_NAME")}
    for constant in code.co_consts:  # comprehensions are functions of their own
        if isinstance(constant, types.CodeType):
            found |= set(called_names(constant))
    return tuple(sorted(found))


_HARMLESS = {"min", "max", "abs", "float", "bool", "range", "len", "math", "np", "numpy"}
_HARMLESS_OF_MODULES = {
    "atan", "atan2", "ceil", "copysign", "empty", "erf", "fabs", "floor", "inf", "isfinite", "isinf", "isnan", "nan",
    "ones", "pi", "shape", "size", "tanh", "tau", "trunc", "zeros", "e", "float64",
}  # fmt: skip


@cache
def may_raise(function: Function) -> bool:
    """Whether a function could raise: it raises, divides, or calls something that is neither a kernel nor harmless."""
    for instruction in dis.get_instructions(function.__code__):
        if instruction.opname == "RAISE_VARARGS":
            return True
        if instruction.opname == "BINARY_OP" and instruction.argrepr in _DIVISIONS:
            return True
        if instruction.opname == "LOAD_GLOBAL":
            value = function.__globals__.get(instruction.argval)
            kernel = getattr(value, KERNEL, False)
            if kernel and not value.__module__.startswith("pult.") and may_raise(value):
                return True
            if not kernel and instruction.argval not in _HARMLESS and not isinstance(value, (int, float, type)):
                return True
        attribute = instruction.opname in ("LOAD_ATTR", "LOAD_METHOD")
        if attribute and instruction.argval not in {*_HARMLESS_OF_MODULES, *_state_fields(function)}:
            return True
    return False


def _state_fields(function: Function) -> tuple[str, ...]:
    """Fields of the state, a function's first argument if it has one; reading them cannot fail."""
    hint = next(iter(function.__annotations__.values()), None)
    fields: tuple[str, ...] = getattr(hint, "_fields", ())
    return fields


def fingerprint(function: Function) -> str:
    """Hash of what a function computes: its bytecode and constants, and those of everything it refers to."""
    digest = hashlib.sha256()
    for part in _parts(function, set()):
        digest.update(part.encode())
        digest.update(b"\0")
    return digest.hexdigest()


def _parts(function: Function, seen: set[Function]) -> Iterator[str]:
    if function in seen:
        return
    seen.add(function)
    yield _code_text(function.__code__)
    form = getattr(function, NATIVE_FORM, None)
    if form is not None:  # what the plain function refers to does not enter native code
        yield _code_text(form.__wrapped__.__code__)
        return
    yield repr((function.__defaults__, function.__kwdefaults__ and sorted(function.__kwdefaults__)))
    for name in called_names(function.__code__):
        value = function.__globals__.get(name)
        if isinstance(value, (int, float, str, tuple)):
            yield f"{name}={value!r}"
        elif isinstance(value, np.ndarray):
            yield f"{name}={value.dtype}{value.shape}{value.tobytes().hex()}"
        elif isinstance(value, type) and hasattr(value, "_fields"):
            yield f"{name}={value._fields!r}"
        elif getattr(value, KERNEL, False):
            yield from _parts(value, seen)  # type: ignore[arg-type]
        elif value is not None and value not in _LIBRARIES and not isinstance(value, type):
            yield f"{name}={_PROCESS}{id(value)}"  # unknown contents: valid in this process only


_LIBRARIES = (math, np)
_PROCESS = secrets.token_hex(8)


@cache
def _code_text(code: types.CodeType) -> str:
    parts = [
        code.co_code.hex(),
        repr((code.co_names, code.co_varnames, code.co_argcount, code.co_kwonlyargcount, code.co_flags)),
    ]
    parts += [_code_text(one) if isinstance(one, types.CodeType) else repr(one) for one in code.co_consts]
    return "\0".join(parts)
