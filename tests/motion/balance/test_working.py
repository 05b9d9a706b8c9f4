"""The walking robot works with its arms while it stands, by the panel's signals alone: the modes of the scheme `biped-work`."""

import numpy as np
import pytest

import pult
from pult.sim.commands import Arm, Input, Neutral, Reset

STEADY = 0.02
"""Sway of the pelvis while it works [m]."""


@pytest.fixture(scope="module")
def opened():
    return pult.open_session(pult.Setup(world="biped-room", scheme="biped-work", panel="biped-work", seed=4))


@pytest.fixture
def session(opened):
    opened.apply(Reset())
    for command in (Neutral(), Arm(), Input(values={"enable": True, "feedback": True, "catch": True, "speed": 1.0})):
        opened.apply(command)
    opened.advance(100)
    return opened


def value(session, name):
    return session.row[session.channels.find(name).place].copy()


def hand(session):
    """Where the right hand is, in the axes of the pelvis [m]."""
    pelvis, body = session.data.body("pelvis"), session.data.body("right_hand")
    return pelvis.xmat.reshape(3, 3).T @ (body.xpos - pelvis.xpos)


def joints(session):
    """Angles of both arms by the names of their joints [rad]."""
    names = [name for name in map(session.model.joint, range(session.model.njnt)) if name.name.startswith(("right_", "left_"))]
    arms = [joint for joint in names if not any(part in joint.name for part in ("hip", "knee", "ankle"))]
    return {joint.name: float(session.data.qpos[joint.qposadr[0]]) for joint in arms}


def test_command_mode_turns_the_selected_joint_and_no_other_while_it_stands(session):
    before, pelvis = joints(session), value(session, "qpos")[:3]
    session.apply(Input(values={"mode": "command", "joints": ["right_elbow"], "joystick": [1.0, 0.0, 0.0]}))
    session.advance(60)
    session.apply(Input(values={"joystick": [0.0, 0.0, 0.0]}))
    session.advance(40)
    turned = {name: angle - before[name] for name, angle in joints(session).items()}
    assert abs(turned.pop("right_elbow")) > 0.2
    assert max(map(abs, turned.values())) < 0.03
    assert value(session, "output.standing") and np.abs(value(session, "qpos")[:3] - pelvis).max() < STEADY


def test_semi_automatic_mode_lifts_the_selected_hand_straight_and_the_other_rests(session):
    session.apply(Input(values={"mode": "semi-automatic", "effectors": "right_hand"}))
    session.advance(20)
    before, others, pelvis = hand(session), joints(session), value(session, "qpos")[:3]
    session.apply(Input(values={"joystick": [0.0, 0.0, 0.6]}))
    session.advance(100)
    moved = hand(session) - before
    assert moved[2] > 0.05
    assert np.hypot(*moved[:2]) < 0.2 * moved[2]
    left = [abs(angle - others[name]) for name, angle in joints(session).items() if name.startswith("left_")]
    assert max(left) < 0.03
    assert value(session, "output.standing") and np.abs(value(session, "qpos")[:3] - pelvis).max() < STEADY


def test_while_it_walks_the_arms_hold_the_pose_in_which_they_were_left(session):
    session.apply(Input(values={"mode": "command", "joints": ["right_elbow"], "joystick": [1.0, 0.0, 0.0]}))
    session.advance(60)
    session.apply(Input(values={"joystick": [0.0, 0.0, 0.0]}))
    session.advance(30)
    before, start = joints(session), value(session, "qpos")[0]
    session.apply(Input(values={"mode": "walk", "joystick": [0.6, 0.0, 0.0]}))
    session.advance(300)
    assert value(session, "qpos")[0] - start > 0.2
    assert not value(session, "output.standing")
    assert max(abs(angle - before[name]) for name, angle in joints(session).items()) < 0.06
