"""The environment of a benchmark: processor, versions, load."""

import os
import platform
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from benchmarks.figures import Environment
from benchmarks.measure import CLOCK


def describe(packages: Sequence[str], load_before: float | None, clock: str = CLOCK) -> Environment:
    """The present environment.

    Args:
        packages: Distributions whose versions are listed besides pult's own and its compiler's; those that are not
            installed are left out.
        load_before: Load average before the measurements.
        clock: Python's clock that was used.
    """
    versions = {}
    for name in ("pult", "numpy", "numba", "llvmlite", *packages):
        try:
            versions[name] = version(name)
        except PackageNotFoundError:
            continue
    return Environment(
        date=datetime.now(UTC).isoformat(timespec="seconds"),
        processor=_processor(),
        cores=len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1,
        system=f"{platform.system()} {platform.release()}",
        python=platform.python_version(),
        packages=versions,
        clock=clock,
        load_before=load_before,
        load_after=load_average(),
    )


def load_average() -> float | None:
    """Load average over the last minute; None where the system has none."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else None


def _processor() -> str:
    """Name of the processor; on Linux Python itself does not know it."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
