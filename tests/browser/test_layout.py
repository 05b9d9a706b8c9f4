"""Every screen at three sizes, light and dark, English and Russian: nothing overlaps or is cut, all can be read."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pult.batch.results.file import Head, Row, appending
from pult.exercise.exercise import load_exercise
from pult.exercise.run import run_attempt
from pult.pilot import find_pilot
from tests.browser import acts
from tests.browser.conftest import Person, Studio, end_studio, start_studio

SIZES = ((1440, 900), (1280, 720), (1024, 768))
RECORD = "two-link-reach-20260102-030405.mcap"
FAULTS = (Path(__file__).parent / "faults.js").read_text()

SCREENS = {
    "home": ("/", "exercise-two-link-reach"),
    "operate": (f"/operate/{acts.EXERCISE}", "task-card"),
    "schemes": ("/design", "scheme-two-link-command"),
    "design": ("/design/two-link-command", "input-joystick"),
    "plots": (f"/plots?record={RECORD}", "plots-card"),
    "review": (f"/review/{RECORD}", "review-timeline"),
    "sweeps": ("/sweeps", "sweep-row"),
    "new sweep": ("/sweeps?new=1", "sweep-runs"),
    "sweep": ("/sweeps/many", "sweep-picture"),
}


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    """A studio with a record to look at."""
    project = tmp_path_factory.mktemp("project")
    (project / "records").mkdir()
    run_attempt(
        load_exercise(acts.EXERCISE), find_pilot(acts.EXERCISE, "command"), 2, record=project / "records" / RECORD
    )
    some_results(project / "sweeps" / "many.jsonl")
    started = start_studio(project)
    yield started
    end_studio(started)


def some_results(path: Path) -> None:
    """Results of a sweep, as long as it takes to fill a page."""
    vary = {"pd.kp": {"type": "values", "values": [2.0, 20.0]}, "pd.kd": {"type": "values", "values": [0.1, 0.3]}}
    plan = {"format": "pult.sweep", "version": 1, "exercise": acts.EXERCISE, "seeds": list(range(30)), "vary": vary}
    points = [(seed, kp, kd) for kp in (2.0, 20.0) for kd in (0.1, 0.3) for seed in range(20)]
    rows = [
        Row(
            key=f"{number:016x}", seed=seed, values={"pd.kp": kp, "pd.kd": kd}, success=number % 3 > 0, points=50.0 + seed,
            reason="success", cause="" if number % 3 else f"limit 'broken-{number % 4}' in stage 'target1'", time=20.0 * kd,
        )
        for number, (seed, kp, kd) in enumerate(points)
    ]  # fmt: skip
    with appending(path, Head(sweep=plan, pilot="semi-automatic", variant="semi-automatic")) as file:
        file.append(rows)


def _switch(page: Page, language: str, theme: str) -> None:
    """Language and theme by the menus of the top bar, as a person does."""
    for button, item in ((r"^(Language|Язык)", language), (r"^(Theme|Оформление)", theme)):
        page.get_by_role("banner").get_by_role("button", name=re.compile(button)).click()
        page.get_by_role("menu").get_by_text(re.compile(item)).click()


@pytest.mark.parametrize("screen", SCREENS)
def test_nothing_overlaps_overflows_or_fades(arrive: Callable[..., Person], screen: str) -> None:
    path, sign = SCREENS[screen]
    page = arrive(path, color_scheme="light").page
    if screen == "operate":
        acts.wait_ready(page)
    expect(page.get_by_test_id(sign).first).to_be_visible(timeout=2 * acts.SOON)
    faults: list[str] = []
    for language, theme in (("English", "Light|Светлое"), ("Русский", "Dark|Тёмное")):
        _switch(page, language, theme)
        page.wait_for_timeout(800)  # colours go over into each other
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.mouse.move(0, 0)
            page.wait_for_timeout(400)  # panes and colours settle
            found = page.evaluate(FAULTS, {"contrast": width == SIZES[0][0], "stop": screen == "operate"})
            faults += [f"{width}x{height} {language} {theme}: {fault}" for fault in found]
    assert not faults, "\n" + "\n".join(dict.fromkeys(faults))
    if screen == "operate":
        acts.end_sessions(page)


def test_tab_reaches_stop(arrive: Callable[..., Person]) -> None:
    page = arrive(f"/operate/{acts.EXERCISE}", width=1280, height=720).page
    acts.wait_ready(page)
    acts.go_on(page)
    page.evaluate("document.activeElement.blur()")
    reached = False
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('[data-stop]') !== null"):
            reached = True
            break
    assert reached, "80 presses of Tab do not come to Stop"
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("stop")).to_have_attribute("data-stopped", "true", timeout=acts.SOON)
    acts.end_sessions(page)
