"""Makes the picture of a robot before it is made, for docs/studio.md: python docs/make_own_robot.py.

A studio is started, given a model as a person would, and photographed.
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.chromium import find_browser, flags
from benchmarks.studio_server import measured_studio
from docs.make_screens import ASSETS, PATIENCE, WINDOW, ready, save

from pult.core.shipped import catalog

MODEL = catalog() / "arms" / "ur5-floor.urdf"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=flags())
        with measured_studio(Path(folder)) as studio:
            page = browser.new_context(viewport=WINDOW, locale="en-GB", color_scheme="light").new_page()
            page.goto(studio.ticket)
            page.get_by_role("button", name="Choose files").click()
            with page.expect_file_chooser() as chooser:
                page.get_by_role("button", name="Choose files").click()
            chooser.value.set_files(str(MODEL))
            page.get_by_test_id("robot-wizard").wait_for(timeout=PATIENCE)
            page.get_by_role("button", name="elbow", exact=True).click()
            ready(page)
            save(page.screenshot(), ASSETS / "studio-robot.webp", 1440)
        browser.close()


if __name__ == "__main__":
    main()
