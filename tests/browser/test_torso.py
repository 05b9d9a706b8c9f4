"""The torso robot, operated at its panel: the container is taken and put down, button 5 is pressed.

One hand holds the mouse, as a person would: the pad moves the robot's hand over the table, the lever up and down, one
after the other; keys open and close its fingers. Where things are is looked at again and again.
"""

import math
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.browser import acts
from tests.browser.conftest import Person, Studio, patient_panel

Point = Sequence[float]

FULL = 0.25
"""Speed of the hand with the stick all the way and the speed turned up [m/s]."""
LEAST = 0.07
"""Smallest push that moves it: the stick has a dead zone."""
GAIN = 1.5
"""Wanted speed by distance [1/s]: what is seen is late, and more would swing."""


class Seen(NamedTuple):
    """What is seen at a glance: the stage that is on, whether it is over, whether the robot is stopped, and places."""

    stage: str
    over: bool
    stopped: bool
    places: dict[str, list[float]]


Aim = Callable[[Seen], Point]


class Operator:
    """Somebody at the panel of the torso robot."""

    def __init__(self, page: Page, exercise: str, seed: int) -> None:
        self.page = page
        self.speed = 0.5  # of the panel's slider, as it is found
        acts.wait_ready(page)
        session = next(one for one in acts.ask(page, "/api/sessions") if one["exercise"] == exercise)
        assert session["seed"] == seed
        self._sites = acts.Sites(page, session["id"])

    def look(self) -> Seen:
        """Bodies and sites, and how the task stands."""
        stages, over, stopped, poses, turns = self.page.evaluate(
            """() => [
                 [...document.querySelectorAll('[data-testid=task-card] [data-testid^="stage-"]')]
                   .filter((stage) => stage.dataset.state === "current").map((stage) => stage.dataset.testid.slice(6)),
                 document.querySelector("[data-testid=score-card]") !== null,
                 document.querySelector("[data-testid=release],[data-testid=transport] [data-testid=start]") !== null,
                 window.witness.poses, window.witness.turns,
               ]"""
        )
        return Seen(stages[0] if stages else "", over, stopped, {**poses, **self._sites.places(poses, turns)})

    def pace(self, factor: float) -> None:
        """Let time go slower or faster."""
        radio = self.page.get_by_test_id("transport").locator(f'[role=radio][data-value="{factor:g}"]')
        radio.click()
        expect(radio).to_have_attribute("aria-checked", "true", timeout=acts.SOON)

    def start(self, pace: float) -> None:
        """Select the right hand, look where "forward" is, and let the session run."""
        acts.select_hand(self.page, "right_hand")
        frame = self.page.get_by_test_id("console").get_by_role("radio", name="Base", exact=True)
        frame.click()
        expect(frame).to_have_attribute("aria-checked", "true")
        self.pace(pace)
        acts.go_on(self.page)
        expect(self.page.get_by_test_id("task-card")).to_have_attribute("data-state", "running", timeout=acts.SOON)

    def turn_down(self, notches: int) -> None:
        """Turn the speed down for fine work."""
        slider = self.page.get_by_test_id("slider-speed").locator("input")
        slider.focus()
        for _ in range(notches):
            slider.press("ArrowLeft")
        self.speed -= 0.1 * notches
        expect(slider).to_have_js_property("value", f"{self.speed:.1f}")

    def bring(self, what: str, aim: Aim, near: float, *, most: float = 0.12, stage: str = "") -> None:
        """Push the pad until something is at a place, seen from above, and stays there, or the stage is over."""
        self._steer(acts.Stick(self.page), what, aim, (0, 1), near, most, stage)

    def lift(self, what: str, aim: Aim, near: float, *, most: float = 0.12, stage: str = "") -> None:
        """Push the lever until something is at the height of a place, and stays there, or the stage is over."""
        self._steer(acts.Lever(self.page), what, aim, (2,), near, most, stage)

    def _steer(
        self, stick: acts.Stick, what: str, aim: Aim, axes: tuple[int, ...], near: float, most: float, stage: str
    ) -> None:
        full = FULL * self.speed

        def way(seen: Seen) -> list[float]:
            wanted, here = aim(seen), seen.places[what]
            return [wanted[axis] - here[axis] for axis in axes]

        def over(seen: Seen) -> bool:
            return seen.over or (stage != "" and seen.stage != stage)

        def there() -> bool:
            seen = self.look()
            if seen.stopped:
                acts.go_on(self.page)
                stick.again()
                return False
            left = way(seen)
            far = math.hypot(*left)
            if far < near or over(seen):
                return True
            push = min(max(min(GAIN * far, most) / full, LEAST), 1.0)
            stick.push(*(push * part / far for part in (*left, 0.0)[:2]))
            return False

        # what is seen is late: it is let go, and where it has come to rest it is looked at once more
        for _ in range(6):
            with stick:
                acts.until(self.page, there, f"{what} is brought there", 90.0, every=30)
            seen = self.rest(what)
            if over(seen) or math.hypot(*way(seen)) < 1.5 * near:
                return
        raise AssertionError(f"{what} does not stay where it was brought")

    def rest(self, what: str) -> Seen:
        """Wait until something has come to rest."""
        before = self.look()

        def rests() -> Seen | None:
            nonlocal before
            seen, was = self.look(), before.places[what]
            before = seen
            return seen if seen.over or math.dist(seen.places[what], was) < 0.0005 else None

        return acts.until(self.page, rests, f"{what} rests", every=150)

    def hold_key(self, key: str, enough: Callable[[Seen], bool], what: str) -> None:
        """Hold a key down until it is enough."""
        pad = self.page.get_by_test_id(acts.Stick.PART)
        pad.focus()
        self.page.keyboard.down(key)

        def looks() -> bool:
            seen = self.look()
            if seen.stopped:
                self.page.keyboard.up(key)
                acts.go_on(self.page)
                pad.focus()
                self.page.keyboard.down(key)
            return enough(seen)

        acts.until(self.page, looks, what, 60.0)
        self.page.keyboard.up(key)

    def wait(self, stage: str) -> None:
        """Let go of everything until the next stage comes."""
        acts.until(self.page, lambda: self.look().stage == stage, f"stage {stage}")


