"""The door is opened at the panel, as a person would: one hand holds the mouse, and what is seen is looked at again and again."""

import math
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pult.pilots.prm1.ground import Spot
from tests.browser import acts
from tests.browser.conftest import Person, Studio
from tests.browser.test_constrained_motion import felt, is_done, opened, stage, steered

BASE_SPEED, BASE_TURN, GRAB_SPEED = 0.25, 0.4, 0.075
"""Speed and rate with the stick all the way, at half speed [m/s, rad/s, m/s]."""
GAIN = 0.9
"""Wanted speed by distance [1/s]: what is seen is late, and more would swing."""


class Opener:
    """Somebody at the panel of the robot, before the door."""

    def __init__(self, page: Page) -> None:
        self.page = page
        [session] = [one for one in acts.ask(page, "/api/sessions") if one["exercise"] == "prm1-door"]
        self._sites = acts.Sites(page, session["id"])

    def spot(self, name: str) -> Spot:
        """Where a body stands, seen from above."""
        (x, y, _), (w, i, j, k) = self.page.evaluate(
            "(name) => [window.witness.poses[name], window.witness.turns[name]]", name
        )
        return Spot(x, y, math.atan2(2.0 * (w * k + i * j), 1.0 - 2.0 * (j * j + k * k)))

    def site(self, name: str) -> list[float]:
        """Where a place of the scene is [m]."""
        poses, turns = self.page.evaluate("[window.witness.poses, window.witness.turns]")
        return self._sites.places(poses, turns)[name]

    def take(self, effector: str) -> None:
        """Let the joystick move the base or the grab."""
        acts.select_hand(self.page, effector)

    def drive(self, goal: Callable[[], Spot], near: float) -> None:
        """Drive the base to a place, then turn it."""
        self.take("base")

        def push() -> tuple[float, float] | None:
            way = self.spot("base").seen(goal())
            far = math.hypot(way.x, way.y)
            if far < near:
                return None
            size = felt(max(GAIN * far, 0.05) / BASE_SPEED)
            return size * way.x / far, size * way.y / far

        def turn() -> tuple[float, float] | None:
            left = self.spot("base").seen(goal()).heading
            return None if abs(left) < 0.03 else (felt(GAIN * left / BASE_TURN), 0.0)

        steered(self.page, acts.Stick(self.page), push, "the base is there")
        steered(self.page, acts.Lever(self.page), turn, "the base is turned")

    def move(self, goal: Callable[[], list[float]], near: float, until_stage: str = "") -> None:
        """Move the finger tips to a place: first up or down, then across."""
        self.take("grab")

        def missing() -> list[float]:
            base, (x, y, z), (gx, gy, gz) = self.spot("base"), self.site("tip"), goal()
            way = base.seen(Spot(base.x + gx - x, base.y + gy - y))
            return [way.x, way.y, gz - z]

        def done() -> bool:
            return bool(until_stage) and stage(self.page) != until_stage

        def lift() -> tuple[float, float] | None:
            up = missing()[2]
            return None if abs(up) < near or done() else (felt(GAIN * up / GRAB_SPEED), 0.0)

        def push() -> tuple[float, float] | None:
            x, y, _ = missing()
            far = math.hypot(x, y)
            size = felt(GAIN * far / GRAB_SPEED)
            return None if far < near or done() else (size * x / far, size * y / far)

        for _ in range(3):
            steered(self.page, acts.Lever(self.page), lift, "the grab is at its height")
            steered(self.page, acts.Stick(self.page), push, "the grab is there")

    def hold_button(self, name: str, ends: Callable[[], bool], what: str) -> None:
        """Hold a button of the panel until something is seen."""
        button = self.page.get_by_test_id(f"button-{name}")
        button.scroll_into_view_if_needed()
        self.page.mouse.move(*acts.middle(button))
        self.page.mouse.down()
        acts.until(self.page, ends, what, every=50)
        self.page.mouse.up()

    def enter(self, name: str, value: float) -> None:
        """Type a number into a field of the panel."""
        field = self.page.get_by_test_id(f"entry-{name}").locator("input")
        field.fill(f"{value:.0f}")
        field.press("Enter")

    def look(self, name: str) -> None:
        """Keep a picture of what is seen, if pictures are wanted."""
        folder = os.environ.get("PULT_PICTURES")
        if folder:
            self.page.screenshot(path=Path(folder) / f"prm1-door-{name}.png")


