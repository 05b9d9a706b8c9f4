"""Poses of bodies and sites in rows."""

from dataclasses import dataclass

from pult.core.channels import Channel, Channels
from pult.core.errors import UsageError, choose
from pult.core.signals import Array
from pult.geometry.quaternions import Quadruple, Triple


@dataclass(slots=True)
class Moment:
    """Input of a condition.

    Attributes:
        row: The row. Shape (size of the channels,).
        before: The row before it; the row itself if it is the first.
        elapsed: Time between the two [s]; 0 at the first row, where no speed is known.
        stage: Index of the current stage.
        lasted: Its duration [s].
        began: The row at which it began; by default the row itself.
    """

    row: Array
    before: Array
    elapsed: float
    stage: int = 0
    lasted: float = 0.0
    began: Array | None = None


def find_thing(channels: Channels, name: str) -> Channel:
    """The pose of a body or site: 7 numbers, position [m] and quaternion (w, x, y, z).

    Args:
        channels: Channels of the rows.
        name: Its name, prefixed by `body:` or `site:` if a body and a site have the same name.

    Raises:
        UsageError: There is none, or there are two; the message lists those that exist.
    """
    sort, _, bare = name.partition(":")
    if sort in ("body", "site") and f"{sort}.{bare}" in channels:
        return channels[f"{sort}.{bare}"]
    found = [channels[f"{sort}.{name}"] for sort in ("body", "site") if f"{sort}.{name}" in channels]
    if len(found) == 1:
        return found[0]
    if found:
        raise UsageError(f"both a body and a site are called {name!r}; write 'body:{name}' or 'site:{name}'.")
    names = [word[5:] for word in channels.names if word.startswith(("body.", "site."))]
    raise UsageError(f"there is no body or site {name!r}. {choose(name, names)}")


def position_of(row: Array, start: int | None) -> Triple:
    """Position of a body or site [m]; the origin for the world."""
    if start is None:
        return (0.0, 0.0, 0.0)
    x, y, z = row[start : start + 3].tolist()
    return (x, y, z)


def rotation_of(row: Array, start: int | None) -> Quadruple:
    """Orientation of a body or site; identity for the world."""
    if start is None:
        return (1.0, 0.0, 0.0, 0.0)
    w, x, y, z = row[start + 3 : start + 7].tolist()
    return (w, x, y, z)
