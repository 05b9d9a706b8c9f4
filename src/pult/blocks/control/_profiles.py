"""Motion profiles: the time-optimal step of a double integrator, and time-optimal plans with limited jerk.

**Discrete double integrator** (`landing_speed`). Acceleration is constant within a step. Speeds are counted
in units of a_max dt, distances in a_max dt^2. Braking from speed u = n + f (n whole, 0 <= f < 1) at the full
rate goes through the speeds u, u - 1, ..., f, 0 and takes the distance (n^2 + (2n + 1) f)/2, piecewise linear
in u. The largest speed u after this step, v being the present one, from which the distance d is not
overshot, satisfies

    (v + u)/2 + (n^2 + (2n + 1) f)/2 = d,    that is    n (n + 1) + 2 (n + 1) f = 2 d - v,

hence n = floor((sqrt(1 + 4 c) - 1)/2) and f = (c - n (n + 1))/(2 (n + 1)) with c = 2 d - v. The law is odd in
c, so it also gives the return after an unavoidable overshoot.

**Limited jerk** (`write_plan`). A *ramp* is the fastest change of speed that ends with zero acceleration. A
plan moves in the direction of the target as seen from the point of the fastest stop, and is one of two:

* a ramp to a cruising speed, a cruise, a ramp to rest. The cruising speed is the limit if the distance is long
  enough; else there is no cruise, and the two ramps cover exactly the distance;
* for a target slightly farther than the braking distance while already braking: brake less for a time, then
  ramp to rest.

The unknown, cruising speed or easing time, is found by bisection between bounds for which the distance is known
to be too short and too long.
"""

import math
from typing import NamedTuple

from pult.core.kernels import clamp, kernel, ratio, square_root
from pult.core.signals import Array

PHASES = 7
_LARGEST = 1e15  # ways and speeds beyond it are cut, in steps: no run is that long
_MAX_HALVINGS = 128  # more than it takes between any two floats of the allowed range


@kernel
def landing_speed(distance: float, speed: float) -> float:
    """Speed after this step that reaches the distance soonest; in units of a_max dt^2 and a_max dt."""
    c = clamp(2.0 * distance - speed, -_LARGEST, _LARGEST)
    size = abs(c)
    n = float(math.floor(0.5 * (square_root(1.0 + 4.0 * size) - 1.0)))
    return math.copysign(n + ratio(size - n * (n + 1.0), 2.0 * (n + 1.0)), c)


class Limits(NamedTuple):
    """Largest speed, acceleration and jerk."""

    speed: float
    acceleration: float
    jerk: float


class Ramp(NamedTuple):
    """Three phases of a change of speed: constant jerk, constant acceleration, constant jerk."""

    first: float
    hold: float
    last: float
    first_jerk: float
    last_jerk: float
    distance: float


@kernel
def speed_without_acceleration(v: float, a: float, limits: Limits) -> float:
    """The speed that results if the acceleration is brought to zero as fast as possible."""
    return v + ratio(0.5 * a * abs(a), limits.jerk)


@kernel
def ramp(v: float, a: float, end: float, limits: Limits) -> Ramp:
    """The fastest change from speed v and acceleration a to the speed `end` with zero acceleration."""
    sign = 1.0 if end >= speed_without_acceleration(v, a, limits) else -1.0
    gain = sign * (end - v)
    start = sign * a
    peak = min(square_root(max(limits.jerk * gain + 0.5 * start * start, 0.0)), limits.acceleration)
    first = ratio(abs(peak - start), limits.jerk)
    last = ratio(peak, limits.jerk)
    rest = gain - 0.5 * (start + peak) * first - 0.5 * peak * last
    hold = max(ratio(rest, peak), 0.0) if peak >= limits.acceleration else 0.0
    first_jerk = sign * limits.jerk if peak >= start else -sign * limits.jerk  # start > peak: limit lowered
    last_jerk = -sign * limits.jerk
    top = sign * peak
    distance = first * (v + first * (0.5 * a + first * first_jerk * (1.0 / 6.0)))
    v = v + first * (a + 0.5 * first * first_jerk)
    distance += hold * (v + 0.5 * hold * top)
    v = v + hold * top
    distance += last * (v + last * (0.5 * top + last * last_jerk * (1.0 / 6.0)))
    return Ramp(first, hold, last, first_jerk, last_jerk, distance)


@kernel
def cruised_way(v: float, a: float, cruise: float, limits: Limits) -> float:
    """Distance covered by a ramp to the cruising speed and one to rest."""
    return ramp(v, a, cruise, limits).distance + ramp(cruise, 0.0, 0.0, limits).distance


