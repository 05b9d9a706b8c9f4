"""Calling functions by their addresses, from native and from plain code.

MuJoCo's C functions and the step of a compiled scheme are called inside native loops. Their addresses are arguments,
so the loop is compiled once for all schemes and cached on disk: a constant address would be valid in one process only.
The plain functions here do the same without the compiler; `native_form` tells the compiler what to put in their
places.
"""

import ctypes
from collections.abc import Callable
from functools import cache
from typing import Any
from weakref import WeakValueDictionary

from pult.core.block_type import Function
from pult.core.kernels import kernel
from pult.core.signals import Array
from pult.native.functions import NATIVE_FORM
from pult.native.library import Compiled


def native_form(make: Callable[[], Any]) -> Callable[[Function], Function]:
    """Mark a kernel that native code replaces by an intrinsic, made by `make` when it is first needed."""

    def mark(function: Function) -> Function:
        setattr(function, NATIVE_FORM, cache(make))
        return kernel(function)

    return mark


def _pointers_intrinsic() -> Any:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    def call_pointers(typing: Any, address: Any, first: Any, second: Any) -> Any:  # noqa: ARG001 - Numba's signature
        def build(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            pointer = ir.IntType(8).as_pointer()
            function = builder.inttoptr(arguments[0], ir.FunctionType(ir.VoidType(), [pointer, pointer]).as_pointer())
            builder.call(function, [builder.inttoptr(argument, pointer) for argument in arguments[1:]])
            return context.get_dummy_value()

        return types.void(types.int64, types.int64, types.int64), build

    return intrinsic(call_pointers)


@native_form(_pointers_intrinsic)
def call_pointers(address: int, first: int, second: int) -> None:
    """Call the C function void f(void *, void *) at an address."""
    ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(int(address))(int(first), int(second))


def _through_address(count: int) -> Callable[[], Any]:
    """The intrinsic of a call by address, in Numba's own calling convention, so that exceptions propagate."""

    def make() -> Any:
        from numba import types
        from numba.extending import intrinsic

        def call(typing: Any, address: Any, *given: Any) -> Any:  # noqa: ARG001 - Numba's signature
            signature = types.int64(types.int64, *given)

            def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                kinds, convention = signature.args[1:], context.call_conv
                function = builder.inttoptr(arguments[0], convention.get_function_type(types.int64, kinds).as_pointer())
                status, result = convention.call_function(builder, function, types.int64, kinds, arguments[1:])
                with builder.if_then(status.is_error, likely=False):
                    convention.return_status_propagate(builder, status)
                return result

            return signature, build

        # Numba inspects the signature, so the function must have exactly as many named arguments
        names = ", ".join(f"a{number}" for number in range(count))
        space: dict[str, Any] = {"call": call}
        exec(f"def by_address(typing, address, {names}):\n    return call(typing, address, {names})\n", space)  # noqa: S102 - our own text
        return intrinsic(space["by_address"])

    return make


def by_address(count: int) -> Callable[[Function], Function]:
    """Mark a function f(address, ...) that native code replaces by a call of the unit at the address.

    The unit returns a whole number. Called from Python the function itself runs.

    Args:
        count: Number of arguments after the address.
    """
    return native_form(_through_address(count))


@by_address(6)
def call_step(address: int, x: Array, p: Array, u: Array, y: Array, t: float, dt: float) -> int:
    """Call the step of a compiled scheme, step(x, p, u, y, t, dt); exceptions propagate."""
    code: int = _steps[int(address)](x, p, u, y, t, dt)
    return code


@by_address(5)
def call_run(address: int, x: Array, p: Array, u: Array, y: Array, dt: float) -> int:
    """Call many steps of a compiled scheme, run(x, p, u, y, dt); exceptions propagate."""
    code: int = _steps[int(address)](x, p, u, y, dt)
    return code


@by_address(4)
def call_part(address: int, x: Array, p: Array, t: float, dt: float) -> int:
    """Call a part of a compiled scheme, part(x, p, t, dt); exceptions propagate."""
    code: int = _steps[int(address)](x, p, t, dt)
    return code


@kernel
def _step(address: int, x: Array, p: Array, u: Array, y: Array, t: float, dt: float) -> int:
    code: int = call_step(address, x, p, u, y, t, dt)
    return code


@kernel
def _run(address: int, x: Array, p: Array, u: Array, y: Array, dt: float) -> int:
    code: int = call_run(address, x, p, u, y, dt)
    return code


@kernel
def _part(address: int, x: Array, p: Array, t: float, dt: float) -> int:
    code: int = call_part(address, x, p, t, dt)
    return code


_LINE, _TABLE = "float64[::1]", "float64[:,::1]"
enter_step: Compiled[int] = Compiled(_step, f"int64, {_LINE}, {_LINE}, {_LINE}, {_LINE}, float64, float64")
"""Entry point from Python to the native step at an address."""
enter_run: Compiled[int] = Compiled(_run, f"int64, {_LINE}, {_LINE}, {_TABLE}, {_TABLE}, float64")
"""Entry point from Python to the native run at an address."""
enter_part: Compiled[int] = Compiled(_part, f"int64, {_LINE}, {_LINE}, float64, float64")
"""Entry point from Python to the native part at an address."""

_steps: WeakValueDictionary[int, Function] = WeakValueDictionary()


def plain_address(step: Function) -> int:
    """The address under which `call_step` and its siblings find a Python function, which the caller keeps alive."""
    _steps[id(step)] = step
    return id(step)
