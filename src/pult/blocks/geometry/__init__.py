"""Vector algebra: rotations about axes and the angles they need, alignments, cones, lines, circles, planar arms.

Axes may have any length. What may have no solution says so by the outputs `solved` and `case`; the other outputs are
finite numbers in every case.
"""

from pult.blocks.geometry import alignments, angles, arms, circles, cones, lines, table, vectors

__all__ = ["alignments", "angles", "arms", "circles", "cones", "lines", "table", "vectors"]
