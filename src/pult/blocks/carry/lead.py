"""Body motions led by an operator, within the reach of all arms."""

from typing import Annotated, NamedTuple

import numpy as np

from pult.blocks.carry._arms import (
    GRASPS,
    LINKS,
    PLACES,
    TURNS,
    Entries,
    Grasps,
    Links,
    Lower,
    Places,
    Turns,
    Upper,
    base_rows,
    pairs,
)
from pult.blocks.carry.body import Place, Turn
from pult.core.block import block
from pult.core.signals import Array, Positive, Shape, Step
from pult.motion.carry.lead import led_rate, reach_margin

LOWER = np.array([-1.55, 0.44, -1.55, 0.44])
UPPER = np.array([0.02, 2.0, 0.02, 2.0])
for _table in (LOWER, UPPER):
    _table.flags.writeable = False

Rate = Annotated[Array, "m/s", Shape(2), "wanted velocity"]
TurnRate = Annotated[float, "rad/s", "wanted rate of turn"]


class LeadState(NamedTuple):
    """Pose, rates and accelerations of the body, and whether it has begun."""

    pose: Array
    rates: Array
    accelerations: Array
    started: bool = False


class BodyMotion(NamedTuple):
    """The wanted motion of a body in the work space."""

    place: Annotated[Array, "m", Shape(2)]
    turn: Annotated[float, "rad"]
    velocity: Annotated[Array, "m/s", Shape(2)]
    turning: Annotated[float, "rad/s"]
    acceleration: Annotated[Array, "m/s^2", Shape(2)]
    turn_acceleration: Annotated[float, "rad/s^2"]


class Guarded(NamedTuple):
    """Rates that keep the arms within reach."""

    velocity: Annotated[Array, "m/s", Shape(2)]
    turning: Annotated[float, "rad/s"]
    blocked: Annotated[bool, "1", "whether a rate was taken away"]


@block("carry.lead")
class Lead:
    r"""Motion of a body that wanted rates lead, with limited acceleration and jerk.

    $$ |\ddot P| \le a, \quad |\dddot P| \le j, \qquad |a_k| \le \sqrt{2 j\, |r - v|} $$

    Each axis by itself. The acceleration goes down in time, so that the speed meets the wanted rate without overshoot;
    with no rate the body comes to rest and stays. It begins at `at`. Position, velocity and acceleration belong
    together, so that arms can be led by all three.
    """

    @staticmethod
    def initial() -> LeadState:
        """Not begun."""
        return LeadState(np.zeros(3), np.zeros(3), np.zeros(3))

    @staticmethod
    def output(state: LeadState, at: Place, at_turn: Turn) -> BodyMotion:
        """The motion of this step."""
        place, velocity, acceleration = np.empty(2), np.empty(2), np.empty(2)
        for i in range(2):
            place[i] = state.pose[i] if state.started else at[i]
            velocity[i], acceleration[i] = state.rates[i], state.accelerations[i]
        turn = float(state.pose[2]) if state.started else at_turn
        return BodyMotion(place, turn, velocity, float(state.rates[2]), acceleration, float(state.accelerations[2]))

    @staticmethod
    def update(
        state: LeadState,
        at: Place,
        at_turn: Turn,
        rate: Rate,
        turn_rate: TurnRate,
        *,
        max_acceleration: Annotated[float, "m/s^2", Positive, "largest acceleration"] = 0.5,
        max_jerk: Annotated[float, "m/s^3", Positive, "largest jerk"] = 5.0,
        max_turn_acceleration: Annotated[float, "rad/s^2", Positive, "largest angular acceleration"] = 1.5,
        max_turn_jerk: Annotated[float, "rad/s^3", Positive, "largest angular jerk"] = 15.0,
        dt: Step,
    ) -> LeadState:
        """Lead it on by one step."""
        for i in range(3):
            pose = float(state.pose[i])
            if not state.started:
                pose = float(at[i]) if i < 2 else at_turn
            wanted = float(rate[i]) if i < 2 else turn_rate
            most, sharp = (max_acceleration, max_jerk) if i < 2 else (max_turn_acceleration, max_turn_jerk)
            before, speed = float(state.accelerations[i]), float(state.rates[i])
            now = led_rate(wanted, speed, before, most, sharp, dt)
            state.pose[i] = pose + dt * speed + dt * dt * (2.0 * before + now) / 6.0
            state.rates[i] = speed + dt * (before + now) / 2.0
            state.accelerations[i] = now
        return LeadState(state.pose, state.rates, state.accelerations, True)


@block("carry.reach_guard")
def guard(
    rate: Rate,
    turn_rate: TurnRate,
    place: Place,
    turn: Turn,
    *,
    n: Entries = 4,
    grasps: Grasps = GRASPS,
    places: Places = PLACES,
    turns: Turns = TURNS,
    links: Links = LINKS,
    lower: Lower = LOWER,
    upper: Upper = UPPER,
    margin: Annotated[float, "rad", Positive, "distance that joints keep from their limits"] = 0.05,
    ahead: Annotated[float, "s", Positive, "how far it looks ahead: the time to brake"] = 0.35,
) -> Guarded:
    r"""Takes away rates that would bring a joint of any arm to its limits.

    $$ \mu(P + T \dot P,\ \varphi + T \dot\varphi) < m \ \text{and} \ < \mu(P, \varphi)
    \ \Rightarrow\ \dot P = 0,\ \dot\varphi = 0 $$

    $\mu$ is the least distance of any joint from its limits, T is `ahead`, m is `margin`. Axes are looked at one after
    the other: what still can be done is done.
    """
    rows, bases = pairs(grasps), base_rows(places, turns)
    lengths, low, high = pairs(links), pairs(lower), pairs(upper)
    x, y = float(place[0]), float(place[1])
    here = reach_margin(x, y, turn, rows, bases, lengths, low, high)
    allowed = np.zeros(3)
    blocked = False
    for i in range(3):
        wanted = float(rate[i]) if i < 2 else turn_rate
        allowed[i] = wanted
        there = reach_margin(
            x + ahead * float(allowed[0]), y + ahead * float(allowed[1]), turn + ahead * float(allowed[2]),
            rows, bases, lengths, low, high,
        )  # fmt: skip
        if wanted != 0.0 and there < margin and there < here:
            allowed[i] = 0.0
            blocked = True
    return Guarded(allowed[:2].copy(), float(allowed[2]), blocked)
