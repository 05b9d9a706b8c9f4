"""Operating: the two-link arm is driven by the pad, by keys, and stopped."""

import math
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser import acts
from tests.browser.conftest import Person

OUT_OF_REACH = 0.70
"""Targets further from the base than this cannot be touched [m]."""


def _drive(page: Page, enough: Callable[[list[tuple[str, str]]], bool]) -> None:
    """Look where the hand and the target are, push the stick, and report what is out of reach, until it is enough."""
    with acts.Stick(page) as stick:

        def look() -> bool:
            stages = acts.stages(page)
            if enough(stages) or page.get_by_test_id("score-card").count():
                return True
            if acts.held_up(page):
                stick.push(0, 0)
                acts.go_on(page)
                stick.again()
                return False
            target = next((name for name, state in stages if state == "current"), "")
            if not target:
                return False
            aim = acts.places(page)[target]
            if math.hypot(aim[0], aim[1]) < OUT_OF_REACH:
                stick.push(*acts.wanted_push(acts.hand(page), aim))
                return False
            stick.push(0, 0)
            page.mouse.up()
            page.mouse.move(*acts.middle(page.get_by_test_id("button-unreachable")))
            page.mouse.down()
            # it counts from one second after the stage began, held for a third of a second
            acts.until(page, lambda: (target, "current") not in acts.stages(page) or _result(page), f"{target} reported")
            stick.again()
            return False

        acts.until(page, look, "the targets are touched", 240.0)


def _result(page: Page) -> bool:
    return page.get_by_test_id("score-card").count() > 0


def _touch_the_first_target(page: Page) -> None:
    acts.open_exercise(page)
    card = page.get_by_test_id("task-card")
    expect(card).to_have_attribute("data-state", "waiting")
    acts.go_on(page)
    expect(card).to_have_attribute("data-state", "running", timeout=acts.SOON)
    acts.select_hand(page)
    # what is selected on the panel is named in the scene too
    expect(page.locator("[aria-hidden=true] > span", has_text="Hand")).to_have_count(1, timeout=acts.SOON)

    _drive(page, lambda stages: stages[0][1] == "done")
    first = page.get_by_test_id("stage-target1")
    expect(first).to_have_attribute("data-state", "done")
    aim = acts.places(page)["target1"]
    if math.hypot(aim[0], aim[1]) < OUT_OF_REACH:
        assert math.dist(acts.hand(page)[:2], aim[:2]) < 0.2, "the hand is not where the target is"


def test_a_target_is_touched_with_the_stick(arrive: Callable[..., Person]) -> None:
    page = arrive("/", witness=True).page
    _touch_the_first_target(page)
    acts.end_sessions(page)


@pytest.mark.validate
def test_targets_are_touched_with_the_stick_and_the_attempt_gets_its_score(arrive: Callable[..., Person]) -> None:
    page = arrive("/", witness=True).page
    _touch_the_first_target(page)
    _drive(page, lambda stages: all(state == "done" for _, state in stages))
    score = page.get_by_test_id("score-card")
    expect(score).to_be_visible(timeout=acts.SOON)
    expect(score.get_by_role("heading")).to_have_text("Done")
    points = page.get_by_test_id("score-points")
    expect(points).to_have_text(re.compile(r"\d+"), timeout=acts.SOON)  # the judge counts after the robot is done
    assert 0 < int(points.inner_text()) <= 100

    score.get_by_test_id("score-review").click()
    expect(page.get_by_test_id("review-total-a")).to_contain_text("of 100", timeout=60_000)
    acts.end_sessions(page)


def test_arrow_keys_move_the_hand_while_held(arrive: Callable[..., Person]) -> None:
    page = arrive(f"/operate/{acts.EXERCISE}", witness=True).page
    acts.wait_ready(page)
    acts.go_on(page)
    acts.select_hand(page)
    page.get_by_test_id("stick-joystick").focus()

    def moved(key: str, axis: int, sign: int) -> None:
        acts.go_on(page)
        page.get_by_test_id("stick-joystick").focus()
        begin = acts.hand(page)[axis]
        page.keyboard.down(key)

        def gone() -> bool:
            if acts.held_up(page):
                page.keyboard.up(key)
                acts.go_on(page)
                page.get_by_test_id("stick-joystick").focus()
                page.keyboard.down(key)
            return sign * (acts.hand(page)[axis] - begin) > 0.03

        acts.until(page, gone, f"{key} moves the hand")
        page.keyboard.up(key)
        _rests(page)

    moved("ArrowLeft", 1, 1)
    moved("ArrowRight", 1, -1)
    moved("ArrowDown", 0, -1)

    # a window that has lost the focus moves nothing, whatever is still held down
    acts.go_on(page)
    page.get_by_test_id("stick-joystick").focus()
    page.keyboard.down("ArrowLeft")
    knob = page.locator("[data-testid=stick-joystick] svg > g[transform]").first
    acts.until(page, lambda: "84.0 84.0" not in (knob.get_attribute("transform") or ""), "the knob follows the key")
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    acts.until(page, lambda: (knob.get_attribute("transform") or "") == "translate(84.0 84.0)", "the knob is let go")
    _rests(page)
    page.keyboard.up("ArrowLeft")


