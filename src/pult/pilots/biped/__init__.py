"""Operators of the walking robot."""
