"""Blocks of the family arithmetic."""
