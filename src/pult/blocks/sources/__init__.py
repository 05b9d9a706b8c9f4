"""Sources of signals: constants, functions of time, noise, recordings."""

from pult.blocks.sources import functions, noise, playback

__all__ = ["functions", "noise", "playback"]
