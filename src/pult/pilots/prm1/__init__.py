"""Operators of the mobile manipulator PRM-1."""
