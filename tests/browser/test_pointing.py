"""A point is picked in the scene for entries of the panel, some of which are folded away."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser import acts
from tests.browser.conftest import Person, Studio

ENTRY = {"type": "entry", "range": [-0.6, 0.6], "unit": "m"}


@pytest.fixture(scope="module")
def studio(own_studio: Studio) -> Studio:
    """A studio whose panel of the two-link arm can pick a point of the world; its height is folded away."""
    file = own_studio.project / "panels/two-link.panel.json"
    panel = json.loads(file.read_text(encoding="utf-8"))
    panel["elements"] |= {f"at_{axis}": ENTRY for axis in "xyz"}
    panel["elements"]["spot"] = {"type": "point", "label": "Pick", "entries": ["at_x", "at_y", "at_z"]}
    panel["folds"] = [{"label": "Height", "elements": ["at_z"]}]
    file.write_text(json.dumps(panel), encoding="utf-8")
    return own_studio


def test_a_click_into_the_scene_sets_the_entries_of_a_point(arrive: Callable[..., Person]) -> None:
    page = arrive(f"/operate/{acts.EXERCISE}?measure=1", witness=True).page
    acts.wait_ready(page)
    expect(page.get_by_test_id("scene")).to_have_attribute("data-ready", "true", timeout=acts.SOON)
    acts.select_hand(page)
    pick, hint = page.get_by_test_id("point-spot"), page.get_by_test_id("pointing")
    height = page.get_by_test_id("entry-at_z").locator("input")
    expect(height).not_to_be_visible()
    page.get_by_text("Height", exact=True).click()
    expect(height).to_be_visible()

    def entries() -> list[float]:
        found = [page.get_by_test_id(f"entry-at_{axis}").locator("input").input_value() for axis in "xyz"]
        return [float(number.replace("−", "-")) for number in found]

    # called off by Esc: the next click selects, as always
    pick.click()
    expect(hint).to_be_visible()
    page.keyboard.press("Escape")
    expect(hint).to_have_count(0)
    assert entries() == [0.0, 0.0, 0.0]

    # the point is on the surface of what is clicked: the forearm, a few centimetres thick
    hand, elbow = acts.hand(page), acts.places(page)["fore"]
    aim = acts.between(elbow, hand, 0.5)
    pick.click()
    expect(pick).to_have_attribute("aria-pressed", "true")
    acts.click_in_scene(page, aim)
    expect(hint).to_have_count(0, timeout=acts.SOON)
    acts.until(page, lambda: any(entries()), "the entries have the point")
    assert max(abs(a - b) for a, b in zip(entries(), aim, strict=True)) < 0.08
    # the session has the same numbers, and the scene marks them
    acts.until(page, lambda: page.locator("[class*=tag]").filter(has_text=" m").count(), "the point is marked")
    # nothing listens to these entries in this scheme, and they say so
    field = page.get_by_test_id("entry-at_x").locator("input")
    expect(field).to_have_attribute("aria-disabled", "true")
    assert field.get_attribute("aria-describedby")
