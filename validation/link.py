"""False stops and true ones: the operator's link under load, and when it is lost.

    python validation/link.py [--seconds 120] [--tries 100] [--load 8] [--exercise NAME ...]

Drives every shipped exercise in a real browser that draws in software, beside processes that want all of the machine,
and counts stops that nobody asked for. Then kills the browser, cuts the connection and freezes the page, many times
each, and measures on the session's clock after what time the robot is stopped. Writes validation/link.json;
`docs/build_pages.py` makes the page of proofs from it. A sample is in the tests.
"""

import argparse
import functools
import json
import math
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Playwright, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser import acts
from validation.link_lab import Chromium, Line, Witness, load

from pult.bench.studio_server import MeasuredStudio, measured_studio
from pult.core.shipped import shipped

ALLOWED = 0.5
"""Time in which the robot must be stopped [s]."""
FREEZE = 3000
"""How long a page is frozen by an endless loop [ms]."""
AGREED = 0.5
"""Time from agreeing on a freeze to its beginning [s]."""
FROZEN = "(most) => { const end = performance.now() + most; while (performance.now() < end); }"


def come(playwright: Playwright, chromium: Chromium, cookies: list[Any], address: str) -> Page:
    """Open a page of the studio in a browser that runs."""
    browser = playwright.chromium.connect_over_cdp(chromium.address)
    context = browser.contexts[0]
    context.add_cookies(cookies)
    page = context.pages[0] if context.pages else context.new_page()
    page.set_viewport_size({"width": 1440, "height": 900})
    # a page of a browser without a window has no focus of its own
    page.context.new_cdp_session(page).send("Emulation.setFocusEmulationEnabled", {"enabled": True})
    page.goto(address)
    return page


def entered(playwright: Playwright, studio: MeasuredStudio) -> list[Any]:
    """The cookie for which a browser exchanges the token."""
    chromium = Chromium()
    try:
        browser = playwright.chromium.connect_over_cdp(chromium.address)
        page = browser.contexts[0].pages[0]
        page.goto(studio.ticket)
        return list(page.context.cookies())
    finally:
        chromium.kill()


# --- no false stops ----------------------------------------------------------------------------------------------------


def set_going(page: Page, witness: Witness) -> None:
    """Let the session run, and be sure that it does: a page that was cut off may believe what was before."""
    for _ in range(60):
        acts.wait_ready(page)
        acts.go_on(page)
        page.wait_for_timeout(500)
        if witness.moving:
            return
    raise RuntimeError("the robot cannot be set going.")


def drive(page: Page, witness: Witness, seconds: float) -> dict[str, Any]:
    """Hold the stick and move it round and round; what happened to the link meanwhile."""
    set_going(page, witness)
    first, begun = len(witness.events), time.monotonic()
    with acts.Stick(page) as stick:
        while (past := time.monotonic() - begun) < seconds:
            stick.push(0.5 * math.cos(past), 0.5 * math.sin(past))
            page.wait_for_timeout(30)
    events = witness.events[first:]
    stops = [one["text"] for one in events if one["kind"] == "stop"]
    late = [one["data"] for one in events if one["kind"] == "link-back"]
    return {
        "seconds": seconds,
        "false_stops": len(stops),
        "stops": stops,
        "hiccups": dict(Counter(one["cause"] for one in late)),
        "longest_hiccup": max((one["seconds"] for one in late), default=0.0),
    }


def false_stops(playwright: Playwright, exercises: list[str], seconds: float, count: int) -> dict[str, Any]:
    """Drive exercises beside a load."""
    found: dict[str, Any] = {}
    for name in exercises:
        with tempfile.TemporaryDirectory() as folder, measured_studio(Path(folder)) as studio:
            cookies = entered(playwright, studio)
            chromium = Chromium()
            try:
                page = come(playwright, chromium, cookies, f"{studio.address}/operate/{name}")
                acts.wait_ready(page)
                with Witness(studio, studio.ask("GET", "/api/sessions")[0]["id"]) as witness, load(count):
                    found[name] = drive(page, witness, seconds)
            finally:
                chromium.kill()
        print(name, found[name], flush=True)
    return found


# --- true stops --------------------------------------------------------------------------------------------------------


