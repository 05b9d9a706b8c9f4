"""What the operators of the torso robot want next."""

import numpy as np

from pult.pilot import Briefing, StageCard, View
from pult.pilots.torso.tasks import Button


def seen(tip, stage=0):
    """The face of the button is at the origin, the finger before it."""
    places = {"right_fingertip": tip, "face5": (0.0, 0.0, 0.0)}
    poses = {name: np.array([*place, 1.0, 0.0, 0.0, 0.0]) for name, place in places.items()}
    press = StageCard("press", "face5", {"sensor.travel[button5]": (0.004, None)})
    briefing = Briefing((StageCard("reach", "face5"), press, StageCard("back", "face5")))
    return View(0.0, stage, "face5", {}, poses, briefing=briefing)


def test_a_finger_that_has_swung_aside_comes_near_again_before_it_pushes():
    task = Button()
    steps = [
        task.wish(seen(tip)).step
        for tip in (
            (-0.3, 0.1, 0.0),
            (-0.05, 0.0, 0.0),  # before the button
            (-0.013, 0.0, 0.0),  # near it
            (-0.009, 0.0, -0.031),  # swung aside
            (-0.03, 0.0, -0.02),
            (-0.05, 0.0, 0.0),  # back before it: too far away for a push
            (-0.013, 0.0, 0.0),
        )
    ]
    assert steps == ["before", "near", "push", "before", "before", "near", "push"]
