"""Procedures: a tool led over a patient, rehearsed on the model before the robot may do it."""
