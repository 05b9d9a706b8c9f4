"""A formula as a block."""

import math
from typing import Annotated

import numpy as np

from pult.blocks._expression import Program, compile_expression
from pult.blocks._machine import run
from pult.core.block import block
from pult.core.signals import Array, Count, Fixed, Range, Time


@block("arithmetic.expression")
class Expression:
    r"""A formula of the inputs, written as text.

    $$ y = f(x_1, \dots, x_n, t) $$

    * Names: the inputs x1, x2..., the time t in seconds, pi, e.
    * Operators, the tightest first: `^` (to the right), signs, `* /`, `+ -`, comparisons `< <= > >= == !=`
      (1 if true, else 0), `not`, `and`, `or`. A condition is true unless it is 0.
    * Functions: sin cos tan asin acos atan atan2 hypot sqrt exp log abs sign min max floor ceil round,
      clip(x, low, high), if(condition, then, else), mod(a, b). Angles are in radians, log is natural, round
      takes a half to even, mod has the sign of b.

    Where the result is no finite number (1/0, log(-1), exp(1000)), $y$ is `otherwise`; inside the formula an
    infinity is allowed, so that atan(1/0) is pi/2. Units are not checked inside the formula.
    """

    @staticmethod
    def prepare(
        *,
        expression: Annotated[str, "1", "the formula, such as 2*sin(x1) + x2^2"] = "x1",
        n: Annotated[int, Fixed, Range(1, 64), "number of inputs"] = 1,
        otherwise: Annotated[float, "?y", "value where the formula is undefined"] = 0.0,
    ) -> Program:
        """Compile the formula for the stack machine."""
        return compile_expression(expression, n)

    @staticmethod
    def output(
        *x: Annotated[float, "?u#", Count("n")], program: Array, height: int, otherwise: float, t: Time
    ) -> Annotated[float, "?y"]:
        """Run it on the inputs of this step."""
        inputs = len(x)
        work = np.empty(inputs + height)
        for i in range(inputs):
            work[i] = x[i]
        value = run(program, work, inputs, t)
        return value if -math.inf < value < math.inf else otherwise
