"""Scripted operators: they see what a person sees and act through the panel alone."""
