"""Switches: one of several signals goes through."""

from typing import Annotated

from pult.core.block import block
from pult.core.kernels import clamped_index
from pult.core.signals import AnyUnit, Count, Fixed, Range


@block("logic.switch")
def switch(condition: bool, a: AnyUnit, b: AnyUnit) -> AnyUnit:
    r"""Passes a while the condition is true, b while it is false.

    $$ y = \begin{cases} a & \text{condition} \\ b & \text{otherwise} \end{cases} $$
    """
    return a if condition else b


@block("logic.multiport_switch")
def multiport_switch(
    index: Annotated[float, "1", "number of the input"],
    *x: Annotated[float, "?a", Count("n")],
    n: Annotated[int, Fixed, Range(1, 64), "1", "number of inputs"] = 2,
    first: Annotated[int, Range(0, 1), "1", "index of x1: 1, or 0 to count from zero"] = 1,
) -> AnyUnit:
    r"""One of n inputs, by its number.

    $$ y = x_i, \qquad i = \operatorname{clip}\left(\operatorname{round}(index) - first + 1,\ 1,\ n\right) $$

    The index is rounded to the nearest whole number (halves upwards), because it may come out of a
    calculation. Below the first input it selects the first, above the last one the last.
    """
    return x[clamped_index(index - first + 0.5, n)]
