"""What axe-core finds on every page, light and dark: contrast, names, roles."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pult.exercise.exercise import load_exercise
from pult.exercise.run import run_attempt
from pult.pilot import find_pilot
from tests.browser import acts
from tests.browser.conftest import Person, Studio, end_studio, start_studio

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
RULES = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}}
RECORD = "two-link-reach-20260102-030405.mcap"
PAGES = {
    "/": f"[data-testid=exercise-{acts.EXERCISE}]",
    "/design": "[data-testid=scheme-two-link-command]",
    "/design/two-link-command": "[data-testid=input-joystick]",
    f"/plots?record={RECORD}": "[data-testid=plots-card]",
    f"/review/{RECORD}": "[data-testid=review-timeline]",
    "/sweeps": "main h1, main h2, main button",
    "/procedure": "main h1, main button",
    "/mango": "main h1, main button",
    "/zones": "main h1, main button",
    "/help": "[data-testid=help-page] h1",
    f"/operate/{acts.EXERCISE}": "[data-testid=task-card]",
}
"""Addresses of the pages, and what is there once they are ready."""


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    """A studio with a record to look at."""
    project = tmp_path_factory.mktemp("project")
    (project / "records").mkdir()
    run_attempt(
        load_exercise(acts.EXERCISE), find_pilot(acts.EXERCISE, "command"), 2, record=project / "records" / RECORD
    )
    started = start_studio(project)
    yield started
    end_studio(started)


def faults_of(page: Page) -> list[str]:
    """What axe-core finds: the rule, the element, and why."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate(f"axe.run(document, {json.dumps(RULES)})")
    return [
        f"{rule['id']}: {node['html'][:160]} {' '.join(node['failureSummary'].split())[:300]}"
        for rule in found["violations"]
        for node in rule["nodes"]
        # the digit on a joint is the key that selects it, and no part of its name
        if not (rule["id"] == "label-content-name-mismatch" and "data-mark" in node["html"])
    ]


@pytest.mark.validate
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_wrong_on_any_page(arrive: Callable[..., Person], theme: str) -> None:
    page = arrive("/", width=1440, height=900, color_scheme=theme, reduced_motion="reduce").page
    origin = page.evaluate("window.location.origin")
    found: list[str] = []
    for path, ready in PAGES.items():
        page.goto(origin + path)
        expect(page.locator(ready).first).to_be_visible(timeout=acts.SOON)
        page.wait_for_timeout(1000)  # colours that fade in, lists that arrive
        found += [f"{path}: {fault}" for fault in faults_of(page)]
    acts.end_sessions(page)
    assert not found, "\n".join(found)
