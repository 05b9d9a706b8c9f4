"""Parts in the editor: looked at where they are used, opened by themselves, made one's own."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser import acts
from tests.browser.conftest import Person, Studio

HEAD = {"format": "pult.scheme", "version": 1}
PART: dict[str, Any] = {
    **HEAD,
    "description": "Twice as much.",
    "inputs": {"x": {"unit": "?a"}},
    "outputs": {"y": {"unit": "?a"}},
    "blocks": [{"id": "factor", "type": "arithmetic.gain", "parameters": {"k": 2.0}}],
    "wires": [{"from": "x", "to": "factor.x"}, {"from": "factor.y", "to": "y"}],
}
USER: dict[str, Any] = {
    **HEAD,
    "inputs": {"u": {"unit": "V"}},
    "outputs": {"v": {"unit": "V"}},
    "blocks": [{"id": "first", "type": "scheme.law"}, {"id": "second", "type": "scheme.law"}],
    "wires": [
        {"from": "u", "to": "first.x"},
        {"from": "first.y", "to": "second.x"},
        {"from": "second.y", "to": "v"},
    ],
    "uses": {"law": "browser-doubling"},
}


def _saved(studio: Studio, name: str) -> dict[str, Any]:
    text = (studio.project / "schemes" / f"{name}.scheme.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def _in_order(page: Page) -> None:
    expect(page.get_by_text("No problems. The scheme can run.")).to_be_visible(timeout=acts.SOON)


def test_a_part_is_looked_at_where_it_is_used_and_made_ones_own_in_one_step(
    arrive: Callable[..., Person], studio: Studio
) -> None:
    for name, document in (("browser-doubling", PART), ("browser-user", USER)):
        file = studio.project / "schemes" / f"{name}.scheme.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(document), encoding="utf-8")
    page = arrive("/design/browser-user", width=1440, height=900).page
    page.get_by_test_id("block-first").click(timeout=acts.SOON)
    _in_order(page)
    sheet = page.get_by_test_id("sheet")
    expect(sheet).to_contain_text("Part browser-doubling")

    # inside it can be looked at, and nothing changes it
    page.get_by_test_id("open-subscheme").click()
    banner = page.get_by_test_id("part-banner")
    expect(banner).to_contain_text("browser-doubling")
    expect(page.get_by_test_id("block-factor")).to_be_visible()
    page.get_by_test_id("block-factor").click()
    expect(sheet.get_by_test_id("sheet-name")).to_be_disabled()
    page.keyboard.press("Delete")
    expect(page.get_by_test_id("block-factor")).to_be_visible()
    expect(page.get_by_test_id("undo")).to_be_disabled()

    # saving the scheme that uses it keeps its name alone
    page.keyboard.press("Escape")
    page.get_by_test_id("make-mine").click()
    expect(banner).to_have_count(0)
    expect(page.get_by_test_id("undo")).to_be_enabled()
    page.get_by_test_id("undo").click()
    expect(banner).to_be_visible()
    page.get_by_test_id("redo").click()
    expect(banner).to_have_count(0)
    _in_order(page)
    page.keyboard.press("Control+s")
    acts.until(page, lambda: "schemes" in _saved(studio, "browser-user"), "it is saved")
    mine = _saved(studio, "browser-user")
    assert "uses" not in mine and mine["schemes"]["law"]["blocks"] == PART["blocks"]
    assert _saved(studio, "browser-doubling") == PART


def test_a_part_says_who_uses_it_and_its_change_reaches_them(arrive: Callable[..., Person], studio: Studio) -> None:
    for name, document in (("browser-halving", PART), ("browser-halved", {**USER, "uses": {"law": "browser-halving"}})):
        file = studio.project / "schemes" / f"{name}.scheme.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(document), encoding="utf-8")
    page = arrive("/design/browser-halved", width=1440, height=900).page
    page.get_by_test_id("block-first").click(timeout=acts.SOON)
    page.get_by_test_id("open-part").click()
    used = page.get_by_test_id("used-by")
    expect(used).to_contain_text("Used by: browser-halved", timeout=acts.SOON)
    page.get_by_test_id("block-factor").click()
    page.keyboard.press("Delete")
    page.keyboard.press("Control+s")
    acts.until(page, lambda: not _saved(studio, "browser-halving").get("blocks"), "it is saved")
    used.get_by_text("browser-halved").click()
    expect(page.get_by_test_id("problem").first).to_be_visible(timeout=acts.SOON)
    assert _saved(studio, "browser-halved")["uses"] == {"law": "browser-halving"}


def test_the_list_shows_parts_apart_from_schemes(arrive: Callable[..., Person]) -> None:
    page = arrive("/design", width=1440, height=900).page
    expect(page.get_by_text("Library: parts for other schemes to use")).to_be_visible(timeout=acts.SOON)
    expect(page.get_by_test_id("scheme-force-law")).to_be_visible()
