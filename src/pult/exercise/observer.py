"""Attempts in a real-time session: an observer that judges and records them, one after another."""

import itertools
import re
import threading
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from pult.core.errors import PultError
from pult.core.signals import Array
from pult.exercise.account import AttemptAccount, EndReason
from pult.exercise.attempt import Attempt, keep_exercise
from pult.exercise.demonstration import Demonstration, demonstrator
from pult.exercise.exercise import Exercise, load_exercise
from pult.realtime.observer import CloseReason, SessionObserver
from pult.sim.commands import Command, CommandRefused, Input, LoseLink, Reset, Restore, Stop
from pult.sim.listener import Event
from pult.sim.session import Session

MAX_TIME = 3600.0
"""Duration of an attempt beyond which its rows are not kept and it has no score [s]."""
PATIENCE = 60.0
"""Maximum time to write the end of a record [s]."""


@dataclass(frozen=True)
class AttemptFactory:
    """Makes the observer of a session; see `SessionProcess.start`.

    Attributes:
        exercise_file: File of the exercise; None for a session that is only recorded.
        folder: Folder of a relative `exercise_file`.
        variant: Variant of the exercise, the default one if empty.
        seed: Seed that the setup was made with.
        records: Folder for the records, created if necessary. None to record nothing.
        operator: Name of the operator.
        practice: Whether it is practice: noted in the records, and restoring snapshots is allowed.
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
            PultError: The exercise is invalid, or names something that the session does not have.
        """
        if self.exercise_file is None:
            return AttemptJudge(session, self, None)
        exercise = load_exercise(self.folder / self.exercise_file if self.folder is not None else self.exercise_file)
        keep_exercise(session, exercise)
        return AttemptJudge(session, self, exercise)


