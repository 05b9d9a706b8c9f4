"""Many rows of results: appended, summarised and drawn, each in a process of its own."""

import subprocess
import sys
import time
from pathlib import Path

import msgspec

from pult.batch.results.file import Head, Row, appending

BATCH = 64
"""Rows that are appended at a time, as a pool does."""


class RowsFigures(msgspec.Struct, frozen=True, kw_only=True):
    """What many rows cost.

    Attributes:
        rows: How many.
        append_s: Time to append them [s].
        growth: Time of the last tenth of them by that of the first.
        show_s: Time of `pult sweep show` with a picture [s].
        peak_mb: Largest memory of both processes [MB].
        file_mb: Size of the file [MB].
    """

    rows: int
    append_s: float
    growth: float
    show_s: float
    peak_mb: float
    file_mb: float


class _Told(msgspec.Struct):
    """What a process tells of itself."""

    seconds: float
    growth: float
    peak_mb: float


def measure_rows(folder: Path, rows: int) -> RowsFigures:
    """Append rows, then run `pult sweep show` on them."""
    path = folder / "rows.jsonl"
    appended = _child("append", path, rows)
    shown = _child("show", path, rows)
    return RowsFigures(
        rows=rows, append_s=appended.seconds, growth=appended.growth, show_s=shown.seconds,
        peak_mb=max(appended.peak_mb, shown.peak_mb), file_mb=path.stat().st_size / 1e6,
    )  # fmt: skip


def _child(work: str, path: Path, rows: int) -> _Told:
    command = [sys.executable, "-m", "benchmarks.sweep_rows", work, str(path), str(rows)]
    root = Path(__file__).resolve().parents[1]
    done = subprocess.run(command, check=True, capture_output=True, cwd=root)
    return msgspec.json.decode(done.stdout.splitlines()[-1], type=_Told)


def _peak_mb() -> float:
    status = Path("/proc/self/status")
    if status.exists():  # `ru_maxrss` of a child counts what it was forked from
        return int(status.read_text().split("VmHWM:")[1].split()[0]) * 1.024e-3
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1e6 if sys.platform == "darwin" else 1e3)


def _append(path: Path, count: int) -> _Told:
    began, marks = time.perf_counter(), []
    with appending(path, Head(sweep={"exercise": "two-link-reach"}, variant="command", pilot="command")) as file:
        for first in range(0, count, BATCH):
            file.append(_row(number) for number in range(first, min(first + BATCH, count)))
            marks.append(time.perf_counter())
    tenth = max(1, len(marks) // 10)
    growth = (marks[-1] - marks[-1 - tenth]) / max(marks[tenth] - marks[0], 1e-9) if len(marks) > tenth else 1.0
    return _Told(time.perf_counter() - began, growth, _peak_mb())


def _row(number: int) -> Row:
    """A row like one of two-link-reach; all differ."""
    part = (number * 0.618034) % 1.0
    success = part > 0.1
    return Row(
        key=f"{number:016x}", seed=number, success=success, reason="success" if success else "time",
        values={"pd.kp": 5.0 + number % 20, "sensor:angles.delay": 0.01 * (number // 20 % 10)},
        cause="" if success else f"time in stage 'target {number % 5}'", time=15.0 + part,
        points=100.0 * part if success else 0.0, stages={f"target {i}": 3.0 * i + part for i in range(5)},
        metrics={"path_ratio": 1.0 + part, "smoothness": part, "energy": 10.0 * part, "collisions": 0.0},
        hash=f"{number:064x}",
    )  # fmt: skip


def _show(path: Path, _: int) -> _Told:
    from typer.testing import CliRunner

    began = time.perf_counter()
    from pult.cli import app

    done = CliRunner().invoke(app, ["sweep", "show", str(path), "--plot", str(path.with_suffix(".svg"))])
    if done.exit_code:
        raise RuntimeError(done.output)
    return _Told(time.perf_counter() - began, 1.0, _peak_mb())


if __name__ == "__main__":
    told = {"append": _append, "show": _show}[sys.argv[1]](Path(sys.argv[2]), int(sys.argv[3]))
    print(msgspec.json.encode(told).decode())
