"""The studio in the user's browser.

Every user of a computer can read the command lines of all its programs. So the browser is not given the address with
its token, but a page that only this user can read, which redirects there. The page is removed after the token was used.
"""

import os
import sys
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from html import escape
from pathlib import Path

from pult.core.temporary import TemporaryFolder

HINT = 30.0
"""Time after which the user is told that no browser has connected [s]."""
PATIENCE = 300.0
"""Time after which the page is removed, used or not [s]: the first start of a browser may take long."""
NAME = "studio.html"


def has_display() -> bool:
    """Whether a browser could show something here."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def page_base() -> Path | None:
    """Folder for the page; None for the system's folder for temporary files.

    Browsers installed as a snap can read neither that one nor hidden folders, but other folders of the user.
    """
    return Path.home() if Path("/snap/bin").is_dir() else None


class BrowserPage:
    """A page that redirects the user's browser to the studio, once. Its methods may be called from any thread."""

    def __init__(
        self, address: str, missed: Callable[[], None], hint: float = HINT, patience: float = PATIENCE
    ) -> None:
        """Prepare it; nothing is written yet.

        Args:
            address: Address of the studio with its token.
            missed: Called if no browser has connected in time.
            hint: Time until then [s].
            patience: Time after which the page is removed anyway [s].
        """
        self._address, self._missed, self._hint, self._patience = address, missed, hint, patience
        self._folder: TemporaryFolder | None = None
        self._lock = threading.Lock()
        self._over = threading.Event()

    def show(self) -> None:
        """Write the page and open it in the browser.

        Raises:
            OSError: It cannot be written.
        """
        with self._lock:
            if self._over.is_set():
                return
            self._folder = TemporaryFolder("open", page_base())
            page = self._folder.path / NAME
            with os.fdopen(os.open(page, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
                file.write(redirect(self._address))
        # in separate threads: with some browsers the call returns only when they are closed
        threading.Thread(target=_open, args=(page.as_uri(),), name="pult-browser", daemon=True).start()
        threading.Thread(target=self._wait, name="pult-browser-page", daemon=True).start()

    def _wait(self) -> None:
        if not self._over.wait(self._hint):
            self._missed()
        self._over.wait(self._patience - self._hint)
        self.remove()

    def remove(self) -> None:
        """Remove the page: the token was used, or the studio ends. Safe to call more than once."""
        self._over.set()
        with self._lock:
            if self._folder is not None:
                self._folder.remove()


def _open(url: str) -> None:
    with suppress(OSError, webbrowser.Error):  # the address is printed as well
        webbrowser.open(url)


def redirect(address: str) -> str:
    """A page that redirects to an address, without a script."""
    target = escape(address)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="referrer" content="no-referrer">'
        f'<meta http-equiv="refresh" content="0;url={target}"><title>pult</title></head>'
        f'<body><p><a href="{target}">pult studio</a></p></body></html>\n'
    )
