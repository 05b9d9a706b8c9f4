"""The walk as it goes: when a step begins and ends, where the swing foot goes, and what the pattern wants meanwhile.

All that it remembers is one array, so that it can be the state of a block. Indices are names of this module.
"""

import math

import numpy as np

from pult.core.kernels import clamp, cosine, kernel, sine
from pult.core.signals import Array
from pult.motion.balance.gait import (
    AHEAD,
    ANKLE_SHARE,
    DEAD_BAND,
    DOUBLE,
    EARLY,
    FAR,
    FOOT_SPEED,
    FREEZE,
    HALF_WIDTH,
    HEEL,
    LANDING_FORCE,
    LATE,
    LEAST_PERIOD,
    LEAST_SWING,
    LIFT,
    MARGIN,
    NARROW,
    PERIOD,
    PLACE_WEIGHT,
    SPACING,
    START,
    TIME_WEIGHT,
    TOE,
    WIDE,
    dcm_offset,
    foothold,
    frequency,
    pressure_point,
    wrapped,
)

WALKING, SUPPORT, TIME, STEP_TIME, ADAPTED, STOPPING, STEPS, STANDING, SHIFTING, CATCHING, FIRST, STARTED = range(12)
FEET, PRESSURE, BEFORE, NOMINAL, AIM, OFFSET, SWING, SWING_YAW, LINE = 12, 18, 20, 22, 25, 28, 30, 39, 42
SIZE = 48
"""Where things are: 1 while walking, support foot, time in the step and its length [s], whether the foothold was
changed, steps since the order to stop, number of steps, time of standing [s], time of the first shift [s] (below 0:
none), whether a step catches a push, support foot of the first step, whether anything was seen; poses of the feet (6),
pressure point of the support foot and of the step before (2 each), nominal foothold and the one aimed at (3 each),
offset of the divergent component at its end (2), swing foot: position, velocity, acceleration (9), its heading and its
rates (3), where the support foot should be (3)."""

TRIALS = 13
"""Lengths of the step that are tried."""
LINE_STEP, LINE_TURN = 0.03, 0.05
"""How much a step goes back to the line [m] and to the heading [rad]."""
TOE_KEPT, SIDE_KEPT = 0.035, 0.03
"""How near to the edges of the soles a standing robot lets the divergent component of motion come [m]."""
TOO_FAR = 0.9
"""Share of that reach beyond which a standing robot steps."""
OUTWARD, BACKWARD = 1.1, 0.4
"""Shares of the reach: less far aside than the first and farther back than the second, the loaded foot stands."""


@kernel
def quintic(
    x: float, v: float, a: float, end: float, end_v: float, duration: float, t: float
) -> tuple[float, float, float]:
    """State at time t of the quintic from (x, v, a) to (end, end_v, 0)."""
    T2 = duration * duration
    d, dv, da = end - x - v * duration - 0.5 * a * T2, end_v - v - a * duration, -a
    c3 = (10.0 * d - 4.0 * dv * duration + 0.5 * da * T2) / (T2 * duration)
    c4 = (-15.0 * d + 7.0 * dv * duration - da * T2) / (T2 * T2)
    c5 = (6.0 * d - 3.0 * dv * duration + 0.5 * da * T2) / (T2 * T2 * duration)
    t2 = t * t
    return (
        x + v * t + 0.5 * a * t2 + (c3 + (c4 + c5 * t) * t) * t2 * t,
        v + a * t + (3.0 * c3 + (4.0 * c4 + 5.0 * c5 * t) * t) * t2,
        a + (6.0 * c3 + (12.0 * c4 + 20.0 * c5 * t) * t) * t,
    )


