"""A lock on a project folder: two studios that write into one folder would overwrite each other's work.

The lock is one of the operating system, which releases it when the process ends, however it ended. So a studio
that was killed never keeps the next one out.
"""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pult.core.errors import UsageError
from pult.core.file_lock import try_lock

LOCK_FILE = ".studio.lock"
KEY_FILE = ".studio.json"
"""File of the project folder that tells programs of the same user how to reach the studio that runs."""


@contextmanager
def project_lock(project: Path) -> Iterator[bool]:
    """Have a project folder for this process alone; gives whether it has: a folder that can only be read has no lock.

    Args:
        project: The folder.

    Raises:
        UsageError: Another studio has it; the message says where that one is.
    """
    try:
        handle = os.open(project / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:  # a read-only folder: nothing there can be overwritten
        yield False
        return
    try:
        if not _lock(handle):
            raise UsageError(_taken(project))
        yield True
    finally:
        os.close(handle)  # which unlocks it; the file stays, since removing it could part two that wait for it


def _taken(project: Path) -> str:
    where = ""
    with suppress(OSError, ValueError, TypeError, KeyError):
        address = str(json.loads((project / KEY_FILE).read_text(encoding="utf-8"))["address"])
        where = f" at {address}"
    return (
        f"another studio has the project folder {str(project)!r}: it runs{where}. Open that one, or end it (Ctrl-C in "
        "its window), or name another folder by --project."
    )


def _lock(handle: int) -> bool:
    try:
        return try_lock(handle)
    except OSError:  # a file system without locks: better a studio without one than no studio
        return True
