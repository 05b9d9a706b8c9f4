"""A real Dask scheduler and real Dask workers, each in a process of its own, on the loopback interface."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[3]
START_TIMEOUT = 120.0


class DaskCluster:
    """A scheduler with workers; a lost scheduler is started anew by `ensure`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._processes: list[subprocess.Popen[bytes]] = []
        self.file = folder / "scheduler.json"
        self.address = ""

    def ensure(self) -> "DaskCluster":
        """Have a scheduler and one worker that is replaced when it dies."""
        if not self._processes or self._processes[0].poll() is not None:
            self.close()
            self.file.unlink(missing_ok=True)
            self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--dashboard-address", "127.0.0.1:0",
                        "--scheduler-file", str(self.file))  # fmt: skip
            self.address = self._written()
            self.add_worker()
        return self

    def add_worker(self, *options: str, packages: Path | None = None) -> subprocess.Popen[bytes]:
        """Start a worker with one thread; it joins while the test goes on.

        Args:
            options: More options of `dask worker`.
            packages: Folder with all packages that it has; those of this process if left out.
        """
        return self._start("worker", self.address, "--nthreads", "1", "--no-dashboard", "--host", "127.0.0.1",
                           "--local-directory", str(self._folder), *options, packages=packages)  # fmt: skip

    def _start(self, *words: str, packages: Path | None = None) -> subprocess.Popen[bytes]:
        environment = os.environ | {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1"}
        python = [sys.executable]
        if packages is not None:
            python.append("-S")
            environment["PYTHONPATH"] = str(packages)
        with (self._folder / f"{len(self._processes)}-{words[0]}.log").open("wb") as log:
            process = subprocess.Popen(
                [*python, "-m", "dask", *words], cwd=ROOT, env=environment, stdout=log, stderr=log,
            )  # fmt: skip
        self._processes.append(process)
        return process

    def _written(self) -> str:
        deadline = time.monotonic() + START_TIMEOUT
        while time.monotonic() < deadline and self._processes[0].poll() is None:
            try:
                return json.loads(self.file.read_text())["address"]
            except (OSError, ValueError):
                time.sleep(0.02)
        logs = "\n".join(path.read_text() for path in self._folder.glob("*.log"))
        raise RuntimeError(f"the scheduler did not start:\n{logs}")

    def kill_scheduler(self) -> None:
        """End the scheduler at once."""
        self._processes[0].kill()
        self._processes[0].wait()

    def close(self) -> None:
        """End everything at once; what a nanny has started ends when the nanny does."""
        for process in self._processes:
            process.kill()
            process.wait()
        self._processes.clear()
