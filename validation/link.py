"""Proof of the operator's link: no false stops under load, and stops in time when it is lost.

    python validation/link.py [--seconds 120] [--tries 100] [--load 8] [--exercise NAME ...] [--way cut]

Drives every shipped exercise in a real browser with software rendering, while other processes load the machine, and
counts unwanted stops. Then kills the browser, cuts the connection and freezes the page, many times each, and measures
on the session's clock when the robot is stopped. Writes validation/link.json; `docs/build_pages.py` makes the page of
proofs from it. A sample is in the tests.
"""

import argparse
import functools
import json
import math
import os
import platform
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Playwright, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.studio_server import MeasuredStudio, measured_studio
from tests.browser import acts
from validation.link_lab import Chromium, Line, Witness, load

from pult.core.shipped import shipped

ALLOWED = 0.5
"""Time within which the robot must be stopped [s]."""
FREEZE = 3000
"""Duration for which a page is frozen by a busy loop [ms]."""
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
    """The cookie that a browser gets for the token."""
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
    """Start the session, and verify that it runs: a disconnected page may show an old state."""
    for _ in range(60):
        acts.wait_ready(page)
        acts.go_on(page)
        page.wait_for_timeout(500)
        if witness.moving:
            return
    raise RuntimeError("the robot cannot be set going.")


def drive(page: Page, witness: Witness, seconds: float) -> dict[str, Any]:
    """Hold the stick and move it in circles; returns the events of the link meanwhile."""
    set_going(page, witness)
    first, begun = len(witness.events), time.monotonic()
    # an exercise whose robot does by itself what was rehearsed has no stick: its operator is there all the same
    with acts.Stick(page) if page.get_by_test_id(acts.Stick.PART).count() else nullcontext() as stick:
        while (past := time.monotonic() - begun) < seconds:
            if stick is not None:
                stick.push(0.5 * math.cos(past), 0.5 * math.sin(past))
            page.wait_for_timeout(30)
    events = witness.events[first:]
    # what follows from the loss, such as the enabling switch that goes off, is no stop of its own
    stops = [one["text"] for one in events if one["kind"] == "stop" and one["data"]["reason"] == "link"]
    late = [one["data"] for one in events if one["kind"] == "link-back"]
    return {
        "seconds": seconds,
        "false_stops": len(stops),
        "stops": stops,
        "hiccups": dict(Counter(one["cause"] for one in late)),
        "longest_hiccup": max((one["seconds"] for one in late), default=0.0),
    }


def drive_beside(playwright: Playwright, name: str, seconds: float, count: int) -> dict[str, Any]:
    """Drive an exercise while the machine is under load."""
    with tempfile.TemporaryDirectory() as folder, measured_studio(Path(folder)) as studio:
        cookies = entered(playwright, studio)
        chromium = Chromium()
        try:
            page = come(playwright, chromium, cookies, f"{studio.address}/operate/{name}")
            acts.wait_ready(page)
            with Witness(studio, studio.ask("GET", "/api/sessions")[0]["id"]) as witness, load(count):
                found = drive(page, witness, seconds)
                return found | {"load": count, "load_average": os.getloadavg()[0]}
        finally:
            chromium.kill()


# --- true stops --------------------------------------------------------------------------------------------------------


class Bench:
    """A session operated repeatedly from its panel in a separate window."""

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
        """Start another browser after one was killed."""
        self.chromium = Chromium()
        self.page = self._come()

    def measure(self, lose: Callable[[], float], restore: Callable[[], object]) -> dict[str, Any]:
        """Drive, lose the operator in some way, and return when and why the robot was stopped.

        Args:
            lose: Loses the operator; returns the session time of the loss [s].
            restore: Undoes it.
        """
        self._hold_stick()
        first = len(self.witness.events)
        when = lose()
        stop = self.witness.stop_after(first)
        restore()  # a page that is frozen takes no mouse either
        self.page.mouse.up()
        return {"after": stop["tick"] * self.witness.dt - when, "cause": stop["data"].get("cause", "")}

    def _hold_stick(self) -> None:
        """Drive; a robot that was stopped meanwhile, as on a busy machine, is started again."""
        for _ in range(20):
            set_going(self.page, self.witness)
            acts.Stick(self.page).__enter__().push(0.6, 0.3)
            self.page.wait_for_timeout(300)
            if self.witness.moving:
                return
            self.page.mouse.up()
        raise RuntimeError("the robot cannot be driven.")

    def at_once(self, act: Callable[[], object]) -> float:
        """Do something now; returns the session time just before it."""
        when = self.witness.time
        act()
        return when

    def freeze(self) -> float:
        """Have the page run a busy loop at an agreed time: while it runs, the page does not respond."""
        begin = time.time() + AGREED
        self.page.evaluate(f"(at) => void setTimeout(() => ({FROZEN})({FREEZE}), at - Date.now())", 1000.0 * begin)
        time.sleep(max(0.0, begin - time.time()))
        return self.witness.time

    def end(self) -> None:
        self.chromium.kill()
        self.witness.close()


