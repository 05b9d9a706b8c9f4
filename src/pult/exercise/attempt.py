"""The life cycle of an attempt, headless or live: it settles, is judged while it runs, is scored, and is recorded."""

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec

from pult.core.document import localized
from pult.core.errors import PultError
from pult.core.signals import Array
from pult.exercise.account import (
    AttemptAccount,
    AttemptResult,
    AttemptState,
    EndReason,
    judged_account,
    waiting_account,
)
from pult.exercise.clock import Standing, emit_clock, why_standing
from pult.exercise.exercise import Exercise
from pult.exercise.gauges import gauge_zones
from pult.exercise.judge import Judge
from pult.exercise.parts import score_parts
from pult.exercise.rows import Rows
from pult.exercise.score import Score, score
from pult.exercise.verdict import Event
from pult.record.recording import Recording, start_recording
from pult.sim.injection import Injector, targets_of, timed_commands
from pult.sim.listener import Listener
from pult.sim.session import Session

SHORTEST = 1.0
"""Minimum duration of an attempt that was given up to leave a record [s]."""
GIVEN_UP: frozenset[EndReason] = frozenset({"reset", "restored", "ended", "replaced", "abandoned"})
"""Reasons that are not a judgement."""


class Attempt(Listener):
    """One attempt at an exercise. The program that runs the session begins it, passes it frames, and finishes it.

    Attributes:
        session: The session.
        exercise: The exercise; None if it is only recorded.
        extra: Exercise, variant and so on, for the record.
        number: Its number within its session.
        judge: The judge; None without an exercise.
        state: "waiting", "running" or "done".
        reason: Why it is over.
        standing: Why the task clock stands; empty if it runs.
        recording: Its record, or None.
        record_problem: What is wrong with its record so far, for people.
        found: Its score, once it is finished.
        result: Its result, once it is finished.
    """

    wants_keyframes = False

    def __init__(
        self,
        session: Session,
        exercise: Exercise | None,
        extra: Mapping[str, Any],
        number: int = 1,
        max_time: float = math.inf,
    ) -> None:
        """Wait for the first step.

        Args:
            session: The session, at its start.
            exercise: The exercise, or None.
            extra: Exercise, variant and so on, for the record.
            number: Its number within the session.
            max_time: Time after which rows are not kept, so that there is no score [s].

        Raises:
            DocumentError: A condition names things or signals that the session does not have.
        """
        self.session, self.exercise, self.extra, self.number = session, exercise, dict(extra), number
        document = exercise.document if exercise is not None else None
        self.injector = Injector(session)
        self.judge = Judge(document, session.channels, session.dt) if document is not None else None
        self.state: AttemptState = "waiting"
        self.reason: EndReason = ""
        self.recording: Recording | None = None
        self.record_problem = ""
        self.found: Score | None = None
        self.result: AttemptResult | None = None
        self._document, self._waiting = document, waiting_account(document)
        panel = session.panel.panel if session.panel is not None else None
        self._gauges = gauge_zones(document, panel, session.channels) if document is not None else []
        settle = document.start.settle if document is not None else 0.0
        self._first = session.tick + round(settle / session.dt)  # tick at which it begins
        self._over = 0.0
        self._stood = 0  # control steps for which the task clock stood
        self.standing: Standing = ""
        self._rows = Rows(session.channels.size, max_time / session.dt)

    # --- life cycle ------------------------------------------------------------------------------------------------

    @property
    def settling(self) -> int:
        """Control steps until the world has settled and it may begin."""
        return max(0, self._first - self.session.tick)

    def record(self, path: Path, *, overwrite: bool = False, when_full: Literal["drop", "wait"] = "wait") -> None:
        """Record it from now on; see `start_recording`."""
        self.recording = start_recording(self.session, path, overwrite=overwrite, extra=self.extra, when_full=when_full)

    def begin(self, faults: Sequence[str] = ()) -> None:
        """Start the clock at the present row.

        Args:
            faults: Faults that are injected besides those of the exercise; whoever does the steps has to let the
                `injector` do them.

        Raises:
            UsageError: A fault cannot be injected into this session.
        """
        self.state, self._first = "running", self.session.tick
        if self._document is not None and (scheduled := [*self._document.faults, *faults]):
            commands = timed_commands(scheduled, targets_of(self.session), self._document.duration)
            self.injector = Injector(self.session, commands)
        if self.judge is not None:
            self._rows.add(self.session.row[None, :])
            self.judge.feed(self.session.tick, self.session.row)
            self._end_if_judged(self.judge)

    def settle(self, faults: Sequence[str] = ()) -> None:
        """Run the session until the world has settled, begin, and start to listen.

        Args:
            faults: As of `begin`.

        Raises:
            Halted: The simulation diverges while the world settles.
        """
        if self.settling:
            self.session.advance(self.settling)
        self.begin(faults)
        self.session.listeners.append(self)

    def frames(self, first: int, rows: Array) -> None:
        """Keep and judge new frames, and emit the judge's events."""
        judge = self.judge
        if judge is None:
            return
        self._rows.add(rows)
        if self.state != "running":
            return
        self._see_clock(first, len(rows))
        for index, row in enumerate(rows):
            for event in judge.feed(first + index, row, bool(self.standing)):
                self._emit(event)
            if judge.done:
                break
        self._end_if_judged(judge)

    def _see_clock(self, first: int, count: int) -> None:
        """Note whether the task clock stands: stops come and go between two calls of `frames`."""
        standing = why_standing(self.session)
        if standing != self.standing:
            self.standing = standing
            emit_clock(self.session, standing, first)
        self._stood += count if standing else 0

    def _emit(self, event: Event) -> None:
        name = localized(event.title) or event.name
        self.session.emit(event.kind, f"{event.kind}: {name}" if name else event.kind, tick=event.tick)

    def _end_if_judged(self, judge: Judge) -> None:
        if judge.reason != "running":
            self.end(judge.reason)

    def end(self, reason: EndReason) -> None:
        """End it, if it runs; see `finish`."""
        if self.state == "running":
            self._over = self.time
            self.state, self.reason, self.standing = "done", reason, ""

    def halt(self) -> None:
        """The session has halted: the attempt has failed, whatever was reached."""
        self._over = self.time
        self.state, self.reason, self.standing = "done", "halted", ""

    @property
    def time(self) -> float:
        """Its duration so far, or its final duration, by the task clock [s]."""
        if self.state == "done":
            return self._over
        if self.judge is not None and self.judge.done:  # the session may be ahead of its judge
            return self.judge.time
        steps = self.session.tick - self._first - self._stood
        return steps * self.session.dt if self.state == "running" else 0.0

    @property
    def success(self) -> bool:
        """Whether the exercise was done."""
        return self.reason == "success"

    # --- result ----------------------------------------------------------------------------------------------------

    @property
    def rows(self) -> Array:
        """All frames from its beginning. Shape (n, size)."""
        found = self._rows.all()
        return found if len(found) else self.session.row[None, :].copy()

    def score(self) -> Score:
        """The score so far. Does not affect the judge's later messages.

        Raises:
            PultError: There is none: no exercise, or rows were not kept.
        """
        if self._document is None or self.judge is None:
            raise PultError("without an exercise there is no score.")
        if self._rows.full:
            raise PultError("the attempt was too long: its rows were not kept.")
        session = self.session
        return score(self._document, session.channels, self.rows, session.dt, self.judge.verdict())

    def finish(self) -> AttemptResult:
        """Score it and write the end of its record; failures are reported in the result. In a live session this is
        done in a thread, after the recording has stopped listening.
        """
        missing = record = problem = ""
        if self._document is not None:
            try:
                self.found = self.score()
            except PultError as error:
                missing = str(error)
            except Exception as error:  # noqa: BLE001 - the record is closed nevertheless
                missing = f"the score cannot be computed: {error!r}"
        self._rows.forget()
        try:
            record, problem = self._close(missing)
        except Exception as error:  # noqa: BLE001 - a thread cannot raise to a caller
            problem = f"{type(error).__name__}: {error}"
        self.result = AttemptResult(
            attempt=self.number, time=self.time, success=self.success, reason=self.reason,
            points=self.found.points if self.found is not None else None, score_missing=missing, record=record,
            record_problem=problem,
        )  # fmt: skip
        return self.result

    def _close(self, missing: str) -> tuple[str, str]:
        """Write the end of its record; returns the name of the file, and why it is incomplete."""
        if self.recording is None or self.recording.path is None:
            return "", ""
        score = self.found.plain() if self.found is not None else None
        told = {**self.extra, "success": self.success, "reason": self.reason, "score": score}
        problem = self.recording.close(told | ({"score_missing": missing} if missing else {}))
        if self.reason in GIVEN_UP and self.time < SHORTEST:
            self.recording.path.unlink(missing_ok=True)
            return "", problem
        return self.recording.path.name, problem

    def give_up(self, problem: str) -> None:
        """Write the end of its record without a score, after another failure."""
        if self.recording is not None:  # the recorded part is kept
            self.recording.close({**self.extra, "success": False, "problem": problem})

    # --- progress --------------------------------------------------------------------------------------------------

    def account(self) -> AttemptAccount:
        """Its progress."""
        found, result = self.found if self.result is not None else None, self.result
        path = self.recording.path if self.recording is not None else None
        told = msgspec.structs.replace(
            self._waiting,
            attempt=self.number if self.state != "waiting" else self.number - 1,
            time=self.time,
            standing=self.standing,
            stood=self._stood * self.session.dt,
            gauges=self._gauges[min(self.judge.stage, len(self._gauges) - 1)] if self.judge is not None else {},
            reason=self.reason,
            success=self.success,
            score=found.points if found is not None else None,
            medal=found.medal if found is not None else "",
            parts=score_parts(found.plain()) if found is not None else [],
            score_missing=result.score_missing if result is not None else "",
            record=result.record if result is not None else path.name if path is not None else "",
            record_problem=(result.record_problem if result is not None else "") or self.record_problem,
        )
        return told if self.judge is None else judged_account(told, self.judge, self.state)


def keep_exercise(session: Session, exercise: Exercise) -> None:
    """Add the document of an exercise to the files in records of a session."""
    if exercise.file is not None:
        session.files[f"exercises/{exercise.file.name}"] = exercise.based.content()
