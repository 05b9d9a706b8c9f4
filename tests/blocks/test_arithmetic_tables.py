"""Tables against numpy and scipy."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.interpolate import RegularGridInterpolator, interp1d

from pult.testing import BlockCheckError, check_block, simulate_block

XS = [-2.0, -0.5, 0.0, 3.0, 3.5]
YS = [4.0, 1.0, 1.0, -2.0, 5.0]
ROWS = [-1.0, 0.5, 2.0]
COLUMNS = [0.0, 1.0, 1.5, 4.0]
VALUES = [[1.0, -2.0, 3.0, 0.0], [4.0, 4.0, 4.0, -1.0], [0.5, 7.0, -3.0, 2.0]]


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("arithmetic.lookup", {}),
        ("arithmetic.lookup", {"xs": XS, "ys": YS}),
        ("arithmetic.lookup", {"xs": XS, "ys": YS, "outside": "extrapolate"}),
        ("arithmetic.lookup", {"xs": XS, "ys": YS, "between": "previous"}),
        ("arithmetic.lookup", {"xs": XS, "ys": YS, "between": "nearest"}),
        ("arithmetic.lookup", {"xs": [1.0], "ys": [2.0], "between": "nearest", "outside": "extrapolate"}),
        ("arithmetic.lookup_2d", {}),
        ("arithmetic.lookup_2d", {"rows": ROWS, "columns": COLUMNS, "values": VALUES}),
        ("arithmetic.lookup_2d", {"rows": [1.0], "columns": COLUMNS, "values": [VALUES[0]]}),
    ],
)
def test_block_keeps_the_rules(name, parameters):
    check_block(name, parameters, steps=500)


def lookup(x, xs=XS, ys=YS, **others):
    return simulate_block("arithmetic.lookup", {"x": x}, {"xs": xs, "ys": ys, **others})["y"]


def surface(a, b, rows=ROWS, columns=COLUMNS, values=VALUES):
    parameters = {"rows": rows, "columns": columns, "values": values}
    return simulate_block("arithmetic.lookup_2d", {"a": a, "b": b}, parameters)["y"]


DENSE = np.linspace(-4.0, 6.0, 503)


def test_linear_lookup_is_numpys_and_held_outside():
    assert np.allclose(lookup(DENSE), np.interp(DENSE, XS, YS), atol=1e-14, rtol=0.0)


def test_linear_lookup_extrapolates_as_scipy_does():
    reference = interp1d(XS, YS, fill_value="extrapolate")
    assert np.allclose(lookup(DENSE, outside="extrapolate"), reference(DENSE), atol=1e-13, rtol=0.0)


@pytest.mark.parametrize("outside", ["clamp", "extrapolate"])
def test_previous_lookup_is_scipys_and_held_outside(outside):
    reference = interp1d(XS, YS, kind="previous", bounds_error=False, fill_value=(YS[0], YS[-1]))
    assert np.array_equal(lookup(DENSE, between="previous", outside=outside), reference(DENSE))


@pytest.mark.parametrize("outside", ["clamp", "extrapolate"])
def test_nearest_lookup_is_scipys_and_held_outside(outside):
    reference = interp1d(XS, YS, kind="nearest-up", bounds_error=False, fill_value=(YS[0], YS[-1]))
    assert np.array_equal(lookup(DENSE, between="nearest", outside=outside), reference(DENSE))


@pytest.mark.parametrize("between", ["linear", "previous", "nearest"])
@pytest.mark.parametrize("outside", ["clamp", "extrapolate"])
def test_lookup_hits_its_points_exactly(between, outside):
    ys = [0.1, 1e17, -0.3, 0.7, 1e-9]
    assert lookup(XS, ys=ys, between=between, outside=outside).tolist() == ys


def test_lookup_of_one_point_is_a_constant():
    assert np.all(lookup(DENSE, [1.0], [7.0], outside="extrapolate") == 7.0)


def test_extrapolated_constant_stays_constant_however_far():
    assert np.all(lookup([-1e308, 1e308], [0.0, 1e-3], [2.0, 2.0], outside="extrapolate") == 2.0)


ascending = st.lists(st.floats(-100.0, 100.0), min_size=2, max_size=10, unique=True).map(sorted)


@settings(deadline=None)
@given(xs=ascending, ys=st.lists(st.floats(-100.0, 100.0), min_size=10, max_size=10), x=st.floats(-200.0, 200.0))
def test_lookup_stays_between_the_values_of_its_table(xs, ys, x):
    ys = ys[: len(xs)]
    y = lookup([x], xs, ys)[0]
    assert min(ys) - 1e-12 <= y <= max(ys) + 1e-12


@settings(deadline=None)
@given(xs=ascending, x=st.floats(-200.0, 200.0))
def test_lookup_in_a_swapped_table_undoes_the_lookup(xs, x):
    knots = [float(k) for k in range(len(xs))]
    there = lookup([x], knots, xs, outside="clamp")[0]
    back = lookup([there], xs, knots)[0]
    steepest = 1.0 / min(np.diff(xs))
    assert back == pytest.approx(np.clip(x, 0.0, len(xs) - 1.0), abs=1e-13 * steepest + 1e-12)


def test_surface_is_scipys_inside_the_grid():
    a, b = (m.ravel() for m in np.meshgrid(np.linspace(-1.0, 2.0, 31), np.linspace(0.0, 4.0, 41)))
    reference = RegularGridInterpolator((ROWS, COLUMNS), VALUES)
    assert np.allclose(surface(a, b), reference(np.stack([a, b], axis=1)), atol=1e-13, rtol=0.0)


def test_surface_holds_its_border_outside():
    a, b = (m.ravel() for m in np.meshgrid(np.linspace(-5.0, 5.0, 21), np.linspace(-3.0, 8.0, 23)))
    inside = surface(np.clip(a, -1.0, 2.0), np.clip(b, 0.0, 4.0))
    assert np.array_equal(surface(a, b), inside)


def test_surface_hits_its_points_exactly():
    for i, row in enumerate(ROWS):
        assert surface([row] * 4, COLUMNS).tolist() == VALUES[i]


def test_surface_of_one_row_is_a_lookup_along_it():
    assert np.array_equal(surface(DENSE, DENSE, [1.0], COLUMNS, [VALUES[0]]), lookup(DENSE, COLUMNS, VALUES[0]))


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("lookup", {"xs": [0, 2, 1], "ys": [1, 2, 3]}, "'xs' must increase strictly: entry 3 is 1, after 2."),
        ("lookup", {"xs": [0, 0], "ys": [1, 2]}, "'xs' must increase strictly: entry 2 is 0, after 0."),
        ("lookup", {"xs": [0, 1e301], "ys": [1, 2]}, "'xs' must hold numbers within +-1e+300."),
        ("lookup", {"xs": [0, 1], "ys": [1, -1e301]}, "'ys' must hold numbers within +-1e+300."),
        ("lookup_2d", {"rows": [1, 0]}, "'rows' must increase strictly: entry 2 is 0, after 1."),
        ("lookup_2d", {"columns": [1, 1]}, "'columns' must increase strictly: entry 2 is 1, after 1."),
        ("lookup_2d", {"values": [[1, 2], [3, 1e302]]}, "'values' must hold numbers within +-1e+300."),
    ],
)
def test_table_is_refused(name, parameters, message):
    with pytest.raises(ValueError) as caught:
        check_block(f"arithmetic.{name}", parameters)
    assert str(caught.value) == message


def test_table_of_the_wrong_shape_is_refused():
    with pytest.raises(BlockCheckError) as caught:
        check_block("arithmetic.lookup", {"xs": [0.0, 1.0, 2.0], "ys": [0.0, 1.0]})
    assert caught.value.faults == ("'ys' must have 3 entries along axis 1, as 'xs' has, not 2.",)
