"""Disk cache of native code: one file per entry, in a private folder, trusted only if this user wrote it.

An entry is named by the hash of everything that enters the machine code. Anyone who can write a file here can have it
executed, so an entry is used only if the folder and the file belong to the user, nobody else may write to them, and
its seal is valid: an HMAC with a secret in the folder that only the user can read. So a planted file is not used, even
if the folder was open to others for a while. Nothing in an entry is executed while it is read: it holds plain data and
machine code, no pickles.

Entries are written under a temporary name and renamed when complete, so that no process sees a partial one. Only files
with the names and the header of entries, and abandoned temporary files, are ever removed.
"""

import hashlib
import hmac
import json
import os
import platform
import re
import secrets
import stat
import sys
import time
import warnings
from collections.abc import Iterator
from contextlib import AbstractContextManager, suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import platformdirs

from pult.native.entry_lock import locked

SUBFOLDER = "pult-programs"
"""The folder of compiled programs, in the user's cache folder or in $PULT_CACHE_DIR."""
MARK = b"pult native 1\n"
"""Header of an entry."""
MAX_BYTES = 512 * 2**20
"""Total size above which the least recently used entries are removed [bytes]."""
MAX_ENTRY = 256 * 2**20
"""Largest entry that is read [bytes]."""
_SECRET = "secret"  # noqa: S105 - the name of a file
_ENTRY = re.compile(r"[0-9a-f]{40}\.native")
_UNFINISHED = re.compile(r"[0-9a-f]{40}\.([0-9a-f]{16}\.unfinished|lock)")
_STALE = 3600.0
"""Age of an abandoned unfinished entry or lock [s]."""
_COMPILER_SOURCES = (
    "body.py", "forms.py", "functions.py", "glue.py", "library.py", "machine.py", "piece.py", "pipeline.py",
    "program.py", "unit.py",
)  # fmt: skip
"""Modules of this package whose source determines the machine code."""
_SEAL_SIZE = hashlib.sha256().digest_size


class CacheWarning(UserWarning):
    """Cached native code cannot be trusted or used; it is compiled again."""


class Entry(NamedTuple):
    """A cached function or program.

    Attributes:
        facts: Plain data about it.
        code: Its machine code, or bitcode that is linked into others.
    """

    facts: dict[str, Any]
    code: bytes


def cache_folder() -> Path:
    """The folder of compiled programs: in $PULT_CACHE_DIR, or in the user's cache folder."""
    chosen = os.environ.get("PULT_CACHE_DIR")
    return (Path(chosen) if chosen else Path(platformdirs.user_cache_dir("pult"))) / SUBFOLDER


@cache
def environment_key() -> str:
    """What machine code depends on besides its source: the compilers, including this package, and the processor."""
    import llvmlite
    import numba
    import numpy as np
    from llvmlite import binding

    here = Path(__file__).parent
    return "|".join(
        [
            *(hashlib.sha256((here / name).read_bytes()).hexdigest() for name in _COMPILER_SOURCES),
            sys.version,
            platform.machine(),
            binding.get_host_cpu_name(),
            binding.get_host_cpu_features().flatten(),
            numba.__version__,
            llvmlite.__version__,
            np.__version__,
        ]
    )


def key_of(content: str) -> str:
    """Name of an entry, from the hash of everything that enters the native code but compiler and processor."""
    return hashlib.sha256(f"{content}|{environment_key()}".encode()).hexdigest()[:40]


