"""The studio benchmark: first load, latency from stick to picture, large schemes, processor time, many clients."""

import importlib.util
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.chromium import find_browser
from benchmarks.environment import describe, load_average
from benchmarks.figures import Environment, Target
from benchmarks.loop import arm_scheme
from benchmarks.studio_page import measure_page, median, percentile
from benchmarks.studio_server import MeasuredStudio, measured_studio, processor_time
from benchmarks.studio_watchers import TOKEN

WATCHERS = 20
SCRIPT = Path(__file__).with_name("studio_watchers.py")
ROUNDS, QUICK_ROUNDS = 5, 1
SECONDS, QUICK_SECONDS = 8.0, 4.0
"""Length of a round [s]; percentiles of the period are of the last seconds."""
MAX_BYTES, MAX_LATENCY, MAX_INTERACTION, MAX_PERIOD, MAX_START = 600e3, 40.0, 100.0, 1.10, 5.0


class Watched(msgspec.Struct, frozen=True, kw_only=True):
    """Rounds with one client and with many, alternating.

    Attributes:
        watchers: Number of clients in rounds with many.
        alone_p99_ms, watched_p99_ms: The 99th percentile of the control period, of every round [ms].
        ratio: Ratio of their medians.
        frames: Frames per second received by a single client, and by each of many.
        server_share, session_share: Processor time over real time with one client; None where it is unavailable.
        watched_server_share: The same of the server with many.
    """

    watchers: int
    alone_p99_ms: list[float]
    watched_p99_ms: list[float]
    ratio: float
    frames: list[float]
    server_share: float | None
    session_share: float | None
    watched_server_share: float | None


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """What was measured in a browser; see `benchmarks.studio_page.measure_page`.

    Attributes:
        home_kb, operate_kb: First load of the home page, and of the page to operate with its 3D part [kB, compressed].
        usable_s: From the command to a page that can be used, compiled before [s].
        latency_ms, latency_p95_ms: From the stick to the drawn picture [ms].
        latencies: Number of latencies measured.
        pictures: Pictures drawn per second meanwhile.
        interaction_ms, interaction_worst_ms: 95th percentile and worst of all interactions with 500 blocks [ms].
        interactions: Number of interactions.
    """

    home_kb: float
    operate_kb: float
    usable_s: float
    latency_ms: float | None
    latency_p95_ms: float | None
    latencies: int
    pictures: float
    interaction_ms: float
    interaction_worst_ms: float
    interactions: int


class StudioReport(msgspec.Struct, frozen=True, kw_only=True):
    """Everything measured in one run.

    Attributes:
        watched: With clients that are programs.
        seen: With a browser; None where there is none.
        problem: Why there are no measurements in a browser.
        targets: The targets.
        environment: The environment.
    """

    watched: Watched
    seen: Seen | None
    problem: str
    targets: list[Target]
    environment: Environment

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        found: dict[str, Any] = msgspec.to_builtins(self)
        return found

    def to_json(self) -> bytes:
        """As JSON for people and programs."""
        return msgspec.json.format(msgspec.json.encode(self), indent=2) + b"\n"

    @staticmethod
    def from_json(data: bytes) -> "StudioReport":
        """From the file that `pult bench studio -o` has written."""
        return msgspec.json.decode(data, type=StudioReport)


def bench_studio(*, quick: bool = False) -> StudioReport:
    """Measure the studio on this machine."""
    load = load_average()
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder)
        with measured_studio(project) as studio:
            watched = _watch(studio, QUICK_ROUNDS if quick else ROUNDS, QUICK_SECONDS if quick else SECONDS)
            studio.session(exercise="two-link-reach")  # compiled now, so that the browser need not wait
        problem = _no_browser()
        seen = None
        if not problem:
            seen = _seen(measure_page(project, 60 if quick else 240))
    return StudioReport(
        watched=watched,
        seen=seen,
        problem=problem,
        targets=_targets(watched, seen),
        environment=describe(["fastapi", "uvicorn", "websockets", "mujoco-core", "playwright"], load),
    )


