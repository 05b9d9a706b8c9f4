"""Import of robots: sanitised, compiled in a separate process, and added to the project."""
