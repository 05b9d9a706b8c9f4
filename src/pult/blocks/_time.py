"""Switching instants on the grid of control steps."""

from pult.core.kernels import kernel

EDGE = 1e-6
"""Fraction of a control step by which an instant may be missed for rounding's sake."""


@kernel
def just_after(t: float, dt: float) -> float:
    """A moment after t, to compare with switching instants.

    The time k*dt is rounded, so an instant that ought to fall on a control step (0.045 s with steps of 0.015
    s) may lie a hair above it, and would come a whole step late.
    """
    return t + EDGE * dt
