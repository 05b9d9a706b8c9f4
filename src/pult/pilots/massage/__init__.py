"""Operators of the massage robot."""
