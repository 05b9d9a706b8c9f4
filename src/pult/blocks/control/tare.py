"""Taring of a sensor: its reading minus its bias."""

import math
from typing import Annotated, NamedTuple

import numpy as np

from pult.core.block import block
from pult.core.signals import Array, Fixed, Range, Shape, Step

Size = Annotated[int, "1", Fixed, Range(1, 4096), "number of entries"]
Reading = Annotated[Array, "?a", Shape("n")]
Press = Annotated[bool, "1", "button: take the present reading as zero"]


class TareState(NamedTuple):
    """The bias, the sum and number of the readings so far, how many are missing, and the previous button state."""

    bias: Array
    total: Array
    taken: int = 0
    left: int = 0
    pressed: bool = False


class TareValues(NamedTuple):
    """Number of readings that are averaged."""

    steps: int


class Tared(NamedTuple):
    """The reading without its bias, the bias, and whether it is being learned."""

    y: Reading
    bias: Reading
    busy: bool


@block("control.tare", entrywise=True)
class Tare:
    r"""Tare of a sensor: at the press of a button the mean of its readings becomes the new zero.

    $$ y = x - b, \qquad b \leftarrow \frac{1}{m} \sum_{j=0}^{m-1} x_{k+j} \quad
       \text{after a press in step } k, \quad m = \operatorname{round}\frac{time}{\Delta t} $$

    The first bias is 0. While the mean is being taken, `busy` is true and the previous bias holds; another press
    restarts it. Nothing may touch the sensor meanwhile. Loads that change with the pose, such as the weight of a hand,
    must be subtracted first.
    """

    @staticmethod
    def prepare(
        *,
        n: Size = 3,
        time: Annotated[float, "s", Range(0), "time over which readings are averaged"] = 0.2,
        dt: Step,
    ) -> TareValues:
        """Count the readings."""
        return TareValues(max(1, math.floor(min(time / dt, 1e15) + 0.5)))

    @staticmethod
    def initial(*, n: int) -> TareState:
        """No bias."""
        return TareState(np.zeros(n), np.zeros(n))

    @staticmethod
    def output(state: TareState, x: Reading) -> Tared:
        """Subtract the bias."""
        y, bias = np.empty(x.shape[0]), np.empty(x.shape[0])
        for i in range(x.shape[0]):
            bias[i] = state.bias[i]
            y[i] = float(x[i]) - float(state.bias[i])
        return Tared(y, bias, state.left > 0)

    @staticmethod
    def update(state: TareState, x: Reading, press: Press = False, *, steps: int) -> TareState:
        """Add a reading to the mean."""
        starts = press and not state.pressed
        taken, left = (0, steps) if starts else (state.taken, state.left)
        if left > 0:
            taken, left = taken + 1, left - 1
            for i in range(x.shape[0]):
                state.total[i] = float(x[i]) if starts else float(state.total[i]) + float(x[i])
                if left == 0:
                    state.bias[i] = float(state.total[i]) / taken
        return TareState(state.bias, state.total, taken, left, press)
