"""A procedure from the drawing over the model to the robot."""

import re
from collections.abc import Callable

from playwright.sync_api import Route, expect

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
    expect(page.get_by_text("The plan is feasible")).to_be_visible(timeout=acts.SOON)

    # a shorter way: three knots over the top
    for number in (7, 6, 2, 1):
        page.get_by_test_id(f"knot-{number}").press("Delete")
    expect(page.get_by_test_id("knot-4")).to_have_count(0)
    expect(page.get_by_test_id("rehearse")).not_to_have_attribute("aria-disabled", "true", timeout=acts.SOON)
    page.get_by_test_id("rehearse").click()
    rehearsal = page.get_by_test_id("rehearsal")
    expect(rehearsal).to_have_attribute("data-passed", "true", timeout=LONG)
    expect(rehearsal.get_by_test_id("force-plot")).to_be_visible()
    expect(reason).to_have_text("Rehearsed without changes since: the robot may run it.", timeout=acts.SOON)

    # any change closes the way again, and taking it back opens it
    page.get_by_label("Speed").first.fill("26")
    page.get_by_label("Speed").first.press("Enter")
    expect(reason).to_have_text("It has changes that have not been rehearsed.", timeout=acts.SOON)
    page.get_by_role("button", name="Undo").click()
    expect(reason).to_have_text("Rehearsed without changes since: the robot may run it.", timeout=acts.SOON)
    run.click()
    expect(page).to_have_url(re.compile(r"/operate/massage\?session="), timeout=acts.SOON)


def test_unsaved_changes_of_a_procedure_are_kept_and_copied_and_a_check_that_fails_is_told(
    arrive: Callable[..., Person],
) -> None:
    page = arrive("/procedure/nothing").page
    expect(page.get_by_role("alert")).to_be_visible(timeout=acts.SOON)
    checks: list[str] = []

    def refuse(route: Route) -> None:
        checks.append(route.request.url)
        route.abort()

    page.route("**/api/procedures/plan", refuse)
    # another address in the same page, as a bookmark within it: the error was of the first
    page.evaluate("history.pushState(null, '', '/procedure/massage-back'); dispatchEvent(new PopStateEvent('popstate'))")
    speed = page.get_by_label("Speed", exact=True)
    expect(speed).to_be_visible(timeout=acts.SOON)
    expect(page.get_by_role("alert")).to_have_text(re.compile("The plan could not be checked"), timeout=acts.SOON)
    expect(page.get_by_text("Checking the plan.")).to_have_count(0)
    expect(page.get_by_test_id("run-reason")).to_have_text("The plan could not be checked.")
    asked = len(checks)
    page.get_by_role("alert").get_by_role("button").click()
    acts.until(page, lambda: len(checks) > asked, "it is checked again")

    def own() -> dict[str, bool]:
        return {entry["name"]: entry["own"] for entry in acts.ask(page, "/api/documents?kind=procedure")}

    # Esc calls a drag off: the knot is where it was
    knot = page.get_by_test_id("knot-1")
    there = knot.get_attribute("transform")
    x, y = acts.middle(knot)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y + 10, steps=4)
    expect(page.get_by_text("Not saved", exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_text("Not saved", exact=True)).to_have_count(0)
    page.mouse.up()
    assert knot.get_attribute("transform") == there

    # what nobody changed is not saved over the shipped one; what was changed comes back after leaving
    page.keyboard.press("Control+s")
    page.keyboard.press("Control+s")
    speed.fill("31")
    speed.press("Enter")
    expect(page.get_by_text("Not saved", exact=True)).to_be_visible()
    page.get_by_role("link", name="Procedures").first.click()
    page.get_by_role("link", name="Massage of the back").click()
    page.get_by_test_id("draft-restore").click(timeout=acts.SOON)
    expect(speed).to_have_value("31")
    assert not own()["massage-back"]

    # a copy is of what is seen
    page.get_by_test_id("copy-procedure").click()
    expect(page).to_have_url(re.compile("/procedure/massage-back-2"), timeout=acts.SOON)
    expect(speed).to_have_value("31", timeout=acts.SOON)
    assert own()["massage-back-2"] and not own()["massage-back"]
    # what may be wanted follows from the limits of the document
    for label, value in (("Speed", "32"), ("Largest force", "30"), ("Force 2", "25")):
        page.get_by_label(label, exact=True).fill(value)
        page.get_by_label(label, exact=True).press("Enter")
    page.keyboard.press("Control+s")
    page.keyboard.press("Control+s")
    expect(page.get_by_text("Not saved", exact=True)).to_have_count(0, timeout=acts.SOON)
    kept = acts.ask(page, "/api/documents/procedure/massage-back-2")["document"]
    assert (kept["speed"], kept["limits"]["force"], kept["force"][1]["force"]) == (0.032, 30, 25)
    expect(page.get_by_role("dialog")).to_have_count(0)
