"""From numbers to booleans and back."""

from typing import Annotated, Literal, NamedTuple

from pult.core.block import block
from pult.core.signals import AnyUnit, Number, Range

Operator = Literal["<", "<=", ">", ">=", "==", "!="]
_LESS, _LESS_OR_EQUAL, _GREATER, _GREATER_OR_EQUAL, _EQUAL, _UNEQUAL = range(6)
_OPERATORS = {
    "<": _LESS, "<=": _LESS_OR_EQUAL, ">": _GREATER, ">=": _GREATER_OR_EQUAL, "==": _EQUAL, "!=": _UNEQUAL,
}  # fmt: skip


@block("logic.compare")
class Compare:
    r"""Compares two numbers of the same unit.

    $$ y = (a \circ b), \qquad \circ \in \{<,\ \le,\ >,\ \ge,\ =,\ \ne\} $$

    The tolerance widens equality alone: a and b are equal if |a - b| <= tolerance. Without a wire, b is 0.
    """

    @staticmethod
    def prepare(
        *,
        operator: Annotated[Operator, "1", "what must hold"] = ">",
        tolerance: Annotated[float, "?a", Range(0), "largest difference of equal numbers (== and !=)"] = 0.0,
    ) -> dict[str, int]:
        """Number of the operator."""
        return {"code": _OPERATORS[operator]}

    @staticmethod
    def output(a: AnyUnit, b: AnyUnit = 0.0, *, tolerance: float, code: int) -> bool:
        """Whether it holds."""
        if code == _LESS:
            return a < b
        if code == _LESS_OR_EQUAL:
            return a <= b
        if code == _GREATER:
            return a > b
        if code == _GREATER_OR_EQUAL:
            return a >= b
        equal = a == b or abs(a - b) <= tolerance
        return equal if code == _EQUAL else not equal


@block("logic.window")
class Window:
    r"""True while the input lies between two limits, the limits included.

    $$ y = (low \le x \le high) $$
    """

    @staticmethod
    def prepare(
        *,
        low: Annotated[float, "?a", "lower limit"] = -1.0,
        high: Annotated[float, "?a", "upper limit"] = 1.0,
    ) -> dict[str, float]:
        """Refuse an empty window."""
        if low > high:
            raise ValueError(f"'low' ({low:g}) must not be above 'high' ({high:g}).")
        return {}

    @staticmethod
    def output(x: AnyUnit, *, low: float, high: float) -> bool:
        """Whether the input is inside."""
        return low <= x <= high


class HysteresisState(NamedTuple):
    """The answer of the step before."""

    on: bool


@block("logic.hysteresis")
class Hysteresis:
    r"""Comparator with two thresholds: on at the high one, off at the low one, unchanged in between.

    $$ y_k = \begin{cases} \text{true} & x_k \ge high \\ \text{false} & x_k \le low \\
       y_{k-1} & \text{otherwise} \end{cases} $$

    With equal thresholds it compares x >= high and has no memory.
    """

    @staticmethod
    def prepare(
        *,
        low: Annotated[float, "?a", "switches off here and below"] = -1.0,
        high: Annotated[float, "?a", "switches on here and above"] = 1.0,
        initial: Annotated[bool, "1", "output before the first switching"] = False,
    ) -> dict[str, float]:
        """Refuse thresholds in the wrong order."""
        if low > high:
            raise ValueError(f"'low' ({low:g}) must not be above 'high' ({high:g}).")
        return {}

    @staticmethod
    def initial(*, initial: bool) -> HysteresisState:
        """Start at the given value."""
        return HysteresisState(initial)

    @staticmethod
    def output(state: HysteresisState, x: AnyUnit, *, low: float, high: float) -> bool:
        """Answer in this step."""
        return x >= high or (state.on and not x <= low)

    @staticmethod
    def update(state: HysteresisState, x: AnyUnit, *, low: float, high: float) -> HysteresisState:
        """Remember the answer."""
        return HysteresisState(x >= high or (state.on and not x <= low))


@block("logic.to_number")
def to_number(x: bool) -> Number:
    r"""1 for true, 0 for false.

    $$ y = \begin{cases} 1 & x \\ 0 & \lnot x \end{cases} $$
    """
    return 1.0 if x else 0.0


@block("logic.to_boolean")
def to_boolean(
    x: AnyUnit,
    *,
    threshold: Annotated[float, "?a", "true above this"] = 0.5,
) -> bool:
    r"""True if the input is above a threshold.

    $$ y = (x > threshold) $$
    """
    return x > threshold
