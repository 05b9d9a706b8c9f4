"""While somebody drives, the picture is near the work: hand and target are seen, and a free view is one key away."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser import acts
from tests.browser.conftest import Person

FREE = """([x, y]) => {
  const box = document.querySelector("[data-testid=scene] canvas").getBoundingClientRect();
  const inside = x > 0 && y > 0 && x < box.width && y < box.height;
  const over = document.elementFromPoint(box.x + x, box.y + y);
  return inside && over !== null && over.closest("[data-covers]") === null;
}"""
"""Whether a place of the picture is in it, and not below a card or a camera."""


def seen_free(page: Page, point: list[float]) -> tuple[float, float] | None:
    """Where a point is seen [px]; nothing if it is out of the picture or covered."""
    seen = page.evaluate("(at) => window.pultView?.project(at)", point)
    return (seen["x"], seen["y"]) if seen and page.evaluate(FREE, [seen["x"], seen["y"]]) else None


SIGNS = """() => {
  const tags = [...document.querySelectorAll("[data-tag]")].filter((one) => one.style.visibility === "visible");
  const boxes = tags.map((one) => [one, one.getBoundingClientRect()]);
  const over = ([a, p], [b, q]) => a !== b && p.x < q.right && q.x < p.right && p.y < q.bottom && q.y < p.bottom;
  return boxes.filter(([one]) => one.dataset.tag === "sign").map((sign) => ({
    text: sign[0].textContent,
    size: Number.parseFloat(getComputedStyle(sign[0]).fontSize),
    under: boxes.some((other) => other[0].dataset.tag !== "sign" && over(sign, other)),
  }));
}"""
"""Numbers in the picture: what they say, how large [px], and whether another tag stands on them."""


@pytest.mark.validate
@pytest.mark.parametrize(
    ("exercise", "hand", "target"),
    [
        ("torso-container", "right_hand", "container"),
        ("torso-button", "right_hand", "face5"),
        ("airlock-valve", "right_hand", "handle"),
        ("prm1-pick", "grab", "canister"),
    ],
)
@pytest.mark.parametrize("size", [(1440, 900), (1280, 720)])
def test_hand_and_target_are_in_the_picture(
    arrive: Callable[..., Person], exercise: str, hand: str, target: str, size: tuple[int, int]
) -> None:
    page = arrive(f"/operate/{exercise}?seed=7&measure=1", width=size[0], height=size[1], witness=True).page
    acts.wait_ready(page)
    sites = acts.Sites(page, page.get_by_test_id("operate").get_attribute("data-session") or "")
    acts.go_on(page)
    views = page.get_by_test_id("scene-views")
    expect(views.get_by_role("radio", name="Close-up")).to_have_attribute("aria-checked", "true", timeout=acts.SOON)

    def both() -> bool:
        bodies = acts.places(page)
        places = {**bodies, **sites.places(bodies, page.evaluate("window.witness.turns"))}
        spots = [seen_free(page, places[name]) for name in (hand, target)]
        if None in spots:
            return False
        (x, y), (u, v) = (spot for spot in spots if spot)
        return abs(x - u) + abs(y - v) > 12  # neither hides the other

    acts.until(page, both, "hand and target are seen side by side", 30.0)
    expect(page.get_by_text("cm", exact=False).first).to_be_visible()
    if exercise == "torso-button":

        def numbered() -> bool:
            signs = page.evaluate(SIGNS)
            free = not any(sign["under"] for sign in signs) and all(sign["size"] >= 12 for sign in signs)
            return free and sorted(sign["text"] for sign in signs) == list("123456")

        acts.until(page, numbered, "the numbers of all buttons are shown, and nothing stands on one", 30.0)

    page.get_by_test_id("scene").click(position={"x": 400, "y": 500})
    page.keyboard.press("v")
    expect(views.get_by_role("radio", name="Close-up")).to_have_attribute("aria-checked", "false")
    acts.end_sessions(page)
