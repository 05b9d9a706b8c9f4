"""Functions of time."""

import math
from typing import Annotated

from pult.blocks._time import just_after
from pult.core.block import block
from pult.core.kernels import clamp, finite_or_zero, modulo, ratio, sine
from pult.core.signals import NO_LIMIT, AnyUnit, Positive, Range, Second, Step, Time

TURN = 2.0 * math.pi


@block("sources.constant")
def constant(*, value: Annotated[float, "?a", "the value"] = 1.0) -> AnyUnit:
    r"""Constant value.

    $$ y = c $$
    """
    return value


@block("sources.clock")
def clock(*, t: Time) -> Second:
    r"""Time since the start.

    $$ y = t = k\, \Delta t $$
    """
    return t


@block("sources.step")
def step(
    *,
    at: Annotated[float, "s", "instant of the jump"] = 1.0,
    before: Annotated[float, "?a", "value before it"] = 0.0,
    after: Annotated[float, "?a", "value from it on"] = 1.0,
    t: Time,
    dt: Step,
) -> AnyUnit:
    r"""A jump from one value to another.

    $$ y = \begin{cases} before & t < at \\ after & t \ge at \end{cases} $$

    An instant within a millionth of a control step of $t$ counts as reached.
    """
    return after if just_after(t, dt) >= at else before


@block("sources.ramp")
def ramp(
    *,
    start: Annotated[float, "s", "instant at which it begins"] = 0.0,
    slope: Annotated[float, "?a/s", "rate of change"] = 1.0,
    initial: Annotated[float, "?a", "value until the start"] = 0.0,
    low: Annotated[float, "?a", "lower limit"] = -NO_LIMIT,
    high: Annotated[float, "?a", "upper limit"] = NO_LIMIT,
    t: Time,
) -> AnyUnit:
    r"""A steady rise or fall between limits.

    $$ y = \operatorname{clip}(initial + slope \cdot \max(t - start,\ 0),\ low,\ high) $$
    """
    since = t - start
    return clamp(initial + slope * since, low, high) if since > 0.0 else clamp(initial, low, high)


@block("sources.generator")
def generator(
    form: Annotated[float, "1", "0 constant, 1 step, 2 sine, 3 ramp, 4 by hand"],
    size: AnyUnit,
    time: Second,
    hand: Annotated[float, "1", "what a hand sets, -1 to 1"],
    *,
    t: Time,
    dt: Step,
) -> AnyUnit:
    r"""A signal generator whose form, size and time are signals, such as those of a panel.

    $$ y = A \cdot \begin{cases}
      1 & \text{constant} \\ 0 \text{ for } t < T,\ 1 \text{ for } t \ge T & \text{step} \\
      \sin(2 \pi t / T) & \text{sine} \\ \min(t / T,\ 1) & \text{ramp} \\ h & \text{by hand}
    \end{cases} $$

    with the size $A$, the time $T$ and the hand's $h$. For $T \le 0$ a step and a ramp are at their end, a sine is 0.
    An instant within a millionth of a control step of $t$ counts as reached.
    """
    if form < 0.5:
        return size
    if form < 1.5:
        return size if just_after(t, dt) >= time else 0.0 * size
    if form < 2.5:
        return size * (sine(TURN * ratio(modulo(t, time), time)) if time > 0.0 else 0.0)
    if form < 3.5:
        return size * (min(t / time, 1.0) if time > 0.0 else 1.0)
    return size * hand


@block("sources.pulse_train")
def pulse_train(
    *,
    period: Annotated[float, "s", Positive, "from one rising edge to the next"] = 1.0,
    duty: Annotated[float, "1", Range(0, 1), "part of the period that is high"] = 0.5,
    amplitude: Annotated[float, "?a", "height of a pulse"] = 1.0,
    offset: Annotated[float, "?a", "value between pulses"] = 0.0,
    delay: Annotated[float, "s", "instant of the first rising edge"] = 0.0,
    t: Time,
    dt: Step,
) -> AnyUnit:
    r"""Rectangular pulses, one every period.

    $$ y = offset + \begin{cases} amplitude & t \ge delay,\ (t - delay) \bmod T < duty \cdot T \\
    0 & \text{otherwise} \end{cases} $$

    $T$ is the period. A negative delay begins in the middle of the sequence. Edges fall on control steps: an
    edge within a millionth of a step of $t$ counts as reached, and a pulse shorter than a step may be missed.
    """
    since = just_after(t, dt) - delay
    if since >= 0.0 and modulo(since, period) < duty * period:
        return offset + amplitude
    return offset


@block("sources.sine")
def sine_wave(
    *,
    amplitude: Annotated[float, "?a", "half the distance between peaks"] = 1.0,
    frequency: Annotated[float, "rad/s", Range(0), "angular frequency"] = 1.0,
    phase: Annotated[float, "rad", "angle at time 0"] = 0.0,
    offset: Annotated[float, "?a", "mean value"] = 0.0,
    t: Time,
) -> AnyUnit:
    r"""Sine wave.

    $$ y = offset + A \sin(\omega t + \varphi) $$

    $\omega$ is in radians per second: $2\pi$ times the number of cycles per second.
    """
    return offset + amplitude * sine(finite_or_zero(frequency * t + phase))


@block("sources.chirp")
def chirp(
    *,
    amplitude: Annotated[float, "?a", "half the distance between peaks"] = 1.0,
    from_frequency: Annotated[float, "rad/s", Range(0), "angular frequency at time 0"] = 1.0,
    to_frequency: Annotated[float, "rad/s", Range(0), "angular frequency at the end of the sweep"] = 100.0,
    duration: Annotated[float, "s", Positive, "length of the sweep"] = 10.0,
    phase: Annotated[float, "rad", "angle at time 0"] = 0.0,
    offset: Annotated[float, "?a", "mean value"] = 0.0,
    t: Time,
) -> AnyUnit:
    r"""Sine wave whose frequency sweeps linearly from one value to another.

    $$ y = offset + A \sin\left(\varphi + \omega_0 t + \frac{\omega_1 - \omega_0}{2 T} t^2\right),
    \qquad 0 \le t \le T $$

    After the sweep it goes on at $\omega_1$, without a jump of phase.
    """
    within = clamp(t, 0.0, duration)
    swept = 0.5 * (to_frequency - from_frequency) * ratio(within, duration) * within
    angle = phase + from_frequency * within + swept + to_frequency * (t - within)
    return offset + amplitude * sine(finite_or_zero(angle))
