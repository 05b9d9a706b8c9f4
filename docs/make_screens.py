"""Makes the pictures of the studio, for the docs and for the gallery: python docs/make_screens.py [PICTURE ...].

A studio is started, driven in a browser as a person would, and photographed. Without names all pictures are made.
"""

import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import BrowserContext, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.chromium import find_browser, flags
from benchmarks.studio_server import MeasuredStudio, measured_studio

from pult.core.shipped import shipped_file
from pult.exercise.exercise import load_exercise
from pult.exercise.run import run_attempt
from pult.pilot import find_pilot

ASSETS = ROOT / "docs/assets"
WINDOW = {"width": 1440, "height": 900}
PATIENCE = 240_000
"""Longest time for anything [ms]."""
USUAL = ("Behind", (0, 0), (0, 0), 4)
VIEWS = {
    "two-link-reach": USUAL,
    "two-link-line": USUAL,
    "torso-container": ("Front", (55, 6), (-20, 205), 13),
    "torso-button": ("Behind", (-45, 4), (-130, 150), 14),
}
"""From where an exercise is photographed: preset, then turned and moved by drags [px], then so many steps nearer.

Other exercises have pictures of their own: models/airlock/draw.py, docs/make_massage.py.
"""
Take = Callable[[MeasuredStudio, BrowserContext, str], None]
"""Takes a picture: in which studio, in which browser, and under which name."""
BARE = "body * { visibility: hidden !important } [data-photographed] { visibility: visible !important }"
"""Only the scene is to be seen."""


def save(data: bytes, path: Path, width: int, quality: int = 82) -> None:
    with tempfile.NamedTemporaryFile(suffix=".png") as file:
        file.write(data)
        file.flush()
        picture = Image.open(file.name).convert("RGB")
    picture.thumbnail((width, width))
    picture.save(path, quality=quality, method=6)


def ready(page: Page) -> None:
    page.locator('[data-testid="scene"][data-ready="true"]').wait_for(timeout=PATIENCE)
    page.wait_for_timeout(4000)  # the finer picture of a scene at rest


def look(page: Page, box: Any, preset: str, turn: tuple[int, int], shift: tuple[int, int], nearer: int) -> None:
    """Turn the scene as a hand does."""
    if (preset, turn) != USUAL[:2]:
        page.get_by_test_id("scene-views").get_by_text(preset, exact=True).click()
        page.wait_for_timeout(1500)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    for _ in range(nearer):
        page.mouse.wheel(0, -120)
        page.wait_for_timeout(400)
    for button, (right, down) in (("left", turn), ("right", shift)):
        if right or down:
            page.mouse.move(x, y)
            page.mouse.down(button=button)
            page.mouse.move(x + right, y + down, steps=6)
            page.mouse.up(button=button)
            page.wait_for_timeout(600)


def gallery(studio: MeasuredStudio, context: BrowserContext) -> None:
    for name, view in VIEWS.items():
        page = context.new_page()
        page.set_viewport_size({"width": 1180, "height": 520})
        page.goto(f"{studio.address}/operate/{name}")
        ready(page)
        box = page.locator("[data-testid=scene] canvas").first.bounding_box() or {}
        look(page, box, *view)
        page.locator("[data-testid=scene] canvas").first.evaluate("(canvas) => (canvas.dataset.photographed = '')")
        page.add_style_tag(content=BARE)
        page.wait_for_timeout(3000)
        width = min(box["width"], box["height"] * 16 / 9)
        clip = {
            "x": box["x"] + (box["width"] - width) / 2,
            "y": box["y"],
            "width": width,
            "height": min(box["height"], width * 9 / 16),
        }
        save(page.screenshot(clip=clip), shipped_file("exercise", name).with_name(f"{name}.webp"), 640)
        page.close()
        for session in studio.ask("GET", "/api/sessions"):
            studio.ask("DELETE", f"/api/sessions/{session['id']}")


def operate(studio: MeasuredStudio, context: BrowserContext) -> None:
    page = context.new_page()
    page.goto(f"{studio.address}/operate/two-link-reach")
    ready(page)
    page.get_by_test_id("effector-hand").click()
    page.wait_for_timeout(2000)
    released = page.get_by_test_id("release")
    if released.count():  # a machine that draws in software may be late once
        released.click()
    page.get_by_test_id("start").click()
    box = page.get_by_test_id("stick-joystick").bounding_box() or {}
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 22, y - 18, steps=4)
    page.wait_for_timeout(600)
    page.mouse.move(x + 14, y - 10)
    page.wait_for_timeout(400)
    save(page.screenshot(), ASSETS / "studio-operate.webp", 1440)
    page.mouse.up()
    page.close()


