"""Operators of the arm of many links."""
