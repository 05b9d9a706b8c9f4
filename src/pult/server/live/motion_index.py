"""Which recorded motions fit which streams: each table is read once, in a process for work of users' files."""

from pathlib import Path

import msgspec

from pult.core.errors import UsageError
from pult.panel.streams import StreamDocument
from pult.record.motion_file import Motion, read_motion
from pult.server.workers.pool import Workers
from pult.server.workers.process import Undone

SECONDS = 60.0
"""Time that reading a motion may take [s]; the largest table that is taken needs a fraction of it."""
MAX_KNOWN = 1000
WHAT = "Reading the motion"


class Fit(msgspec.Struct, frozen=True):
    """How a motion fits a stream.

    Attributes:
        stream: Name of the stream.
        duration: Its length [s]; 0 if it does not fit.
        problem: Why it does not fit; empty if it does.
    """

    stream: str
    duration: float = 0.0
    problem: str = ""


Key = tuple[str, int, int, bytes]


class MotionIndex:
    """What is known of motions, for as long as their tables do not change. Its methods belong to the event loop."""

    def __init__(self, workers: Workers) -> None:
        """Begin knowing nothing.

        Args:
            workers: Processes that read tables.
        """
        self._workers = workers
        self._known: dict[Key, list[Fit]] = {}

    async def fits(self, source: str | Path, streams: dict[str, StreamDocument]) -> list[Fit]:
        """How a motion fits each of the streams.

        Args:
            source: A file, or a shipped motion by its name.
            streams: The streams by name.
        """
        key = (str(source), *_state(source), msgspec.json.encode(streams))
        found = self._known.pop(key, None)
        if found is None:
            try:
                found = await self._workers.run(look_at, source, streams, what=WHAT, seconds=SECONDS)
            except Undone as error:  # not kept: a busy computer is no property of the table
                return [Fit(stream, problem=error.text) for stream in streams]
        self._known[key] = found
        while len(self._known) > MAX_KNOWN:
            del self._known[next(iter(self._known))]
        return found

    async def read(self, source: str | Path, stream: str, declared: StreamDocument) -> Motion:
        """A motion for a stream.

        Raises:
            PultError: It does not fit, or took too long to read.
        """
        return await self._workers.run(read_motion, source, stream, declared, what=WHAT, seconds=SECONDS)


def _state(source: str | Path) -> tuple[int, int]:
    """What changes with a file: its time [ns since 1970] and size [bytes]; zeros for what is no file."""
    try:
        found = Path(source).stat()
    except OSError:
        return 0, 0
    return found.st_mtime_ns, found.st_size


# --- in a worker -----------------------------------------------------------------------------------------------------


def look_at(source: str | Path, streams: dict[str, StreamDocument]) -> list[Fit]:
    """Read a motion for each of the streams."""
    found = []
    for stream, declared in streams.items():
        try:
            found.append(Fit(stream, duration=read_motion(source, stream, declared).duration))
        except UsageError as error:
            found.append(Fit(stream, problem=str(error).replace(str(source), Path(source).stem)))
    return found
