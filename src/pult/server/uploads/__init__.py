"""Robots that are imported: made safe, compiled in a process apart, put into the project."""