def _rests(page: Page) -> None:
    """The hand comes to rest, and stays there."""
    seen: list[tuple[float, ...]] = []

    def rests() -> bool:
        seen.append(acts.hand(page))
        page.wait_for_timeout(200)
        return len(seen) > 3 and max(math.dist(seen[-1], one) for one in seen[-4:]) < 0.002

    acts.until(page, rests, "the hand rests")


def test_space_stops_and_only_release_and_start_go_on(arrive: Callable[..., Person]) -> None:
    page = arrive(f"/operate/{acts.EXERCISE}", witness=True).page
    acts.wait_ready(page)
    acts.go_on(page)
    acts.select_hand(page)
    stop = page.get_by_test_id("stop")
    with acts.Stick(page) as stick:
        begin = acts.hand(page)

        def goes() -> bool:
            if acts.held_up(page):
                acts.go_on(page)
                stick.again()
            stick.push(-0.6, 0)
            return math.dist(acts.hand(page), begin) > 0.02

        acts.until(page, goes, "the stick moves the hand")
        page.keyboard.press("Space")
        expect(stop).to_have_attribute("data-stopped", "true", timeout=acts.SOON)
        # the stick is still held down
        _rests(page)
        stick.push(-1, 0)
        _rests(page)
    expect(page.get_by_test_id("start").or_(page.get_by_test_id("pause")).first).to_be_visible()
    rest = acts.hand(page)
    page.wait_for_timeout(700)  # a release right after a stop is taken for a double press
    page.get_by_test_id("release").click()
    expect(stop).to_have_attribute("data-stopped", "false", timeout=acts.SOON)
    expect(page.get_by_test_id("transport")).to_have_attribute("data-state", "ready", timeout=acts.SOON)
    assert math.dist(acts.hand(page), rest) < 0.005, "releasing the stop moved the robot"
    acts.go_on(page)
    with acts.Stick(page) as stick:

        def goes_on() -> bool:
            if acts.held_up(page):
                acts.go_on(page)
                stick.again()
            stick.push(0.4, 0.4)
            return math.dist(acts.hand(page), rest) > 0.02

        acts.until(page, goes_on, "the stick moves the hand again")


def test_a_joint_pressed_on_the_picture_is_named_in_the_scene(arrive: Callable[..., Person]) -> None:
    page = arrive(f"/operate/{acts.EXERCISE}?variant=command").page
    acts.wait_ready(page)
    page.get_by_test_id("joint-elbow").click()
    tag = page.locator("[aria-hidden=true] > span")
    expect(tag.filter(has_text="Elbow")).to_have_count(1, timeout=acts.SOON)
    page.get_by_test_id("joint-shoulder").click(modifiers=["Control"])
    expect(tag.filter(has_text="Shoulder")).to_have_count(1, timeout=acts.SOON)
    expect(page.get_by_test_id("readout")).to_contain_text("Elbow")
    page.get_by_test_id("joint-shoulder").click()
    expect(tag.filter(has_text="Elbow")).to_have_count(0, timeout=acts.SOON)
    expect(page.get_by_test_id("joint-elbow")).to_have_attribute("aria-pressed", "false")


