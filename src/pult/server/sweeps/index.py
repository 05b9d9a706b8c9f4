"""The list of sweeps: what their files say, read once for every change, and how far those are that run."""

import asyncio
from typing import Any

from pult.batch.results.statistics import wilson
from pult.core.errors import FaultKind
from pult.server.documents.project import Project
from pult.server.http.wire import Refusal
from pult.server.messages import Rate, SweepEntry, SweepInfo, SweepState
from pult.server.sweeps.files import Stamp, SweepFiles, SweepPaths
from pult.server.sweeps.look import SweepFacts, look_at
from pult.server.sweeps.running import Run, RunningSweeps
from pult.server.workers.jobs import Jobs
from pult.server.workers.pool import Workers

SWEEP_RUNS = FaultKind("busy", "The sweep {name!r} is running; stop it before you delete it.")

LOOK_SECONDS = 120.0
"""Time in which the files of all sweeps must have been read [s]."""


class Sweeps:
    """The sweeps of a server. Its methods belong to the event loop.

    Attributes:
        files: Their files.
        running: Those that run.
    """

    def __init__(self, project: Project, jobs: Jobs, workers: Workers) -> None:
        """Begin with those of the project, none of which runs."""
        self.files = SweepFiles(project)
        self.running = RunningSweeps(project.folder, jobs)
        self._workers = workers
        self._known: dict[str, tuple[Stamp, SweepFacts]] = {}

    async def entries(self) -> list[SweepEntry]:
        """All sweeps, the latest first."""
        names = await asyncio.to_thread(self.files.names)
        found = await self._look(names)
        entries = [self._entry(name, paths, facts) for name, paths, facts in found]
        return sorted(entries, key=lambda entry: (-entry.changed, entry.name))

    async def info(self, name: str) -> SweepInfo:
        """One sweep.

        Raises:
            Refusal: There is none of this name.
        """
        await asyncio.to_thread(self.files.paths, name)
        [(_, paths, facts)] = await self._look([name])
        return SweepInfo(entry=self._entry(name, paths, facts), sweep=facts.plan)

    async def _look(self, names: list[str]) -> list[tuple[str, SweepPaths, SweepFacts]]:
        """What the files say; those that have changed are read in a worker, those of a sweep that runs are not."""
        paths = {name: self.files.paths(name, new=True) for name in names}
        stamps = await asyncio.to_thread(lambda: {name: one.stamp() for name, one in paths.items()})
        stale = [
            name
            for name, stamp in stamps.items()
            if name not in self._known or (self._known[name][0] != stamp and not self.running.running(name))
        ]
        if stale:
            wanted = [paths[name] for name in stale]
            facts = await self._workers.run(
                look_at, wanted, what="The look at the sweeps", seconds=LOOK_SECONDS, short=True
            )
            self._known.update({name: (stamps[name], one) for name, one in zip(stale, facts, strict=True)})
        return [(name, paths[name], self._known[name][1]) for name in names]

    def _entry(self, name: str, paths: SweepPaths, facts: SweepFacts) -> SweepEntry:
        last = self.running.last(name)
        now = self.running.running(name)
        done, failed, runs = facts.done, facts.failed, facts.runs
        pilot, variant = facts.pilot, facts.variant
        if now is not None and now.begun is not None:
            pilot, variant, runs = now.begun.pilot, now.begun.variant, now.begun.runs
        if now is not None and now.progress is not None:
            done, failed, runs = now.progress.done, now.progress.failed, now.progress.runs
        speed = now.speed if now is not None else None
        low, high = wilson(done - failed, done)
        changed = max((when for _, when in paths.stamp()), default=0) / 1e9
        problem = facts.problem or (last.problem if last is not None and now is None else "")
        return SweepEntry(
            name=name,
            state=_state(now, done, runs, problem),
            exercise=facts.exercise,
            pilot=pilot,
            variant=variant,
            vary=list(facts.vary),
            runs=runs,
            success=Rate(hits=done - failed, runs=done, low=low, high=high),
            changed=changed,
            size=max(paths.stamp()[1][0], 0),
            records=paths.record_count(),
            speed=speed,
            left=(runs - done) / speed if speed else None,
            job=now.job if now is not None else "",
            problem=problem,
        )

    async def delete(self, name: str) -> None:
        """Delete a sweep with its results and the records beside them.

        Raises:
            Refusal: There is none of this name, or it runs.
        """
        if self.running.running(name) is not None:
            raise Refusal.of(409, SWEEP_RUNS.at(name=name))
        await asyncio.to_thread(self.files.delete, name)
        self.running.forget(name)
        self._known.pop(name, None)


def _state(now: Run | None, done: int, runs: int, problem: str) -> SweepState:
    if now is not None:
        return "stopping" if now.stopping else "running"
    if done and done >= runs:
        return "done"
    if problem:
        return "failed"
    return "interrupted" if done else "planned"


def sweeps_of(state: Any) -> Sweeps:
    """The sweeps of a server, from the state of its application."""
    found: Sweeps = state.sweeps
    return found
