"""Blocks of a project: its code is executed only after the user has agreed to exactly this code."""

import hashlib
import json
from contextlib import suppress
from pathlib import Path

import platformdirs
import typer

from pult.cli.console import note
from pult.core.block_files import load_block_file, name_block_files
from pult.core.document import write_atomically

FOLDER = "blocks"
"""Folder of a project with the user's own blocks."""


def load_project_blocks(project: Path, *, ask: bool) -> None:
    """Load the Python files in the folder ``blocks`` of a project that the user agrees to.

    The answer is kept by the hash of the file, outside of the project: a changed file is asked about again.

    Args:
        project: The project folder.
        ask: Whether somebody is there to answer; if not, files that nobody has agreed to are left out, with a note.

    Raises:
        UsageError: The code of a file fails.
    """
    for file in sorted((project / FOLDER).glob("*.py")):
        try:
            digest = hashlib.sha256(file.read_bytes()).hexdigest()
        except OSError as error:
            note(f"{str(file)!r} cannot be read ({error.strerror}); its blocks are missing.")
            continue
        if digest not in _agreed():
            what = f"{str(file)!r} has blocks of the project, as Python code that can do whatever you can."
            if not ask:
                note(f"{what} It was not executed, so its blocks are missing; `pult --blocks FILE studio` executes it.")
                continue
            if not typer.confirm(f"{what} Execute it?", default=False, err=True):
                continue
            _agree(digest)
        load_block_file(file, digest)
        name_block_files([file])


def _file() -> Path:
    return Path(platformdirs.user_data_dir("pult")) / "agreed-blocks.json"


def _agreed() -> list[str]:
    """Hashes of the files that the user has agreed to."""
    with suppress(OSError, ValueError):
        found = json.loads(_file().read_text(encoding="utf-8"))
        return [one for one in found if isinstance(one, str)] if isinstance(found, list) else []
    return []


def _agree(digest: str) -> None:
    with suppress(OSError):  # then it is asked again
        _file().parent.mkdir(parents=True, exist_ok=True)
        write_atomically(_file(), json.dumps([*_agreed(), digest], indent=1).encode())
