"""The standard metrics: names, units, and default pars."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from pult.core.document import Text
from pult.exercise.document import ExerciseDocument, WeightDocument

MINIMUM_JERK = 204.8
"""Dimensionless jerk of one minimum-jerk movement: 720 / 1.875^2."""


@dataclass(frozen=True, slots=True)
class MetricKind:
    """A kind of metric.

    Attributes:
        unit: Its unit.
        title: Its name for people.
        description: One line for people.
        better: Whether less or more is better.
        par: Default par for an exercise; None if there is no general one.
    """

    unit: str
    title: Text
    description: str
    better: Literal["less", "more"] = "less"
    par: Callable[[ExerciseDocument], float] | None = None


def _time_par(document: ExerciseDocument) -> float:
    """The sum of the stages' pars, or 40 % of the time limit."""
    pars = [stage.par for stage in document.stages if stage.par is not None]
    return sum(pars) if len(pars) == len(document.stages) else 0.4 * document.duration


def _jerk_par(document: ExerciseDocument) -> float:
    """Jerk of one minimum-jerk movement of equal size per stage: n of them have n^4 times the jerk of one."""
    return math.log(MINIMUM_JERK * max(len(document.stages), 1) ** 4)


KINDS: dict[str, MetricKind] = {
    "stages": MetricKind(
        "1", {"en": "Stages done", "ru": "Пройдено этапов"}, "Share of the stages passed.", "more", lambda _: 1.0
    ),
    "time": MetricKind("s", {"en": "Time", "ru": "Время"}, "From the start to the end of the attempt.", par=_time_par),
    "path": MetricKind("m", {"en": "Path length", "ru": "Длина пути"}, "Length of the effector's path."),
    "path_ratio": MetricKind(
        "1",
        {"en": "Path length ratio", "ru": "Отношение пути к прямой"},
        "Length of the effector's path over the straight one.",
        par=lambda _: 1.2,
    ),
    "jerk": MetricKind(
        "1",
        {"en": "Jerkiness", "ru": "Резкость движений"},
        "Log dimensionless jerk of the effector; 5.3 for one smooth movement.",
        par=_jerk_par,
    ),
    "rms_jerk": MetricKind(
        "m/s^3", {"en": "Jerk", "ru": "Рывок"}, "Root mean square of the effector's jerk while it moved."
    ),
    "collisions": MetricKind(
        "1",
        {"en": "Collisions", "ru": "Столкновения"},
        "Separate breaks of limits that forbid a contact.",
        par=lambda _: 0.0,
    ),
    "peak_force": MetricKind(
        "N", {"en": "Peak force", "ru": "Наибольшая сила"}, "Largest reading of the force sensors named in the scoring."
    ),
    "wrong_direction": MetricKind(
        "1",
        {"en": "Wrong direction", "ru": "Неверное направление"},
        "Share of the time with a stick deflected in which the effector went away from the target.",
        par=lambda _: 0.1,
    ),
    "activity": MetricKind(
        "1", {"en": "Stick in use", "ru": "Работа ручкой"}, "Share of the time with a stick deflected."
    ),
    "actions": MetricKind("1", {"en": "Stick actions", "ru": "Движения ручкой"}, "How often a stick left its rest."),
    "reversals": MetricKind(
        "1", {"en": "Reversals", "ru": "Смены направления"}, "How often an axis of a stick was reversed."
    ),
    "inputs": MetricKind("1", {"en": "Inputs", "ru": "Действия"}, "Separate actions on all elements of the panel."),
    "energy": MetricKind(
        "J", {"en": "Energy", "ru": "Энергия"}, "Mechanical work of the drives, braking counted as work."
    ),
}

FLOOR: Text = {"en": "Not below 0", "ru": "Не ниже 0"}
"""Title of what makes up for penalties that exceed the points."""
DEFAULT_WEIGHTS: dict[str, WeightDocument] = {
    "stages": WeightDocument(weight=40.0),
    "time": WeightDocument(weight=25.0),
    "path_ratio": WeightDocument(weight=15.0),
    "jerk": WeightDocument(weight=10.0),
    "collisions": WeightDocument(weight=10.0),
}
"""Default weights."""


def weights_of(document: ExerciseDocument) -> dict[str, WeightDocument]:
    """The weights of an exercise."""
    return dict(document.scoring.weights) or DEFAULT_WEIGHTS
