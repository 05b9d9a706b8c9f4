"""The long proofs of the loop: many seeds, second processes, replays, killed recordings, garbage.

    python validation/loop.py [--scale 1.0]

Writes validation/loop.json; `docs/build_pages.py` makes the page of proofs from it. A sample of each proof is in the
tests.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from validation.loop_trial import EXERCISE, recorded
from validation.reliability import attempt_row, failure_rows, rate_words, reliability, reliability_words
from validation.schemes import machine
from validation.seeds import drawn_seeds
from validation.sweeps import calls, sweep_attempts

import pult
from pult.exercise.exercise import load_exercise
from pult.exercise.run import open_attempt
from pult.record import read_record
from pult.record.replay import replay
from pult.sim.commands import CommandRefused, Input, read_command


def pilots(seeds: int, failures: list[dict[str, str]]) -> Iterator[dict[str, Any]]:
    """Run every pilot on every seed; failed attempts are added to the failures."""
    for name, all_of_them in (("semi-automatic", True), ("command", True), ("displacement", False)):
        drawn = drawn_seeds(f"loop {EXERCISE} {name}", seeds)
        rows = sweep_attempts(EXERCISE, "", drawn, name)
        found = [attempt_row(row) for row in rows]
        failures += failure_rows(f"{EXERCISE} ({name})", found)
        done = [row for row in rows if row.success]
        times = [row.time for row in done] or [0.0]
        points = [row.points for row in done] or [0.0]
        yield {
            "claim": f"the pilot {name} does two-link-reach"
            + (" on every seed" if all_of_them else " on nine seeds of ten (the paper's joystick is harder to master)"),
            "figure": f"{reliability_words(reliability(found))}; time median {np.median(times):.1f} s, longest "
            f"{max(times):.1f} s; points median {np.median(points):.0f}",
            "holds": len(done) == seeds if all_of_them else len(done) >= 0.9 * seeds,
        }


def exactness(seeds: int) -> Iterator[dict[str, Any]]:
    """Compare the data of a second run, of a second process, and of a replay."""
    drawn = drawn_seeds("loop exactness", seeds)
    here = [recorded(seed=seed) for seed in drawn]
    there = calls("loop-records", "validation.loop_trial:recorded", [({}, seed) for seed in drawn])
    same = sum(a.hash == b.hash for a, b in zip(here, there, strict=True))
    yield {
        "claim": "a seed gives the identical record in a second run and a second process (hash of the data)",
        "figure": f"{same} of {seeds} seeds; {rate_words(seeds - same, seeds)}",
        "holds": same == seeds,
    }
    replayed = sum(found.success for found in (*here, *there))
    numbers = round(sum(found.metrics["numbers"] for found in (*here, *there)))
    yield {
        "claim": "records are replayed bit for bit from their commands, and scored alike",
        "figure": f"{replayed} of {2 * seeds} records, {numbers:,} numbers compared; "
        + rate_words(2 * seeds - replayed, 2 * seeds),
        "holds": replayed == 2 * seeds,
    }


def plain(steps: int) -> Iterator[dict[str, Any]]:
    """Compare native code and plain Python over the whole loop."""
    rows = []
    for as_python in (False, True):
        made = open_attempt(load_exercise(EXERCISE), "command", drawn_seeds("loop plain", 1)[0], plain=as_python)
        session = made.session
        session.apply(Input(values={"joints": ["shoulder", "elbow"], "joystick": [0.7, 0.0, 0.0]}))
        session.advance(steps // 2)
        session.apply(Input(values={"enable": False}))
        session.advance(steps // 2)
        rows.append(made.rows)
    same = rows[0].tobytes() == rows[1].tobytes()
    yield {
        "claim": "the loop gives the same bits as native code and as plain Python",
        "figure": f"{rows[0].size:,} numbers in {steps} control steps",
        "holds": same,
    }


KILLED = """
import sys, time
from pathlib import Path
from pult.exercise.exercise import load_exercise
from pult.exercise.run import open_attempt
from pult.record.recording import start_recording
session = open_attempt(load_exercise("two-link-reach"), "command", 1).session
start_recording(session, Path(sys.argv[1]), when_full="drop")
begin = time.monotonic()
print("go", flush=True)
while True:
    session.advance(1)
    print(session.tick, flush=True)
    time.sleep(max(0.0, begin + session.time - time.monotonic()))
