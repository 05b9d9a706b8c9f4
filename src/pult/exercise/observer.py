"""Attempts in a real-time session: an observer that judges and records them, one after another."""

import itertools
import re
from collections import deque
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from pult.core.errors import PultError
from pult.core.signals import Array
from pult.exercise.exercise import Exercise, load_exercise
from pult.exercise.finish import Ended, Finish
from pult.exercise.judged import Judged
from pult.exercise.run import keep_exercise
from pult.exercise.verdict import Event as Judgement
from pult.realtime.observer import SessionObserver
from pult.record.recording import Recording, start_recording
from pult.sim.commands import Command, Reset, Restore
from pult.sim.listener import Event
from pult.sim.session import Session

LAST_EVENTS = 20
"""Events of the judge in an account."""
MAX_TIME = 3600.0
"""Time of an attempt from which on its rows are not kept and it has no score [s]."""
PATIENCE = 60.0
"""Time that the disk has to take the end of a record [s]."""


@dataclass(frozen=True)
class AttemptFactory:
    """Makes the observer of a session; see `SessionProcess.start`.

    Attributes:
        exercise_file: File of the exercise; None for a session that is only recorded.
        folder: Folder that `exercise_file` is counted from, if it is not absolute.
        variant: Variant of the exercise, the usual one if empty.
        seed: Seed that the setup was made with.
        records: Folder for the records; made if it is not there. None to record nothing.
        operator: Who drives.
        practice: Whether it is practice: said in the records, and going back to a snapshot is allowed in it.
    """

    exercise_file: Path | None
    folder: Path | None = None
    variant: str = ""
    seed: int = 0
    records: Path | None = None
    operator: str = ""
    practice: bool = False

    def __call__(self, session: Session) -> "AttemptJudge":
        """The observer of a session.

        Raises:
            PultError: The exercise is not right, or names what the session does not have.
        """
        if self.exercise_file is None:
            return AttemptJudge(session, self, None)
        exercise = load_exercise(self.folder / self.exercise_file if self.folder is not None else self.exercise_file)
        keep_exercise(session, exercise)
        return AttemptJudge(session, self, exercise)


