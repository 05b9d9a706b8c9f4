"""How the generated text is written, and what can be told from it: types, and the functions of blocks it calls.

expression          type
x[i], float(..)     number; x, p, u, y are arrays of numbers
int(..), 3, T0[i]   whole number; T0 is a table of whole numbers, and so is a, which a function is given
a != b, a | b       boolean
x[a:b]              an array that lies in x; .reshape((m, n)) gives it rows
S_name(..)          a state, whose fields are the arguments
f_name(..)          whatever the block's function gives
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
    """The text holds something that this translation does not know: a mistake of ours."""

    def __init__(self, node: ast.AST) -> None:
        super().__init__(f"the generated text holds {ast.unparse(node)!r}, which cannot be translated.")


def is_block(name: str) -> bool:
    """Whether a name of the text stands for a block's function."""
    return name.startswith(("f_", "g_"))


def functions_of(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """The functions of a text."""
    return (node for node in tree.body if isinstance(node, ast.FunctionDef))


def call_name(node: ast.AST) -> str:
    """Name of the function that an expression calls; empty if it is no call."""
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def local_booleans(function: ast.FunctionDef) -> set[str]:
    """Local names that hold booleans: those that a block's function is assigned to without float(..)."""
    found = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            if name.startswith("w") and is_block(call_name(node.value)):
                found.add(name)
    return found


def argument_type(node: ast.expr, booleans: set[str], states: Mapping[str, type]) -> Any:
    """Type of what a block's function is given, from how it is written."""
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


def wanted_units(
    tree: ast.Module, functions: Mapping[str, Function], states: Mapping[str, type], chosen: Callable[[str], bool]
) -> dict[str, dict[str, Request]]:
    """The units that each function of a text calls, by `called`.

    Args:
        tree: The text.
        functions: Functions of blocks by their names in the text.
        states: Classes of states by their names in the text.
        chosen: Which of the text's functions are to be native.
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
                key = called(name, given)
                if key not in known:
                    known[key] = request(functions[name], folded(functions[name], given))
                here[key] = known[key]
    return found


def called(name: str, given: tuple[Any, ...]) -> str:
    """A function of the text with the types it is called with, as one name."""
    return f"{name}({', '.join(map(str, given))})"


def fixed_arguments(function: Function) -> int | None:
    """Number of arguments before those that a function takes in any number; None if it does not."""
    code = function.__code__
    varying = code.co_flags & 0x04  # CO_VARARGS
    return code.co_argcount + code.co_kwonlyargcount if varying else None


def folded(function: Function, given: tuple[Any, ...]) -> tuple[Any, ...]:
    """Types of arguments as a function takes them: those in any number are one tuple."""
    fixed = fixed_arguments(function)
    return given if fixed is None else (*given[:fixed], types.BaseTuple.from_types(given[fixed:]))


def parameter_type(name: str) -> Any:
    """Type of a parameter of a function of the text; such functions hand arrays on as pointers."""
    return POINTER if name in ARRAYS else ROW if name == "a" else INT if name in _WHOLE else FLOAT


def is_used(name: str, statements: list[ast.stmt]) -> bool:
    """Whether a name is read before it is assigned anew."""
    for statement in statements:
        match statement:
            case ast.Assign(targets=[ast.Name(id=assigned)]) if assigned == name:
                return False
        if any(isinstance(node, ast.Name) and node.id == name for node in ast.walk(statement)):
            return True
    return False
