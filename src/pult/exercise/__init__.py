"""Exercises: tasks, limits, judging and scoring."""
