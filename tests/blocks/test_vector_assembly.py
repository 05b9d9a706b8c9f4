"""Putting vectors together and taking them apart: nothing may be lost, swapped or invented."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pult.core.registry import blocks
from pult.testing import BlockCheckError, check_block, simulate_block

CHECKS = [
    ("vector.constant", {}),
    ("vector.constant", {"values": [1.5, -2.0, 0.0, 1e300]}),
    ("vector.constant_matrix", {}),
    ("vector.constant_matrix", {"values": [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]}),
    ("vector.mux", {}),
    ("vector.mux", {"n": 1}),
    ("vector.mux", {"n": 64}),
    ("vector.demux", {}),
    ("vector.demux", {"n": 7}),
    ("vector.select", {}),
    ("vector.select", {"n": 5, "index": 99}),
    ("vector.slice", {}),
    ("vector.slice", {"n": 6, "start": 4, "length": 3}),
    ("vector.concat", {}),
    ("vector.concat", {"n": 1, "m": 5}),
    ("vector.switch", {}),
    ("vector.switch", {"n": 5}),
]
ROWS = np.random.default_rng(1).normal(size=(20, 6))


@pytest.mark.parametrize(("name", "parameters"), CHECKS)
def test_keeps_the_rules_of_blocks(name, parameters):
    check_block(name, parameters)


def test_every_block_of_this_part_is_checked():
    here = {n for n, b in blocks().items() if b.module == "pult.blocks.vector.assembly"}
    assert here == {name for name, _ in CHECKS}


def test_constant_is_its_values_at_every_step():
    values = [1.0, -2.5, 1e-300]
    y = simulate_block("vector.constant", parameters={"values": values}, steps=3)["y"]
    np.testing.assert_array_equal(y, [values] * 3)


def test_constant_matrix_keeps_rows_and_columns():
    values = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
    y = simulate_block("vector.constant_matrix", parameters={"values": values}, steps=2)["y"]
    np.testing.assert_array_equal(y, [values] * 2)


def test_mux_keeps_the_order_of_the_ports():
    inputs = {f"x{i + 1}": ROWS[:, i] for i in range(6)}
    np.testing.assert_array_equal(simulate_block("vector.mux", inputs, {"n": 6})["y"], ROWS)


def test_demux_is_the_inverse_of_mux():
    parts = simulate_block("vector.demux", {"x": ROWS}, {"n": 6})
    assert list(parts) == ["y1", "y2", "y3", "y4", "y5", "y6"]
    inputs = {name.replace("y", "x"): values for name, values in parts.items()}
    np.testing.assert_array_equal(simulate_block("vector.mux", inputs, {"n": 6})["y"], ROWS)


@pytest.mark.parametrize(("index", "column"), [(1, 0), (2, 1), (6, 5), (7, 5), (10**9, 5)])
def test_select_counts_from_one_and_stops_at_the_last(index, column):
    y = simulate_block("vector.select", {"x": ROWS}, {"n": 6, "index": index})["y"]
    np.testing.assert_array_equal(y, ROWS[:, column])


def test_select_refuses_an_index_below_one():
    with pytest.raises(BlockCheckError, match="'index' is 0; allowed is >= 1"):
        simulate_block("vector.select", {"x": ROWS}, {"n": 6, "index": 0})


def test_select_is_tuned_without_compiling_anew():
    assert not blocks()["vector.select"].parameter("index").structural


@given(n=st.integers(1, 8), data=st.data())
@settings(max_examples=50, deadline=None)
def test_slice_is_what_numpy_slices(n, data):
    start = data.draw(st.integers(1, n))
    length = data.draw(st.integers(1, n - start + 1))
    x = np.random.default_rng(n).normal(size=(3, n))
    y = simulate_block("vector.slice", {"x": x}, {"n": n, "start": start, "length": length})["y"]
    np.testing.assert_array_equal(y, x[:, start - 1 : start - 1 + length])


def test_slice_refuses_to_reach_beyond_the_end():
    parameters = {"n": 4, "start": 3, "length": 3}
    with pytest.raises(ValueError, match=r"^entries 3\.\.5 are wanted; the vector has only 4\.$"):
        simulate_block("vector.slice", {"x": np.zeros((1, 4))}, parameters)


@given(n=st.integers(1, 6), m=st.integers(1, 6))
@settings(max_examples=30, deadline=None)
def test_slices_of_a_concatenation_are_its_parts(n, m):
    generator = np.random.default_rng(n * 10 + m)
    a, b = generator.normal(size=(2, n)), generator.normal(size=(2, m))
    y = simulate_block("vector.concat", {"a": a, "b": b}, {"n": n, "m": m})["y"]
    np.testing.assert_array_equal(y, np.concatenate([a, b], axis=1))
    first = simulate_block("vector.slice", {"x": y}, {"n": n + m, "start": 1, "length": n})["y"]
    second = simulate_block("vector.slice", {"x": y}, {"n": n + m, "start": n + 1, "length": m})["y"]
    np.testing.assert_array_equal(first, a)
    np.testing.assert_array_equal(second, b)


def test_ports_of_one_vector_share_a_unit():
    for name in ("vector.mux", "vector.demux", "vector.concat"):
        concrete, faults = blocks()[name].concrete({})
        assert not faults
        assert {port.unit for port in (*concrete.inputs, *concrete.outputs)} == {(("?a", 1),)}
