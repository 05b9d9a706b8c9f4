"""Blocks of the family trigonometry."""
