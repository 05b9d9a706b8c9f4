"""The home page: exercises, new ones, and finding things."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser import acts
from tests.browser.conftest import Person, Studio


@pytest.fixture(scope="module")
def studio(own_studio: Studio) -> Studio:
    """One whose project is empty at first."""
    return own_studio


def test_screens_with_nothing_to_show_say_what_to_do(arrive: Callable[..., Person]) -> None:
    page = arrive("/plots").page
    expect(page.get_by_text("No session is running.")).to_be_visible(timeout=acts.SOON)
    page.get_by_test_id("plots-open-exercises").click()
    expect(page.get_by_test_id(f"exercise-{acts.EXERCISE}")).to_be_visible(timeout=acts.SOON)
    page.get_by_role("navigation", name="Workspaces").get_by_role("link", name="Review").click()
    expect(page.get_by_text("No records yet.")).to_be_visible(timeout=acts.SOON)
    page.get_by_role("navigation", name="Workspaces").get_by_role("link", name="Design").click()
    expect(page.get_by_text("You have no schemes of your own yet.")).to_be_visible(timeout=acts.SOON)
    page.goto(page.url.replace("/design", "/nowhere"))
    expect(page.get_by_text("There is no such page.")).to_be_visible(timeout=acts.SOON)


def test_an_exercise_made_from_another_stands_in_the_gallery(arrive: Callable[..., Person]) -> None:
    page = arrive("/").page
    recent = page.get_by_role("region", name="Recent")
    expect(recent).to_be_visible()
    expect(page.get_by_role("group", name="Exercises").get_by_role("button", name=re.compile("^Mine"))).to_have_count(0)
    page.get_by_role("button", name="New exercise").click()
    dialog = page.get_by_role("dialog")
    create = dialog.get_by_role("button", name="Create")
    expect(create).to_have_attribute("aria-disabled", "true")
    dialog.get_by_label("Based on").select_option(acts.EXERCISE)
    dialog.get_by_label("Name").fill("9 lives")
    expect(create).to_have_attribute("aria-disabled", "true")
    dialog.get_by_label("Name").fill("my-reach")
    create.click()
    expect(page.get_by_test_id("exercise-my-reach")).to_be_visible(timeout=acts.SOON)
    mine = page.get_by_role("group", name="Exercises").get_by_role("button", name=re.compile("^Mine"))
    mine.click()
    expect(page.get_by_test_id("exercise-my-reach")).to_be_visible()
    expect(page.get_by_test_id(f"exercise-{acts.EXERCISE}")).to_have_count(0)

    # a second of the same name is refused, and the message says so
    page.get_by_role("button", name="New exercise").click()
    dialog.get_by_label("Name").fill("my-reach")
    create.click()
    expect(dialog).to_contain_text("my-reach", timeout=acts.SOON)
    expect(dialog.get_by_label("Name")).to_have_attribute("aria-invalid", "true", timeout=acts.SOON)
    page.keyboard.press("Escape")


def test_anything_is_found_by_ctrl_k(arrive: Callable[..., Person]) -> None:
    page = arrive("/").page
    expect(page.get_by_test_id(f"exercise-{acts.EXERCISE}")).to_be_visible(timeout=acts.SOON)
    page.keyboard.press("Control+k")
    field = page.get_by_role("combobox", name="Find anything")
    field.fill("no such thing anywhere")
    expect(page.get_by_role("dialog")).to_contain_text("Nothing found")
    field.fill("keep to")
    expect(page.get_by_role("listbox").get_by_role("option").first).to_contain_text("Keep to the line")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/operate/two-link-line"), timeout=acts.SOON)
    expect(page.get_by_test_id("operate")).to_be_visible(timeout=acts.SOON)
    acts.end_sessions(page)
