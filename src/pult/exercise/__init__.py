"""Exercises: what is to be done, what is forbidden, and how well it was done."""
