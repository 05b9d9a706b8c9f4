"""A newcomer opens an exercise and presses Start once: the robot does what the panel says, and what is greyed says why."""

import itertools
import json
import math
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from pult.core.shipped import shipped, shipped_file
from pult.exercise.document import read_exercise_document
from pult.panel.panel import load_panel
from tests.browser import acts
from tests.browser.conftest import Person, Studio, end_studio, patient_panel, start_studio

MOVED = 0.01
"""How far a part of the robot goes when it is moved in earnest [m]."""
GREYED = """
() => [...document.querySelectorAll("[aria-disabled=true], :disabled:not(option)")]
  .filter((one) => one.checkVisibility() && !one.closest("[popover]"))
  .map((one) => {
    const told = (one.getAttribute("aria-describedby") ?? "").split(" ").filter(Boolean)
      .map((id) => document.getElementById(id)?.textContent?.trim() ?? "").join(" ");
    return { what: one.dataset.testid || one.getAttribute("aria-label") || one.textContent, told, dead: one.disabled };
  })
"""
"""Everything that is greyed on a page, with what a screen reader says of it."""


@pytest.fixture(autouse=True)
def _patience(studio: Studio) -> Iterator[None]:
    """All robots have patience with a busy machine."""
    for panel in shipped("panel"):
        patient_panel(studio.project, panel)
    yield
    patient_panel(studio.project)  # a test has changed it


def _operated(exercise: str) -> tuple[bool, bool, object]:
    """What is done on the panel of an exercise to move its robot; see `_act`."""
    panel = read_exercise_document(shipped_file("exercise", exercise))[0].panel
    elements = load_panel(panel).document.elements
    return "run" in elements, "forward" in elements, getattr(elements.get("joystick"), "axes", None)


def _one_of_each_kind(exercises: Sequence[str]) -> list[Any]:
    """All exercises; those whose panels are operated like another's are left to `make validate`, for each takes some
    ten seconds."""
    kinds: set[object] = set()
    found: list[Any] = []
    for exercise in exercises:
        kind = _operated(exercise)
        found.append(pytest.param(exercise, marks=[pytest.mark.validate] if kind in kinds else []))
        kinds.add(kind)
    return found


def _open(page: Page, exercise: str) -> Locator:
    """Open an exercise from its card; gives the button to start it, once it can be pressed."""
    card = page.get_by_test_id(f"exercise-{exercise}")
    card.hover()
    card.get_by_role("button", name=re.compile("^(Start|Continue)")).first.click()
    start = page.get_by_test_id("transport").get_by_test_id("start")
    expect(start).not_to_have_attribute("aria-disabled", "true", timeout=acts.READY)
    return start


def _moved(page: Page, begin: dict[str, list[float]]) -> bool:
    now = acts.places(page)
    return any(math.dist(now[name], at) > MOVED for name, at in begin.items() if name in now)


def _act(page: Page) -> None:
    """Do what moves the robot on this panel: push the stick, switch on what it does by itself, or bid it walk."""
    acts.until(page, lambda: acts.places(page), "a picture of the robot has come")
    begin = acts.places(page)
    run = page.get_by_test_id("switch-run")
    if run.count():
        run.click()
        acts.until(page, lambda: _moved(page, begin), "the robot moves by itself")
        return
    walk = page.get_by_test_id("button-forward")
    looks = itertools.count()
    if walk.count():

        def walks() -> bool:
            if not next(looks) % 20:  # who sees it stand presses again: on a busy machine a press can come too late
                walk.click(delay=150)
            return _moved(page, begin)

        acts.until(page, walks, "the robot walks")
        return
    with acts.AdvanceLever(page) if page.get_by_test_id(acts.AdvanceLever.PART).count() else acts.Stick(page) as stick:

        def moves() -> bool:
            # what stands at its end goes one way only
            sign = 1.0 if next(looks) // 30 % 2 else -1.0
            stick.push(sign * 0.8, -sign * 0.5)
            return _moved(page, begin)

        acts.until(page, moves, "the stick moves the robot")


@pytest.mark.parametrize("exercise", _one_of_each_kind(shipped("exercise")[::-1]))
def test_one_press_starts_every_exercise(arrive: Callable[..., Person], exercise: str) -> None:
    page = arrive("/", witness=True).page
    start = _open(page, exercise)
    start.click()
    expect(page.get_by_test_id("transport")).to_have_attribute("data-state", "running", timeout=acts.SOON)
    expect(page.get_by_test_id("release")).to_have_count(0)
    expect(page.get_by_test_id("switch-enable")).to_have_attribute("aria-checked", "true")
    expect(page.get_by_test_id("task-card")).to_have_attribute("data-state", "running", timeout=acts.SOON)
    _act(page)
    acts.end_sessions(page)


