"""The torso robot's joystick mode *force* on a wall: it presses with what the joystick asks for, and gauges show both."""

import numpy as np
import pytest

from tests.sim.force_lab import joystick_force, torso_at_wall


@pytest.fixture(scope="module")
def torso(tmp_path_factory):
    return torso_at_wall(tmp_path_factory.mktemp("torso"))


@pytest.mark.parametrize(("hand", "deflection"), [("right_hand", 0.5), ("left_hand", 0.8)])
def test_the_hand_presses_with_the_force_that_the_joystick_asks_for(torso, hand, deflection):
    """Friction of the joints takes some 2.5 N of it; the integral gives them back."""
    shown, felt = joystick_force(torso, hand, deflection)
    assert torso("output.wanted_force") == pytest.approx(30.0 * deflection)
    assert shown == pytest.approx(30.0 * deflection, rel=0.03)
    assert felt == pytest.approx(shown, rel=0.03)  # by MuJoCo's contacts, which know nothing of the wrist
    torso.stick(0, 0, 0)
    shown, wanted = torso.run(2.0, "output.wrist_force", "output.wanted_force")
    assert wanted[-1] == 0.0
    assert shown[-1] < 3.0  # no more than friction holds


def test_in_free_air_the_wrist_s_gauge_shows_nothing_in_any_orientation(torso):
    """The weight of the hand is taken off; the sensor itself reads it."""
    torso.reset()
    torso.set(effectors="right_hand", joystick_mode="rate", stick="turn")
    torso.run(1.0)
    for axis in range(3):
        torso.stick(*(0.4 * np.eye(3)[axis]))
        torso.run(1.5)
        torso.stick(0, 0, 0)
        (shown,) = torso.run(1.0, "output.wrist_force")
        assert shown[-1] < 0.05
        assert np.linalg.norm(torso("sensor.right_force")) == pytest.approx(6.709, rel=0.01)
