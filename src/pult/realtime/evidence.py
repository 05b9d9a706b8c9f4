"""Evidence of a halt: a record of the last seconds of a session that could not continue."""

import re
import secrets
import threading
from datetime import datetime
from pathlib import Path

import platformdirs

from pult.core.errors import PultError
from pult.record import RollingBuffer

SECONDS = 10.0
"""Duration kept in memory [s]."""


def evidence_folder() -> Path:
    """The default folder for evidence."""
    return Path(platformdirs.user_state_dir("pult", appauthor=False)) / "evidence"


class Evidence:
    """A record of the last seconds, written in a thread because the disk may be slow.

    Attributes:
        path: The file.
        text: Message about it; empty until it is written.
        ok: Whether it was written.
    """

    def __init__(self, buffer: RollingBuffer, folder: Path, name: str, reason: str) -> None:
        """Start to write.

        Args:
            buffer: The last seconds.
            folder: Target folder; created if it does not exist.
            name: Name of the world, for the name of the file.
            reason: Why it is kept.
        """
        plain = re.sub(r"[^\w-]+", "-", Path(name).name)[:40].strip("-") or "session"
        stamp = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
        self.path = folder / f"{plain}-{stamp}-{secrets.token_hex(2)}.mcap"
        self.text, self.ok = "", False
        self._buffer, self._reason = buffer, reason
        self._thread = threading.Thread(target=self._write, name="pult-evidence", daemon=True)
        self._thread.start()

    def _write(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            problem = self._buffer.dump(self.path, self._reason)
        except (OSError, PultError) as error:
            problem = str(error)
        self.ok = not problem
        if problem:
            self.text = f"The last seconds could not be kept: {problem}"
        else:
            self.text = f"The last seconds are kept: pult replay {self.path}"

    def wait(self, timeout: float) -> bool:
        """Wait until writing has finished or failed; returns whether it has."""
        self._thread.join(timeout)
        return bool(self.text)
