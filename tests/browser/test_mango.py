"""Make a ManGo in a real browser: sliders draw the work space, what cannot be is told, and the robot that is made is driven."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser import acts
from tests.browser.conftest import Person


def test_a_robot_is_designed_by_sliders_made_and_opened(arrive: Callable[..., Person]) -> None:
    page = arrive("/").page
    page.get_by_test_id("maker-mango").click()
    expect(page).to_have_url(re.compile("/mango$"))
    space, words = page.get_by_test_id("work-space"), page.get_by_test_id("mango-problem")
    expect(words).to_have_text("The hand reaches 0.423 m².", timeout=acts.SOON)
    border = space.locator("polygon").get_attribute("points")

    # a longer link, a larger work space
    page.get_by_label("Second link").fill("0.6")
    expect(words).to_have_text("The hand reaches 0.564 m².", timeout=acts.SOON)
    assert space.locator("polygon").get_attribute("points") != border
    expect(page.get_by_test_id("curve-elbow")).to_contain_text("220.5")

    # a stroke that no mount points can use is told, by how much, and cannot be made
    page.get_by_label("Cylinder stroke").fill("300")
    expect(words).to_contain_text("at least 0.55", timeout=acts.SOON)
    expect(space).to_have_attribute("data-stale", "true")
    make = page.get_by_test_id("make-mango")
    expect(make).to_have_attribute("aria-disabled", "true")
    page.get_by_label("Cylinder stroke").fill("100")
    expect(make).not_to_have_attribute("aria-disabled", "true", timeout=acts.SOON)

    # a name that is taken or is none is refused, a good one is made
    name = page.get_by_role("textbox", name="Name")
    name.fill("Not a name")
    make.click()
    expect(page.get_by_text("is not a valid name").first).to_be_visible(timeout=acts.SOON)
    name.fill("long-arms")
    make.click()
    expect(page.get_by_test_id("mango-made")).to_contain_text("long-arms is in your project, 6 files", timeout=acts.SOON)
    page.get_by_test_id("open-mango").click()
    expect(page).to_have_url(re.compile("/design/long-arms"), timeout=acts.SOON)


def test_the_palette_leads_there_and_russian_says_why_it_cannot_be(arrive: Callable[..., Person]) -> None:
    page = arrive("/", locale="ru-RU").page
    expect(page.get_by_test_id("maker-mango")).to_be_visible(timeout=acts.SOON)
    page.keyboard.press("Control+k")
    page.get_by_role("combobox").last.fill("сделать mango")
    expect(page.get_by_role("listbox").get_by_role("option").first).to_contain_text("Сделать ManGo")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/mango$"), timeout=acts.SOON)
    page.get_by_label("Ход цилиндра").fill("300")
    expect(page.get_by_test_id("mango-problem")).to_contain_text("плечо: цилиндр длиной от 0,2 до 0,5 м", timeout=acts.SOON)
