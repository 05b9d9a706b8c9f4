"""Digests: records prepared for a page, once, in a worker: all signals as one array on disk, the scene, the result.

Digests are in the user's cache folder, by name, size and date of the record; the oldest are removed.
"""

import hashlib
import os
import re
import secrets
import shutil
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import platformdirs

from pult import __version__
from pult.core.channels import Channel, Channels
from pult.core.errors import PultError
from pult.core.malformed import MALFORMED
from pult.core.signals import Array
from pult.exercise.account import ScorePart
from pult.exercise.clock import standing_rows
from pult.exercise.document import ExerciseDocument, read_exercise_document
from pult.exercise.judge import judge_rows
from pult.exercise.parts import score_parts
from pult.exercise.score import score
from pult.exercise.verdict import Verdict
from pult.exercise.zones import forbidden_zones
from pult.record import Record, differences, fingerprint, read_record
from pult.record.unpacking import unpacked
from pult.server.live.scene import scene_of
from pult.server.live.scene_zones import with_zones
from pult.server.messages import (
    ChannelInfo,
    Measure,
    Message,
    RecordEntry,
    RecordEvent,
    RecordInfo,
    Scene,
    StageSpan,
)
from pult.server.records.poses import complete_rows, world_of
from pult.server.records.stored_score import stored_score
from pult.world.world import World

FORMAT = 2
MAX_KEPT = 24
"""Maximum number of digests on disk."""
SUBFOLDER = "pult-records"
"""The folder of digests, in the user's cache folder or in $PULT_CACHE_DIR."""
MAKING = "making-"
"""Prefix of the folder of a digest that is being made."""
_NAME = re.compile(r"[0-9a-f]{32}")
_UNFINISHED = re.compile(rf"{MAKING}[0-9a-f]{{16}}")
_STALE = 3600.0
"""Age of an abandoned unfinished digest [s]."""
MAX_PROCESSOR = 20
"""Processor time limit of a digest [s]."""
MAX_MEMORY = 2 * 2**30
"""Memory limit of a digest [bytes]."""
MAX_BYTES = 512 * 2**20
"""Largest uncompressed part of a record that is read [bytes]; the rest is left out, and the page says so."""
MAX_ROWS = 60_000
"""Maximum number of rows read: ten minutes at 100 Hz, about half of the processor time limit."""
JUDGED = ("stage", "limit", "time", "success", "fail")
"""Kinds of events that are judged again from the rows."""


class Facts(Message, frozen=True):
    """Contents of a digest apart from the rows."""

    dt: float
    first: float
    channels: list[ChannelInfo]
    stages: list[StageSpan]
    events: list[RecordEvent]
    parts: list[ScorePart]
    measures: list[Measure]
    effector: str
    replayable: str
    problem: str
    scene: Scene | None
    unseen: str


@dataclass(frozen=True)
class Digest:
    """The digest of a record.

    Attributes:
        folder: Its folder.
        facts: Its contents apart from the rows.
    """

    folder: Path
    facts: Facts

    def rows(self) -> Array:
        """All signals, memory-mapped. Shape (n, size), float32."""
        found: Array = np.load(self.folder / "rows.npy", mmap_mode="r")
        return found

    @property
    def channels(self) -> Channels:
        """Layout of the rows."""
        kinds: Any = {c.name: c.kind for c in self.facts.channels}
        return Channels(
            Channel(c.name, c.start, tuple(c.shape), c.unit, kinds[c.name], tuple(c.labels), c.description)
            for c in self.facts.channels
        )

    def meshes(self) -> list[Path]:
        """Files of the meshes of its scene."""
        return sorted(self.folder.glob("mesh-*.bin"))

    def info(self, entry: RecordEntry) -> RecordInfo:
        """The message for the page."""
        facts = self.facts
        return RecordInfo(
            entry=msgspec.structs.replace(entry, partial=facts.problem or entry.partial),
            dt=facts.dt,
            rows=int(self.rows().shape[0]),
            first=facts.first,
            begin=0.0,
            channels=facts.channels,
            stages=facts.stages,
            events=facts.events,
            parts=facts.parts,
            measures=facts.measures,
            effector=facts.effector,
            replayable=facts.replayable,
        )


def digest_folder(path: Path) -> Path:
    """Folder of the digest of a record, whether it exists or not.

    Raises:
        OSError: The record does not exist.
    """
    stat = path.stat()
    key = f"{path.absolute()}|{stat.st_size}|{stat.st_mtime_ns}|{__version__}|{FORMAT}"
    return _cache() / SUBFOLDER / hashlib.sha256(key.encode()).hexdigest()[:32]


def _cache() -> Path:
    """The user's cache folder, or that of the environment variable PULT_CACHE_DIR."""
    chosen = os.environ.get("PULT_CACHE_DIR")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("pult"))


def load_digest(folder: Path) -> Digest | None:
    """Load a digest; None if it has not been made."""
    try:
        data = (folder / "facts.json").read_bytes()
        os.utime(folder)
        return Digest(folder, msgspec.json.decode(data, type=Facts))
    except (OSError, *MALFORMED):
        return None


def make_digest(path: Path, folder: Path, target: Path | None = None) -> None:
    """Make the digest of a record; it becomes visible when it is complete.

    Args:
        path: The record.
        folder: Folder of the digest.
        target: A new temporary folder next to it; removed afterwards, unless this process is killed.

    Raises:
        PultError: The record cannot be read.
    """
    if load_digest(folder) is not None:
        return
    record = read_record(path, max_bytes=MAX_BYTES, max_rows=MAX_ROWS)
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    target = target or folder.with_name(f"{MAKING}{secrets.token_hex(8)}")
    target.mkdir(mode=0o700)
    try:
        facts = _write(record, target)
        (target / "facts.json").write_bytes(msgspec.json.encode(facts))
        try:
            target.rename(folder)
        except OSError:  # another process was faster
            if load_digest(folder) is None:
                shutil.rmtree(folder, ignore_errors=True)
                target.rename(folder)
    finally:
        shutil.rmtree(target, ignore_errors=True)
    _forget(folder.parent)


