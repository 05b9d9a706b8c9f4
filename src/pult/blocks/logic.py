"""Blocks of the family logic."""
