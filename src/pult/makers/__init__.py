"""Makers: designs turned into documents of robots, worlds and schemes."""
