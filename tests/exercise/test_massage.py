"""Strokes with even force over the sphere and over a back: force control passes, position control does not."""

import json

import numpy as np

from pult.core.shipped import shipped_file
from pult.exercise.exercise import check_exercise, load_exercise
from pult.exercise.run import run_attempt
from pult.pilot import find_pilot
from pult.procedure.contact import find_contact
from pult.world.world import load_world


def test_force_control_passes_and_position_control_does_not() -> None:
    exercise = load_exercise("massage-stroke")
    pressed = run_attempt(exercise, find_pilot("massage-stroke", "semi-automatic"), 3)
    assert pressed.success and pressed.score.points > 90 and not pressed.score.penalties
    held = run_attempt(exercise, find_pilot("massage-stroke", "position"), 3)
    assert not held.success
    assert held.reason in ("limit", "time")  # too hard, or the pilot drew the tool in before that


def test_the_sphere_differs_from_seed_to_seed_and_is_the_same_for_the_same_seed() -> None:
    exercise = load_exercise("massage-stroke")
    starts = [exercise.setup("", seed).start for seed in (0, 1, 1)]
    stiffness = [start.elements["skin"]["stiffness"] for start in starts]
    assert stiffness[0] != stiffness[1] == stiffness[2]
    assert all(4000.0 <= value <= 12000.0 for value in stiffness)
    assert starts[0].bodies["sphere"] != starts[1].bodies["sphere"]


def test_the_back_is_stroked_with_an_even_force_and_position_control_fails_there() -> None:
    exercise = load_exercise("massage-patient")
    pressed = run_attempt(exercise, find_pilot("massage-patient", "semi-automatic"), 7)
    assert pressed.success and pressed.score.points > 90 and not pressed.score.penalties
    figures = pressed.score.metrics
    # of the contact itself, from the first hold to the end of the path: 8 N are asked for
    softest, hardest = figures["softest"].value, figures["hardest"].value
    assert softest is not None and hardest is not None
    assert 7.6 < softest < 8.0 < hardest < 8.4
    held = run_attempt(exercise, find_pilot("massage-patient", "position"), 7)
    assert not held.success and held.reason == "limit"


def test_the_knots_of_the_back_lie_on_the_patient_where_the_world_has_it() -> None:
    exercise = load_exercise("massage-patient")
    surface = find_contact(load_world(exercise.document.world), "skin").surface
    points = np.array(exercise.document.parameters["path.points"])
    normals = np.array(exercise.document.parameters["path.normals"])
    assert np.unique(points, axis=0).shape == (21, 3)
    for point, normal in zip(points, normals, strict=True):
        assert np.linalg.norm(surface.project(point) - point) < 1e-5
        assert np.abs(surface.normal(point) - normal).max() < 1e-4  # written with five digits
    # both sides of the spine are done alike
    assert np.allclose(points[:21, 0] + points[20::-1, 0], 0.9) and np.allclose(points[:21, 1], points[20::-1, 1])


def test_how_the_patient_lies_differs_from_seed_to_seed_and_the_path_does_not_know_it() -> None:
    exercise = load_exercise("massage-patient")
    setups = [exercise.setup("", seed) for seed in (0, 1, 1)]
    assert setups[0].start.bodies["patient"] != setups[1].start.bodies["patient"] == setups[2].start.bodies["patient"]
    assert setups[0].parameters == setups[1].parameters == exercise.document.parameters
    assert exercise.setup("", 0, {"tool.law.ke": 5000.0}).parameters["tool.law.ke"] == 5000.0


def test_a_parameter_that_the_scheme_does_not_have_is_told_by_its_name() -> None:
    document = json.loads(shipped_file("exercise", "massage-patient").read_text(encoding="utf-8"))
    document["parameters"] = {"path.stifness": 4000.0}
    exercise, faults = check_exercise(document)
    assert exercise is None
    assert faults and all("path.stifness" in str(fault) for fault in faults)