@kernel
def begin_step(s: Array, gait: Array, support: int, command: Array, going: bool) -> None:
    """Begin a step on a foot; the foot's pose is in the state."""
    walking = float(s[WALKING]) > 0.5
    s[SUPPORT], s[TIME], s[STEP_TIME], s[ADAPTED] = support, 0.0, gait[PERIOD], 0.0
    s[STEPS] = float(s[STEPS]) + 1.0
    order = np.zeros(3)
    if going:
        s[STOPPING] = 0.0
        for r in range(3):
            order[r] = command[r]
    else:
        s[STOPPING] = float(s[STOPPING]) + 1.0
    here, other = s[FEET + 3 * support : FEET + 3 * support + 3], s[FEET + 3 - 3 * support : FEET + 6 - 3 * support]
    pressure_point(gait, here, s[PRESSURE : PRESSURE + 2])
    pressure_point(gait, other, s[BEFORE : BEFORE + 2])
    if not walking:
        for r in range(2):
            s[BEFORE + r] = 0.5 * (float(s[BEFORE + r]) + float(s[PRESSURE + r]))
    nominal = s[NOMINAL : NOMINAL + 3]
    foothold(gait, support, here, order, nominal)
    _keep_line(s, gait, support, order, nominal)
    dcm_offset(gait, 1 - support, nominal, s[PRESSURE : PRESSURE + 2], order, s[OFFSET : OFFSET + 2])
    if float(s[STOPPING]) > 1.5:  # a closing step: the divergent component ends midway between the feet
        point = np.empty(2)
        pressure_point(gait, nominal, point)
        for r in range(2):
            s[OFFSET + r] = 0.5 * (float(s[PRESSURE + r]) - float(point[r]))
    for r in range(3):
        s[AIM + r] = nominal[r]
    for k in range(9):
        s[SWING + k] = 0.0
    s[SWING], s[SWING + 1] = other[0], other[1]
    s[SWING_YAW], s[SWING_YAW + 1], s[SWING_YAW + 2] = other[2], 0.0, 0.0


@kernel
def _keep_line(s: Array, gait: Array, support: int, order: Array, nominal: Array) -> None:
    """Lead the nominal foothold back to where the feet would be had every step been made as ordered."""
    ideal, following = s[LINE : LINE + 3], np.empty(3)
    foothold(gait, support, ideal, order, following)
    heading = float(following[2])
    c, n = cosine(heading), sine(heading)
    dx, dy = float(following[0]) - float(nominal[0]), float(following[1]) - float(nominal[1])
    along, across = c * dx + n * dy, c * dy - n * dx
    back = clamp(across, -LINE_STEP, LINE_STEP)
    turn = clamp(wrapped(heading - float(nominal[2])), -LINE_TURN, LINE_TURN)
    nominal[0] = float(nominal[0]) - n * back
    nominal[1] = float(nominal[1]) + c * back
    nominal[2] = float(nominal[2]) + turn
    # the line is held, not the way along it
    ideal[0] = float(following[0]) - c * along
    ideal[1] = float(following[1]) - n * along
    ideal[2] = heading


@kernel
def reference(s: Array, gait: Array, xi: Array, p: Array) -> None:
    """Divergent component and centre of pressure of the pattern now [m]. Shapes (2,)."""
    w, t, double = frequency(gait), float(s[TIME]), max(float(gait[DOUBLE]), 1e-3)
    aim = np.empty(2)
    pressure_point(gait, s[AIM : AIM + 3], aim)
    for r in range(2):
        here, end = float(s[PRESSURE + r]), float(aim[r]) + float(s[OFFSET + r])
        if t >= double:
            xi[r], p[r] = here + (end - here) * math.exp(-w * max(float(s[STEP_TIME]) - t, 0.0)), here
        else:
            after = here + (end - here) * math.exp(-w * max(float(s[STEP_TIME]) - double, 0.0))
            slope = (here - float(s[BEFORE + r])) / double
            p[r] = float(s[BEFORE + r]) + slope * t
            xi[r] = float(p[r]) + slope / w + math.exp(-w * (double - t)) * (after - here - slope / w)


