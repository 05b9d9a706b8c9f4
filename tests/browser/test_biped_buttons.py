"""The walking robot is led by the paper's four buttons, in real time: what is written on them is pressed, and the rest is seen."""

import math
import os
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import acts
from tests.browser.conftest import Person, Studio
from tests.browser.test_constrained_motion import is_done, opened, stage

CLICK = 120
"""For how long a button is held [ms]."""
BEFORE = 0.3
"""Distance from the mark at which *Stop walking* is pressed [m]: half the present step, and the last one."""
ASIDE = 0.12
"""So far beside the mark it may be passed [m]."""


class Leader:
    """Somebody at the panel of the walking robot."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, label: str) -> None:
        """Press the button with a label, and see it lift again."""
        self.page.get_by_role("button", name=label, exact=True).click(delay=CLICK)

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

    def until(self, holds: Callable[[], object], what: str) -> None:
        """Look until something is seen; a robot that was left alone meanwhile is started again."""

        def looks() -> object:
            if acts.held_up(self.page):
                acts.go_on(self.page)
            return holds()

        acts.until(self.page, looks, what, 120.0, every=40)

    def stand(self) -> None:
        """Wait until the robot stands."""
        self.until(lambda: self.lit("Stands") or not stage(self.page), "the robot stands")

    def walk(self, mark: str) -> None:
        """Walk towards a mark, or until it is 45 degrees aside."""

        def there() -> bool:
            distance, off = self.bearing(mark)
            ahead, aside = distance * math.cos(off), abs(distance * math.sin(off))
            return stage(self.page) != mark or (ahead if aside < ASIDE else ahead - aside) < BEFORE

        self.press("Forward")
        self.until(lambda: self.lit("Walks"), "the robot walks")
        self.until(there, f"{mark} is a step ahead")
        if stage(self.page) == mark:
            self.press("Stop walking")
            self.stand()

    def turn(self, mark: str) -> None:
        """Turn towards a mark: every press is 45 degrees, and presses wait in the queue."""
        for _ in range(abs(presses := round(self.bearing(mark)[1] / (math.pi / 4.0)))):
            self.press("Turn left" if presses > 0 else "Turn right")
            self.page.wait_for_timeout(300)
        self.stand()

    def look(self, name: str) -> None:
        """Keep a picture of what is seen, if pictures are wanted."""
        folder = os.environ.get("PULT_PICTURES")
        if folder:
            self.page.screenshot(path=Path(folder) / f"biped-buttons-{name}.png")


def test_forward_walks_a_turn_waits_and_stop_stands(studio: Studio, arrive: Callable[..., Person]) -> None:
    page = opened(studio, arrive, "biped-buttons", "biped-buttons", "1")
    person = Leader(page)
    begin = person.bearing("mark1")[0]
    person.press("Forward")
    person.until(lambda: person.lit("Walks") and person.bearing("mark1")[0] < begin - 0.3, "the robot walks")
    person.press("Turn left")
    person.until(lambda: person.lit("Then left"), "the turn waits")
    person.press("Stop walking")
    person.until(lambda: not person.lit("Then left"), "nothing waits any longer")
    person.stand()
    assert abs(person.bearing("mark1")[1]) < 0.3, "a turn that was dropped is not made"
    acts.end_sessions(page)


@pytest.mark.validate
def test_the_marks_are_reached_by_the_four_buttons(studio: Studio, arrive: Callable[..., Person]) -> None:
    page = opened(studio, arrive, "biped-buttons", "biped-buttons", "1")
    person = Leader(page)
    person.look("start")
    while mark := stage(page):
        if person.lit("Walks"):  # the mark before has just been passed
            person.press("Stop walking")
            person.stand()
        person.turn(mark)
        if stage(page) == mark and person.bearing(mark)[0] > 0.2:
            person.walk(mark)
        person.look(mark)
        person.stand()
        page.wait_for_timeout(1200)
    is_done(page)
    person.look("done")
    expect(page.get_by_test_id("task-card")).to_be_visible()
    acts.end_sessions(page)


SCREENS: Sequence[tuple[int, int, str]] = ((1440, 900, "light"), (1440, 900, "dark"), (1280, 720, "light"), (1280, 720, "dark"))


@pytest.mark.parametrize(("width", "height", "colours"), SCREENS)
@pytest.mark.validate
def test_all_buttons_are_seen_without_scrolling(
    arrive: Callable[..., Person], width: int, height: int, colours: str
) -> None:
    page = arrive("/operate/biped-buttons?seed=7", width=width, height=height, color_scheme=colours, device_scale_factor=1).page
    acts.wait_ready(page)
    person = Leader(page)
    acts.until(page, lambda: page.get_by_role("button", name="Forward", exact=True).count(), "the panel is drawn")
    for label in ("Forward", "Stop walking", "Turn left", "Turn right"):
        box = page.get_by_role("button", name=label, exact=True).bounding_box()
        assert box is not None and box["y"] + box["height"] <= height, label
    page.wait_for_timeout(1500)
    person.look(f"{width}-{colours}")
    acts.end_sessions(page)
