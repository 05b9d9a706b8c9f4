"""Operating: the two-link arm is driven by the pad, by keys, and stopped."""

import math
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser import acts
from tests.browser.conftest import Person

OUT_OF_REACH = 0.70
"""Targets further from the base than this cannot be touched [m]."""


def _stages(page: Page) -> list[tuple[str, str]]:
    return page.evaluate(
        """[...document.querySelectorAll('[data-testid=task-card] [data-testid^="stage-"]')]
             .map((stage) => [stage.dataset.testid.slice(6), stage.dataset.state])"""
    )


def _drive(page: Page, enough: Callable[[list[tuple[str, str]]], bool]) -> None:
    """Look where the hand and the target are, push the stick, and report what is out of reach, until it is enough."""
    with acts.Stick(page) as stick:

        def look() -> bool:
            stages = _stages(page)
            if enough(stages) or page.get_by_test_id("score-card").count():
                return True
            if page.get_by_test_id("release").count():
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
            acts.until(page, lambda: (target, "current") not in _stages(page) or _result(page), f"{target} reported")
            stick.again()
            return False

        acts.until(page, look, "the targets are touched", 240.0)


def _result(page: Page) -> bool:
    return page.get_by_test_id("score-card").count() > 0


def test_targets_are_touched_with_the_stick_and_the_attempt_gets_its_score(arrive: Callable[..., Person]) -> None:
    page = arrive("/", witness=True).page
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

    _drive(page, lambda stages: all(state == "done" for _, state in stages))
    score = page.get_by_test_id("score-card")
    expect(score).to_be_visible(timeout=acts.SOON)
    expect(score.get_by_role("heading")).to_have_text("Done")
    assert 0 < int(page.get_by_test_id("score-points").inner_text()) <= 100

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
            if page.get_by_test_id("release").count():
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
            if page.get_by_test_id("release").count():
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
            if page.get_by_test_id("release").count():
                acts.go_on(page)
                stick.again()
            stick.push(0.4, 0.4)
            return math.dist(acts.hand(page), rest) > 0.02

        acts.until(page, goes_on, "the stick moves the hand again")


def test_a_joint_pressed_on_the_picture_is_named_in_the_scene(arrive: Callable[..., Person]) -> None:
    page = arrive(f"/operate/{acts.EXERCISE}").page
    acts.wait_ready(page)
    page.get_by_test_id("joint-elbow").click()
    tag = page.locator("[aria-hidden=true] > span")
    expect(tag.filter(has_text="Elbow")).to_have_count(1, timeout=acts.SOON)
    page.get_by_test_id("joint-shoulder").click(modifiers=["Control"])
    expect(tag.filter(has_text="Shoulder")).to_have_count(1, timeout=acts.SOON)
    expect(page.get_by_test_id("readout")).to_contain_text("Elbow")
    page.get_by_test_id("effector-hand").click()
    expect(tag.filter(has_text="Elbow")).to_have_count(0, timeout=acts.SOON)
    expect(page.get_by_test_id("joint-elbow")).to_have_attribute("aria-pressed", "false")
