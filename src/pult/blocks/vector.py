"""Blocks of the family vector."""
