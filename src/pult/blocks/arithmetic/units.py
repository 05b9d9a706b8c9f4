"""Conversion and declaration of units."""

import math
from typing import Annotated

from pult.core.block import block
from pult.core.signals import AnyUnit, Pattern
from pult.core.units import conversion_factor, format_unit, parse_unit

_TEXT = Pattern("[^?{}]+", "a unit such as 'rad/s'")


@block("arithmetic.convert_unit")
class ConvertUnit:
    r"""The same quantity in another unit.

    $$ y\,[to] = k\, x\,[from], \qquad k = \frac{[from]}{[to]} $$
    """

    @staticmethod
    def prepare(
        *,
        from_unit: Annotated[str, "1", "unit of the input", _TEXT] = "rad",
        to_unit: Annotated[str, "1", "unit of the output", _TEXT] = "deg",
    ) -> dict[str, float]:
        """Find the factor."""
        source, target = parse_unit(from_unit), parse_unit(to_unit)
        try:
            factor = conversion_factor(source, target)
        except OverflowError:
            factor = math.inf
        if factor is None:
            names = f"{from_unit!r} ({format_unit(source)}) and {to_unit!r} ({format_unit(target)})"
            raise ValueError(f"{names} measure different quantities; no factor converts one to the other.")
        if not 0.0 < factor < math.inf:
            raise ValueError(f"the factor from {from_unit!r} to {to_unit!r} is too large or too small.")
        return {"factor": factor}

    @staticmethod
    def output(x: Annotated[float, "{from_unit}"], *, factor: float) -> Annotated[float, "{to_unit}"]:
        """Apply the factor."""
        return factor * x


@block("arithmetic.set_unit")
class SetUnit:
    r"""The same number, declared to be in another unit.

    $$ y\,/\,[unit] = x\,/\,[x] $$

    For cases that units cannot express, such as an angle used as a plain number; to convert, use
    'arithmetic.convert_unit'.
    """

    @staticmethod
    def prepare(*, unit: Annotated[str, "1", "unit of the output", _TEXT] = "1") -> dict[str, float]:
        """Nothing to prepare: the unit only matters when wires are checked."""
        return {}

    @staticmethod
    def output(x: AnyUnit) -> Annotated[float, "{unit}"]:
        """The number as it is."""
        return x