class AttemptJudge(SessionObserver):
    """Judges and records the attempts in a real-time session.

    An attempt begins with the first step after the session was opened or reset, and after the exercise's time to
    settle. It ends by its judge, by a reset ("reset"), by going back to a snapshot ("restored"), by a halt ("halted")
    or with the session ("ended", "replaced", or "abandoned" if nobody operated it any more). The session goes on then;
    nothing is judged until the next reset. An attempt given up within its first second leaves no record.
    """

    def __init__(self, session: Session, attend: AttemptFactory, exercise: Exercise | None) -> None:
        """Wait for the first step."""
        self.session, self.attend, self.exercise = session, attend, exercise
        self._document = exercise.document if exercise is not None else None
        self._name = exercise.name if exercise is not None else session.world.name
        variant = exercise.variant(attend.variant)[0] if exercise is not None else attend.variant
        self._extra: dict[str, Any] = {
            "exercise": exercise.name if exercise is not None else "", "variant": variant, "pilot": "",
            "seed": attend.seed, "operator": attend.operator, "practice": attend.practice,
        }  # fmt: skip
        settle = self._document.start.settle if self._document is not None else 0.0
        self._settle = round(settle / session.dt)
        self._number = 0
        self._finishing: list[Finish] = []
        self._ended: Ended | None = None  # an attempt that is over, but still listened to
        self._finish: Finish | None = None  # of the present attempt
        self._last: Finish | None = None  # of the attempt that ended last
        self._wait()

    def _wait(self) -> None:
        """Everything as before an attempt."""
        session = self.session
        self.state, self._reason, self._record = "waiting", "", ""
        self._since = self._first = session.tick
        self._over: float | None = None
        self._recording: Recording | None = None
        self._record_problem = ""
        self._finish = None
        most = round(MAX_TIME / session.dt)
        self._judged = Judged(self._document, session, most) if self._document is not None else None
        self._events: deque[dict[str, object]] = deque(maxlen=LAST_EVENTS)
        self._times: list[float] = []

    # --- what the loop tells ---------------------------------------------------------------------------------------

    def before_step(self) -> None:
        """Begin an attempt, if one is due."""
        self._tidy()
        self._watch_record()
        if self.state == "waiting" and self.session.tick - self._since >= self._settle:
            self._begin()

    def frames(self, first: int, rows: Array) -> None:
        """Judge new frames."""
        if self.state == "running" and self._judged is not None:
            self._note(self._judged.take(first, rows))

    def command(self, tick: int, command: Command) -> None:  # noqa: ARG002 - as all listeners have it
        """A reset ends an attempt, and another may begin."""
        if isinstance(command, Reset):
            self._end("reset")
            self._wait()
        elif isinstance(command, Restore) and not self.attend.practice:
            self._end("restored")

    def event(self, event: Event) -> None:
        """A halt ends an attempt."""
        if event.kind == "halted":
            self._end("halted")

    def close(self, reason: str) -> None:
        """End the attempt and wait until all records are written."""
        self._end(reason)
        self._tidy()
        for finish in self._finishing:
            finish.join(PATIENCE)

    # --- attempts --------------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        self._number += 1
        self.state, self._first = "running", self.session.tick
        self._recording = self._record_from_now()
        if self._judged is not None:
            self._note(self._judged.start())

    def _note(self, found: list[Judgement]) -> None:
        for event in found:
            self._events.append(event.plain())
            if event.kind == "stage":
                self._times.append(event.time)
        if self._judged is not None and self._judged.judge.done:
            self._end(self._judged.judge.reason)

    def _end(self, reason: str) -> None:
        """The attempt is over; who listens to the session changes only later, not while it tells."""
        if self.state != "running":
            return
        self._over = self._time
        self.state, self._reason = "done", reason
        self._tidy_later(Ended(self._number, self._judged, self._recording, self._extra, reason, self._over))

    def _tidy_later(self, ended: Ended) -> None:
        self._ended = ended
        self._finish = self._last = Finish(ended)
        self._finishing = [one for one in self._finishing if not one.done] + [self._finish]

    def _tidy(self) -> None:
        """Score and close what is over, in a thread: neither may make the loop late."""
        ended, self._ended = self._ended, None
        if ended is not None and self._last is not None:
            if ended.recording is not None:
                ended.recording.leave()
            self._last.start()

    def _record_from_now(self) -> Recording | None:
        folder = self.attend.records
        if folder is None:
            return None
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path = _free(folder, self._name)
            recording = start_recording(self.session, path, extra=self._extra, when_full="drop")
        except (PultError, OSError) as error:
            self._tell_record_problem(f"this attempt is not recorded: {error}")
            return None
        self._record = path.name
        return recording

    def _watch_record(self) -> None:
        """A record that fails, as when the disk is full, is told at once, not when the attempt is over."""
        if self._recording is not None and not self._record_problem and self._recording.problem:
            self._tell_record_problem(self._recording.problem)

    def _tell_record_problem(self, problem: str) -> None:
        self._record_problem = problem
        self.session.tell("record-problem", problem)

    # --- how it stands ---------------------------------------------------------------------------------------------

    @property
    def _time(self) -> float:
        if self.state == "waiting":
            return 0.0
        if self._over is not None:
            return self._over
        return (self.session.tick - self._first) * self.session.dt

    def account(self) -> dict[str, Any]:
        """How it stands, as plain data."""
        self._tidy()
        self._watch_record()
        finish, judged = self._finish, self._judged
        judge = judged.judge if judged is not None else None
        done = finish is not None and finish.done
        score = finish.score if finish is not None and done else None
        stage = judge.stage if judge is not None else 0
        stages = self._document.stages if self._document is not None else []
        last = self._last
        return {
            "attempt": self._number,
            "state": self.state,
            "time": self._time,
            "stage": stage,
            "stages": self._stages(stage),
            "held": judge.held if judge is not None else 0.0,
            "hold": stages[stage].hold if stage < len(stages) else 0.0,
            "readings": [reading.plain() for reading in judge.readings()] if judge is not None else [],
            "points": score["points"] if score is not None else None,
            "penalty": judge.penalty if judge is not None else 0.0,
            "broken": list(judge.broken) if judge is not None else [],
            "events": list(self._events),
            "success": self._reason == "success" if self.state == "done" else None,
            "reason": self._reason,
            "score": score,
            "score_missing": finish.missing if finish is not None and done else "",
            "record": finish.record if finish is not None and done else self._record,
            "record_problem": (finish.problem if finish is not None and done else "") or self._record_problem,
            "last": last.plain() if last is not None and last.done else None,
        }

    def _stages(self, stage: int) -> list[dict[str, Any]]:
        found = []
        for index, one in enumerate(self._document.stages if self._document is not None else []):
            state = "done" if index < stage else "current" if index == stage else "ahead"
            passed = self._times[index] if index < len(self._times) else None
            title = one.title or one.name
            found.append({"name": one.name, "title": title, "hint": one.hint, "state": state, "time": passed})
        return found


def _free(folder: Path, name: str) -> Path:
    """A file in a folder that is not there yet, named by what is recorded and by the time of the day."""
    bare = re.sub(r"[^\w-]+", "-", name)[:60].strip("-") or "session"
    stem = f"{bare}-{datetime.now().astimezone().strftime('%Y%m%d-%H%M%S')}"
    names = itertools.chain([f"{stem}.mcap"], (f"{stem}-{number}.mcap" for number in itertools.count(2)))
    return next(path for path in map(folder.joinpath, names) if not path.exists())
