"""Taring: the reading of a sensor without what it shows when nothing is pressed."""

import math
from typing import Annotated, NamedTuple

import numpy as np

from pult.core.block import block
from pult.core.signals import Array, Fixed, Range, Shape, Step

Size = Annotated[int, "1", Fixed, Range(1, 4096), "number of entries"]
Reading = Annotated[Array, "?a", Shape("n")]
Press = Annotated[bool, "1", "button: what is read now is nothing"]


class TareState(NamedTuple):
    """The bias, the sum of the readings so far, how many there are and how many are missing, and the button before."""

    bias: Array
    total: Array
    taken: int = 0
    left: int = 0
    pressed: bool = False


class TareValues(NamedTuple):
    """How many readings are averaged."""

    steps: int


class Tared(NamedTuple):
    """The reading without its bias, the bias, and whether it is being learned."""

    y: Reading
    bias: Reading
    busy: bool


@block("control.tare")
class Tare:
    r"""Tare of a sensor: at the press of a button it takes the mean of the readings for its new zero.

    $$ y = x - b, \qquad b \leftarrow \frac{1}{m} \sum_{j=0}^{m-1} x_{k+j} \quad
       \text{after a press in step } k, \quad m = \operatorname{round}\frac{time}{\Delta t} $$

    The first bias is 0. While the mean is being taken, `busy` is true and the bias before holds; a press starts it
    anew. Nothing may touch the sensor meanwhile. What changes with the pose, such as the weight of a hand, has to be
    taken off before.
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
        """Take the bias off."""
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
