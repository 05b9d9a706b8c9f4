"""Translation of the generated source of a program to machine code, without Numba's type inference.

The source is written in a small subset of Python (`pult.native.forms`), in which every type follows from the syntax. So
it is translated statement by statement; that takes milliseconds where type inference takes seconds. Block functions are
units (`pult.native.unit`): small ones are linked in and optimised together with the source, large ones are called
through their symbols.
"""

import ast
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from llvmlite import ir
from numba.core import cgutils

from pult.core.block_type import Function
from pult.native import machine
from pult.native.body import Body
from pult.native.forms import functions_of
from pult.native.unit import Unit

_I64, _DOUBLE, _I1 = ir.IntType(64), ir.DoubleType(), ir.IntType(1)


class Exported(NamedTuple):
    """A function of the source that is called from outside.

    Attributes:
        symbol: Its symbol in native code.
        arguments: Types of its arguments.
        result: Type of its result.
    """

    symbol: str
    arguments: tuple[Any, ...]
    result: Any


class Glue:
    """Translator of a generated source to machine code."""

    def __init__(
        self,
        tree: ast.Module,
        functions: Mapping[str, Function],
        states: Mapping[str, type],
        units: Mapping[str, Unit],
        exported: Mapping[str, Exported],
        foreign: Mapping[str, Exported] = MappingProxyType({}),
    ) -> None:
        """Args:
        tree: The source, parsed.
        functions: Block functions by their names in the source.
        states: Classes of states by their names in the source.
        units: Units that it calls, by `pult.native.forms.call_key`.
        exported: Functions that are called from outside, by their names in the source.
        foreign: Functions that are machine code already.
        """
        self.functions, self.states, self.units, self.exported = functions, states, units, exported
        self.context = machine.context()
        self.module = machine.codegen()._create_empty_module("pult")
        self.tables = {name: self._table(name, numbers) for name, numbers in _tables(tree)}
        self.written: dict[str, tuple[Any, Any, tuple[Any, ...]]] = {}
        self.linked: dict[str, bytes] = {}
        for name, one in foreign.items():
            self.written[name] = self._function(one.symbol, one.result, one.arguments), one.result, one.arguments
        for node in functions_of(tree):
            if self.is_native(node) and node.name not in foreign:
                Body(self, node).write()

    def is_native(self, node: ast.FunctionDef) -> bool:
        """Whether a function of the source is translated: those with a decorator are."""
        return bool(node.decorator_list)

    def machine_code(self) -> bytes:
        """The source as an object file."""
        from llvmlite import binding
        from numba.core.runtime import rtsys

        module = binding.parse_assembly(cgutils.normalize_ir_text(str(self.module)))
        for bitcode in self.linked.values():
            module.link_in(binding.parse_bitcode(bitcode))
        module.link_in(rtsys.library._get_module_for_linking(), preserve=True)
        machine.internalise_except(module, [one.symbol for one in self.exported.values()])
        machine.optimise(module)
        return machine.emit(module)

    def _table(self, name: str, numbers: list[int]) -> Any:
        kind = ir.ArrayType(_I64, len(numbers))
        table = ir.GlobalVariable(self.module, kind, name)
        table.linkage, table.global_constant, table.initializer = "internal", True, ir.Constant(kind, numbers)
        return table

    def declared(self, one: Unit, result: Any, arguments: tuple[Any, ...]) -> Any:
        """Declare a unit in the module."""
        if one.bitcode:
            self.linked[one.symbol] = one.bitcode
        return self._function(one.symbol, result, arguments)

    def _function(self, symbol: str, result: Any, arguments: tuple[Any, ...]) -> Any:
        kind = self.context.call_conv.get_function_type(result, arguments)
        return cgutils.get_or_insert_function(self.module, kind, symbol)

    def has_nan(self) -> Any:
        """A function that checks whether any number of a slice is NaN."""
        name = "has_nan"
        if name in self.module.globals:
            return self.module.globals[name]
        function = ir.Function(self.module, ir.FunctionType(_I1, [_DOUBLE.as_pointer(), _I64, _I64]), name)
        function.linkage = "internal"
        builder = ir.IRBuilder(function.append_basic_block("entry"))
        array, start, stop = function.args
        found = cgutils.alloca_once_value(builder, ir.Constant(_I1, 0))
        with cgutils.for_range(builder, stop, start=start) as loop:  # no early exit, so that it vectorises
            value = builder.load(builder.gep(array, [loop.index], inbounds=True))
            bad = builder.fcmp_unordered("uno", value, value)
            builder.store(builder.or_(builder.load(found), bad), found)
        builder.ret(builder.load(found))
        return function


def _tables(tree: ast.Module) -> Iterator[tuple[str, list[int]]]:
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            target = node.targets[0]
            assert isinstance(target, ast.Name)
            yield target.id, ast.literal_eval(node.value.args[0])
