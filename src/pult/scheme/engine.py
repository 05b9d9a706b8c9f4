"""Turns generated text into callable functions: plain Python, or native code from the disk cache."""

import hashlib
import linecache
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from pult.core.block_type import Function
from pult.core.errors import PultError
from pult.native.address import enter_part, enter_run, enter_step
from pult.native.functions import fingerprint, positional
from pult.native.program import Loaded, load_program
from pult.scheme.emit import Text

Compiled = Callable[..., int]


class Engine(NamedTuple):
    """The functions of a program.

    Attributes:
        step: One control step, step(x, p, u, y, t, dt).
        run: Many control steps, run(x, p, u, y, dt), with one row of u and y per step.
        native: Whether they are native code.
        cached: Whether the native code was cached, on disk or in this process.
        key: Name of the cache entry.
        address: Address of the step for `pult.native.address.call_step`; 0 if it is Python.
    """

    step: Compiled
    run: Compiled
    native: bool
    cached: bool
    key: str
    address: int


def _put1(x: Any, start: int, size: int, values: Any) -> None:
    if len(values) != size:
        raise ValueError("the output does not have the declared length")
    for i in range(size):
        x[start + i] = values[i]


def _put2(x: Any, start: int, rows: int, columns: int, values: Any) -> None:
    if values.shape[0] != rows or values.shape[1] != columns:
        raise ValueError("the output does not have the declared shape")
    for i in range(rows):
        for j in range(columns):
            x[start + i * columns + j] = values[i, j]


def _sized(values: Any, size: int) -> Any:
    if len(values) != size:
        raise ValueError("the number of outputs is not the declared one")
    return values


def _identity(function: Function) -> Function:
    return function


def plain_engine(text: Text) -> Engine:
    """Run the text as plain Python: no compiler, starts at once."""
    namespace = _plain_namespace(text)
    filename = f"<pult {text_key(text)[:12]}>"
    linecache.cache[filename] = (len(text.source), None, text.source.splitlines(keepends=True), filename)
    exec(compile(text.source, filename, "exec"), namespace)  # noqa: S102 - our own text; nothing of a document is code in it
    return Engine(namespace["step"], namespace["run"], False, False, "", 0)


def _plain_namespace(text: Text) -> dict[str, Any]:
    return {
        "np": np, "has_nan": lambda x, a, b: bool(np.isnan(x[a:b]).any()), "put1": _put1, "put2": _put2,
        "sized": _sized, **dict.fromkeys(("jit", "shared", "inner", "entry", "part"), _identity),
        **{name: positional(f) for name, f in text.functions.items()}, **text.states,
    }  # fmt: skip


def text_key(text: Text) -> str:
    """Hash of the text and the block functions it calls."""
    digest = hashlib.sha256(text.source.encode())
    for name, function in sorted(text.functions.items()):
        digest.update(f"{name}:{fingerprint(function)}".encode())
    for name, state in sorted(text.states.items()):
        digest.update(f"{name}:{state._fields!r}".encode())  # type: ignore[attr-defined]
    return digest.hexdigest()


def native_engine(text: Text) -> Engine:
    """Compile the text to native code, or load it from the disk cache."""
    try:
        found = load_program(text.source, text_key(text), text.functions, text.states, text.entries)
    except OSError:
        raise
    except Exception as error:  # Numba raises errors of many kinds
        raise CompileError(_blame(text, error)) from error
    if text.hosted:
        return _hosted_engine(text, found)
    step = partial(enter_step.unchecked(), found.addresses["step"])  # `Program` checks the arrays
    run = partial(enter_run, found.addresses["run"])
    return Engine(step, run, True, found.cached, found.key, found.addresses["step"])


def _hosted_engine(text: Text, found: Loaded) -> Engine:
    """Plain Python with native parts between the host blocks."""
    parts = {name: partial(enter_part, address) for name, address in found.addresses.items()}
    namespace = _plain_namespace(text)
    namespace["part"] = lambda function: parts[function.__name__]
    exec(compile(text.source, f"<pult {found.key[:12]}>", "exec"), namespace)  # noqa: S102 - our own text; nothing of a document is code in it
    return Engine(namespace["step"], namespace["run"], True, found.cached, found.key, 0)


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
