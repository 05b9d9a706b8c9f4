"""The kinds of drives, one family per module. Modules in this package are discovered automatically."""