@kernel
def adapt(s: Array, gait: Array, dcm: Array, timing: bool) -> None:
    """Change place and time of the foothold so that the step ends with the wanted offset of the divergent component.

    For each length T of the step: E = e^{w (T - t)}; a constant centre of pressure p_a within the sole brings the end
    xi_e = p_a + (xi - p_a) E as near to the nominal one as it can; the foothold is u = (c u_nom + xi_e - b)/(1 + c)
    within reach, and the T of least cost is taken: |u - (xi_e - b)|^2 + c |u - u_nom|^2 + c_T (e^{w (T - T_nom)} -
    1)^2, and more where the foot would have to be too fast.
    """
    w, t, period = frequency(gait), float(s[TIME]), float(gait[PERIOD])
    support = int(s[SUPPORT])
    foot = s[FEET + 3 * support : FEET + 3 * support + 3]
    c, n = cosine(float(foot[2])), sine(float(foot[2]))
    point = np.empty(2)
    pressure_point(gait, s[NOMINAL : NOMINAL + 3], point)
    dx, dy = float(dcm[0]) - float(s[PRESSURE]), float(dcm[1]) - float(s[PRESSURE + 1])
    x, y = c * dx + n * dy, c * dy - n * dx
    dx, dy = float(point[0]) - float(s[PRESSURE]), float(point[1]) - float(s[PRESSURE + 1])
    nominal_x, nominal_y = c * dx + n * dy, c * dy - n * dx
    b_x = c * float(s[OFFSET]) + n * float(s[OFFSET + 1])
    b_y = c * float(s[OFFSET + 1]) - n * float(s[OFFSET])
    dx, dy = float(s[SWING]) - float(s[PRESSURE]), float(s[SWING + 1]) - float(s[PRESSURE + 1])
    foot_x, foot_y = c * dx + n * dy + float(gait[AHEAD]), c * dy - n * dx
    share, margin = float(gait[ANKLE_SHARE]), float(gait[MARGIN])
    back, front = (
        share * (margin - float(gait[HEEL]) - float(gait[AHEAD])),
        share * (float(gait[TOE]) - float(gait[AHEAD]) - margin),
    )
    wide = share * (float(gait[HALF_WIDTH]) - margin)
    low, high = (-float(gait[WIDE]), -float(gait[NARROW])) if support == 0 else (float(gait[NARROW]), float(gait[WIDE]))
    shortest = longest = max(period, t + 0.01)
    adapted = float(s[ADAPTED]) > 0.5
    if timing:
        swinging = t - float(gait[DOUBLE])
        left = float(gait[LEAST_SWING])
        if swinging >= 0.08:
            left = max(0.08, left - swinging if swinging < left - 0.12 else 0.12)
        shortest = max(float(gait[LEAST_PERIOD]), t + left)
        if adapted or t > 0.5 * float(s[STEP_TIME]):
            shortest = min(shortest, float(s[STEP_TIME]))
        sinking = float(s[SWING + 2]) > 0.0 and float(s[SWING + 5]) < -0.02
        longest = float(s[STEP_TIME]) if sinking and adapted else max(period, shortest)
        shortest = min(shortest, longest)
    best, best_x, best_y, best_T = math.inf, nominal_x, nominal_y, period
    weight = float(gait[PLACE_WEIGHT])
    for k in range(TRIALS):
        T = shortest + (longest - shortest) * k / (TRIALS - 1)
        E = math.exp(w * max(T - t, 0.0))
        under = 1.0 - E - 1e-9
        a_x = clamp((nominal_x + b_x - x * E) / under, back, front)
        a_y = clamp((nominal_y + b_y - y * E) / under, -wide, wide)
        want_x, want_y = a_x + (x - a_x) * E - b_x, a_y + (y - a_y) * E - b_y
        u_x = clamp((weight * nominal_x + want_x) / (weight + 1.0), -float(gait[FAR]), float(gait[FAR]))
        u_y = clamp((weight * nominal_y + want_y) / (weight + 1.0), low, high)
        late = math.exp(w * (T - period)) - 1.0
        far = math.sqrt((u_x - foot_x) * (u_x - foot_x) + (u_y - foot_y) * (u_y - foot_y))
        short = max(0.0, 1.9 * far / float(gait[FOOT_SPEED]) - (T - t))
        cost = (u_x - want_x) * (u_x - want_x) + (u_y - want_y) * (u_y - want_y)
        cost += weight * ((u_x - nominal_x) * (u_x - nominal_x) + (u_y - nominal_y) * (u_y - nominal_y))
        cost += float(gait[TIME_WEIGHT]) * late * late + 10.0 * short * short
        if cost < best:
            best, best_x, best_y, best_T = cost, u_x, u_y, T
    moved = max(abs(best_x - nominal_x), abs(best_y - nominal_y))
    if moved < float(gait[DEAD_BAND]) and abs(best_T - period) < 0.02 and not adapted:
        return
    heading = float(s[NOMINAL + 2])
    s[ADAPTED], s[STEP_TIME] = 1.0, best_T
    s[AIM] = float(s[PRESSURE]) + c * best_x - n * best_y - float(gait[AHEAD]) * cosine(heading)
    s[AIM + 1] = float(s[PRESSURE + 1]) + n * best_x + c * best_y - float(gait[AHEAD]) * sine(heading)
    s[AIM + 2] = heading


