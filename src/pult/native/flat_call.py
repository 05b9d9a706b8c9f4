"""Calling a single block function as native code, through the disk cache.

Only numbers, booleans, arrays and plain tuples cross the boundary: a state is passed field by field, and a named tuple
is returned as a plain one. So cached code does not depend on Python classes.
"""

from collections.abc import Callable
from typing import Any

from pult.core.block_type import Function
from pult.core.kernels import kernel
from pult.native.functions import positional
from pult.native.library import Compiled


class FlatCall:
    """A block's function as native code that Python calls; compiled at the first call with given types."""

    def __init__(self, function: Function) -> None:
        """Args:
        function: The function as its author wrote it.
        """
        self._function = function
        self._result: Any = function.__annotations__.get("return")
        self._compiled: dict[tuple[Any, ...], Compiled[Any]] = {}

    def __call__(self, *arguments: Any) -> Any:
        """Call it with positional arguments; the first may be a state."""
        state = arguments[0] if arguments and hasattr(arguments[0], "_fields") else None
        flat = arguments if state is None else (*state, *arguments[1:])
        kinds = tuple((type(one), getattr(one, "ndim", 0)) for one in flat)
        if kinds not in self._compiled:
            self._compiled[kinds] = self._compile(state, flat)
        found = self._compiled[kinds](*flat)
        return self._result(*found) if hasattr(self._result, "_fields") else found

    def _compile(self, state: tuple[Any, ...] | None, flat: tuple[Any, ...]) -> Compiled[Any]:
        import numba

        names = [f"a{number}" for number in range(len(flat))]
        fields = 0 if state is None else len(state)
        given = names if state is None else [f"State({', '.join(names[:fields])})", *names[fields:]]
        call = f"f({', '.join(given)})"
        results: tuple[str, ...] = getattr(self._result, "_fields", ())
        parts = "".join(f"r.{name}, " for name in results)
        lines = [f"r = {call}", f"return ({parts})"] if results else [f"return {call}"]
        text = "\n    ".join([f"def flat({', '.join(names)}):", *lines])
        function = kernel(positional(self._function))  # a copy, marked as one that native functions may call
        space: dict[str, Any] = {"State": type(state), "f": function, "__name__": self._function.__module__}
        exec(text, space)  # noqa: S102 - our own text; the names in it are those of fields
        typeof: Callable[[Any], Any] = numba.typeof
        return Compiled(space["flat"], lambda: tuple(typeof(one) for one in flat))
