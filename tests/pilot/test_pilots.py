"""Pilots by name, and what the pilots of the two-link arm decide."""

import math

import numpy as np
import pytest

from pult.core.errors import UsageError
from pult.core.shipped import shipped
from pult.exercise.exercise import load_exercise
from pult.pilot import Briefing, View, find_pilot, pilots
from pult.pilots.two_link.line import velocity
from pult.pilots.two_link.reach import Command, SemiAutomatic, _way

NAMES = ("base", "fore", "hand", "target")
FULL = 0.25
"""Speed of the hand at full deflection [m/s]."""


def seen(hand, target, *, elbow=(0.4, 0.0), lamp=0.0, time=0.0, name="target"):
    places = dict(zip(NAMES, ((0.0, 0.0), elbow, hand, target), strict=True))
    poses = {thing: np.array([*place, 0.0, 1.0, 0.0, 0.0, 0.0]) for thing, place in places.items()}
    briefing = Briefing(parameters={"lead.velocity.k": FULL, "rate.k": 0.6})
    return View(time, 0, name, {"out_of_reach": lamp}, poses, briefing=briefing)


def test_every_pilot_knows_exercises_and_variants_that_are_shipped():
    assert {pilot.name for pilot in pilots()} >= {"semi-automatic", "displacement", "command"}
    for pilot in pilots():
        for exercise, variant in pilot.exercises.items():
            assert exercise in shipped("exercise")
            assert variant in load_exercise(exercise).document.variants


def test_unknown_pilots_are_told_with_what_there_is():
    with pytest.raises(UsageError, match="Did you mean 'command'"):
        find_pilot("two-link-reach", "comand")
    with pytest.raises(UsageError, match=r"no pilot 'pawn' knows the exercise 'chess'. Allowed: .*'command'"):
        find_pilot("chess", "pawn")


def test_a_copy_of_an_exercise_under_another_name_is_driven_by_the_same_pilots():
    assert find_pilot("my-reach", "command") is find_pilot("two-link-reach", "command")


def test_semi_automatic_pushes_the_stick_towards_the_target():
    policy = SemiAutomatic("rate", 1.8)
    wanted = policy.act(seen((0.5, 0.0), (0.5, 0.2)))
    assert wanted["effectors"] == "hand" and wanted["joystick_mode"] == "rate"
    assert wanted["joystick"] == pytest.approx([0.0, 1.0, 0.0])  # far away: full deflection
    near = policy.act(seen((0.5, 0.0), (0.5, 0.02)))
    assert near["joystick"] == pytest.approx([0.0, 1.8 * 0.02 / 0.25, 0.0])
    assert "joystick" not in policy.act(seen((0.5, 0.0), (0.5, 0.005)))  # touched: let go


def test_a_target_is_reported_only_with_the_lamp_lit_and_no_progress_for_a_second():
    policy = SemiAutomatic("rate", 1.8)
    for k in range(30):
        wanted = policy.act(seen((0.68, 0.0), (0.8, 0.0), lamp=1.0, time=0.05 * k))
        assert ("unreachable" in wanted) == (0.05 * k > 1.0)
    dark = SemiAutomatic("rate", 1.8)
    assert not any("unreachable" in dark.act(seen((0.68, 0.0), (0.8, 0.0), time=0.05 * k)) for k in range(60))
    moving = SemiAutomatic("rate", 1.8)
    assert not any(
        "unreachable" in moving.act(seen((0.3 + 0.005 * k, 0.0), (0.8, 0.0), lamp=1.0, time=0.05 * k))
        for k in range(60)
    )


def test_a_lamp_that_is_still_lit_from_the_target_before_proves_nothing():
    """The arm is stretched and the lamp lit, but the target lies nearer to the base than the hand."""
    policy = SemiAutomatic("rate", 1.8)
    for k in range(60):
        wanted = policy.act(seen((0.7, 0.0), (0.655, 0.0), lamp=1.0, time=0.05 * k))
        assert "unreachable" not in wanted and wanted["joystick"][0] < 0.0


def test_the_line_is_gone_along_and_what_is_off_is_corrected_first():
    along = np.array([0.0, -1.0])
    assert velocity(np.array([0.0, -0.48]), along, FULL) == pytest.approx([0.0, -0.25])
    assert velocity(np.array([0.0, -0.05]), along, FULL) == pytest.approx([0.0, -0.09])
    off = velocity(np.array([0.02, -0.48]), along, FULL)
    assert off[0] == pytest.approx(0.036) and np.linalg.norm(off) == pytest.approx(0.25)
    assert velocity(np.array([0.3, -0.1]), along, FULL) == pytest.approx([0.25, 0.0])  # far off: back to the line alone
    assert velocity(np.zeros(2), along, FULL) == pytest.approx([0.0, 0.0])


def test_the_way_leads_round_the_base():
    hand, aim, base = np.array([0.4, -0.4, 0.0]), np.array([-0.1, 0.45, 0.0]), np.zeros(3)
    straight = aim[:2] - hand[:2]
    for _ in range(400):
        hand[:2] += 0.02 * np.asarray(_way(hand, aim, base))
        assert np.linalg.norm(hand[:2]) > 0.28
    assert np.linalg.norm(hand - aim) < 0.01
    assert float(np.linalg.norm(straight)) > 0.9  # it was on the other side
    clear = _way(np.array([0.6, -0.2, 0.0]), np.array([0.6, 0.2, 0.0]), base)
    assert clear == pytest.approx([0.0, 0.4])


def test_command_bends_the_elbow_first_then_turns_the_shoulder_then_reports():
    policy = Command()
    # arm bent by +90 degrees: hand at (0.4, 0.3); target as far out as a bend of 60 degrees reaches
    far = math.sqrt(0.16 + 0.09 + 0.24 * math.cos(math.radians(60)))
    wanted = policy.act(seen((0.4, 0.3), (far, 0.0)))
    assert wanted["joints"] == ["elbow"] and wanted["joystick"][0] == -1.0
    place = np.array([0.4 + 0.3 * math.cos(math.radians(60)), 0.3 * math.sin(math.radians(60))])
    wanted = policy.act(seen(place, (far, 0.0)))
    assert wanted["joints"] == ["shoulder"] and wanted["joystick"][0] < 0.0
    assert policy.act(seen((0.7, 0.0), (0.8, 0.0))) == {"unreachable": True}
    assert policy.act(seen((0.5, 0.0), (0.5, 0.003))) == {}
