"""Parts in the editor: added from the palette, looked at where they are used, opened by themselves, made one's own."""

import json
import re
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


def test_a_part_is_added_from_the_palette_and_its_last_use_takes_it_out(
    arrive: Callable[..., Person], studio: Studio
) -> None:
    name = "browser-adding"
    file = studio.project / "schemes" / f"{name}.scheme.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({**HEAD, "notes": [{"text": "Parts go here."}]}), encoding="utf-8")
    page = arrive(f"/design/{name}", width=1440, height=900).page
    palette = page.get_by_test_id("palette")
    part = palette.get_by_test_id("palette-part.torso-weights")
    palette.locator("[data-family=part]").click(timeout=acts.SOON)

    # with the pointer
    box = page.locator("[data-canvas]").bounding_box()
    assert box is not None
    part.hover()
    page.mouse.down()
    page.mouse.move(box["x"] + 300, box["y"] + 200, steps=4)
    page.mouse.up()
    block = page.get_by_test_id("block-torso-weights")
    expect(block).to_be_visible()
    expect(page.get_by_test_id("sheet")).to_contain_text("Part torso-weights")

    # by the keys: found by what it does, placed with Enter
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.keyboard.type("torso-weights")
    page.keyboard.press("Enter")
    second = page.get_by_test_id("block-torso-weights_2")
    expect(second).to_be_visible()
    page.keyboard.press("Control+s")
    acts.until(page, lambda: len(_saved(studio, name).get("blocks", [])) == 2, "it is saved")
    assert _saved(studio, name)["uses"] == {"torso-weights": "torso-weights"}

    # the last use takes the entry along, and undo brings both back
    for one in (second, block):
        one.click()
        page.keyboard.press("Delete")
        expect(one).to_have_count(0)
    page.keyboard.press("Control+s")
    acts.until(page, lambda: "uses" not in _saved(studio, name), "it is saved")
    page.get_by_test_id("undo").click()
    expect(block).to_be_visible()
    page.keyboard.press("Control+s")
    acts.until(page, lambda: len(_saved(studio, name).get("blocks", [])) == 1, "it is saved")
    assert _saved(studio, name)["uses"] == {"torso-weights": "torso-weights"}


def test_a_part_whose_units_are_open_says_why_it_does_not_run(arrive: Callable[..., Person]) -> None:
    page = arrive("/design/force-law", width=1440, height=900).page
    why = "the units of wanted, applied, y, error are left to them. It does not run by itself."
    expect(page.get_by_test_id("problems")).to_contain_text(why, timeout=acts.SOON)
    run = page.get_by_test_id("run")
    expect(run).to_have_attribute("aria-disabled", "true")
    expect(run).to_have_accessible_description(re.compile(re.escape(why)))
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("region", name="Messages")).to_contain_text(why)
    expect(page.get_by_test_id("run-confirm")).to_have_count(0)


def test_the_list_shows_parts_apart_from_schemes(arrive: Callable[..., Person]) -> None:
    page = arrive("/design", width=1440, height=900).page
    expect(page.get_by_text("Library: parts for other schemes to use")).to_be_visible(timeout=acts.SOON)
    expect(page.get_by_test_id("scheme-force-law")).to_be_visible()