"""


def killed(times: int) -> Iterator[dict[str, Any]]:
    """Real-time recordings whose process is killed at a random moment."""
    draw = random.Random(drawn_seeds("loop killed", 1)[0])
    lost, readable, replayed = [], 0, 0
    for number in range(times):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "killed.mcap"
            process = subprocess.Popen(
                [sys.executable, "-c", KILLED, str(file)], stdout=subprocess.PIPE, text=True, env=dict(os.environ)
            )
            assert process.stdout is not None
            process.stdout.readline()
            last, end = 0, time.monotonic() + draw.uniform(1.5, 4.5)
            while time.monotonic() < end:
                last = int(process.stdout.readline())
            process.send_signal(signal.SIGKILL)
            tail = process.stdout.read().split()
            process.wait()
            last = int(tail[-1]) if tail and tail[-1].isdecimal() else last
            record = read_record(file)
            readable += not record.complete and bool(record.problem)
            lost.append((last - int(record.ticks[-1])) * record.header.dt if len(record.ticks) else last * 0.01)
            replayed += replay(record).same
        del number
    yield {
        "claim": "kill -9 during a recording loses at most the last second; the rest is read, marked as cut off, and replayed",
        "figure": f"{times} killed: at most {max(lost):.2f} s lost, {readable} marked as cut off, {replayed} replayed bit for "
        f"bit; {rate_words(times - replayed, times)}",
        "holds": max(lost) <= 1.0 and readable == times and replayed == times,
    }


def garbage(count: int) -> Iterator[dict[str, Any]]:
    """Send commands and inputs of random JSON, some of them well-formed with wrong values."""
    draw = random.Random(drawn_seeds("loop garbage", 1)[0])
    session = open_attempt(load_exercise(EXERCISE), "command", 2).session
    names = [*(session.panel.panel.inputs if session.panel else ()), "", "nothing", "motors", "angles", "pd.kp", "fore"]
    verbs = ["input", "set", "kill-drive", "freeze-sensor", "bias-sensor", "delay-sensor", "delay-input", "push",
             "clear-faults", "stop", "lose-link", "arm", "restore", "fly", ""]  # fmt: skip
    keys = [
        "values",
        "name",
        "value",
        "drive",
        "sensor",
        "bias",
        "delay",
        "body",
        "force",
        "duration",
        "reason",
        "state",
    ]

    def value(depth: int = 0) -> Any:
        kinds = [lambda: draw.choice(names), lambda: draw.uniform(-10, 10), lambda: draw.choice([True, False, None]),
                 lambda: draw.choice([1e308, -0.0, 10**30, "A" * 50, "é\ud800"])]  # fmt: skip
        if depth < 3:
            kinds += [lambda: [value(depth + 1) for _ in range(draw.randrange(4))],
                      lambda: {draw.choice([*names, *keys]): value(depth + 1) for _ in range(draw.randrange(3))}]  # fmt: skip
        return draw.choice(kinds)()

    refused = done = 0
    for number in range(count):
        data = {"do": draw.choice(verbs), **{draw.choice(keys): value() for _ in range(draw.randrange(4))}}
        try:
            session.apply(read_command(data if number % 5 else value()))
            done += 1
        except CommandRefused:
            refused += 1
        if number % 50 == 0:
            session.advance(2)
    session.apply(read_command({"do": "reset"}))
    first = session.row.copy()
    fresh = open_attempt(load_exercise(EXERCISE), "command", 2).session
    alive = bool(np.array_equal(first[1:], fresh.row[1:]))
    yield {
        "claim": "garbage sent to a session is refused with a message and never ends it; after a reset it is as new",
        "figure": f"{count:,} random commands: {refused:,} refused, {done:,} carried out",
        "holds": alive and refused + done == count,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0, help="fewer or more seeds")
    options = parser.parse_args()
    count = lambda n: max(2, round(n * options.scale))  # noqa: E731
    begin = time.perf_counter()
    failures: list[dict[str, str]] = []
    claims = [
        *pilots(count(100), failures), *exactness(count(100)), *plain(count(400)), *killed(count(12)),
        *garbage(count(20_000)),
    ]  # fmt: skip
    report = {
        "title": "The loop",
        "about": "A two-link arm driven through its panel by scripted operators, recorded, scored and replayed.",
        "command": "make validate" if options.scale == 1.0 else f"validation/loop.py --scale {options.scale:g}",
        "machine": machine(),
        "version": pult.__version__,
        "scale": options.scale,
        "claims": claims,
        "failures": failures,
    }
    target = Path(__file__).with_name("loop.json")
    target.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    for claim in claims:
        print(f"{'holds' if claim['holds'] else 'FAILS'}  {claim['claim']}: {claim['figure']}")
    print(f"{time.perf_counter() - begin:.0f} s")
    return 0 if all(claim["holds"] for claim in claims) else 1


if __name__ == "__main__":
    sys.exit(main())
