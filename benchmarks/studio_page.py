"""Measurements in a browser: first load, latency from stick to picture, a large scheme."""

import gzip
import itertools
import statistics
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.chromium import find_browser, flags
from benchmarks.studio_server import PATIENCE, MeasuredStudio, measured_studio

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Response

EXERCISE = "two-link-reach"
MOVES = 240
"""Times that the stick is moved."""
BLOCKS = 500
FRAME, PAUSE = 16.0, 300.0
"""Between two moves of a mouse, and between two things that a person does [ms]."""
WINDOW = {"width": 960, "height": 640}
"""The scene is drawn in software here, so the window is small."""
_OBSERVE = """() => {
  window.seen = [];
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) window.seen.push([one.name, one.startTime, one.duration, one.interactionId]);
  }).observe({ type: "event", durationThreshold: 16, buffered: false });
}"""
_POINTER = """() => {
  window.moved = [];
  document.addEventListener("pointermove", (event) => window.moved.push(event.timeStamp), true);
}"""
_MARKS = """() => ({
  moved: window.moved,
  inputs: performance.getEntriesByName("pult-input").map((one) => [one.startTime, one.detail]),
  drawn: performance.getEntriesByName("pult-drawn").map((one) => [one.startTime, one.detail]),
})"""


class Bytes:
    """Counts what a page fetches, compressed as a server would send it."""

    def __init__(self, page: "Page") -> None:
        self._seen: dict[str, int] = {}
        self._waiting: list[Response] = []
        page.on("response", lambda response: self._waiting.append(response))  # noqa: PLW0108 - marked by playwright

    def total(self) -> int:
        """Bytes of all files so far; answers of the interface are not counted."""
        for response in self._waiting:
            path = response.url.split("?")[0]
            if "/api/" in path or response.status != 200 or path in self._seen:
                continue
            body = response.body()
            packed = path.endswith((".woff2", ".webp", ".png"))
            self._seen[path] = len(body) if packed else len(gzip.compress(body, 6))
        self._waiting.clear()
        return sum(self._seen.values())


def measure_page(project: Path, moves: int = MOVES) -> dict[str, Any]:
    """Everything that needs a browser, in one go: a browser that runs, and a studio that is started then.

    Args:
        project: The studio's folder; what the page needs has been compiled before.
        moves: Number of moves of the stick.

    Returns:
        load_home, load_operate: Bytes of the first load of these screens, compressed.
        usable_s: From the command to a page that can be used [s].
        latency_ms: From a move of the stick to the first picture drawn of a state that follows it, sorted [ms].
        pictures: Pictures drawn a second meanwhile.
        interactions_ms: How long the page took to answer interactions with a scheme of 500 blocks, sorted [ms]; those
            below 16 ms are not among them.
        interactions: Total number of interactions.
    """
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=flags())
        try:
            context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB")
            with measured_studio(project) as studio:
                found = _load(studio, context)
                found |= _stick(studio, context, moves)
                found |= _large_scheme(studio, context)
        finally:
            browser.close()
    return found


def _load(studio: MeasuredStudio, context: "BrowserContext") -> dict[str, Any]:
    page = context.new_page()
    page.goto(studio.ticket)
    page.get_by_test_id(f"exercise-{EXERCISE}").wait_for(timeout=PATIENCE * 1000)
    usable = time.perf_counter() - studio.began
    page.close()
    sizes = {}
    for name, path, ready in (("home", "/", f"exercise-{EXERCISE}"), ("operate", f"/operate/{EXERCISE}", "scene")):
        fresh = context.new_page()
        counted = Bytes(fresh)
        fresh.goto(studio.address + path)
        fresh.get_by_test_id(ready).wait_for(timeout=PATIENCE * 1000)
        fresh.wait_for_load_state("networkidle")
        sizes[f"load_{name}"] = counted.total()
        fresh.close()
    return {**sizes, "usable_s": usable}


