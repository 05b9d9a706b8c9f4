"""Sensors: documents, checks, units, sensors in the model, and the table that the loop reads."""
