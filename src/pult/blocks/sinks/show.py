"""What to show of a scheme: plots and numbers."""

import math
from typing import Annotated

from pult.core.block import block
from pult.core.kernels import kernel
from pult.core.signals import AnyUnit, Count, Fixed, Positive, Range


@block("sinks.scope")
def scope(
    *x: Annotated[float, "?u#", Count("n")],
    n: Annotated[int, "1", Fixed, Range(1, 64), "number of signals"] = 1,
    window: Annotated[float, "s", Positive, "time shown"] = 10.0,
) -> None:
    r"""Plot of signals over time, each in its own unit.

    $$ x_1(\tau), \dots, x_n(\tau), \quad t - T \le \tau \le t $$

    Names what to plot and over which window T. It computes nothing.
    """


@kernel
def rounded(value: float, ten: float) -> float:
    """The value rounded to a multiple of 1/ten, halves away from zero."""
    shifted = abs(value) * ten
    if not shifted < 4503599627370496.0:  # 2^52: from here on every float is a whole number
        return value
    whole = float(math.floor(shifted))
    if shifted - whole >= 0.5:
        whole += 1.0
    return math.copysign(whole / ten, value) if whole > 0.0 else 0.0


@block("sinks.display")
class Display:
    r"""Shows a number with a fixed count of decimals.

    $$ y = 10^{-d} \operatorname{round}(10^{d}\,x) $$

    The output is the number as the operator reads it; a half is rounded away from zero. Numbers too large to
    have that many decimals are shown as they are.
    """

    @staticmethod
    def prepare(*, decimals: Annotated[int, "1", Range(0, 15), "digits after the point"] = 3) -> dict[str, float]:
        """The power of ten."""
        return {"ten": 10.0**decimals}

    @staticmethod
    def output(x: AnyUnit, *, ten: float) -> AnyUnit:
        """The rounded number."""
        return rounded(x, ten)
