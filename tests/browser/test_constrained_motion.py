"""Arms under constraints, operated at their panels: a bar is carried and set down, a snake goes into a tunnel and back.

One hand holds the mouse, as a person would: the pad moves the bar over the table, the lever turns it, one after the other.
Where things are is looked at again and again.
"""

import math
import re
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.browser import acts
from tests.browser.conftest import Person, Studio, patient_panel

GAIN = 1.0
"""Wanted speed by distance, and rate by angle [1/s]: what is seen is late, and more would swing."""
LEAST = 0.1
"""Smallest push that moves anything: the stick has a dead zone."""


def opened(studio: Studio, arrive: Callable[..., Person], exercise: str, panel: str, pace: str) -> Page:
    """A page with a running attempt, with time slowed down for a hand that sees late."""
    patient_panel(studio.project, panel)
    page = arrive(f"/operate/{exercise}?seed=7", witness=True).page
    acts.wait_ready(page)
    radio = page.get_by_test_id("transport").locator(f'[role=radio][data-value="{pace}"]')
    radio.click()
    expect(radio).to_have_attribute("aria-checked", "true", timeout=acts.SOON)
    acts.go_on(page)
    expect(page.get_by_test_id("task-card")).to_have_attribute("data-state", "running", timeout=acts.SOON)
    return page


def stage(page: Page) -> str:
    """The stage that is on; empty when the attempt is over."""
    return next((name for name, state in acts.stages(page) if state == "current"), "")


def steered(page: Page, stick: acts.Stick, push: Callable[[], tuple[float, float] | None], what: str) -> None:
    """Hold a stick and push it as is wanted, until nothing more is."""

    def looks() -> bool:
        if acts.held_up(page):
            acts.go_on(page)
            stick.again()
            return False
        wanted = push()
        stick.push(*(wanted or (0.0, 0.0)))
        return wanted is None

    with stick:
        acts.until(page, looks, what, 120.0, every=30)


def felt(wanted: float) -> float:
    """A push that the stick passes on."""
    return math.copysign(min(max(abs(wanted), LEAST), 1.0), wanted)


def is_done(page: Page) -> None:
    """The card tells that the exercise is done, and what it was worth."""
    score = page.get_by_test_id("score-card")
    expect(score).to_be_visible(timeout=acts.SOON)
    expect(score.get_by_role("heading")).to_have_text("Done")
    points = page.get_by_test_id("score-points")
    expect(points).to_have_text(re.compile(r"\d+"), timeout=acts.SOON)  # the judge counts after the robot is done
    assert 0 < int(points.inner_text()) <= 100


