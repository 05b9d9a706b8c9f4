"""Knots as parameters of a block: filled up with the last one, and refused with words if they do not fit."""

import numpy as np
import pytest

from pult.core.errors import KinematicsError
from pult.motion.surface.parameters import MAX_KNOTS, knot_parameters

POINTS, NORMALS = np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0]]), np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0]])


def test_tables_are_filled_up_with_the_last_knot():
    found = knot_parameters(POINTS, NORMALS, forces=[1.0, 0.5], block="lead.path")
    assert set(found) == {f"lead.path.{name}" for name in ("points", "normals", "forces", "paces")}
    points = np.array(found["lead.path.points"])
    assert points.shape == (MAX_KNOTS, 3)
    np.testing.assert_array_equal(points[:2], POINTS)
    assert (points[2:] == POINTS[1]).all()
    assert found["lead.path.forces"][1:] == [0.5] * (MAX_KNOTS - 1)


@pytest.mark.parametrize(
    ("points", "normals", "words"),
    [
        (POINTS[:1], NORMALS[:1], "2 to 64 knots"),
        (np.ones((65, 3)), np.ones((65, 3)), "not 65"),
        (POINTS, NORMALS[:1], "normals must be"),
        (POINTS, 2.0 * NORMALS, "length 1"),
    ],
)
def test_tables_that_do_not_fit_are_refused(points, normals, words):
    with pytest.raises(KinematicsError, match=words):
        knot_parameters(points, normals)