@kernel
def swing(s: Array, gait: Array, dt: float) -> None:
    """Lead the swing foot on by a tick: quintics from where it is to the foothold, up to the lift and down again."""
    left = max(float(s[STEP_TIME]) - float(s[TIME]), dt)
    if left <= 1.5 * dt:
        for k in range(3, 9):
            s[SWING + k] = 0.0
        s[SWING + 2] = float(s[SWING + 2]) - 0.001
        s[SWING + 5] = -0.1
        return
    arrive = max(left - float(gait[EARLY]), 1.5 * dt)
    for k in range(2):
        x, v, a = quintic(
            float(s[SWING + k]), float(s[SWING + 3 + k]), float(s[SWING + 6 + k]), float(s[AIM + k]), 0.0, arrive, dt
        )
        s[SWING + k], s[SWING + 3 + k], s[SWING + 6 + k] = x, v, a
    yaw = float(s[SWING_YAW])
    x, v, a = quintic(
        yaw, float(s[SWING_YAW + 1]), float(s[SWING_YAW + 2]), yaw + wrapped(float(s[AIM + 2]) - yaw), 0.0, arrive, dt
    )
    s[SWING_YAW], s[SWING_YAW + 1], s[SWING_YAW + 2] = x, v, a
    up = float(gait[DOUBLE]) + 0.45 * (float(s[STEP_TIME]) - float(gait[DOUBLE])) - float(s[TIME])
    z, v, a = float(s[SWING + 2]), float(s[SWING + 5]), float(s[SWING + 8])
    if up > 2.0 * dt:
        z, v, a = quintic(z, v, a, float(gait[LIFT]), 0.0, up, dt)
    else:
        z, v, a = quintic(z, v, a, -0.002, -0.05, left, dt)
    s[SWING + 2], s[SWING + 5], s[SWING + 8] = z, v, a


@kernel
def land(s: Array, gait: Array, feet: Array, loads: Array, dcm: Array, command: Array, going: bool) -> None:
    """End the step when it is due and the foot has landed; begin the next one, or stand."""
    support = int(s[SUPPORT])
    other, t = 1 - support, float(s[TIME])
    force = float(loads[other])
    touched = force > float(gait[LANDING_FORCE])
    early = touched and t > 0.5 * float(s[STEP_TIME]) and t > float(gait[DOUBLE]) + 0.12 and float(s[SWING + 2]) < 0.03
    due = t >= float(s[STEP_TIME]) - 1e-9
    if not (early or (due and (touched or t >= float(s[STEP_TIME]) + float(gait[LATE])))):
        return
    for r in range(3):
        s[FEET + 3 * other + r] = feet[other, r]
    heading = float(s[FEET + 3 * support + 2])
    c, n = cosine(heading), sine(heading)
    dx = float(s[FEET + 3 * other]) - float(s[FEET + 3 * support])
    dy = float(s[FEET + 3 * other + 1]) - float(s[FEET + 3 * support + 1])
    ahead, apart = c * dx + n * dy, c * dy - n * dx
    closed = abs(abs(apart) - float(gait[SPACING])) < 0.06 and abs(ahead) < 0.06
    closed = closed and abs(wrapped(float(s[FEET + 2]) - float(s[FEET + 5]))) < 0.05
    middle, left_point, right_point = np.empty(2), np.empty(2), np.empty(2)
    pressure_point(gait, s[FEET : FEET + 3], left_point)
    pressure_point(gait, s[FEET + 3 : FEET + 6], right_point)
    for r in range(2):
        middle[r] = 0.5 * (float(left_point[r]) + float(right_point[r]))
    dx, dy = float(dcm[0]) - float(middle[0]), float(dcm[1]) - float(middle[1])
    calm = abs(c * dx + n * dy) < 0.06 and abs(c * dy - n * dx) < 0.07
    if float(s[STOPPING]) > 1.5 and closed and calm:
        s[WALKING], s[STANDING], s[SHIFTING] = 0.0, 0.0, -1.0
    else:
        begin_step(s, gait, other, command, going)


