"""The runs of proofs: sweeps on all cores, whose results files lie in build/proofs, so that a proof that was stopped goes on.

The folder of a results file is named by a hash of everything that its runs depend on: what another program has computed
is never mixed in. Files there can be removed at any time; the figures of a proof are kept in validation/*.json.
"""

import functools
import hashlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from validation.__main__ import proofs

from pult.batch.function_sweep import Run, prepare_function
from pult.batch.plans.document import SweepDocument
from pult.batch.results.file import Row
from pult.batch.sweep import prepare, run_jobs
from pult.batch.workers.executor import Execution

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "build/proofs"
LONGEST = 4 * 3600.0
"""Longest time of one run [s]; some measure for an hour on a slow machine."""
WITHOUT_INFLUENCE = ("batch", "cli", "media", "procedure", "server")
"""Packages that no run of a proof depends on."""
KINDS = (".py", ".json", ".xml", ".msh", ".obj", ".csv", ".png")


@functools.cache
def program() -> str:
    """Hash of everything that determines an attempt: simulator, pilots, blocks, algorithms and documents."""
    source = ROOT / "src/pult"
    files = (path for path in source.rglob("*") if path.relative_to(source).parts[0] not in WITHOUT_INFLUENCE)
    return _hash(files)


@functools.cache
def whole_program() -> str:
    """Hash of all sources and documents, the server and the command line included."""
    return _hash((ROOT / "src/pult").rglob("*"), measuring_program())


@functools.cache
def measuring_program() -> str:
    """Hash of everything that determines an ordinary call: `program`, and what proofs measure with."""
    helpers = set((ROOT / "validation").glob("*.py")) - set(proofs())
    labs = (path for path in (ROOT / "tests").rglob("*.py") if not path.name.startswith("test_"))
    return _hash([*labs, *helpers], program())


def _hash(files: Iterable[Path], first: str = "") -> str:
    digest = hashlib.sha256(first.encode())
    for path in sorted(path for path in files if path.suffix in KINDS):
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def attempts_file(exercise: str, variant: str, pilot: str = "") -> Path:
    """Results file of the attempts of an exercise by the present program."""
    return FOLDER / program() / f"{'-'.join(filter(None, (exercise, variant, pilot)))}.jsonl"


def sweep_attempts(exercise: str, variant: str, seeds: Sequence[int], pilot: str = "", workers: int = 0) -> list[Row]:
    """Attempts of an operator, in the order of the seeds; those that were done before are taken from their file.

    Args:
        exercise: Name of the exercise.
        variant: Variant; the operator's own if empty.
        seeds: Seeds.
        pilot: The operator; the exercise's default one if left out.
        workers: Processes; as many as there are cores if left out.
    """
    prepared = prepare(SweepDocument(exercise=exercise, variant=variant, pilot=pilot, seeds=list(seeds)))
    file = attempts_file(exercise, variant, pilot)
    rows = run_jobs(prepared, file, Execution(workers=workers, limit=LONGEST), progress=_progress(file.stem))
    by_seed = {row.seed: row for row in rows}
    return [by_seed[seed] for seed in seeds]


def calls(name: str, function: str, runs: Sequence[Run], workers: int = 0, *, whole: bool = False) -> list[Row]:
    """Calls of a function, in the order of the runs; those that were done before are taken from their file.

    Args:
        name: Names the results file.
        function: Import path, "validation.module:function".
        runs: Values and seed of every run.
        workers: Processes; as many as there are cores if left out.
        whole: Whether the calls depend on the server or the command line, too.

    Raises:
        RuntimeError: A call has measured nothing: it raised an error, or its worker died of it.
    """
    if not runs:
        return []
    prepared = prepare_function(function, runs=runs, revision=whole_program() if whole else measuring_program())
    file = FOLDER / prepared.documents[:16] / f"{name}.jsonl"
    found = run_jobs(prepared, file, Execution(workers=workers, limit=LONGEST), progress=_progress(name))
    lost = [row for row in found if row.reason in ("error", "killed", "timeout")]
    if lost:
        raise RuntimeError(f"{lost[0].values}, seed {lost[0].seed}: {lost[0].cause} To try again, remove {file}.")
    rows = {row.key: row for row in found}
    return [rows[job.key] for job in prepared.jobs()]


def _progress(name: str) -> Callable[[int, int, int], None]:
    def show(done: int, failed: int, total: int) -> None:
        print(f"{name}: {done} of {total} runs, {failed} failed", flush=True)

    return show
