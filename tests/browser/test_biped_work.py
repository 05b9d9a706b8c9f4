"""One joystick of the walking robot with arms: it walks; while it stands, it turns joints and moves a hand."""

import math
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import acts
from tests.browser.conftest import Person, Studio
from tests.browser.test_constrained_motion import opened


class Worker:
    """Somebody at the panel."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def drives(self, label: str) -> None:
        """Choose what the joystick drives."""
        choice = self.page.get_by_test_id("selector-mode").get_by_role("radio", name=label, exact=True)
        choice.click()
        expect(choice).to_have_attribute("aria-checked", "true", timeout=acts.SOON)

    def place(self, body: str) -> list[float]:
        """Where a body is, seen from the pelvis [m]: the robot sways a little while it stands."""
        at = acts.places(self.page)
        return [a - b for a, b in zip(at[body], at["pelvis"], strict=True)]

    def push(self, stick: acts.Stick, forward: float, left: float, until: Callable[[], object], what: str) -> None:
        """Hold a stick until something is seen."""

        def looks() -> object:
            if acts.held_up(self.page):
                acts.go_on(self.page)
                stick.again()
            stick.push(forward, left)
            return until()

        with stick:
            acts.until(self.page, looks, what, 120.0, every=40)

    def stands(self) -> None:
        """Wait until the lamp says that the robot stands."""
        lamp = self.page.get_by_test_id("lamp-standing")

        def stands() -> bool:
            if acts.held_up(self.page):
                acts.go_on(self.page)
            return lamp.get_attribute("data-state") != "off"

        acts.until(self.page, stands, "the robot stands", 120.0)

    def look(self, name: str) -> None:
        """Keep a picture of what is seen, if pictures are wanted."""
        folder = os.environ.get("PULT_PICTURES")
        if folder:
            self.page.screenshot(path=Path(folder) / f"biped-work-{name}.png")


@pytest.mark.validate
def test_it_walks_then_turns_a_joint_then_moves_a_hand(studio: Studio, arrive: Callable[..., Person]) -> None:
    page = opened(studio, arrive, "biped-decontaminate", "biped-work", "1")
    person = Worker(page)
    person.look("start")
    stick = acts.Stick(page)
    begin = acts.places(page)["pelvis"]
    person.push(stick, 0.6, 0.0, lambda: math.dist(acts.places(page)["pelvis"], begin) > 0.5, "the robot has walked")
    person.look("walking")
    person.stands()

    person.drives("Joints")
    page.get_by_test_id("joint-right_elbow").click()
    person.look("joints")
    before = person.place("right_hand")
    still = acts.places(page)["pelvis"]
    person.push(stick, 1.0, 0.0, lambda: math.dist(person.place("right_hand"), before) > 0.15, "the elbow has turned")
    assert math.dist(acts.places(page)["pelvis"], still) < 0.05, "it does not walk meanwhile"

    person.drives("Hand")
    acts.select_hand(page, "right_hand")
    person.look("hand")
    before = person.place("right_hand")
    lever = acts.Lever(page)
    person.push(lever, 0.8, 0.0, lambda: person.place("right_hand")[2] - before[2] > 0.05, "the hand has risen")
    after = person.place("right_hand")
    assert math.hypot(after[0] - before[0], after[1] - before[1]) < 0.04, "it rises straight"
    acts.end_sessions(page)


SCREENS = ((1440, 900, "light"), (1440, 900, "dark"), (1280, 720, "light"))


@pytest.mark.parametrize(("width", "height", "colours"), SCREENS)
@pytest.mark.validate
def test_the_joystick_and_what_it_drives_are_seen_without_scrolling(
    arrive: Callable[..., Person], width: int, height: int, colours: str
) -> None:
    page = arrive("/operate/biped-decontaminate?seed=7", width=width, height=height, color_scheme=colours, device_scale_factor=1).page
    acts.wait_ready(page)
    person = Worker(page)
    for name in ("selector-mode", "stick-joystick", "gauge-dose_rate"):
        box = page.get_by_test_id(name).bounding_box()
        assert box is not None and box["y"] + box["height"] <= height, name
    page.wait_for_timeout(1500)
    person.look(f"{width}-{colours}")
    acts.end_sessions(page)
