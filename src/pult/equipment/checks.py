"""Checks shared by the documents of all equipment."""

import re

from pult.core.errors import Fault, FaultKind, brief, is_finite

BAD_NAME = FaultKind("bad-name", "{name} cannot be the name of a {what}: names are of {rule}.")
BAD_AMOUNT = FaultKind("out-of-range", "must be {limit}, not {value}.")

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


def name_faults(name: str, place: str, what: str) -> list[Fault]:
    """Faults of a name."""
    if _NAME.fullmatch(name):
        return []
    rule = "letters, digits, '_' and '-', starting with a letter"
    return [BAD_NAME.at(place, name=brief(name), what=what, rule=rule)]


def number_fault(value: float, place: str, above: bool) -> list[Fault]:
    """Faults of a number that must be above 0, or at least 0."""
    if is_finite(value) and (value > 0 if above else value >= 0):
        return []
    return [BAD_AMOUNT.at(place, limit="above 0" if above else "0 or more", value=brief(value))]
