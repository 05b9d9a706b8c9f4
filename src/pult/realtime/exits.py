"""What is left of a process that was killed: why, and what has to be cleared away."""

import signal
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from pult.realtime import memory


def tidy(frames: Iterable[str], crash: str) -> None:
    """Remove what a killed process has left."""
    for name in frames:
        memory.remove(name)
    with suppress(OSError):
        Path(crash).unlink()


def cause(code: int | None, crash: str) -> str:
    """Why a process ended, for people."""
    if code is None:
        return "its process does not answer and cannot be ended."
    if code >= 0:
        return f"its process ended with code {code}."
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"signal {-code}"
    words = {
        "SIGKILL": "killed by somebody, or by the system for want of memory",
        "SIGSEGV": "a memory fault",
        "SIGABRT": "aborted",
        "SIGTERM": "terminated",
    }
    said = f"its process was ended by {name}" + (f" ({words[name]})" if name in words else "")
    try:
        lines = Path(crash).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    place = next((line.strip() for line in lines if line.strip().startswith("File ")), "")
    return f"{said}, at {place}." if place else f"{said}."
