"""The panel says what acts and why the rest does not, all of it is in view, and nothing ever covers Stop."""

import math
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from pult.core.shipped import shipped
from tests.browser import acts
from tests.browser.conftest import Person

SIZES = ((1440, 900), (1280, 720))
OVER_STOP = """() => [...document.querySelectorAll("[data-testid=stop] [data-stop]")].map((stop) => {
  const { left, top, width, height } = stop.getBoundingClientRect();
  const spots = [[0.5, 0.5], [0.1, 0.5], [0.9, 0.5], [0.5, 0.15], [0.5, 0.85]];
  const hit = spots.map(([x, y]) => document.elementFromPoint(left + x * width, top + y * height));
  return hit.every((found) => found && stop.contains(found)) || hit.map((found) => found?.outerHTML.slice(0, 80));
})"""
"""Whether the stop button is hit where it is pressed, for each on the page; else what lies over it."""
OUT_OF_VIEW = """() => {
  const console = document.querySelector("[data-testid=console]");
  const seen = (one) => {
    const { width, height, bottom, right } = one.getBoundingClientRect();
    return width === 0 || height === 0 || (bottom <= innerHeight + 0.5 && right <= innerWidth + 0.5);
  };
  const parts = [...console.querySelectorAll("[data-testid]")].filter((one) => !one.closest("details:not([open])"));
  const scrolls = [...console.children].filter((one) => one.scrollHeight > one.clientHeight + 1);
  return [...parts.filter((one) => !seen(one)).map((one) => one.dataset.testid), ...scrolls.map(() => "scrolls")];
}"""
"""Parts of the panel that are not in view, and whether it has to be scrolled."""

SIDES = """() => [
  [...document.querySelectorAll("[data-testid=side]")].map((one) => one.textContent),
  ...["left", "right"].map((side) => document.querySelector(`[data-testid=effector-${side}_hand]`).getBoundingClientRect().x),
]"""
"""Words for the sides of the picture on the panel, from the left, and where its hands are."""


def stop_is_free(page: Page, under: str) -> None:
    """Nothing lies over Stop."""
    assert page.evaluate(OVER_STOP) == [True], f"Stop is covered: {under}"


def press(thing: Locator) -> None:
    """Press something that is greyed, as a person would."""
    thing.click(force=True)


def test_what_does_not_act_says_why_and_the_way_to_operate_is_in_words(arrive: Callable[..., Person]) -> None:
    page = arrive("/operate/two-link-reach?seed=7").page
    acts.wait_ready(page)
    reason, elbow = page.get_by_test_id("idle-reason"), page.get_by_test_id("joint-elbow")
    expect(elbow).to_have_attribute("aria-disabled", "true")
    press(elbow)
    expect(elbow).to_have_attribute("aria-pressed", "false")
    expect(reason).to_have_text("Elbow. Not used in the chosen way of operating.")
    acts.select_hand(page)
    expect(reason).to_have_count(0)
    lever = page.get_by_test_id("stick-joystick-z")
    expect(lever).to_have_attribute("aria-disabled", "true")
    lever.hover()
    expect(page.get_by_role("tooltip")).to_contain_text("The arm moves in a plane")

    page.get_by_test_id("ways").get_by_role("radio", name="Command").click()
    acts.wait_ready(page)
    expect(elbow).not_to_have_attribute("aria-disabled", "true", timeout=acts.SOON)
    expect(page.get_by_test_id("effector-hand")).to_have_attribute("aria-disabled", "true")
    elbow.click()
    expect(elbow).to_have_attribute("aria-pressed", "true")
    acts.end_sessions(page)


def test_the_clock_of_the_task_stands_while_the_robot_is_stopped(arrive: Callable[..., Person]) -> None:
    page = arrive("/operate/two-link-reach?seed=7", witness=True).page
    acts.wait_ready(page)
    acts.go_on(page)
    clock, standing = page.get_by_test_id("task-time"), page.get_by_test_id("task-standing")
    acts.until(page, lambda: clock.inner_text() > "00:00.3", "the clock runs")
    expect(standing).to_have_count(0)
    gauge = page.get_by_test_id("gauge-hand_speed")  # its zones are those of the task, with its figure beside them
    expect(gauge).to_have_attribute("data-limits", "0.6 0.72")
    expect(gauge).to_contain_text(re.compile(r"\d"))
    page.keyboard.press("Space")
    expect(standing).to_have_text("The clock stands: the robot is stopped.")
    read, frames = clock.inner_text(), acts.frames(page)
    acts.until(page, lambda: acts.frames(page) > frames + 10, "the robot is watched, though it stands")
    assert clock.inner_text() == read
    acts.go_on(page)
    expect(standing).to_have_count(0)
    acts.until(page, lambda: clock.inner_text() > read, "the clock runs again")
    acts.end_sessions(page)


MARKS = """() => Object.fromEntries(["joint-shoulder", "joint-elbow", "effector-hand"].map((name) => {
  const { x, y, width, height } = document.querySelector(`[data-testid=${name}]`).getBoundingClientRect();
  return [name, [x + width / 2, y + height / 2]];
}))"""
"""The middles of the marks on the panel [px]."""
LINKS = "() => [...document.querySelectorAll('[data-testid=figure] path')].map((one) => one.getAttribute('d')).join()"


