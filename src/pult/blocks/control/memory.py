"""A vector kept from step to step."""

from typing import Annotated, NamedTuple

import numpy as np

from pult.core.block import block
from pult.core.signals import Array, Fixed, Range, Shape

Size = Annotated[int, "1", Fixed, Range(1, 4096), "number of entries"]
Start = Annotated[Array, "?a", Shape("n"), "what to begin with"]
Reset = Annotated[bool, "1", "back to the start"]


class MemoryState(NamedTuple):
    """The vector of the step before, and whether there was one."""

    value: Array
    started: bool = False


@block("control.memory", entrywise=True)
class Memory:
    r"""Vector of the previous step, for methods that continue from their last result; it can be reset to a start.

    $$ y_k = \begin{cases} s_k & k = 0 \lor reset_k \\ x_{k-1} & \text{otherwise} \end{cases} $$

    s is `start`. The input x acts from the next step on: it breaks loops.
    """

    @staticmethod
    def initial(*, n: Size = 3) -> MemoryState:
        """Nothing yet."""
        return MemoryState(np.zeros(n))

    @staticmethod
    def output(state: MemoryState, start: Start, reset: Reset = False) -> Annotated[Array, "?a", Shape("n")]:
        """The remembered vector."""
        y = np.empty(start.shape[0])
        for i in range(start.shape[0]):
            y[i] = state.value[i] if state.started and not reset else start[i]
        return y

    @staticmethod
    def update(state: MemoryState, x: Annotated[Array, "?a", Shape("n"), "what to remember"]) -> MemoryState:
        """Remember it."""
        for i in range(x.shape[0]):
            state.value[i] = x[i]
        return MemoryState(state.value, True)
