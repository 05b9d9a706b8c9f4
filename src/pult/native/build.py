"""Compiling many units."""
from collections.abc import Sequence
from pult.native import progress
from pult.native.unit import Request, unit


def build(wanted: Sequence[Request]) -> None:
    for one in wanted:
        unit(one)
        progress.compiled()
