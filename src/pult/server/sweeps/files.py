"""Files of the project's sweeps: NAME.sweep.json (the plan), NAME.jsonl (results) and NAME.records/ (kept records)."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from pult.batch.plans.document import SweepDocument
from pult.core.document import write_atomically
from pult.core.errors import FaultKind, advice
from pult.server.documents.names import check_name, inside, name_fault
from pult.server.documents.project import Project, disk
from pult.server.http.wire import Refusal

NO_SWEEP = FaultKind("not-found", "There is no sweep {name!r}. {advice}")
SWEEP_EXISTS = FaultKind("conflict", "There is a sweep {name!r} already; choose another name.")

FOLDER = "sweeps"
PLAN, RESULTS, RECORDS = ".sweep.json", ".jsonl", ".records"
Stamp = tuple[tuple[int, int], ...]
"""Sizes and times of change of files, to see whether they have changed."""


class SweepPaths(NamedTuple):
    """Where the files of a sweep are, or would be."""

    plan: Path
    results: Path
    records: Path

    def stamp(self) -> Stamp:
        """What tells that the plan or the results have changed."""
        found = []
        for path in (self.plan, self.results):
            try:
                stat = path.stat()
                found.append((stat.st_size, stat.st_mtime_ns))
            except OSError:
                found.append((-1, 0))
        return tuple(found)

    def record_count(self) -> int:
        """Records that lie beside the results."""
        try:
            with os.scandir(self.records) as found:
                return sum(entry.name.endswith(".mcap") for entry in found)
        except OSError:
            return 0


class SweepFiles:
    """The sweeps of a project, as files. Its methods may be called from any thread."""

    def __init__(self, project: Project) -> None:
        """Look into the project's folder `sweeps`, whether it is there or not."""
        self._project = project

    def names(self) -> list[str]:
        """Names of all sweeps."""
        return sorted(set(self._names()))

    def _names(self) -> Iterator[str]:
        try:
            files = [path.name for path in (self._project.folder / FOLDER).iterdir()]
        except OSError:
            return
        for file in files:
            ending = next((ending for ending in (PLAN, RESULTS) if file.endswith(ending)), "")
            name = file.removesuffix(ending)
            if not ending or name_fault(name):
                continue
            try:
                if inside(self._project.folder, f"{FOLDER}/{file}").is_file():
                    yield name
            except Refusal:  # a link that leads out of the project
                continue

    def paths(self, name: str, new: bool = False) -> SweepPaths:
        """The files of a sweep.

        Args:
            name: Its name.
            new: Whether it need not be there.

        Raises:
            Refusal: There is none of this name, or the name is not valid.
        """
        check_name(name, "name of a sweep")
        if not new and name not in (names := self.names()):
            raise Refusal.of(404, NO_SWEEP.at(name=name, **advice(name, names)))
        plan, results, records = (
            inside(self._project.folder, f"{FOLDER}/{name}{ending}") for ending in (PLAN, RESULTS, RECORDS)
        )
        return SweepPaths(plan, results, records)

    def save(self, name: str, document: SweepDocument) -> SweepPaths:
        """Save the plan of a new sweep.

        Raises:
            Refusal: There is a sweep of this name already, or the disk refuses.
        """
        paths = self.paths(name, new=True)
        with self._project.locked(paths.plan), disk(f"The sweep {name!r}"):
            if paths.plan.exists() or paths.results.exists():
                raise Refusal.of(409, SWEEP_EXISTS.at(name=name))
            paths.plan.parent.mkdir(parents=True, exist_ok=True)
            plain: Any = msgspec.to_builtins(document)
            text = msgspec.json.format(msgspec.json.encode({"format": "pult.sweep", "version": 1, **plain}), indent=2)
            write_atomically(paths.plan, text + b"\n")
        return paths

    def delete(self, name: str) -> None:
        """Delete the plan, the results and the records beside them.

        Raises:
            Refusal: There is none of this name, or the disk refuses.
        """
        paths = self.paths(name)
        with self._project.locked(paths.plan), disk(f"The sweep {name!r}"):
            if paths.records.is_dir():
                shutil.rmtree(paths.records)
            paths.results.unlink(missing_ok=True)
            paths.plan.unlink(missing_ok=True)
