"""Kinds of faults that checks of several packages find."""

from pult.core.errors import FaultKind

UNKNOWN_NAME = FaultKind("unknown-name", "{error}")
BAD_UNIT = FaultKind("bad-unit", "{error}")
BAD_VALUE = FaultKind("bad-value", "{error}")
"""What whoever looked for a name, or read a unit or a value, has to say."""
NOT_ABOVE_ZERO = FaultKind("out-of-range", "must be above 0, not {value:g}.")
BAD_DELAY = FaultKind("out-of-range", "must be from 0 to {most:g} s, not {value:g}.")
UNKNOWN_SITE = FaultKind("unknown-site", "unknown site {site!r}. {advice}")
