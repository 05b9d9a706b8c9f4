"""Makes the pictures of sight and of the key of PRM-1: `python docs/make_sight.py` where there is OpenGL.

The operator puts the key in once. Pictures show what the grab's camera sees on the way, with what was found in it, and
the scene; the plots show how looks correct the lock's place. The studio is photographed while the grab looks.
"""

import os

os.environ.setdefault("MUJOCO_GL", "egl")  # before MuJoCo is imported: it chooses its OpenGL then

import sys
import tempfile
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
import numpy as np
from course import Course
from make_screens import WINDOW, ready, save
from PIL import Image, ImageDraw
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.chromium import find_browser, flags
from benchmarks.studio_server import measured_studio

from pult.geometry.rotation import matrix_from_quaternion
from pult.sight.camera import GreyCamera, grey
from pult.sight.markers import MarkerFinder
from pult.sight.target import locate, marker_corners

ASSETS, GALLERY = ROOT / "docs/assets", ROOT / "src/pult/catalog/prm1"
SEED = 5
TEAL, BLUE, RUST, GREY = "#076c77", "#2460c4", "#a84406", "#8c9aa1"
WIDTH, HEIGHT = 480, 360


def found_in(course: Course, row: int) -> Image.Image:
    """The picture of the grab's camera at a control step, with corners and target as they are found in it."""
    sensor: Any = course.session.world.document.sensors["plate"]
    model: Any = course.session.model
    camera = GreyCamera(model, int(model.camera(sensor.camera).id), sensor.width, sensor.height)
    colours = camera.colours(course.data(row)).copy()
    found = MarkerFinder().find(grey(colours))
    corners = {one.number: marker_corners(one.size, one.position, (1, 0, 0, 0)) for one in sensor.markers}
    target = locate(found, corners, camera.optics, sensor.least)
    camera.close()
    picture = Image.fromarray(colours)
    draw = ImageDraw.Draw(picture)
    for marker in found:
        draw.polygon([tuple(corner) for corner in marker.corners], outline="#ff8a1f", width=2)
    if target is not None:
        turned = matrix_from_quaternion(target.quaternion)
        points = [target.position, *(target.position + 0.04 * turned[:, axis] for axis in range(3))]
        x, y = camera.optics.centre
        at = [(x + camera.optics.focal * p[0] / -p[2], y - camera.optics.focal * p[1] / -p[2]) for p in points]
        for end, colour in zip(at[1:], ("#e5484d", "#30a46c", "#3e8ede"), strict=True):
            draw.line([at[0], end], fill=colour, width=3)
    return picture.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)


def moments(course: Course) -> None:
    """What the camera sees above, and the scene below; the card of the exercise."""
    look, approach, _, keep = course.ends
    near = (1.10, 0.03, 0.72), 0.62, 62.0, -24.0
    canvas = Image.new("RGB", (3 * WIDTH + 16, 2 * HEIGHT + 8), "white")
    for number, row in enumerate((look, approach, keep)):
        canvas.paste(found_in(course, row), (number * (WIDTH + 8), 0))
        canvas.paste(course.scene(row, *near, (WIDTH, HEIGHT)), (number * (WIDTH + 8), HEIGHT + 8))
    canvas.save(ASSETS / "prm1-key.webp", quality=86, method=6)
    card = course.scene(approach, (0.70, 0.05, 0.60), 1.9, 52.0, -18.0, (640, 360))
    card.save(GALLERY / "prm1-key.webp", quality=84, method=6)


def plots(course: Course) -> None:
    """How far the lock is from where it is believed, how deep the key is, and the force."""
    time = 0.01 * np.arange(len(course.rows))
    platform, lock = course.signal("site.platform"), course.signal("site.lock")
    there = np.array([matrix_from_quaternion(p[3:]).T @ (k[:3] - p[:3]) for p, k in zip(platform, lock, strict=True)])
    error = 1e3 * np.linalg.norm(course.signal("output.lock_at") - there, axis=1)
    figure, (left, middle, right) = plt.subplots(1, 3, figsize=(9.6, 2.7), layout="constrained")
    left.semilogy(time, error, color=TEAL)
    left.axhline(2.0, color=GREY, lw=0.8, ls="--")
    left.set(ylabel="error of the lock's place [mm]", ylim=(0.01, 50))
    middle.plot(time, 1e3 * course.signal("output.depth")[:, 0], color=BLUE)
    middle.axhline(18.0, color=GREY, lw=0.8, ls="--")
    middle.set(ylabel="depth of the key [mm]")
    right.plot(time, course.signal("sensor.key_force")[:, 0], color=RUST)
    right.axhline(15.0, color=GREY, lw=0.8, ls="--")
    right.set(ylabel="force [N]")
    for axes in (left, middle, right):
        axes.set(xlabel="time [s]")
        for end in course.ends:
            axes.axvline(time[min(end, len(time) - 1)], color=GREY, lw=0.5)
    figure.savefig(ASSETS / "prm1-key-course.svg", metadata={"Date": None})
    plt.close(figure)


def studio() -> None:
    """The camera tile while the grab looks, in both themes."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=flags())
        with measured_studio(Path(folder)) as served:
            context = browser.new_context(viewport=WINDOW, locale="en-GB", color_scheme="dark")
            page = context.new_page()
            page.goto(served.ticket)
            page.goto(f"{served.address}/operate/prm1-key")
            ready(page)
            page.get_by_test_id("start").first.click()
            box = page.get_by_test_id("button-go").bounding_box() or {}
            page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            page.mouse.down()
            page.locator('[data-testid="lamp-corrected"][data-state="yes"]').wait_for(timeout=240_000)
            page.wait_for_timeout(2000)
            save(page.screenshot(), ASSETS / "studio-sight.webp", 1440)
            page.mouse.up()
        browser.close()


def main() -> None:
    """Make them all."""
    course = Course("prm1-key", "sight", SEED)
    moments(course)
    plots(course)
    studio()


if __name__ == "__main__":
    main()
