"""Walking on two legs: command logic, look-up of patterns, tracking of joints."""

from pult.blocks.walk import commands, pattern, tracking

__all__ = ["commands", "pattern", "tracking"]
