"""Rotations, quaternions and poses."""
