"""A session under the eyes of a judge: every row is judged and kept, and the score follows from both."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from pult.core.document import said
from pult.core.signals import Array
from pult.exercise.document import ExerciseDocument
from pult.exercise.judge import Judge
from pult.exercise.score import Score, score
from pult.exercise.verdict import Event as Judgement
from pult.sim.listener import Listener
from pult.sim.session import Session

BLOCK = 1024
"""Rows that are kept in one piece of memory."""


class Rows:
    """Rows of an attempt.

    Attributes:
        full: Whether there were more than are kept.
    """

    def __init__(self, size: int, most: float = math.inf) -> None:
        """Begin with none.

        Args:
            size: Numbers in a row.
            most: Rows that are kept at most.
        """
        self._size, self._most = size, most
        self._blocks: list[Array] = []
        self._count = 0
        self.full = False

    def add(self, rows: Array) -> None:
        """Keep copies of rows. Shape (n, size)."""
        while len(rows) and not self.full:
            if self._count == BLOCK * len(self._blocks):
                self._blocks.append(np.empty((BLOCK, self._size)))
            place = self._count % BLOCK
            fits = min(len(rows), BLOCK - place)
            self._blocks[-1][place : place + fits] = rows[:fits]
            self._count += fits
            rows = rows[fits:]
            self.full = self._count > self._most

    def all(self) -> Array:
        """All of them. Shape (n, size)."""
        if not self._blocks:
            return np.empty((0, self._size))
        return np.concatenate(self._blocks)[: self._count]


class Judged(Listener):
    """Listens to a session from the beginning of an attempt: judges its rows, keeps them and tells what happens.

    Attributes:
        document: The exercise.
        session: The session.
        judge: The judge.
    """

    def __init__(self, document: ExerciseDocument, session: Session, most: float = math.inf) -> None:
        """Take a session; the attempt has not begun.

        Args:
            document: The exercise.
            session: The session.
            most: Rows that are kept at most; of a longer attempt there is no score.

        Raises:
            DocumentError: A condition names things or signals that the session does not have.
        """
        self.document, self.session, self._most = document, session, most
        self.judge = Judge(document, session.channels, session.dt)
        self._rows = Rows(session.channels.size, most)

    def start(self) -> list[Judgement]:
        """Start the clock at the present row; returns what happened at it."""
        self._rows = Rows(self.session.channels.size, self._most)
        self._rows.add(self.session.row[None, :])
        return self.judge.feed(self.session.tick, self.session.row)

    def frames(self, first: int, rows: Array) -> None:
        """Judge new frames."""
        self.take(first, rows)

    def take(self, first: int, rows: Array) -> list[Judgement]:
        """Judge new frames; returns what happened."""
        self._rows.add(rows)
        found: list[Judgement] = []
        for index, row in enumerate(rows):
            fresh = self.judge.feed(first + index, row)
            for event in fresh:
                name = said(event.title) or event.name
                self.session.tell(event.kind, f"{event.kind}: {name}" if name else event.kind, tick=event.tick)
            found += fresh
            if self.judge.done:
                break
        return found

    @property
    def rows(self) -> Array:
        """All frames from the start of the attempt. Shape (n, size)."""
        found = self._rows.all()
        return found if len(found) else self.session.row[None, :].copy()

    @property
    def too_long(self) -> bool:
        """Whether rows are missing, so that there is no score."""
        return self._rows.full

    def forget(self) -> None:
        """Free the memory of the rows."""
        self._rows = Rows(self.session.channels.size, 0)

    def score(self) -> Score:
        """The score of what was done so far; what the judge has said of the rows is not said again."""
        session = self.session
        return score(self.document, session.channels, self.rows, session.dt, self.judge.verdict())


def result_of(extra: Mapping[str, Any], success: bool, reason: str, found: Score | None) -> dict[str, Any]:
    """What a record says of its attempt.

    Args:
        extra: Exercise, variant and so on.
        success: Whether it was done.
        reason: Why it ended.
        found: The score, or None if there is none.
    """
    return {**extra, "success": success, "reason": reason, "score": found.plain() if found is not None else None}
