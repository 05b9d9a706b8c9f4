"""Work zones of PRM-1 in a real browser: the pitch is dragged, a point is clicked, refusals say why."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser import acts
from tests.browser.conftest import Person


def test_the_zone_follows_the_pitch_and_a_click_shows_all_configurations(arrive: Callable[..., Person]) -> None:
    page = arrive("/").page
    page.get_by_test_id("maker-zones").click()
    expect(page).to_have_url(re.compile("/zones$"))
    area, border = page.get_by_test_id("zone-area"), page.get_by_test_id("zone-border")
    expect(page.get_by_test_id("way")).to_have_count(2, timeout=acts.SOON)
    expect(page.get_by_test_id("arm")).to_have_count(2)
    before = border.get_attribute("d")

    # horizontal: another zone, with its gap
    page.get_by_label("Pitch, positive down").fill("0")
    expect(area).to_contain_text("reach 0.277 m² at this pitch, 1.922 m² at any", timeout=acts.SOON)
    expect(page.get_by_test_id("zone-gap")).to_contain_text("9.36 mm")
    assert border.get_attribute("d") != before

    # a click far ahead and up: nothing reaches it, and the reason is there; in the middle of the zone one way does
    drawing = page.get_by_test_id("zone-drawing")
    box = drawing.bounding_box()
    assert box is not None
    drawing.click(position={"x": 0.93 * box["width"], "y": 0.1 * box["height"]})
    expect(page.get_by_test_id("zone-problem")).to_contain_text("out of reach", timeout=acts.SOON)
    expect(page.get_by_test_id("way")).to_have_count(0)
    page.get_by_label("Point, forward").fill("1.1")
    page.get_by_label("Point, up").fill("0.3")
    expect(page.get_by_test_id("way")).to_have_count(1, timeout=acts.SOON)
    expect(page.get_by_test_id("way-refused").first).to_contain_text("beyond its stop")


def test_zone_and_configurations_follow_the_roll_and_a_held_object(arrive: Callable[..., Person]) -> None:
    page = arrive("/zones").page
    area, border = page.get_by_test_id("zone-area"), page.get_by_test_id("zone-border")
    expect(page.get_by_test_id("way")).to_have_count(2, timeout=acts.SOON)
    page.get_by_label("Pitch, positive down").fill("0")
    expect(area).to_contain_text("reach 0.277 m²", timeout=acts.SOON)
    bare, angles = border.get_attribute("d"), page.get_by_test_id("way").first.text_content()

    # a rod that hangs from the fingers: the same zone elsewhere, and other configurations
    page.get_by_label("Held object").click()
    expect(area).to_contain_text("The far end of the object reaches 0.277 m² at this pitch", timeout=acts.SOON)
    acts.until(page, lambda: border.get_attribute("d") != bare, "the zone follows the object")
    hanging = border.get_attribute("d")
    page.get_by_label("Point, up").fill("0.1")
    expect(page.get_by_test_id("held")).not_to_have_count(0, timeout=acts.SOON)
    assert page.get_by_test_id("way").first.text_content() != angles

    # rolled by 90 degrees it leans to the side, and hangs no more
    page.get_by_label("Roll", exact=True).fill("90")
    acts.until(page, lambda: border.get_attribute("d") != hanging, "the zone follows the roll")
    page.get_by_test_id("held-fields").get_by_label("Length").fill("100")
    page.get_by_test_id("held-fields").get_by_label("Length").press("Enter")
    expect(area).to_contain_text("of the object reaches", timeout=acts.SOON)


def test_in_russian_reasons_are_russian(arrive: Callable[..., Person]) -> None:
    page = arrive("/zones", locale="ru-RU").page
    page.get_by_label("Наклон, вниз положителен").fill("90")
    page.get_by_label("Точка, вперёд").fill("0.2")
    expect(page.get_by_test_id("way-refused").first).to_contain_text("Отказ", timeout=acts.SOON)
    expect(page.get_by_test_id("way-refused").first).to_contain_text("упора")
