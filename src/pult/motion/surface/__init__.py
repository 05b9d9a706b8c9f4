"""Paths of a tool over a surface: knots on it, chords between them, timing along them."""
