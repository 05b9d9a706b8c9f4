"""Filters of signals: low-pass, high-pass, notch.

They are the bilinear transforms of their analogue prototypes, with the frequency that matters mapped exactly
(prewarped). The step works on trapezoidal integrators (the state-variable form of Zavalishin, "The Art of VA
Filter Design") in place of a difference equation with z^-1 coefficients: the same transfer function, but a
constant passes without error however low the cutoff, and parameters may change while it runs.
"""

import math
from typing import Annotated, NamedTuple

from pult.core.block import block
from pult.core.kernels import kernel
from pult.core.signals import AnyUnit, Positive, Range, Step

Cutoff = Annotated[float, "rad/s", Positive, "frequency of -3 dB"]
Order = Annotated[int, "1", Range(1, 2), "order"]
Initial = Annotated[float, "?a", "input before the start"]


class FilterState(NamedTuple):
    """Memories of the two trapezoidal integrators; a first-order filter uses the second."""

    band: float
    low: float


class FilterValues(NamedTuple):
    """Coefficients of the loop.

    Attributes:
        second: Whether the filter is of second order.
        g: Gain of an integrator.
        damping: Damping 1/Q of the loop, 0 in first order.
        loop: Reciprocal of the divisor that solves the implicit loop.
    """

    second: bool
    g: float
    damping: float
    loop: float


def _warped(name: str, frequency: float, dt: float) -> float:
    """tan(w dt/2), the gain that maps w exactly.

    Raises:
        ValueError: The frequency cannot be represented at this step.
    """
    if frequency * dt >= math.pi:
        raise ValueError(
            f"{name!r} is {frequency:g} rad/s; with a control step of {dt:g} s it must be below {math.pi / dt:g} rad/s."
        )
    return math.tan(0.5 * frequency * dt)


def _butterworth(order: int, cutoff: float, dt: float) -> FilterValues:
    g = _warped("cutoff", cutoff, dt)
    if order == 1:
        return FilterValues(False, g, 0.0, 1.0 / (1.0 + g))
    return FilterValues(True, g, math.sqrt(2.0), 1.0 / (1.0 + g * (g + math.sqrt(2.0))))


@kernel
def band_and_low(state: FilterState, x: float, second: bool, g: float, loop: float) -> tuple[float, float]:
    """Band-pass (times 1/damping) and low-pass outputs of the present step."""
    if second:
        band = loop * (state.band + g * (x - state.low))
        return band, state.low + g * band
    return 0.0, state.low + g * loop * (x - state.low)


@kernel
def next_memory(state: FilterState, x: float, second: bool, g: float, loop: float) -> FilterState:
    """Memories of the integrators for the next step."""
    band, low = band_and_low(state, x, second, g, loop)
    return FilterState(2.0 * band - state.band, 2.0 * low - state.low)


@block("control.low_pass")
class LowPass:
    r"""Butterworth low-pass filter of order 1 or 2.

    $$ |H(j\omega)|^2 = \frac{1}{1 + (\Omega/\Omega_c)^{2n}}, \qquad \Omega = \tan\frac{\omega \Delta t}{2} $$

    n is `order`, the gain at `cutoff` is 1/sqrt(2) exactly. It starts as if the input had been `initial` for
    ever. The present input acts on the present output (feed-through).
    """

    @staticmethod
    def prepare(*, cutoff: Cutoff = 10.0, order: Order = 2, initial: Initial = 0.0, dt: Step) -> FilterValues:
        """Coefficients from the cutoff."""
        return _butterworth(order, cutoff, dt)

    @staticmethod
    def initial(*, initial: float) -> FilterState:
        """Start as if the input had always been that value."""
        return FilterState(0.0, initial)

    @staticmethod
    def output(state: FilterState, x: AnyUnit, *, second: bool, g: float, loop: float) -> AnyUnit:
        """The slow part."""
        return band_and_low(state, x, second, g, loop)[1]

    @staticmethod
    def update(state: FilterState, x: AnyUnit, *, second: bool, g: float, loop: float) -> FilterState:
        """One trapezoid step."""
        return next_memory(state, x, second, g, loop)


@block("control.high_pass")
class HighPass:
    r"""Butterworth high-pass filter of order 1 or 2.

    $$ |H(j\omega)|^2 = \frac{1}{1 + (\Omega_c/\Omega)^{2n}}, \qquad \Omega = \tan\frac{\omega \Delta t}{2} $$

    n is `order`, the gain at `cutoff` is 1/sqrt(2) exactly. It starts as if the input had been `initial` for
    ever. The present input acts on the present output (feed-through).
    """

    @staticmethod
    def prepare(*, cutoff: Cutoff = 10.0, order: Order = 2, initial: Initial = 0.0, dt: Step) -> FilterValues:
        """Coefficients from the cutoff."""
        return _butterworth(order, cutoff, dt)

    @staticmethod
    def initial(*, initial: float) -> FilterState:
        """Start as if the input had always been that value."""
        return FilterState(0.0, initial)

    @staticmethod
    def output(state: FilterState, x: AnyUnit, *, second: bool, g: float, damping: float, loop: float) -> AnyUnit:
        """The fast part."""
        band, low = band_and_low(state, x, second, g, loop)
        return (x - low) - damping * band

    @staticmethod
    def update(state: FilterState, x: AnyUnit, *, second: bool, g: float, loop: float) -> FilterState:
        """One trapezoid step."""
        return next_memory(state, x, second, g, loop)


@block("control.notch")
class Notch:
    r"""Notch filter: removes a narrow band of frequencies.

    $$ G(s) = \frac{s^2 + d\, B s + \omega_0^2}{s^2 + B s + \omega_0^2} $$

    omega_0 is `centre`, B is `width`, d is `depth`: the gain at the centre, 0 for a full notch. `centre` and
    the distance between the two frequencies at which a full notch has -3 dB (`width`) hold exactly in
    discrete time. It starts as if the input had been `initial` forever. The present input acts on the
    present output (feed-through).
    """

    @staticmethod
    def prepare(
        *,
        centre: Annotated[float, "rad/s", Positive, "frequency to take out"] = 50.0,
        width: Annotated[float, "rad/s", Positive, "width of the band, -3 dB"] = 10.0,
        depth: Annotated[float, "1", Range(0, 1), "gain at the centre"] = 0.0,
        initial: Initial = 0.0,
        dt: Step,
    ) -> dict[str, float]:
        """Coefficients from centre and width."""
        g = _warped("centre", centre, dt)
        damping = 2.0 * _warped("width", width, dt) / math.sin(centre * dt)
        return {"g": g, "loop": 1.0 / (1.0 + g * (g + damping)), "taken": (1.0 - depth) * damping}

    @staticmethod
    def initial(*, initial: float) -> FilterState:
        """Start as if the input had always been that value."""
        return FilterState(0.0, initial)

    @staticmethod
    def output(state: FilterState, x: AnyUnit, *, g: float, loop: float, taken: float) -> AnyUnit:
        """The input without the band."""
        return x - taken * band_and_low(state, x, True, g, loop)[0]

    @staticmethod
    def update(state: FilterState, x: AnyUnit, *, g: float, loop: float) -> FilterState:
        """One trapezoid step."""
        return next_memory(state, x, True, g, loop)
