"""Robots that others have made: their files found, checked, converted and sanitised."""
