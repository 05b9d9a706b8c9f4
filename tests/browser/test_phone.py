"""A phone held upright: Home, Operate and Review work on it, and what is touched is large enough."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from pult.exercise.exercise import load_exercise
from pult.exercise.run import run_attempt
from pult.pilot import find_pilot
from tests.browser import acts
from tests.browser.conftest import Person, Studio

SIZE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
LEAST = 44.0
"""Least size of what is touched [px]."""
RECORD = "two-link-reach-20260102-030405.mcap"
SMALL = """
(least) => [...document.querySelectorAll("main button, main a[href], header button, header a[href]")]
  .filter((one) => one.checkVisibility() && one.closest("[data-testid=picture], svg, details:not([open])") === null)
  .map((one) => ({ box: one.getBoundingClientRect(), name: one.getAttribute("aria-label") || one.textContent }))
  .filter(({ box }) => box.width > 0 && box.bottom > 0 && box.top < window.innerHeight && box.height < least - 0.5)
  .map(({ box, name }) => `${name}: ${Math.round(box.width)} x ${Math.round(box.height)}`)
"""
"""What is in view and lower than a finger needs."""


@pytest.fixture(scope="module")
def studio(own_studio: Studio) -> Studio:
    """A studio with a record to look at."""
    records = own_studio.project / "records"
    records.mkdir(exist_ok=True)
    run_attempt(load_exercise(acts.EXERCISE), find_pilot(acts.EXERCISE, "command"), 2, record=records / RECORD)
    return own_studio


def _fits(page: Page) -> None:
    """Nothing is wider than the screen, and the bar does not lie over itself."""
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZE["width"]
    bar = page.locator("header").first
    boxes = [box for one in bar.locator("nav, button, a").all() if one.is_visible() and (box := one.bounding_box())]
    assert all(box["x"] >= 0 for box in boxes[:1])
    assert page.evaluate(SMALL, LEAST) == []


def test_home_and_design_on_a_phone(arrive: Callable[..., Person]) -> None:
    page = arrive("/", **SIZE).page
    card = page.get_by_test_id(f"exercise-{acts.EXERCISE}")
    expect(card).to_be_visible(timeout=acts.SOON)
    _fits(page)
    box = card.bounding_box()
    assert box is not None
    assert box["width"] > 340  # one column
    # theme and language are reached from the help
    page.get_by_role("button", name="Help").click()
    page.get_by_role("menuitemradio", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.goto(page.evaluate("window.location.origin") + "/design/two-link-command")
    expect(page.get_by_test_id("design-small")).to_contain_text("needs a larger screen")


@pytest.mark.validate
def test_an_arm_is_driven_by_a_thumb_on_a_phone(arrive: Callable[..., Person]) -> None:
    page = arrive(f"/operate/{acts.EXERCISE}", witness=True, **SIZE).page
    acts.wait_ready(page)
    _fits(page)
    scene = page.get_by_test_id("scene").first.bounding_box()
    panel = page.get_by_test_id("console").bounding_box()
    thumbs = page.get_by_test_id("thumbs").bounding_box()
    stop = page.get_by_test_id("stop").bounding_box()
    assert scene and panel and thumbs and stop
    assert scene["height"] > 280 and scene["width"] > 380  # on top, and not a strip
    assert panel["y"] >= scene["y"] + scene["height"] - 1  # below it
    assert thumbs["y"] + thumbs["height"] <= SIZE["height"] + 1
    assert stop["height"] >= LEAST
    acts.go_on(page)
    acts.select_hand(page)
    begin = acts.hand(page)
    with acts.Stick(page) as stick:
        stick.push(-1, 0)
        acts.until(page, lambda: abs(acts.hand(page)[0] - begin[0]) > 0.03, "the hand moves", 120.0)
    acts.end_sessions(page)


def test_a_record_is_reviewed_on_a_phone(arrive: Callable[..., Person]) -> None:
    page = arrive(f"/review/{RECORD}", **SIZE).page
    stage = page.get_by_test_id("review-stage")
    expect(stage).to_be_visible(timeout=2 * acts.SOON)
    box = stage.bounding_box()
    assert box is not None
    assert box["height"] > 300 and box["width"] > 380
    expect(page.get_by_test_id("review-measures")).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZE["width"]
    page.get_by_role("button", name="Records", exact=True).click()
    expect(page.get_by_test_id("record-open").first).to_be_visible(timeout=acts.SOON)
