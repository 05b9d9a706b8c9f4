"""Vectors, matrices, rotations and poses: what cannot be done entry by entry.

Element-wise operations are not here: a scheme repeats any scalar block over a vector by the field ``shape``.
Quaternions are (w, x, y, z) as in MuJoCo and need not be of unit length where they stand for a rotation; the
zero quaternion stands for none.
"""

from pult.blocks.vector import algebra, assembly, conversion, matrix, pose, quaternion, rotation

__all__ = ["algebra", "assembly", "conversion", "matrix", "pose", "quaternion", "rotation"]
