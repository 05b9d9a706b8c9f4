"""Two browsers at one session, a reload, and a link that is lost."""

import math
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser import acts
from tests.browser.conftest import Person

PATH = f"/operate/{acts.EXERCISE}"


def _fore(page: Page) -> list[float]:
    return acts.places(page).get("fore", [0.0, 0.0, 0.0])


def _drive_a_little(page: Page, seen_by: Page) -> None:
    """Push the stick until another page has seen the arm move: to the other side, where there is room."""
    begin = _fore(seen_by)
    aim = [0.35, -0.35 if acts.hand(page)[1] > 0 else 0.35]
    with acts.Stick(page) as stick:

        def moves() -> bool:
            if acts.held_up(page):
                acts.go_on(page)
                stick.again()
            stick.push(*acts.wanted_push(acts.hand(page), aim))
            return math.dist(_fore(seen_by), begin) > 0.02

        acts.until(page, moves, "the arm moves in the other browser")


def test_one_operates_the_other_watches_and_takes_over(arrive: Callable[..., Person]) -> None:
    first = arrive(PATH, witness=True).page
    acts.wait_ready(first)
    second = arrive(PATH, witness=True).page
    notice = second.get_by_test_id("who-notice")
    expect(notice).to_contain_text("Operator has control", timeout=acts.READY)
    count = acts.frames(second)
    acts.go_on(first)
    acts.select_hand(first)
    _drive_a_little(first, second)
    assert acts.frames(second) > count

    # who watches can press nothing but stop
    expect(second.get_by_test_id("pause").or_(second.get_by_test_id("start")).first).to_have_attribute(
        "aria-disabled", "true"
    )
    acts.until(first, lambda: _rests(first), "the arm rests")
    rest = _fore(second)
    with acts.Stick(second) as stick:
        stick.push(1, 0)
        second.wait_for_timeout(700)
    assert math.dist(_fore(second), rest) < 0.005, "a page that only watches moved the robot"

    second.get_by_test_id("take").click()
    dialog = second.get_by_role("dialog")
    expect(dialog).to_contain_text("Take over the panel?")
    second.get_by_test_id("take-confirm").click()
    expect(notice).to_have_count(0, timeout=acts.SOON)
    expect(first.get_by_test_id("taken")).to_contain_text("took over the panel", timeout=acts.SOON)
    expect(first.get_by_test_id("who-notice")).to_be_visible()
    acts.go_on(second)
    acts.select_hand(second)
    _drive_a_little(second, first)


def _rests(page: Page) -> bool:
    before = _fore(page)
    page.wait_for_timeout(400)
    return math.dist(_fore(page), before) < 0.001


def test_a_reload_finds_the_session_again(arrive: Callable[..., Person]) -> None:
    page = arrive(PATH, witness=True).page
    acts.wait_ready(page)
    session = page.get_by_test_id("operate").get_attribute("data-session")
    acts.go_on(page)
    page.reload()
    acts.wait_ready(page)
    assert page.get_by_test_id("operate").get_attribute("data-session") == session
    acts.go_on(page)
    acts.select_hand(page)
    _drive_a_little(page, page)


def test_a_lost_link_is_told_and_the_robot_holds(arrive: Callable[..., Person]) -> None:
    page = arrive(PATH, witness=True).page
    acts.wait_ready(page)
    watching = arrive(PATH, witness=True).page
    expect(watching.get_by_test_id("who-notice")).to_be_visible(timeout=acts.READY)
    acts.go_on(page)
    acts.select_hand(page)
    _drive_a_little(page, watching)
    acts.go_on(page)
    with acts.Stick(page) as stick:
        stick.push(*acts.wanted_push(acts.hand(page), [0.35, -0.35 if acts.hand(page)[1] > 0 else 0.35]))
        acts.cut_link(page)
        expect(page.get_by_test_id("link-banner")).to_contain_text("Link lost", timeout=acts.SOON)
        # the stick is still held down: the robot holds all the same
        acts.until(watching, lambda: watching.evaluate("window.witness.stopped"), "the robot is stopped")
        acts.until(watching, lambda: _rests(watching), "the robot rests")
    rest = _fore(watching)
    acts.mend_link(page)
    expect(page.get_by_test_id("link-banner")).to_have_count(0, timeout=acts.SOON)
    assert math.dist(_fore(watching), rest) < 0.005, "the robot moved by itself when the link came back"
    acts.go_on(page)
    _drive_a_little(page, watching)
