"""The kinds of sensors, a family a module. A module that is put here is found by itself."""
