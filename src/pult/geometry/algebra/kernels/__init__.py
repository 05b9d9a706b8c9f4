"""Kernels of the vector algebra: pure functions of tuples of floats, for blocks and for other kernels.

A vector is a tuple (x, y, z) of floats. A kernel whose answer may not exist returns a code of `pult.geometry.algebra.
cases` as its last entry; the entries before it are finite numbers in every case. The axes may be those of any
right-handed frame: what is "up" or "left" is said by the axis that is given.
"""
