"""Steps as they come: orders of the panel become footholds, and pushes change them."""

from typing import Annotated, NamedTuple

import numpy as np

from pult.blocks.balance._walker import (
    Contacts,
    Headings,
    Height,
    Loads,
    OnFloor,
    Places,
    WalkerName,
    feet_of,
    gait_of,
)
from pult.core.block import block
from pult.core.signals import Array, Range, Shape, Step
from pult.motion.balance.stepping import FEET, SIZE, STEPS, SWING, SWING_YAW, WALKING, advance

Order = Annotated[Array, "m", Shape(2), "length of a step forward, and to the left for each pair of steps"]
Turn = Annotated[float, "rad", "turn to the left for each pair of steps"]
Go = Annotated[bool, "1", "walk; without it the walk ends in a stand"]
Catch = Annotated[bool, "1", "footholds follow the divergent component"]
Retime = Annotated[bool, "1", "the time of landing does, too"]


class StepsState(NamedTuple):
    """What the walk remembers, see `pult.motion.balance.stepping`."""

    memory: Array


class GaitValues(NamedTuple):
    """Numbers of the gait."""

    gait: Array


class StepsWanted(NamedTuple):
    """What the pattern wants now."""

    wanted: Annotated[Array, "m", Shape(2), "wanted divergent component of motion"]
    pressure: Annotated[Array, "m", Shape(2), "centre of pressure of the pattern"]
    contacts: Contacts
    stance: Places
    stance_headings: Headings
    swing: Annotated[Array, "m", Shape(3), "swing foot"]
    swing_velocity: Annotated[Array, "m/s", Shape(3), "its velocity"]
    swing_acceleration: Annotated[Array, "m/s^2", Shape(3), "its acceleration"]
    swing_heading: Annotated[float, "rad", "its heading"]
    swing_turning: Annotated[float, "rad/s", "rate of its heading"]
    swing_spin: Annotated[float, "rad/s^2", "rate of that"]
    heading: Annotated[float, "rad", "heading of the body"]
    standing: Annotated[bool, "1", "whether it stands on both feet, not walking"]
    made: Annotated[float, "1", "number of steps so far"]


@block("balance.steps")
class Steps:
    r"""Walk step by step: where the feet go, planned anew in every step from the orders and the measured state.

    $$ \xi(t) = p + (u + b - p)\,e^{-\omega (T - t)} $$

    $p$ is the centre of pressure of the support foot, $u$ the next foothold, $b$ the offset of the divergent component
    that four more such steps need. With `catch` the foothold, and with `retime` its time, are changed in every control
    step so that the measured $\xi$ ends at $u + b$. An order to stop is followed by a step in place and a closing step.
    Heading and line are kept in the frame of the estimate.
    """

    @staticmethod
    def prepare(
        *,
        walker: WalkerName,
        height: Height = 1.2,
        period: Annotated[float, "s", Range(0.4, 3), "time of a step"] = 0.7,
        double: Annotated[float, "s", Range(0.02, 0.5), "part of it on both feet"] = 0.06,
        lift: Annotated[float, "m", Range(0.01, 0.3), "height of the swing foot"] = 0.06,
    ) -> GaitValues:
        """Fetch soles and stance."""
        return GaitValues(gait_of(walker, height, PERIOD=period, DOUBLE=double, LIFT=lift))

    @staticmethod
    def initial() -> StepsState:
        """Standing."""
        return StepsState(np.zeros(SIZE))

    @staticmethod
    def output(
        state: StepsState, dcm: OnFloor, places: Places, headings: Headings, loads: Loads, order: Order, turn: Turn,
        go: Go, catch: Catch = True, retime: Retime = True, *, gait: Array, dt: Step,
    ) -> StepsWanted:  # fmt: skip
        """One tick of the walk, without keeping it."""
        s, xi, p, contacts = state.memory.copy(), np.zeros(2), np.zeros(2), np.ones(2)
        command = np.array([float(order[0]), float(order[1]), turn])
        feet = feet_of(places, headings)
        heading = advance(s, gait, feet, loads, dcm, command, go, catch, retime, dt, xi, p, contacts)
        stance, stance_headings = np.empty(4), np.empty(2)
        for k in range(2):
            stance[2 * k], stance[2 * k + 1] = s[FEET + 3 * k], s[FEET + 3 * k + 1]
            stance_headings[k] = s[FEET + 3 * k + 2]
        return StepsWanted(
            xi, p, contacts, stance, stance_headings, s[SWING : SWING + 3].copy(), s[SWING + 3 : SWING + 6].copy(),
            s[SWING + 6 : SWING + 9].copy(), float(s[SWING_YAW]), float(s[SWING_YAW + 1]), float(s[SWING_YAW + 2]),
            heading, bool(float(s[WALKING]) < 0.5), float(s[STEPS]),
        )  # fmt: skip

    @staticmethod
    def update(
        state: StepsState, dcm: OnFloor, places: Places, headings: Headings, loads: Loads, order: Order, turn: Turn,
        go: Go, catch: Catch = True, retime: Retime = True, *, gait: Array, dt: Step,
    ) -> StepsState:  # fmt: skip
        """One tick of the walk."""
        xi, p, contacts = np.zeros(2), np.zeros(2), np.ones(2)
        command = np.array([float(order[0]), float(order[1]), turn])
        advance(
            state.memory, gait, feet_of(places, headings), loads, dcm, command, go, catch, retime, dt, xi, p, contacts
        )
        return StepsState(state.memory)
