"""The language of the generated source: types of its expressions, and the block functions that it calls.

expression          type
x[i], float(..)     float; x, p, u, y are arrays of floats
int(..), 3, T0[i]   integer; T0 is a table of integers, and so is the argument a of a function
a != b, a | b       boolean
x[a:b]              a view of x; .reshape((m, n)) makes it two-dimensional
S_name(..)          a state, whose fields are the arguments
f_name(..)          the result of a block function
"""

import ast
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from numba.core import types

from pult.core.block_type import Function
from pult.native.unit import Request, request

FLOAT, INT, BOOL, NONE = types.float64, types.int64, types.boolean, types.none
LINE, TABLE = types.Array(FLOAT, 1, "C"), types.Array(FLOAT, 2, "C")
POINTER, ROW = types.CPointer(FLOAT), types.CPointer(INT)
ARRAYS = {"x", "p", "u", "y"}
_WHOLE = {"start", "stop"}


class UnknownForm(ValueError):  # noqa: N818 - as those of documents
    """The generated source contains something that cannot be translated: a bug."""

    def __init__(self, node: ast.AST) -> None:
        super().__init__(f"the generated text holds {ast.unparse(node)!r}, which cannot be translated.")


def is_block(name: str) -> bool:
    """Whether a name in the source refers to a block function."""
    return name.startswith(("f_", "g_"))


def functions_of(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """The functions of a source."""
    return (node for node in tree.body if isinstance(node, ast.FunctionDef))


def call_name(node: ast.AST) -> str:
    """Name of the function that an expression calls; empty if it is not a call."""
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def local_booleans(function: ast.FunctionDef) -> set[str]:
    """Local names that hold booleans: those assigned from a block function without float(..)."""
    found = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            if name.startswith("w") and is_block(call_name(node.value)):
                found.add(name)
    return found


def argument_type(node: ast.expr, booleans: set[str], states: Mapping[str, type]) -> Any:
    """Type of an argument of a block function, from its expression."""
    name = call_name(node)
    if isinstance(node, ast.Compare) or (isinstance(node, ast.Name) and node.id in booleans):
        return BOOL
    if isinstance(node, ast.Name) or name == "float":
        return FLOAT
    if (isinstance(node, ast.Constant) and isinstance(node.value, int)) or name == "int":
        return INT
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        return LINE
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "reshape":
        return TABLE
    if name in states and isinstance(node, ast.Call):
        inner = tuple(argument_type(one, booleans, states) for one in node.args)
        return types.BaseTuple.from_types(inner, states[name])
    raise UnknownForm(node)


def required_units(
    tree: ast.Module, functions: Mapping[str, Function], states: Mapping[str, type], chosen: Callable[[str], bool]
) -> dict[str, dict[str, Request]]:
    """The units that each function of a source calls, by `call_key`.

    Args:
        tree: The source, parsed.
        functions: Block functions by their names in the source.
        states: Classes of states by their names in the source.
        chosen: Predicate of the names of functions to consider.
    """
    known: dict[str, Request] = {}
    found: dict[str, dict[str, Request]] = {}
    for function in functions_of(tree):
        if not chosen(function.name):
            continue
        booleans, here = local_booleans(function), found.setdefault(function.name, {})
        for node in ast.walk(function):
            name = call_name(node)
            if isinstance(node, ast.Call) and is_block(name):
                given = tuple(argument_type(one, booleans, states) for one in node.args)
                key = call_key(name, given)
                if key not in known:
                    known[key] = request(functions[name], fold_varargs(functions[name], given))
                here[key] = known[key]
    return found


def call_key(name: str, given: tuple[Any, ...]) -> str:
    """Key of a block function with given argument types."""
    return f"{name}({', '.join(map(str, given))})"


def fixed_arguments(function: Function) -> int | None:
    """Number of arguments before *args; None if the function has no *args."""
    code = function.__code__
    varying = code.co_flags & 0x04  # CO_VARARGS
    return code.co_argcount + code.co_kwonlyargcount if varying else None


def fold_varargs(function: Function, given: tuple[Any, ...]) -> tuple[Any, ...]:
    """Argument types with those of *args fold_varargs into one tuple."""
    fixed = fixed_arguments(function)
    return given if fixed is None else (*given[:fixed], types.BaseTuple.from_types(given[fixed:]))


def parameter_type(name: str) -> Any:
    """Type of a parameter of a function in the source; such functions pass arrays as pointers."""
    return POINTER if name in ARRAYS else ROW if name == "a" else INT if name in _WHOLE else FLOAT


def is_assigned(name: str, statement: ast.stmt) -> bool:
    """Whether a statement itself assigns to a name."""
    match statement:
        case ast.Assign(targets=[ast.Name(id=assigned)]):
            return assigned == name
    return False


def is_used(name: str, statements: list[ast.stmt]) -> bool:
    """Whether a name is read before it is reassigned, in these statements or in those within them.

    A loop that assigns to the name before it reads it does not use the value from before.
    """
    for statement in statements:
        match statement:
            case ast.For(iter=head, body=body):
                if _is_read(name, head) or is_used(name, body):
                    return True
            case ast.If(test=head, body=body, orelse=other):
                if _is_read(name, head) or is_used(name, body) or is_used(name, other):
                    return True
            case ast.Assign(value=value) if is_assigned(name, statement):
                return _is_read(name, value)
            case _:
                if _is_read(name, statement):
                    return True
    return False


def _is_read(name: str, node: ast.AST) -> bool:
    return any(isinstance(one, ast.Name) and one.id == name for one in ast.walk(node))
