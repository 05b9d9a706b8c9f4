"""Uploads under way: files that a page sends in pieces, in a temporary folder of their own until a robot is made."""

import asyncio
import json
import secrets
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pult.core.errors import FaultKind
from pult.core.temporary import TemporaryFolder
from pult.importing.files import check_sizes, clean_path
from pult.server.documents.project import disk
from pult.server.http.wire import Refusal
from pult.server.messages import UploadedFile
from pult.server.uploads.import_model import FILES, SENT

NO_UPLOAD = FaultKind("not-found", "This upload is over; choose the files again.")
NO_NUMBER = FaultKind("not-found", "The upload has no file of the number {number}.")
WRONG_PLACE = FaultKind("bad-request", "A piece begins where the one before it ended: at {there}, not at {given}.")
TOO_LONG = FaultKind("bad-request", "{file!r} was announced with {size} bytes; more were sent.")
INCOMPLETE = FaultKind("bad-request", "{file!r} has not arrived completely.")
BUSY = FaultKind("busy", "The upload is being looked at already.")

MAX_UPLOADS = 4
"""Number of uploads that are kept; the one unused for longest is removed for the next."""
IDLE = 1800.0
"""Time without a request after which an upload is removed [s]."""


class StagedUpload:
    """One upload. Its methods are called in the server's event loop.

    Attributes:
        folder: Its folder: the files as sent, then what the child makes of them.
        looked: What its files were last looked at as; None if they have not been.
    """

    def __init__(self) -> None:
        with disk("The upload"):
            self._temporary = TemporaryFolder("import")
            self.folder = self._temporary.path
            (self.folder / SENT).mkdir()
        self.id = secrets.token_hex(8)
        self.looked: Any = None
        self.scene: bytes = b""
        self.working = False
        self.used = time.monotonic()
        self._sizes: list[int] = []
        self._there: list[int] = []
        self._numbers: dict[str, int] = {}

    def announce(self, files: Sequence[UploadedFile]) -> list[int]:
        """Announce files; returns their numbers.

        Raises:
            ModelRefused: They are too many or too large together with those that are there, or have bad names.
        """
        fresh = {clean_path(file.path): file.size for file in files}
        check_sizes([(file.path, file.size) for file in files])
        whole = {path: self._sizes[number] for path, number in self._numbers.items()} | fresh
        check_sizes(whole.items())
        found = []
        for path, size in fresh.items():
            self._numbers[path] = len(self._sizes)
            found.append(len(self._sizes))
            self._sizes.append(size)
            self._there.append(0)
        return found

    async def receive(self, number: int, at: int, data: bytes) -> None:
        """Write a piece of a file.

        Raises:
            Refusal: It does not follow on the pieces before it, or is too long.
        """
        if not 0 <= number < len(self._sizes):
            raise Refusal.of(404, NO_NUMBER.at(number=number))
        if at != self._there[number]:
            raise Refusal.of(409, WRONG_PLACE.at(there=self._there[number], given=at))
        if at + len(data) > self._sizes[number]:
            raise Refusal.of(413, TOO_LONG.at(file=self._path(number), size=self._sizes[number]))
        self._there[number] = at + len(data)
        await asyncio.to_thread(_append, self.folder / SENT / str(number), data)

    def list_files(self) -> None:
        """Write the list of files for the child.

        Raises:
            Refusal: One has not arrived completely.
        """
        for path, number in self._numbers.items():
            if self._there[number] < self._sizes[number]:
                raise Refusal.of(409, INCOMPLETE.at(file=path))
            (self.folder / SENT / str(number)).touch()
        with disk("The upload"):
            (self.folder / FILES).write_text(json.dumps(self._numbers), encoding="utf-8")

    def _path(self, number: int) -> str:
        return next((path for path, one in self._numbers.items() if one == number), "")

    def remove(self) -> None:
        """Remove everything."""
        self._temporary.remove()


class StagedUploads:
    """All uploads of a server."""

    def __init__(self) -> None:
        self._uploads: dict[str, StagedUpload] = {}

    def begin(self) -> StagedUpload:
        """Begin an upload; those that nobody uses any more are removed."""
        now = time.monotonic()
        old = sorted((one for one in self._uploads.values() if not one.working), key=lambda one: one.used)
        spare = len(self._uploads) - MAX_UPLOADS + 1
        for number, one in enumerate(old):
            if number < spare or now - one.used > IDLE:
                self.end(one.id)
        if len(self._uploads) >= MAX_UPLOADS:
            raise Refusal.of(503, BUSY.at())
        upload = StagedUpload()
        self._uploads[upload.id] = upload
        return upload

    def get(self, number: str) -> StagedUpload:
        """An upload by its id.

        Raises:
            Refusal: There is none.
        """
        upload = self._uploads.get(number)
        if upload is None:
            raise Refusal.of(404, NO_UPLOAD.at())
        upload.used = time.monotonic()
        return upload

    def end(self, number: str) -> None:
        """Remove an upload."""
        upload = self._uploads.pop(number, None)
        if upload is not None:
            upload.remove()

    def close(self) -> None:
        """Remove all uploads."""
        for number in list(self._uploads):
            self.end(number)


def _append(path: Path, data: bytes) -> None:
    with disk("The upload"), path.open("ab") as file:
        file.write(data)