def at(name: str, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Aim:
    """A place beside something that is seen [m]."""

    def where(seen: Seen) -> Point:
        there = seen.places[name]
        return there[0] + x, there[1] + y, there[2] + z

    return where


def is_done(page: Page) -> None:
    """The card tells that the exercise is done, and what it was worth."""
    score = page.get_by_test_id("score-card")
    expect(score).to_be_visible(timeout=acts.SOON)
    expect(score.get_by_role("heading")).to_have_text("Done")
    points = page.get_by_test_id("score-points")
    expect(points).to_have_text(re.compile(r"\d+"), timeout=acts.SOON)  # the judge counts after the robot is done
    assert 0 < int(points.inner_text()) <= 100


@pytest.mark.validate
def test_the_container_is_taken_carried_and_put_down(studio: Studio, arrive: Callable[..., Person]) -> None:
    patient_panel(studio.project, "torso")
    page = arrive("/operate/torso-container?seed=7", witness=True).page
    operator = Operator(page, "torso-container", 7)
    operator.start(0.5)
    stood = operator.look().places["container"]

    # beside the container on the side of the palm, down to its height, and in
    operator.bring("right_grip", at("container", y=-0.095), 0.01)
    operator.lift("right_grip", at("container", z=0.008), 0.004)
    operator.bring("right_grip", at("container"), 0.008, most=0.08)
    operator.wait("grasp")
    operator.hold_key("KeyE", lambda seen: seen.stage == "lift", "the hand holds the container")
    operator.lift("container", lambda _: (*stood[:2], stood[2] + 0.235), 0.008, stage="lift")
    operator.wait("put-down")
    assert operator.look().places["container"][2] - stood[2] > 0.19, "the container is not in the air"

    operator.bring("container", at("place"), 0.008)
    operator.lift("container", lambda _: (*stood[:2], stood[2] + 0.03), 0.008)
    operator.lift("container", lambda _: (*stood[:2], stood[2] - 0.004), 0.002, most=0.04, stage="put-down")
    operator.wait("let-go")
    mark, grip = (operator.look().places[name] for name in ("place", "right_grip"))
    begin = clock(page)
    # it is over as soon as nothing touches the container any more, for a moment
    operator.hold_key("KeyQ", lambda seen: seen.over or clock(page) > begin + 1.6, "the hand opens")
    operator.bring("right_grip", lambda _: (grip[0], grip[1] - 0.095, grip[2]), 0.02, most=0.1, stage="let-go")
    is_done(page)
    left = operator.look().places["container"]
    assert math.dist(left[:2], mark[:2]) < 0.03, "the container does not stand on the mark"
    assert abs(left[2] - stood[2]) < 0.005, "the container does not stand"
    acts.end_sessions(page)


def clock(page: Page) -> float:
    """What the clock of the task shows [s]."""
    minutes, seconds = page.get_by_test_id("task-time").inner_text().split(":")
    return 60 * int(minutes) + float(seconds)


@pytest.mark.validate
def test_button_five_is_pressed_to_its_click(studio: Studio, arrive: Callable[..., Person]) -> None:
    patient_panel(studio.project, "torso")
    page = arrive("/operate/torso-button?seed=7", witness=True).page
    operator = Operator(page, "torso-button", 7)
    operator.start(0.5)
    rest = operator.look().places["button5"]

    before = at("face5", x=-0.05)
    operator.lift("right_fingertip", before, 0.004)
    operator.bring("right_fingertip", before, 0.008)
    operator.turn_down(3)
    operator.bring("right_fingertip", before, 0.003)
    operator.lift("right_fingertip", before, 0.003)
    operator.bring("right_fingertip", at("face5", x=-0.015), 0.004)
    operator.wait("press")
    # the last centimetre as slowly as it goes: a page that is late by a second presses a millimetre too far
    operator.pace(0.25)
    operator.turn_down(1)
    operator.bring("right_fingertip", lambda _: (rest[0] + 0.01, *rest[1:]), 0.001, most=0.005, stage="press")
    operator.wait("back")
    operator.pace(1)
    operator.bring("right_fingertip", before, 0.008, stage="back")
    is_done(page)
    acts.end_sessions(page)


def test_in_copying_mode_a_recorded_motion_is_offered_and_the_arms_follow_it(
    studio: Studio, arrive: Callable[..., Person]
) -> None:
    patient_panel(studio.project, "torso")
    page = arrive("/operate/torso-button?seed=7&variant=copying", witness=True).page
    acts.wait_ready(page)
    acts.go_on(page)
    begin = acts.places(page)["right_hand"]
    page.get_by_test_id("motion-play").click()
    expect(page.get_by_test_id("motion-note")).to_contain_text("Follow the master", timeout=acts.SOON)
    page.get_by_test_id("motion-switch").click()
    expect(page.get_by_test_id("switch-clutch")).to_have_attribute("aria-checked", "true")

    def follows() -> bool:
        if acts.held_up(page):
            acts.go_on(page)
        return math.dist(acts.places(page)["right_hand"], begin) > 0.1

    acts.until(page, follows, "the right hand follows")
    page.get_by_test_id("motion-end").click()
    expect(page.get_by_test_id("lamp-lost")).to_have_attribute("data-state", "stop", timeout=acts.SOON)
    page.get_by_test_id("selector-mode").get_by_role("radio", name="Command").click()
    expect(page.get_by_test_id("motions")).to_have_count(0, timeout=acts.SOON)
    acts.end_sessions(page)
