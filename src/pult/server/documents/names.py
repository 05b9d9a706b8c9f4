"""Names that come from outside and become file names."""

import re
from contextlib import suppress
from pathlib import Path

from pult.core.errors import Fault, FaultKind
from pult.server.http.wire import Refusal

BAD_NAME = FaultKind(
    "bad-name",
    "{name!r} is not a valid {what}: use letters, digits, '_', '-' and '.', not a '.' first or last, at most {most} of "
    "them.",
)
DEVICE = FaultKind("bad-name", "{name!r} is a device on some systems; choose another {what}.")
NO_PATH = FaultKind("bad-name", "{name!r} is not a path inside the project.")
OUTSIDE = FaultKind("outside", "{name!r} leads out of the project folder; nothing there is touched.")

LONGEST = 64
_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,63}")
_RESERVED = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|com[0-9]|lpt[0-9])(\..*)?", re.IGNORECASE)


def name_fault(name: str, what: str = "name") -> Fault | None:
    """What is wrong with a name; None if it may become a file on every system.

    Args:
        name: The name.
        what: What it names, such as "name of an exercise".
    """
    if not _NAME.fullmatch(name) or name.endswith("."):
        return BAD_NAME.at(name=name[:80], what=what, most=LONGEST)
    if _RESERVED.fullmatch(name):
        return DEVICE.at(name=name, what=what)
    return None


def check_name(name: str, what: str = "name") -> str:
    """The name, if it is valid; see `name_fault`.

    Raises:
        Refusal: It is not.
    """
    if fault := name_fault(name, what):
        raise Refusal.of(400, fault)
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
        raise Refusal.of(400, NO_PATH.at(name=name[:80]))
    try:
        home = folder.resolve()
        path = (home / name).resolve()
        with suppress(FileNotFoundError, NotADirectoryError, PermissionError):
            path.lstat()  # a name may be longer than the system allows
    except (OSError, ValueError, RuntimeError):
        raise Refusal.of(400, NO_PATH.at(name=name[:80])) from None
    if path == home or not path.is_relative_to(home):
        raise Refusal.of(403, OUTSIDE.at(name=name[:80]))
    return path
