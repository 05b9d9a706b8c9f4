"""Bodies and sites in rows: where their poses lie, and what they are at a moment."""

from dataclasses import dataclass

from pult.core.channels import Channel, Channels
from pult.core.errors import UsageError, choose
from pult.core.signals import Array
from pult.geometry.quaternions import Quadruple, Triple


@dataclass(slots=True)
class Moment:
    """What a condition is asked of.

    Attributes:
        row: The row. Shape (size of the channels,).
        before: The row before it; the row itself if it is the first.
        elapsed: Time between the two [s]; 0 at the first row, where no speed is known.
        stage: Index of the current stage.
        lasted: How long it has lasted [s].
        began: The row at which it began; the row itself if left out.
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
        name: Its name, with `body:` or `site:` before it where a body and a site bear the same.

    Raises:
        UsageError: There is none, or there are two; the message says what there is.
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
    """Position of a thing [m]; the origin for the world."""
    if start is None:
        return (0.0, 0.0, 0.0)
    x, y, z = row[start : start + 3].tolist()
    return (x, y, z)


def rotation_of(row: Array, start: int | None) -> Quadruple:
    """Orientation of a thing; none for the world."""
    if start is None:
        return (1.0, 0.0, 0.0, 0.0)
    w, x, y, z = row[start + 3 : start + 7].tolist()
    return (w, x, y, z)
