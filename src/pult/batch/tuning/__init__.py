"""Tuning: optimisation of parameters over the runs of a sweep."""
