"""The kinds of sensors, one family per module. Modules in this package are discovered automatically."""