def demonstration(studio: MeasuredStudio, context: BrowserContext) -> None:
    """A pilot that shows an exercise in slow motion."""
    page = context.new_page()
    page.goto(f"{studio.address}/operate/two-link-reach?seed=5&variant=command")
    ready(page)
    page.get_by_role("button", name="Demo", exact=True).click()
    page.get_by_role("region", name="Demonstration").get_by_role("radio", name="0.25×").click(timeout=PATIENCE)
    page.get_by_test_id("demo-doing").filter(has_text="Stick").wait_for(timeout=PATIENCE)
    page.wait_for_timeout(1500)
    save(page.screenshot(), ASSETS / "studio-demo.webp", 1440)
    page.close()


def simple(studio: MeasuredStudio, context: BrowserContext, path: str, test_id: str, name: str) -> None:
    page = context.new_page()
    page.goto(studio.address + path)
    page.get_by_test_id(test_id).first.wait_for(timeout=PATIENCE)
    page.wait_for_timeout(6000)
    save(page.screenshot(), ASSETS / f"{name}.webp", 1440)
    page.close()


def procedure(studio: MeasuredStudio, context: BrowserContext) -> None:
    """A procedure that was rehearsed."""
    page = context.new_page()
    page.goto(f"{studio.address}/procedure/massage-back")
    page.locator('[data-testid="rehearse"]:not([aria-disabled])').click(timeout=PATIENCE)
    page.get_by_test_id("rehearsal").wait_for(timeout=PATIENCE)
    page.wait_for_timeout(2000)
    save(page.screenshot(), ASSETS / "studio-procedure.webp", 1440)
    page.close()


def sweeps(studio: MeasuredStudio, context: BrowserContext) -> None:
    """A sweep that was carried through."""
    plan = {
        "format": "pult.sweep",
        "version": 1,
        "exercise": "two-link-reach",
        "seeds": list(range(8)),
        "vary": {
            "pd.kp": {"type": "values", "values": [2.0, 5.0, 10.0, 20.0, 40.0]},
            "sensor:angles.delay": {"type": "values", "values": [0.0, 0.01, 0.02, 0.03, 0.05]},
        },
    }
    studio.ask("POST", "/api/sweeps", {"name": "gain-and-delay", "sweep": plan})
    page = context.new_page()
    page.goto(f"{studio.address}/sweeps/gain-and-delay")
    page.locator('[data-testid="sweep-state"][data-state="done"]').wait_for(timeout=4 * PATIENCE)
    page.get_by_test_id("sweep-picture").first.wait_for(timeout=PATIENCE)
    page.wait_for_timeout(4000)
    save(page.screenshot(), ASSETS / "studio-sweeps.webp", 1440)
    page.close()


def records(project: Path) -> list[str]:
    """Two attempts by scripted operators, to be reviewed."""
    folder = project / "records"
    folder.mkdir(parents=True, exist_ok=True)
    exercise, found = load_exercise("two-link-reach"), []
    for pilot in ("command", "semi-automatic"):
        path = folder / f"two-link-reach-{pilot}.mcap"
        run_attempt(exercise, find_pilot("two-link-reach", pilot), 3, record=path)
        found.append(path.name)
    return found


def plain(path: str, test_id: str) -> Take:
    """A screen as it is when it has been opened."""

    def take(studio: MeasuredStudio, context: BrowserContext, name: str) -> None:
        simple(studio, context, path, test_id, name)

    return take


def of(act: Callable[[MeasuredStudio, BrowserContext], None]) -> Take:
    """What needs to be done first, in a function of its own."""
    return lambda studio, context, _: act(studio, context)


def pictures(command: str, semi: str) -> dict[str, tuple[str, Take]]:
    """Pictures by name, each with its colours; records are named by who drove."""
    design = "/design/two-link-semi-automatic?exercise=two-link-reach"
    return {
        "gallery": ("light", of(gallery)),
        "operate": ("dark", of(operate)),
        "demo": ("light", of(demonstration)),
        "home": ("light", plain("/", "exercise-two-link-reach")),
        "design": ("light", plain(design, "editor")),
        "plots": ("dark", plain(f"/plots?record={semi}", "plots-board")),
        "tunnel": ("light", plain("/design?tunnel=snake-tunnel", "tunnel-ok")),
        "program": ("light", plain("/design?program=prm1-show", "program-ok")),
        "procedure": ("light", of(procedure)),
        "sweeps": ("light", of(sweeps)),
        "review": ("dark", plain(f"/review/{semi}?with={command}", "scene")),
    }


def main(names: Sequence[str]) -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        project = Path(folder)
        known = pictures(*records(project))
        if unknown := [name for name in names if name not in known]:
            raise SystemExit(f"there is no picture {', '.join(unknown)}; there are {', '.join(known)}.")
        browser = playwright.chromium.launch(executable_path=find_browser(), args=flags())
        with measured_studio(project) as studio:
            contexts = {
                colours: browser.new_context(viewport=WINDOW, locale="en-GB", color_scheme=colours)
                for colours in ("light", "dark")
            }
            contexts["light"].new_page().goto(studio.ticket)
            contexts["dark"].add_cookies(contexts["light"].cookies())
            for name in names or known:
                colours, take = known[name]
                take(studio, contexts[colours], f"studio-{name}")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
