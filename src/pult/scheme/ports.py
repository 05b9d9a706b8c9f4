"""Values of a program's inputs and outputs: checks of inputs, conversion of outputs."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from pult.core.block_type import ConcretePort
from pult.core.errors import brief, choose, is_finite, listing
from pult.core.signals import Array, Kind, format_shape
from pult.scheme.signals import UnknownName, ValueRefused


def check_names(ports: Sequence[ConcretePort], inputs: Mapping[str, Any]) -> None:
    """Check that there is a value for every input, and no other.

    Raises:
        UnknownName: An input is missing or unknown.
        ValueRefused: The inputs are not a mapping.
    """
    if not isinstance(inputs, Mapping):
        raise ValueRefused(f"inputs are given by name, as a dict, not as {type(inputs).__name__}.")
    names = [port.name for port in ports]
    for name in inputs:
        if name not in names:
            raise UnknownName(f"there is no input {name!r}. {choose(name, names)}")
    missing = [name for name in names if name not in inputs]
    if missing:
        raise UnknownName(f"no value for {'inputs' if len(missing) > 1 else 'input'} {listing(missing)}.")


def check_arrays(u: Any, y: Any, inputs: int, outputs: int) -> None:
    """Check arrays for one step: contiguous, of float64, of the right size.

    Raises:
        ValueRefused: An array is not suitable.
    """
    for name, array, size in (("u", u, inputs), ("y", y, outputs)):
        right = isinstance(array, np.ndarray) and array.dtype == np.float64 and array.shape == (size,)
        if not right or not array.flags.c_contiguous:
            raise ValueRefused(f"{name} must be a contiguous array of {size} float64.")
    if not y.flags.writeable:
        raise ValueRefused("y must be an array that can be written to.")


def check_rows(u: Any, y: Any, inputs: int, outputs: int) -> None:
    """Check arrays for many steps: contiguous, of float64, one row of the right size per step.

    Raises:
        ValueRefused: An array is not suitable.
    """
    for name, array, size in (("u", u, inputs), ("y", y, outputs)):
        right = isinstance(array, np.ndarray) and array.dtype == np.float64 and array.ndim == 2
        if not right or array.shape[1] != size or not array.flags.c_contiguous or len(u) != len(y):
            raise ValueRefused(f"{name} must be a contiguous array of float64 with one row of {size} a step.")


def fill_inputs(ports: Sequence[ConcretePort], u: Array, inputs: Mapping[str, Any]) -> None:
    """Write the values of all inputs into `u`, one after another.

    Raises:
        UnknownName: An input is missing or unknown.
        ValueRefused: A value has the wrong shape or kind, or is not finite.
    """
    check_names(ports, inputs)
    start = 0
    for port in ports:
        u[start : start + port.size] = _values_for(port, inputs[port.name])
        start += port.size


def named_outputs(ports: Sequence[ConcretePort], y: Array) -> dict[str, Any]:
    """The outputs of one step by name."""
    found, start = {}, 0
    for port in ports:
        found[port.name] = value_of(port.kind, port.shape, y[start : start + port.size])
        start += port.size
    return found


def _values_for(port: ConcretePort, value: Any) -> Any:
    if port.kind == "boolean":
        array = np.asarray(value)
        if array.dtype != np.bool_:
            raise ValueRefused(f"input {port.name!r} must be true or false, not {value!r}.")
    else:
        try:
            array = np.asarray(value, dtype=np.float64)
        except (TypeError, ValueError):
            raise ValueRefused(f"input {port.name!r} must be a number, not {value!r}.") from None
        if isinstance(value, (bool, str, np.bool_)):
            raise ValueRefused(f"input {port.name!r} must be a number, not {value!r}.")
    if array.shape != port.shape:
        raise ValueRefused(
            f"input {port.name!r} must be a {format_shape(port.shape)}, not a {format_shape(array.shape)}."
        )
    if port.kind == "number" and not np.isfinite(array).all():
        raise ValueRefused(f"input {port.name!r} must be finite, not {value!r}.")
    return array.ravel()


def port_series(port: ConcretePort, value: Any) -> Array:
    """Values of an input over time, as numbers.

    Raises:
        ValueRefused: The values have the wrong kind, or are not finite.
    """
    try:
        array = np.asarray(value)
        numbers = array.astype(np.float64)
    except (TypeError, ValueError):
        raise ValueRefused(f"input {port.name!r} must be numbers, not {value!r}.") from None
    if (array.dtype == np.bool_) != (port.kind == "boolean"):
        what = "true or false" if port.kind == "boolean" else "a number"
        raise ValueRefused(f"input {port.name!r} must be {what}, not {brief(plain(value))}.")
    if not np.isfinite(numbers).all():
        raise ValueRefused(f"input {port.name!r} must be finite.")
    return numbers


def plain(value: Any) -> Any:
    """Convert NumPy values and tuples to plain data; always a copy."""
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    if type(value) is int and abs(value) > 2**53 and is_finite(value):
        return float(value)  # as it is used, and as every format can store it
    return [plain(item) for item in value] if isinstance(value, (list, tuple)) else value


def value_of(kind: Kind, shape: tuple[int, ...], values: Any) -> Any:
    """The value of a signal: a number, a boolean or a copy of the array."""
    if not shape:
        return bool(values[0]) if kind == "boolean" else float(values[0])
    array = values.reshape(shape)
    return array.astype(bool) if kind == "boolean" else array.copy()
