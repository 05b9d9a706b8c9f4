"""The standard block library, one family per module. Importing this package registers every block."""

from pult.blocks import (
    arithmetic,
    carry,
    control,
    digital,
    kinematics,
    logic,
    sinks,
    sources,
    trigonometry,
    vector,
    walk,
)

__all__ = [
    "arithmetic", "carry", "control", "digital", "kinematics", "logic", "sinks", "sources", "trigonometry", "vector",
    "walk",
]  # fmt: skip