class Cache:
    """The entries of one folder.

    Attributes:
        folder: The folder.
    """

    def __init__(self, folder: Path, secret: bytes) -> None:
        """Use `open_cache`."""
        self.folder, self._secret = folder, secret

    def has(self, key: str) -> bool:
        """Whether there is an entry; it may still turn out to be invalid."""
        return self._path(key).is_file()

    def find(self, key: str) -> Entry | None:
        """Read an entry; None if it is missing, damaged or not the user's own."""
        path = self._path(key)
        try:
            data = _read(path)
        except FileNotFoundError:
            return None
        except OSError as error:
            _warn(f"the compiled program {path.name} in {self.folder} is not used: {_reason(error)}.")
            return None
        entry = self._unpack(data)
        if entry is None:
            _warn(f"the compiled program {path.name} in {self.folder} is damaged and is rebuilt.")
            return None
        with suppress(OSError):
            os.utime(path)
        return entry

    def keep(self, key: str, entry: Entry) -> None:
        """Store an entry. A read-only folder only causes a warning: the next start compiles again."""
        facts = json.dumps(entry.facts).encode()
        content = len(facts).to_bytes(8, "big") + facts + entry.code
        unfinished = self.folder / f"{key}.{secrets.token_hex(8)}.unfinished"
        try:
            with open(unfinished, "xb", opener=_private) as file:
                file.write(MARK + self._seal(content) + content)
            unfinished.replace(self._path(key))
            self._evict()
        except OSError as error:
            _warn(f"a compiled program cannot be kept in {self.folder}: {_reason(error)}.")
            with suppress(OSError):
                unfinished.unlink()

    def locked(self, key: str) -> AbstractContextManager[None]:
        """Lock that a process holds while it compiles an entry; the others wait for it, and then find the entry."""
        return locked(self._lock(key))

    def is_being_made(self, key: str) -> bool:
        """Whether some process appears to be compiling an entry now."""
        return self._lock(key).exists()

    def _lock(self, key: str) -> Path:
        return self.folder / f"{key}.lock"

    def _path(self, key: str) -> Path:
        return self.folder / f"{key}.native"

    def _seal(self, content: bytes) -> bytes:
        return hmac.digest(self._secret, content, "sha256")

    def _unpack(self, data: bytes) -> Entry | None:
        begin = len(MARK) + _SEAL_SIZE
        seal, content = data[len(MARK) : begin], data[begin:]
        if not data.startswith(MARK) or not hmac.compare_digest(seal, self._seal(content)):
            return None
        size = int.from_bytes(content[:8], "big")
        facts: dict[str, Any] = json.loads(content[8 : 8 + size])
        return Entry(facts, content[8 + size :])

    def _files(self, pattern: re.Pattern[str]) -> Iterator[tuple[float, int, Path]]:
        """Files whose names match a pattern: time of last use, size, path."""
        for path in self.folder.iterdir():
            if pattern.fullmatch(path.name):
                with suppress(OSError):
                    status = path.lstat()
                    if stat.S_ISREG(status.st_mode):
                        yield status.st_mtime, status.st_size, path

    def _evict(self) -> None:
        """Remove least recently used entries, and unfinished files of killed processes."""
        for used, _, path in self._files(_UNFINISHED):
            if time.time() - used > _STALE:
                path.unlink(missing_ok=True)
        entries = sorted(self._files(_ENTRY))
        excess = sum(size for _, size, _ in entries) - MAX_BYTES
        for _, size, path in entries:
            if excess <= 0:
                break
            if _has_header(path):
                path.unlink(missing_ok=True)
                excess -= size


def open_cache() -> Cache | None:
    """The cache; None if there is none that can be used and trusted, and everything is compiled every time."""
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        _check_own(folder.lstat(), folder=True)
        return Cache(folder, _secret(folder))
    except OSError as error:
        _warn(f"compiled programs are not kept in {folder}: {_reason(error)}.")
        return None


def _secret(folder: Path) -> bytes:
    """The secret of the seals, created on first use."""
    path = folder / _SECRET
    for _ in range(2):
        with suppress(FileNotFoundError):
            secret = _read(path, hidden=True)
            if len(secret) == _SEAL_SIZE:
                return secret
            path.unlink(missing_ok=True)  # damaged: the entries it sealed are compiled again
        made = folder / f".{secrets.token_hex(8)}.{_SECRET}"
        with open(made, "xb", opener=_private) as file:
            file.write(secrets.token_bytes(_SEAL_SIZE))
        try:
            os.link(made, path)  # unlike a renaming it never replaces that of a process that was quicker
        except FileExistsError:
            pass
        except OSError:  # a file system without links
            if not path.exists():
                made.replace(path)
        made.unlink(missing_ok=True)
    return _read(path, hidden=True)


def _read(path: Path, *, hidden: bool = False) -> bytes:
    """Read a file of the user's own; the checked descriptor is the one that is read.

    Raises:
        OSError: It is missing, or somebody else could have created or changed it.
    """
    flags = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with open(os.open(path, os.O_RDONLY | flags), "rb") as file:  # noqa: PTH123 - from a descriptor
        status = os.fstat(file.fileno())
        _check_own(status, hidden=hidden)
        if status.st_size > MAX_ENTRY:
            raise OSError(0, "it is too large")
        return file.read()


def _check_own(status: os.stat_result, *, folder: bool = False, hidden: bool = False) -> None:
    """Check that a file or folder is the user's own.

    Raises:
        OSError: It is a link or of another type, belongs to somebody else, or others may write to it (or read it, if it
            is hidden).
    """
    if not (stat.S_ISDIR if folder else stat.S_ISREG)(status.st_mode):
        raise OSError(0, f"it is not a {'folder' if folder else 'file'}")
    if not hasattr(os, "getuid"):
        return  # the folder lies in the user's profile, which others cannot write to
    if status.st_uid != os.getuid():
        raise OSError(0, "it belongs to another user")
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise OSError(0, "others may write to it; remove it, and a new one is made")
    if hidden and status.st_mode & (stat.S_IRGRP | stat.S_IROTH):
        raise OSError(0, f"others may read the file {_SECRET!r} in it; remove it, and a new one is made")


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _has_header(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(MARK)) == MARK


def _reason(error: OSError) -> str:
    return error.strerror or str(error)


_warned: set[str] = set()


def _warn(text: str) -> None:
    """Issue a warning, once."""
    if text not in _warned:
        _warned.add(text)
        warnings.warn(CacheWarning(text[0].upper() + text[1:]), stacklevel=3)
