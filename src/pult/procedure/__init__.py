"""Procedures: strokes of a tool over a patient, rehearsed in simulation before the robot may perform them."""
