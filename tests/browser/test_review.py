"""Records: listed with their score, played, scrubbed, compared and saved."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pult.exercise.exercise import load_exercise
from pult.exercise.parts import shown_points
from pult.exercise.run import Outcome, run_attempt
from pult.pilot import find_pilot
from pult.record import read_record
from tests.browser import acts
from tests.browser.conftest import Person, Studio, end_studio, start_studio

FIRST, SECOND = "two-link-reach-20260102-030405.mcap", "two-link-reach-20260102-040506.mcap"


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Outcome]]:
    """A project with two records: one in command mode, one semi-automatic."""
    project = tmp_path_factory.mktemp("reviewed")
    (project / "records").mkdir()
    exercise = load_exercise(acts.EXERCISE)
    made = [
        run_attempt(exercise, find_pilot(acts.EXERCISE, way), 2, record=project / "records" / name)
        for way, name in (("command", FIRST), ("semi-automatic", SECOND))
    ]
    return project, made


@pytest.fixture(scope="module")
def studio(outcomes: tuple[Path, list[Outcome]]) -> Iterator[Studio]:
    """A studio of that project."""
    started = start_studio(outcomes[0])
    yield started
    end_studio(started)


def _row(page: Page, name: str):
    return page.locator(f"[data-testid=record][data-name='{name}']")


def _clock(page: Page) -> float:
    minutes, seconds = page.get_by_test_id("review-clock").inner_text().split(":")
    return 60 * int(minutes) + float(seconds)


def test_records_are_listed_played_compared_and_saved(
    arrive: Callable[..., Person], outcomes: tuple[Path, list[Outcome]], tmp_path: Path
) -> None:
    _, (first, second) = outcomes
    assert first.score is not None and second.score is not None
    page = arrive("/review").page
    for name, outcome in ((FIRST, first), (SECOND, second)):
        assert outcome.score is not None
        expect(_row(page, name)).to_contain_text(str(shown_points(outcome.score.points)), timeout=acts.SOON)
    _row(page, FIRST).get_by_test_id("record-open").click()
    expect(_row(page, FIRST)).to_have_attribute("data-as", "a")
    expect(page.get_by_test_id("review-total-a")).to_contain_text(str(shown_points(first.score.points)), timeout=60_000)
    # the poses of a record are computed anew when it is opened first
    expect(page.get_by_test_id("review-preparing")).to_have_count(0, timeout=acts.READY)
    play = page.get_by_test_id("review-play")
    expect(play).not_to_have_attribute("aria-disabled", "true", timeout=60_000)

    assert _clock(page) == 0
    play.click()
    acts.until(page, lambda: _clock(page) > 0.3, "it plays")
    play.click()
    expect(play).to_have_accessible_name("Play")

    # scrubbing by the mouse goes to the share of the time that was pressed
    head = page.get_by_test_id("review-playhead")
    length = float(head.get_attribute("aria-valuemax") or 0)
    assert length == pytest.approx(first.time, abs=0.5)
    box = page.get_by_test_id("review-chart").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.7)
    middle = _clock(page)
    assert 0.2 * length < middle < 0.8 * length
    chart = page.get_by_test_id("review-chart")
    before = chart.inner_text()
    head.focus()
    page.keyboard.press("End")
    assert _clock(page) == pytest.approx(length, abs=0.1)
    acts.until(page, lambda: chart.inner_text() != before, "the chart tells the value there")
    page.keyboard.press("Home")
    assert _clock(page) == 0

    # signs of events lead to their moment
    page.get_by_test_id("review-next-event").click()
    assert _clock(page) > 0
    event = page.get_by_test_id("review-event").last
    event.click()
    assert _clock(page) > middle

    _row(page, SECOND).get_by_test_id("record-tick").click()
    expect(_row(page, SECOND)).to_have_attribute("data-as", "b")
    expect(page.get_by_test_id("review-total-b")).to_contain_text(str(shown_points(second.score.points)), timeout=60_000)
    by = abs(shown_points(first.score.points) - shown_points(second.score.points))
    difference = page.get_by_test_id("review-difference")
    expect(difference).to_be_visible()
    if by > 1:
        expect(difference).to_contain_text("better" if first.score.points > second.score.points else "worse")
    expect(page.get_by_test_id("review-legend").get_by_role("listitem")).to_have_count(2)

    page.get_by_test_id("review-export").click()
    saved = acts.downloaded(page, page.get_by_role("menuitem", name="Record (MCAP)").click, tmp_path)
    read = read_record(saved)
    assert len(read.rows) == len(read_record(first.record).rows)
