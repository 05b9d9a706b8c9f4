"""Edges: true in the one step in which a boolean changes."""

from typing import Annotated, NamedTuple

from pult.core.block import block


class EdgeState(NamedTuple):
    """The input of the step before."""

    before: bool


@block("logic.rising_edge")
class RisingEdge:
    r"""True in the step in which the input becomes true.

    $$ y_k = x_k \land \lnot x_{k-1}, \qquad x_{-1} = initial $$
    """

    @staticmethod
    def initial(*, initial: Annotated[bool, "1", "input before the first step"] = False) -> EdgeState:
        """Start as if the input had been this."""
        return EdgeState(initial)

    @staticmethod
    def output(state: EdgeState, x: bool) -> bool:
        """Whether it has just become true."""
        return x and not state.before

    @staticmethod
    def update(state: EdgeState, x: bool) -> EdgeState:
        """Remember the input."""
        return EdgeState(x)


@block("logic.falling_edge")
class FallingEdge:
    r"""True in the step in which the input becomes false.

    $$ y_k = \lnot x_k \land x_{k-1}, \qquad x_{-1} = initial $$
    """

    @staticmethod
    def initial(*, initial: Annotated[bool, "1", "input before the first step"] = False) -> EdgeState:
        """Start as if the input had been this."""
        return EdgeState(initial)

    @staticmethod
    def output(state: EdgeState, x: bool) -> bool:
        """Whether it has just become false."""
        return state.before and not x

    @staticmethod
    def update(state: EdgeState, x: bool) -> EdgeState:
        """Remember the input."""
        return EdgeState(x)


@block("logic.any_edge")
class AnyEdge:
    r"""True in each step in which the input differs from the step before.

    $$ y_k = x_k \oplus x_{k-1}, \qquad x_{-1} = initial $$
    """

    @staticmethod
    def initial(*, initial: Annotated[bool, "1", "input before the first step"] = False) -> EdgeState:
        """Start as if the input had been this."""
        return EdgeState(initial)

    @staticmethod
    def output(state: EdgeState, x: bool) -> bool:
        """Whether it has just changed."""
        return x != state.before

    @staticmethod
    def update(state: EdgeState, x: bool) -> EdgeState:
        """Remember the input."""
        return EdgeState(x)
