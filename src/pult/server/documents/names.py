"""Names that come from outside and become file names."""

import re
from contextlib import suppress
from pathlib import Path

from pult.server.http.wire import Refusal

LONGEST = 64
RULE = "use letters, digits, '_', '-' and '.', not a '.' first or last, at most 64 of them."
_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,63}")
_RESERVED = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|com[0-9]|lpt[0-9])(\..*)?", re.IGNORECASE)


def name_problem(name: str) -> str:
    """What is wrong with a name; nothing if it may become a file on every system."""
    if not _NAME.fullmatch(name) or name.endswith("."):
        return f"{name[:80]!r} is not a valid name: {RULE}"
    if _RESERVED.fullmatch(name):
        return f"{name!r} is a device on some systems; choose another name."
    return ""


def check_name(name: str, what: str = "name") -> str:
    """The name, if it may be one.

    Raises:
        Refusal: It may not.
    """
    if problem := name_problem(name):
        raise Refusal(400, "bad-name", f"As {what}, {problem}")
    return name


def inside(folder: Path, name: str) -> Path:
    """A path in a folder, links followed.

    Args:
        folder: The folder.
        name: A relative path with '/' between its parts.

    Raises:
        Refusal: It would lie elsewhere, or is no path at all.
    """
    if not name or "\0" in name or "\\" in name or ":" in name or name.startswith("/"):
        raise Refusal(400, "bad-name", f"{name[:80]!r} is no path inside the project.")
    try:
        home = folder.resolve()
        path = (home / name).resolve()
        with suppress(FileNotFoundError, NotADirectoryError, PermissionError):
            path.lstat()  # a name may be longer than the system allows
    except (OSError, ValueError, RuntimeError):
        raise Refusal(400, "bad-name", f"{name[:80]!r} is no path inside the project.") from None
    if path == home or not path.is_relative_to(home):
        raise Refusal(403, "outside", f"{name[:80]!r} leads out of the project folder; nothing there is touched.")
    return path
