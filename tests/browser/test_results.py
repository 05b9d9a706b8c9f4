"""Results: what is shown of an attempt adds up, and what was broken is named with time and place."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser import acts
from tests.browser.conftest import Person, Studio

EXERCISE = "strict"


@pytest.fixture(scope="module")
def studio(own_studio: Studio) -> Studio:
    """A studio with an exercise whose limits are broken as soon as the hand moves."""
    away = {"type": "shift", "thing": "hand"}
    document = {
        "format": "pult.exercise",
        "version": 1,
        "name": EXERCISE,
        "base": acts.EXERCISE,
        "title": {"en": "Strict", "ru": "Строго"},
        "limits": [
            {
                "name": "hasty",
                "title": {"en": "Moved at all", "ru": "Сдвиг"},
                "severity": "penalty",
                "points": 7,
                "condition": {**away, "above": 0.005, "title": {"en": "shift", "ru": "сдвиг"}},
            },
            {
                "name": "far",
                "title": {"en": "Moved too far", "ru": "Слишком далеко"},
                "severity": "fail",
                "condition": {**away, "above": 0.03, "title": {"en": "shift", "ru": "сдвиг"}},
            },
        ],
    }
    folder = own_studio.project / "exercises"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{EXERCISE}.exercise.json").write_text(json.dumps(document), encoding="utf-8")
    return own_studio


def _number(text: str) -> int:
    """The first number of a text, with the page's minus sign."""
    found = re.search(r"[−-]?\d+", text)
    assert found, text
    return int(found.group().replace("−", "-"))


def _break_a_limit(page: Page) -> None:
    """Push the stick until the attempt ends."""
    acts.wait_ready(page)
    acts.go_on(page)
    acts.select_hand(page)
    score = page.get_by_test_id("score-card")
    with acts.Stick(page) as stick:

        def ended() -> bool:
            if score.count():
                return True
            if acts.held_up(page):
                stick.push(0, 0)
                acts.go_on(page)
                stick.again()
            stick.push(-1, 0)
            return False

        acts.until(page, ended, "the limit ends the attempt")


def test_a_broken_limit_is_named_with_time_and_place_and_all_figures_agree(arrive: Callable[..., Person]) -> None:
    page = arrive(f"/operate/{EXERCISE}", witness=True, width=1440, height=900).page
    _break_a_limit(page)
    score = page.get_by_test_id("score-card")
    expect(score.get_by_role("heading")).to_have_text("Not done")
    expect(score).to_contain_text("Ended by a broken limit: Moved too far.")
    broken = page.get_by_test_id("score-broken")
    expect(broken).to_have_count(2)
    for row, title, allowed in ((broken.first, "Moved at all", "5 mm"), (broken.last, "Moved too far", "30 mm")):
        expect(row).to_contain_text(title)
        expect(row).to_contain_text(re.compile(r"\d\d:\d\d\.\d · in “Target 1” · at \(−?\d+\.\d\d; .*\)\sm"))
        expect(row).to_contain_text(re.compile(rf"shift [\d.]+\smm \(max {allowed.replace(' ', chr(92) + 's')}\)"))
    expect(broken.first).to_contain_text("−7")
    expect(broken.last).to_contain_text("ended the attempt")

    # the parts add up to the score, which is the same everywhere
    expect(page.get_by_test_id("score-points")).to_have_text("0", timeout=acts.SOON)
    parts = page.get_by_test_id("score-part")
    counted = [one.inner_text().split("\n")[-1] for one in parts.all() if one.get_attribute("data-counts") == "true"]
    assert sum(map(_number, counted)) == 0, counted
    assert any("−7" in one for one in counted), counted
    expect(page.get_by_test_id("score-sum")).to_have_text(re.compile(r"^0\s*/ 100$"))
    expect(page.get_by_test_id("task-score")).to_have_text("0")
    # what would shine green after a failure says that it does not count instead
    uncounted = score.locator("[data-counts=false]")
    expect(uncounted.first).to_contain_text("does not count")
    assert uncounted.locator("i").count() == 0
    expect(page.get_by_test_id("stage-target1")).to_have_attribute("data-state", "failed")
    expect(page.get_by_test_id("task-card").get_by_test_id("reading-value")).to_have_count(0)

    score.get_by_test_id("score-review").click()
    expect(page.get_by_test_id("review-total-a")).to_contain_text("of 100", timeout=60_000)
    listed = page.get_by_test_id("review-parts").locator("li").all_inner_texts()
    assert sum(_number(one.split("\n")[-1]) for one in listed if not one.strip().endswith("–")) == 0, listed
    expect(page.get_by_test_id("review-uncounted")).to_be_visible()
    acts.end_sessions(page)
