"""Notation of the faults that are scheduled for a run.

    sensor:angles[elbow].stuck@2.5          keeps its last reading from 2.5 s after the start on
    sensor:angles.bias=5deg@2+0.5           reads 5 degrees too much, for half a second
    sensor:angles.delay=50ms@1              is delayed by 50 ms more
    drive:motors[elbow].dead@2.5            gives no torque
    body:forearm.push=[0,0,-20]@2+0.1       is pushed [N], in world axes
    input.delay=0.2@0                       the operator's inputs are delayed
    link.lost@3+1                           the operator's connection is lost, and back after one second
    stop.pressed@3                          somebody presses the emergency stop
    sensor:angles.stuck@2 & link.lost@3     several in one run

A fault is injected by a command of the session, so that records hold it and replays repeat it exactly.
"""

import re
from pathlib import Path
from typing import NamedTuple

from pult.core.errors import PultError, UsageError, choose
from pult.core.quantities import factor_between, read_quantity

MAX_BYTES = 2**20
"""Longest file of faults [bytes]."""
NONE = "none"
"""How a run without any fault is written."""
KINDS: dict[str, tuple[str, ...]] = {
    "sensor": ("stuck", "bias", "delay"), "drive": ("dead",), "body": ("push",), "input": ("delay",),
    "link": ("lost",), "stop": ("pressed",),
}  # fmt: skip
"""Kinds of faults, by what fails."""
NAMED = ("sensor", "drive", "body")
"""What has to be named, because there are several of them."""
SIZED = {"bias", "delay", "push"}
"""Faults that have a size."""

_FAULT = re.compile(
    r"(?P<what>[a-z]+)(?::(?P<name>.+))?\.(?P<kind>[a-z]+)(?:=(?P<size>.*?))?"
    r"@(?P<time>[^@+]*?)(?:(?<![eE])\+(?P<duration>[^@]*))?",
    re.DOTALL,
)


class InjectedFault(NamedTuple):
    """A fault as it was written.

    Attributes:
        text: The text.
        what, name: What fails: "sensor" and its name, or "link" and nothing.
        kind: How it fails.
        size: Its size as it was written; empty if it has none.
        time: When, since the beginning of the attempt [s].
        duration: How long [s]; None if it does not end.
    """

    text: str
    what: str
    name: str
    kind: str
    size: str
    time: float
    duration: float | None


def read_faults(text: str) -> list[InjectedFault]:
    """Faults of one run, separated by "&"; none for an empty text or "none".

    Raises:
        UsageError: It has another form; the message says what is allowed.
    """
    return [] if text.strip() in ("", NONE) else [read_fault(part.strip()) for part in text.split("&")]


def read_fault_file(path: str | Path) -> list[str]:
    """Faults from a file, one or several ("&") in a line; "#" begins a remark.

    Args:
        path: The file (UTF-8).

    Raises:
        UsageError: It cannot be read, or a line has another form; the message names the line.
    """
    try:
        text = Path(path).read_bytes()[: MAX_BYTES + 1].decode("utf-8-sig")
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: not UTF-8 text (byte {error.start}).") from None
    if len(text) > MAX_BYTES:
        raise UsageError(f"{path}: larger than {MAX_BYTES >> 10} KiB.")
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        fault = line.partition("#")[0].strip()
        try:
            read_faults(fault)
        except UsageError as error:
            raise UsageError(f"{path}, line {number}: {error}") from None
        if fault:
            found.append(fault)
    return found


def read_fault(text: str) -> InjectedFault:
    """One fault; see `read_faults`."""
    match = _FAULT.fullmatch(text)
    if match is None:
        raise UsageError(
            f"fault {text!r}: write WHAT[:NAME].FAULT[=SIZE]@TIME[+DURATION], such as sensor:angles.stuck@2.5."
        )
    what, kind = match["what"], match["kind"]
    if what not in KINDS:
        raise UsageError(f"fault {text!r}: there are no faults of {what!r}. {choose(what, KINDS)}")
    if kind not in KINDS[what]:
        raise UsageError(f"fault {text!r}: unknown fault {kind!r}. {choose(kind, KINDS[what])}")
    if what in NAMED and not match["name"]:
        raise UsageError(f"fault {text!r}: say which: {what}:NAME.")
    if what not in NAMED and match["name"]:
        raise UsageError(f"fault {text!r}: {what!r} has no name; write {what}.{kind}@TIME.")
    if kind in SIZED and not match["size"]:
        raise UsageError(f"fault {text!r}: {kind!r} needs a size: {kind}=SIZE@TIME.")
    if kind not in SIZED and match["size"] is not None:
        raise UsageError(f"fault {text!r}: {kind!r} has no size; write {kind}@TIME.")
    time = fault_number(text, match["time"], "s")
    duration = None if match["duration"] is None else fault_number(text, match["duration"], "s")
    if time < 0.0 or (duration is not None and duration <= 0.0):
        raise UsageError(f"fault {text!r}: the time must be 0 s or more, and a duration above 0 s.")
    if kind == "push" and duration is None:
        raise UsageError(f"fault {text!r}: a push needs a duration, such as @2+0.1.")
    return InjectedFault(text, what, match["name"] or "", kind, match["size"] or "", time, duration)


def fault_number(text: str, number: str, unit: str) -> float:
    """A number of a fault in the unit that it needs.

    Args:
        text: The fault, for the message.
        number: The number, with or without a unit.
        unit: The unit.

    Raises:
        UsageError: It is not a number, or its unit measures something else.
    """
    try:
        quantity = read_quantity(number)
        return quantity.value * factor_between(quantity.unit, unit)
    except PultError as error:
        raise UsageError(f"fault {text!r}: {number!r}: {error}") from None