@pytest.mark.validate
def test_the_door_is_opened_and_driven_through_by_the_panel(studio: Studio, arrive: Callable[..., Person]) -> None:
    page = opened(studio, arrive, "prm1-door", "prm1-door", "1")
    person = Opener(page)

    def door() -> Spot:
        return person.spot("door")

    def before_lever(away: float) -> Callable[[], list[float]]:
        def place() -> list[float]:
            x, y, z = person.site("lever")
            side = Spot(x, y, door().heading).at(0.0, -away)
            return [side.x, side.y, z]

        return place

    lever = door().seen(Spot(*person.site("lever")[:2]))
    person.look("start")
    person.drive(lambda: door().at(lever.x, lever.y - 1.12, 0.5 * math.pi).at(0.0, -0.0355), 0.03)
    person.move(before_lever(0.11), 0.012)
    person.look("before")
    person.move(before_lever(-0.02), 0.006, "reach")
    acts.until(page, lambda: stage(page) == "grip", "the lever is between the fingers")
    person.hold_button("close_grab", lambda: stage(page) == "turn", "the fingers press")
    person.look("gripped")
    down = lambda: None if stage(page) != "turn" else (-0.5, 0.0)  # noqa: E731
    steered(page, acts.Lever(page), down, "the latch is free")
    acts.until(page, lambda: stage(page) == "pull", "the latch is free")
    person.look("turned")

    person.take("base")
    hinge = person.spot("base").seen(door())
    person.enter("turn_x", 1000.0 * hinge.x)
    person.enter("turn_y", 1000.0 * hinge.y)

    def angle() -> float:
        return math.remainder(door().heading - person.spot("leaf").heading, math.tau)

    steered(page, acts.Lever(page), lambda: None if angle() > math.radians(72.0) else (-0.5, 0.0), "the door is open")
    assert stage(page) == "release"
    person.look("open")

    person.take("grab")
    up = person.site("handle_axis")[2] - 0.012
    steered(page, acts.Lever(page), lambda: None if person.site("lever")[2] > up else (0.6, 0.0), "the lever is up")
    gauge = page.get_by_test_id("gauge-opening")
    person.hold_button("open_grab", lambda: _number(gauge.inner_text()) > 50, "the grab is open")
    back = lambda: None if stage(page) != "release" else (-0.8, 0.0)  # noqa: E731
    steered(page, acts.Stick(page), back, "the grab is drawn back")
    acts.until(page, lambda: stage(page) == "through", "the lever is let go")
    person.look("let-go")

    def carried() -> list[float]:
        at = person.spot("base").at(0.8, 0.0355)
        return [at.x, at.y, 0.62]

    person.move(carried, 0.05)
    person.enter("turn_x", 0.0)
    person.enter("turn_y", 0.0)
    turned = person.spot("base").heading - door().heading
    person.drive(lambda: door().at(-0.85, -1.85, turned), 0.08)
    person.drive(lambda: door().at(0.72, -1.9, 0.5 * math.pi + 0.1), 0.06)
    person.look("around")
    person.drive(lambda: door().at(0.54, 0.1, 0.5 * math.pi + 0.1), 0.06)
    person.look("doorway")
    ahead = lambda: None if stage(page) != "through" else (1.0, 0.0)  # noqa: E731
    steered(page, acts.Stick(page), ahead, "the base is on the mark")
    is_done(page)
    person.look("done")
    expect(page.get_by_test_id("task-card")).to_be_visible()
    acts.end_sessions(page)


def _number(text: str) -> float:
    digits = "".join(c for c in text.replace("−", "-").replace(",", ".") if c.isdigit() or c in ".-")
    return float(digits) if any(c.isdigit() for c in digits) else 0.0
