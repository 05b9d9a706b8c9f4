"""Operators of PRM-1."""
