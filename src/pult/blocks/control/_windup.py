"""The integral part of a controller whose output is limited."""

from pult.core.kernels import kernel


@kernel
def next_integral(integral: float, rise: float, free: float, limited: float, clamping: bool, back: float) -> float:
    """The integral of the next step.

    Args:
        integral: Its present value.
        rise: Increment of this step without limits.
        free: Output of the controller before its limits.
        limited: Output after them.
        clamping: Whether to hold the integral while `rise` drives a limited output further beyond its limit.
        back: Fraction of the excess removed in this step, 0..1 (back-calculation).
    """
    if clamping and ((free > limited and rise > 0.0) or (free < limited and rise < 0.0)):
        return integral
    return integral + rise + back * (limited - free)
