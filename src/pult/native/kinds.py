"""Types of arguments and results as plain data, for the cache and for other processes.

A kind is "float64", "int64", "boolean" or "none"; {"array": [kind, dimensions, layout]}; or
{"tuple": [kinds], "fields": [names], "class": "module:name"}, the latter two for named tuples.
"""

import sys
from functools import reduce
from typing import Any, NamedTuple

from pult.core.errors import PultError

Kind = str | dict[str, Any]


class UnknownKind(PultError):  # noqa: N818
    """An argument or result of native code is neither a number, a boolean, an array nor a tuple of these."""


class ScalarTypes(NamedTuple):
    """Numba's scalar types by name."""

    float64: Any
    int64: Any
    boolean: Any
    none: Any


def _scalar_types() -> ScalarTypes:
    from numba import types

    found: Any = types
    return ScalarTypes(found.float64, found.int64, found.boolean, found.none)


def kind_of(numba_type: Any) -> Kind:
    """The kind of one of Numba's types.

    Raises:
        UnknownKind: There is none.
    """
    from numba import types

    known: Any = types
    plain = known.unliteral(numba_type)
    for name, one in _scalar_types()._asdict().items():
        if plain == one:
            return str(name)
    if isinstance(plain, known.Array) and not isinstance(plain.dtype, known.Array):
        return {"array": [kind_of(plain.dtype), plain.ndim, plain.layout]}
    if isinstance(plain, known.BaseTuple):
        kind: dict[str, Any] = {"tuple": [kind_of(one) for one in plain.types]}
        made = getattr(plain, "instance_class", None)
        if made is not None:
            kind |= {"fields": list(made._fields), "class": f"{made.__module__}:{made.__qualname__}"}
        return kind
    if isinstance(plain, known.Integer):
        return "int64"
    raise UnknownKind(f"{plain} is neither a number, a boolean, an array nor a tuple of these.")


def numba_type(kind: Kind, *, named: bool = False) -> Any:
    """The type of a kind.

    Args:
        kind: The kind.
        named: Whether named tuples get their own classes, which must be loaded; else they are plain tuples, which have
            the same memory layout.
    """
    from numba import types

    known: Any = types
    if isinstance(kind, str):
        return getattr(_scalar_types(), kind)
    if "array" in kind:
        item, dimensions, layout = kind["array"]
        return known.Array(numba_type(item), dimensions, layout)
    inner = tuple(numba_type(one, named=named) for one in kind["tuple"])
    if named and "class" in kind:
        return known.BaseTuple.from_types(inner, resolve_path(kind["class"]))
    return known.BaseTuple.from_types(inner)


def resolve_path(path: str) -> Any:
    """Resolve a path such as module:name; the module must be loaded."""
    module, _, name = path.partition(":")
    return reduce(getattr, name.split("."), sys.modules[module])


def classes(kind: Kind) -> list[str]:
    """The classes of named tuples in a kind."""
    if isinstance(kind, str) or "array" in kind:
        return []
    inner = [path for one in kind["tuple"] for path in classes(one)]
    return [kind["class"], *inner] if "class" in kind else inner