class Carrier:
    """Somebody who leads the bar."""

    FULL, FULL_TURN = 0.16, 0.6
    """Speed [m/s] and rate [rad/s] with the stick all the way."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def at(self, name: str) -> tuple[float, float]:
        """Where a thing is, seen from above [m]."""
        x, y, _ = acts.places(self.page)[name]
        return x, y

    def turn_of(self, name: str) -> float:
        """How a thing is turned about the vertical [rad]."""
        w, x, y, z = self.page.evaluate("(name) => window.witness.turns[name]", name)
        return math.atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))

    def bring(self, aim: Callable[[], Sequence[float]], near: float) -> None:
        """Push the pad until the bar is at a place, and still is when it has come to rest."""
        for _ in range(8):
            steered(self.page, acts.Stick(self.page), lambda: self._push(aim(), near), "the bar is brought there")
            self._rest()
            if math.dist(self.at("load"), aim()) < 1.5 * near:
                return
        raise AssertionError("the bar does not stay where it was brought")

    def turn(self, like: str, near: float = 0.012) -> None:
        """Push the lever until the bar is turned like another thing."""

        def push() -> tuple[float, float] | None:
            left = math.remainder(self.turn_of(like) - self.turn_of("load"), math.tau)
            return None if abs(left) < near else (felt(GAIN * left / self.FULL_TURN), 0.0)

        for _ in range(8):
            steered(self.page, acts.Lever(self.page), push, "the bar is turned")
            self._rest()
            if push() is None:
                return
        raise AssertionError("the bar does not stay as it was turned")

    def follow(self, end: Callable[[], Sequence[float]], near: float) -> None:
        """Lead the bar along the marked line to a place."""

        def ahead() -> Sequence[float]:
            """A point of the line a little ahead of the bar, and at last the place itself."""
            (x, y), (ex, ey), turn = self.at("load"), end(), self.turn_of("line")
            along = (-math.sin(turn), math.cos(turn))
            left = (ex - x) * along[0] + (ey - y) * along[1]
            return (ex, ey) if left < 0.03 else (ex - (left - 0.03) * along[0], ey - (left - 0.03) * along[1])

        steered(
            self.page,
            acts.Stick(self.page),
            lambda: None if math.dist(self.at("load"), end()) < 0.02 else self._push(ahead(), near),
            "the bar is led along the line",
        )
        self.bring(end, near)

    def _push(self, aim: Sequence[float], near: float) -> tuple[float, float] | None:
        x, y = self.at("load")
        way = (aim[0] - x, aim[1] - y)
        far = math.hypot(*way)
        if far < near:
            return None
        size = felt(GAIN * far / self.FULL)
        return size * way[0] / far, size * way[1] / far

    def _rest(self) -> None:
        seen: list[tuple[float, float, float]] = []

        def rests() -> bool:
            seen.append((*self.at("load"), 0.1 * self.turn_of("load")))
            return len(seen) > 2 and math.dist(seen[-1], seen[-3]) < 0.0005

        acts.until(self.page, rests, "the bar rests", every=200)


@pytest.mark.validate
def test_the_bar_is_led_along_the_line_through_the_gate_and_set_down(
    studio: Studio, arrive: Callable[..., Person]
) -> None:
    page = opened(studio, arrive, "mango-carry", "mango", "0.5")
    carrier = Carrier(page)
    carrier.turn("line")
    carrier.bring(lambda: carrier.at("begin"), 0.004)
    acts.until(page, lambda: stage(page) == "gate", "the bar is at the beginning of the line")
    carrier.follow(lambda: carrier.at("mark"), 0.003)
    acts.until(page, lambda: stage(page) == "mark", "the bar is through the gate")
    carrier.turn("mark")
    carrier.bring(lambda: carrier.at("mark"), 0.003)
    acts.until(page, lambda: stage(page) == "set-down", "the bar is on the mark")
    page.get_by_test_id("switch-set_down").click()
    is_done(page)
    assert math.dist(carrier.at("load"), carrier.at("mark")) < 0.006
    acts.end_sessions(page)


@pytest.mark.validate
def test_the_arm_goes_through_the_tunnel_to_the_marker_and_back(studio: Studio, arrive: Callable[..., Person]) -> None:
    page = opened(studio, arrive, "snake-tunnel", "snake-tunnel", "1")
    [session] = [one for one in acts.ask(page, "/api/sessions") if one["exercise"] == "snake-tunnel"]
    sites = acts.Sites(page, session["id"])

    def tip() -> list[float]:
        poses, turns = page.evaluate("[window.witness.poses, window.witness.turns]")
        return sites.places(poses, turns)["tip"][:2]

    def missing() -> float:
        return math.dist(tip(), acts.places(page)["target"][:2])

    begin, near = tip(), False

    def advance() -> tuple[float, float] | None:
        nonlocal near
        (x, y), seen = tip(), acts.places(page)
        way = [seen["target"][0] - x, seen["target"][1] - y]
        far = math.hypot(*way)
        if far < 0.003 or stage(page) != "advance":
            return None
        # the tunnel bends: only near the marker does the last link point at it, or away from it
        near = near or far < 0.04
        behind = way[0] * (x - seen["link12"][0]) + way[1] * (y - seen["link12"][1]) < 0.0
        return felt((-1.0 if behind else 1.0) * 0.8 * far / 0.12 if near else 1.0), 0.0

    steered(page, acts.AdvanceLever(page), advance, "the tip is at the marker")
    acts.until(page, lambda: stage(page) == "retreat", "the tip stays at the marker")
    assert missing() < 0.006
    steered(
        page, acts.AdvanceLever(page), lambda: None if stage(page) != "retreat" or out(page) else (-1.0, 0.0), "it retreats"
    )
    is_done(page)
    assert math.dist(tip(), begin) < 0.06, "the arm has not come back"
    acts.end_sessions(page)


def out(page: Page) -> bool:
    """Whether the panel tells that the tip is out of the tunnel."""
    text = page.get_by_test_id("indicator-along").inner_text().replace("−", "-")
    found = re.search(r"-?\d+\.\d+", text)
    return found is not None and float(found.group()) < -0.012
