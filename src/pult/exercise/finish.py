"""The end of an attempt: its score, and the end of its record."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pult.exercise.judged import Judged, result_of
from pult.record.recording import Recording

SHORTEST = 1.0
"""An attempt that was given up earlier than this leaves no record [s]."""
GIVEN_UP = ("reset", "restored", "ended", "replaced", "abandoned")
"""Reasons that say nothing about what was done."""


@dataclass(frozen=True)
class Ended:
    """An attempt that is over.

    Attributes:
        number: Its number.
        judged: What was judged, or None.
        recording: Its record, or None.
        extra: Exercise, variant and so on.
        reason: Why it ended.
        time: How long it took [s].
    """

    number: int
    judged: Judged | None
    recording: Recording | None
    extra: Mapping[str, Any]
    reason: str
    time: float


class Finish:
    """Scores an attempt and closes its record, in a thread.

    Attributes:
        done: Whether all is known and written.
        success: Whether the exercise was done.
        score: The score as plain data, or None.
        missing: Why there is no score.
        record: Name of the file; empty if there is none.
        problem: Why the record is not whole.
    """

    def __init__(self, ended: Ended) -> None:
        """Take an attempt; nothing is done until `start`."""
        self._ended: Ended | None = ended
        self._number, self._reason, self._time = ended.number, ended.reason, ended.time
        self.success = ended.reason == "success"
        self.done = False
        self.score: dict[str, object] | None = None
        self.missing = self.record = self.problem = ""
        self._thread = threading.Thread(target=self._run, name="pult-score", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def join(self, timeout: float) -> None:
        """Wait for it."""
        if self._thread.ident is not None:
            self._thread.join(timeout)

    def plain(self) -> dict[str, Any]:
        """What came of it, as plain data."""
        return {
            "attempt": self._number,
            "time": self._time,
            "success": self.success,
            "reason": self._reason,
            "score": self.score,
            "score_missing": self.missing,
            "record": self.record,
            "record_problem": self.problem,
        }

    def _run(self) -> None:
        ended, self._ended = self._ended, None  # its rows are freed when this is done
        try:
            if ended is not None:
                self._finish(ended)
        except Exception as error:  # noqa: BLE001 - a thread has nobody to raise to
            self.problem = self.problem or f"{type(error).__name__}: {error}"
        finally:
            self.done = True

    def _finish(self, ended: Ended) -> None:
        found = None
        judged = ended.judged
        if judged is not None and judged.too_long:
            self.missing = "the attempt was too long: its rows were not kept."
        elif judged is not None:
            try:
                found = judged.score()
                self.score = found.plain()
            except Exception as error:  # noqa: BLE001 - the record is closed all the same
                self.missing = f"the score cannot be computed: {error!r}"
        if judged is not None:
            judged.forget()
        recording = ended.recording
        if recording is None:
            return
        result = result_of(ended.extra, self.success, ended.reason, found)
        if self.missing:
            result["score_missing"] = self.missing
        self.problem = recording.close(result)
        path = recording.path
        if path is not None and ended.reason in GIVEN_UP and ended.time < SHORTEST:
            path.unlink(missing_ok=True)
        elif path is not None:
            self.record = path.name
