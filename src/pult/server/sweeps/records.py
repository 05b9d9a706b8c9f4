"""The record of a run: it is done again, in a child process, and its record lies with the others of the project."""

import json
import os
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

from pult.batch.bundle import unpack
from pult.batch.replay import find_row, replay_run
from pult.batch.results.file import read_head
from pult.core.errors import DocumentError, Fault, PultError
from pult.server.documents.companions import outside_faults
from pult.server.documents.project import KINDS
from pult.server.messages import SweepRecord
from pult.server.sweeps.child import NICENESS
from pult.server.workers.child_work import Tell


def record_name(sweep: str, key: str) -> str:
    """File name of the record of a run. A key names documents, values and seed, so that it is that of no other run."""
    return f"{re.sub(r'[^A-Za-z0-9_-]+', '-', sweep)[:60]}-run-{key}.mcap"


def record_run(tell: Tell, results: Path, key: str, making: Path, target: Path) -> SweepRecord:
    """Do a run again and keep its record.

    Args:
        tell: Progress callback.
        results: The results file.
        key: Key of the run.
        making: File that is recorded to.
        target: File that the record becomes once it is whole.

    Raises:
        PultError: There is no such run, or it cannot be done here.
    """
    with suppress(AttributeError, OSError):  # not on every system
        os.nice(NICENESS)
    tell(0, 0)
    find_row(results, key)
    if faults := _outside(unpack(read_head(results).bundle)):
        raise DocumentError("the documents of the sweep", faults)
    target.parent.mkdir(parents=True, exist_ok=True)
    row, again = replay_run(results, key, making)
    if not making.is_file():
        raise PultError(f"The run cannot be done again: {again.cause}")
    making.replace(target)
    return SweepRecord(record=target.name, same=again.hash == row.hash)


def _outside(bundle: dict[str, bytes]) -> list[Fault]:
    """Names in a stranger's documents that lead out of their folder."""
    found: list[Fault] = []
    for path, content in bundle.items():
        for kind in KINDS:
            if path.startswith(f"{kind}s/") and path.endswith(".json"):
                document: Any = json.loads(content)
                found += outside_faults(kind, document)
    return found
