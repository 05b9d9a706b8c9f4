"""The biped walks by the paper's four buttons: in MuJoCo, with noisy sensors, by the shipped scheme and panel."""

import math

import numpy as np
import pytest

import pult
from pult.sim.commands import Arm, Input, Neutral, Push, Reset, Stop


@pytest.fixture(scope="module")
def opened():
    return pult.open_session(pult.Setup(world="biped", scheme="biped-buttons", panel="biped-buttons", seed=3))


@pytest.fixture
def session(opened):
    for command in (Reset(), Neutral(), Arm(), Input(values={"enable": True, "feedback": True})):
        opened.apply(command)
    opened.advance(50)
    return opened


def value(session, name):
    return session.row[session.channels.find(name).place]


def press(session, button):
    session.apply(Input(values={button: True}))
    session.advance(10)
    session.apply(Input(values={button: False}))


def heading(session):
    w, x, y, z = value(session, "qpos")[3:7]
    return math.atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))


def test_it_walks_turns_when_the_walk_has_ended_and_stands(session):
    press(session, "forward")
    session.advance(290)
    assert value(session, "output.walks") and not value(session, "output.standing")
    press(session, "left")
    assert value(session, "output.next_left") and value(session, "output.waiting") == 1.0
    session.advance(700)
    assert value(session, "output.standing") and value(session, "output.waiting") == 0.0
    steps = value(session, "output.steps_made")[0]
    assert value(session, "qpos")[0] == pytest.approx(0.2 * (steps - 1.0), abs=0.05)  # the last one closes
    assert heading(session) == pytest.approx(math.pi / 4.0, abs=0.03)
    assert value(session, "qpos")[2] == pytest.approx(1.027, abs=0.01)


def test_a_stop_at_any_time_ends_in_a_stand(session):
    press(session, "forward")
    press(session, "right")
    session.advance(313)
    session.apply(Stop())
    session.advance(400)
    assert value(session, "output.standing") and value(session, "output.waiting") == 0.0
    assert value(session, "qpos")[2] == pytest.approx(1.027, abs=0.01)


@pytest.mark.parametrize("feedback", [True, False])
def test_balance_is_what_survives_a_push(session, feedback):
    session.apply(Input(values={"feedback": feedback}))
    press(session, "forward")
    session.advance(330)
    session.apply(Push(body="chest", force=[-200.0, 0.0, 0.0], duration=0.1))
    session.advance(450)
    height = float(value(session, "qpos")[2])
    assert (height > 1.0) == feedback
    assert np.isfinite(value(session, "qpos")).all()
