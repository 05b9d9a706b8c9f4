"""Vector and matrix algebra against NumPy, its identities, and very large and very small numbers."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pult.core.registry import blocks
from pult.testing import check_block, simulate_block

CHECKS = [
    ("vector.scale", {}),
    ("vector.scale", {"n": 1}),
    ("vector.sum", {}),
    ("vector.sum", {"n": 33}),
    ("vector.dot", {}),
    ("vector.dot", {"n": 17}),
    ("vector.cross", {}),
    ("vector.norm", {}),
    ("vector.norm", {"n": 9}),
    ("vector.normalise", {}),
    ("vector.normalise", {"n": 2, "least": 2.0}),
    ("vector.limit_norm", {}),
    ("vector.limit_norm", {"n": 5, "limit": 0.0}),
    ("vector.limit_norm", {"n": 2, "limit": 4.0}),
    ("vector.matrix_product", {}),
    ("vector.matrix_product", {"rows": 2, "inner": 5, "columns": 4}),
    ("vector.matrix_vector", {}),
    ("vector.matrix_vector", {"rows": 6, "columns": 7}),
    ("vector.gain", {}),
    ("vector.gain", {"matrix": [[1.0, -2.0, 0.5], [0.0, 3.0, 1e6]]}),
    ("vector.transpose", {}),
    ("vector.transpose", {"rows": 2, "columns": 5}),
]
PARTS = ("pult.blocks.vector.algebra", "pult.blocks.vector.matrix")
GENERATOR = np.random.default_rng(2)
A, B, C = GENERATOR.normal(size=(3, 50, 3))
EPS = np.finfo(float).eps

entries = st.floats(-1e6, 1e6).map(lambda v: v if abs(v) > 1e-50 else 0.0)  # no underflow in the yardstick
vectors = st.lists(entries, min_size=3, max_size=3).map(np.array)
huge = st.floats(allow_nan=False, allow_infinity=False)


def run(name, parameters=None, **inputs):
    return simulate_block(name, inputs, parameters)["y"]


@pytest.mark.parametrize(("name", "parameters"), CHECKS)
def test_keeps_the_rules_of_blocks(name, parameters):
    check_block(name, parameters)


@pytest.mark.parametrize("scale", [1e304, 1e-312], ids=["huge", "tiny"])
@pytest.mark.parametrize("name", sorted(n for n, b in blocks().items() if b.family == "vector"))
def test_no_vector_block_fails_or_gives_nan_for_numbers_of_any_size(name, scale):
    check_block(name, scale=scale, steps=100)


def test_every_block_of_this_part_is_checked():
    here = {n for n, b in blocks().items() if b.module in PARTS}
    assert here == {name for name, _ in CHECKS}


# --- products of vectors ------------------------------------------------------------------------------------


def test_scale_multiplies_every_entry():
    np.testing.assert_array_equal(run("vector.scale", x=A, factor=B[:, 0]), A * B[:, :1])


def test_sum_adds_the_entries_from_the_first_to_the_last():
    y = run("vector.sum", {"n": 4}, x=[[1e16, 1.0, -1e16, 1.0]])
    assert y[0] == 1.0  # another order gives 2


def test_sum_and_dot_agree_with_numpy():
    np.testing.assert_allclose(run("vector.sum", x=A), A.sum(axis=1), rtol=0, atol=10 * EPS)
    np.testing.assert_allclose(run("vector.dot", a=A, b=B), np.vecdot(A, B), rtol=0, atol=30 * EPS)


def test_cross_agrees_with_numpy():
    np.testing.assert_array_equal(run("vector.cross", a=A, b=B), np.cross(A, B))


@given(vectors, vectors, vectors)
@settings(max_examples=50, deadline=None)
def test_cross_is_antisymmetric_and_orthogonal_and_obeys_jacobi(a, b, c):
    def times(u, v):
        return run("vector.cross", a=[u], b=[v])[0]

    size = np.linalg.norm(a) * np.linalg.norm(b)
    ab = times(a, b)
    np.testing.assert_array_equal(ab, -times(b, a))
    # each entry of ab is wrong by at most one rounding of each product
    assert abs(run("vector.dot", a=[a], b=[ab])[0]) <= 8 * EPS * np.linalg.norm(a) * size
    jacobi = times(a, times(b, c)) + times(b, times(c, a)) + times(c, times(a, b))
    assert np.abs(jacobi).max() <= 50 * EPS * size * np.linalg.norm(c)


@given(st.lists(st.tuples(huge, huge), min_size=3, max_size=3))
@settings(max_examples=200, deadline=None)
def test_dot_of_any_finite_numbers_is_right_to_rounding(pairs):
    a, b = np.array(pairs).T
    exact = sum(Fraction(x) * Fraction(y) for x, y in pairs)
    room = sum(abs(Fraction(x) * Fraction(y)) for x, y in pairs) / 2**49 + Fraction(1, 2**1070)
    most = max(abs(Fraction(x)) for x in a) * max(abs(Fraction(y)) for y in b)
    room += most / 2**49 if most > Fraction(2) ** 1020 else 0  # after an overflow, relative to the largest
    y = float(run("vector.dot", a=[a], b=[b])[0])
    if math.isinf(y):
        assert abs(exact) + room > Fraction(2) ** 1023
        assert (y > 0) == (exact > 0) or abs(exact) <= room
    else:
        assert abs(Fraction(y) - exact) <= room


def test_products_that_overflow_on_the_way_still_cancel():
    big = [[1e200, 1e200, 1.0]]
    assert run("vector.dot", a=big, b=[[1e200, -1e200, 0.0]])[0] == 0.0
    np.testing.assert_array_equal(run("vector.cross", a=big, b=big)[0], 0.0)
    np.testing.assert_array_equal(run("vector.dot", a=[[1e308, 1e308, -1e308]], b=np.ones((1, 3))), [1e308])


# --- length and direction -----------------------------------------------------------------------------------


def test_norm_agrees_with_numpy_in_ordinary_sizes():
    np.testing.assert_allclose(run("vector.norm", x=A), np.linalg.norm(A, axis=1), rtol=4 * EPS)


@pytest.mark.parametrize("exponent", [-323, -310, -200, -141, -139, 0, 139, 141, 200, 307])
def test_norm_is_right_at_any_size(exponent):
    unit = float(f"1e{exponent}")
    y = run("vector.norm", {"n": 2}, x=[[3.0 * unit, 4.0 * unit]])[0]
    assert y == pytest.approx(math.hypot(3.0 * unit, 4.0 * unit), rel=4 * EPS, abs=0)


@given(vectors, vectors, entries)
@settings(max_examples=50, deadline=None)
def test_norm_obeys_the_axioms(a, b, k):
    na, nb, nab, nka = run("vector.norm", x=[a, b, a + b, k * a])
    assert nab <= (na + nb) * (1 + 8 * EPS)
    assert nka == pytest.approx(abs(k) * na, rel=8 * EPS, abs=5e-324)
    assert (na == 0.0) == (not a.any())


@given(st.lists(huge, min_size=4, max_size=4).filter(any))
@settings(max_examples=100, deadline=None)
def test_normalise_gives_length_one_and_keeps_the_direction(x):
    y = run("vector.normalise", {"n": 4}, x=[x])[0]
    assert math.hypot(*y) == pytest.approx(1.0, abs=4 * EPS)
    largest = max(range(4), key=lambda i: abs(x[i]))
    exact = [float(Fraction(v) / Fraction(x[largest])) for v in x]
    np.testing.assert_allclose(y / y[largest], exact, rtol=8 * EPS, atol=5e-324)
    assert np.sign(y[largest]) == np.sign(x[largest])


def test_normalise_gives_zero_for_the_zero_vector_and_up_to_least():
    np.testing.assert_array_equal(run("vector.normalise", x=np.zeros((1, 3))), 0.0)
    y = run("vector.normalise", {"n": 2, "least": 5.0}, x=[[3.0, 4.0], [6.0, 8.0]])
    np.testing.assert_allclose(y, [[0.0, 0.0], [0.6, 0.8]], rtol=2 * EPS)


@given(vectors, st.floats(0, 1e6))
@settings(max_examples=100, deadline=None)
def test_limit_norm_bounds_the_length_and_keeps_the_direction(x, limit):
    y = run("vector.limit_norm", {"limit": limit}, x=[x])[0]
    length = run("vector.norm", x=[x])[0]
    if length <= limit:
        np.testing.assert_array_equal(y, x)
    else:
        assert math.hypot(*y) == pytest.approx(limit, rel=6 * EPS, abs=5e-324)
        np.testing.assert_allclose(y, x * (limit / length), rtol=8 * EPS, atol=1e-300)


@given(vectors, st.floats(1e-3, 1e3))
@settings(max_examples=50, deadline=None)
def test_limiting_twice_is_limiting_once(x, limit):
    once = run("vector.limit_norm", {"limit": limit}, x=[x])
    twice = run("vector.limit_norm", {"limit": limit}, x=once)
    np.testing.assert_allclose(twice, once, rtol=6 * EPS)


def test_limit_norm_works_where_the_length_itself_overflows():
    y = run("vector.limit_norm", {"n": 2, "limit": 2.0}, x=[[-1.7e308, 1.7e308]])[0]
    np.testing.assert_allclose(y, [-math.sqrt(2.0), math.sqrt(2.0)], rtol=4 * EPS)


# --- matrices -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rows", "inner", "columns"), [(1, 1, 1), (3, 3, 3), (2, 5, 4), (6, 1, 2)])
def test_matrix_product_agrees_with_numpy(rows, inner, columns):
    a, b = GENERATOR.normal(size=(10, rows, inner)), GENERATOR.normal(size=(10, inner, columns))
    y = run("vector.matrix_product", {"rows": rows, "inner": inner, "columns": columns}, a=a, b=b)
    np.testing.assert_allclose(y, a @ b, rtol=0, atol=100 * EPS)


def test_matrix_vector_agrees_with_numpy():
    m, x = GENERATOR.normal(size=(10, 6, 4)), GENERATOR.normal(size=(10, 4))
    y = run("vector.matrix_vector", {"rows": 6, "columns": 4}, matrix=m, x=x)
    np.testing.assert_allclose(y, np.einsum("kij,kj->ki", m, x), rtol=0, atol=100 * EPS)


def test_gain_takes_its_sizes_from_the_matrix():
    k = [[1.0, 2.0, 3.0], [0.0, -1.0, 0.5]]
    y = run("vector.gain", {"matrix": k}, x=A)
    assert y.shape == (50, 2)
    np.testing.assert_allclose(y, A @ np.array(k).T, rtol=0, atol=100 * EPS)


def test_a_new_gain_changes_nothing():
    np.testing.assert_array_equal(run("vector.gain", x=A), A)


def test_transpose_agrees_with_numpy_and_is_its_own_inverse():
    x = GENERATOR.normal(size=(4, 2, 5))
    y = run("vector.transpose", {"rows": 2, "columns": 5}, x=x)
    np.testing.assert_array_equal(y, x.swapaxes(1, 2))
    np.testing.assert_array_equal(run("vector.transpose", {"rows": 5, "columns": 2}, x=y), x)


def test_transpose_of_a_product_is_the_product_of_the_transposes_the_other_way_round():
    a, b = GENERATOR.normal(size=(2, 10, 3, 3))
    left = run("vector.transpose", x=run("vector.matrix_product", a=a, b=b))
    right = run("vector.matrix_product", a=run("vector.transpose", x=b), b=run("vector.transpose", x=a))
    np.testing.assert_array_equal(left, right)  # the same products in the same order


def test_units_of_products_multiply():
    for name in ("dot", "cross", "matrix_product", "matrix_vector", "scale"):
        concrete, _ = blocks()[f"vector.{name}"].concrete({})
        assert concrete.outputs[0].unit == (("?a", 1), ("?b", 1)), name
