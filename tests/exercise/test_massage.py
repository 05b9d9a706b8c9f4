"""The stroke with even force: force control passes, position control does not."""

from pult.exercise.exercise import load_exercise
from pult.exercise.run import run_attempt
from pult.pilot import find_pilot


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
