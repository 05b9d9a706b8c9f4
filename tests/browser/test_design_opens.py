"""A scheme opens large enough to read, where its signals come in; long lists fold."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser import acts
from tests.browser.conftest import Person

READABLE = 80
"""Least zoom at which a scheme opens [%]."""


def test_a_scheme_opens_readable_at_the_entry_of_its_signals(arrive: Callable[..., Person]) -> None:
    page = arrive("/design/two-link-semi-automatic", width=1440, height=900).page
    expect(page.get_by_test_id("input-joystick")).to_be_visible(timeout=acts.SOON)
    zoom = page.get_by_test_id("zoom")
    acts.until(page, lambda: int(re.sub(r"\D", "", zoom.inner_text())) >= READABLE, "the scheme is large enough")
    expect(page.get_by_test_id("input-joystick")).to_be_in_viewport()
    expect(page.get_by_test_id("block-hand")).to_contain_text("chain")
    # a long list of inputs shows names alone; one of them unfolds, and all of it folds
    inputs = page.get_by_test_id("scheme-inputs")
    expect(inputs.get_by_label("Unit", exact=True)).to_have_count(0)
    inputs.get_by_role("button", name="Unit, size and kind of angles").click()
    expect(inputs.get_by_label("Unit", exact=True)).to_have_count(1)
    page.get_by_test_id("fold-inputs").click()
    expect(inputs.get_by_role("textbox")).to_have_count(0)
    # seen as a whole, blocks show what they are called, and nothing that could not be read
    page.get_by_test_id("fit").click()
    acts.until(page, lambda: int(re.sub(r"\D", "", zoom.inner_text())) < 60, "the whole scheme is in view")
    expect(page.get_by_test_id("block-pd")).to_be_in_viewport()
    expect(page.get_by_test_id("block-hand")).not_to_contain_text("chain")


def test_a_scheme_without_a_robot_runs_on_a_bench(arrive: Callable[..., Person]) -> None:
    page = arrive("/design/servo", width=1440, height=900, witness=True).page
    page.get_by_test_id("run").click(timeout=acts.READY)
    expect(page.get_by_role("dialog").get_by_role("radio", name="On a bench")).to_have_attribute("aria-checked", "true")
    page.get_by_test_id("run-confirm").click()
    bench = page.get_by_test_id("bench")
    expect(bench).to_be_visible(timeout=acts.READY)
    source = bench.get_by_test_id("source-wanted")
    angle = bench.get_by_test_id("plot-line").filter(has_text="Angle").get_by_test_id("plot-value")

    def degrees() -> float:
        found = re.search(r"[-\u2212]?\d+(\.\d+)?", angle.inner_text())
        return float(found[0].replace("\u2212", "-")) if found else float("nan")

    acts.until(page, lambda: abs(degrees() - 57.3) < 0.5, "the axis turns to 1 rad, the size of the constant")
    size = source.get_by_test_id("entry-wanted").get_by_role("spinbutton")
    size.fill("2")
    size.press("Enter")
    acts.until(page, lambda: abs(degrees() - 114.6) < 0.5, "it follows the source while it runs")
    source.get_by_role("radio", name="Sine").click()
    expect(source.get_by_test_id("entry-wanted_time")).to_be_visible()
    seen: list[float] = []

    def swings() -> bool:
        seen.append(degrees())
        return len(seen) > 6 and max(seen[-6:]) - min(seen[-6:]) > 5.0

    acts.until(page, swings, "it swings")
    bench.get_by_test_id("bench-restart").click()
    acts.until(page, lambda: "reset" in page.evaluate("window.witness.events.map((e) => e.kind)"), "it begins anew")
    source.get_by_role("radio", name="By hand").click()
    expect(source.get_by_test_id("slider-wanted_hand")).to_be_visible()
    acts.until(page, lambda: abs(degrees()) < 1.0, "the hand is in the middle")
    page.get_by_test_id("end-session").click()
    expect(bench).to_have_count(0, timeout=acts.SOON)
    acts.end_sessions(page)
