"""Translation of one function of the generated source to LLVM IR, statement by statement."""

import ast
from typing import TYPE_CHECKING, Any, NamedTuple

from llvmlite import ir
from numba.core import cgutils, types
from numba.np import arrayobj

from pult.native.forms import (
    ARRAYS,
    BOOL,
    FLOAT,
    INT,
    LINE,
    NONE,
    POINTER,
    ROW,
    TABLE,
    UnknownForm,
    argument_type,
    call_key,
    call_name,
    fixed_arguments,
    fold_varargs,
    is_assigned,
    is_block,
    is_used,
    local_booleans,
    parameter_type,
)
from pult.native.kinds import Kind, numba_type

if TYPE_CHECKING:
    from pult.native.glue import Glue

_I64, _DOUBLE = ir.IntType(64), ir.DoubleType()


class Value(NamedTuple):
    """A value: its Numba type, its LLVM value, and the names of its fields if it is a named tuple."""

    type: Any
    at: Any
    fields: tuple[str, ...] = ()


class Body:
    """Translator of one function of the source."""

    def __init__(self, glue: "Glue", node: ast.FunctionDef) -> None:
        self.glue, self.node, self.context = glue, node, glue.context
        self.booleans = local_booleans(node)
        self.names: dict[str, Value] = {}
        self.slots: dict[str, Value] = {}

    def write(self) -> None:
        """Write the function into the module."""
        glue, name, convention = self.glue, self.node.name, self.context.call_conv
        parameters = [one.arg for one in self.node.args.args]
        exported = glue.exported.get(name)
        if exported is not None:
            arguments, result = exported.arguments, exported.result
        else:
            arguments, result = tuple(parameter_type(one) for one in parameters), INT if name == "advance" else NONE
        function = ir.Function(glue.module, convention.get_function_type(result, arguments),
                               exported.symbol if exported is not None else f"text_{name}")  # fmt: skip
        convention.decorate_function(function, parameters, arguments)
        decorators = {one.id for one in self.node.decorator_list if isinstance(one, ast.Name)}
        if exported is None:
            function.linkage = "internal"
            function.attributes.add("alwaysinline" if "inner" in decorators else "noinline")
        glue.written[name] = function, result, arguments
        self.builder = ir.IRBuilder(function.append_basic_block("entry"))
        values = self.context.get_arg_packer(arguments).from_arguments(self.builder, convention.get_arguments(function))
        for parameter, kind, value in zip(parameters, arguments, values, strict=True):
            self.names[parameter] = self._received(kind, value)
        self.body(self.node.body)
        if self.builder.block.terminator is None:
            nothing = self.context.get_dummy_value() if result is NONE else self.context.get_constant(INT, 0)
            convention.return_value(self.builder, nothing)

    def _received(self, kind: Any, value: Any) -> Value:
        return Value(kind, self._array(Value(kind, value)) if isinstance(kind, types.Array) else value)

    # --- statements ---

    def body(self, statements: list[ast.stmt]) -> None:
        """Translate statements in order; the result of a block is released after its last use.

        It is released where it was assigned: in a loop within, it would be released again and again.
        """
        held = False
        for number, statement in enumerate(statements):
            self.statement(statement)
            held = held or is_assigned("r", statement)
            if held and not is_used("r", statements[number + 1 :]):
                self._release(self.names.pop("r"))
                held = False

    def statement(self, node: ast.stmt) -> None:
        """Translate one statement."""
        match node:
            case ast.Assign(targets=[ast.Name(id="r")]):
                self.names["r"] = self.expression(node.value)
            case ast.Assign(targets=[ast.Name(id=name)]):
                self._assign(name, self.expression(node.value))
            case ast.AugAssign(target=ast.Name(id=name), op=ast.Add()):
                self._assign(name, self._binary(ast.Add(), self._name(name), self.expression(node.value), node))
            case ast.Assign(targets=[ast.Subscript() as target]):
                value = self._float(self.expression(node.value))
                self.builder.store(value, self._place(target))
            case ast.For(target=ast.Name(id=name), iter=ast.Call(args=limits)):
                whole = [self.expression(one).at for one in limits]
                start = whole[0] if len(whole) == 2 else ir.Constant(_I64, 0)
                with cgutils.for_range(self.builder, whole[-1], start=start) as loop:
                    self.names[name] = Value(INT, loop.index)
                    self.body(node.body)
            case ast.If(test=test, body=body, orelse=[]):
                with self.builder.if_then(self._truth(test)):
                    self.body(body)
            case ast.If(test=test, body=body, orelse=other):
                with self.builder.if_else(self._truth(test)) as (then, otherwise):
                    with then:
                        self.body(body)
                    with otherwise:
                        self.body(other)
            case ast.Return(value=ast.expr() as value):
                self.context.call_conv.return_value(self.builder, self.expression(value).at)
            case ast.Expr(value=ast.Call() as call):
                self._release(self.expression(call))
            case _:
                raise UnknownForm(node)

    def _assign(self, name: str, value: Value) -> None:
        """Store a value in a local variable, a stack slot that LLVM turns into a register."""
        if name not in self.slots:
            self.slots[name] = Value(value.type, cgutils.alloca_once(self.builder, value.at.type, name=name))
        self.builder.store(value.at, self.slots[name].at)

    def _name(self, name: str) -> Value:
        if name in self.slots:
            return Value(self.slots[name].type, self.builder.load(self.slots[name].at))
        return self.names[name]

    def _release(self, value: Value) -> None:
        """Decrement Numba's reference count of a function's result that is no longer needed."""
        if value.type is not NONE and self.context.nrt is not None:
            self.context.nrt.decref(self.builder, value.type, value.at)

    # --- expressions ---

    def expression(self, node: ast.expr) -> Value:
        """Translate an expression."""
        match node:
            case ast.Constant(value=bool() | int() | float() as number):
                kind = FLOAT if isinstance(number, float) else INT
                return Value(kind, self.context.get_constant(kind, number))
            case ast.Name(id=name):
                return self._name(name)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                value = self.expression(operand)
                negative = self.builder.fneg if value.type is FLOAT else self.builder.neg
                return Value(value.type, negative(value.at))
            case ast.BinOp(left=left, op=op, right=right):
                return self._binary(op, self.expression(left), self.expression(right), node)
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return self._compare(op, self.expression(left), self.expression(right), node)
            case ast.BoolOp(op=ast.Or(), values=values):
                truths = [self._truth(one) for one in values]  # nothing in them has effects: all may be evaluated
                found = truths[0]
                for one in truths[1:]:
                    found = self.builder.or_(found, one)
                return Value(BOOL, found)
            case ast.IfExp(test=test, body=body, orelse=other):
                chosen = self.builder.select(self._truth(test), self.expression(body).at, self.expression(other).at)
                return Value(FLOAT, chosen)
            case ast.Subscript():
                return self._subscript(node)
            case ast.Attribute(value=ast.Name(id=name), attr=attribute):
                held = self.names[name]
                return self._item(held, held.fields.index(attribute))
            case ast.Call(func=ast.Attribute(value=flat, attr="reshape"), args=[ast.Tuple(elts=sizes)]):
                return self._view(self._slice(flat), [self.expression(one).at for one in sizes])
            case ast.Call(func=ast.Name(id=name), args=arguments):
                return self._call(name, arguments, node)
        raise UnknownForm(node)

    def _truth(self, node: ast.expr) -> Any:
        return self.expression(node).at

    def _float(self, value: Value) -> Any:
        if value.type is BOOL:
            return self.builder.uitofp(value.at, _DOUBLE)
        return self.builder.sitofp(value.at, _DOUBLE) if value.type is INT else value.at

    def _binary(self, op: ast.operator, left: Value, right: Value, node: ast.AST) -> Value:
        builder = self.builder
        if isinstance(op, ast.BitOr):
            return Value(BOOL, builder.or_(left.at, right.at))
        whole = left.type is INT and right.type is INT
        a, b = (left.at, right.at) if whole else (self._float(left), self._float(right))
        if isinstance(op, ast.Add):
            return Value(INT, builder.add(a, b)) if whole else Value(FLOAT, builder.fadd(a, b))
        if isinstance(op, ast.Mult):
            return Value(INT, builder.mul(a, b)) if whole else Value(FLOAT, builder.fmul(a, b))
        raise UnknownForm(node)

    def _compare(self, op: ast.cmpop, left: Value, right: Value, node: ast.AST) -> Value:
        signs: dict[type, str] = {ast.NotEq: "!=", ast.Lt: "<"}
        sign = signs.get(type(op))
        if sign is None:
            raise UnknownForm(node)
        if left.type is INT and right.type is INT:
            return Value(BOOL, self.builder.icmp_signed(sign, left.at, right.at))
        compare = self.builder.fcmp_unordered if sign == "!=" else self.builder.fcmp_ordered  # NaN differs from all
        return Value(BOOL, compare(sign, self._float(left), self._float(right)))

    # --- arrays ---

    def _array(self, value: Value) -> Any:
        return arrayobj.make_array(value.type)(self.context, self.builder, value.at)

    def _data(self, name: str) -> Any:
        held = self.names[name]
        return held.at if held.type is POINTER else held.at.data

    def _place(self, node: ast.Subscript) -> Any:
        """Pointer to an element of an array: x[i], or y[k, i]."""
        if not isinstance(node.value, ast.Name) or node.value.id not in ARRAYS:
            raise UnknownForm(node)
        name = node.value.id
        if isinstance(node.slice, ast.Tuple):
            row, column = (self.expression(one).at for one in node.slice.elts)
            columns = cgutils.unpack_tuple(self.builder, self.names[name].at.shape)[1]
            index = self.builder.add(self.builder.mul(row, columns), column)
        else:
            index = self.expression(node.slice).at
        return self.builder.gep(self._data(name), [index], inbounds=True)

    def _slice(self, node: ast.expr) -> tuple[Any, Any]:
        """Pointer to the beginning of x[a:b], and its length."""
        match node:
            case ast.Subscript(value=ast.Name(id=name), slice=ast.Slice(lower=ast.expr() as a, upper=ast.expr() as b)):
                start, stop = self.expression(a).at, self.expression(b).at
                return self.builder.gep(self._data(name), [start], inbounds=True), self.builder.sub(stop, start)
        raise UnknownForm(node)

    def _view(self, flat: tuple[Any, Any], shape: list[Any]) -> Value:
        """A view of a part of an array."""
        kind = LINE if len(shape) == 1 else TABLE
        array, size = arrayobj.make_array(kind)(self.context, self.builder), ir.Constant(_I64, 8)
        strides = [size] if len(shape) == 1 else [self.builder.mul(shape[1], size), size]
        arrayobj.populate_array(array, data=flat[0], shape=shape, strides=strides, itemsize=size, meminfo=None)
        return Value(kind, array._getvalue())

    def _subscript(self, node: ast.Subscript) -> Value:
        match node.value:
            case ast.Name(id=name) if name in self.glue.tables:
                index = [ir.Constant(_I64, 0), self.expression(node.slice).at]
                return Value(INT, self.builder.load(self.builder.gep(self.glue.tables[name], index, inbounds=True)))
            case ast.Name(id="a"):
                place = self.builder.gep(self.names["a"].at, [self.expression(node.slice).at], inbounds=True)
                return Value(INT, self.builder.load(place))
            case ast.Name(id="r"):
                assert isinstance(node.slice, ast.Constant)
                return self._item(self.names["r"], int(node.slice.value))  # type: ignore[arg-type]
            case ast.Attribute(value=ast.Name(id=name), attr="shape"):
                assert isinstance(node.slice, ast.Constant)
                shape = cgutils.unpack_tuple(self.builder, self.names[name].at.shape)
                return Value(INT, shape[int(node.slice.value)])  # type: ignore[arg-type]
        if isinstance(node.slice, ast.Slice):
            flat = self._slice(node)
            return self._view(flat, [flat[1]])
        return Value(FLOAT, self.builder.load(self._place(node)))

    def _item(self, held: Value, index: int) -> Value:
        """An item of a function's result: of a tuple, or of an array."""
        if isinstance(held.type, types.BaseTuple):
            kind = held.type.types[index]
            return Value(kind, self.builder.extract_value(held.at, index))
        return self._element(held, [ir.Constant(_I64, index)])

    def _element(self, held: Value, indexes: list[Any]) -> Value:
        array = self._array(held)
        strides = cgutils.unpack_tuple(self.builder, array.strides)
        offset = ir.Constant(_I64, 0)
        for index, stride in zip(indexes, strides, strict=True):
            offset = self.builder.add(offset, self.builder.mul(index, stride))
        place = cgutils.pointer_add(self.builder, array.data, offset)
        return Value(held.type.dtype, self.context.unpack_value(self.builder, held.type.dtype, place))

    # --- calls ---

    def _call(self, name: str, arguments: list[ast.expr], node: ast.Call) -> Value:
        if is_block(name):
            return self._block(name, arguments)
        if name in self.glue.states:
            return Value(argument_type(node, self.booleans, self.glue.states),
                         self._tuple(node, [self.expression(one) for one in arguments]))  # fmt: skip
        if name == "float":
            return Value(FLOAT, self._float(self.expression(arguments[0])))
        if name == "int":
            value = self.expression(arguments[0])
            return value if value.type is INT else Value(INT, self.builder.fptosi(value.at, _I64))
        if name == "has_nan":
            limits = [self.expression(one).at for one in arguments[1:]]
            return Value(BOOL, self.builder.call(self.glue.has_nan(), [self._data("x"), *limits]))
        if name in ("put1", "put2"):
            return self._put(arguments)
        if name == "sized":
            return self._sized(self.expression(arguments[0]), self.expression(arguments[1]).at)
        if name in self.glue.written:
            function, result, kinds = self.glue.written[name]
            given = [self._handed(one, kind) for one, kind in zip(arguments, kinds, strict=True)]
            return Value(result, self._invoke(function, result, kinds, given))
        raise UnknownForm(node)

    def _tuple(self, node: ast.Call, values: list[Value]) -> Any:
        kind = argument_type(node, self.booleans, self.glue.states)
        return self.context.make_tuple(self.builder, kind, [one.at for one in values])

    def _handed(self, node: ast.expr, kind: Any) -> Any:
        """An argument for another function of the source; arrays are passed as pointers."""
        if kind is POINTER:
            assert isinstance(node, ast.Name)
            return self._data(node.id)
        if kind is ROW:
            assert isinstance(node, ast.Name)
            return self.builder.gep(self.glue.tables[node.id], [ir.Constant(_I64, 0)] * 2, inbounds=True)
        value = self.expression(node)
        return self._float(value) if kind is FLOAT else value.at

    def _block(self, name: str, arguments: list[ast.expr]) -> Value:
        given = tuple(argument_type(one, self.booleans, self.glue.states) for one in arguments)
        unit, function = self.glue.units[call_key(name, given)], self.glue.functions[name]
        kinds, values = fold_varargs(function, given), [self.expression(one).at for one in arguments]
        fixed = fixed_arguments(function)
        if fixed is not None:
            values = [*values[:fixed], self.context.make_tuple(self.builder, kinds[-1], values[fixed:])]
        result = numba_type(unit.result)
        found = self._invoke(self.glue.declared(unit, result, kinds), result, kinds, values)
        return Value(result, found, _fields(unit.result))

    def _invoke(self, function: Any, result: Any, kinds: tuple[Any, ...], values: list[Any]) -> Any:
        convention = self.context.call_conv
        status, found = convention.call_function(self.builder, function, result, kinds, values)
        with cgutils.if_unlikely(self.builder, status.is_error):
            convention.return_status_propagate(self.builder, status)
        return found

    def _put(self, arguments: list[ast.expr]) -> Value:
        """Translate put1(x, start, size, values) or put2(x, start, rows, columns, values): copy a function's result."""
        start = self.expression(arguments[1]).at
        sizes = [self.expression(one).at for one in arguments[2:-1]]
        fresh = bool(call_name(arguments[-1]))  # not a part of r, which is released separately
        values, target = self.expression(arguments[-1]), self._data("x")
        if isinstance(values.type, types.BaseTuple):
            values_of = [self._item(values, number) for number in range(len(values.type.types))]
            length = ir.Constant(_I64, len(values_of))
            self._require_equal(length, sizes[0], "the output does not have the declared length")
            for number, one in enumerate(values_of):
                place = self.builder.add(start, ir.Constant(_I64, number))
                self.builder.store(self._float(one), self.builder.gep(target, [place], inbounds=True))
        else:
            shape = cgutils.unpack_tuple(self.builder, self._array(values).shape)
            what = "length" if len(sizes) == 1 else "shape"
            for have, size in zip(shape, sizes, strict=True):
                self._require_equal(have, size, f"the output does not have the declared {what}")
            with cgutils.loop_nest(self.builder, sizes, _I64) as indexes:
                at = indexes[0]
                if len(sizes) == 2:
                    at = self.builder.add(self.builder.mul(at, sizes[1]), indexes[1])
                value = self._float(self._element(values, list(indexes)))
                self.builder.store(value, self.builder.gep(target, [self.builder.add(start, at)], inbounds=True))
        if fresh:
            self._release(values)
        return Value(NONE, self.context.get_dummy_value())

    def _sized(self, values: Value, size: Any) -> Value:
        have = (
            ir.Constant(_I64, len(values.type.types))
            if isinstance(values.type, types.BaseTuple)
            else cgutils.unpack_tuple(self.builder, self._array(values).shape)[0]
        )
        self._require_equal(have, size, "the number of outputs is not the declared one")
        return values

    def _require_equal(self, have: Any, wanted: Any, otherwise: str) -> None:
        with cgutils.if_unlikely(self.builder, self.builder.icmp_signed("!=", have, wanted)):
            self.context.call_conv.return_user_exc(self.builder, ValueError, (otherwise,))


def _fields(kind: Kind) -> tuple[str, ...]:
    return tuple(kind.get("fields", ())) if isinstance(kind, dict) else ()
