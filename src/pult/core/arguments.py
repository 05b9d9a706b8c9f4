"""Arguments of the Python interface: what does not fit is refused in words, before anything is done with it."""

import math
import operator
from contextlib import suppress
from typing import SupportsFloat, TypeVar

from pult.core.errors import UsageError, brief

T = TypeVar("T")


def whole_number(name: str, value: object, least: int = 0, most: int = 2**63 - 1) -> int:
    """A whole number in a range, Python's or NumPy's.

    Raises:
        UsageError: It is something else, such as a fraction or a truth value.
    """
    if type(value) is int and least <= value <= most:  # the usual case, in the loops of programs
        return value
    number = None
    if not isinstance(value, bool) and hasattr(value, "__index__"):
        with suppress(TypeError):  # an array
            number = operator.index(value)
    if number is None:
        raise UsageError(f"{name} must be a whole number, not {brief(value)}.")
    if not least <= number <= most:
        limit = f"at least {least}" if number < least else f"at most {most}"
        raise UsageError(f"{name} must be {limit}, not {number}.")
    return number


def number(name: str, value: object, least: float) -> float:
    """A finite number, Python's or NumPy's.

    Raises:
        UsageError: It is something else, or too small.
    """
    if isinstance(value, bool) or not isinstance(value, SupportsFloat) or isinstance(value, str):
        raise UsageError(f"{name} must be a number, not {brief(value)}.")
    found = float(value)
    if not least <= found < math.inf:
        raise UsageError(f"{name} must be at least {least:g}, not {found:g}.")
    return found


def text(name: str, value: object) -> str:
    """A text.

    Raises:
        UsageError: It is something else.
    """
    return one_of(name, value, str, "a text")


def one_of(name: str, value: object, kind: type[T] | tuple[type[T], ...], what: str) -> T:
    """A value of a type.

    Args:
        name: Name of the argument, for the message.
        value: The value.
        kind: The type, or several.
        what: What is needed, in words.

    Raises:
        UsageError: It is something else.
    """
    if not isinstance(value, kind):
        given = type(value).__name__ if repr(value).startswith("<") else brief(value)
        raise UsageError(f"{name} must be {what}, not {given}.")
    return value
