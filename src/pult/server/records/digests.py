"""Digests of records, made in workers: once for all requests, and cancelled when the last client disconnects."""

import asyncio
import secrets
import shutil
import time
from collections import OrderedDict
from pathlib import Path
from typing import Any

from pult.core.errors import FaultKind, PultError
from pult.server.http.wire import Refusal
from pult.server.records.digest import (
    MAKING,
    MAX_MEMORY,
    MAX_PROCESSOR,
    Digest,
    digest_folder,
    load_digest,
    make_digest,
)
from pult.server.records.index import RECORD_GONE
from pult.server.workers.pool import Workers
from pult.server.workers.process import Bounds, Undone

DAMAGED = FaultKind("damaged", "{error}")
NOT_PREPARED = FaultKind("disk", "The record could not be made ready; is the disk full?")

SECONDS = 60.0
"""Wall-clock time limit for making a digest, however busy the computer is [s]."""
MAX_REMEMBERED = 64
REMEMBERED = 600.0
"""How long a failure is remembered [s]: perhaps the computer was only busy."""


class _Making:
    def __init__(self, task: "asyncio.Task[None]") -> None:
        self.task = task
        self.waiting = 0


class Digests:
    """The digests of a server. Call its methods in the event loop."""

    def __init__(self, workers: Workers) -> None:
        """Use the digests in the cache."""
        self._workers = workers
        self._making: dict[Path, _Making] = {}
        self._failed: OrderedDict[Path, tuple[float, Undone]] = OrderedDict()

    async def get(self, path: Path, name: str) -> Digest:
        """The digest of a record; made in a worker if missing.

        Args:
            path: The record.
            name: Its name, for messages.

        Raises:
            Refusal: The record cannot be read, or takes too much.
        """
        try:
            folder = digest_folder(path)
            found = await asyncio.to_thread(load_digest, folder)
            if found is None:
                self._recall(folder)
                await self._shared(folder, path, name)
                found = await asyncio.to_thread(load_digest, folder)
        except FileNotFoundError:
            raise Refusal.of(404, RECORD_GONE.at(name=name[:100])) from None
        except Refusal:
            raise
        except PultError as error:
            raise Refusal.of(422, DAMAGED.at(error=str(error))) from None
        if found is None:
            raise Refusal.of(500, NOT_PREPARED.at())
        return found

    def _recall(self, folder: Path) -> None:
        when, error = self._failed.get(folder, (0.0, None))
        if error is None:
            return
        if time.monotonic() - when < REMEMBERED:
            raise error
        del self._failed[folder]

    async def _shared(self, folder: Path, path: Path, name: str) -> None:
        """Wait for a digest that is being made, or start making it; the last client to disconnect cancels it."""
        making = self._making.get(folder)
        if making is None:
            making = self._making[folder] = _Making(asyncio.ensure_future(self._make(folder, path, name)))
        making.waiting += 1
        try:
            await asyncio.shield(making.task)
        finally:
            making.waiting -= 1
            if not making.waiting and self._making.get(folder) is making:
                del self._making[folder]
                making.task.cancel()

    async def _make(self, folder: Path, path: Path, name: str) -> None:
        what = f"Making the record {name[:100]!r} ready"
        bounds = Bounds(MAX_PROCESSOR, MAX_MEMORY)
        target = folder.with_name(f"{MAKING}{secrets.token_hex(8)}")
        try:
            await self._workers.run(make_digest, path, folder, target, what=what, seconds=SECONDS, bounds=bounds)
        except Undone as error:
            self._failed[folder] = (time.monotonic(), error)
            while len(self._failed) > MAX_REMEMBERED:
                self._failed.popitem(last=False)
            raise
        finally:
            # a process that was ended leaves it
            await asyncio.shield(asyncio.to_thread(shutil.rmtree, target, ignore_errors=True))


def digests_of(state: Any) -> Digests:
    """The digests of a server, from the state of its application."""
    if not hasattr(state, "digests"):
        state.digests = Digests(state.workers)
    found: Digests = state.digests
    return found