class Bench:
    """A session that is operated from its panel in a window of its own, again and again."""

    def __init__(self, playwright: Playwright, studio: MeasuredStudio, exercise: str) -> None:
        self._playwright, self._studio = playwright, studio
        self._cookies = entered(playwright, studio)
        self._session = studio.session(exercise=exercise)["id"]
        self.witness = Witness(studio, self._session)
        self.line = Line(int(studio.address.rsplit(":", 1)[1]))
        self.chromium = Chromium()
        self.page = self._come()

    def _come(self) -> Page:
        address = f"http://127.0.0.1:{self.line.port}/console/{self._session}"
        page = come(self._playwright, self.chromium, self._cookies, address)
        acts.wait_ready(page)
        return page

    def again(self) -> None:
        """Another browser, after one was killed."""
        self.chromium = Chromium()
        self.page = self._come()

    def measure(self, lose: Callable[[], float], restore: Callable[[], object]) -> dict[str, Any]:
        """Drive, lose the operator in some way, and tell when and why the robot was stopped.

        Args:
            lose: Loses the operator; returns when, on the session's clock [s].
            restore: Undoes it.
        """
        set_going(self.page, self.witness)
        acts.Stick(self.page).__enter__().push(0.6, 0.3)
        self.page.wait_for_timeout(300)
        first = len(self.witness.events)
        when = lose()
        stop = self.witness.stop_after(first)
        restore()  # a page that is frozen takes no mouse either
        self.page.mouse.up()
        return {"after": stop["tick"] * self.witness.dt - when, "cause": stop["data"].get("cause", "")}

    def at_once(self, act: Callable[[], object]) -> float:
        """Do something now; the session's time just before it."""
        when = self.witness.time
        act()
        return when

    def freeze(self) -> float:
        """Let the page run an endless loop at a time that is agreed on: while it runs, the page answers nothing."""
        begin = time.time() + AGREED
        self.page.evaluate(f"(at) => void setTimeout(() => ({FROZEN})({FREEZE}), at - Date.now())", 1000.0 * begin)
        time.sleep(max(0.0, begin - time.time()))
        return self.witness.time

    def end(self) -> None:
        self.chromium.kill()
        self.witness.close()


def true_stops(playwright: Playwright, tries: int) -> dict[str, Any]:
    """Lose the operator in every way."""
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder, measured_studio(Path(folder)) as studio:
        bench = Bench(playwright, studio, "two-link-reach")
        try:
            for name, lose in (("cut", _cut), ("frozen", _freeze), ("killed", _kill)):
                measured = [lose(bench, number) for number in range(tries)]
                after = sorted(one["after"] for one in measured)
                found[name] = {
                    "tries": tries,
                    "in_time": sum(one <= ALLOWED for one in after),
                    "median": after[len(after) // 2],
                    "longest": after[-1],
                    "causes": dict(Counter(one["cause"] for one in measured)),
                }
                print(name, found[name], flush=True)
        finally:
            bench.end()
    return found


def _cut(bench: Bench, _: int) -> dict[str, Any]:
    return bench.measure(lambda: bench.at_once(bench.line.break_off), bench.line.mend)


def _freeze(bench: Bench, number: int) -> dict[str, Any]:
    """By an endless loop, and by turns by stopping the process of the page."""
    if number % 2:
        pages = bench.chromium.renderers()
        stop = functools.partial(_signal, pages, signal.SIGSTOP)
        return bench.measure(lambda: bench.at_once(stop), lambda: _signal(pages, signal.SIGCONT))
    return bench.measure(bench.freeze, _nothing)


def _signal(pids: list[int], number: int) -> None:
    for pid in pids:
        os.kill(pid, number)


def _nothing() -> None:
    """What is frozen by a loop thaws by itself."""


def _kill(bench: Bench, _: int) -> dict[str, Any]:
    return bench.measure(lambda: bench.at_once(bench.chromium.kill), bench.again)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=120.0, help="how long each exercise is driven [s]")
    parser.add_argument("--tries", type=int, default=100, help="how often the operator is lost in each way")
    parser.add_argument("--load", type=int, default=8, help="processes that want all of a processor")
    parser.add_argument("--exercise", action="append", help="drive only this one")
    parser.add_argument("--out", type=Path, default=ROOT / "validation" / "link.json")
    given = parser.parse_args()
    exercises = given.exercise or shipped("exercise")
    with sync_playwright() as playwright:
        found = json.loads(given.out.read_text()) if given.out.exists() else {"driven": {}, "lost": {}}
        found |= {"processors": os.cpu_count(), "load": given.load, "allowed": ALLOWED}
        if given.seconds > 0:
            found["driven"] |= false_stops(playwright, exercises, given.seconds, given.load)
        if given.tries > 0:
            found["lost"] |= true_stops(playwright, given.tries)
    given.out.write_text(json.dumps(found, indent=1) + "\n")
    wrong = sum(one["false_stops"] for one in found["driven"].values())
    wrong += sum(one["tries"] - one["in_time"] for one in found["lost"].values())
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
