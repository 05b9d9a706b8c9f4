"""The walking robot is led by the paper's four buttons, in real time: what is written on them is pressed, and the rest is seen."""

import contextlib
import math
import os
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as Timeout

from tests.browser import acts
from tests.browser.conftest import Person, Studio
from tests.browser.test_constrained_motion import is_done, opened, stage

CLICK = 120
"""For how long a button is held [ms]."""
PATIENCE = 3.0
"""How long one looks at the lamps before one presses again [s]: a busy machine may miss a short press."""
LONG = 300.0
"""Longest time until something is done [s]."""
BEFORE, MOST_BEFORE = 0.3, 1.0
"""Distance from the mark at which *Stop walking* is pressed at first [m]: half the present step, and the last one; and at
most, by somebody whose hand is late."""
ASIDE = 0.12
"""So far beside the mark it may be passed [m]."""
NEAR = 0.2
"""Distance at which the robot stays [m]."""


class Leader:
    """Somebody at the panel of the walking robot, who looks at the lamps after each press and where the robot stands."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.before = BEFORE

    def press(self, label: str, done: Callable[[], object], what: str) -> None:
        """Press the button with a label until the lamps show it."""
        button = self.page.get_by_role("button", name=label, exact=True)

        def pressed() -> bool:
            if acts.held_up(self.page):
                acts.go_on(self.page)
            if done():
                return True
            with contextlib.suppress(Timeout):
                button.click(delay=CLICK, timeout=1000.0 * PATIENCE)
            return self.sees(done, PATIENCE)

        acts.until(self.page, pressed, what, LONG)

    def sees(self, holds: Callable[[], object], seconds: float) -> bool:
        """Whether something is seen within a time."""
        with contextlib.suppress(AssertionError):
            return bool(acts.until(self.page, holds, "", seconds, every=40))
        return False

    def lit(self, label: str) -> bool:
        """Whether the lamp with a label is lit."""
        return self.page.locator("[data-testid^=lamp-]", has_text=label).get_attribute("data-state") != "off"

    def bearing(self, mark: str) -> tuple[float, float]:
        """Distance of a mark [m], and its direction from straight ahead [rad]."""
        (x, y, _), (w, i, j, k), (mx, my, _) = self.page.evaluate(
            "(mark) => [window.witness.poses.pelvis, window.witness.turns.pelvis, window.witness.poses[mark]]", mark
        )
        heading = math.atan2(2.0 * (w * k + i * j), 1.0 - 2.0 * (j * j + k * k))
        return math.hypot(mx - x, my - y), math.remainder(math.atan2(my - y, mx - x) - heading, math.tau)

    def left(self, mark: str) -> float:
        """How far to walk ahead: to a mark, or until it is 45 degrees aside [m]."""
        distance, off = self.bearing(mark)
        ahead, aside = distance * math.cos(off), abs(distance * math.sin(off))
        return ahead if aside < ASIDE else ahead - aside

    def until(self, holds: Callable[[], object], what: str) -> None:
        """Look until something is seen; a robot that was left alone meanwhile is started again."""

        def looks() -> object:
            if acts.held_up(self.page):
                acts.go_on(self.page)
            return holds()

        acts.until(self.page, looks, what, LONG, every=40)

    def stand(self) -> None:
        """Stop a walk, and wait until the robot stands."""
        if self.lit("Walks"):
            self.press("Stop walking", lambda: not self.lit("Walks") or not stage(self.page), "the walk ends")
        self.until(lambda: self.lit("Stands") or not stage(self.page), "the robot stands")

    def walk(self, mark: str) -> None:
        """Walk towards a mark, and learn from how far off the robot stands then when to press *Stop walking*."""

        def over() -> bool:
            return stage(self.page) != mark or self.lit("Stands") or self.left(mark) < self.before

        self.press("Forward", lambda: self.lit("Walks") or stage(self.page) != mark, "the robot walks")
        self.until(over, f"{mark} is a step ahead")
        self.stand()
        self.before = min(max(self.before - 0.7 * self.left(mark), BEFORE), MOST_BEFORE)

    def lead(self, mark: str) -> None:
        """The next that leads to a mark: a turn by 45 degrees, a walk, or none if the robot stands there."""
        self.stand()
        distance, off = self.bearing(mark)
        if stage(self.page) != mark:
            return
        if distance < NEAR:
            self.page.wait_for_timeout(300)
        elif abs(off) > math.pi / 8.0:
            label = "Turn left" if off > 0.0 else "Turn right"
            self.press(label, lambda: not self.lit("Stands") or not stage(self.page), "the robot turns")
            self.stand()
        else:
            self.walk(mark)

    def look(self, name: str) -> None:
        """Keep a picture of what is seen, if pictures are wanted."""
        folder = os.environ.get("PULT_PICTURES")
        if folder:
            self.page.screenshot(path=Path(folder) / f"biped-buttons-{name}.png")


def test_forward_walks_a_turn_waits_and_stop_stands(studio: Studio, arrive: Callable[..., Person]) -> None:
    page = opened(studio, arrive, "biped-buttons", "biped-buttons", "1")
    person = Leader(page)
    begin = person.bearing("mark1")[0]
    person.press("Forward", lambda: person.lit("Walks"), "the robot walks")
    person.until(lambda: person.bearing("mark1")[0] < begin - 0.3, "the robot comes nearer")
    person.press("Turn left", lambda: person.lit("Then left"), "the turn waits")
    person.press("Stop walking", lambda: not person.lit("Then left"), "nothing waits any longer")
    person.stand()
    assert abs(person.bearing("mark1")[1]) < 0.3, "a turn that was dropped is not made"
    acts.end_sessions(page)


@pytest.mark.validate
def test_the_marks_are_reached_by_the_four_buttons(studio: Studio, arrive: Callable[..., Person]) -> None:
    page = opened(studio, arrive, "biped-buttons", "biped-buttons", "1")
    person = Leader(page)
    person.look("start")
    while mark := stage(page):
        person.lead(mark)
        person.look(mark)
    is_done(page)
    person.look("done")
    expect(page.get_by_test_id("task-card")).to_be_visible()
    acts.end_sessions(page)


SCREENS: Sequence[tuple[int, int, str]] = (
    (1440, 900, "light"),
    (1440, 900, "dark"),
    (1280, 720, "light"),
    (1280, 720, "dark"),
)


@pytest.mark.parametrize(("width", "height", "colours"), SCREENS)
@pytest.mark.validate
def test_all_buttons_are_seen_without_scrolling(
    arrive: Callable[..., Person], width: int, height: int, colours: str
) -> None:
    page = arrive(
        "/operate/biped-buttons?seed=7", width=width, height=height, color_scheme=colours, device_scale_factor=1
    ).page
    acts.wait_ready(page)
    person = Leader(page)
    acts.until(page, lambda: page.get_by_role("button", name="Forward", exact=True).count(), "the panel is drawn")
    for label in ("Forward", "Stop walking", "Turn left", "Turn right"):
        box = page.get_by_role("button", name=label, exact=True).bounding_box()
        assert box is not None and box["y"] + box["height"] <= height, label
    page.wait_for_timeout(1500)
    person.look(f"{width}-{colours}")
    acts.end_sessions(page)