@pytest.mark.parametrize(
    ("exercise", "joint"), [("two-link-reach", "shoulder"), ("torso-container", "right_shoulder_pitch")]
)
def test_joint_by_joint_the_first_joint_of_the_arm_is_selected_and_turns(
    arrive: Callable[..., Person], exercise: str, joint: str
) -> None:
    page = arrive(f"/operate/{exercise}?variant=command", witness=True).page
    start = page.get_by_test_id("transport").get_by_test_id("start")
    expect(start).not_to_have_attribute("aria-disabled", "true", timeout=acts.READY)
    start.click()
    expect(page.get_by_test_id(f"joint-{joint}")).to_have_attribute("aria-pressed", "true", timeout=acts.SOON)
    _act(page)
    acts.end_sessions(page)


def test_a_button_that_must_be_held_is_named_by_start(arrive: Callable[..., Person], studio: Studio) -> None:
    file = studio.project / "panels" / "two-link.panel.json"
    panel = json.loads(file.read_text(encoding="utf-8"))
    enable = panel["elements"]["enable"]
    panel["elements"]["enable"] = {**{key: enable[key] for key in ("label", "position", "size")}, "type": "button"}
    file.write_text(json.dumps(panel), encoding="utf-8")
    page = arrive("/", witness=True).page
    _open(page, acts.EXERCISE).click()
    expect(page.get_by_test_id("transport")).to_have_attribute("data-state", "running", timeout=acts.SOON)
    hint = page.get_by_test_id("scene").get_by_text("Hold “Motion enabled” while you move the robot.")
    expect(hint).to_be_visible(timeout=acts.SOON)
    # nobody holds it: the robot is stopped, which is no stop to be released
    expect(page.get_by_test_id("release")).to_have_count(0)
    assert page.evaluate("window.witness.stopped")
    _act(page)  # the hand on the stick holds it, too
    acts.end_sessions(page)


def test_whoever_comes_back_goes_on_with_one_press(arrive: Callable[..., Person]) -> None:
    page = arrive("/", witness=True).page
    _open(page, acts.EXERCISE).click()
    expect(page.get_by_test_id("transport")).to_have_attribute("data-state", "running", timeout=acts.SOON)
    # the page is gone while the robot runs: it stops for want of an operator, and its enabling switch is off
    page.reload()
    start = page.get_by_test_id("transport").get_by_test_id("start")
    expect(start).not_to_have_attribute("aria-disabled", "true", timeout=acts.READY)
    acts.until(page, lambda: page.evaluate("window.witness.stopped"), "the robot is stopped")
    expect(page.get_by_test_id("release")).to_have_count(0)
    start.click()
    expect(page.get_by_test_id("transport").get_by_test_id("pause")).to_be_visible(timeout=acts.SOON)
    expect(page.get_by_test_id("switch-enable")).to_have_attribute("aria-checked", "true", timeout=acts.SOON)
    acts.until(page, lambda: not page.evaluate("window.witness.stopped"), "the robot may move")
    _act(page)
    # the keys of the operator work, too: nothing else had to be pressed
    begin = acts.places(page)
    page.get_by_test_id("transport").get_by_test_id("pause").click()
    page.get_by_test_id("transport").get_by_test_id("start").click()
    expect(page.get_by_test_id("transport").get_by_test_id("pause")).to_be_visible(timeout=acts.SOON)
    page.keyboard.down("ArrowUp")
    acts.until(page, lambda: _moved(page, begin), "an arrow key moves the hand")
    page.keyboard.up("ArrowUp")
    acts.end_sessions(page)


def test_a_stop_that_was_pressed_wants_its_release_and_start_says_so(arrive: Callable[..., Person]) -> None:
    page = arrive(f"/operate/{acts.EXERCISE}", witness=True).page
    acts.wait_ready(page)
    acts.go_on(page)
    page.keyboard.press("Space")
    release = page.get_by_test_id("release")
    expect(release).to_be_visible(timeout=acts.SOON)
    page.get_by_test_id("transport").get_by_test_id("pause").click()
    start = page.get_by_test_id("transport").get_by_test_id("start")
    why = "Release the stop first."
    expect(start).to_have_attribute("aria-disabled", "true", timeout=acts.SOON)
    _says(page, start, why)
    page.mouse.click(*acts.middle(start))
    expect(page.get_by_role("tooltip").filter(has_text=why)).to_be_visible(timeout=acts.SOON)  # a press says it, too
    page.keyboard.press("p")
    page.wait_for_timeout(500)
    expect(page.get_by_test_id("transport")).to_have_attribute("data-state", "ready")
    release.click()
    expect(start).not_to_have_attribute("aria-disabled", "true", timeout=acts.SOON)
    start.click()
    expect(page.get_by_test_id("transport")).to_have_attribute("data-state", "running", timeout=acts.SOON)
    _act(page)
    acts.end_sessions(page)


