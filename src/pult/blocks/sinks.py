"""Blocks of the family sinks."""
