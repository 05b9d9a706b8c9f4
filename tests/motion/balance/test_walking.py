"""The biped walks, keeps its balance and stops: in MuJoCo, with noisy sensors, by the shipped scheme."""

import numpy as np
import pytest

import pult
from pult.sim.commands import Input, Push, Stop


@pytest.fixture(scope="module")
def session():
    return pult.open_session(pult.Setup(world="biped", scheme="biped", panel="biped", seed=3))


@pytest.fixture(autouse=True)
def fresh(session):
    from pult.sim.commands import Arm, Neutral, Reset

    session.apply(Reset())
    session.apply(Neutral())
    session.apply(Arm())
    session.apply(Input(values={"enable": True, "feedback": True, "catch": True}))


def value(session, name):
    return session.row[session.channels.find(name).place]


def height(session):
    return float(value(session, "qpos")[2])


def test_it_walks_forward_is_pushed_and_ends_standing(session):
    session.advance(50)
    session.apply(Input(values={"joystick": [0.8, 0.0, 0.0]}))
    session.advance(400)
    session.apply(Push(body="chest", force=[60.0, 120.0, 0.0], duration=0.1))  # 13 N s
    session.advance(200)
    session.apply(Input(values={"joystick": [0.0, 0.0, 0.0]}))
    session.advance(350)
    assert value(session, "output.standing")
    assert value(session, "qpos")[0] > 1.0
    assert height(session) == pytest.approx(1.027, abs=0.02)
    assert np.abs(value(session, "drive.left_leg")).max() < 0.6


def test_a_stop_ends_the_step_and_stands(session):
    session.advance(50)
    session.apply(Input(values={"joystick": [1.0, 0.0, 0.4]}))
    session.advance(263)
    session.apply(Stop())
    session.advance(350)
    assert value(session, "output.standing")
    assert height(session) == pytest.approx(1.027, abs=0.02)


def test_without_feedback_and_steps_that_catch_it_falls(session):
    session.apply(Input(values={"feedback": False, "catch": False}))
    session.advance(50)
    session.apply(Input(values={"joystick": [0.8, 0.0, 0.0]}))
    with_fall = False
    for _ in range(10):
        session.advance(50)
        with_fall = with_fall or height(session) < 0.8
        if with_fall:
            break
    assert with_fall
