"""Photographs every screen of the studio at several sizes, light and dark, in English and Russian, to be looked at:
python docs/look_at_screens.py [--few] [SCREEN ...].

The pictures go to build/screens with a sheet for each screen; what scrolls sideways is told. With --few
each screen is taken at each size once, with colours and languages in turn.
"""

import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from make_screens import PATIENCE, records
from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Page, TimeoutError, sync_playwright

ROOT = Path(__file__).resolve().parents[1]

from benchmarks.chromium import find_browser, flags
from benchmarks.studio_server import MeasuredStudio, measured_studio

OUT = ROOT / "build/screens"
SIZES = ((1440, 900), (1280, 720), (1920, 1080), (390, 844))
COLOURS = ("light", "dark")
LANGUAGES = {"en": "en-GB", "ru": "ru-RU"}
SETTLED = 1500
"""Time for what is drawn last [ms]."""
CELL = 640
"""Largest edge of a picture on a sheet [px]."""


class Screen(NamedTuple):
    """A screen to look at.

    Attributes:
        path: Its address.
        ready: Test id of what is there when it can be looked at; empty to wait for the network alone.
        act: Test ids of what is pressed before it is looked at.
    """

    path: str
    ready: str = ""
    act: tuple[str, ...] = ()


def screens(command: str, semi: str) -> dict[str, Screen]:
    """All screens by name; records are named by who drove."""
    return {
        "home": Screen("/", "exercise-two-link-reach"),
        "operate": Screen("/operate/two-link-reach", "task-card"),
        "operate-plots": Screen("/operate/two-link-reach", "task-card", ("plots-toggle",)),
        "operate-demo": Screen("/operate/two-link-reach", "task-card", ("demo",)),
        "operate-biped": Screen("/operate/biped-walk", "task-card"),
        "design": Screen("/design"),
        "editor": Screen("/design/two-link-semi-automatic?exercise=two-link-reach", "editor"),
        "panel-editor": Screen("/design?panel=two-link"),
        "tunnel": Screen("/design?tunnel=snake-tunnel", "tunnel-ok"),
        "program": Screen("/design?program=prm1-show", "program-ok"),
        "procedure": Screen("/procedure/massage-back", "rehearse"),
        "mango": Screen("/mango", "work-space"),
        "plots": Screen(f"/plots?record={semi}", "plots-board"),
        "plots-empty": Screen("/plots"),
        "review": Screen(f"/review/{semi}?with={command}", "scene"),
        "sweeps": Screen("/sweeps"),
        "help": Screen("/help"),
        "nowhere": Screen("/nowhere"),
    }


def variants(few: bool) -> Iterator[tuple[str, str, tuple[int, int]]]:
    """Language, colours and size, one after another."""
    if few:
        yield from zip(("en", "ru", "ru", "en"), ("light", "dark", "light", "dark"), SIZES, strict=True)
        return
    for language in LANGUAGES:
        for colours in COLOURS:
            for size in SIZES:
                yield language, colours, size


def photograph(page: Page, address: str, screen: Screen) -> bytes:
    """Open a screen, do what it takes, and photograph it."""
    page.goto(address + screen.path)
    try:
        if screen.ready:
            page.get_by_test_id(screen.ready).first.wait_for(timeout=PATIENCE)
        for name in screen.act:
            page.locator(f'[data-testid="{name}"]:not([aria-disabled=true])').first.click(timeout=20_000)
    except TimeoutError:
        print(f"{screen.path}: what was waited for did not come", flush=True)
    page.wait_for_timeout(SETTLED)
    wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    if wide > 0:
        print(f"{screen.path}: scrolls sideways by {wide} px at {page.viewport_size}", flush=True)
    return page.screenshot()


def sheet(pictures: Sequence[tuple[str, Path]], path: Path) -> None:
    """One picture of many, with their names, two in a row."""
    cells = []
    for name, file in pictures:
        picture: Any = Image.open(file).convert("RGB")
        picture.thumbnail((CELL, CELL))
        cells.append((name, picture))
    columns = 4
    rows = [cells[at : at + columns] for at in range(0, len(cells), columns)]
    heights = [20 + max(picture.height for _, picture in row) for row in rows]
    width = max(sum(picture.width + 8 for _, picture in row) for row in rows)
    whole = Image.new("RGB", (width, sum(heights)), "white")
    draw, top = ImageDraw.Draw(whole), 0
    for row, height in zip(rows, heights, strict=True):
        left = 0
        for name, picture in row:
            draw.text((left + 4, top + 4), name, fill="black")
            whole.paste(picture, (left, top + 20))
            left += picture.width + 8
        top += height
    whole.save(path)


def look(browser: Browser, studio: MeasuredStudio, wanted: dict[str, Screen], few: bool) -> None:
    """Photograph the screens in all variants, and make the sheets."""
    first = browser.new_context()
    first.new_page().goto(studio.ticket)
    taken: dict[str, list[tuple[str, Path]]] = {}
    for language, colours, (width, height) in variants(few):
        context = browser.new_context(
            viewport={"width": width, "height": height}, locale=LANGUAGES[language], color_scheme=colours
        )
        context.add_cookies(first.cookies())
        for name, screen in wanted.items():
            page = context.new_page()
            file = OUT / f"{name}-{language}-{colours}-{width}.png"
            file.write_bytes(photograph(page, studio.address, screen))
            taken.setdefault(name, []).append((f"{name} {language} {colours} {width}x{height}", file))
            page.close()
            if screen.act:  # what was done there is not seen on the next one
                for session in studio.ask("GET", "/api/sessions"):
                    studio.ask("DELETE", f"/api/sessions/{session['id']}?force=1")
        context.close()
    for name, pictures in taken.items():
        sheet(pictures, OUT / f"sheet-{name}.png")


def main(arguments: Sequence[str]) -> None:
    names = [name for name in arguments if name != "--few"]
    OUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        project = Path(folder)
        known = screens(*records(project))
        if unknown := [name for name in names if name not in known]:
            raise SystemExit(f"there is no screen {', '.join(unknown)}; there are {', '.join(known)}.")
        browser = playwright.chromium.launch(executable_path=find_browser(), args=flags())
        with measured_studio(project) as studio:
            look(browser, studio, {name: known[name] for name in names or known}, "--few" in arguments)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
