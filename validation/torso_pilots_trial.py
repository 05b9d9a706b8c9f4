"""Attempts of scripted operators with the torso robot, and what is measured of them besides the score."""

from tests.exercise.torso_lab import PALM, SLIPPERY, WEAK, attempted, carried, slip

import pult

METRICS = ("path_ratio", "inputs", "actions", "wrong_direction", "peak_force")
"""Of both exercises, as they are scored."""
CARRYING = ("tilt", "place_error", "slip", "carried")
"""Of the exercise with the container: two of the score, and two that are measured here."""
CONTACTS = ("table", "stand", "neighbour")
"""Limits that forbid a contact."""


def trial(*, seed: int, what: str, who: str) -> pult.Figures:
    """One attempt.

    Args:
        seed: Seed of the start and of the tremor.
        what: An exercise, or "controls".
        who: The operator, or the name of a control.
    """
    return control(who, seed) if what == "controls" else attempt(what, who, seed)


def attempt(exercise: str, pilot: str, seed: int) -> pult.Figures:
    """Figures of one attempt of an operator."""
    done = attempted(exercise, pilot, seed)
    found, verdict = done.score(), done.judge.verdict()
    every = {name: metric.value for name, metric in found.metrics.items() if metric.value is not None}
    if exercise == "torso-container":
        every |= {"slip": slip(done), "carried": 0.05 * sum(map(len, carried(done)))}
    broken = [span.name for span in verdict.breaks]
    where = [next(one.name for one in reversed(verdict.stages) if one.begin <= span.begin) for span in verdict.breaks]
    reason = verdict.limit or verdict.reason
    return pult.Figures(
        success=verdict.success,
        reason=reason,
        cause=reason,
        time=verdict.time,
        points=found.points,
        metrics={name: every[name] for name in (*METRICS, *CARRYING) if name in every},
        data={
            "stage": done.judge.stage,
            "stages": [[span.name, (span.end - span.begin) * done.session.dt] for span in verdict.stages if span.end],
            "touches": sum(name in CONTACTS for name in broken),
            "broken": [f"{name} in {stage}" for name, stage in zip(broken, where, strict=True)],
        },
    )


def control(name: str, seed: int) -> pult.Figures:
    """One attempt that must fail, by the semi-automatic operator, in twice its usual time."""
    match name:
        case "slippery pads":
            done = attempted("torso-container", "semi-automatic", seed, friction=SLIPPERY, duration=30.0)
        case "weak fingers":
            done = attempted("torso-container", "semi-automatic", seed, parameters=WEAK, duration=30.0)
        case _:
            done = attempted("torso-button", PALM, seed, duration=15.0)
    verdict = done.judge.verdict()
    reason = verdict.limit or verdict.reason
    return pult.Figures(
        success=verdict.success, reason=reason, cause=reason, time=verdict.time, data={"stage": done.judge.stage}
    )
