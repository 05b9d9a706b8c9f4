"""Attempts that are interrupted: the disk is full, or the operator goes away and comes back to begin anew."""

import re
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser import acts
from tests.browser.conftest import Studio

resource = pytest.importorskip("resource")
if sys.platform != "linux":
    pytest.skip("limits of other processes are set on Linux alone", allow_module_level=True)

ROOM = 200 * 1024
"""Longest file that the session may write [bytes]: the beginning of a record and some seconds of it."""


def _descendants(pid: int) -> list[int]:
    found = [int(child) for task in Path(f"/proc/{pid}/task").glob("*/children") for child in task.read_text().split()]
    return found + [below for child in found for below in _descendants(child)]


def test_a_full_disk_is_told_on_the_page_while_the_attempt_goes_on(arrive, studio: Studio):
    page = arrive("/").page
    acts.open_exercise(page)
    for pid in _descendants(studio.process.pid):
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (ROOM, resource.RLIM_INFINITY))
    acts.go_on(page)
    alert = page.get_by_test_id("task-card").get_by_test_id("record-problem")
    acts.until(page, lambda: acts.go_on(page) or alert.count(), "the page says that the record ends early", 120.0)
    expect(alert).to_be_visible()
    expect(alert).to_have_attribute("role", "alert")
    expect(alert).to_contain_text(re.compile("record ends early"))
    [session] = acts.ask(page, "/api/sessions")
    assert session["state"] == "running"
    acts.end_sessions(page)


def test_who_comes_back_may_go_on_or_start_again(arrive):
    page = arrive("/").page
    acts.open_exercise(page)
    acts.go_on(page)
    acts.until(page, lambda: "00:00.0" not in page.get_by_test_id("task-time").inner_text(), "the clock runs")
    [first] = acts.ask(page, "/api/sessions")
    page.goto(page.url.split("/operate")[0] + "/")  # away, as with the browser's own buttons
    card = page.get_by_role("region", name=re.compile("^Continue"))
    card.get_by_test_id("continue").click()
    acts.wait_ready(page)
    assert [session["id"] for session in acts.ask(page, "/api/sessions")] == [first["id"]]

    page.goto(page.url.split("/operate")[0] + "/")
    page.get_by_test_id("start-again").click()
    acts.wait_ready(page)
    [second] = [session for session in acts.ask(page, "/api/sessions") if session["state"] != "ended"]
    assert second["id"] != first["id"] and second["exercise"] == first["exercise"]
    assert {state for _, state in acts.stages(page)} <= {"current", "ahead"}
    expect(page.get_by_test_id("transport")).to_have_attribute("data-state", "ready")  # nothing runs before Start
    acts.end_sessions(page)
