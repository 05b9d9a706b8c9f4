"""Vectors, matrices, rotations and poses: operations that are not element-wise.

Element-wise operations are not here: a scheme repeats any scalar block over a vector by the field ``shape``.
Quaternions are (w, x, y, z) as in MuJoCo and need not be of unit length where they represent a rotation; the
zero quaternion represents the identity.
"""

from pult.blocks.vector import algebra, assembly, conversion, matrix, pose, quaternion, rotation

__all__ = ["algebra", "assembly", "conversion", "matrix", "pose", "quaternion", "rotation"]
