"""Sources of signals: constants, test signals, seeded noise, tables and files."""

from pult.blocks.sources import functions, noise, playback

__all__ = ["functions", "noise", "playback"]
