"""Plots, pictures and films of records."""