def _stick(studio: MeasuredStudio, context: "BrowserContext", moves: int) -> dict[str, Any]:
    page = context.new_page()
    page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
    page.goto(f"{studio.address}/operate/{EXERCISE}?measure=1")
    page.locator('[data-testid="scene"][data-ready="true"]').wait_for(timeout=PATIENCE * 1000)
    page.locator('[data-testid="start"]:not([disabled]):not([aria-disabled="true"])').click(timeout=PATIENCE * 1000)
    page.get_by_test_id("effector-hand").click()
    box = page.get_by_test_id("stick-joystick").bounding_box()
    if box is None:
        return {"latency_ms": [], "pictures": 0.0}
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.evaluate(_POINTER)
    page.mouse.move(x, y)
    page.mouse.down()
    began = time.perf_counter()
    for number in range(moves):
        page.mouse.move(x + (number % 40 - 20), y + (number % 24 - 12))
        page.wait_for_timeout(30)
    spent = time.perf_counter() - began
    page.mouse.up()
    marks = page.evaluate(_MARKS)
    page.close()
    drawn = [(float(at), int(tick)) for at, tick in marks["drawn"]]
    return {"latency_ms": _latencies(marks["moved"], marks["inputs"], drawn), "pictures": len(drawn) / spent}


def _latencies(moved: list[float], inputs: list[list[Any]], drawn: list[tuple[float, int]]) -> list[float]:
    """From the first move that an input carries to the first picture of a state after it [ms], sorted."""
    found, before = [], 0.0
    for sent, tick in sorted((float(at), tick) for at, tick in inputs if tick is not None):
        since = [at for at in moved if before < at <= sent]
        before = sent
        after = [at for at, number in drawn if number >= int(tick) and at > sent]
        if since and after:
            found.append(after[0] - since[0])
    return sorted(found)


def large_scheme(blocks: int = BLOCKS) -> dict[str, Any]:
    """A scheme of many blocks in rows of ten, each row a chain."""
    rows = blocks // 10
    ids = [[f"b{row}-{column}" for column in range(10)] for row in range(rows)]
    kinds = ("arithmetic.gain", "control.low_pass", "control.saturation", "arithmetic.bias", "control.integrator")
    return {
        "format": "pult.scheme",
        "version": 1,
        "name": "bench-large",
        "blocks": [
            {"id": name, "type": kinds[column % len(kinds)] if column else "sources.sine"}
            for row in ids
            for column, name in enumerate(row)
        ],
        "wires": [
            {"from": f"{one}.y", "to": f"{two}.x"} for row in ids for one, two in itertools.pairwise(row)
        ],
        "ui": {
            "blocks": {
                name: {"position": [220 * column, 140 * row]}
                for row, names in enumerate(ids)
                for column, name in enumerate(names)
            }
        },
    }


def _large_scheme(studio: MeasuredStudio, context: "BrowserContext") -> dict[str, Any]:
    studio.ask("PUT", "/api/documents/scheme/bench-large", {"document": large_scheme(), "version": None})
    page = context.new_page()
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{studio.address}/design/bench-large")
    block = page.get_by_test_id("block-b0-0").first
    block.wait_for(timeout=PATIENCE * 1000)
    page.wait_for_timeout(2000)
    page.evaluate(_OBSERVE)
    interactions = 0
    for name in ("block-b0-0", "block-b1-0", "block-b0-1"):
        box = page.get_by_test_id(name).first.bounding_box()
        if box is None:
            continue
        x, y = box["x"] + box["width"] / 2, box["y"] + 6
        page.mouse.click(x, y)
        page.mouse.move(x, y)
        page.mouse.down()
        for step in range(30):
            page.mouse.move(x + 2 * step, y + step)
            page.wait_for_timeout(FRAME)
        page.mouse.up()
        page.wait_for_timeout(PAUSE)
        page.keyboard.press("Control+z")
        page.wait_for_timeout(PAUSE)
        interactions += 34
    for key in ("Control+a", "Escape", "Delete", "Control+z"):
        page.keyboard.press(key)
        page.wait_for_timeout(PAUSE)
        interactions += 1
    page.wait_for_timeout(1000)
    seen = page.evaluate("() => window.seen")
    page.close()
    return {"interactions_ms": sorted(float(one[2]) for one in seen), "interactions": interactions}


def percentile(values: list[float], share: float) -> float | None:
    """A percentile of sorted values; None if there are none."""
    return values[min(len(values) - 1, round(share * (len(values) - 1)))] if values else None


def median(values: list[float]) -> float | None:
    """The median; None if there are no values."""
    return statistics.median(values) if values else None
