"""A cheap list of the records of a project: each file is summarised once, see `pult.server.records.summary`."""

import threading
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from pult.core.errors import FaultKind, advice
from pult.server.documents.project import READ_ONLY, Project
from pult.server.http.wire import Refusal
from pult.server.messages import RecordEntry
from pult.server.records.summary import summarise_record

NO_RECORD = FaultKind("not-found", "There is no record {name!r}. {advice}")
NO_FILM = FaultKind("not-found", "There is no film of this record yet; make one first.")
RECORD_GONE = FaultKind("gone", "The record {name!r} no longer exists.")
RECORDING = FaultKind("busy", "This attempt is being recorded; end it before you delete its record.")
NOT_DELETED = FaultKind("disk", "The record could not be deleted: {reason}.")
KEPT_READ_ONLY = FaultKind("read-only", NOT_DELETED.template)

SUFFIX = ".mcap"
BEING_WRITTEN = "it is being recorded now"


class RecordIndex:
    """The records of a project. Its methods may be called from any thread.

    Attributes:
        running: Returns the records that are being written now.
    """

    def __init__(self, project: Project) -> None:
        """Create an empty index."""
        self.folder = project.records
        self._project = project.folder
        self.running: Callable[[], Iterable[str]] = tuple
        self._known: dict[str, tuple[int, int, RecordEntry]] = {}
        self._lock = threading.Lock()

    def changed(self) -> None:
        """Note that there may be another record; the files are checked again with every list anyhow."""

    def path(self, name: str) -> Path:
        """The file of a record.

        Raises:
            Refusal: There is none of this name.
        """
        names = [path.name for path in self._paths()]
        if name not in names:
            raise Refusal.of(404, NO_RECORD.at(name=name[:100], **advice(name[:100], names)))
        return self.folder / name

    def film(self, name: str) -> Path:
        """The file of the film of a record.

        Raises:
            Refusal: There is no such record, or no film of it.
        """
        path = film_of(self.path(name))
        if not self._is_held(path):
            raise Refusal.of(404, NO_FILM.at())
        return path

    def entries(self) -> list[RecordEntry]:
        """All records, the latest first."""
        found = [entry for path in self._paths() for entry in [self._entry(path)] if entry is not None]
        return sorted(found, key=lambda entry: (entry.started, entry.name), reverse=True)

    def entry(self, name: str) -> RecordEntry:
        """One record.

        Raises:
            Refusal: There is none of this name.
        """
        entry = self._entry(self.path(name))
        if entry is None:
            raise Refusal.of(404, RECORD_GONE.at(name=name[:100]))
        return entry

    def delete(self, name: str) -> None:
        """Delete a record, and its film.

        Raises:
            Refusal: There is none of this name, or it is being written.
        """
        path = self.path(name)
        if name in self.running():
            raise Refusal.of(409, RECORDING.at())
        try:
            path.unlink()
            film_of(path).unlink(missing_ok=True)
        except FileNotFoundError:
            pass
        except OSError as error:
            status, kind = (403, KEPT_READ_ONLY) if error.errno in READ_ONLY else (500, NOT_DELETED)
            raise Refusal.of(status, kind.at(reason=error.strerror or str(error))) from None
        with self._lock:
            self._known.pop(name, None)

    def _paths(self) -> list[Path]:
        try:
            return [path for path in self.folder.iterdir() if path.suffix == SUFFIX and self._is_held(path)]
        except OSError:
            return []

    def _is_held(self, path: Path) -> bool:
        """Whether a path is a file inside the project; a link that leads out of it would expose other files."""
        try:
            if not path.is_symlink():
                return path.is_file()
            real = path.resolve()
            return real.is_relative_to(self._project.resolve()) and real.is_file()
        except (OSError, RuntimeError):
            return False

    def _entry(self, path: Path) -> RecordEntry | None:
        try:
            stat = path.stat()
            with self._lock:
                known = self._known.get(path.name)
            if known is None or known[:2] != (stat.st_size, stat.st_mtime_ns):
                known = (stat.st_size, stat.st_mtime_ns, summarise_record(path, stat.st_size, stat.st_mtime))
                with self._lock:
                    self._known[path.name] = known
        except OSError:  # deleted meanwhile
            return None
        entry = known[2]
        if entry.partial and path.name in self.running():
            return msgspec.structs.replace(entry, reason="running", partial=BEING_WRITTEN)
        return entry


def film_of(path: Path) -> Path:
    """Path of the film of a record, whether it exists or not."""
    return path.with_suffix(".mp4")
