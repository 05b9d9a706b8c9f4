"""Makers of documents: robots, worlds and schemes from a few numbers."""
