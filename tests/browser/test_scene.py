"""The scene in a real browser: drawn by a worker, by the page where workers cannot, and again after the graphics died."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser import acts
from tests.browser.conftest import Person

ON_THE_PAGE = "delete HTMLCanvasElement.prototype.transferControlToOffscreen;"
"""Makes the page draw its scene itself."""
LOSE = """
(() => {
  const native = OffscreenCanvas.prototype.getContext;
  OffscreenCanvas.prototype.getContext = function (...given) {
    const context = native.apply(this, given);
    if (this.width > 1) new BroadcastChannel("lose").onmessage = () =>
      context.getExtension("WEBGL_lose_context")?.loseContext();
    return context;
  };
})();
"""
"""Put in front of the worker that draws: it loses its graphics when it is told to."""
TALLY = "performance.getEntriesByName('pult-drawn').length"
BASE = [0.0, 0.0, 0.0]
"""A place far from the hand and its target, around which the eye turns."""


def _open(person: Person) -> Page:
    page = person.page
    page.goto(f"{page.url.split('?')[0].rstrip('/')}/operate/{acts.EXERCISE}?measure=1")
    acts.wait_ready(page)
    return page


def _seen(page: Page) -> complex:
    """Where the base of the robot is seen [px]."""
    at = page.evaluate("(at) => window.pultView.project(at)", BASE)
    return complex(at["x"], at["y"])


def _draws(page: Page) -> None:
    """What moves is drawn."""
    acts.go_on(page)
    before = page.evaluate(TALLY)
    acts.until(page, lambda: page.evaluate(TALLY) > before + 3, "new pictures")


@pytest.mark.parametrize("scripts", [[], [ON_THE_PAGE]], ids=["worker", "page"])
def test_what_moves_is_drawn_and_the_eye_is_turned_by_hand(arrive: Callable[..., Person], scripts: list[str]) -> None:
    page = _open(arrive("/", seldom=False, scripts=scripts))
    workers = [worker.url for worker in page.workers if "renderer" in worker.url]
    assert len(workers) == (0 if scripts else 1)
    _draws(page)
    views = page.get_by_test_id("scene-views")
    expect(views.locator("[aria-checked=true], [aria-pressed=true], [data-selected=true]").first).to_be_visible()
    seen = _seen(page)
    box = page.locator("[data-testid=scene] canvas").first.bounding_box()
    assert box is not None
    x, y = box["x"] + 0.5 * box["width"], box["y"] + 0.75 * box["height"]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 120, y + 20, steps=4)
    page.mouse.up()
    acts.until(page, lambda: abs(_seen(page) - seen) > 20, "the eye has turned")
    expect(views.locator("[aria-checked=true]")).to_have_count(0)  # it is in no view any more


def test_graphics_that_died_in_the_worker_come_back_with_another_one(arrive: Callable[..., Person]) -> None:
    person = arrive("/", seldom=False)

    def prepare(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=LOSE + answer.text())

    person.page.route("**/assets/renderer.worker-*", prepare)
    page = _open(person)
    _draws(page)
    # a close-up is framed anew where hand and target are now; the other views stay where they are
    page.get_by_test_id("scene-views").get_by_role("radio", name="Side").click()
    seen = acts.steady(page, lambda: _seen(page))
    page.locator("[data-testid=scene] canvas").first.evaluate("(canvas) => (canvas.dataset.old = '')")
    page.evaluate("new BroadcastChannel('lose').postMessage(0)")
    expect(page.locator("[data-testid=scene] canvas[data-old]")).to_have_count(0, timeout=acts.SOON)
    expect(page.locator("[data-testid=scene] canvas").first).to_be_visible(timeout=acts.SOON)
    _draws(page)
    assert acts.steady(page, lambda: _seen(page)) == pytest.approx(seen, abs=1.0)  # [px]
    assert len([worker for worker in page.workers if "renderer" in worker.url]) == 1
