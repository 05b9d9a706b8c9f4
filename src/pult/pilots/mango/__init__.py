"""Operators of arms that carry a body together."""
