"""Attempts at turning the valve, and what is measured of them besides the score."""

import math

import pult
from pult.exercise.run import drive, open_attempt


def attempt(*, seed: int, exercise: str, variant: str) -> pult.Figures:
    """One attempt of the scripted operator.

    The force across the axis is looked at from the first turning of the wheel until the operator ends the force phase, so
    that braking and standing belong to it, too.

    Args:
        seed: Seed of the start and of the tremor.
        exercise, variant: What is attempted.

    Returns:
        Metrics "miss" [degrees], "turning" (largest force across the axis while the score looks at it) and "across" [N].
    """
    pilot = pult.find_pilot(exercise, "semi-automatic")
    done = open_attempt(pult.load_exercise(exercise), variant, seed)
    drive(done, pilot, seed)
    verdict, metrics = done.judge.verdict(), done.score().metrics
    found = {}
    if verdict.success:
        begin = next(stage.begin for stage in verdict.stages if stage.name == "turn")
        across, mode = (
            done.rows[begin:, done.session.channels.find(name).place].squeeze()
            for name in ("output.off_axis", "panel.mode")
        )
        found = {
            "miss": math.degrees(metrics["angle_error"].value or 0.0),
            "turning": metrics["across"].value,
            "across": across[mode > 0.5].max(),
        }
    reason = verdict.limit or verdict.reason
    return pult.Figures(success=verdict.success, reason=reason, cause=reason, time=verdict.time, metrics=found)
