"""A gamepad of the standard mapping moves the hand and stops the robot."""

import math
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser import acts
from tests.browser.conftest import Person

GAMEPAD = """
(() => {
  const pad = {
    id: "Scripted pad (STANDARD GAMEPAD)", index: 0, connected: true, mapping: "standard", timestamp: 0,
    axes: [0, 0, 0, 0], buttons: Array.from({ length: 17 }, () => ({ pressed: false, touched: false, value: 0 })),
  };
  window.pad = null;
  navigator.getGamepads = () => [window.pad, null, null, null];
  window.plugIn = () => {
    window.pad = pad;
    window.dispatchEvent(new Event("gamepadconnected"));
  };
  window.stick = (right, down) => {
    pad.axes[0] = right;
    pad.axes[1] = down;
  };
  window.press = (button, held) => {
    pad.buttons[button] = { pressed: held, touched: held, value: held ? 1 : 0 };
  };
})();
"""
B, X = 1, 2


def _push(page: Page, right: float, down: float) -> None:
    page.evaluate("([right, down]) => window.stick(right, down)", [right, down])


def _press(page: Page, button: int) -> None:
    page.evaluate("(button) => window.press(button, true)", button)
    # it is read once for every picture that is drawn
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.evaluate("(button) => window.press(button, false)", button)


def test_the_left_stick_moves_the_hand_and_b_stops(arrive: Callable[..., Person]) -> None:
    page = arrive(f"/operate/{acts.EXERCISE}", witness=True, scripts=[GAMEPAD]).page
    acts.wait_ready(page)
    page.evaluate("window.plugIn()")
    expect(page.get_by_test_id("device")).to_be_visible()
    acts.go_on(page)
    _press(page, X)
    expect(page.get_by_test_id("effector-hand")).to_have_attribute("aria-pressed", "true", timeout=acts.SOON)

    def move(right: float, down: float, axis: int, sign: int) -> None:
        begin = acts.hand(page)[axis]

        def gone() -> bool:
            if acts.held_up(page):
                _push(page, 0, 0)
                acts.go_on(page)
            _push(page, right, down)
            return sign * (acts.hand(page)[axis] - begin) > 0.03

        acts.until(page, gone, f"the stick ({right}, {down}) moves the hand")
        _push(page, 0, 0)

    move(-0.8, 0, 1, 1)  # to the left
    move(0, 0.8, 0, -1)  # back

    acts.go_on(page)
    _press(page, B)
    expect(page.get_by_test_id("stop")).to_have_attribute("data-stopped", "true", timeout=acts.SOON)
    acts.until(page, lambda: _still(page), "the hand rests")
    rest = acts.hand(page)
    _push(page, 0, -1)
    assert _still(page)
    assert math.dist(acts.hand(page), rest) < 0.003, "a stopped robot followed the stick"


def _still(page: Page) -> bool:
    before = acts.hand(page)
    page.wait_for_timeout(500)
    return math.dist(acts.hand(page), before) < 0.002
