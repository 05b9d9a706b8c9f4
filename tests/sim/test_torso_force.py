"""The torso robot's joystick mode *force* on a wall: it presses with what the joystick asks for, and gauges show both."""

import numpy as np
import pytest

from pult.geometry.rotation import matrix_from_quaternion
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


@pytest.fixture(scope="module")
def turned(tmp_path_factory):
    """Chest and eyes turned away from the base: no two frames of the joystick are the same."""
    joints = {"waist_yaw": -0.1, "neck_yaw": 0.4, "neck_pitch": 0.3}
    return torso_at_wall(tmp_path_factory.mktemp("turned"), joints=joints)


@pytest.mark.parametrize("frame", ["base", "effector", "camera"])
@pytest.mark.parametrize("side", ["right", "left"])
def test_the_force_has_size_and_direction_of_the_deflection_in_every_frame(turned, side, frame):
    """Obliquely on the wall, which holds the hand by friction: 3 % of the size in any direction."""

    def axes():
        sites = {"effector": f"site.{side}_wrist", "camera": "site.head_eye"}
        return np.eye(3) if frame == "base" else matrix_from_quaternion(turned(sites[frame])[3:])

    turned.reset()
    turned.set(effectors=f"{side}_hand", joystick_mode="force", joystick_frame=frame, speed=1.0)
    turned.run(0.3)
    deflection = axes().T @ [0.5, 0.0, -0.1]
    turned.stick(*deflection)
    (shown,) = turned.run(6.0, "output.wrist_force")
    asked = 30.0 * axes() @ deflection  # in axes of the base, as the frame is now
    hand = matrix_from_quaternion(turned(f"site.{side}_wrist")[3:])
    applied = hand @ turned(f"sensor.{side}_force") - [0.0, 0.0, 6.709]
    assert applied == pytest.approx(asked, abs=0.03 * np.linalg.norm(asked))
    assert shown[-1] == pytest.approx(np.linalg.norm(asked), rel=0.03)
    assert turned(f"sensor.{side}_touch") == pytest.approx(np.linalg.norm(applied), rel=0.03)


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
