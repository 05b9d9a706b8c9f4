"""Copying: angles of a robot's arms from where the arms of a person are."""
