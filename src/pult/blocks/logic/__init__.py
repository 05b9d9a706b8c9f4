"""Logic: gates, comparisons, switches, flip-flops, timers, counters and state machines.

Gates, comparisons, switches, edges, latches and timers answer in the same control step. Clocked flip-flops
and the state machine answer one step later, as their namesakes in hardware do: they break loops, and chains
of them shift.
"""

from pult.blocks.logic import comparisons, edges, flip_flops, gates, sequences, switches, timers

__all__ = ["comparisons", "edges", "flip_flops", "gates", "sequences", "switches", "timers"]
