"""Exercises and rows made by hand, for which every answer is known."""

import numpy as np

from pult.core.channels import Channel, Channels, lay_out
from pult.exercise.document import ExerciseDocument, read_exercise_document

DT = 0.01


def channels_of(*extra: Channel) -> Channels:
    """A hand (a site), a box and a goal (bodies), a stick, a button, sensors of force and contact, joint speeds."""
    names = [
        Channel("time", 0, (), "s"),
        Channel("site.hand", 0, (7,)),
        Channel("body.box", 0, (7,)),
        Channel("body.goal", 0, (7,)),
        Channel("panel.stick", 0, (3,), labels=("x", "y", "z")),
        Channel("panel.grip", 0, (), kind="boolean"),
        Channel("panel.speed", 0, ()),
        Channel("sensor.force", 0, (3,), "N"),
        Channel("sensor.contact:box:hand", 0, (), "N"),
        Channel("qvel", 0, (2,), labels=("shoulder", "elbow")),
        Channel("power", 0, (), "W"),
        *extra,
    ]
    return Channels(lay_out(names))


CHANNELS = channels_of()


def rows_of(count: int, **signals: object) -> np.ndarray:
    """Rows of `CHANNELS`; a pose may be given by its positions alone. Names as 'site_hand' for 'site.hand'."""
    rows = np.zeros((count, CHANNELS.size))
    rows[:, CHANNELS["time"].start] = np.arange(count) * DT
    for name in ("site.hand", "body.box", "body.goal"):
        rows[:, CHANNELS[name].start + 3] = 1.0
    for key, value in signals.items():
        name = "sensor.contact:box:hand" if key == "contact" else key.replace("_", ".", 1)
        channel = CHANNELS[name]
        given = np.asarray(value, dtype=float)
        width = 3 if channel.shape == (7,) and given.shape[-1] == 3 else channel.size
        rows[:, channel.start : channel.start + width] = given.reshape(-1, width) if given.ndim else given
    return rows


def plain(**changes: object) -> dict[str, object]:
    """A small exercise as plain data: bring the hand to the goal."""
    data: dict[str, object] = {
        "format": "pult.exercise",
        "version": 1,
        "name": "reach",
        "title": {"en": "Reach", "ru": "Дотянитесь"},
        "world": "table",
        "panel": "stick",
        "variants": {"semi": {"scheme": "semi-automatic"}},
        "duration": 10.0,
        "effector": "hand",
        "stages": [
            {"name": "go", "target": "goal", "goal": {"type": "distance", "a": "hand", "b": "goal", "below": 0.05}}
        ],
    }
    data.update(changes)
    return data


def exercise(**changes: object) -> ExerciseDocument:
    """The small exercise, decoded and checked."""
    return read_exercise_document(plain(**changes))[0]


def line(start: object, end: object, count: int) -> np.ndarray:
    """Points at equal distances on a straight line. Shape (count, 3)."""
    return np.linspace(np.asarray(start, float), np.asarray(end, float), count)


def minimum_jerk(start: object, end: object, count: int) -> np.ndarray:
    """A minimum-jerk movement: x = 10 t^3 - 15 t^4 + 6 t^5 of the way, t from 0 to 1. Shape (count, 3)."""
    t = np.linspace(0.0, 1.0, count)[:, None]
    way = t**3 * (10.0 - 15.0 * t + 6.0 * t * t)
    return np.asarray(start, float) + way * (np.asarray(end, float) - np.asarray(start, float))
