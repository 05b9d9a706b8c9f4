"""Blocks of one's own from Python files: named by `pult --blocks FILE` or by the variable PULT_BLOCKS.

The code of such a file is executed with all rights of the user, so a file is loaded only where the user names it: no
document, record or project folder can. Processes started from here inherit the variable and load the same files.
Records keep the hash of each file whose blocks their scheme uses.
"""

import hashlib
import os
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from pult.core.errors import PultError, UsageError

VARIABLE = "PULT_BLOCKS"
"""Environment variable with the files, separated as in PATH."""
MODULE_PREFIX = "pult_own_blocks_"
"""How the names of their modules begin. Other processes cannot import these by name."""


@dataclass(frozen=True)
class BlockFile:
    """A file with blocks that has been loaded.

    Attributes:
        path: The file.
        hash: SHA-256 of its content when it was loaded.
        module: Name of its module.
    """

    path: Path
    hash: str
    module: str


_loaded: dict[Path, BlockFile] = {}


def load_block_file(path: str | Path, expected: str = "") -> BlockFile:
    """Execute a Python file that declares blocks; once in a process.

    Args:
        path: The file.
        expected: SHA-256 that its content must have, where a person has agreed to that content only.

    Raises:
        UsageError: It cannot be read, or its code fails; the message says where.
    """
    file = Path(path).absolute()
    if file in _loaded:
        return _loaded[file]
    try:
        content = file.read_bytes()
    except OSError as error:
        raise UsageError(f"blocks of {path}: the file cannot be read: {error.strerror}.") from None
    digest = hashlib.sha256(content).hexdigest()
    if expected and digest != expected:
        raise UsageError(f"blocks of {path}: the file has just been changed; look at it again.")
    name = f"{MODULE_PREFIX}{re.sub(r'[^0-9A-Za-z_]', '_', file.stem)}_{digest[:12]}"
    if file.suffix != ".py":
        raise UsageError(f"blocks of {path}: name a Python file, such as mine.py.")
    module = ModuleType(name)
    module.__file__ = str(file)
    sys.modules[name] = module
    try:
        exec(compile(content, str(file), "exec"), module.__dict__)  # noqa: S102 - what was read, hashed and agreed to
    except Exception as error:  # noqa: BLE001 - the user's code may fail in any way
        del sys.modules[name]
        said = str(error) if isinstance(error, PultError) else f"{type(error).__name__}: {error}"
        raise UsageError(f"blocks of {path}: {said}{_line(error, file)}") from None
    _loaded[file] = BlockFile(file, digest, name)
    return _loaded[file]


def _line(error: BaseException, file: Path) -> str:
    """Where in the file an error was raised, as words."""
    found = getattr(error, "lineno", None) if isinstance(error, SyntaxError) else None
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(file):
            found = trace.tb_lineno
        trace = trace.tb_next
    return f" (line {found})" if found else ""


def name_block_files(paths: Iterable[str | Path]) -> None:
    """Name files for this process and for those that it starts, besides those named already; load them.

    Raises:
        UsageError: One of them cannot be loaded.
    """
    for path in paths:
        file = str(load_block_file(path).path)
        named = [one for one in os.environ.get(VARIABLE, "").split(os.pathsep) if one]
        if file not in named:
            os.environ[VARIABLE] = os.pathsep.join([*named, file])


def named_block_files() -> list[str]:
    """The files that the environment names."""
    return [one for one in os.environ.get(VARIABLE, "").split(os.pathsep) if one]


def block_files(modules: Iterable[str]) -> list[BlockFile]:
    """The files whose modules are among these, by name."""
    wanted = set(modules)
    return sorted((one for one in _loaded.values() if one.module in wanted), key=lambda one: one.path.name)


def loaded_block_files() -> dict[str, str]:
    """Hash of each loaded file by its name."""
    return {one.path.name: one.hash for one in _loaded.values()}
