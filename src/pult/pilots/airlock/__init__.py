"""Operators of the arm at the valve."""
