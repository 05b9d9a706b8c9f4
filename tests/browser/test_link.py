"""The operator's link in a real browser: a page that draws slowly, stalls, freezes, is hidden or loses the focus.

The panel of the tests has patience (see `conftest`): the stick is let go of after 2 s and the robot is stopped after
3.4 s, so that a busy machine does not decide what happens. `validation/link.py` measures the shipped ones.
"""

import math
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser import acts
from tests.browser.conftest import Person

pytestmark = pytest.mark.alone

ON_THE_PAGE = "delete HTMLCanvasElement.prototype.transferControlToOffscreen;"
"""Makes the page draw its scene itself, as in browsers whose workers cannot."""
SLOW = """
(() => {
  window.slow = { each: 0, frames: 0 };
  for (const name of ["drawElements", "drawArrays"]) {
    const native = WebGL2RenderingContext.prototype[name];
    WebGL2RenderingContext.prototype[name] = function (...given) {
      const end = performance.now() + window.slow.each;
      while (performance.now() < end);
      return native.apply(this, given);
    };
  }
  const request = window.requestAnimationFrame;
  window.requestAnimationFrame = (act) => request((now) => {
    act(now);
    if (window.slow.each > 0 && performance.now() - now > 2500) window.slow.frames += 1;
  });
})();
"""
"""Makes every call of the page that draws take `slow.each` [ms], and counts pictures that took longer than 2.5 s."""
STUCK = """
(() => {
  const channel = new BroadcastChannel("stuck");
  let most = 0;
  channel.onmessage = ({ data }) => { most = data; };
  for (const name of ["drawElements", "drawArrays"]) {
    const native = WebGL2RenderingContext.prototype[name];
    WebGL2RenderingContext.prototype[name] = function (...given) {
      if (most > 0) {
        const end = performance.now() + most;
        most = 0;
        channel.postMessage("begun");
        while (performance.now() < end);
        channel.postMessage("done");
      }
      return native.apply(this, given);
    };
  }
})();
"""
"""Put in front of the worker that draws: makes one call that draws take as long as it is told to [ms]."""
HEAR_STUCK = """
window.stuck = [];
window.stuckChannel = new BroadcastChannel("stuck");
window.stuckChannel.onmessage = ({ data }) => window.stuck.push(data);
"""


def _set_going(page: Page) -> Page:
    acts.wait_ready(page)
    acts.go_on(page)
    acts.select_hand(page)
    return page


@pytest.fixture
def driven(arrive: Callable[..., Person]) -> Page:
    """A page whose operator has selected the hand and lets the session run."""
    return _set_going(arrive(f"/operate/{acts.EXERCISE}", witness=True, seldom=False).page)


@pytest.fixture
def drawn_by_the_page(arrive: Callable[..., Person]) -> Page:
    """The same in a browser whose workers cannot draw."""
    return _set_going(arrive(f"/operate/{acts.EXERCISE}", witness=True, seldom=False, scripts=[ON_THE_PAGE, SLOW]).page)


@pytest.fixture
def drawn_by_a_worker(arrive: Callable[..., Person]) -> Page:
    """The same with a worker that can be made to draw for long."""
    person = arrive("/", witness=True, seldom=False, scripts=[HEAR_STUCK])

    def slow_down(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=STUCK + answer.text())

    person.page.route("**/assets/renderer.worker-*", slow_down)
    person.page.goto(f"{person.page.url.split('?')[0].rstrip('/')}/operate/{acts.EXERCISE}")
    return _set_going(person.page)


