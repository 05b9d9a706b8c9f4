"""A tunnel is drawn with the mouse, checked while it is drawn, and made into a world."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser import acts
from tests.browser.conftest import Person

LONG = 300_000
"""Longest time for the first plan [ms]: it compiles."""


def drag(page: Page, handle: Locator, dx: float, dy: float) -> None:
    box = handle.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx, y + dy, steps=4)
    page.mouse.up()


def test_a_tunnel_is_drawn_checked_and_made_into_a_world(arrive: Callable[..., Person]) -> None:
    page = arrive("/design").page
    page.get_by_role("radio", name="Tunnels").or_(page.get_by_text("Tunnels", exact=True)).first.click()
    page.get_by_test_id("new-tunnel").click()
    page.get_by_test_id("new-tunnel-create").click()
    fine, faults = page.get_by_test_id("tunnel-ok"), page.get_by_test_id("tunnel-faults")
    expect(fine).to_contain_text("Clearance at least", timeout=LONG)

    # a corner dragged across the tunnel is marked at once, and nothing can be made; undo takes it back
    corner = page.get_by_test_id("left-1")
    drag(page, corner, 0, 50)
    expect(faults).to_be_visible(timeout=acts.SOON)
    expect(page.locator('[data-marked="true"]').first).to_be_visible()
    expect(page.get_by_test_id("make-world")).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="Undo").click()
    expect(fine).to_be_visible(timeout=acts.SOON)

    # drawn on by a click, and a point put into a wall
    before = page.locator('[data-testid^="left-"]').count()
    page.get_by_text("Extend", exact=True).click()
    drawing = page.get_by_test_id("tunnel-drawing")
    box = drawing.bounding_box()
    assert box is not None
    drawing.click(position={"x": 0.97 * box["width"], "y": 0.75 * box["height"]})
    expect(page.locator('[data-testid^="left-"]')).to_have_count(before + 1)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator('[data-testid^="left-"]')).to_have_count(before)
    expect(fine).to_be_visible(timeout=acts.SOON)

    # the arm is part of the check
    page.get_by_label("Width of a link").fill("90")
    page.get_by_label("Width of a link").press("Enter")
    expect(faults).to_contain_text("links of 0.1 m by 0.09 m need more than", timeout=acts.SOON)
    page.get_by_role("button", name="Undo").click()
    expect(fine).to_be_visible(timeout=acts.SOON)

    page.get_by_test_id("make-world").click()
    expect(page.get_by_test_id("made-world")).to_contain_text("7 files", timeout=acts.SOON)
