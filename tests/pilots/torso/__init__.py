"""Operators of the torso robot."""
