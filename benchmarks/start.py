"""From the command to the first control step: with an empty cache, with a full one, and with another scheme."""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from benchmarks.environment import describe, load_average
from benchmarks.figures import Environment, Sample, Target

EXERCISES = ("two-link-reach", "massage-stroke", "airlock-valve", "torso-container")
SCRIPT = Path(__file__).with_name("start_child.py")
COLD_S = {"two-link-reach": 8.0, "torso-container": 25.0}
"""Target time from an empty cache to the first step [s]."""
ALTERED_S = dict.fromkeys(EXERCISES, 3.0)
"""Target time of another scheme of the same blocks [s]."""


_WAYS = (("cold", "as-it-is", False), ("warm", "as-it-is", True), ("altered", "altered", False))
"""Kinds of starts, in their order: which scheme, and whether its code is there before."""


class Start(Struct, frozen=True, kw_only=True):
    """Starts of one exercise, each in a new process.

    Attributes:
        exercise: Its name.
        cold_s: From the start of Python to the first step, with an empty cache [s].
        warm_s: The same with a full one.
        altered_s: The same with another scheme of the same blocks, after the first one.
        imports_s: Of these the time to import pult.
    """

    exercise: str
    cold_s: Sample
    warm_s: Sample
    altered_s: Sample
    imports_s: Sample


class StartReport(Struct, frozen=True, kw_only=True):
    """The report of `pult bench start`.

    Attributes:
        environment: The environment.
        starts: The exercises.
        targets: The targets.
    """

    environment: Environment
    starts: list[Start]
    targets: list[Target]

    def to_json(self) -> bytes:
        """As a file."""
        return msgspec.json.format(msgspec.json.encode(self)) + b"\n"

    @staticmethod
    def from_json(data: bytes) -> "StartReport":
        """From a file."""
        return msgspec.json.decode(data, type=StartReport)

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


def bench_start(*, quick: bool = False, exercises: tuple[str, ...] = EXERCISES) -> StartReport:
    """Measure starts.

    Args:
        quick: Once each; else three times.
        exercises: Which exercises.
    """
    before = load_average()
    starts = [_starts(name, 1 if quick else 3) for name in exercises]
    return StartReport(environment=describe(["mujoco-core"], before), starts=starts, targets=_targets(starts))


def _starts(exercise: str, turns: int) -> Start:
    taken: dict[str, list[float]] = {"cold": [], "warm": [], "altered": [], "imports": []}
    for _ in range(turns):
        with tempfile.TemporaryDirectory(prefix="pult-bench-") as cache:
            for way, alter, cached in _WAYS:
                seconds, told = _start(exercise, cache, alter)
                if told["cached"] is not cached:
                    raise RuntimeError(f"the start of {exercise} is meant to be {way}, but cached is {told['cached']}.")
                taken[way].append(seconds)
                taken["imports"].append(told["imports"])
    samples = {f"{way}_s": Sample.of(values) for way, values in taken.items()}
    return Start(exercise=exercise, **samples)


def _start(exercise: str, cache: str, alter: str) -> tuple[float, dict[str, Any]]:
    command = [sys.executable, "-P", str(SCRIPT), exercise, alter]
    begin = time.perf_counter()
    done = subprocess.run(
        command, env={**os.environ, "PULT_CACHE_DIR": cache}, capture_output=True, check=False, text=True
    )
    seconds = time.perf_counter() - begin
    if done.returncode:
        raise RuntimeError(f"the process that measures a start failed:\n{done.stderr}")
    return seconds, json.loads(done.stdout)


def _targets(starts: list[Start]) -> list[Target]:
    found = []
    for start in starts:
        for words, promised, sample in (
            ("from an empty cache to the first step", COLD_S, start.cold_s),
            ("another scheme of the same blocks", ALTERED_S, start.altered_s),
        ):
            if start.exercise in promised:
                wanted = promised[start.exercise]
                what = f"{start.exercise}, {words}: at most {wanted:g} s"
                found.append(Target(what=what, wanted=wanted, found=sample.median, holds=sample.median <= wanted))
    return found
