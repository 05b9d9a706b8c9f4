"""Kernels of vectors made into functions of single vectors and of arrays of them.

A single call runs the kernel as it is. Arrays are broadcast over their leading axes, and the kernel runs over all rows
as native code, which gives the same bits.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from pult.core.errors import KinematicsError
from pult.core.signals import Array
from pult.geometry.algebra.cases import Case
from pult.geometry.pose import finite_array
from pult.native.library import Compiled

_WIDTHS = {"vector": 3, "quaternion": 4, "number": 1, "case": 1}


class Elementwise:
    """A kernel as a function of single values and of arrays."""

    def __init__(
        self, kernel: Callable[..., Any], arguments: Sequence[tuple[str, str]], results: Sequence[str]
    ) -> None:
        """Args:
        kernel: Function of tuples and floats.
        arguments: Name and form of each argument; a form is "vector", "quaternion" or "number".
        results: Form of each entry that it returns, in order; "case" for the code of the case. With one form, the
            kernel returns the entry itself.
        """
        self.kernel, self.arguments, self.results = kernel, tuple(arguments), tuple(results)

    def __call__(self, *given: ArrayLike) -> tuple[Any, ...]:
        """The results, one for each form; of arrays, arrays with the broadcast leading axes.

        Raises:
            KinematicsError: An argument is not finite numbers, has a wrong shape, or does not broadcast.
        """
        arrays = [_checked(name, form, value) for (name, form), value in zip(self.arguments, given, strict=True)]
        shape = self._leading(arrays)
        if shape == ():
            found = self.kernel(*(_plain(array) for array in arrays))
            entries = found if len(self.results) > 1 else (found,)
            return tuple(np.array(x) if isinstance(x, tuple) else x for x in entries)
        rows = [
            np.array(np.broadcast_to(array, (*shape, *_own(form))), order="C").reshape(-1, *_own(form))
            for (_, form), array in zip(self.arguments, arrays, strict=True)
        ]
        out = np.empty((int(np.prod(shape)), sum(_WIDTHS[form] for form in self.results)))
        if out.size:
            self._native(*rows, out)
        return tuple(self._split(out, shape))

    def _leading(self, arrays: Sequence[Array]) -> tuple[int, ...]:
        shapes = [a.shape[: a.ndim - len(_own(form))] for (_, form), a in zip(self.arguments, arrays, strict=True)]
        try:
            return np.broadcast_shapes(*shapes)
        except ValueError:
            said = ", ".join(f"{name} {a.shape}" for (name, _), a in zip(self.arguments, arrays, strict=True))
            raise KinematicsError(f"the shapes of the arguments do not go together: {said}.") from None

    def _split(self, out: Array, shape: tuple[int, ...]) -> list[Any]:
        found: list[Any] = []
        column = 0
        for form in self.results:
            part = out[:, column : column + _WIDTHS[form]].reshape(*shape, *_own(form)).copy()
            found.append(part.astype(np.int64) if form == "case" else part)
            column += _WIDTHS[form]
        return found

    @cached_property
    def _native(self) -> Compiled[None]:
        names = [f"a{number}" for number in range(len(self.arguments))]
        given = []
        for name, (_, form) in zip(names, self.arguments, strict=True):
            parts = ", ".join(f"{name}[i, {k}]" for k in range(_WIDTHS[form]))
            given.append(f"({parts})" if _own(form) else f"{name}[i]")
        call = f"f({', '.join(given)})"
        lines = [f"def rows({', '.join(names)}, out):", "    for i in range(out.shape[0]):"]
        lines.append(f"        r = {call}" if len(self.results) > 1 else f"        r = ({call},)")
        column = 0
        for number, form in enumerate(self.results):
            for k in range(_WIDTHS[form]):
                entry = f"r[{number}][{k}]" if _own(form) else f"r[{number}]"
                lines.append(" = ".join([f"        out[i,{column}]", entry]))
                column += 1
        space: dict[str, Any] = {"f": self.kernel, "__name__": self.kernel.__module__}
        exec("\n".join(lines), space)  # noqa: S102 - our own text, made of numbers
        types = ["float64[:,::1]" if _own(form) else "float64[::1]" for _, form in self.arguments]
        return Compiled(space["rows"], ", ".join([*types, "float64[:,::1]"]))


def _own(form: str) -> tuple[int, ...]:
    """Shape of one value of a form."""
    return (_WIDTHS[form],) if form in ("vector", "quaternion") else ()


def _checked(name: str, form: str, value: ArrayLike) -> Array:
    array = finite_array(name, value)
    own = _own(form)
    if own and array.shape[-1:] != own:
        raise KinematicsError(f"{name} must have {own[0]} numbers along its last axis, not the shape {array.shape}.")
    return array


def _plain(array: Array) -> Any:
    return tuple(array.tolist()) if array.ndim else float(array)


def case_of(code: Any) -> Any:
    """The case of a single result; the numbers of the cases of an array."""
    return Case(code) if isinstance(code, int) else code
