"""Procedures to spoil: copies of the shipped one as plain data."""

import json

import pytest

from pult.core.shipped import shipped_file


@pytest.fixture
def arc() -> dict:
    """The shipped procedure."""
    return json.loads(shipped_file("procedure", "massage-arc").read_text(encoding="utf-8"))


@pytest.fixture
def short(arc) -> dict:
    """A short stroke over the top of the sphere, quick enough for a test."""
    knots = [{"a": a, "b": 1.570796} for a in (-0.2, 0.0, 0.2)]
    return {**arc, "name": "short", "knots": knots, "speed": 0.05}
