"""Switching between joystick and force at the valve, at any moment: what the arm does that it would not have done.

A run is taken to some moment and goes on twice from there, switched and not switched. What an operator needs: nothing
jerks, neither a joint nor the voltage of its motor, and after the joystick has taken over the hand stays where it is.
"""

import numpy as np
import pytest

from tests.sim.airlock_lab import Airlock

STEP = 0.05
"""Largest step of a joint's speed from one control step to the next [rad/s]."""
VOLTAGE = 0.02
"""Largest step of a motor's voltage, of 1."""
JUST_AFTER = 0.2
"""[s]"""
NAMES = ("sensor.right_speeds", "output.right_arm", "site.right_wrist", "sensor.valve_speed")
TURN = (
    "hardly begun",
    "moment growing",
    "turning",
    "a joint turns back",
    "half round",
    "braking at the angle",
    "there",
)
PRESS = {"mode": "force", "by_angle": False, "f_z": 5.0, "mu_z": 4.0}


@pytest.fixture(scope="module")
def airlock():
    """One session for all tests: each restores one of the moments."""
    return Airlock()


@pytest.fixture(scope="module")
def moments(airlock):
    """Snapshots of one turn, by name."""
    kept = {"at the wheel, open": airlock.session.snapshot()}

    def keep(name, seconds, **values):
        airlock.set(**values)
        airlock.run(seconds)
        kept[name] = airlock.session.snapshot()

    airlock.grip()
    kept["gripping"] = airlock.session.snapshot()
    keep("hardly begun", 0.02, **PRESS)
    keep("moment growing", 0.28)
    keep("turning", 2.2)
    keep("a joint turns back", 2.8)
    keep("half round", 5.7)
    keep("back at the joystick", 0.5, mode="semi-automatic")
    airlock.session.restore(kept["gripping"])
    keep("braking at the angle", 3.6, **PRESS | {"by_angle": True, "angle": 30.0})
    keep("there", 2.0)
    airlock.session.restore(kept["at the wheel, open"])
    keep("in the air, moving", 1.0, joystick=[-1.0, 0.0, 0.0])
    keep("in the air", 1.0, joystick=[0.0, 0.0, 0.0])
    return kept


def steps(rows):
    """Largest change of any entry from row to row."""
    return float(np.abs(np.diff(rows, axis=0)).max())


def switched(airlock, moment, mode):
    """What comes of a switch: steps of speed and voltage, without it and with it."""
    without = airlock.branch(moment, JUST_AFTER, *NAMES)
    found = airlock.branch(moment, JUST_AFTER, *NAMES, mode=mode)
    return [(steps(a), steps(b)) for a, b in zip(without[:2], found[:2], strict=True)]


@pytest.mark.parametrize(
    "name", ["gripping", "back at the joystick", "at the wheel, open", "in the air", "in the air, moving"]
)
def test_switching_to_force_moves_nothing_by_a_jump(airlock, moments, name):
    (speed, speed_switched), (voltage, voltage_switched) = switched(airlock, moments[name], "force")
    assert speed_switched < speed + STEP
    assert voltage_switched < voltage + VOLTAGE


@pytest.mark.parametrize("name", TURN)
def test_switching_to_the_joystick_moves_nothing_by_a_jump(airlock, moments, name):
    """The servo takes over what the arm bears, and lets it die away."""
    (speed, speed_switched), (voltage, voltage_switched) = switched(airlock, moments[name], "semi-automatic")
    assert speed_switched < speed + STEP
    assert voltage_switched < voltage + VOLTAGE


@pytest.mark.parametrize("later", [0.05, 0.1, 0.5])
def test_switching_back_to_force_soon_after_moves_nothing_by_a_jump(airlock, moments, later):
    airlock.session.restore(moments["turning"])
    airlock.set(mode="semi-automatic")
    airlock.run(later)
    (speed, speed_switched), (voltage, voltage_switched) = switched(airlock, airlock.session.snapshot(), "force")
    assert speed_switched < speed + STEP
    assert voltage_switched < voltage + VOLTAGE


@pytest.mark.parametrize("name", ["at the wheel, open", "in the air"])
def test_force_does_nothing_while_the_hand_does_not_hold_the_wheel(airlock, moments, name):
    """There is nothing to press on: the arm would be thrown forward."""
    _, _, site, _ = airlock.branch(moments[name], 1.0, *NAMES, **PRESS)
    assert np.linalg.norm(site[:, :3] - site[0, :3], axis=1).max() < 1e-3


@pytest.mark.parametrize("name", TURN)
def test_once_the_joystick_has_taken_over_the_hand_stays_where_it_is(airlock, moments, name):
    speeds, _, site, wheel = airlock.branch(moments[name], 2.0, *NAMES, mode="semi-automatic")
    moved = np.linalg.norm(site[:, :3] - site[0, :3], axis=1)
    assert moved.max() < 0.003  # a wheel at full pace stops within these
    assert np.linalg.norm(site[30:, :3] - site[-1, :3], axis=1).max() < 0.001  # and after 0.3 s it stands
    assert np.abs(wheel[30:]).max() < 0.02
    assert np.abs(speeds).max() < np.abs(speeds[0]).max() + STEP  # nothing gets faster on the way
