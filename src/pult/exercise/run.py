"""Attempts of pilots, as fast as the machine allows: a session, an operator and a judge, from the start to the end."""

import hashlib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from pult.core.errors import PultError, UsageError
from pult.core.signals import Array
from pult.exercise.attempt import Attempt, keep_exercise
from pult.exercise.briefing import make_briefing
from pult.exercise.exercise import Exercise
from pult.exercise.judge import Judge
from pult.exercise.operators import find_operator, own_variant
from pult.exercise.score import Score
from pult.panel.elements import Button, Joystick
from pult.pilot import Briefing, Eyes, Hands, Pilot, Policy, View
from pult.pilot.view import shown, turned, visible
from pult.realtime.evidence import SECONDS, Evidence, evidence_folder
from pult.record import RollingBuffer
from pult.record.motion_file import Motion
from pult.record.playing import Player
from pult.record.recording import Recording, record_header
from pult.sim.commands import Input
from pult.sim.open import open_session
from pult.sim.row import APART
from pult.sim.session import Halted, Session

Progress = Callable[[float, int], None]
"""Told now and then: time of the attempt [s] and the present stage."""


@dataclass(frozen=True)
class Outcome:
    """What came of an attempt.

    Attributes:
        exercise, variant, pilot, seed: What was attempted.
        success: Whether it was done.
        reason: Why it ended.
        time: How long it took [s].
        score: The score with its metrics.
        hash: SHA-256 of the data of the record, or of the rows if nothing was recorded.
        record: The record's file, if there is one.
        problem: What went wrong with the session or the record, if anything did.
        wall: How long it took to prepare and to run [s].
        steps: Control steps.
    """

    exercise: str
    variant: str
    pilot: str
    seed: int
    success: bool
    reason: str
    time: float
    score: Score
    hash: str
    record: Path | None
    problem: str
    wall: Mapping[str, float] = field(default_factory=dict)
    steps: int = 0

    def plain(self) -> dict[str, Any]:
        """As plain data for JSON."""
        return {
            "exercise": self.exercise,
            "variant": self.variant,
            "pilot": self.pilot,
            "seed": self.seed,
            "success": self.success,
            "reason": self.reason,
            "time": self.time,
            "score": self.score.points,
            "medal": self.score.medal,
            "metrics": {name: metric.value for name, metric in self.score.metrics.items()},
            "breakdown": self.score.plain(),
            "hash": self.hash,
            "record": str(self.record) if self.record else None,
            "problem": self.problem or None,
            "steps": self.steps,
            "wall": dict(self.wall),
        }


def open_attempt(
    exercise: Exercise,
    variant: str = "",
    seed: int = 0,
    parameters: Mapping[str, Any] | None = None,
    *,
    pilot: str = "",
    plain: bool = False,
    begin: bool = True,
) -> Attempt:
    """An attempt at an exercise in a session of its own, which runs freely.

    Args:
        exercise: The exercise.
        variant: Name of the variant, the usual one if left out.
        seed: Seed of the start and of the sensors' noise.
        parameters: Parameters of the scheme, "block.parameter".
        pilot: Name of who attempts it, for the record.
        plain: Run everything as plain Python.
        begin: Whether the world settles and the attempt begins now; else call `Attempt.settle`.

    Raises:
        PultError: The exercise, or something it names, is not right.
    """
    variant, _ = exercise.variant(variant)
    session = open_session(exercise.setup(variant, seed, parameters), exercise.folder, plain=plain)
    keep_exercise(session, exercise)
    extra = {"exercise": exercise.name, "variant": variant, "pilot": pilot, "seed": seed}
    attempt = Attempt(session, exercise, extra)
    if begin:
        attempt.settle()
    return attempt


def view_of(attempt: Attempt, judge: Judge, briefing: Briefing) -> View:
    """What an operator sees now, with what they know beforehand."""
    session, stages = attempt.session, judge.document.stages
    panel = session.panel
    row, channels = session.row, session.channels
    lamps = shown(row, channels, panel.panel) if panel is not None else {}
    angles = turned(row, channels, panel.panel) if panel is not None else {}
    target = stages[judge.stage].target if judge.stage < len(stages) else ""
    return View(judge.time, judge.stage, target, lamps, visible(row, channels), angles, briefing)


