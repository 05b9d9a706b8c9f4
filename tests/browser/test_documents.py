"""What every editor of documents does alike: steps with names, drafts, two people at one document, copies."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pult.core.shipped import shipped_file
from tests.browser import acts
from tests.browser.conftest import Person, Studio


def _nudge(page: Page) -> None:
    page.keyboard.press("Control+a")
    page.keyboard.press("ArrowRight")


def _hasten(page: Page) -> None:
    speed = page.get_by_label("Speed", exact=True)
    speed.press("ArrowUp")


@dataclass(frozen=True)
class Kind:
    """A kind of document: where one is edited, how it is changed here and by somebody else."""

    name: str
    path: str
    document: dict[str, Any]
    there: str
    edit: Callable[[Page], None]
    step: str
    buttons: str
    theirs: dict[str, Any]

    def file(self, studio: Studio, name: str = "shared") -> Path:
        """The file of the user."""
        return studio.project / f"{self.name}s" / f"{name}.{self.name}.json"


_BLOCKS = [{"id": "gain", "type": "arithmetic.gain"}, {"id": "twice", "type": "arithmetic.gain"}]
_PLACES = {"blocks": {"gain": {"position": [0, 0]}, "twice": {"position": [200, 0]}}}
_LAMP = {"type": "lamp", "signal": "output.a", "position": [16, 16], "size": [80, 40]}
_PROCEDURE = json.loads(shipped_file("procedure", "massage-arc").read_text(encoding="utf-8"))
KINDS = (
    Kind(
        "scheme",
        "/design/shared",
        {"format": "pult.scheme", "version": 1, "name": "shared", "step": 0.01, "blocks": _BLOCKS, "ui": _PLACES},
        "[data-testid=block-gain]",
        _nudge,
        "Undo: move 2 things",
        "",
        {"step": 0.02},
    ),
    Kind(
        "panel",
        "/design?panel=shared",
        {"format": "pult.panel", "version": 1, "name": "shared", "size": [400, 300], "elements": {"lamp": _LAMP}},
        "[data-panel-board]",
        _nudge,
        "Undo: move lamp",
        "panel-",
        {"size": [420, 300]},
    ),
    Kind(
        "procedure",
        "/procedure/shared",
        {**_PROCEDURE, "name": "shared", "title": "Shared"},
        "[data-testid=surface-map]",
        _hasten,
        "Undo: set “Speed”",
        "",
        {"inserted": 2},
    ),
)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_document_keeps_what_is_not_saved_and_what_somebody_else_saved(
    arrive: Callable[..., Person], studio: Studio, kind: Kind
) -> None:
    file = kind.file(studio)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(kind.document), encoding="utf-8")
    page = arrive(kind.path, width=1600, height=1000).page
    undo, redo = page.get_by_test_id(f"{kind.buttons}undo"), page.get_by_test_id(f"{kind.buttons}redo")

    def saved() -> Any:
        return json.loads(file.read_text(encoding="utf-8"))

    def clean() -> None:
        expect(page.get_by_text("Not saved", exact=True)).to_have_count(0)

    # a step has a name, and is taken back and done again by button and by key
    expect(page.locator(kind.there)).to_be_visible(timeout=acts.SOON)
    expect(undo).to_have_attribute("aria-disabled", "true")
    kind.edit(page)
    expect(undo).to_have_accessible_name(kind.step)
    expect(page.get_by_text("Not saved", exact=True)).to_be_visible()
    undo.click()
    clean()
    redo.click()
    page.evaluate("document.activeElement?.blur()")
    page.keyboard.press("Control+z")
    clean()
    page.keyboard.press("Control+Shift+z")
    expect(page.get_by_text("Not saved", exact=True)).to_be_visible()

    recent = {(thing["kind"], thing["name"]) for thing in acts.ask(page, "/api/recent")}
    assert (kind.name, "shared") in recent

    # what was not saved is offered after a reload
    draft = f"localStorage.getItem('pult.draft.{kind.name}.shared') !== null"
    acts.until(page, lambda: page.evaluate(draft), "the draft is kept")
    page.once("dialog", lambda dialog: dialog.accept())
    page.reload()
    page.get_by_test_id("draft-restore").click(timeout=acts.SOON)
    expect(undo).to_have_accessible_name("Undo: restore the draft")

    # somebody else has saved: theirs are taken, and ours is one step back
    file.write_text(json.dumps({**kind.document, **kind.theirs}), encoding="utf-8")
    page.keyboard.press("Control+s")
    page.get_by_test_id("conflict-theirs").click(timeout=acts.SOON)
    clean()
    expect(undo).to_have_accessible_name("Undo: take the other version")
    assert kind.theirs.items() <= saved().items()
    undo.click()
    page.keyboard.press("Control+s")
    acts.until(page, lambda: not kind.theirs.items() <= saved().items(), "ours is saved over theirs")
    clean()
    assert not page.evaluate(draft)

    # theirs is overwritten, if one wants that
    page.evaluate("document.activeElement?.blur()")
    kind.edit(page)
    file.write_text(json.dumps({**kind.document, **kind.theirs}), encoding="utf-8")
    page.keyboard.press("Control+s")
    page.get_by_test_id("conflict-overwrite").click(timeout=acts.SOON)
    acts.until(page, lambda: not kind.theirs.items() <= saved().items(), "theirs is overwritten")
    clean()

    # and once more: ours is kept beside theirs
    page.evaluate("document.activeElement?.blur()")
    kind.edit(page)
    file.write_text(json.dumps({**kind.document, **kind.theirs}), encoding="utf-8")
    page.keyboard.press("Control+s")
    page.get_by_test_id("conflict-copy").click(timeout=acts.SOON)
    copy = kind.file(studio, "shared-copy")
    acts.until(page, copy.is_file, "the copy is there")
    expect(page).to_have_url(re.compile("shared-copy$"), timeout=acts.SOON)
    assert json.loads(copy.read_text(encoding="utf-8"))["name"] == "shared-copy"
    assert kind.theirs.items() <= saved().items()
    assert not page.evaluate(draft)
