"""What to put between two ends of a wire that do not fit."""

from pult.core.block_type import ConcretePort
from pult.core.units import Unit, conversion_factor, format_unit, variables
from pult.scheme.model import CheckedBlock


def shape_advice(block: CheckedBlock | None, one: ConcretePort, two: ConcretePort) -> str:
    """How to bring two shapes together; empty if there is no usual way.

    Args:
        block: Block at which the wire ends; None at an external output.
        one: Where it starts.
        two: Where it ends.
    """
    if two.shape == () and block and block.type and not any(p.shape for p in (*block.inputs, *block.outputs)):
        repeat = f'Give {block.id!r} "shape": {list(one.shape)} to apply it to every entry'
        return f"{repeat}, or pick one with 'vector.select'."
    if one.shape == () and len(two.shape) == 1:
        return "Collect scalars into a vector with 'vector.mux'."
    return ""


def unit_mismatch(left: Unit, right: Unit) -> str:
    """Name both units and the block that converts one to the other."""
    one, two = format_unit(left), format_unit(right)
    factor = conversion_factor(left, right) if not variables(left) and not variables(right) else None
    if factor is None:
        return (
            f"{one} and {two}. They are different quantities; check which port is meant, or use 'arithmetic.set_unit'."
        )
    named = {("deg", "rad"): "'trigonometry.to_radians'", ("rad", "deg"): "'trigonometry.to_degrees'"}
    fix = named.get((one, two), f"'arithmetic.convert_unit' from {one} to {two}")
    return f"{one} and {two}. Insert a converter block: {fix} (1 {one} = {factor:g} {two})."
