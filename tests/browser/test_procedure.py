"""A procedure from the drawing over the model to the robot."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser import acts
from tests.browser.conftest import Person

LONG = 300_000
"""Longest time for the first plan and the first rehearsal [ms]: they compile."""


def test_a_procedure_is_drawn_checked_rehearsed_and_only_then_given_to_the_robot(
    arrive: Callable[..., Person],
) -> None:
    page = arrive("/").page
    page.get_by_test_id("procedures").get_by_role("link", name="Massage along an arc").click()
    reason, run = page.get_by_test_id("run-reason"), page.get_by_test_id("run-on-robot")
    expect(reason).to_have_text("It has not been rehearsed on the model.", timeout=LONG)
    expect(run).to_have_attribute("aria-disabled", "true")
    expect(page.get_by_test_id("theory")).to_contain_text("8.9 N")

    # a knot that the arm cannot reach is marked, and nothing can be rehearsed; undo takes it back
    last = page.get_by_test_id("knot-7")
    last.focus()
    for _ in range(20):
        last.press("ArrowUp")
    expect(last).to_have_attribute("data-marked", "true", timeout=acts.SOON)
    expect(page.get_by_test_id("rehearse")).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("The plan holds")).to_be_visible(timeout=acts.SOON)

    # a shorter way: three knots over the top
    for number in (7, 6, 2, 1):
        page.get_by_test_id(f"knot-{number}").press("Delete")
    expect(page.get_by_test_id("knot-4")).to_have_count(0)
    expect(page.get_by_test_id("rehearse")).not_to_have_attribute("aria-disabled", "true", timeout=acts.SOON)
    page.get_by_test_id("rehearse").click()
    rehearsal = page.get_by_test_id("rehearsal")
    expect(rehearsal).to_have_attribute("data-passed", "true", timeout=LONG)
    expect(rehearsal.get_by_test_id("force-plot")).to_be_visible()
    expect(reason).to_have_text("Rehearsed as it is: the robot may do it.", timeout=acts.SOON)

    # any change closes the way again, and taking it back opens it
    page.get_by_label("Speed").first.fill("26")
    page.get_by_label("Speed").first.press("Enter")
    expect(reason).to_have_text("It has changes that were not rehearsed.", timeout=acts.SOON)
    page.get_by_role("button", name="Undo").click()
    expect(reason).to_have_text("Rehearsed as it is: the robot may do it.", timeout=acts.SOON)
    run.click()
    expect(page).to_have_url(re.compile(r"/operate/massage\?session="), timeout=acts.SOON)
