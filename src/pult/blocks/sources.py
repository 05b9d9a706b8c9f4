"""Blocks of the family sources."""