@kernel
def stand(
    s: Array, gait: Array, feet: Array, dcm: Array, command: Array, going: bool, reactive: bool, dt: float,
    xi: Array, p: Array,
) -> None:  # fmt: skip
    """Stand on both feet: the pattern keeps the divergent component midway, shifts it to begin a walk, and steps if a
    push is too large for the feet.
    """
    for k in range(2):
        for r in range(3):
            s[FEET + 3 * k + r] = feet[k, r]
    s[STANDING] = float(s[STANDING]) + dt
    left_point, right_point, middle = np.empty(2), np.empty(2), np.empty(2)
    pressure_point(gait, s[FEET : FEET + 3], left_point)
    pressure_point(gait, s[FEET + 3 : FEET + 6], right_point)
    for r in range(2):
        middle[r] = 0.5 * (float(left_point[r]) + float(right_point[r]))
        xi[r] = middle[r]
        p[r] = middle[r]
    heading = float(s[FEET + 2]) + 0.5 * wrapped(float(s[FEET + 5]) - float(s[FEET + 2]))
    c, n = cosine(heading), sine(heading)
    dx, dy = float(dcm[0]) - float(middle[0]), float(dcm[1]) - float(middle[1])
    x, y = c * dx + n * dy, c * dy - n * dx
    reach_y = 0.5 * float(gait[SPACING]) + float(gait[HALF_WIDTH]) - SIDE_KEPT
    reach_x = (float(gait[TOE]) - float(gait[AHEAD]) if x > 0.0 else float(gait[HEEL]) + float(gait[AHEAD])) - TOE_KEPT
    if reactive and float(s[STANDING]) > 0.3 and (abs(x) > TOO_FAR * reach_x or abs(y) > TOO_FAR * reach_y):
        s[CATCHING] = 1.0
    catching = float(s[CATCHING]) > 0.5
    if not (going or catching):
        s[SHIFTING] = -1.0
        return
    if float(s[SHIFTING]) < 0.0:
        s[SHIFTING], s[FIRST] = 0.0, 0.0
        if going and float(command[1]) + float(command[2]) > 0.0:
            s[FIRST] = 1.0  # the foot that opens the turn or the side step goes first
        if catching:
            s[FIRST] = 0.0 if y < -0.02 else (1.0 if y > 0.02 else 0.0)
            if abs(y) > 0.02 and abs(y) < OUTWARD * reach_y and x < -BACKWARD * reach_x:
                # thrown aslant backwards, a step outward would take the weight off the foot that bears it
                s[FIRST] = 1.0 - float(s[FIRST])
    s[SHIFTING] = float(s[SHIFTING]) + dt
    first = int(s[FIRST])
    start = catching
    if not catching:
        foot, nominal, b = s[FEET + 3 * first : FEET + 3 * first + 3], np.empty(3), np.empty(2)
        here, aim = np.empty(2), np.empty(2)
        pressure_point(gait, foot, here)
        foothold(gait, first, foot, command, nominal)
        pressure_point(gait, nominal, aim)
        dcm_offset(gait, 1 - first, nominal, here, command, b)
        shrink = math.exp(-frequency(gait) * (float(gait[PERIOD]) - float(gait[DOUBLE])))
        ease = clamp(float(s[SHIFTING]) / float(gait[START]), 0.0, 1.0)
        ease = ease * ease * (3.0 - 2.0 * ease)
        for r in range(2):
            end = float(here[r]) + (float(aim[r]) + float(b[r]) - float(here[r])) * shrink
            xi[r] = float(middle[r]) + (end - float(middle[r])) * ease
            p[r] = xi[r]
            aim[r] = end
        dx, dy = float(dcm[0]) - float(aim[0]), float(dcm[1]) - float(aim[1])
        start = float(s[SHIFTING]) >= float(gait[START]) and abs(c * dy - n * dx) < 0.02
    if start:
        for r in range(3):
            s[LINE + r] = s[FEET + 3 * first + r]
        begin_step(s, gait, first, command, going)
        # after a shift the weight is on the support foot already; a push finds it on the foot that is to swing
        s[TIME] = 0.0 if catching else float(gait[DOUBLE])
        s[WALKING], s[SHIFTING], s[CATCHING], s[STOPPING] = 1.0, -1.0, 0.0, 0.0


