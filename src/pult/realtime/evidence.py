"""What a session that could not go on leaves behind: a record of its last seconds."""

import re
import secrets
import threading
from datetime import datetime
from pathlib import Path

import platformdirs

from pult.core.errors import PultError
from pult.record import RollingBuffer

SECONDS = 10.0
"""Time that is kept in memory [s]."""


def evidence_folder() -> Path:
    """Where evidence goes unless told otherwise."""
    return Path(platformdirs.user_state_dir("pult", appauthor=False)) / "evidence"


class Evidence:
    """A record of the last seconds that is being written in a thread: the disk may take its time.

    Attributes:
        path: The file.
        text: What to say about it, for people; empty until it is written.
        ok: Whether it was written.
    """

    def __init__(self, buffer: RollingBuffer, folder: Path, name: str, reason: str) -> None:
        """Begin to write.

        Args:
            buffer: The last seconds.
            folder: Where to; made if it is not there.
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
        """Wait until it is written; returns whether it is, or has failed."""
        self._thread.join(timeout)
        return bool(self.text)
