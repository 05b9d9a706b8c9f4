"""Somebody who sees the studio for the first time: finds things by what is written on them, and steers by the numbers.

No test id, no address, no knowledge of documents: what to do is read from the task card, what there is to press from the
panel, and where to go from "Way: forward 12 mm, left 3 mm" of the present stage.
"""

import contextlib
import math
import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as Timeout

from tests.browser import acts

LOOK = """
() => {
  const card = document.querySelector('[aria-label="Task"]');
  const panel = document.querySelector('[aria-label="Control panel"]');
  const text = (one) => (one?.innerText ?? "").replaceAll("\\u00a0", " ").replaceAll("\\u2212", "-");
  const meters = [...(panel?.querySelectorAll("[role=meter]") ?? [])].map((one) => [one.ariaLabel, one.ariaValueNow]);
  const buttons = [...document.querySelectorAll("button")].map((one) => text(one).trim().split("\\n")[0]);
  return {
    stage: text(card?.querySelector("[aria-current=step]")), clock: text(card?.querySelector("[role=timer]")),
    panel: text(panel), meters: Object.fromEntries(meters),
    stopped: buttons.includes("Release"), paused: buttons.includes("Start"),
    result: text(document.querySelector('[role=dialog][aria-label="Result"]')),
  };
}
"""
"""What is read at a glance: the present stage on the task card, gauges, whether it stands, and the result."""
AHEAD = {"forward": (0, 1), "back": (0, -1), "left": (1, 1), "right": (1, -1), "up": (2, 1), "down": (2, -1)}
NUMBER = r"(-?\d+(?:\.\d+)?)"
UNITS = {"mm": 1e-3, "cm": 1e-2, "m": 1.0}


class Seen(NamedTuple):
    """What is read at a glance.

    Attributes:
        stage: Text of the present stage on the task card.
        clock: Time of the attempt [s].
        way: What is left to go: forward, left, up [m]; None if the card tells none.
        panel: Text of the panel.
        meters: Gauges of the panel, by what is written on them.
        stands: Whether the robot stands until somebody releases the stop or presses Start.
        result: Text of the result; empty until there is one.
    """

    stage: str
    clock: float
    way: tuple[float, float, float] | None
    panel: str
    meters: Mapping[str, float]
    stands: bool
    result: str

    def reading(self, words: str) -> float:
        """A number that stands behind words on the stage, in SI units or degrees."""
        found = re.search(rf"{re.escape(words)}\s+(?:: \w[\w ]*\s+)?{NUMBER}\s*(\S*)", self.stage, re.IGNORECASE)
        assert found, f"the task card tells no {words!r}: {self.stage!r}"
        return float(found[1]) * UNITS.get(found[2], 1.0)


def _way(stage: str) -> tuple[float, float, float] | None:
    found = re.search(r"^Way: (.*)$", stage, re.MULTILINE)
    if not found:
        return None
    way = [0.0, 0.0, 0.0]
    for word, figure, unit in re.findall(rf"(\w+) {NUMBER} (mm|m)", found[1]):
        axis, sign = AHEAD[word]
        way[axis] = sign * float(figure) * UNITS[unit]
    return way[0], way[1], way[2]


