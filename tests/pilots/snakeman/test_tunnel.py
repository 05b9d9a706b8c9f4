"""The operator in the tunnel: forward until the marker was near, whatever the straight line to it says."""

import numpy as np

from pult.pilot.briefing import Briefing, StageCard
from pult.pilot.view import View
from pult.pilots.snakeman.tunnel import Advance

BRIEFING = Briefing((StageCard("advance", "target"), StageCard("retreat")), {"advance.k": 0.12})


def view(tip: float, target: float, stage: int = 0, along: float = 0.5) -> View:
    places = {"link11": tip - 0.2, "link12": tip - 0.1, "tip": tip, "target": target}
    poses = {name: np.array([x, 0.0, 0.05, 1.0, 0.0, 0.0, 0.0]) for name, x in places.items()}
    return View(0.0, stage, "target" if stage == 0 else "", {"along": along}, poses, briefing=BRIEFING)


def test_a_marker_behind_the_tip_is_ahead_in_a_tunnel_that_folds_back():
    assert Advance().act(view(1.0, 0.9))["joystick"] == [1.0]


def test_a_marker_that_was_passed_is_gone_back_to():
    operator = Advance()
    assert operator.act(view(1.0, 1.01))["joystick"][0] > 0.0
    assert operator.act(view(1.02, 1.01))["joystick"][0] < 0.0
    assert operator.act(view(1.011, 1.01))["joystick"] == [0.0]


def test_the_arm_is_led_out_until_the_tip_is_before_the_mouth():
    operator = Advance()
    assert operator.act(view(1.0, 1.0, stage=1))["joystick"] == [-1.0]
    assert operator.act(view(1.0, 1.0, stage=1, along=-0.02))["joystick"] == [0.0]