def test_the_picture_on_the_panel_moves_as_the_robot_moves(arrive: Callable[..., Person]) -> None:
    page = arrive("/operate/two-link-reach?seed=7", witness=True).page
    acts.wait_ready(page)
    acts.select_hand(page)
    acts.go_on(page)
    page.wait_for_function("() => document.querySelectorAll('[data-testid=figure] g path').length > 0")
    before, links = page.evaluate(MARKS), page.evaluate(LINKS)
    with acts.Stick(page) as stick:
        stick.push(0, 1)
        acts.until(
            page,
            lambda: math.dist(page.evaluate(MARKS)["effector-hand"], before["effector-hand"]) > 25,
            "the mark of the hand moves",
        )
    acts.go_on(page)
    settled: list[Any] = []

    def rests() -> bool:
        settled.append(page.evaluate(MARKS))
        return len(settled) > 3 and settled[-1] == settled[-3]

    acts.until(page, rests, "the robot rests", every=300)
    marks, poses = settled[-1], acts.places(page)
    assert page.evaluate(LINKS) != links
    # as the panel's picture has it: forward (x) is up, y to the left; one scale for all
    seen = [marks[name] for name in ("joint-shoulder", "joint-elbow", "effector-hand")]
    session = acts.ask(page, "/api/sessions")[0]["id"]
    bodies = acts.ask(page, f"/api/sessions/{session}/scene")
    sites = acts.Sites(page, session).places(poses, page.evaluate("window.witness.turns"))
    joints = {joint["name"]: bodies["bodies"][joint["body"]]["name"] for joint in bodies["joints"]}
    real = [poses[joints["shoulder"]], poses[joints["elbow"]], sites["hand"]]
    scale = math.dist(seen[0], seen[1]) / math.dist(real[0][:2], real[1][:2])
    for (u, v), (x, y, _) in zip(seen[1:], real[1:], strict=True):
        assert u - seen[0][0] == pytest.approx(-scale * (y - real[0][1]), abs=4)
        assert v - seen[0][1] == pytest.approx(-scale * (x - real[0][0]), abs=4)
    acts.end_sessions(page)


def openers(page: Page) -> list[Any]:
    """Everything on the page that opens a menu, a list or a dialog."""
    every = page.locator("button[aria-haspopup]:visible, button[aria-expanded]:visible").all()
    return [*every, page.get_by_role("button", name="How to")]


@pytest.mark.validate
@pytest.mark.parametrize("size", SIZES)
def test_no_menu_dialog_or_veil_covers_stop(arrive: Callable[..., Person], size: tuple[int, int]) -> None:
    page = arrive("/operate/two-link-reach?seed=7", width=size[0], height=size[1]).page
    acts.wait_ready(page)
    stop_is_free(page, "nothing is open")
    opened = openers(page)
    assert len(opened) > 4
    for opener in opened:
        name = opener.get_attribute("aria-label") or opener.inner_text()
        opener.click()
        expect(page.locator("[popover]:popover-open, [role=dialog]").first).to_be_visible()
        stop_is_free(page, name)
        page.keyboard.press("Escape")
    for keys in ("Control+k", "?"):
        page.keyboard.press(keys)
        expect(page.get_by_role("dialog")).to_be_visible()
        stop_is_free(page, keys)
        page.keyboard.press("Escape")
    # and it acts there
    page.get_by_role("button", name="How to").click()
    page.mouse.click(*acts.middle(page.get_by_test_id("stop")))
    expect(page.get_by_test_id("stop")).to_have_attribute("data-stopped", "true", timeout=acts.SOON)
    acts.end_sessions(page)


@pytest.mark.validate
@pytest.mark.parametrize("exercise", shipped("exercise"))
def test_the_whole_panel_is_in_view(arrive: Callable[..., Person], exercise: str) -> None:
    page = arrive(f"/operate/{exercise}?seed=7").page
    acts.wait_ready(page)
    for width, height in SIZES:
        for language in ("English", "Русский"):
            page.set_viewport_size({"width": width, "height": height})
            page.get_by_role("banner").get_by_role("button", name="Language").or_(
                page.get_by_role("banner").get_by_role("button", name="Язык")
            ).click()
            page.get_by_role("menu").get_by_text(language).click()
            page.wait_for_timeout(300)
            assert page.evaluate(OUT_OF_VIEW) == [], f"{width}x{height} {language}"
            stop_is_free(page, "nothing is open")
    acts.end_sessions(page)


@pytest.mark.validate
@pytest.mark.parametrize("exercise", ["torso-container", "biped-decontaminate"])
def test_the_picture_turns_with_the_view(arrive: Callable[..., Person], exercise: str) -> None:
    page = arrive(f"/operate/{exercise}?seed=7").page
    acts.wait_ready(page)

    def right_is_right() -> bool:
        sides, left, right = page.evaluate(SIDES)
        assert (sides == ["Left", "Right"]) == (left < right), "the words stand at their hands"
        return left < right

    views = page.get_by_test_id("scene-views")
    for name, expected in (("Front", False), ("Behind", True)):
        views.get_by_text(name, exact=True).click()
        acts.until(page, lambda wanted=expected: right_is_right() is wanted, f"the picture is seen as from {name}")
    acts.end_sessions(page)
