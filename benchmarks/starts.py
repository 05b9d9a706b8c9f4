"""From a scheme's file to its first step: cold, cached, and without the compiler, each in a new process."""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Literal

from benchmarks.figures import FirstStep, Sample
from benchmarks.loops import BLOCKS_PER_LOOP, document

MODES: tuple[Literal["cold", "cached", "plain"], ...] = ("cold", "cached", "plain")
SCRIPT = Path(__file__).with_name("first_step.py")


def bench_starts(loops: int, turns: int) -> list[FirstStep]:
    """Measure one size.

    Args:
        loops: Number of loops.
        turns: Number of starts of each kind.
    """
    taken: dict[str, list[dict[str, float]]] = {mode: [] for mode in MODES}
    with tempfile.TemporaryDirectory(prefix="pult-bench-") as folder:
        scheme = Path(folder) / "scheme.json"
        scheme.write_text(json.dumps(document(loops)))
        for turn in range(turns):
            for mode in MODES:  # the cold start of a turn fills the cache for the next
                taken[mode].append(_start(scheme, Path(folder) / f"cache{turn}", mode))
    rows = []
    for mode, starts in zip(MODES, taken.values(), strict=True):
        samples: dict[str, Any] = {f"{key}_s": Sample.of([s[key] for s in starts]) for key in starts[0]}
        rows.append(FirstStep(blocks=BLOCKS_PER_LOOP * loops, mode=mode, **samples))
    return rows


def _start(scheme: Path, cache: Path, mode: str) -> dict[str, float]:
    """Seconds of one start."""
    command = [sys.executable, "-P", str(SCRIPT), str(scheme), "plain" if mode == "plain" else "native"]
    environment = {**os.environ, "PULT_CACHE_DIR": str(cache)}
    begin = time.time()
    done = subprocess.run(command, env=environment, capture_output=True, check=False, text=True)
    if done.returncode:
        raise RuntimeError(f"the process that measures the first step failed:\n{done.stderr}")
    told = json.loads(done.stdout)
    if told["cached"] != (mode == "cached"):
        came = "from the cache" if told["cached"] else "not from the cache"
        raise RuntimeError(f"the start is meant to be {mode}, but the native code came {came}.")
    parts = {key: float(told[key]) for key in ("imports", "load", "compile", "step")}
    total = parts["load"] + parts["compile"] + parts["step"]
    return {"python": float(told["begin"]) - begin, "document_to_step": total, **parts}
