"""Patterns walked in MuJoCo with voltages held for 10 ms, without balance feedback; and what falls."""

import math

import pytest

from pult.motion.walk.gait import dcm_gait, paper_gait
from pult.motion.walk.pattern import make_pattern
from pult.motion.walk.plan import Turn, Walk
from tests.motion.walk.walking import actuated, walk


@pytest.fixture(scope="module")
def model():
    return actuated()


@pytest.mark.parametrize("gait", [paper_gait(), dcm_gait()], ids=lambda gait: gait.name)
def test_steps_and_turns_without_a_fall(walker, model, gait):
    pattern = make_pattern(gait, walker, [Walk(6), Turn(math.pi / 4), Walk(3, "right"), Turn(-math.pi / 4)])
    found = walk(pattern, walker, model)
    assert found.fell == math.inf
    assert found.tilt < math.radians(1.0)
    assert found.voltage < 0.6
    assert found.drift < 0.03


def test_what_the_paper_prints_falls(walker, model):
    printed = make_pattern(paper_gait(alpha=0.1), walker, [Walk(2)])
    assert walk(printed, walker, model).fell < 8.0
    good = make_pattern(paper_gait(), walker, [Walk(2)])
    assert walk(good, walker, model, kp=1.0, kd=0.005).fell < 8.0
    assert walk(good, walker, model, feed_forward=0.0).fell < math.inf
