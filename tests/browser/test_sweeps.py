"""Sweeps in a real browser: a new one is written, runs to its end, and a failed run is watched in Review."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.acts import READY
from tests.browser.conftest import Person

NAME = "time-allowed"


def test_a_sweep_is_written_run_and_a_failed_run_is_watched(arrive: Callable[..., Person]) -> None:
    page = arrive("/").page
    page.get_by_role("link", name="Sweeps").click()
    page.get_by_role("button", name="New sweep").click()
    page.get_by_role("combobox", name="Exercise").select_option("two-link-reach")
    page.get_by_role("textbox", name="Name", exact=True).fill(NAME)
    seeds = page.get_by_role("textbox", name="Seeds")
    seeds.fill("three")
    expect(page.get_by_text("write FIRST:END")).to_be_visible(timeout=READY)
    seeds.fill("3,5")
    page.get_by_test_id("add-varied").click()
    page.get_by_label("Name 1").fill("exercise:durations.x")
    page.get_by_label("Values 1").fill("1, 120")
    expect(page.get_by_text("there is no 'durations'")).to_be_visible(timeout=READY)
    page.get_by_label("Name 1").fill("exercise:duration")
    expect(page.get_by_test_id("sweep-verdict")).to_have_attribute("data-right", "true", timeout=READY)
    expect(page.get_by_test_id("sweep-runs")).to_have_text("4")
    page.get_by_test_id("start-sweep").click()

    expect(page).to_have_url(re.compile(f"/sweeps/{NAME}$"))
    expect(page.get_by_test_id("sweep-state")).to_have_attribute("data-state", "done", timeout=READY)
    expect(page.get_by_test_id("sweep-done")).to_have_text("4 of 4")
    expect(page.get_by_test_id("sweep-rate")).to_have_text("50\u00a0%")
    expect(page.get_by_test_id("sweep-picture").first).to_be_visible(timeout=READY)
    page.get_by_test_id("sweep-cause").first.click()
    runs = page.get_by_test_id("sweep-run")
    expect(runs).to_have_count(2)
    page.get_by_role("radio", name="All").click()
    expect(page.get_by_test_id("sweep-run").first).to_be_visible()
    page.get_by_role("radio", name="Not done").click()
    expect(runs).to_have_count(2)
    runs.first.get_by_test_id("review-run").click()
    expect(page).to_have_url(re.compile(r"/review/time-allowed-run-[0-9a-f]{16}\.mcap"), timeout=READY)
    expect(page.get_by_test_id("review")).to_be_visible()

    page.get_by_role("link", name="Sweeps").click()  # where it was left
    page.get_by_test_id("remove-sweep").click()
    expect(page.get_by_text("its results (4 runs")).to_be_visible()
    page.get_by_test_id("remove-sweep-yes").click()
    expect(page).to_have_url(re.compile("/sweeps$"))