def run_attempt(
    exercise: Exercise,
    pilot: Pilot | str = "",
    seed: int = 0,
    *,
    variant: str = "",
    parameters: Mapping[str, Any] | None = None,
    streams: Mapping[str, Motion | str | Path] | None = None,
    record: Path | None = None,
    overwrite: bool = False,
    plain: bool = False,
    progress: Progress | None = None,
    evidence: Path | None = None,
) -> Outcome:
    """Let a pilot attempt an exercise, as fast as the machine allows.

    Args:
        exercise: The exercise.
        pilot: Who attempts it, a pilot or its name; the exercise's default operator if left out.
        seed: Seed of the start, of the sensors' noise and of the pilot's tremor.
        variant: Another variant than the pilot's own.
        parameters: Parameters of the scheme, "block.parameter".
        streams: Recorded data of streams, from the start of the attempt on; see `pult.record.playing.Player`.
        record: File to record to.
        overwrite: Whether the file may be there already.
        plain: Run everything as plain Python.
        progress: Told how far it is.
        evidence: Folder for a record of the last seconds if the session cannot go on; one of the user's if none is
            given.

    Raises:
        UsageError: No such pilot knows the exercise, or none is given and the exercise names no operator.
        PultError: The exercise is not right, or the pilot failed.
    """
    began = time.perf_counter()
    pilot = find_operator(exercise, pilot, variant) if isinstance(pilot, str) else pilot
    variant = variant or own_variant(pilot, exercise)
    attempt = open_attempt(exercise, variant, seed, parameters, pilot=pilot.name, plain=plain, begin=False)
    session = attempt.session
    if session.panel is None:
        raise UsageError("a pilot needs a panel.")
    last = RollingBuffer(SECONDS, record_header(session, **attempt.extra), session.files, apart=APART)
    Recording(session, last)
    problem, ready, first = "", time.perf_counter(), session.tick
    try:
        attempt.settle()
        if record is not None:
            attempt.record(record, overwrite=overwrite)
        ready, first = time.perf_counter(), session.tick
        drive(attempt, pilot, seed, Player(session, streams or {}), progress)
    except Halted as halt:
        attempt.halt()
        problem = _evidence(session, last, str(halt), evidence)
    except BaseException as error:
        attempt.give_up(str(error) or type(error).__name__)
        raise
    done = time.perf_counter()
    digest = _hash(attempt.rows) if attempt.recording is None else ""
    result = attempt.finish()
    if attempt.found is None:
        raise PultError(result.score_missing)
    steps = session.tick - first
    wall = {"prepare": ready - began, "run": done - ready, "real_time_factor": steps * session.dt / (done - ready)}
    digest = attempt.recording.hash if attempt.recording is not None else digest
    problem = " ".join(text for text in (problem, result.record_problem) if text)
    return Outcome(
        exercise.name, attempt.extra["variant"], pilot.name, seed, result.success, result.reason, result.time,
        attempt.found, digest, record, problem, wall, steps,
    )  # fmt: skip


def drive(
    attempt: Attempt, pilot: Pilot, seed: int = 0, player: Player | None = None, progress: Progress | None = None
) -> None:
    """Eyes, policy and hands, until the judge says that it is over.

    Args:
        attempt: An attempt that has begun.
        pilot: Who drives.
        seed: Seed of the pilot's tremor.
        player: Plays recorded data of streams.
        progress: Told how far it is.

    Raises:
        PultError: The pilot failed, or the session cannot go on.
    """
    session, judge = attempt.session, attempt.judge
    if judge is None:
        raise UsageError("a pilot needs an exercise.")
    eyes, hands, policy = Eyes(pilot.limits), _hands(pilot, session, seed), pilot.policy()
    briefing = make_briefing(judge.document, session)
    steps = max(1, round(pilot.limits.interval / session.dt))
    told = 0.0
    while not judge.done:
        seen = eyes.see(view_of(attempt, judge, briefing))
        if seen is not None:
            for name, value in hands.move(judge.time, _decided(pilot, policy, seen)).items():
                session.apply(Input(values={name: value}))
        if player is not None and player.motions:
            player.advance(steps)
        else:
            session.advance(steps)
        if progress is not None and judge.time - told >= 0.5:
            told = judge.time
            progress(told, judge.stage)


def _hands(pilot: Pilot, session: Session, seed: int) -> Hands:
    """Hands for the panel of a session."""
    if session.panel is None:
        raise UsageError("a pilot needs a panel.")
    elements = session.panel.panel.document.elements
    sticks = [(name, element.axes) for name, element in elements.items() if isinstance(element, Joystick)]
    name, axes = sticks[0] if sticks else ("joystick", 3)
    buttons = [key for key, element in elements.items() if isinstance(element, Button)]
    return Hands(pilot.limits, seed, name, axes, buttons=buttons, found=session.panel.as_dict())


def _decided(pilot: Pilot, policy: Policy, seen: View) -> Mapping[str, Any]:
    """What a pilot wants; a pilot is anybody's code."""
    try:
        return policy.act(seen)
    except Exception as error:
        raise PultError(f"the pilot {pilot.name!r} failed after {seen.time:.2f} s: {error!r}.") from error


def _evidence(session: Session, last: RollingBuffer, reason: str, folder: Path | None) -> str:
    """Keep the last seconds of a session that cannot go on; returns what to say."""
    kept = Evidence(last, folder or evidence_folder(), session.world.name, reason)
    kept.wait(60.0)
    return f"{reason} {kept.text}".strip()


def _hash(rows: Array) -> str:
    return hashlib.sha256(np.ascontiguousarray(rows).tobytes()).hexdigest()
