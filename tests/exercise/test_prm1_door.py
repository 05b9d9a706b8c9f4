"""The door is opened by a scripted operator, through its panel; more are in validation/prm1_door.py."""

import numpy as np
import pytest
from validation.prm1_door_trial import attempt

from pult.exercise.exercise import load_exercise
from pult.sim.open import open_session


@pytest.fixture(scope="module")
def exercise():
    return load_exercise("prm1-door")


def test_the_operator_opens_the_door_and_drives_through():
    done = attempt(seed=11, operator="complete")
    assert done.success, done.reason
    assert done.metrics["opened"] > 60.0
    assert done.metrics["spring"] <= 45.0 * (1.0 + 1e-9)
    assert done.metrics["tilt"] < 1.0


def test_without_turning_the_handle_the_door_does_not_open():
    done = attempt(seed=11, operator="without turning")
    assert not done.success
    assert done.metrics["opened"] < 0.3


def test_springs_and_friction_of_the_door_are_drawn_and_reach_the_world(exercise):
    drawn = [exercise.setup(seed=seed).start for seed in range(12)]
    springs = [start.resistance["handle"][2] for start in drawn]
    assert len(set(springs)) == 12 and all(1.2 <= value <= 1.8 for value in springs)
    assert all(450.0 <= start.resistance["bolt"][2] <= 750.0 for start in drawn)
    heights = {start.bodies["lock"][2] for start in drawn}
    assert len(heights) > 4 and all(0.86 <= height <= 0.94 for height in heights)
    session = open_session(exercise.setup(seed=5), exercise.folder)
    model = session.model
    assert model.jnt_stiffness[model.joint("handle").id] == pytest.approx(springs[5])
    assert np.allclose(model.body("lock").pos, drawn[5].bodies["lock"][:3])
