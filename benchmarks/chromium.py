"""Finding a browser, and flags that keep it from connecting to the outside."""

import os
import shutil
import sys
from pathlib import Path

from pult.core.errors import UsageError

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "{ProgramFiles}/Google/Chrome/Application/chrome.exe",
    "{ProgramFiles(x86)}/Google/Chrome/Application/chrome.exe",
    "{ProgramFiles(x86)}/Microsoft/Edge/Application/msedge.exe",
)
ADVICE = "install Chromium or Chrome (Debian: apt-get install chromium), or set PULT_BROWSER to its program."
FLAGS = (
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
    "--disable-gpu-compositing",
)
"""Without a graphics card WebGL is drawn by SwiftShader; the rest of the page is put together by the processor itself,
as browsers do on such machines: by way of SwiftShader every picture would take a tenth of a second more."""


def find_browser() -> str:
    """Path of an installed browser; empty if there is none.

    Raises:
        UsageError: PULT_BROWSER does not name a program.
    """
    given = os.environ.get("PULT_BROWSER", "")
    if given:
        found = shutil.which(given)
        if not found:
            raise UsageError(f"PULT_BROWSER is {given!r}, which is no program: {ADVICE}")
        return found
    for name in NAMES:
        found = shutil.which(name)
        if found:
            return found
    folders = {name: os.environ.get(name, "?") for name in ("ProgramFiles", "ProgramFiles(x86)")}
    places = (Path(place.format_map(folders)) for place in PLACES)
    return next((str(path) for path in places if path.is_file()), "")


def flags() -> list[str]:
    """Flags of the browser: no connections to the outside, software rendering."""
    root = sys.platform == "linux" and os.geteuid() == 0
    return [*FLAGS, *(["--no-sandbox"] if root else [])]
