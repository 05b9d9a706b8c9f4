"""The standard block library, one family per module. Importing this package registers every block."""

from pult.blocks import (
    arithmetic,
    balance,
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
    walk,
)

__all__ = [
    "arithmetic",
    "balance",
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
    "walk",
]