class Newcomer:
    """Somebody who comes to the studio and does an exercise by hand.

    Attributes:
        page: The page.
        gain: Push of the stick by distance [1/m].
        least: Smallest push: sticks have a dead zone.
    """

    def __init__(self, page: Page, title: str, *, gain: float = 8.0, least: float = 0.08) -> None:
        """Choose an exercise by its title on the home page, and press Start."""
        self.page, self.gain, self.least = page, gain, least
        self.panel = page.get_by_role("complementary", name="Control panel")
        page.get_by_role("article", name=title, exact=True).hover()
        page.get_by_role("button", name=f"Start: {title}", exact=True).click()
        start = page.get_by_role("button", name="Start", exact=True).last
        expect(start).not_to_have_attribute("aria-disabled", "true", timeout=acts.READY)
        expect(page.get_by_role("region", name="Task")).to_be_visible(timeout=acts.SOON)
        self.go_on()

    def look(self) -> Seen:
        """Read what is told now."""
        told = self.page.evaluate(LOOK)
        minutes, _, seconds = re.sub(r"[^\d:.]", "", told["clock"] or "0:0").partition(":")
        meters = {name: float(value) for name, value in told["meters"].items()}
        clock = 60 * float(minutes or 0) + float(seconds or 0)
        stands = told["stopped"] or told["paused"]
        return Seen(told["stage"], clock, _way(told["stage"]), told["panel"], meters, stands, told["result"])

    def go_on(self) -> None:
        """Press what stands there to let the robot move: Release after a stop, then Start."""
        for _ in range(30):
            if not self.look().stands:
                return
            release = self.page.get_by_role("button", name=re.compile("^Release"))
            start = self.page.get_by_role("button", name="Start", exact=True)
            with contextlib.suppress(Timeout):  # gone meanwhile: the next look decides anew
                (release if release.count() else start.last).click(timeout=2000)
            self.page.wait_for_timeout(200)
        raise AssertionError("the robot cannot be started")

    # --- controls --------------------------------------------------------------------------------------------------

    def stick(self) -> "Held":
        """The pad of the joystick."""
        return Held(self, self.page.get_by_role("group", name=re.compile("arrow keys")))

    def lever(self) -> "Held":
        """The lever of the joystick."""
        return Held(self, self.panel.get_by_role("slider", name=re.compile("Page Up|arrow keys")), upright=True)

    def choose(self, what: str) -> None:
        """Choose one of several positions on the panel."""
        radio = self.panel.get_by_role("radio", name=what, exact=True)
        radio.click()
        expect(radio).to_have_attribute("aria-checked", "true")

    def switch_on(self, what: str) -> None:
        """Switch something on."""
        switch = self.panel.get_by_role("switch", name=what, exact=True)
        if switch.get_attribute("aria-checked") != "true":
            switch.click()
        expect(switch).to_have_attribute("aria-checked", "true")

    def set_slider(self, what: str, value: float) -> None:
        """Move a slider by its keys."""
        slider = self.panel.get_by_role("slider", name=what, exact=True)
        slider.focus()
        for _ in range(60):
            off = value - float(slider.input_value())
            if abs(off) < 1e-6:
                return
            slider.press("ArrowRight" if off > 0 else "ArrowLeft")
        raise AssertionError(f"{what} cannot be set to {value:g}")

    def hold_button(self, what: str, enough: Callable[[Seen], bool], most: float = 40.0) -> None:
        """Hold a button of the panel down until it is enough."""
        button = self.panel.get_by_role("button", name=re.compile(f"^{re.escape(what)}"))
        button.scroll_into_view_if_needed()
        self.page.mouse.move(*acts.middle(button))
        self.page.mouse.down()

        def looks() -> bool:
            seen = self.look()
            if seen.stands:
                self.page.mouse.up()
                self.go_on()
                self.page.mouse.move(*acts.middle(button))
                self.page.mouse.down()
            return enough(seen)

        try:
            acts.until(self.page, looks, f"enough of {what}", most, every=60)
        finally:
            self.page.mouse.up()

    # --- steering --------------------------------------------------------------------------------------------------

    def steer(
        self,
        near: float,
        aim: tuple[float, float, float] = (0.0, 0.0, 0.0),
        *,
        upright: bool = False,
        most: float = 1.0,
        over: Callable[[Seen], bool] = lambda _: False,
        tries: int = 6,
        patience: float = 90.0,
    ) -> Seen:
        """Push the stick, or its lever, until the way on the card is what is wanted and stays so.

        Args:
            near: How near is near enough [m].
            aim: The way that is to be left: 0 at the target.
            upright: With the lever, upwards; else with the pad, over the ground.
            most: Greatest push.
            over: Whether nothing more is to be done here.
            tries: How often it is looked at again where it has come to rest.
            patience: Longest time for each of them [s].
        """
        axes = (2,) if upright else (0, 1)

        def left(seen: Seen) -> list[float]:
            assert seen.way is not None, f"the card tells no way: {seen.stage!r}"
            return [seen.way[axis] - aim[axis] for axis in axes]

        def done(seen: Seen) -> bool:
            return bool(seen.result) or over(seen) or seen.way is None

        for _ in range(tries):
            with self.lever() if upright else self.stick() as held:

                def there(held: Held = held) -> bool:
                    seen = self.look()
                    if seen.stands and not seen.result:
                        self.go_on()
                        held.again()
                        return False
                    if done(seen):
                        return True
                    lacks = left(seen)
                    far = math.hypot(*lacks)
                    if far < near:
                        return True
                    push = min(max(self.gain * far, self.least), most)
                    held.push(*(push * part / far for part in lacks))
                    return False

                acts.until(self.page, there, "the way is gone", patience, every=20)
            seen = self.rest()
            if done(seen) or math.hypot(*left(seen)) < 1.5 * near:
                return seen
        raise AssertionError(f"it does not stay where it was brought: {self.look()}")

    def rest(self) -> Seen:
        """Wait until the numbers stand still."""
        before = self.look()

        def rests() -> Seen | None:
            nonlocal before
            seen, was = self.look(), before
            before = seen
            still = seen.way is None or was.way is None or math.dist(seen.way, was.way) < 0.0015
            return seen if still or seen.result else None

        return acts.until(self.page, rests, "the robot rests", every=150)

    def wait_for(self, words: str, most: float = 60.0) -> Seen:
        """Wait for a stage whose title, or a result that, says so."""

        def now() -> Seen | None:
            seen = self.look()
            if seen.stands and not seen.result:
                self.go_on()
            assert not seen.result or words in seen.result, f"it is over before {words!r}: {seen.result}"
            return seen if words in seen.stage or words in seen.result else None

        return acts.until(self.page, now, words, most)

    def is_done(self) -> int:
        """The exercise is done: gives the points that the result tells."""
        self.wait_for("Done")
        found = acts.until(self.page, lambda: re.match(r"(\d+)\s+points", self.look().result), "the points are told")
        return int(found[1])


class Held:
    """A part of the joystick, held with the mouse."""

    def __init__(self, who: Newcomer, part: Locator, *, upright: bool = False) -> None:
        self._page, self._upright = who.page, upright
        part.scroll_into_view_if_needed()
        self._centre = acts.middle(part)
        box = part.bounding_box()
        assert box is not None
        # the pad's outer circle, or the slot of the lever, is the way of the knob
        self._reach = box["height"] * 50 / 168 if upright else min(box["width"], box["height"]) * 60 / 168

    def __enter__(self) -> "Held":
        self.again()
        return self

    def again(self) -> None:
        """Take it in its middle."""
        self._page.mouse.up()
        self._page.mouse.move(*self._centre)
        self._page.mouse.down()

    def push(self, forward: float, left: float = 0.0) -> None:
        """Deflect it; 1 is all the way."""
        x, y = self._centre
        self._page.mouse.move(x - left * self._reach, y - forward * self._reach)

    def __exit__(self, *_: object) -> None:
        self._page.mouse.up()
