"""Contact mode of PRM-1 in a session: switching modes moves nothing, and a wall is never pressed harder than is set."""

from pathlib import Path

import numpy as np
import pytest

from pult.sim.commands import Input
from pult.sim.open import open_session
from pult.sim.setup import Setup, Start
from tests.sim.torso_lab import Rows

REACHING = {"shoulder": -0.9, "elbow": 1.2, "wrist": -0.3, "roll": 1.5708}
"""Angles at which the finger tips are some centimetres before the door [rad]."""


@pytest.fixture
def session():
    """The robot with its arm stretched towards the closed door."""
    start = Start(joints=REACHING, bodies={"base": [0.82, 0.3, 0.0, 1.0, 0.0, 0.0, 0.0]})
    return open_session(Setup(world="prm1-door", scheme="prm1-contact", panel="prm1-door", start=start), Path.cwd())


def run(session, seconds, **panel):
    """Set the panel and go on; the rows by control step."""
    session.apply(Input(values=panel))
    keeper = Rows()
    session.listeners.append(keeper)
    try:
        session.advance(round(seconds / session.dt))
    finally:
        session.listeners.remove(keeper)
    rows = np.concatenate(keeper.kept)
    names = ("site.tip", "output.force", "sensor.touch", "output.capped")
    return {name: rows[:, session.channels.find(name).place] for name in names}


def test_switching_modes_moves_nothing(session):
    before = run(session, 1.0, mode="command", effectors="grab")["site.tip"][-1, :3]
    for mode in ("contact", "semi-automatic", "contact", "command"):
        tip = run(session, 0.8, mode=mode)["site.tip"][:, :3]
        assert np.linalg.norm(tip - before, axis=1).max() < 0.003, mode


def test_the_door_is_pressed_with_the_force_that_is_set_and_no_more(session):
    run(session, 0.5, mode="contact", effectors="grab", force_limit=20)
    found = run(session, 6.0, joystick=[0.6, 0.0, 0.0])
    assert found["output.capped"][-1]
    assert found["output.force"].max() <= 20.0 * (1.0 + 1e-9)
    assert found["sensor.touch"][-100:].mean() == pytest.approx(20.0, rel=0.1)
