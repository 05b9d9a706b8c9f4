"""Sweeps of many runs: variations, plans, workers, crash-safe results, and summaries."""
