"""Validation of limits, shared by several blocks."""


def check_limits(low: float, high: float) -> None:
    """Check that limits are in order.

    Raises:
        ValueError: low is above high.
    """
    if low > high:
        raise ValueError(f"'low' is {low:g}, above 'high', which is {high:g}; swap them.")


def check_start(initial: float, low: float, high: float) -> None:
    """Check that limits are in order and that the first value is between them.

    Raises:
        ValueError: low is above high, or the first value is not between them.
    """
    check_limits(low, high)
    if not low <= initial <= high:
        raise ValueError(f"'initial' is {initial:g}, outside its limits {low:g}..{high:g}.")
