"""Faults that a press of a button mends, and wires that are bent by hand."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser import acts
from tests.browser.conftest import Person, Studio

FAULTY: dict[str, Any] = {
    "format": "pult.scheme",
    "version": 1,
    "inputs": {"wanted": {"unit": "deg"}},
    "outputs": {"speed": {"unit": "rad/s"}},
    "blocks": [
        {"id": "gain", "type": "arithmetic.gain", "parameters": {"k": 2, "kk": 3}},
        {"id": "gain_2", "type": "arithmetic.gain"},
        {"id": "pd", "type": "control.pd", "parameters": {"kp": 4, "kdd": 1}},
        {"id": "typo", "type": "arithmetic.gian"},
        {"id": "norm", "type": "vector.norm"},
        {"id": "not", "type": "logic.not"},
    ],
    "wires": [
        {"from": "gain.y", "to": "gain_2.x"},
        {"from": "wanted", "to": "pd.wanted"},
        {"from": "gian_2.y", "to": "pd.angle"},
        {"from": "not.y", "to": "gain.x"},
        {"from": "gain_2.out", "to": "norm.x"},
    ],
}
LOOPED: dict[str, Any] = {
    "format": "pult.scheme",
    "version": 1,
    "inputs": {"wanted": {"unit": "rad"}},
    "outputs": {"out": {"unit": "rad"}},
    "blocks": [
        {"id": "difference", "type": "arithmetic.sum", "parameters": {"signs": "+-"}},
        {"id": "gain", "type": "arithmetic.gain"},
        {"id": "gain_2", "type": "arithmetic.gain"},
    ],
    "wires": [
        {"from": "wanted", "to": "difference.x1"},
        {"from": "difference.y", "to": "gain.x"},
        {"from": "gain.y", "to": "gain_2.x"},
        {"from": "gain_2.y", "to": "difference.x2"},
        {"from": "gain_2.y", "to": "out"},
    ],
}
BACK = "gain_2.y -> difference.x2"
MOST = 30
"""More remedies than the faulty scheme needs."""


def _put(studio: Studio, name: str, document: dict[str, Any]) -> None:
    folder = studio.project / "schemes"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.scheme.json").write_text(json.dumps(document), encoding="utf-8")


def _saved(studio: Studio, name: str) -> dict[str, Any]:
    text = (studio.project / "schemes" / f"{name}.scheme.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def _errors(page: Page) -> Locator:
    return page.get_by_test_id("problem").filter(has_text="Error")


def test_every_error_has_a_remedy_and_each_is_one_step_of_undo(arrive: Callable[..., Person], studio: Studio) -> None:
    _put(studio, "faulty", FAULTY)
    page = arrive("/design/faulty", width=1440, height=900).page
    expect(_errors(page).first).to_be_visible(timeout=acts.SOON)
    at_first = _errors(page).count()
    remedies = page.locator("[data-testid^=fix-]")
    undo = page.get_by_test_id("undo")
    steps: list[str] = []
    while remedies.count() and len(steps) < MOST:
        before = undo.get_attribute("aria-label"), page.get_by_test_id("problems").inner_text()
        remedies.first.click()
        acts.until(
            page,
            lambda before=before: (
                (undo.get_attribute("aria-label"), page.get_by_test_id("problems").inner_text()) != before
            ),
            "the remedy is made",
        )
        steps.append(str(undo.get_attribute("aria-label")))
        expect(page.get_by_test_id("checked")).to_have_attribute("data-current", "true", timeout=acts.SOON)
    assert len(steps) < MOST
    expect(_errors(page)).to_have_count(0, timeout=acts.SOON)
    assert "Undo: rename pd.kdd to kd" in steps
    assert "Undo: insert To radians" in steps
    for _ in steps:
        undo.click()
    expect(_errors(page)).to_have_count(at_first, timeout=acts.SOON)
    expect(undo).to_have_attribute("aria-disabled", "true")


def test_a_delay_breaks_a_loop_where_it_leads_back(arrive: Callable[..., Person], studio: Studio) -> None:
    _put(studio, "looped", LOOPED)
    page = arrive("/design/looped", width=1440, height=900).page
    page.get_by_test_id("fix-delay").click(timeout=acts.SOON)
    expect(page.get_by_test_id("problems")).to_contain_text("No problems", timeout=acts.SOON)
    page.keyboard.press("Control+s")
    acts.until(page, lambda: len(_saved(studio, "looped")["blocks"]) == len(LOOPED["blocks"]) + 1, "it is saved")
    wires = {(wire["from"], wire["to"]) for wire in _saved(studio, "looped")["wires"]}
    assert {("gain_2.y", "unit_delay.x"), ("unit_delay.y", "difference.x2")} <= wires
    assert ("gain.y", "gain_2.x") in wires


def test_a_wire_is_bent_by_hand_kept_with_the_drawing_and_straightened(
    arrive: Callable[..., Person], studio: Studio
) -> None:
    _put(studio, "bent", LOOPED)
    page = arrive("/design/bent", width=1440, height=900).page
    path = page.get_by_test_id(f"wire-{BACK}").locator("path").first
    expect(path).to_be_attached(timeout=acts.SOON)
    acts.at_rest(page, page.locator("[data-testid=canvas] .react-flow__node"))
    x, y = path.evaluate(
        """(path) => {
          const { x, y } = path.getPointAtLength(path.getTotalLength() / 2), at = path.getScreenCTM();
          return [x * at.a + at.e, y * at.d + at.f];
        }"""
    )
    page.mouse.click(x, y)
    handles = page.get_by_test_id("bend-handle")
    expect(handles.first).to_be_visible()
    lowest = max(range(handles.count()), key=lambda n: acts.middle(handles.nth(n))[1])
    begin = acts.middle(handles.nth(lowest))
    page.mouse.move(*begin)
    page.mouse.down()
    page.mouse.move(begin[0], begin[1] + 30, steps=3)
    page.mouse.move(begin[0], begin[1] + 72, steps=3)
    page.mouse.up()
    moved = acts.middle(handles.nth(lowest))
    assert abs(moved[1] - begin[1] - 72) <= 8, "it stands where it was let go, on the nearest lane"

    page.keyboard.press("Control+s")
    acts.until(page, lambda: BACK in _saved(studio, "bent").get("ui", {}).get("wires", {}), "the bends are saved")
    page.keyboard.press("Control+z")
    acts.until(page, lambda: abs(acts.middle(handles.nth(lowest))[1] - begin[1]) < 2, "one step takes the drag back")
    page.keyboard.press("Control+Shift+z")
    acts.until(page, lambda: abs(acts.middle(handles.nth(lowest))[1] - moved[1]) < 2, "and another brings it again")
    page.mouse.dblclick(*moved)
    acts.until(page, lambda: abs(acts.middle(handles.nth(lowest))[1] - begin[1]) < 2, "a double click straightens it")
    page.keyboard.press("Control+s")
    acts.until(page, lambda: "wires" not in _saved(studio, "bent").get("ui", {}), "nothing is kept of it")
