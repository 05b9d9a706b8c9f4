"""Proof that tests do not fail by chance: what depends on time, processes, the network and browsers, again and again.

    python -m tests.steady [--runs 10] [--load 2] [--workers 2] [-o FILE] [MODULE ...]

Runs the modules of tests that could fail by chance (`tests/chance.py`), or those that are named, one run after another,
while other processes load the machine. The file has all runs so far, with a claim like that of a proof.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from validation.link_lab import load

from tests.chance import chance_modules

ROOT = Path(__file__).resolve().parents[1]
DESELECTED = 5
"""Exit code of pytest when nothing was selected."""


def run(modules: list[str], count: int, workers: int) -> dict[str, Any]:
    """Run modules once beside a load; returns how many tests passed, the names of those that failed, and the time."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.xml")
        spread = ["-n", str(workers), "--dist", "loadscope", "--no-loadscope-reorder"]
        steps = [["-m", "not validate and not alone", *spread], ["-m", "not validate and alone"]]
        names, failed, begun = 0, [], time.monotonic()
        with load(count):
            for step in steps:
                command = [sys.executable, "-m", "pytest", "-q", *step, f"--junitxml={report}", *modules]
                code = subprocess.run(command, cwd=ROOT, check=False).returncode
                if code == DESELECTED:
                    continue
                cases = list(ElementTree.parse(report).iter("testcase"))
                wrong = [case for case in cases if case.find("failure") is not None or case.find("error") is not None]
                failed += [f"{case.get('classname')}::{case.get('name')}" for case in wrong]
                names += len(cases)
                if code and not wrong:
                    failed.append(f"pytest ended with exit code {code}")
            found = {"load": count, "load_average": os.getloadavg()[0]}
        return {"tests": names, "failed": failed, "seconds": round(time.monotonic() - begun), **found}


def claims(runs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the runs so far show."""
    good = sum(not one["failed"] for one in runs)
    tests = min(one["tests"] for one in runs)
    longest, average = max(one["seconds"] for one in runs), max(one["load_average"] for one in runs)
    return [
        {
            "claim": f"no test fails by chance beside a load of {max(one['load'] for one in runs)}",
            "figure": f"{good} of {len(runs)} runs without a failure; {tests} tests in each; a run takes {longest} s at most; "
            f"load average {average:.0f} at most",
            "holds": good == len(runs),
        }
    ]


def failures(runs: list[dict[str, Any]]) -> list[dict[str, str]]:
    """Tests that failed, for the page."""
    return [
        {"what": name, "how": f"in run {number} of {len(runs)}", "cause": "not yet known"}
        for number, one in enumerate(runs, 1)
        for name in one["failed"]
    ]


def write(target: Path, runs: list[dict[str, Any]], workers: int) -> None:
    """Write the runs so far, because all of them take long."""
    machine = f"Python {platform.python_version()}, {platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    report = {
        "title": "Steadiness of the tests",
        "about": "Modules of tests that depend on time, processes, the network or a browser are run again and again while "
        "other processes want all of a processor each. All other tests are arithmetic with fixed seeds.",
        "command": f"python -m tests.steady --runs {len(runs)} --workers {workers}",
        "machine": machine,
        "seeds": "none",
        "claims": claims(runs),
        "failures": failures(runs),
        "runs": runs,
    }
    target.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="run these modules only")
    parser.add_argument("--runs", type=int, default=10, help="number of runs")
    parser.add_argument("--load", type=int, default=2, help="processes that want all of a processor")
    parser.add_argument("--workers", type=int, default=2, help="workers of pytest")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write the runs as JSON, after each one")
    given = parser.parse_args()
    os.environ.setdefault("PULT_TEST_CACHE", "build/test-cache")
    runs: list[dict[str, Any]] = []
    for number in range(1, given.runs + 1):
        runs.append(run(given.modules or chance_modules(), given.load, given.workers))
        if given.output:
            write(given.output, runs, given.workers)
        print(f"run {number} of {given.runs}: {runs[-1]}", flush=True)
    return int(any(one["failed"] for one in runs))


if __name__ == "__main__":
    sys.exit(main())