def _forget(folder: Path) -> None:
    """Remove the oldest digests and abandoned ones; only folders that are digests by name and content."""
    digests: list[tuple[float, Path]] = []
    for path in folder.iterdir():
        try:
            if path.is_symlink() or not path.is_dir():
                continue
            changed = path.stat().st_mtime
            if _NAME.fullmatch(path.name) and (path / "facts.json").is_file() and (path / "rows.npy").is_file():
                digests.append((changed, path))
            elif _UNFINISHED.fullmatch(path.name) and time.time() - changed > _STALE:
                shutil.rmtree(path, ignore_errors=True)
        except OSError:  # deleted meanwhile
            continue
    for _, path in sorted(digests)[:-MAX_KEPT]:
        shutil.rmtree(path, ignore_errors=True)


def _write(record: Record, target: Path) -> Facts:
    world: World | None = None
    unseen, scene = "", None
    document = exercise_in(record)
    try:
        with unpacked(record, target) as root:
            world, data, panel = world_of(record, root)
            scene, meshes = scene_of(world, data, panel)
            if document is not None:
                scene = with_zones(scene, forbidden_zones(document, world.model))
            channels, rows = complete_rows(record, world, data)
        for number, mesh in enumerate(meshes):
            (target / f"mesh-{number:05d}.bin").write_bytes(mesh)
    except PultError as error:
        unseen, scene = str(error), None
        channels, rows = complete_rows(record, None, None)
    np.save(target / "rows.npy", rows.astype(np.float32))
    np.save(target / "ticks.npy", record.ticks)
    verdict = _judged(document, channels, rows, record) if scene is not None else None
    found = _score(record, document, channels, rows, verdict)
    machine = differences(record.fingerprint, fingerprint())
    return Facts(
        dt=record.header.dt,
        first=float(record.times[0]) if len(record.ticks) else 0.0,
        channels=[
            ChannelInfo(
                name=c.name, start=c.start, shape=list(c.shape), unit=c.unit, kind=c.kind, labels=list(c.labels),
                description=c.description,
            )
            for c in channels
        ],
        stages=_stages(document, found),
        events=_events(record, verdict),
        parts=score_parts(found),
        measures=[
            Measure(
                name=m["name"], title=m.get("title") or m["name"], value=m.get("value"), unit=m.get("unit", ""),
                better=m.get("better", ""), counts=bool(found.get("passed", True)) or m["name"] == "stages",
            )
            for m in found.get("metrics", {}).values()
        ],
        effector=_effector(document, channels),
        replayable=_replayable(record, unseen, machine),
        problem=record.problem,
        scene=scene,
        unseen=unseen,
    )  # fmt: skip


def exercise_in(record: Record) -> ExerciseDocument | None:
    """The exercise of a record, if it has one that this version can decode."""
    names = [name for name in record.files if name.startswith("exercises/") and name.endswith(".json")]
    try:
        return read_exercise_document(msgspec.json.decode(record.files[names[0]]))[0] if names else None
    except (PultError, *MALFORMED):
        return None


def _judged(document: ExerciseDocument | None, channels: Channels, rows: Array, record: Record) -> Verdict | None:
    if document is None or not len(rows) or record.header.reason:  # what begins in the middle is no attempt
        return None
    try:
        return judge_rows(
            document, channels, rows, record.header.dt, standing_rows(record.events, record.ticks[: len(rows)])
        )
    except PultError:
        return None


def _score(
    record: Record, document: ExerciseDocument | None, channels: Channels, rows: Array, verdict: Verdict | None
) -> dict[str, Any]:
    """The stored score, or else the one computed from the rows."""
    stored = stored_score(record.result)
    if stored is not None:
        return stored
    if document is None or verdict is None:
        return {}
    try:
        return dict(score(document, channels, rows, record.header.dt, verdict).plain())
    except PultError:
        return {}


def _stages(document: ExerciseDocument | None, found: dict[str, Any]) -> list[StageSpan]:
    titles = {stage.name: stage.title or stage.name for stage in document.stages} if document is not None else {}
    return [
        StageSpan(name=s["name"], title=titles.get(s["name"], s["name"]), begin=s["begin"], end=s["end"])
        for s in found.get("stages", [])
    ]


def _events(record: Record, verdict: Verdict | None) -> list[RecordEvent]:
    first = int(record.ticks[0]) if len(record.ticks) else record.header.first_tick
    told = [
        RecordEvent(time=(event.tick - first) * record.header.dt, kind=event.kind, text=event.text)
        for event in record.events
        if verdict is None or event.kind not in JUDGED
    ]
    judged = [
        RecordEvent(
            time=event.tick * record.header.dt, kind=event.kind, text=event.title or event.kind, points=-event.points
        )
        for event in (verdict.events if verdict is not None else ())
    ]
    return sorted(told + judged, key=lambda event: event.time)


def _effector(document: ExerciseDocument | None, channels: Channels) -> str:
    name = document.effector if document is not None else ""
    wanted = (f"site.{name}", f"body.{name}", name)
    return next((one for one in wanted if name and one in channels), "")


def _replayable(record: Record, unseen: str, machine: list[str]) -> str:
    if not record.keyframes:
        return "the record has no state to start from."
    if unseen:
        return unseen
    return f"it was computed elsewhere: {'; '.join(machine)}." if machine else ""
