"""Walking on two legs: command logic, look-up of patterns, tracking of joints, balance along a pattern."""

from pult.blocks.walk import commands, pattern, reference, shift, tracking

__all__ = ["commands", "pattern", "reference", "shift", "tracking"]
