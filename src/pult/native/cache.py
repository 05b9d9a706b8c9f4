"""Compiled programs on disk.

An entry is a folder named by the hash of everything that enters the machine code: the text, the bytecode of the
blocks, the versions of the compiler, and the processor. It is built under another name and renamed when whole, so two
processes never see each other's half-written files; a list of checksums is verified before anything is loaded, so a
damaged entry is thrown away and made anew. The folder is the user's own: Numba's cache files are pickles and must
never come from somebody else.
"""

import hashlib
import json
import os
import platform
import secrets
import shutil
import stat
import sys
import time
from pathlib import Path

import platformdirs

from pult.core.document import write_atomically

MANIFEST = "manifest.json"
SOURCE = "program.py"
MOST_ENTRIES = 256


def cache_folder() -> Path:
    """The folder of compiled programs: $PULT_CACHE_DIR, or the user's cache folder."""
    chosen = os.environ.get("PULT_CACHE_DIR")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("pult")) / "programs"


def environment_key() -> str:
    """What the machine code depends on besides the text."""
    import llvmlite
    import numba
    import numpy as np
    from llvmlite import binding

    return "|".join(
        [
            sys.version,
            platform.machine(),
            binding.get_host_cpu_name(),
            numba.__version__,
            llvmlite.__version__,
            np.__version__,
        ]
    )


def open_cache() -> Path | None:
    """The cache folder, private to the user; None where none can be had (the program is then compiled every time)."""
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if hasattr(os, "getuid"):
            status = folder.stat()
            if status.st_uid != os.getuid():
                return None
            if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
                folder.chmod(0o700)
        if not os.access(folder, os.W_OK):
            return None
    except OSError:
        return None
    return folder


def find(folder: Path, key: str) -> Path | None:
    """A whole and undamaged entry, or None. A damaged one is removed."""
    entry = folder / key
    if not entry.is_dir():
        return None
    try:
        listed: dict[str, str] = json.loads((entry / MANIFEST).read_text())
        if SOURCE in listed and all(_checksum(entry / name) == digest for name, digest in listed.items()):
            os.utime(entry / MANIFEST)
            return entry
    except (OSError, ValueError, AttributeError, TypeError):
        pass
    shutil.rmtree(entry, ignore_errors=True)
    return None


def begin(folder: Path, key: str, source: str) -> Path:
    """A private folder in which an entry is built."""
    workplace = folder / f".{key[:16]}.{os.getpid()}.{secrets.token_hex(4)}"
    workplace.mkdir(mode=0o700)
    (workplace / SOURCE).write_text(source)
    return workplace


def publish(folder: Path, key: str, workplace: Path) -> Path:
    """Seal an entry with its checksums and give it its name; if another process was first, its entry stands."""
    files = [path for path in sorted(workplace.rglob("*")) if path.is_file()]
    listed = {path.relative_to(workplace).as_posix(): _checksum(path) for path in files}
    write_atomically(workplace / MANIFEST, json.dumps(listed, indent=1).encode())
    entry = folder / key
    try:
        workplace.rename(entry)
    except OSError:
        shutil.rmtree(workplace, ignore_errors=True)
    _tidy(folder)
    return entry


def _checksum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _tidy(folder: Path) -> None:
    """Keep the newest entries, and drop what killed processes left behind."""
    entries, now = [], time.time()
    for path in folder.iterdir():
        try:
            if path.name.startswith("."):
                if now - path.stat().st_mtime > 3600:
                    shutil.rmtree(path, ignore_errors=True)
            else:
                entries.append(((path / MANIFEST).stat().st_mtime, path))
        except OSError:
            continue
    for _, path in sorted(entries)[:-MOST_ENTRIES]:
        shutil.rmtree(path, ignore_errors=True)
