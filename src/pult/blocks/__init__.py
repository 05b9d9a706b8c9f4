"""The standard block library, one family per module. Importing this package registers every block."""

from pult.blocks import (
    arithmetic,
    carry,
    control,
    digital,
    geometry,
    grab,
    kinematics,
    logic,
    mobile,
    sinks,
    sources,
    trigonometry,
    vector,
)

__all__ = [
    "arithmetic",
    "carry",
    "control",
    "digital",
    "geometry",
    "grab",
    "kinematics",
    "logic",
    "mobile",
    "sinks",
    "sources",
    "trigonometry",
    "vector",
]
