"""Worlds: a scene with robots and equipment, checked and compiled."""
