"""Long jobs on a record: replaying it, and making a film of it. Both run in child processes."""

from pathlib import Path
from typing import Any

from pult.exercise.zones import forbidden_zones
from pult.media.film import pictures_of, write_film
from pult.media.render import Painter, film_rows
from pult.record import read_record
from pult.record.replay import reopened, replay
from pult.server.messages import Message
from pult.server.records.digest import exercise_in
from pult.server.workers.child_work import Tell

SMALLEST, LARGEST = 64, 3840


class FilmWanted(Message, frozen=True):
    """A film of a record."""

    camera: str = ""
    width: int = 1280
    height: int = 720
    fps: float = 30.0


def run_again(tell: Tell, path: Path) -> dict[str, Any]:
    """Run a record again and compare every bit."""
    record = read_record(path)
    found = replay(record, progress=tell)
    rows = int((record.ticks >= record.keyframes[0].tick).sum()) if record.keyframes else 0
    same = found.same and found.ticks == rows
    if same:
        text = f"Every bit as recorded: {found.ticks} ticks, {found.numbers} numbers."
    elif found.difference is not None:
        text = f"Different after {found.ticks} ticks as recorded: {found.difference}."
    elif found.ticks:
        text = f"Run again it ends after {found.ticks} of {rows} ticks: {found.problem}."
    else:
        text = f"Nothing could be compared: {found.problem}."
    if same and record.problem:
        text += f" Compared as far as the record goes: {record.problem}."
    if found.machine and not same:
        text += " Bits are promised on the same versions and the same kind of processor only, and these differ: "
        text += f"{'; '.join(found.machine)}."
    return {"same": same, "text": text}


def make_film(tell: Tell, path: Path, target: Path, wanted: FilmWanted) -> dict[str, Any]:
    """Render a record as a film; the file appears when it is complete."""
    record = read_record(path)
    rows = film_rows(record, wanted.fps)
    making, exercise = target.with_name(f".{target.name}.making"), exercise_in(record)
    try:
        with (
            reopened(record, plain=True) as session,
            Painter(
                session, wanted.width, wanted.height, wanted.camera, record.signal("qpos")[rows],
                forbidden_zones(exercise, session.model) if exercise is not None else (),
            ) as painter,
        ):
            pictures = pictures_of(record, painter, rows, None, tell)
            write_film(making, pictures, wanted.fps, wanted.width, wanted.height)
        making.replace(target)
    finally:
        making.unlink(missing_ok=True)
    return {"file": target.name}
