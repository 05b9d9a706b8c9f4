"""Calling functions by their addresses, from native and from plain code.

MuJoCo's C functions and the step of a compiled scheme are called inside native loops. Their addresses are arguments,
so the loop is compiled once for all schemes and kept on disk: a constant address in it would be good for one process
only. The plain functions here do the same without the compiler; `native_form` tells the compiler what to put in
their places.
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


def native_form(make: Callable[[], Any]) -> Callable[[Function], Function]:
    """Mark a kernel that native code replaces by something else, made by `make` when it is first needed."""

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


def _step_intrinsic() -> Any:
    from numba import types
    from numba.extending import intrinsic

    def call_step(typing: Any, address: Any, x: Any, p: Any, u: Any, y: Any, t: Any, dt: Any) -> Any:  # noqa: ARG001
        signature = types.int64(types.int64, x, p, u, y, types.float64, types.float64)

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            kinds, convention = signature.args[1:], context.call_conv
            function = builder.inttoptr(arguments[0], convention.get_function_type(types.int64, kinds).as_pointer())
            status, result = convention.call_function(builder, function, types.int64, kinds, arguments[1:])
            with builder.if_then(status.is_error, likely=False):
                convention.return_status_propagate(builder, status)
            return result

        return signature, build

    return intrinsic(call_step)


@native_form(_step_intrinsic)
def call_step(address: int, x: Array, p: Array, u: Array, y: Array, t: float, dt: float) -> int:
    """Call the step of a compiled scheme, step(x, p, u, y, t, dt); what it raises is passed on."""
    code: int = _steps[int(address)](x, p, u, y, t, dt)
    return code


_steps: WeakValueDictionary[int, Function] = WeakValueDictionary()


def step_address(step: Function, native: bool) -> int:
    """The address by which `call_step` finds a step: of its native code, or of the Python function.

    Whoever uses the address keeps the function alive.
    """
    if not native:
        _steps[id(step)] = step
        return id(step)
    dispatcher: Any = step
    compiled = dispatcher.overloads[dispatcher.signatures[0]]
    address: int = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)
    return address
