"""Debouncing, stretching and counting of pulses in the family digital."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pult.testing import check_block, simulate_block

runs = st.lists(st.tuples(st.booleans(), st.integers(1, 9)), min_size=1, max_size=12).map(
    lambda pieces: [value for value, count in pieces for _ in range(count)]
)


def run(name: str, x: list[bool], **parameters: Any) -> list[bool]:
    return [bool(v) for v in simulate_block(f"digital.{name}", {"x": x}, parameters, dt=0.01)["y"]]


def pattern(text: str) -> list[bool]:
    return [mark == "1" for mark in text]


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("debounce", {}),
        ("debounce", {"time": 0.015, "initial": True}),
        ("debounce", {"time": 0.0}),
        ("pulse_stretch", {}),
        ("pulse_stretch", {"time": 0.025}),
        ("pulse_stretch", {"time": 0.0}),
        ("edge_counter", {}),
        ("edge_counter", {"edge": "falling"}),
        ("edge_counter", {"edge": "both"}),
    ],
)
def test_block_keeps_the_rules(name: str, parameters: dict[str, Any]) -> None:
    check_block(f"digital.{name}", parameters)


@given(runs, st.integers(0, 6), st.booleans())
def test_debounce_follows_what_has_been_the_same_long_enough(x: list[bool], n: int, initial: bool) -> None:
    history = [initial] * n + x
    expected = []
    answer = initial
    for k in range(len(x)):
        window = history[k : k + n + 1]
        answer = x[k] if len(set(window)) == 1 else answer
        expected.append(answer)
    assert run("debounce", x, time=n * 0.01, initial=initial) == expected


def test_debounce_changes_at_the_documented_step_after_the_last_bounce() -> None:
    assert run("debounce", pattern("0101011111100100000"), time=0.03) == pattern("0000000011111111100")
    assert run("debounce", pattern("0101011111100100000"), time=0.021) == pattern("0000000011111111100")


@given(runs, st.integers(0, 6))
def test_stretched_pulse_lasts_from_its_edge_at_least(x: list[bool], n: int) -> None:
    edges = [k for k in range(len(x)) if x[k] and not (k and x[k - 1])]
    covered = {k for edge in edges for k in range(edge, edge + n)}
    assert run("pulse_stretch", x, time=n * 0.01) == [v or k in covered for k, v in enumerate(x)]


def test_pulse_stretch_prolongs_short_pulses_only() -> None:
    assert run("pulse_stretch", pattern("0100000111110000"), time=0.03) == pattern("0111000111110000")


@pytest.mark.parametrize(("edge", "wanted"), [("rising", {1}), ("falling", {-1}), ("both", {1, -1})])
@given(x=runs)
def test_edge_counter_counts_differences(edge: str, wanted: set[int], x: list[bool]) -> None:
    change = np.diff(np.array([False, *x]).astype(int))
    expected = np.cumsum(np.isin(change, list(wanted)))
    y = simulate_block("digital.edge_counter", {"x": x}, {"edge": edge})["y"]
    np.testing.assert_array_equal(y, expected)


def test_edge_counter_starts_anew_after_a_reset_and_loses_edges_during_it() -> None:
    x = pattern("0101001010")
    reset = pattern("0001000000")
    y = simulate_block("digital.edge_counter", {"x": x, "reset": reset})["y"]
    assert list(y) == [0, 1, 1, 0, 0, 0, 1, 1, 2, 2]