@kernel
def cruising_speed(distance: float, v: float, a: float, slowest: float, limits: Limits) -> float:
    """The cruising speed, from `slowest` to the limit, whose two ramps cover the distance without exceeding it."""
    low = slowest
    high = limits.speed
    for _ in range(_MAX_HALVINGS):
        middle = 0.5 * (low + high)
        if middle <= low or middle >= high:
            break
        if cruised_way(v, a, middle, limits) <= distance:
            low = middle
        else:
            high = middle
    return low


@kernel
def eased_way(v: float, a: float, easing: float, limits: Limits) -> float:
    """Distance covered by braking less for a time and a ramp to rest."""
    way = easing * (v + easing * (0.5 * a + easing * limits.jerk * (1.0 / 6.0)))
    v = v + easing * (a + 0.5 * easing * limits.jerk)
    return way + ramp(v, a + easing * limits.jerk, 0.0, limits).distance


@kernel
def easing_time(distance: float, v: float, a: float, limits: Limits) -> float:
    """The time of reduced braking after which the ramp to rest ends at the distance."""
    low = 0.0
    high = max(ratio(-a, limits.jerk), 0.0)
    for _ in range(_MAX_HALVINGS):
        middle = 0.5 * (low + high)
        if middle <= low or middle >= high:
            break
        if eased_way(v, a, middle, limits) <= distance:
            low = middle
        else:
            high = middle
    return low


@kernel
def write_ramp(times: Array, jerks: Array, at: int, sign: float, part: Ramp) -> None:
    """Write the phases of a ramp into a plan, beginning at index `at`."""
    times[at] = part.first
    times[at + 1] = part.hold
    times[at + 2] = part.last
    jerks[at] = sign * part.first_jerk
    jerks[at + 1] = 0.0
    jerks[at + 2] = sign * part.last_jerk


@kernel
def write_plan(times: Array, jerks: Array, distance: float, v: float, a: float, limits: Limits, longest: float) -> None:
    """Plan a motion that comes to rest at the distance.

    Args:
        times: Overwritten with the durations of the phases. Shape (7,).
        jerks: Overwritten with the jerks of the phases. Shape (7,).
        distance: Distance to the target.
        v: Present speed.
        a: Present acceleration.
        limits: Limits of the plan.
        longest: Longest cruise below the speed limit; it only compensates for the rounding of that speed.
    """
    sign = 1.0 if distance >= ramp(v, a, 0.0, limits).distance else -1.0
    distance = sign * distance
    v = sign * v
    a = sign * a
    cruise = limits.speed
    rest = distance - cruised_way(v, a, cruise, limits)
    wait = ratio(rest, cruise)
    if rest < 0.0:
        settled = speed_without_acceleration(v, a, limits)
        ahead = 0.0 < settled <= limits.speed
        if ahead and cruised_way(v, a, settled, limits) > distance:
            easing = easing_time(distance, v, a, limits)
            jerk = limits.jerk
            write_ramp(times, jerks, 0, sign, Ramp(easing, 0.0, 0.0, jerk, 0.0, 0.0))
            times[3] = 0.0
            jerks[3] = 0.0
            v = v + easing * (a + 0.5 * easing * jerk)
            write_ramp(times, jerks, 4, sign, ramp(v, a + easing * jerk, 0.0, limits))
            return
        cruise = cruising_speed(distance, v, a, settled if ahead else 0.0, limits)
        rest = max(distance - cruised_way(v, a, cruise, limits), 0.0)
        wait = min(ratio(rest, cruise), longest) if cruise > 0.0 else 0.0
    write_ramp(times, jerks, 0, sign, ramp(v, a, cruise, limits))
    times[3] = wait
    jerks[3] = 0.0
    write_ramp(times, jerks, 4, sign, ramp(cruise, 0.0, 0.0, limits))


@kernel
def along_plan(times: Array, jerks: Array, t: float, p: float, v: float, a: float) -> tuple[float, float, float]:
    """Position, speed and acceleration at time t of a plan that starts at (p, v, a)."""
    left = t
    for i in range(PHASES):
        h = min(float(times[i]), left)
        j = float(jerks[i])
        p = p + h * (v + h * (0.5 * a + h * j * (1.0 / 6.0)))
        v = v + h * (a + 0.5 * h * j)
        a = a + h * j
        left = left - h
    return p, v, a


@kernel
def plan_length(times: Array) -> float:
    """Duration of a plan."""
    total = 0.0
    for i in range(PHASES):
        total += float(times[i])
    return total
