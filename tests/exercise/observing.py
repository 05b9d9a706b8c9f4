"""A short exercise with the two-link arm, whose stages are passed by switches on its panel, and ways to attempt it."""

import json
from pathlib import Path

from pult.exercise.exercise import Exercise, load_exercise
from pult.exercise.observer import AttemptFactory
from pult.record import read_record

REPORT = {"unreachable": True}
MOVING = {"joystick": [0.6, 0, 0], "joints": ["shoulder"]}


def document(**changes):
    """Turn the arm, then press the button, and do not stray."""
    plain = {
        "format": "pult.exercise", "version": 1, "name": "short", "title": {"en": "Short", "ru": "Кратко"},
        "world": "two-link", "panel": "two-link", "variants": {"command": {"scheme": "two-link-command"}},
        "duration": 2.5, "effector": "hand",
        "stages": [
            {"name": "turn", "title": {"en": "Turn", "ru": "Поверните"}, "hint": "Deflect the stick.",
             "goal": {"type": "signal", "name": "panel.joystick[0]", "above": 0.1}},
            {"name": "report", "hold": 0.2, "goal": {"type": "signal", "name": "panel.unreachable", "is": True}},
        ],
        "limits": [{"name": "fast", "points": 7, "condition": {"type": "signal", "name": "panel.joystick[0]",
                    "above": 0.9}}],
    }  # fmt: skip
    return {**plain, **changes}


def written(folder: Path, **changes) -> Exercise:
    """The exercise in a folder."""
    path = folder / "exercises" / "short.exercise.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document(**changes)), encoding="utf-8")
    return load_exercise(path)


def attend(exercise: Exercise, folder: Path, **changes) -> AttemptFactory:
    return AttemptFactory(exercise.file, exercise.folder, "command", 3, folder / "records", "Ann", **changes)


def records(folder: Path):
    """All records, the oldest first."""
    found = [read_record(path) for path in (folder / "records").glob("*.mcap")]
    return sorted(found, key=lambda record: record.ticks[0])
