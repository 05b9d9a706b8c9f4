"""The results file: one line per run, appended as soon as the run is done.

The first line says what the sweep is; every other is a row. A line that was cut off by a kill or a full disk is dropped
when the file is read, and the next row begins on a line of its own. Rows hold nothing that depends on who computed them
or when, so that the rows sorted by key are the same bytes for any number of workers.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import msgspec

from pult.core.errors import PultError
from pult.core.file_lock import try_lock
from pult.core.malformed import MALFORMED

FORMAT = "pult.sweep-results"


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """The first line of a file.

    Attributes:
        format: Always "pult.sweep-results".
        version: Version of the format.
        sweep: The plan, as a sweep document.
        documents: Hash of all documents that the runs are made of; see `pult.batch.bundle`.
        bundle: Those documents, packed, so that each run can be done again from this file alone.
        pilot, variant: Operator and variant, by name.
        function: Import path of the function that was called, if the runs are no attempts. It is never imported because
            it stands here.
        fingerprint: The machine that began the sweep.
        units: Units of the varied values, by name, where they are known.
    """

    format: str = FORMAT
    version: int = 1
    sweep: dict[str, Any] = {}
    documents: str = ""
    bundle: bytes = b""
    pilot: str = ""
    variant: str = ""
    function: str = ""
    fingerprint: dict[str, Any] = {}
    units: dict[str, str] = {}

    @property
    def title(self) -> str:
        """What was run, in a line."""
        if self.function:
            return f"function {self.function}"
        return f"{self.sweep.get('exercise', '')} ({self.variant}), pilot {self.pilot}"


class Row(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Result of one run.

    Attributes:
        key: Names the run: exercise, documents, pilot, variant, values and seed.
        seed: Seed of the start, the noise and the pilot.
        values: What was varied, by name.
        success: Whether it was done.
        reason: Why it ended: "success", "time", "limit", "halted", "error", "killed" or "timeout"; of a
            function "failed", or what it says.
        cause: What failed, in words; empty for a success.
        time: How long it took, simulated [s].
        points: The score, from 0 to 100.
        stages: Time at which each stage was passed [s].
        metrics: Figures by name; those that could not be measured are left out.
        breaks: How often each limit was broken.
        hash: SHA-256 of all rows of the run.
        data: Whatever else a function has found.
        fingerprint: What differs from the machine that began the sweep, if anything does.
    """

    key: str
    seed: int
    success: bool
    reason: str
    values: dict[str, Any] = {}
    cause: str = ""
    time: float = 0.0
    points: float = 0.0
    stages: dict[str, float] = {}
    metrics: dict[str, float] = {}
    breaks: dict[str, int] = {}
    hash: str = ""
    data: dict[str, Any] = {}
    fingerprint: dict[str, Any] = {}


_ENCODER = msgspec.json.Encoder(order="sorted")
_ROWS = msgspec.json.Decoder(Row)
_HEADS = msgspec.json.Decoder(Head)


class ResultsError(PultError):
    """A results file that cannot be used; the message says why and what to do."""


def encode_row(row: Row) -> bytes:
    """A row as a line of the file, without its end."""
    return _ENCODER.encode(row)


def read_head(path: Path) -> Head:
    """The first line of a file.

    Raises:
        ResultsError: It is not a file of results.
    """
    try:
        with path.open("rb") as file:
            line = file.readline()
    except OSError as error:
        raise ResultsError(f"{path}: cannot be read: {error.strerror}.") from None
    try:
        head = _HEADS.decode(line)
    except MALFORMED:
        head = Head(format="")
    if head.format != FORMAT:
        raise ResultsError(f"{path}: is not a file of results; `pult sweep EXERCISE -o FILE` makes one.")
    if head.version != 1:
        raise ResultsError(f"{path}: has version {head.version}; this pult reads version 1. Update it.")
    return head


def read_rows(path: Path) -> Iterator[Row]:
    """The rows of a file in the order in which they were done, each key once; a line that was cut off is left out."""
    seen: set[str] = set()
    with path.open("rb") as file:
        file.readline()
        for line in file:
            try:
                row = _ROWS.decode(line)
            except MALFORMED:
                continue
            if row.key not in seen:
                seen.add(row.key)
                yield row


def sorted_rows(rows: Iterable[Row]) -> bytes:
    """Encode rows as bytes that do not depend on the workers or the order of the runs."""
    return b"".join(encode_row(row) + b"\n" for row in sorted(rows, key=lambda row: row.key))


class ResultsFile:
    """A file of results that rows are appended to.

    Attributes:
        path: The file.
    """

    def __init__(self, path: Path, file: IO[bytes]) -> None:
        self.path, self._file = path, file

    def append(self, rows: Iterable[Row]) -> None:
        """Append rows: they are with the system when this returns, and survive the death of this process.

        Raises:
            ResultsError: The disk is full or broken; rows before these are whole.
        """
        try:
            for row in rows:
                self._file.write(encode_row(row) + b"\n")
            self._file.flush()
        except OSError as error:
            raise ResultsError(
                f"{self.path}: cannot be written: {error.strerror}. Earlier rows are kept; the same command continues"
                " the sweep."
            ) from None


@contextmanager
def appending(path: Path, head: Head) -> Iterator[ResultsFile]:
    """Open a results file for appending, or create it; no other process can append meanwhile.

    Raises:
        ResultsError: It holds the results of another sweep, another process has it open, or it cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("a+b")
    except OSError as error:
        raise ResultsError(f"{path}: cannot be written: {error.strerror}.") from None
    with file:
        if not try_lock(file.fileno()):
            raise ResultsError(f"{path}: another process appends to it. Wait for it, or name another file.")
        if file.seek(0, os.SEEK_END):
            check_same(path, head)
            if not _ends_line(file):
                file.write(b"\n")
        else:
            file.write(_ENCODER.encode(head) + b"\n")
            file.flush()
        yield ResultsFile(path, file)
        file.flush()
        os.fsync(file.fileno())


def _ends_line(file: IO[bytes]) -> bool:
    file.seek(-1, os.SEEK_END)
    return file.read(1) == b"\n"


def check_same(path: Path, head: Head) -> None:
    """Check that a file holds runs of a sweep.

    Raises:
        ResultsError: It holds those of other documents, of another operator, or of another version.
    """
    found = read_head(path)
    if found.documents != head.documents:
        raise ResultsError(
            f"{path}: holds runs of other documents, or of another pult ({found.documents[:12]}, not "
            f"{head.documents[:12]}). Name another file, or remove this one."
        )
    if (found.function, found.variant, found.pilot) != (head.function, head.variant, head.pilot):
        raise ResultsError(
            f"{path}: holds runs of {found.title}, not of {head.title}. Name another file, or remove this one."
        )
