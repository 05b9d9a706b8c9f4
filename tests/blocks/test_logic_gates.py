"""Gates, comparisons and switches of the family logic."""

import itertools
import operator as operators
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pult.testing import BlockCheckError, check_block, simulate_block

GATES: dict[str, Callable[[Sequence[bool]], bool]] = {
    "and": all,
    "or": any,
    "nand": lambda x: not all(x),
    "nor": lambda x: not any(x),
    "xor": lambda x: sum(x) % 2 == 1,
    "majority": lambda x: sum(x) > len(x) / 2,
}
numbers = st.floats(-1e9, 1e9)


def value(name: str, parameters: dict[str, Any] | None = None, **inputs: float) -> Any:
    (port,) = simulate_block(f"logic.{name}", inputs, parameters, steps=1).values()
    return port[0]


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        *((gate, {}) for gate in GATES),
        *((gate, {"n": n}) for gate in GATES for n in (1, 5)),
        ("and", {"n": 64}),
        ("not", {}),
        ("compare", {}),
        *(("compare", {"operator": r, "tolerance": 0.5}) for r in ("<", "<=", ">", ">=", "==", "!=")),
        ("window", {}),
        ("window", {"low": -5.0, "high": -0.5}),
        ("hysteresis", {}),
        ("hysteresis", {"low": 0.0, "high": 0.0, "initial": True}),
        ("to_number", {}),
        ("to_boolean", {}),
        ("to_boolean", {"threshold": -2.0}),
        ("switch", {}),
        ("multiport_switch", {}),
        ("multiport_switch", {"n": 7, "first": 0}),
        ("multiport_switch", {"n": 1}),
    ],
)
def test_block_keeps_the_rules(name: str, parameters: dict[str, Any]) -> None:
    check_block(f"logic.{name}", parameters)


# --- gates --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("gate", GATES)
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_gate_follows_its_truth_table(gate: str, n: int) -> None:
    rows = list(itertools.product([False, True], repeat=n))
    inputs = {f"x{i + 1}": [row[i] for row in rows] for i in range(n)}
    y = simulate_block(f"logic.{gate}", inputs, {"n": n})["y"]
    assert y.dtype == np.bool_
    assert list(y) == [GATES[gate](row) for row in rows]


def test_not_inverts() -> None:
    assert list(simulate_block("logic.not", {"x": [False, True]})["y"]) == [True, False]


@given(st.lists(st.booleans(), min_size=1, max_size=12))
def test_de_morgan(x: list[bool]) -> None:
    n = {"n": len(x)}
    plain = {f"x{i + 1}": v for i, v in enumerate(x)}
    inverted = {port: not v for port, v in plain.items()}
    assert value("nand", n, **plain) == value("or", n, **inverted)
    assert value("nor", n, **plain) == value("and", n, **inverted)


# --- comparisons --------------------------------------------------------------------------------------------

OPERATORS = {
    "<": operators.lt, "<=": operators.le, ">": operators.gt, ">=": operators.ge,
    "==": operators.eq, "!=": operators.ne,
}  # fmt: skip


@pytest.mark.parametrize("operator", OPERATORS)
@given(a=st.integers(-3, 3), b=st.integers(-3, 3))
def test_compare_is_the_operator_of_python(operator: str, a: int, b: int) -> None:
    assert value("compare", {"operator": operator}, a=a, b=b) == OPERATORS[operator](a, b)


def test_compare_without_b_compares_with_zero() -> None:
    assert list(simulate_block("logic.compare", {"a": [-1.0, 0.0, 1.0]})["y"]) == [False, False, True]


def test_tolerance_widens_equality_with_its_border_and_nothing_else() -> None:
    a = np.array([-0.75, -0.5, -0.25, 0.0, 0.5, 0.75])  # exact in binary
    found = {}
    for operator in OPERATORS:
        y = simulate_block("logic.compare", {"a": a}, {"operator": operator, "tolerance": 0.5})["y"]
        found[operator] = list(y)
    assert found["=="] == [False, True, True, True, True, False]
    assert found["!="] == [True, False, False, False, False, True]
    assert found["<"] == list(a < 0.0)
    assert found["<="] == list(a <= 0.0)
    assert found[">"] == list(a > 0.0)
    assert found[">="] == list(a >= 0.0)