def test_what_acts_is_selected_by_pressing_it_in_the_scene(arrive: Callable[..., Person]) -> None:
    page = arrive(f"/operate/{acts.EXERCISE}?measure=1&seed=7", witness=True).page
    acts.wait_ready(page)
    expect(page.get_by_test_id("scene")).to_have_attribute("data-ready", "true", timeout=acts.SOON)
    acts.select_hand(page)
    hand, elbow = acts.hand(page), acts.places(page)["fore"]
    # a joint is pressed on the link that it turns, nearer to it than to anything else that can be selected
    fore, upper = acts.between(elbow, hand, 0.2), acts.between([0.0, 0.0, elbow[2]], elbow, 0.4)
    acts.click_in_scene(page, fore)
    expect(page.get_by_test_id("idle-reason")).to_contain_text("Elbow")
    expect(page.get_by_test_id("effector-hand")).to_have_attribute("aria-pressed", "true")
    acts.select_in_scene(page, acts.between(elbow, hand, 0.97), page.get_by_test_id("effector-hand"))
    acts.end_sessions(page)

    page.goto(page.url.split("?")[0] + "?measure=1&seed=7&variant=command")
    acts.wait_ready(page)
    expect(page.get_by_test_id("scene")).to_have_attribute("data-ready", "true", timeout=acts.SOON)
    for aim, mark, name in ((fore, "joint-elbow", "Elbow"), (upper, "joint-shoulder", "Shoulder")):
        acts.select_in_scene(page, aim, page.get_by_test_id(mark))
        expect(page.locator("[data-testid=picture] [aria-pressed=true]")).to_have_count(1)
        expect(page.get_by_test_id("readout")).to_contain_text(name)
    acts.end_sessions(page)


def test_axis_letters_of_the_stick_are_those_of_the_chosen_frame(arrive: Callable[..., Person]) -> None:
    page = arrive(f"/operate/{acts.EXERCISE}", witness=True).page
    acts.wait_ready(page)
    acts.select_hand(page)
    pad, tags = page.get_by_test_id("stick-joystick"), page.locator("[aria-hidden=true] > span")
    expect(pad).to_contain_text("forward")
    expect(tags.filter(has_text="X")).to_have_text("X", timeout=acts.SOON)
    acts.hand(page)  # figures have come, so the panel is heard
    expect(pad).not_to_have_attribute("aria-disabled", "true", timeout=acts.SOON)  # Start is offered before it is ours
    pad.focus()
    page.keyboard.press("KeyF")
    expect(pad).to_have_attribute("data-frame", "effector", timeout=acts.SOON)
    expect(pad).to_contain_text("hand x")
    # the arrows in the scene have the same letters
    expect(tags.filter(has_text="X")).to_have_text("X′", timeout=acts.SOON)
    # where the base's forward lies for the hand: the hand points along its own x, so the angle between them is its own
    mark = page.get_by_test_id("pad-compass").locator("[data-axis=x]")
    acts.until(page, lambda: "translate" in (mark.get_attribute("transform") or ""), "the compass is drawn")
    right, down = _translation(mark.get_attribute("transform") or "")
    elbow, hand = acts.places(page)["fore"], acts.hand(page)
    bearing = math.atan2(hand[1] - elbow[1], hand[0] - elbow[0])
    # in axes of the hand (x up on the pad, y left), forward of the base is turned back by the bearing of the forearm
    assert math.remainder(math.atan2(-(right - 84), -(down - 84)) + bearing, math.tau) == pytest.approx(0.0, abs=0.05)
    page.keyboard.press("KeyF")
    expect(pad).to_contain_text("forward")
    expect(page.get_by_test_id("pad-compass")).to_have_count(0)


def _translation(text: str) -> tuple[float, float]:
    x, y = text.removeprefix("translate(").removesuffix(")").split()
    return float(x), float(y)


def test_a_stop_is_released_and_started_again_on_the_plots(arrive: Callable[..., Person]) -> None:
    page = arrive(f"/operate/{acts.EXERCISE}", witness=True).page
    acts.wait_ready(page)
    acts.go_on(page)
    page.get_by_role("link", name="Plots", exact=True).click()
    stop, release, start = (page.get_by_test_id(f"bar-{name}") for name in ("stop", "release", "start"))
    expect(stop.or_(release)).to_be_visible(timeout=acts.SOON)
    page.keyboard.press("Space")
    expect(release).to_be_visible(timeout=acts.SOON)
    place = acts.middle(release)
    page.wait_for_timeout(700)  # a release right after a stop is taken for a double press
    release.click()
    expect(start).to_be_visible(timeout=acts.SOON)
    assert not page.evaluate("window.witness.stopped")
    assert acts.middle(start) == place, "the way back does not stay in its place"
    before = acts.frames(page)
    start.click()
    expect(stop).to_be_visible(timeout=acts.SOON)
    acts.until(page, lambda: acts.frames(page) > before + 5, "the session runs")
    page.keyboard.press("Space")
    expect(release).to_be_visible(timeout=acts.SOON)


