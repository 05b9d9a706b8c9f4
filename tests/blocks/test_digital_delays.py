"""Delays and holds of the family digital."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pult.core.registry import blocks
from pult.testing import check_block, simulate_block

values = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=60)
gated = st.lists(st.tuples(st.floats(-1e6, 1e6), st.booleans()), min_size=1, max_size=60)


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("unit_delay", {}),
        ("unit_delay", {"initial": -3.0}),
        ("delay", {}),
        ("delay", {"n": 1, "initial": 2.0}),
        ("delay", {"n": 37}),
        ("shift_register", {}),
        ("shift_register", {"n": 1, "initial": 2.0}),
        ("shift_register", {"n": 17}),
        ("sample_hold", {}),
        ("sample_hold", {"initial": 4.0}),
        ("track_hold", {}),
        ("track_hold", {"initial": 4.0}),
        ("zero_order_hold", {}),
        ("zero_order_hold", {"n": 1}),
        ("downsample", {}),
        ("downsample", {"n": 3, "method": "last", "initial": 5.0}),
        ("downsample", {"n": 1}),
    ],
)
def test_block_keeps_the_rules(name: str, parameters: dict[str, Any]) -> None:
    check_block(f"digital.{name}", parameters)


@pytest.mark.parametrize("name", ["unit_delay", "delay", "shift_register"])
def test_delays_break_algebraic_loops(name: str) -> None:
    block = blocks()[f"digital.{name}"]
    assert not any(block.fed_through(port.name) for port in block.inputs)


# --- delays -------------------------------------------------------------------------------------------------


@given(values, st.floats(-1e6, 1e6))
def test_unit_delay_shifts_by_one_step(x: list[float], initial: float) -> None:
    y = simulate_block("digital.unit_delay", {"x": x}, {"initial": initial})["y"]
    assert list(y) == [initial, *x[:-1]]


@given(values, st.integers(1, 70), st.floats(-1e6, 1e6))
def test_delay_shifts_by_n_steps(x: list[float], n: int, initial: float) -> None:
    y = simulate_block("digital.delay", {"x": x}, {"n": n, "initial": initial})["y"]
    assert list(y) == ([initial] * n + x)[: len(x)]


def test_a_chain_of_unit_delays_is_a_delay() -> None:
    x = np.random.default_rng(1).normal(size=50)
    y = x
    for _ in range(5):
        y = simulate_block("digital.unit_delay", {"x": y})["y"]
    np.testing.assert_array_equal(y, simulate_block("digital.delay", {"x": x}, {"n": 5})["y"])


@given(gated, st.integers(1, 6))
def test_shift_register_shows_the_enabled_inputs_newest_first(steps: list[tuple[float, bool]], n: int) -> None:
    x, enable = zip(*steps, strict=True)
    y = simulate_block("digital.shift_register", {"x": x, "enable": enable}, {"n": n, "initial": -7.0})["y"]
    assert y.shape == (len(x), n)
    for k in range(len(x)):
        taken = [v for v, on in steps[:k] if on]
        assert list(y[k]) == (taken[::-1] + [-7.0] * n)[:n]


def test_shift_register_without_enable_shifts_in_every_step() -> None:
    y = simulate_block("digital.shift_register", {"x": [1.0, 2.0, 3.0]}, {"n": 2})["y"]
    assert y.tolist() == [[0.0, 0.0], [1.0, 0.0], [2.0, 1.0]]


# --- holds --------------------------------------------------------------------------------------------------


@given(gated, st.floats(-1e6, 1e6))
def test_sample_hold_shows_the_input_at_the_last_rising_edge(steps: list[tuple[float, bool]], initial: float) -> None:
    x, trigger = zip(*steps, strict=True)
    y = simulate_block("digital.sample_hold", {"x": x, "trigger": trigger}, {"initial": initial})["y"]
    for k in range(len(x)):
        edges = [j for j in range(k + 1) if trigger[j] and not (j and trigger[j - 1])]
        assert y[k] == (x[edges[-1]] if edges else initial)


@given(gated, st.floats(-1e6, 1e6))
def test_track_hold_shows_the_last_input_that_was_tracked(steps: list[tuple[float, bool]], initial: float) -> None:
    x, track = zip(*steps, strict=True)
    y = simulate_block("digital.track_hold", {"x": x, "track": track}, {"initial": initial})["y"]
    for k in range(len(x)):
        tracked = [v for v, on in steps[: k + 1] if on]
        assert y[k] == (tracked[-1] if tracked else initial)


@given(values, st.integers(1, 12))
def test_zero_order_hold_samples_every_n_steps_from_the_first(x: list[float], n: int) -> None:
    y = simulate_block("digital.zero_order_hold", {"x": x}, {"n": n})["y"]
    assert list(y) == [x[k // n * n] for k in range(len(x))]


@pytest.mark.parametrize("method", ["mean", "last"])
@given(x=values, n=st.integers(1, 12))
def test_downsample_gives_one_value_at_the_end_of_each_group(method: str, x: list[float], n: int) -> None:
    found = simulate_block("digital.downsample", {"x": x}, {"n": n, "method": method, "initial": 0.5})
    assert list(found["tick"]) == [(k + 1) % n == 0 for k in range(len(x))]
    groups = np.array(x[: len(x) // n * n]).reshape(-1, n)
    expected = groups.mean(axis=1) if method == "mean" else groups[:, -1]
    # 12 additions of numbers up to 1e6, half a last place each; one number is not rounded at all
    np.testing.assert_allclose(found["value"][n - 1 :: n], expected, rtol=0, atol=0 if method == "last" else 2e-9)
    assert list(found["value"][: n - 1]) == [0.5] * min(n - 1, len(x))
    held = [found["value"][k] == found["value"][k - 1] for k in range(1, len(x)) if not found["tick"][k]]
    assert all(held)
