"""Blocks of the family digital."""
