"""Arithmetic on signals: sums and products, functions of one number, tables, expressions, units.

Units follow: a product multiplies them, a gain turns one into another.
"""

from pult.blocks.arithmetic import combine, expression, functions, scale, tables, units

__all__ = ["combine", "expression", "functions", "scale", "tables", "units"]
