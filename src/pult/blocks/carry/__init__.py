"""One body carried by several planar arms: motion of its grasp points, arms and cylinders, internal forces."""

from pult.blocks.carry import arms, body, cylinders, forces, lead, path

__all__ = ["arms", "body", "cylinders", "forces", "lead", "path"]
