"""Kinds of faults shared by several packages."""

from pult.core.errors import FaultKind

UNKNOWN_NAME = FaultKind("unknown-name", "{error}")
BAD_UNIT = FaultKind("bad-unit", "{error}")
BAD_VALUE = FaultKind("bad-value", "{error}")
"""Faults whose text is the message of the error that was raised."""
NEGATIVE = FaultKind("out-of-range", "must be 0 or above, not {value:g}.")
NOT_ABOVE_ZERO = FaultKind("out-of-range", "must be above 0, not {value:g}.")
BAD_DELAY = FaultKind("out-of-range", "must be from 0 to {most:g} s, not {value:g}.")
UNKNOWN_SITE = FaultKind("unknown-site", "unknown site {site!r}. {advice}")
