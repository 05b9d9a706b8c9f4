"""Sinks of signals: scopes, displays, alarms, and performance measures.

Every wire of a scheme can be watched and recorded; these blocks say what is worth showing, or reduce a signal to a
number.
"""

from pult.blocks.sinks import alarm, figures, show

__all__ = ["alarm", "figures", "show"]
