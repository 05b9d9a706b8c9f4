"""What decoders raise for bytes that somebody else wrote."""

import msgspec

MALFORMED = (msgspec.DecodeError, UnicodeError, RecursionError)
"""Raised by msgspec for malformed data, for text that is not valid Unicode, and for data nested too deeply."""
