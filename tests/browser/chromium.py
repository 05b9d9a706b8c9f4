"""The browser of the tests: one that is installed, or Debian's, which is then installed."""

import os
import shutil
import subprocess
import sys

from benchmarks.chromium import ADVICE, find_browser


class NoBrowserError(RuntimeError):
    """There is no browser, and none can be installed."""


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
        raise NoBrowserError(f"The browser tests need a browser: {ADVICE}")
    return found