def test_compare_refuses_a_negative_tolerance_and_an_unknown_operator() -> None:
    with pytest.raises(BlockCheckError, match=r"'tolerance' is -1; allowed is >= 0\."):
        simulate_block("logic.compare", {"a": 0.0}, {"tolerance": -1.0}, steps=1)
    with pytest.raises(BlockCheckError, match=r"'operator' is '='\."):
        simulate_block("logic.compare", {"a": 0.0}, {"operator": "="}, steps=1)


def test_window_includes_its_limits() -> None:
    y = simulate_block("logic.window", {"x": [1.999, 2.0, 2.5, 3.0, 3.001]}, {"low": 2.0, "high": 3.0})["y"]
    assert list(y) == [False, True, True, True, False]


@pytest.mark.parametrize("name", ["window", "hysteresis"])
def test_limits_in_the_wrong_order_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"^'low' \(2\) must not be above 'high' \(1\)\.$"):
        simulate_block(f"logic.{name}", {"x": 0.0}, {"low": 2.0, "high": 1.0}, steps=1)


def test_hysteresis_switches_at_its_thresholds_in_the_same_step() -> None:
    x = [0.0, 0.999, 1.0, 0.0, -0.999, -1.0, 0.0, 2.0]
    y = simulate_block("logic.hysteresis", {"x": x})["y"]
    assert list(y) == [False, False, True, True, True, False, False, True]


@given(st.lists(st.floats(-2.0, 2.0), min_size=1, max_size=50), st.booleans())
def test_hysteresis_answers_as_the_last_input_outside_the_band(x: list[float], initial: bool) -> None:
    y = simulate_block("logic.hysteresis", {"x": x}, {"low": -0.5, "high": 0.75, "initial": initial})["y"]
    for k in range(len(x)):
        outside = [v for v in x[: k + 1] if v >= 0.75 or v <= -0.5]
        assert y[k] == (outside[-1] >= 0.75 if outside else initial)


@given(st.lists(st.sampled_from([-1.0, 0.0, 1.0]), min_size=1))
def test_hysteresis_of_equal_thresholds_has_no_memory(x: list[float]) -> None:
    y = simulate_block("logic.hysteresis", {"x": x}, {"low": 0.0, "high": 0.0, "initial": True})["y"]
    assert list(y) == [v >= 0.0 for v in x]


def test_to_number_and_to_boolean_are_inverse() -> None:
    assert list(simulate_block("logic.to_number", {"x": [False, True]})["y"]) == [0.0, 1.0]
    assert list(simulate_block("logic.to_boolean", {"x": [0.0, 1.0]})["y"]) == [False, True]


def test_to_boolean_is_false_on_its_threshold() -> None:
    y = simulate_block("logic.to_boolean", {"x": [1.0, 2.0, np.nextafter(2.0, 3.0)]}, {"threshold": 2.0})["y"]
    assert list(y) == [False, False, True]


# --- switches -----------------------------------------------------------------------------------------------


@given(st.booleans(), numbers, numbers)
def test_switch_passes_a_or_b(condition: bool, a: float, b: float) -> None:
    assert value("switch", condition=condition, a=a, b=b) == (a if condition else b)


@pytest.mark.parametrize("first", [0, 1])
def test_multiport_switch_counts_from_first_and_stays_inside(first: int) -> None:
    index = np.array([-1e300, -2.0, 0.0, 1.0, 2.0, 3.0, 1e300]) + first
    inputs = {"index": index, "x1": 10.0, "x2": 20.0, "x3": 30.0}
    y = simulate_block("logic.multiport_switch", inputs, {"n": 3, "first": first})["y"]
    assert list(y) == [10.0, 10.0, 10.0, 20.0, 30.0, 30.0, 30.0]


def test_multiport_switch_rounds_its_index_to_the_nearest() -> None:
    inputs = {"index": [1.4999, 1.5, 2.0 - 1e-12, 2.0 + 1e-12, 2.4999], "x1": 10.0, "x2": 20.0, "x3": 30.0}
    y = simulate_block("logic.multiport_switch", inputs, {"n": 3})["y"]
    assert list(y) == [10.0, 20.0, 20.0, 20.0, 20.0]