class AttemptJudge(SessionObserver):
    """Judges and records the attempts in a real-time session, one after another; see `Attempt`.

    An attempt begins with the first step after the session was opened or reset, after the exercise's settling time. It
    ends by its judge, by a reset, by restoring a snapshot, by a halt or with the session. The session continues then;
    nothing is judged until the next reset.
    """

    def __init__(self, session: Session, factory: AttemptFactory, exercise: Exercise | None) -> None:
        """Wait for the first step."""
        self.session, self.factory, self.exercise = session, factory, exercise
        self._name = exercise.name if exercise is not None else session.world.name
        variant = exercise.variant(factory.variant)[0] if exercise is not None else factory.variant
        self._extra: dict[str, Any] = {
            "exercise": exercise.name if exercise is not None else "", "variant": variant, "pilot": "",
            "seed": factory.seed, "operator": factory.operator, "practice": factory.practice,
        }  # fmt: skip
        self._ended: Attempt | None = None  # an attempt that is over, but still listening
        self._last: Attempt | None = None  # the attempt that ended last
        self._finishing: list[threading.Thread] = []
        self._demonstration: Demonstration | None = None
        self._pause = False
        self.attempt = self._next(1)

    def _next(self, number: int) -> Attempt:
        return Attempt(self.session, self.exercise, self._extra, number, MAX_TIME)

    # --- calls from the loop ---------------------------------------------------------------------------------------

    def before_step(self) -> None:
        """Begin an attempt, if one is due."""
        self._tidy()
        self._watch_record()
        if self.attempt.state == "waiting" and not self.attempt.settling:
            if self._demonstration is not None:
                self.attempt.extra["pilot"] = self._demonstration.pilot.name
            self._record_from_now()
            self.attempt.begin()
            self._note_end()
            if self._demonstration is not None:
                self._demonstration.begin(self.attempt)
        if self._demonstration is not None:
            self._demonstration.before_step(self.attempt)
        if self.attempt.state == "running":
            self._inject()

    def after_step(self) -> None:
        """A pilot that has nothing more to do leaves the panel."""
        shown = self._demonstration
        if shown is None:
            return
        if self.attempt.state == "done" and shown.state == "driving":
            shown.finish()
            self._pause = True
        if shown.problem:
            self.session.emit("demo-failed", shown.problem)
            shown.problem, self._pause = "", True
        shown.leave()

    def wants_pause(self) -> bool:
        """The end of a demonstration is looked at; nobody operates the robot then."""
        wanted, self._pause = self._pause, False
        return wanted

    def before_command(self, command: Command) -> None:
        """While a pilot drives, nobody else moves the controls."""
        if isinstance(command, Input) and self.demonstrates:
            raise CommandRefused("a pilot has the panel. Take over first.")
        if self._demonstration is not None and not isinstance(command, Stop):
            self._demonstration.leave()

    def _inject(self) -> None:
        """Let the faults of the exercise happen that are due."""
        try:
            self.attempt.injector.carry_out_due()
        except CommandRefused as error:  # such as a robot that cannot be armed again yet
            self.session.emit("fault-refused", f"a fault of the exercise could not be injected or ended: {error}")

    def frames(self, first: int, rows: Array) -> None:
        """Judge new frames."""
        if self.attempt.state == "running":
            self.attempt.frames(first, rows)
            self._note_end()

    def command(self, tick: int, command: Command) -> None:  # noqa: ARG002 - as all listeners have it
        """A reset ends an attempt, and another may begin. A stop ends what a pilot does."""
        if isinstance(command, (Stop, LoseLink, Restore)):
            self._end_demonstration()
        if isinstance(command, Reset):
            self._end("reset")
            self._demonstration = None
            self.attempt = self._next(self.attempt.number + (self.attempt.state != "waiting"))
        elif isinstance(command, Restore) and not self.factory.practice:
            self._end("restored")

    def event(self, event: Event) -> None:
        """A halt ends an attempt."""
        if event.kind == "halted":
            self._end("halted")

    def close(self, reason: CloseReason) -> None:
        """End the attempt and wait until all records are written."""
        self._end(reason)
        self._tidy()
        for thread in self._finishing:
            thread.join(PATIENCE)

    # --- demonstrations --------------------------------------------------------------------------------------------

    @property
    def demonstrates(self) -> bool:
        """Whether a pilot has the panel."""
        return self._demonstration is not None and self._demonstration.drives

    def demonstrate(self, pilot: str) -> None:
        """Let a pilot drive the attempt that waits."""
        if self.exercise is None:
            super().demonstrate(pilot)
            return
        if self.attempt.state != "waiting":
            raise CommandRefused("the attempt has begun. Reset the session: a demonstration begins at the start.")
        if self.session.panel is None:
            raise CommandRefused("a pilot needs a panel, and the session has none.")
        try:
            found = demonstrator(self.exercise, pilot, str(self._extra["variant"]))
        except PultError as error:
            raise CommandRefused(str(error)) from None
        self._demonstration = Demonstration(found, self.factory.seed)

    def take_over(self) -> None:
        """Take the panel from the pilot."""
        if self._demonstration is None or not self._demonstration.drives:
            raise CommandRefused("no pilot has the panel.")
        self._end_demonstration()
        if self._demonstration is not None:
            self._demonstration.leave()

    def _end_demonstration(self) -> None:
        """A person has the panel; a pilot that has not begun leaves nothing behind."""
        if self._demonstration is not None and self._demonstration.state == "waiting":
            self._demonstration = None
        elif self._demonstration is not None:
            self._demonstration.take_over(self.attempt)

    # --- attempts that are over ------------------------------------------------------------------------------------

    def _end(self, reason: EndReason) -> None:
        if self.attempt.state == "running":
            self.attempt.end(reason)
            self._note_end()

    def _note_end(self) -> None:
        """Note that the attempt is over; its listener is removed later, not during a notification."""
        if self.attempt.state == "done":
            self._ended = self._last = self.attempt

    def _tidy(self) -> None:
        """Score and close finished attempts in a thread, so as not to delay the loop."""
        ended, self._ended = self._ended, None
        if ended is None:
            return
        if ended.recording is not None:
            ended.recording.leave()
        thread = threading.Thread(target=ended.finish, name="pult-score", daemon=True)
        self._finishing = [one for one in self._finishing if one.is_alive()] + [thread]
        thread.start()

    def _record_from_now(self) -> None:
        folder = self.factory.records
        if folder is None:
            return
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self.attempt.record(_free(folder, self._name), when_full="drop")
        except (PultError, OSError) as error:
            self._report_record_problem(f"this attempt is not recorded: {error}")

    def _watch_record(self) -> None:
        """Report a failed record, such as by a full disk, at once and not at the end of the attempt."""
        recording = self.attempt.recording
        if recording is not None and not self.attempt.record_problem and recording.problem:
            self._report_record_problem(recording.problem)

    def _report_record_problem(self, problem: str) -> None:
        self.attempt.record_problem = problem
        self.session.emit("record-problem", problem)

    def account(self) -> AttemptAccount:
        """Progress of the attempt, and the result of the previous one."""
        self._tidy()
        self._watch_record()
        last = self._last.result if self._last is not None else None
        shown = self._demonstration
        pilot, taken = (shown.pilot.name, shown.taken_over) if shown is not None else ("", None)
        return msgspec.structs.replace(self.attempt.account(), last=last, pilot=pilot, taken_over=taken)


def _free(folder: Path, name: str) -> Path:
    """An unused file name in a folder, made of the name and the date and time."""
    bare = re.sub(r"[^\w-]+", "-", name)[:60].strip("-") or "session"
    stem = f"{bare}-{datetime.now().astimezone().strftime('%Y%m%d-%H%M%S')}"
    names = itertools.chain([f"{stem}.mcap"], (f"{stem}-{number}.mcap" for number in itertools.count(2)))
    return next(path for path in map(folder.joinpath, names) if not path.exists())
