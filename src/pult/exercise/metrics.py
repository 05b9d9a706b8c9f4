"""Metrics of an attempt: pure functions of its rows. A metric that cannot be computed has the reason instead."""

import math
from dataclasses import dataclass

from pult.core.channels import Channels
from pult.core.document import Text
from pult.core.signals import Array
from pult.exercise.document import ExerciseDocument
from pult.exercise.figures import AttemptMetrics, Missing
from pult.exercise.judge import judge_rows
from pult.exercise.kinds import KINDS
from pult.exercise.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric of an attempt.

    Attributes:
        name: Its name.
        value: Its value; None if it could not be computed.
        unit: Its unit.
        title: Its name for people.
        better: "less" or "more".
        missing: Why there is no value; empty if there is one.
    """

    name: str
    value: float | None
    unit: str
    title: Text
    better: str = "less"
    missing: str = ""

    def plain(self) -> dict[str, object]:
        """As plain data."""
        return {
            "name": self.name,
            "value": self.value,
            "unit": self.unit,
            "title": self.title,
            "better": self.better,
            "missing": self.missing,
        }


def measure_attempt(
    document: ExerciseDocument, channels: Channels, rows: Array, dt: float, verdict: Verdict | None = None
) -> dict[str, Metric]:
    """All metrics of an attempt, first the standard ones, then those defined by the exercise.

    Args:
        document: An exercise that has been checked by itself.
        channels: Channels of the rows.
        rows: One for each control step, from the start of the attempt. Shape (n, size of the channels).
        dt: The control step [s].
        verdict: The verdict on the same rows; computed if omitted.
    """
    figures = AttemptMetrics(document, channels, rows, dt, verdict or judge_rows(document, channels, rows, dt))
    found: dict[str, Metric] = {}
    for name, kind in KINDS.items():
        value, missing = None, ""
        try:
            value = float(getattr(figures, name)())
        except Missing as reason:
            missing = str(reason)
        found[name] = _metric(name, value, kind.unit, kind.title, kind.better, missing)
    for name, measure in document.scoring.measures.items():
        value, unit, missing = None, "", ""
        try:
            value, unit = figures.measure(measure)
        except Missing as reason:
            missing = str(reason)
        found[name] = _metric(name, value, unit, measure.title or name, measure.better, missing)
    return found


def _metric(name: str, value: float | None, unit: str, title: Text, better: str, missing: str) -> Metric:
    if value is not None and not math.isfinite(value):
        value, missing = None, "the rows hold numbers that are not finite."
    return Metric(name, value, unit, title, better, missing)
