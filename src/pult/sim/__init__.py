"""Simulation: the control loop and sessions."""
