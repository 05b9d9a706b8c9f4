"""Gates: Boolean functions of any number of inputs."""

from typing import Annotated

from pult.core.block import block
from pult.core.kernels import kernel
from pult.core.signals import Count, Fixed, Range

Inputs = Annotated[bool, Count("n")]
Number = Annotated[int, Fixed, Range(1, 64), "1", "number of inputs"]


@kernel
def _count(x: tuple[bool, ...]) -> int:
    """How many are true."""
    count = 0
    for each in x:
        if each:
            count += 1
    return count


@block("logic.and")
def all_of(*x: Inputs, n: Number = 2) -> bool:
    r"""True if all inputs are.

    $$ y = x_1 \land x_2 \land \dots \land x_n $$
    """
    return _count(x) == n


@block("logic.or")
def any_of(*x: Inputs, n: Number = 2) -> bool:
    r"""True if any input is.

    $$ y = x_1 \lor x_2 \lor \dots \lor x_n $$
    """
    return _count(x) > 0


@block("logic.nand")
def not_all_of(*x: Inputs, n: Number = 2) -> bool:
    r"""True unless all inputs are.

    $$ y = \lnot (x_1 \land x_2 \land \dots \land x_n) $$
    """
    return _count(x) < n


@block("logic.nor")
def none_of(*x: Inputs, n: Number = 2) -> bool:
    r"""True if no input is.

    $$ y = \lnot (x_1 \lor x_2 \lor \dots \lor x_n) $$
    """
    return _count(x) == 0


@block("logic.xor")
def odd_of(*x: Inputs, n: Number = 2) -> bool:
    r"""True if an odd number of inputs is; of two inputs: if they differ.

    $$ y = x_1 \oplus x_2 \oplus \dots \oplus x_n $$
    """
    return _count(x) & 1 == 1


@block("logic.not")
def inverse(x: bool) -> bool:
    r"""True if the input is false.

    $$ y = \lnot x $$
    """
    return not x


@block("logic.majority")
def majority(*x: Inputs, n: Number = 3) -> bool:
    r"""True if more than half of the inputs are: the vote of redundant sensors.

    $$ y = \left( 2 \sum_{i=1}^{n} x_i > n \right) $$

    A draw (of an even number) is false.
    """
    return 2 * _count(x) > n
