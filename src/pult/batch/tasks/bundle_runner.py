"""Runs of documents, which are opened once for each set of changes."""

import abc
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from pult.batch.bundle import Bundle, Patch, patched, write_bundle
from pult.batch.job import Runner
from pult.batch.target import Changes
from pult.core.errors import DocumentError, PultError
from pult.core.temporary import TemporaryFolder
from pult.sim.session import Session

Opened = TypeVar("Opened")
MAX_OPEN = 8
"""Maximum number of changed bundles that a worker keeps open."""


class BundleRunner(Runner, Generic[Opened]):
    """Does runs of a bundle of documents. What was opened is kept for later runs; the documents lie in temporary
    folders.
    """

    def __init__(self, bundle: Bundle) -> None:
        """Keep the common documents of all runs."""
        self._bundle = bundle
        self._open: dict[tuple[bytes, bool], tuple[TemporaryFolder, Opened]] = {}

    @abc.abstractmethod
    def open(self, bundle: Bundle, folder: Path, plain: bool) -> Opened:
        """Open the documents in a folder.

        Args:
            bundle: What lies there.
            folder: The folder.
            plain: Whether runs are plain Python, so that nothing is compiled.
        """

    @abc.abstractmethod
    def try_out(self, opened: Opened, changes: Changes) -> None:
        """Start a run with parameters of the scheme and faults; raises `PultError` if they are invalid."""

    @abc.abstractmethod
    def session(self) -> Session:
        """A session of the documents as they stand, to look things up in; nothing is compiled for it."""

    def warm(self) -> None:
        """Compile the program."""
        self.opened([])

    def opened(self, patches: list[Patch], *, plain: bool = False) -> Opened:
        """What is open for changed documents. If there are too many, the one used longest ago is closed."""
        key = msgspec.msgpack.encode(sorted(patches, key=repr)), plain
        found = self._open.pop(key, None)
        if found is None:
            while len(self._open) >= MAX_OPEN:
                self._open.pop(next(iter(self._open)))[0].remove()
            found = self._open_patched(patches, plain)
        self._open[key] = found
        return found[1]

    def _open_patched(self, patches: list[Patch], plain: bool) -> tuple[TemporaryFolder, Opened]:
        folder, bundle = TemporaryFolder("sweep"), patched(self._bundle, patches)
        try:
            write_bundle(bundle, folder.path)
            return folder, self.open(bundle, folder.path, plain)
        except BaseException:
            folder.remove()
            raise

    def problem(self, changes: Changes) -> str:
        """Why values are invalid; empty if they are valid. Nothing is compiled."""
        try:
            self.try_out(self.opened(changes.patches, plain=True), changes)
        except DocumentError as error:
            return "; ".join(fault.message for fault in error.faults[:3])
        except PultError as error:
            return str(error)
        return ""

    def close(self) -> None:
        """Remove its folders."""
        for folder, _ in self._open.values():
            folder.remove()
        self._open.clear()