def _says(page: Page, control: Locator, why: str) -> None:
    """A greyed control says why: to a screen reader, on hover, and on focus."""
    expect(control).to_have_accessible_description(re.compile(re.escape(why)))
    tip = page.get_by_role("tooltip").filter(has_text=why)
    page.mouse.move(1, 1)
    expect(tip).to_have_count(0, timeout=acts.SOON)
    control.hover()
    expect(tip).to_be_visible(timeout=acts.SOON)
    page.mouse.move(1, 1)
    expect(tip).to_have_count(0, timeout=acts.SOON)
    page.keyboard.press("Tab")  # from now on the focus is that of somebody with a keyboard
    control.focus()
    expect(tip).to_be_visible(timeout=acts.SOON)
    control.blur()
    expect(tip).to_have_count(0, timeout=acts.SOON)


def _all_say_why(page: Page, where: str) -> list[str]:
    """Everything that is greyed has a reason; gives what is."""
    found = page.evaluate(GREYED)
    silent = [one for one in found if not one["told"] or one["dead"]]
    assert not silent, f"{where}: greyed without a reason: {silent}"
    return [one["what"] for one in found]


def test_whatever_is_greyed_for_who_watches_says_why(arrive: Callable[..., Person]) -> None:
    page = arrive("/operate/torso-container").page
    acts.wait_ready(page)
    watching = arrive("/operate/torso-container").page
    expect(watching.get_by_test_id("who-notice")).to_be_visible(timeout=acts.READY)
    greyed = _all_say_why(watching, "Operate")
    assert {"start", "reset", "step", "switch-enable", "button-open_hand", "stick-joystick", "joint-neck_yaw"} <= set(greyed)
    for name in ("start", "switch-enable", "stick-joystick", "joint-neck_yaw", "button-open_hand"):
        _says(watching, watching.get_by_test_id(name).last, "You are watching.")
    # a slider and a choice that are greyed keep the focus and do not move
    slider = watching.get_by_test_id("slider-speed").get_by_role("slider")
    slider.focus()
    value = slider.input_value()
    watching.keyboard.press("ArrowLeft")
    assert slider.input_value() == value
    expect(watching.get_by_role("tooltip").filter(has_text="You are watching.")).to_be_visible(timeout=acts.SOON)
    acts.end_sessions(page)


@pytest.mark.parametrize(
    "path", ["/", "/design", "/design/two-link-command", "/plots", "/review", "/procedure/massage-arc"]
)
def test_whatever_is_greyed_on_other_screens_says_why(arrive: Callable[..., Person], path: str) -> None:
    page = arrive(path).page
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(500)
    _all_say_why(page, path)


@pytest.fixture
def cold(tmp_path: Path) -> Iterator[Studio]:
    """A studio that has never compiled anything."""
    started = start_studio(tmp_path / "project", cache=tmp_path / "cache")
    yield started
    end_studio(started)


TOLD = """
window.told = [];
setInterval(() => {
  const left = document.querySelector("[data-testid=time-left]");
  const bar = document.querySelector("[data-testid=starting] [role=progressbar]");
  if (left && bar) window.told.push([left.textContent, bar.getAttribute("aria-valuenow")]);
}, 50);
"""
"""Notes what is said while a session is prepared: that may be over before a test has looked twice."""


@pytest.mark.validate
def test_with_an_empty_cache_robot_and_task_are_seen_at_once_and_the_time_left_is_told(
    cold: Studio, chrome: Browser
) -> None:
    context = chrome.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB")
    context.add_init_script(acts.WITNESS)
    context.add_init_script(TOLD)
    page = context.new_page()
    page.goto(cold.ticket)
    card = page.get_by_test_id(f"exercise-{acts.EXERCISE}")
    card.hover()
    card.get_by_role("button", name=re.compile("^Start")).click()
    starting = page.get_by_test_id("starting")
    expect(starting).to_be_visible(timeout=acts.SOON)
    # while it compiles: the robot, the task, the panel, and why Start is greyed
    expect(page.locator("[data-testid=scene][data-ready=true]")).to_be_visible(timeout=acts.SOON)
    expect(page.get_by_test_id("task-card")).to_contain_text("Touch the marker", timeout=acts.SOON)
    expect(page.get_by_test_id("console")).to_contain_text("Motion enabled")
    assert page.evaluate("window.witness.bodies.length") == 0, "it is open already: nothing is shown while it compiles"
    start = page.get_by_test_id("transport").get_by_test_id("start")
    _says(page, start, "The session is still being prepared.")
    assert "start" in _all_say_why(page, "Operate, while it compiles")
    expect(start).not_to_have_attribute("aria-disabled", "true", timeout=acts.READY)
    expect(starting).to_have_count(0, timeout=acts.SOON)
    told = page.evaluate("window.told")
    assert any(re.search(r"about\s[\d.]+\s(s|min)\sleft|almost done", text) for text, _ in told), told
    assert any(float(value or 0) > 0 for _, value in told), "the bar has not moved"
    start.click()
    expect(page.get_by_test_id("transport")).to_have_attribute("data-state", "running", timeout=acts.SOON)
    _act(page)
    context.close()
