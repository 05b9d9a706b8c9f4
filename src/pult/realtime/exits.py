"""Exit reasons of processes, and cleaning up after those that were killed."""

import signal
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from pult.realtime import memory


def clean_up(frames: Iterable[str], crash: str) -> None:
    """Remove the shared memory and files that a killed process has left."""
    for name in frames:
        memory.remove(name)
    with suppress(OSError):
        Path(crash).unlink()


def exit_cause(code: int | None, crash: str) -> str:
    """Describe why a process ended."""
    if code is None:
        return "its process does not answer and cannot be ended."
    if code >= 0:
        return f"its process ended with code {code}."
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"signal {-code}"
    words = {
        "SIGKILL": "killed by a user, or by the system because it ran out of memory",
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
