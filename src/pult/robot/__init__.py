"""Robots: kinematic chains and trees, from MJCF, URDF, Denavit-Hartenberg tables or code."""
