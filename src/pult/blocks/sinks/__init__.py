"""Where signals end: scopes, displays, alarms, and figures on how good a signal was.

Every wire of a scheme can be watched and recorded; these blocks say what is worth showing, or boil a signal
down to a number.
"""

from pult.blocks.sinks import alarm, figures, show

__all__ = ["alarm", "figures", "show"]
