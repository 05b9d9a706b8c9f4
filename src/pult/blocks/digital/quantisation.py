"""Quantisation: from a continuum to steps."""

from typing import Annotated, Literal, NamedTuple

from pult.core.block import block
from pult.core.kernels import ALL_WHOLE, clamp, ratio, round_down, round_nearest, round_up
from pult.core.signals import NO_LIMIT, AnyUnit, Number, Positive, Range

_ROUND, _FLOOR, _CEIL = range(3)
_ROUNDINGS = {"round": _ROUND, "floor": _FLOOR, "ceil": _CEIL}


@block("digital.quantise")
class Quantise:
    r"""Rounds to a multiple of a step.

    $$ y = step \cdot \operatorname{round}\left(\frac{x}{step}\right) $$

    To the nearest level (round, halves away from zero), the one below (floor) or the one above (ceil). An
    input of more than 2^52 steps passes unchanged: floats of that size lie further apart than the step.
    """

    @staticmethod
    def prepare(
        *,
        step: Annotated[float, "?a", Positive, "distance of the levels"] = 0.1,
        rounding: Annotated[Literal["round", "floor", "ceil"], "1", "to which level"] = "round",
    ) -> dict[str, int]:
        """Number of the rounding."""
        return {"code": _ROUNDINGS[rounding]}

    @staticmethod
    def output(x: AnyUnit, *, step: float, code: int) -> AnyUnit:
        """The level."""
        steps = ratio(x, step)
        if not abs(steps) < ALL_WHOLE:
            return x
        if code == _FLOOR:
            return step * round_down(steps)
        return step * (round_up(steps) if code == _CEIL else round_nearest(steps))


class Conversion(NamedTuple):
    """The level, and its number."""

    value: AnyUnit
    code: Number


@block("digital.saturating_quantise")
class SaturatingQuantise:
    r"""Analogue-to-digital converter: the nearest of 2^bits levels between two limits.

    $$ code = \operatorname{round}\left((2^{bits} - 1)\,
       \frac{\operatorname{clip}(x,\ low,\ high) - low}{high - low}\right), \qquad
       value = low + \frac{code}{2^{bits} - 1} (high - low) $$

    Both limits are levels, so within them the error is at most half of (high - low) / (2^bits - 1); beyond
    them the converter saturates.
    """

    @staticmethod
    def prepare(
        *,
        bits: Annotated[int, Range(1, 32), "1", "resolution"] = 12,
        low: Annotated[float, "?a", Range(-NO_LIMIT, NO_LIMIT), "value of code 0"] = -10.0,
        high: Annotated[float, "?a", Range(-NO_LIMIT, NO_LIMIT), "value of the last code"] = 10.0,
    ) -> dict[str, float]:
        """Refuse an empty range."""
        if not low < high:
            raise ValueError(f"'low' ({low:g}) must be below 'high' ({high:g}).")
        return {}

    @staticmethod
    def output(x: AnyUnit, *, bits: int, low: float, high: float) -> Conversion:
        """The level and its number."""
        last = float((1 << bits) - 1)
        code = round_nearest(last * ratio(clamp(x, low, high) - low, high - low))
        share = ratio(code, last)
        return Conversion(low * (1.0 - share) + high * share, code)  # gives both limits exactly
