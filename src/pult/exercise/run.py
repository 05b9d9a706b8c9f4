"""Attempts of pilots, as fast as the machine allows: a session, a pilot and a judge."""

import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from pult.core.arguments import one_of, text, whole_number
from pult.core.errors import PultError, UsageError
from pult.core.signals import Array
from pult.exercise.account import LimitBreaks
from pult.exercise.attempt import Attempt
from pult.exercise.exercise import Exercise, load_exercise
from pult.exercise.opened import OpenedExercise
from pult.exercise.operators import find_operator, own_variant
from pult.exercise.piloting import Piloting
from pult.exercise.score import Score
from pult.pilot import Pilot
from pult.realtime.evidence import SECONDS, Evidence, evidence_folder
from pult.record import RollingBuffer
from pult.record.motion_file import Motion
from pult.record.playing import Player
from pult.record.recording import Recording, record_header
from pult.sim.injection import targets_of, timed_commands
from pult.sim.row import DERIVED
from pult.sim.session import Halted, Session

Progress = Callable[[float, int], None]
"""Progress callback: time of the attempt [s] and the present stage."""


@dataclass(frozen=True)
class Outcome:
    """Outcome of an attempt.

    Attributes:
        exercise, variant, pilot, seed: What was attempted.
        success: Whether the exercise was completed.
        reason: Why it ended.
        time: How long it took [s].
        score: The score with its metrics.
        hash: SHA-256 of all numbers of the attempt, recorded or not: equal for runs that are equal to the last bit.
        record: The record's file, if there is one.
        record_hash: SHA-256 of the data of the record, as `Record.hash`; empty if there is none.
        halted: Why the session halted, if it did.
        record_problem: What is wrong with the record, if anything is.
        wall: Wall-clock times of preparation and run [s].
        steps: Control steps.
        breaks: Limits that were broken: when, where, how often.
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
    record_hash: str = ""
    halted: str = ""
    record_problem: str = ""
    wall: Mapping[str, float] = field(default_factory=dict)
    steps: int = 0
    breaks: tuple[LimitBreaks, ...] = ()

    @property
    def problem(self) -> str:
        """What went wrong with the session or the record, if anything did."""
        return " ".join(text for text in (self.halted, self.record_problem) if text)

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
            "record_hash": self.record_hash or None,
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
    """Open an attempt at an exercise in a new session, which runs as fast as possible.

    Args:
        exercise: The exercise.
        variant: Name of the variant; by default the exercise's default variant.
        seed: Seed of the start and of the sensors' noise.
        parameters: Parameters of the scheme, "block.parameter".
        pilot: Name of the pilot, for the record.
        plain: Run everything as plain Python.
        begin: Whether the world settles and the attempt begins now; else call `Attempt.settle`.

    Raises:
        PultError: The exercise, or a document it names, is invalid.
    """
    attempt = OpenedExercise(exercise, variant, plain=plain).attempt(seed, parameters, pilot=pilot)
    if begin:
        attempt.settle()
    return attempt


def run_attempt(
    exercise: Exercise | OpenedExercise | str | Path,
    pilot: Pilot | str = "",
    seed: int = 0,
    *,
    variant: str = "",
    parameters: Mapping[str, Any] | None = None,
    streams: Mapping[str, Motion | str | Path] | None = None,
    faults: Sequence[str] = (),
    record: Path | None = None,
    overwrite: bool = False,
    plain: bool = False,
    progress: Progress | None = None,
    evidence: Path | bool = True,
) -> Outcome:
    """Let a pilot attempt an exercise, as fast as the machine allows.

    Args:
        exercise: The exercise, its name or its file; opened already if it is attempted many times.
        pilot: A pilot or its name; by default the exercise's default operator.
        seed: Seed of the start, of the sensors' noise and of the pilot's tremor.
        variant: The variant; by default that of an opened exercise, or that of the pilot.
        parameters: Parameters of the scheme, "block.parameter".
        streams: Recorded data of streams, from the start of the attempt on; see `pult.record.playing.Player`.
        faults: Faults that are injected besides those of the exercise, such as "sensor:angles.stuck@2.5"; see
            `pult.sim.fault_notation`.
        record: File to record to.
        overwrite: Whether an existing file is replaced.
        plain: Run everything as plain Python, if it is not opened yet.
        progress: Progress callback.
        evidence: Folder for a record of the last seconds if the session halts; the user's default folder if true, no
            record if false.

    Raises:
        UsageError: No such pilot knows the exercise, none is given and the exercise names no operator, the exercise is
            opened in another variant, or a fault cannot be injected.
        PultError: The exercise is invalid, or the pilot failed.
    """
    began = time.perf_counter()
    seed = whole_number("seed", seed)
    opened, pilot = _opened(exercise, pilot, variant, plain)
    attempt = opened.attempt(seed, parameters, pilot=pilot.name)
    session = attempt.session
    if session.panel is None:
        raise UsageError("a pilot needs a panel.")
    timed_commands(faults, targets_of(session), opened.exercise.document.duration)  # refused before anything is done
    last = _last_seconds(attempt) if evidence is not False else None
    halted, ready, first = "", time.perf_counter(), session.tick
    try:
        attempt.settle(faults)
        if record is not None:
            attempt.record(record, overwrite=overwrite)
        ready, first = time.perf_counter(), session.tick
        drive(attempt, pilot, seed, Player(session, streams or {}), progress)
    except Halted as halt:
        attempt.halt()
        halted = str(halt) if last is None else _evidence(session, last, str(halt), evidence)
    except BaseException as error:
        attempt.give_up(str(error) or type(error).__name__)
        raise
    done = time.perf_counter()
    numbers = _hash(attempt.rows)
    result = attempt.finish()
    session.listeners.clear()  # they hold the session, whose memory would wait for the garbage collector
    if attempt.found is None:
        raise PultError(result.score_missing)
    steps = session.tick - first
    wall = {"prepare": ready - began, "run": done - ready, "real_time_factor": steps * session.dt / (done - ready)}
    return Outcome(
        opened.exercise.name, opened.variant, pilot.name, seed, result.success, result.reason, result.time,
        attempt.found, numbers, record, attempt.recording.hash if attempt.recording is not None else "", halted,
        result.record_problem, wall, steps, tuple(attempt.account().breaks),
    )  # fmt: skip


def _opened(
    exercise: Exercise | OpenedExercise | str | Path, pilot: Pilot | str, variant: str, plain: bool
) -> tuple[OpenedExercise, Pilot]:
    """The opened exercise and the pilot."""
    if isinstance(exercise, (str, Path)):
        exercise = load_exercise(exercise)
    one_of("exercise", exercise, (Exercise, OpenedExercise), "an exercise, its name or its file")
    one_of("pilot", pilot, (Pilot, str), "a pilot or the name of one")
    text("variant", variant)
    if isinstance(exercise, OpenedExercise):
        if variant not in ("", exercise.variant):
            raise UsageError(f"the exercise is opened in the variant {exercise.variant!r}, not {variant!r}.")
        found = find_operator(exercise.exercise, pilot, exercise.variant) if isinstance(pilot, str) else pilot
        return exercise, found
    found = find_operator(exercise, pilot, variant) if isinstance(pilot, str) else pilot
    return OpenedExercise(exercise, variant or own_variant(found, exercise), plain=plain), found


def drive(
    attempt: Attempt,
    pilot: Pilot,
    seed: int = 0,
    player: Player | None = None,
    progress: Progress | None = None,
) -> None:
    """Run the loop of eyes, policy and hands until the judge ends the attempt.

    A pilot does not release a stop: the attempt is over, too, when the robot is stopped and stays so.

    Args:
        attempt: An attempt that has begun.
        pilot: The pilot.
        seed: Seed of the pilot's tremor.
        player: Plays recorded data of streams.
        progress: Progress callback.

    Raises:
        PultError: The pilot failed, or the session halted.
    """
    piloting, session, judge = Piloting(attempt, pilot, seed), attempt.session, attempt.judge
    told = 0.0
    advance = player.advance if player is not None and player.motions else session.advance
    while judge is not None and not judge.done:
        piloting.act()
        attempt.injector.advance(piloting.steps, advance)
        if attempt.standing and not attempt.injector.due:
            attempt.end("stopped")
            return
        if progress is not None and judge.time - told >= 0.5:
            told = judge.time
            progress(told, judge.stage)


def _last_seconds(attempt: Attempt) -> RollingBuffer:
    """Keep the last seconds of an attempt in memory from now on."""
    session = attempt.session
    last = RollingBuffer(SECONDS, record_header(session, **attempt.extra), session.files, apart=DERIVED)
    Recording(session, last)
    return last


def _evidence(session: Session, last: RollingBuffer, reason: str, folder: Path | bool) -> str:
    """Write the last seconds of a halted session; returns the message."""
    place = evidence_folder() if isinstance(folder, bool) else folder
    kept = Evidence(last, place, session.world.name, reason)
    kept.wait(60.0)
    return f"{reason} {kept.text}".strip()


def _hash(rows: Array) -> str:
    return hashlib.sha256(np.ascontiguousarray(rows).tobytes()).hexdigest()