@kernel
def advance(
    s: Array, gait: Array, feet: Array, loads: Array, dcm: Array, command: Array, going: bool, reactive: bool,
    timing: bool, dt: float, xi: Array, p: Array, contacts: Array,
) -> float:  # fmt: skip
    """One tick of the walk.

    Args:
        s: State, changed. Shape (48,).
        gait: The gait. Shape (25,).
        feet: Measured poses of the feet. Shape (2, 3).
        loads: Measured vertical forces on the feet [N]. Shape (2,).
        dcm: Measured divergent component of motion [m]. Shape (2,).
        command: Step forward, to the left [m], turn [rad]. Shape (3,).
        going: Whether to walk.
        reactive: Whether footholds follow the measured divergent component.
        timing: Whether their time does, too.
        dt: Control step [s].
        xi: Overwritten with the wanted divergent component [m]. Shape (2,).
        p: Overwritten with the centre of pressure of the pattern [m]. Shape (2,).
        contacts: Overwritten: 1 where a foot stands. Shape (2,).

    Returns:
        Wanted heading of the body [rad].
    """
    if float(s[STARTED]) < 0.5:
        s[STARTED], s[SHIFTING] = 1.0, -1.0
        for k in range(2):
            for r in range(3):
                s[FEET + 3 * k + r] = feet[k, r]
    contacts[0] = contacts[1] = 1.0
    if float(s[WALKING]) > 0.5:
        land(s, gait, feet, loads, dcm, command, going)
    if float(s[WALKING]) < 0.5:
        stand(s, gait, feet, dcm, command, going, reactive, dt, xi, p)
    if float(s[WALKING]) < 0.5:
        return float(s[FEET + 2]) + 0.5 * wrapped(float(s[FEET + 5]) - float(s[FEET + 2]))
    support = int(s[SUPPORT])
    foot = s[FEET + 3 * support : FEET + 3 * support + 3]
    if float(s[TIME]) < 0.1:  # the foot may still slip into place
        for r in range(3):
            foot[r] = feet[support, r]
        pressure_point(gait, foot, s[PRESSURE : PRESSURE + 2])
    if (
        reactive
        and float(s[TIME]) >= float(gait[DOUBLE])
        and float(s[STEP_TIME]) - float(s[TIME]) > float(gait[FREEZE])
    ):
        adapt(s, gait, dcm, timing)
    reference(s, gait, xi, p)
    if float(s[TIME]) >= float(gait[DOUBLE]) - 1e-9:
        contacts[1 - support] = 0.0
        swing(s, gait, dt)
    s[TIME] = float(s[TIME]) + dt
    return float(foot[2]) + 0.5 * wrapped(float(s[SWING_YAW]) - float(foot[2]))
