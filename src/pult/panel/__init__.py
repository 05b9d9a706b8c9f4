"""Operator panels: controls and displays as named signals."""
