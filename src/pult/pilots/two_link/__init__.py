"""Operators of the two-link arm."""