def test_the_panel_operates_in_a_window_of_its_own_and_comes_back(arrive: Callable[..., Person]) -> None:
    person = arrive(f"/operate/{acts.EXERCISE}?measure=1", witness=True)
    page = person.page
    acts.wait_ready(page)
    acts.go_on(page)
    with page.expect_popup() as opening:
        page.get_by_test_id("dock-window").click()
    panel = opening.value
    acts.wait_ready(panel)
    away = page.get_by_test_id("panel-away")
    expect(away).to_be_visible(timeout=acts.SOON)
    expect(page.get_by_test_id("console")).to_have_count(0)
    expect(panel.locator("header nav")).to_have_count(0)  # nothing but the panel

    # the new window drives, the page with the scene shows it
    acts.go_on(panel)
    acts.select_hand(panel)
    begin = acts.places(page)["fore"]
    aim = [0.35, -0.35 if acts.hand(panel)[1] > 0 else 0.35]
    with acts.Stick(panel) as stick:

        def moves() -> bool:
            if acts.held_up(panel):
                acts.go_on(panel)
                stick.again()
            stick.push(*acts.wanted_push(acts.hand(panel), aim))
            return math.dist(acts.places(page)["fore"], begin) > 0.02

        acts.until(panel, moves, "the arm moves in the page with the scene")
        # a window that has lost the focus moves nothing
        panel.evaluate("window.dispatchEvent(new Event('blur'))")
        knob = panel.locator("[data-testid=stick-joystick] svg > g[transform]").last
        acts.until(panel, lambda: knob.get_attribute("transform") == "translate(84.0 84.0)", "the knob is let go")
        _rests(panel)
    # what is pressed in the scene arrives at the panel in its window, which says why the joint does not move
    link = acts.between(acts.places(page)["fore"], acts.hand(panel), 0.2)

    def told() -> bool:
        acts.click_in_scene(page, link)
        return panel.get_by_test_id("idle-reason").count() > 0

    acts.until(page, told, "the panel hears of what was pressed in the scene", every=1000)
    expect(panel.get_by_test_id("idle-reason")).to_contain_text("Elbow")
    # both can stop
    page.keyboard.press("Space")
    expect(panel.get_by_test_id("stop")).to_have_attribute("data-stopped", "true", timeout=acts.SOON)
    expect(page.get_by_test_id("release")).to_have_attribute("aria-disabled", "true")

    page.get_by_test_id("panel-back").click()
    acts.until(page, panel.is_closed, "the window is closed")
    expect(page.get_by_test_id("console")).to_be_visible(timeout=acts.SOON)
    acts.wait_ready(page)
    acts.go_on(page)


def test_a_pilot_drives_the_panel_in_slow_motion_until_a_person_takes_over(arrive: Callable[..., Person]) -> None:
    page = arrive(f"/operate/{acts.EXERCISE}?seed=5&variant=command", width=1440, height=900).page
    acts.wait_ready(page)
    page.get_by_role("button", name="Demo", exact=True).click()
    shown = page.get_by_role("region", name="Demonstration")
    expect(shown).to_contain_text("Step 1 of 5", timeout=acts.SOON)
    shown.get_by_role("radio", name="0.25×").click()
    # what the pilot does is said, and seen on the panel, which nobody else can move
    expect(shown.get_by_test_id("demo-doing")).to_contain_text("Stick: ", timeout=acts.SOON)
    knob = page.get_by_test_id("stick-joystick").locator("g[transform^=translate]")
    acts.until(page, lambda: knob.get_attribute("transform") != "translate(84.0 84.0)", "the knob moves")
    switch = page.get_by_role("switch", name="Motion enabled")
    expect(switch).to_have_accessible_description(re.compile("The pilot has the panel"))
    shown.get_by_role("button", name="Pause").click()
    expect(page.get_by_test_id("transport")).to_have_attribute("data-state", "ready")
    shown.get_by_role("button", name="Go on").click()
    expect(page.get_by_test_id("transport")).to_have_attribute("data-state", "running")
    shown.get_by_role("button", name="Take over from here").click()
    expect(shown).to_have_count(0)
    expect(page.get_by_test_id("transport")).to_have_attribute("data-state", "running")
    acts.until(page, lambda: knob.get_attribute("transform") == "translate(84.0 84.0)", "the stick is at neutral")
    expect(page.get_by_role("region", name="Task").get_by_text("does not count as your own")).to_be_visible()
    expect(switch).not_to_have_attribute("aria-disabled", "true")
    acts.end_sessions(page)
    acts.until(page, lambda: any(one["assisted"] for one in acts.ask(page, "/api/records")), "its record is marked")
