"""Advice on wires whose ends have different shapes or units."""

from pult.core.block_type import ConcretePort
from pult.core.errors import Fault, FaultKind
from pult.core.signals import format_shape
from pult.core.units import Unit, conversion_factor, format_unit, variables
from pult.scheme.model import CheckedBlock

OTHER_SHAPE = FaultKind("shape-mismatch", "the shapes differ: {one} and {two}.")
REPEAT_OR_SELECT = FaultKind(
    "shape-mismatch",
    'the shapes differ: {one} and {two}. Give {end!r} "shape": {shape} to apply it to every entry, or pick one with '
    "'vector.select'.",
)
COLLECT = FaultKind(
    "shape-mismatch", "the shapes differ: {one} and {two}. Collect scalars into a vector with 'vector.mux'."
)
OTHER_QUANTITY = FaultKind(
    "unit-mismatch",
    "the units differ: {one} and {two}. They are different quantities; check which port is meant, or use "
    "'arithmetic.set_unit'.",
)
OTHER_UNIT = FaultKind(
    "unit-mismatch",
    "the units differ: {one} and {two}. Insert a converter block: 'arithmetic.convert_unit' from {one} to {two} "
    "(1 {one} = {factor:g} {two}).",
)
DEGREES_OR_RADIANS = FaultKind(
    "unit-mismatch",
    "the units differ: {one} and {two}. Insert a converter block: {converter!r} (1 {one} = {factor:g} {two}).",
)


def shape_mismatch(block: CheckedBlock | None, one: ConcretePort, two: ConcretePort) -> Fault:
    """Name both shapes and the usual way to convert, if there is one.

    Args:
        block: Block at which the wire ends; None at an external output.
        one: Port where the wire starts.
        two: Port where it ends.
    """
    shapes = {"one": format_shape(one.shape), "two": format_shape(two.shape)}
    if two.shape == () and block and block.type and not any(p.shape for p in (*block.inputs, *block.outputs)):
        return REPEAT_OR_SELECT.at(end=block.id, shape=str(list(one.shape)), **shapes)
    if one.shape == () and len(two.shape) == 1:
        return COLLECT.at(**shapes)
    return OTHER_SHAPE.at(**shapes)


def unit_mismatch(left: Unit, right: Unit) -> Fault:
    """Name both units and the block that converts one to the other."""
    one, two = format_unit(left), format_unit(right)
    factor = conversion_factor(left, right) if not variables(left) and not variables(right) else None
    if factor is None:
        return OTHER_QUANTITY.at(one=one, two=two)
    named = {("deg", "rad"): "trigonometry.to_radians", ("rad", "deg"): "trigonometry.to_degrees"}
    if (one, two) in named:
        return DEGREES_OR_RADIANS.at(one=one, two=two, converter=named[one, two], factor=factor)
    return OTHER_UNIT.at(one=one, two=two, factor=factor)
