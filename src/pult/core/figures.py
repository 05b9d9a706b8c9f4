"""Figures of a robot that schemes take from it: what they are called, and their entries."""

from collections.abc import Mapping
from typing import NamedTuple

from pult.core.signals import Array


class Figures(NamedTuple):
    """Figures of one thing of a robot, such as a drive, with one entry for each of its joints.

    Attributes:
        labels: Names of the entries: joints, in general.
        values: Figures by name. Shape (n,).
    """

    labels: tuple[str, ...]
    values: Mapping[str, Array]
