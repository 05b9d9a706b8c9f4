"""The process that compiles exercises ahead, at the lowest priority. Nobody waits for it; it may be killed any time.

What is compiled is on disk at once, so little is lost when it is. A list beside it tells what has been done, so that a
later start finds nothing to do and asks for nothing but that list.
"""

import hashlib
import json
import os
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

from pult import __version__
from pult.core.document import write_atomically
from pult.core.errors import PultError
from pult.core.shipped import document_file
from pult.scheme.document import read_scheme_document
from pult.scheme.uses import resolve_parts
from pult.server.documents.project import Project
from pult.server.workers.process import end_with_parent

LIST = "warmed.json"
"""File in the cache with the keys of what is compiled."""
MAX_KEYS = 500


class Way(NamedTuple):
    """An exercise and a way to do it."""

    exercise: str
    variant: str


def warm_all(connection: Connection, folder: Path, ways: Sequence[Way], niceness: int) -> None:
    """Compile exercises one after another; this is the process.

    Args:
        connection: Is told `(way, problem)` after each one; the problem is empty if there is none.
        folder: The project folder.
        ways: What is to be compiled, in this order.
        niceness: How much the process stands back behind others (see `os.nice`).
    """
    from pult.native.build import HELPERS

    os.environ[HELPERS] = "0"  # it is content with one core
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(niceness)
    end_with_parent()
    project = Project(folder)
    for way in ways:
        problem = ""
        try:
            warm_one(project, way)
        except PultError as error:  # reported when it is opened
            problem = str(error)
        except Exception as error:  # noqa: BLE001 - the next one may do better
            problem = f"{type(error).__name__}: {error}"
        with suppress(OSError, ValueError):
            connection.send((way, problem))


def warm_one(project: Project, way: Way) -> None:
    """Have everything on disk that a session of an exercise compiles, unless the list says that it is.

    Raises:
        PultError: The exercise cannot be opened.
    """
    from pult.native.cache import cache_folder, open_cache
    from pult.sim.open import open_session

    key, folder = _key(project, way), cache_folder()
    if open_cache() is None or key in _keys(folder):  # what cannot be kept helps nobody
        return
    exercise = project.exercise(way.exercise)
    open_session(exercise.setup(way.variant, 0), project.home)
    with suppress(OSError):
        write_atomically(folder / LIST, json.dumps([*_keys(folder), key][-MAX_KEYS:]).encode())


def _keys(folder: Path) -> list[str]:
    """What the list names; a damaged one counts as empty, for then a little work is done twice."""
    try:
        found = json.loads((folder / LIST).read_bytes())
        return [str(key) for key in found]
    except (OSError, ValueError, TypeError):
        return []


def _key(project: Project, way: Way) -> str:
    """Names what is compiled: two exercises with the same scheme in the same world have one key."""
    from pult.native.cache import environment_key

    document = project.exercise(way.exercise).document
    named = (("world", document.world), ("scheme", document.variants[way.variant].scheme))
    found = hashlib.sha256(f"{__version__}|{environment_key()}".encode())
    for kind, name in named:
        file = document_file(kind, name, project.home)
        found.update(file.read_bytes())
        if kind == "scheme":
            scheme, _, folder = read_scheme_document(file)
            for used in resolve_parts(scheme, folder, file).parts:
                found.update(used.file.read_bytes())
    return found.hexdigest()