def _no_browser() -> str:
    if importlib.util.find_spec("playwright") is None:
        return "the package playwright is not installed."
    return "" if find_browser() else "there is no Chromium or Chrome."


def _watch(studio: MeasuredStudio, rounds: int, seconds: float) -> Watched:
    scheme = {**arm_scheme(), "name": "bench-arm"}
    studio.ask("PUT", "/api/documents/scheme/bench-arm", {"document": scheme, "version": None})
    session = studio.session(world="human-arm", scheme="bench-arm")
    address = studio.socket(session["id"])
    _round(studio, address, 1, 2.0)  # warm
    alone, many = [], []
    for _ in range(rounds):
        alone.append(_round(studio, address, 1, seconds))
        many.append(_round(studio, address, WATCHERS, seconds))
    studio.ask("DELETE", f"/api/sessions/{session['id']}")
    one, all_ = [1e3 * r["p99"] for r in alone], [1e3 * r["p99"] for r in many]
    return Watched(
        watchers=WATCHERS,
        alone_p99_ms=one,
        watched_p99_ms=all_,
        ratio=statistics.median(all_) / statistics.median(one),
        frames=[statistics.median(r["frames"] for r in part) / seconds for part in (alone, many)],
        server_share=_shares(alone, "server"),
        session_share=_shares(alone, "session"),
        watched_server_share=_shares(many, "server"),
    )


def _shares(rounds: list[dict[str, Any]], key: str) -> float | None:
    found = [r[key] for r in rounds if r[key] is not None]
    return statistics.median(found) if found else None


def _round(studio: MeasuredStudio, address: str, clients: int, seconds: float) -> dict[str, Any]:
    """Clients in a process of their own watch for a while."""
    command = [sys.executable, "-P", str(SCRIPT), address, str(clients), str(seconds)]
    token = studio.headers["Authorization"].removeprefix("Bearer ")
    pids = studio.processes()
    before = [processor_time(pid) for pid in pids]
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, env={**os.environ, TOKEN: token}, timeout=seconds + 60
    )
    after = [processor_time(pid) for pid in pids]
    spent = [b - a for a, b in zip(before, after, strict=True) if a is not None and b is not None]
    seen = json.loads(done.stdout)["seen"]
    return {
        "p99": seen[0]["p99"],
        "frames": statistics.median(one["frames"] for one in seen),
        "server": spent[0] / seconds if spent else None,
        "session": max(spent[1:]) / seconds if len(spent) > 1 else None,
    }


def _seen(found: dict[str, Any]) -> Seen:
    slow, count = found["interactions_ms"], found["interactions"]
    all_ = [8.0] * max(0, count - len(slow)) + slow  # those that are not told took less than 16 ms
    return Seen(
        home_kb=found["load_home"] / 1e3,
        operate_kb=found["load_operate"] / 1e3,
        usable_s=found["usable_s"],
        latency_ms=median(found["latency_ms"]),
        latency_p95_ms=percentile(found["latency_ms"], 0.95),
        latencies=len(found["latency_ms"]),
        pictures=found["pictures"],
        interaction_ms=percentile(all_, 0.95) or 0.0,
        interaction_worst_ms=max(all_, default=0.0),
        interactions=count,
    )


def _targets(watched: Watched, seen: Seen | None) -> list[Target]:
    rows = [
        (f"period p99 with {watched.watchers} watchers, by that with one", MAX_PERIOD, watched.ratio),
        ("first load with the 3D part, kB compressed", MAX_BYTES / 1e3, seen.operate_kb if seen else None),
        ("stick to drawn picture, median ms", MAX_LATENCY, seen.latency_ms if seen else None),
        ("interaction with 500 blocks, 95th percentile ms", MAX_INTERACTION, seen.interaction_ms if seen else None),
        ("second start to a usable page, s", MAX_START, seen.usable_s if seen else None),
    ]
    return [
        Target(what=what, wanted=wanted, found=found, holds=None if found is None else found <= wanted)
        for what, wanted, found in rows
    ]
