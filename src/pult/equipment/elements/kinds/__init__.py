"""The kinds of force elements, one family per module. Modules in this package are discovered automatically."""
