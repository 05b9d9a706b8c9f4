"""Rotations, quaternions, poses: the geometry everything else is written in."""
