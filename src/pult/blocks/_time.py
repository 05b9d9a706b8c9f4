"""Switching instants on the grid of control steps."""

from pult.core.kernels import kernel

EDGE = 1e-6
"""Fraction of a control step that an instant may be late because of rounding."""


@kernel
def just_after(t: float, dt: float) -> float:
    """A time slightly after t, for comparison with switching instants.

    The time k*dt is rounded, so an instant that should fall on a control step (0.045 s with steps of 0.015 s)
    may lie slightly above it, and would be a whole step late.
    """
    return t + EDGE * dt
