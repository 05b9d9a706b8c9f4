"""A program of frames is made in the studio: looked at while it is edited, its target dragged, played and saved."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser import acts
from tests.browser.conftest import Person

LONG = 300_000
"""Longest time for the first look at a program [ms]: it compiles."""


def drag(page: Page, handle: Locator, dx: float, dy: float) -> None:
    box = handle.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx, y + dy, steps=4)
    page.mouse.up()


def test_a_program_is_edited_by_dragging_played_and_saved(arrive: Callable[..., Person]) -> None:
    page = arrive("/design").page
    page.get_by_role("radio", name="Programs").or_(page.get_by_text("Programs", exact=True)).first.click()
    page.get_by_test_id("new-program").click()
    page.get_by_test_id("new-program-create").click()
    fine, faults = page.get_by_test_id("program-ok"), page.get_by_test_id("program-faults")
    expect(fine).to_contain_text("1 frame", timeout=LONG)

    # the grab dragged out of reach is refused with the frame and the numbered reason; undo takes it back
    tip = page.get_by_test_id("program-tip-side")
    height = page.get_by_label("z", exact=True)
    before = height.input_value()
    drag(page, tip, 220, 0)
    expect(faults).to_contain_text("frame 1 is refused, reason", timeout=acts.SOON)
    expect(tip).to_have_attribute("data-refused", "true")
    page.get_by_role("button", name="Undo").click()
    expect(fine).to_be_visible(timeout=acts.SOON)
    expect(height).to_have_value(before)

    # a second frame, dragged up a little; both are played
    page.get_by_test_id("program-add").click()
    expect(fine).to_contain_text("2 frames", timeout=acts.SOON)
    drag(page, tip, 0, -20)
    expect(height).not_to_have_value(before)
    expect(fine).to_contain_text("2 frames", timeout=acts.SOON)
    page.get_by_test_id("program-frame-0").click()
    first = page.get_by_test_id("program-arm-side").get_attribute("points")
    page.get_by_test_id("program-step").click()
    expect(page.get_by_test_id("program-frame-1")).to_have_attribute("aria-pressed", "true")
    assert page.get_by_test_id("program-arm-side").get_attribute("points") != first
    page.get_by_test_id("program-play").click()
    expect(page.get_by_test_id("program-play")).to_contain_text("Stop")
    expect(page.get_by_test_id("program-play")).to_contain_text("Play", timeout=acts.SOON)

    # in space: the gizmo's middle is dragged, arrow keys move on, and rings tilt and roll; the numbers follow
    space = page.get_by_test_id("program-space")
    space.scroll_into_view_if_needed()
    moved = height.input_value()
    box = space.bounding_box()
    gizmo = space.get_attribute("data-gizmo")
    assert box is not None and gizmo is not None
    across, down = (float(share) for share in gizmo.split())
    x, y = box["x"] + across * box["width"], box["y"] + down * box["height"]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 12, steps=4)
    page.mouse.up()
    expect(height).not_to_have_value(moved)
    expect(fine).to_contain_text("2 frames", timeout=acts.SOON)
    page.get_by_role("button", name="Undo").click()  # the whole drag is one step
    expect(height).to_have_value(moved)
    space.focus()
    page.keyboard.press("PageDown")
    acts.until(page, lambda: abs(float(height.input_value()) - float(moved) + 10) < 0.2, "it is a centimetre lower")
    page.get_by_text("Tilt and roll", exact=True).click()
    space.focus()
    pitch = page.get_by_label("Pitch, down")
    tilt = float(pitch.input_value())
    page.keyboard.press("ArrowRight")
    roll = page.get_by_label("Roll", exact=True).first
    acts.until(page, lambda: abs(float(roll.input_value()) - 5.0) < 0.02, "it is rolled by five degrees")
    page.keyboard.press("Shift+ArrowDown")
    acts.until(page, lambda: abs(float(pitch.input_value()) - tilt - 0.5) < 0.02, "it is tilted by half a degree")
    expect(fine).to_contain_text("2 frames", timeout=acts.SOON)

    # a point becomes joint angles where the grab is: nothing moves
    page.get_by_test_id("program-frame-1").click()
    last = page.get_by_test_id("program-arm-side").get_attribute("points")
    page.get_by_role("radio", name="Joint angles").or_(page.get_by_text("Joint angles", exact=True)).first.click()
    expect(page.get_by_label("Shoulder")).to_be_visible()
    expect(fine).to_contain_text("2 frames", timeout=acts.SOON)
    assert last is not None

    page.get_by_test_id("program-add-action").click()
    expect(page.get_by_test_id("program-action-0")).to_be_visible()
    page.get_by_test_id("save-program").click()
    expect(page.get_by_test_id("save-program")).to_have_attribute("aria-disabled", "true", timeout=acts.SOON)
    page.reload()
    expect(fine).to_contain_text("2 frames", timeout=LONG)
    expect(page.get_by_test_id("program-frame-1")).to_contain_text("Joint angles")
