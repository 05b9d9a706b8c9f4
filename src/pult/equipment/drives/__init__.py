"""Drives: documents, checks, actuators in the model, and the table that the loop reads."""
