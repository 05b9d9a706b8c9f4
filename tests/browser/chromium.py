"""The browser of the tests: one that is installed, or Debian's, which is then installed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "{ProgramFiles}/Google/Chrome/Application/chrome.exe",
    "{ProgramFiles(x86)}/Google/Chrome/Application/chrome.exe",
    "{ProgramFiles(x86)}/Microsoft/Edge/Application/msedge.exe",
)
ADVICE = (
    "The browser tests need Chromium or Chrome: install it (Debian: apt-get install chromium), or set PULT_BROWSER to "
    "its program."
)
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
)


class NoBrowserError(RuntimeError):
    """There is no browser, and none can be installed."""


def find_browser() -> str:
    """The program of a browser that is installed; empty if there is none."""
    given = os.environ.get("PULT_BROWSER", "")
    if given:
        found = shutil.which(given)
        if not found:
            raise NoBrowserError(f"PULT_BROWSER is {given!r}, which is no program. {ADVICE}")
        return found
    for name in NAMES:
        found = shutil.which(name)
        if found:
            return found
    for place in PLACES:
        path = Path(place.format_map(_Environment()))
        if path.is_file():
            return str(path)
    return ""


class _Environment(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return os.environ.get(name, "?")


def browser() -> str:
    """The program of a browser; Debian's is installed if there is none and this may be done.

    Raises:
        NoBrowserError: There is none; the message says in one line what to install.
    """
    found = find_browser()
    if found:
        return found
    if sys.platform == "linux" and shutil.which("apt-get") and os.geteuid() == 0:
        quiet = {"stdout": subprocess.DEVNULL, "env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}}
        subprocess.run(["apt-get", "update", "-qq"], check=False, timeout=600, **quiet)
        subprocess.run(["apt-get", "install", "-y", "-qq", "chromium"], check=False, timeout=1200, **quiet)
        found = find_browser()
    if not found:
        raise NoBrowserError(ADVICE)
    return found


def flags() -> list[str]:
    """What the browser is started with: no connections to the outside, drawing in software."""
    root = sys.platform == "linux" and os.geteuid() == 0
    return [*FLAGS, *(["--no-sandbox"] if root else [])]
