"""Kinds of things in documents, such as sensors: one self-contained class per kind.

A kind is a tagged struct derived from a base class. The base declares what every kind must define: abstract methods and
class variables without a value. Documents may use any kind; the union type is derived from the classes, so that there
is no list to maintain, and an incomplete kind is rejected on import.
"""

import importlib
import pkgutil
import typing
import warnings
from collections.abc import Iterable
from functools import reduce
from importlib import metadata
from operator import or_
from types import ModuleType
from typing import Any, ClassVar, TypeVar

import msgspec

from pult.core.registry import PluginWarning

K = TypeVar("K", bound=msgspec.Struct)


def kinds_in(package: ModuleType, base: type[K], group: str = "") -> tuple[type[K], ...]:
    """All kinds with a base class, sorted by tag: those of a package and those of plug-ins.

    Args:
        package: The package; all its modules are imported.
        base: Base class of the kinds.
        group: Group of entry points, each of which names a kind of a plug-in: "gps = toy.sensors:Gps". None
            if other packages cannot add any.

    Raises:
        TypeError: A kind of the package is incomplete, or two have the same tag.
    """
    found: dict[str, type[K]] = {}
    for info in pkgutil.iter_modules(package.__path__):
        module = importlib.import_module(f"{package.__name__}.{info.name}")
        for value in vars(module).values():
            is_own = isinstance(value, type) and value.__module__ == module.__name__
            if is_own and issubclass(value, base) and (_has_tag(value) or not missing(value)):
                _add(found, value)  # an incomplete class without a tag is a base class
    for point in metadata.entry_points(group=group) if group else ():
        try:
            kind = point.load()
            if not (isinstance(kind, type) and issubclass(kind, base)):
                raise TypeError(f"it is not a class below {base.__name__}")
            _add(found, kind)
        except Exception as error:  # noqa: BLE001 - somebody else's code may fail in any way
            text = f"{point.value!r}, named by {group}, could not be loaded: {type(error).__name__}: {error}"
            warnings.warn(PluginWarning(text), stacklevel=2)
    return tuple(found[tag] for tag in sorted(found))


def union(kinds: Iterable[type[msgspec.Struct]]) -> Any:
    """Union type of the kinds, for fields of documents."""
    return reduce(or_, kinds)


def tag(kind: type[msgspec.Struct]) -> str:
    """The name of a kind in documents."""
    return str(kind.__struct_config__.tag)


def missing(kind: type[msgspec.Struct]) -> list[str]:
    """What a kind must define but does not: methods, class variables, a description."""
    hints = typing.get_type_hints(kind)
    lacks = [name for name, hint in hints.items() if _is_class_variable(hint) and not hasattr(kind, name)]
    lacks += [name for name in dir(kind) if getattr(getattr(kind, name, None), "__isabstractmethod__", False)]
    return lacks if kind.__dict__.get("__doc__") else ["a docstring", *lacks]


def _is_class_variable(hint: object) -> bool:
    return hint is ClassVar or typing.get_origin(hint) is ClassVar


def _has_tag(kind: type[msgspec.Struct]) -> bool:
    return kind.__struct_config__.tag is not None


def _add(found: dict[str, type[K]], kind: type[K]) -> None:
    place = f"{kind.__module__}.{kind.__qualname__}"
    lacks = [*([] if _has_tag(kind) else ["a tag"]), *missing(kind)]
    if lacks:
        raise TypeError(f"the kind {place} lacks {', '.join(lacks)}")
    other = found.setdefault(tag(kind), kind)
    if other is not kind:
        raise TypeError(f"{place} is called {tag(kind)!r}, as {other.__module__}.{other.__qualname__} is")
