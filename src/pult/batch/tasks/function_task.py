"""Calls of a Python function as runs of a sweep.

The function is named by its import path, "package.module:function", so that every worker can import it. It is called
with the seed and the values of the run as keyword arguments and returns `Figures`, or a mapping of numbers:

    def trial(*, seed: int, stiffness: float) -> Figures:
        ...
        return Figures(success=error < 0.05, metrics={"error": error}, cause="force error above 5 %")

A function is called only by a program or a command that names it: reading a results file imports nothing.
"""

import importlib
import inspect
import math
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from pult.batch.job import Job, Runner
from pult.batch.results.file import Row
from pult.core.errors import UsageError, choose

_PATH = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*")


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """What a function found in one run.

    Attributes:
        success: Whether the run did what it should.
        cause: What failed, in words short enough to count equal ones; left out of the row of a success.
        reason: Why it ended; "success" or "failed" if left out.
        metrics: Figures by name; those that are not finite are left out of the row.
        time: How long it took, simulated [s].
        points: A score.
        stages: Time at which each stage was passed [s].
        breaks: How often each limit was broken.
        hash: SHA-256 of all numbers of the run, if the function computes one.
        data: Whatever else was found, as plain data; NumPy arrays become lists.
    """

    success: bool = True
    cause: str = ""
    reason: str = ""
    metrics: Mapping[str, float] = {}
    time: float = 0.0
    points: float = 0.0
    stages: Mapping[str, float] = {}
    breaks: Mapping[str, int] = {}
    hash: str = ""
    data: Mapping[str, Any] = {}


Function = Callable[..., Figures | Mapping[str, float]]
"""Takes the seed and the values of a run as keyword arguments."""


class FunctionTask(msgspec.Struct, frozen=True, tag="function"):
    """Common data of all calls of a function.

    Attributes:
        function: Import path, "package.module:function".
    """

    function: str

    def runner(self) -> "FunctionRunner":
        """Calls the function in this process."""
        return FunctionRunner(self.function)


class FunctionRunner(Runner):
    """Calls a function, one run after another."""

    def __init__(self, path: str) -> None:
        """Take the import path; the function is imported by `warm`, or by the first run."""
        self._path = path
        self._function: Function | None = None

    def warm(self) -> None:
        """Import the function.

        Raises:
            UsageError: It cannot be imported.
        """
        self._function = find_function(self._path)

    def run(self, job: Job) -> Row:
        """Call the function with the seed and the values of a run."""
        if self._function is None:
            self.warm()
        return figures_row(job, self._function(seed=job.seed, **job.values))  # type: ignore[misc]

    def close(self) -> None:
        """Nothing to release."""


def function_path(function: str | Function) -> str:
    """Import path of a function.

    Raises:
        UsageError: Workers could not import it.
    """
    if isinstance(function, str):
        if not _PATH.fullmatch(function):
            raise UsageError(f"{function!r} is not an import path such as 'package.module:function'.")
        return function
    name = getattr(function, "__qualname__", "")
    module = getattr(function, "__module__", "")
    if module == "__main__":
        module = _script_module()
    if not _PATH.fullmatch(f"{module}:{name}"):
        raise UsageError(
            f"workers cannot import {name or repr(function)!r}: a sweep needs a function at the top level of a module."
        )
    return f"{module}:{name}"


def _script_module() -> str:
    """Name under which workers can import the script that was started; empty if there is none."""
    main = sys.modules["__main__"]
    spec = getattr(main, "__spec__", None)
    if spec is not None:  # of `python -m package.module`
        return str(spec.name)
    file = getattr(main, "__file__", None)
    return Path(file).stem if file and str(Path(file).resolve().parent) in map(_resolved, sys.path) else ""


def _resolved(folder: str) -> str:
    return str(Path(folder).resolve())


def find_function(path: str) -> Function:
    """Import a function.

    Raises:
        UsageError: There is no such module or function, or the module cannot be imported.
    """
    module_name, _, name = function_path(path).partition(":")
    try:
        module = importlib.import_module(module_name)
    except Exception as error:
        raise UsageError(f"{module_name!r} cannot be imported: {type(error).__name__}: {error}") from error
    functions = {key for key, value in vars(module).items() if callable(value) and not key.startswith("_")}
    found = getattr(module, name, None)
    if not callable(found):
        raise UsageError(f"{module_name!r} has no function {name!r}. {choose(name, functions)}")
    return found  # type: ignore[no-any-return]


def check_arguments(path: str, function: Function, names: Iterable[str]) -> None:
    """Check that a function can be called with a seed and values of these names.

    Raises:
        UsageError: It has no such argument, or needs others.
    """
    given = {"seed", *names}
    parameters = inspect.signature(function).parameters.values()
    by_name = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    known = {one.name: one for one in parameters if one.kind in by_name}
    unknown = sorted(given - set(known))
    if unknown and not any(one.kind is inspect.Parameter.VAR_KEYWORD for one in parameters):
        raise UsageError(f"{path} takes no argument {unknown[0]!r}. {choose(unknown[0], known)}")
    missing = [name for name, one in known.items() if one.default is one.empty and name not in given]
    if missing:
        raise UsageError(f"{path} needs a value for {missing[0]!r}.")


def figures_row(job: Job, found: Figures | Mapping[str, float]) -> Row:
    """The row of a call.

    Raises:
        TypeError: The function returned something else, or data that JSON cannot hold.
        ValueError: A time or the score is not finite.
    """
    if isinstance(found, Mapping):
        found = Figures(metrics=found)
    if not isinstance(found, Figures):
        raise TypeError(f"the function returned {type(found).__name__}, not pult.Figures or a mapping of numbers.")
    metrics = {name: float(value) for name, value in found.metrics.items()}
    if not all(map(math.isfinite, (found.time, found.points, *found.stages.values()))):
        raise ValueError("times and points must be finite.")
    return Row(
        key=job.key,
        seed=job.seed,
        values=job.values,
        success=bool(found.success),
        reason=found.reason or ("success" if found.success else "failed"),
        cause="" if found.success else found.cause,
        time=float(found.time),
        points=float(found.points),
        stages={name: float(value) for name, value in found.stages.items()},
        metrics={name: value for name, value in metrics.items() if math.isfinite(value)},
        breaks={name: int(value) for name, value in found.breaks.items()},
        hash=found.hash,
        data=plain(found.data),
    )


def plain(data: Mapping[str, Any]) -> dict[str, Any]:
    """Data as JSON holds it.

    Raises:
        TypeError: Something in it is not plain.
    """
    found: dict[str, Any] = msgspec.to_builtins(dict(data), enc_hook=_from_numpy, str_keys=True)
    return found


def _from_numpy(value: Any) -> Any:
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} is not plain data.")