def _events(page: Page, kind: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate("window.witness.events")
    return [event for event in found if event["kind"] == kind]


def _forget(page: Page) -> None:
    page.evaluate("window.witness.events.length = 0")


def _freeze(page: Page, seconds: float) -> None:
    """Let the page do nothing but run in a circle, from a moment later on."""
    loop = "() => { const end = performance.now() + most; while (performance.now() < end); }"
    page.evaluate(f"(most) => void setTimeout({loop}, 50)", 1000.0 * seconds)


def test_a_picture_that_takes_long_does_not_silence_the_page(drawn_by_a_worker: Page) -> None:
    page = drawn_by_a_worker
    with acts.Stick(page) as stick:
        stick.push(*acts.wanted_push(acts.hand(page), [0.35, 0.1]))
        _forget(page)
        page.evaluate("window.stuckChannel.postMessage(6000)")  # a page that is silent for so long is lost
        acts.until(page, lambda: page.evaluate("window.stuck.length") > 0, "a picture that takes long")
        begin = acts.hand(page)
        stick.push(*acts.wanted_push(begin, [0.2, -0.3]))
        acts.until(page, lambda: math.dist(acts.hand(page), begin) > 0.01, "the stick moves the hand meanwhile")
        acts.until(page, lambda: page.evaluate("window.stuck.length") > 1, "the picture is there")
    assert _events(page, "stop") == [] and _events(page, "link-late") == []


def test_pictures_that_take_seconds_do_not_stop_the_robot_where_the_page_draws_them(drawn_by_the_page: Page) -> None:
    page = drawn_by_the_page
    with acts.Stick(page) as stick:
        stick.push(0.2, 0.0)
        _forget(page)
        page.evaluate("window.slow.each = 50")
        acts.until(page, lambda: page.evaluate("window.slow.frames") >= 2, "two pictures that take seconds", 120.0)
        page.evaluate("window.slow.each = 0")
    assert _events(page, "stop") == []


def test_a_page_that_stalls_lets_go_of_the_stick_and_goes_on_by_itself(driven: Page) -> None:
    with acts.Stick(driven) as stick:
        stick.push(*acts.wanted_push(acts.hand(driven), [0.35, 0.1]))
        _forget(driven)
        _freeze(driven, 2.7)
        acts.until(driven, lambda: _events(driven, "link-back"), "the operator is back")
        [late], [back] = _events(driven, "link-late"), _events(driven, "link-back")
        assert late["data"]["cause"] == back["data"]["cause"] == "page"
        assert "the operator's page was late by" in back["text"]
        assert _events(driven, "stop") == []
        begin = acts.hand(driven)
        stick.push(*acts.wanted_push(begin, [0.2, -0.3]))
        acts.until(driven, lambda: math.dist(acts.hand(driven), begin) > 0.01, "the stick still moves the hand")


def test_a_page_that_is_frozen_stops_the_robot_and_says_so(driven: Page) -> None:
    with acts.Stick(driven) as stick:
        stick.push(0.3, 0.0)
        _forget(driven)
        _freeze(driven, 8.0)
        acts.until(driven, lambda: _events(driven, "stop"), "the robot is stopped")
    stop = _events(driven, "stop")[0]
    assert stop["data"]["reason"] == "link" and stop["data"]["cause"] == "page"
    assert 3.3 < stop["data"]["seconds"] < 5.0
    expect(driven.get_by_text("The operator's page did not respond for", exact=False).or_(
        driven.get_by_text("the operator's page did not respond for", exact=False)
    ).first).to_be_visible(timeout=acts.SOON)  # fmt: skip
    expect(driven.get_by_test_id("transport")).to_have_attribute("data-state", "ready", timeout=acts.SOON)
    acts.go_on(driven)


@pytest.mark.parametrize(
    ("cause", "act"),
    [
        ("hidden", "Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true });"
                   "document.dispatchEvent(new Event('visibilitychange'))"),
        ("focus", "document.hasFocus = () => false; window.dispatchEvent(new Event('blur'))"),
    ],
)  # fmt: skip
def test_a_page_that_is_out_of_hand_lets_go_at_once_and_then_stops_the_robot(
    driven: Page, cause: str, act: str
) -> None:
    _forget(driven)
    driven.evaluate(f"() => {{ {act} }}")
    acts.until(driven, lambda: _events(driven, "stop"), "the robot is stopped")
    [late] = _events(driven, "link-late")
    stop = _events(driven, "stop")[0]
    assert late["data"]["cause"] == stop["data"]["cause"] == cause
    assert late["data"]["seconds"] < 1.0 < stop["data"]["seconds"]
