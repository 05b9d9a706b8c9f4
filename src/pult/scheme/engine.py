"""From the generated text to callable functions: plain Python, or native code by way of the disk cache."""

import hashlib
import linecache
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from pult.core.block_type import Function
from pult.core.errors import PultError
from pult.native.apart import native_or_apart
from pult.native.functions import fingerprint, jit, positional
from pult.native.module import load_module
from pult.scheme.emit import Text

Compiled = Callable[..., int]


class Engine(NamedTuple):
    """The functions of a program.

    Attributes:
        step: One control step, step(x, p, u, y, t, dt).
        run: Many, run(x, p, u, y, dt), with one row of u and y per step.
        native: Whether they are native code.
        cached: Whether the native code was there before, on disk or in this process.
        key: Name of the cache entry.
    """

    step: Compiled
    run: Compiled
    native: bool
    cached: bool
    key: str


def _has_nan(x: Any, start: int, stop: int) -> bool:
    found = 0
    for i in range(start, stop):  # no early exit: so the loop runs on several numbers at once
        found |= x[i] != x[i]
    return found != 0


def _put1(x: Any, start: int, size: int, values: Any) -> None:
    if len(values) != size:
        raise ValueError("the output has another length than declared")
    for i in range(size):
        x[start + i] = values[i]


def _put2(x: Any, start: int, rows: int, columns: int, values: Any) -> None:
    if values.shape[0] != rows or values.shape[1] != columns:
        raise ValueError("the output has another shape than declared")
    for i in range(rows):
        for j in range(columns):
            x[start + i * columns + j] = values[i, j]


def _sized(values: Any, size: int) -> Any:
    if len(values) != size:
        raise ValueError("the outputs are of another number than declared")
    return values


def _identity(function: Function) -> Function:
    return function


def plain_engine(text: Text) -> Engine:
    """The text as plain Python. It needs no compiler and starts at once."""
    namespace: dict[str, Any] = {
        "np": np, "has_nan": lambda x, a, b: bool(np.isnan(x[a:b]).any()), "put1": _put1, "put2": _put2,
        "sized": _sized, "jit": _identity, "inner": _identity, "entry": _identity, "part": _identity,
        **{name: positional(f) for name, f in text.functions.items()}, **text.states,
    }  # fmt: skip
    filename = f"<pult {text_key(text)[:12]}>"
    linecache.cache[filename] = (len(text.source), None, text.source.splitlines(keepends=True), filename)
    exec(compile(text.source, filename, "exec"), namespace)  # noqa: S102 - our own text; nothing of a document is code in it
    return Engine(namespace["step"], namespace["run"], False, False, "")


def text_key(text: Text) -> str:
    """Hash of the text and the block functions it calls."""
    digest = hashlib.sha256(text.source.encode())
    for name, function in sorted(text.functions.items()):
        digest.update(f"{name}:{fingerprint(function)}".encode())
    for name, state in sorted(text.states.items()):
        digest.update(f"{name}:{state._fields!r}".encode())  # type: ignore[attr-defined]
    return digest.hexdigest()


def native_engine(text: Text) -> Engine:
    """The text as native code, from the disk cache if it is there."""
    try:
        loaded = load_module(text.source, text_key(text), lambda kept: _namespace(text, kept), _signatures(text))
    except OSError:
        raise
    except Exception as error:  # Numba raises errors of many kinds
        raise CompileError(_blame(text, error)) from error
    module: Any = loaded.module
    return Engine(module.step, module.run, True, loaded.cached, loaded.key)


class CompileError(PultError):
    """A block cannot be turned into native code."""


def _blame(text: Text, error: Exception) -> str:
    message = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    named = {
        n
        for n, f in text.functions.items()
        if f"def {f.__name__}(" in message and Path(f.__code__.co_filename).name in message
    }
    foreign = {
        n for n, f in text.functions.items() if not f.__module__.startswith("pult.blocks") and n not in text.hosts
    }
    blame = " or ".join(sorted({repr(text.blocks[n]) for n in named or foreign})) or "the scheme"
    lines = [line.strip() for line in message.splitlines() if line.strip() and "Failed in" not in line]
    advice = "Write it with numbers and arrays only, or declare it with host=True to run it as plain Python."
    reason = f"{lines[0] if lines else type(error).__name__}".rstrip(".")
    return f"{blame} cannot be compiled to native code: {reason}. {advice}"


def _signatures(text: Text) -> dict[str, str]:
    array, matrix = "float64[::1]", "float64[:,::1]"
    known = {
        "step": f"({array}, {array}, {array}, {array}, float64, float64)",
        "run": f"({array}, {array}, {matrix}, {matrix}, float64)",
    }
    return {name: known.get(name, f"({array}, {array}, float64, float64)") for name in text.entries}


def _namespace(text: Text, kept: Callable[[Function], Function]) -> dict[str, Any]:
    quick = jit(no_cpython_wrapper=not text.hosted, no_cfunc_wrapper=True)  # host parts call helpers from Python
    inner = jit(no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=True)
    return {
        "np": np, "has_nan": quick(_has_nan), "put1": quick(_put1), "put2": quick(_put2), "sized": quick(_sized),
        "jit": quick, "inner": inner, "entry": kept, "part": kept,
        **{n: positional(f) if n in text.hosts else native_or_apart(f) for n, f in text.functions.items()},
        **text.states,
    }  # fmt: skip
