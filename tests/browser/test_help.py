"""Finding one's way: the search for anything, the manual without a network, what a control is, what to do first."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser import acts
from tests.browser.conftest import Person, Studio


@pytest.fixture(scope="module")
def studio(own_studio: Studio) -> Studio:
    """A studio with an exercise of the user's own."""
    folder = own_studio.project / "exercises"
    folder.mkdir(parents=True, exist_ok=True)
    document = {"format": "pult.exercise", "version": 1, "name": "mine", "base": acts.EXERCISE, "title": "My own one"}
    (folder / "mine.exercise.json").write_text(json.dumps(document), encoding="utf-8")
    return own_studio


def _find(page: Page, text: str, group: str, title: str) -> None:
    """Search for something and check that it is found under a heading."""
    expect(page.get_by_role("button", name="Find anything")).to_be_visible(timeout=acts.SOON)
    page.keyboard.press("Control+K")
    dialog = page.get_by_role("dialog", name="Find anything")
    dialog.get_by_role("combobox").fill(text)
    line = dialog.get_by_role("option", name=re.compile(re.escape(title)))
    expect(line.first).to_be_visible(timeout=acts.SOON)
    expect(dialog).to_contain_text(group)
    line.first.click()
    expect(dialog).to_have_count(0)


@pytest.mark.validate
def test_anything_is_found_on_every_page(arrive: Callable[..., Person]) -> None:
    page = arrive("/sweeps").page
    for text, group, title, address in (
        ("touch the targets", "Exercises", "Touch the targets", f"/operate/{acts.EXERCISE}"),
        ("torso robot", "Robots", "Torso robot", "world=torso"),
        ("hybrid position", "Schemes", "hybrid position and force", "/design/"),
        ("control.pid", "Blocks", "PID", "/help/blocks%2Fcontrol?at=controlpid"),
        ("records", "Help", "Records", "/help/records"),
    ):
        _find(page, text, group, title)
        expect(page).to_have_url(re.compile(re.escape(address)))
        page.goto(studio_address(page) + "/review")
    _find(page, "theme dark", "Settings", "Dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    # signals are found while a session is open, and lead to a plot
    page.goto(studio_address(page) + f"/operate/{acts.EXERCISE}")
    acts.wait_ready(page)
    _find(page, "sensor.angles", "Signals of the session", "sensor.angles")
    expect(page).to_have_url(re.compile(r"/plots$"))
    expect(page.get_by_test_id("plot-line").filter(has_text="angles").first).to_be_visible(timeout=acts.SOON)
    acts.end_sessions(page)


def studio_address(page: Page) -> str:
    """The studio's address without a path."""
    return str(page.evaluate("window.location.origin"))


def test_the_manual_is_read_and_searched_without_a_network(arrive: Callable[..., Person]) -> None:
    person = arrive("/")
    page = person.page
    foreign: list[str] = []
    page.on("request", lambda request: foreign.append(request.url) if "127.0.0.1" not in request.url else None)
    page.get_by_role("button", name="Help").click()
    page.get_by_role("menuitem", name="Manual").click()
    manual = page.get_by_test_id("help-page")
    expect(manual.get_by_role("heading", name="The studio", level=1)).to_be_visible(timeout=acts.SOON)
    picture = manual.get_by_role("img").first
    picture.scroll_into_view_if_needed()
    acts.until(page, lambda: picture.evaluate("(image) => image.naturalWidth") > 0, "the picture is there")
    page.get_by_role("searchbox", name="Search the manual").fill("anti-windup back-calculation")
    found = page.get_by_test_id("help-found")
    expect(found.get_by_role("link").first).to_be_visible()
    found.get_by_role("link", name=re.compile("control.pid")).first.click()
    heading = manual.get_by_role("heading", name="control.pid", exact=True)
    expect(heading).to_be_in_viewport()
    expect(manual.get_by_test_id("equation").first).to_be_attached()
    # links between pages stay inside
    page.get_by_role("link", name="Your first scheme").click()
    expect(manual.get_by_role("heading", level=1)).to_have_text("Your first scheme")
    assert not foreign


@pytest.mark.validate
def test_every_control_says_what_it_is_and_does_nothing_meanwhile(arrive: Callable[..., Person]) -> None:
    page = arrive("/").page
    expect(page.get_by_test_id(f"exercise-{acts.EXERCISE}")).to_be_visible(timeout=acts.SOON)
    page.keyboard.press("Shift+F1")
    said = page.get_by_test_id("explanation")
    expect(said).to_contain_text("Press any control")
    page.get_by_role("button", name="New exercise").click()
    expect(said).to_contain_text("New exercise")
    expect(page.get_by_role("dialog", name="New exercise")).to_have_count(0)
    # every control of the page has a name and an explanation, by the keyboard too
    seen = 0
    page.locator("header").get_by_role("link").first.focus()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement === document.body"):
            break
        inside = page.evaluate("document.activeElement.closest('[data-explanation]') !== null")
        if not inside:
            seen += 1
            expect(said.locator("b").first).not_to_have_text("What is this?")
            expect(said.get_by_role("button", name="More in the manual")).to_be_visible()
    assert seen > 20
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/$"))
    said.get_by_role("button", name="More in the manual").click()
    expect(page.get_by_test_id("help-page")).to_be_visible(timeout=acts.SOON)
    expect(said).to_have_count(0)


def test_home_groups_exercises_by_robot_and_says_what_to_do_first(arrive: Callable[..., Person]) -> None:
    page = arrive("/").page
    arm = page.get_by_test_id("robot-two-link")
    expect(arm).to_be_visible(timeout=acts.SOON)
    expect(arm.get_by_role("heading", level=3).first).to_have_text("Two-link arm")
    expect(arm.get_by_test_id("plan")).to_contain_text("First: Touch the targets. It is the easiest")
    cards = arm.locator("article")
    expect(cards.first).to_contain_text("Do this first")
    expect(cards.last).to_contain_text("My own one")  # one's own stand behind the shipped ones
    expect(page.get_by_test_id("robot-torso").get_by_test_id("exercise-torso-container")).to_be_attached()
    cards.first.get_by_role("button", name=re.compile("^About this exercise")).click()
    expect(page.get_by_role("dialog")).to_contain_text("No attempt has a score yet.")
