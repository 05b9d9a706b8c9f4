"""Quantities that schemes take from the robot."""

from collections.abc import Mapping
from typing import NamedTuple

from pult.core.signals import Array


class Figures(NamedTuple):
    """Quantities of one robot component, such as a drive, with one entry per joint.

    Attributes:
        labels: Names of the entries, usually joints.
        values: Quantities by name. Shape (n,).
    """

    labels: tuple[str, ...]
    values: Mapping[str, Array]
