"""Plots of a running session: signals are chosen, watched, held and saved as a table."""

import csv
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import acts
from tests.browser.conftest import Person


def _value(page: Page, signal: str) -> str:
    return page.locator(f"[data-signal='{signal}'] [data-testid=plot-value]").inner_text()


def test_a_signal_is_plotted_held_and_saved_as_a_table(arrive: Callable[..., Person], tmp_path: Path) -> None:
    page = arrive(f"/operate/{acts.EXERCISE}", witness=True).page
    acts.wait_ready(page)
    acts.go_on(page)
    acts.select_hand(page)
    page.get_by_role("navigation", name="Workspaces").get_by_role("link", name="Plots").click()
    board = page.get_by_test_id("plots-board")
    expect(board).to_be_visible(timeout=acts.SOON)
    page.get_by_test_id("plots-add-chart").click()
    card = page.get_by_test_id("plots-card").last
    expect(card).to_contain_text("Add a signal")
    card.get_by_test_id("plots-add").click()
    picker = page.get_by_test_id("signal-picker")
    picker.get_by_label("Find a signal").fill("sensor.angles")
    picker.locator("[data-signal='sensor.angles']").click()
    page.keyboard.press("Escape")
    lines = card.get_by_test_id("plot-line")
    expect(lines).to_have_count(2)
    expect(card.get_by_test_id("chart").locator("canvas").first).to_be_visible()
    signals = lines.evaluate_all("(all) => all.map((one) => one.dataset.signal)")
    acts.until(page, lambda: re.search(r"\d", card.get_by_test_id("plot-value").first.inner_text()), "a value is shown")

    # the arm is moved meanwhile
    page.get_by_role("navigation", name="Workspaces").get_by_role("link", name="Operate").click()
    acts.wait_ready(page)
    acts.go_on(page)
    acts.select_hand(page)
    begin = acts.hand(page)
    with acts.Stick(page) as stick:

        def moves() -> bool:
            if acts.held_up(page):
                acts.go_on(page)
                stick.again()
            stick.push(-0.5, 0.3)
            return abs(acts.hand(page)[0] - begin[0]) > 0.02

        acts.until(page, moves, "the hand moves")
    page.get_by_role("navigation", name="Workspaces").get_by_role("link", name="Plots").click()
    card = page.get_by_test_id("plots-card").last
    acts.until(page, lambda: re.search(r"\d", card.get_by_test_id("plot-value").first.inner_text()), "a value is shown")

    page.get_by_test_id("plots-pause").click()
    expect(page.get_by_test_id("plots-pause")).to_have_attribute("aria-pressed", "true")
    page.wait_for_timeout(500)  # figures are written ten times a second: the last one before the hold may still come
    held = card.get_by_test_id("plot-value").all_inner_texts()
    count = acts.frames(page)
    acts.until(page, lambda: acts.frames(page) > count + 10, "frames go on to come")
    assert card.get_by_test_id("plot-value").all_inner_texts() == held, "held plots go on"

    page.get_by_test_id("plots-export").click()
    everything = page.get_by_role("menuitem", name="everything")
    path = acts.downloaded(page, everything.click, tmp_path)
    with path.open(newline="", encoding="utf-8") as file:
        head, *rows = list(csv.reader(file))
    assert head[0] == "time [s]"
    columns = [head.index(f"{signal} [rad]") for signal in signals]
    assert len(rows) > 20
    times = [float(row[0]) for row in rows]
    assert times == sorted(set(times)), "rows are not in the order of time"
    for column in columns:
        values = [float(row[column]) for row in rows if row[column]]
        assert len(values) > 20
        assert max(values) - min(values) > 0.005, "the arm moved, its angle did not"
    shown = float(_value(page, signals[0]).replace("−", "-"))
    last = [float(row[columns[0]]) for row in rows if row[columns[0]]]
    # people see degrees, a table has radians
    assert min(abs(shown - value * 57.29578) for value in last) == pytest.approx(0.0, abs=0.2)
    page.get_by_test_id("plots-pause").click()
    expect(page.get_by_test_id("plots-pause")).to_have_attribute("aria-pressed", "false")
