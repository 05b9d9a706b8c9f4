"""Panels: elements that an operator sees and moves, as named signals."""