def _cut(bench: Bench, _: int) -> dict[str, Any]:
    return bench.measure(lambda: bench.at_once(bench.line.break_off), bench.line.mend)


def _freeze(bench: Bench, number: int) -> dict[str, Any]:
    """Freeze the page, alternately by a busy loop and by stopping its process."""
    if number % 2:
        pages = bench.chromium.renderers()
        stop = functools.partial(_signal, pages, signal.SIGSTOP)
        return bench.measure(lambda: bench.at_once(stop), lambda: _signal(pages, signal.SIGCONT))
    return bench.measure(bench.freeze, _nothing)


def _signal(pids: list[int], number: int) -> None:
    for pid in pids:
        os.kill(pid, number)


def _nothing() -> None:
    """Nothing to restore: a busy loop ends by itself."""


def _kill(bench: Bench, _: int) -> dict[str, Any]:
    return bench.measure(lambda: bench.at_once(bench.chromium.kill), bench.again)


WAYS = {"cut": _cut, "frozen": _freeze, "killed": _kill}


def lose(bench: Bench, way: str, tries: int) -> dict[str, Any]:
    """Lose the operator repeatedly in one way."""
    measured = [WAYS[way](bench, number) for number in range(tries)]
    after = sorted(one["after"] for one in measured)
    return {
        "tries": tries,
        "in_time": sum(one <= ALLOWED for one in after),
        "median": after[len(after) // 2],
        "longest": after[-1],
        "causes": dict(Counter(one["cause"] for one in measured)),
    }


def claims(found: dict[str, Any]) -> list[dict[str, Any]]:
    """The results as claims."""
    said = []
    for name, one in found["driven"].items():
        hiccups = ", ".join(f"{count} by the {cause}" for cause, count in sorted(one["hiccups"].items())) or "none"
        longest = f"; longest {one['longest_hiccup']:.2f} s" if one["hiccups"] else ""
        said.append(
            {
                "claim": f"{name} driven for {one['seconds']:g} s beside a load of {one['load']} without a false stop",
                "figure": f"{one['false_stops']} false stops; hiccups: {hiccups}{longest}; "
                f"load average at the end {one['load_average']:.0f}",
                "holds": one["false_stops"] == 0,
            }
        )
    words = {"cut": "a cut connection", "frozen": "a frozen page", "killed": "a killed browser"}
    for name, one in found["lost"].items():
        said.append(
            {
                "claim": f"{words[name]} stops the robot within {ALLOWED:g} s",
                "figure": f"{one['in_time']} of {one['tries']}; median {one['median']:.2f} s, "
                f"longest {one['longest']:.2f} s",
                "holds": one["in_time"] == one["tries"],
            }
        )
    return said


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=120.0, help="how long each exercise is driven [s]")
    parser.add_argument("--tries", type=int, default=100, help="how often the operator is lost in each way")
    parser.add_argument("--load", type=int, default=8, help="processes that want all of a processor")
    parser.add_argument("--exercise", action="append", help="drive only this one; what is known of others is kept")
    parser.add_argument("--way", action="append", choices=list(WAYS), help="lose the operator only so")
    given = parser.parse_args()
    target = Path(__file__).with_name("link.json")
    known = json.loads(target.read_text(encoding="utf-8")) if target.exists() else {}
    found: dict[str, Any] = {name: known.get(name, {}) for name in ("driven", "lost")}
    with sync_playwright() as playwright:
        for name in (given.exercise or shipped("exercise")) if given.seconds > 0 else ():
            found["driven"][name] = drive_beside(playwright, name, given.seconds, given.load)
            write(target, found)
            tell(found, "driven", name)
        if given.tries > 0:
            with tempfile.TemporaryDirectory() as folder, measured_studio(Path(folder)) as studio:
                bench = Bench(playwright, studio, "two-link-reach")
                try:
                    for way in given.way or WAYS:
                        found["lost"][way] = lose(bench, way, given.tries)
                        write(target, found)
                        tell(found, "lost", way)
                finally:
                    bench.end()
    return 0 if all(claim["holds"] for claim in claims(found)) else 1


def tell(found: dict[str, Any], kind: str, name: str) -> None:
    """Print the latest measurement."""
    [claim] = claims({"driven": {}, "lost": {}, kind: {name: found[kind][name]}})
    print(f"{'holds' if claim['holds'] else 'FAILS'}  {claim['claim']}: {claim['figure']}", flush=True)


def write(target: Path, found: dict[str, Any]) -> None:
    """Write the results so far, because the whole run takes long."""
    report = {
        "title": "The operator's link",
        "about": "Exercises are driven in Chromium, which draws in software, with the stick moved all the time. Times of "
        "stops are those of the session's clock, from the loss to the stop. A hiccup lets go of the stick and goes on "
        "by itself.",
        "command": "make validate",
        "machine": f"Python {platform.python_version()}, {platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "seeds": "none",
        "claims": claims(found),
        **found,
    }
    target.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
