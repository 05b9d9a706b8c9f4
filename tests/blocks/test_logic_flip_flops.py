"""Edges and flip-flops of the family logic."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pult.testing import check_block, simulate_block

bits = st.lists(st.booleans(), min_size=1, max_size=60)
pairs = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=60)
triples = st.lists(st.tuples(st.booleans(), st.booleans(), st.booleans()), min_size=1, max_size=60)


def run(name: str, parameters: dict[str, Any] | None = None, **inputs: Any) -> list[bool]:
    (port,) = simulate_block(f"logic.{name}", inputs, parameters).values()
    return [bool(v) for v in port]


def edges(x: list[bool]) -> list[bool]:
    """Rising edges, from the pairs of neighbours."""
    return [new and not old for old, new in zip([False, *x], x, strict=False)]


@pytest.mark.parametrize(
    "name",
    ["rising_edge", "falling_edge", "any_edge", "sr_flip_flop", "d_flip_flop", "jk_flip_flop", "toggle"],
)
@pytest.mark.parametrize("parameters", [{}, {"initial": True}])
def test_block_keeps_the_rules(name: str, parameters: dict[str, Any]) -> None:
    check_block(f"logic.{name}", parameters)


def test_set_dominant_latch_keeps_the_rules() -> None:
    check_block("logic.sr_flip_flop", {"dominant": "set"})


# --- edges --------------------------------------------------------------------------------------------------


@given(bits, st.booleans())
def test_edges_are_the_differences_of_the_sequence(x: list[bool], initial: bool) -> None:
    change = np.diff(np.array([initial, *x]).astype(int))
    assert run("rising_edge", {"initial": initial}, x=x) == list(change == 1)
    assert run("falling_edge", {"initial": initial}, x=x) == list(change == -1)
    assert run("any_edge", {"initial": initial}, x=x) == list(change != 0)


def test_an_input_true_from_the_start_rises_unless_told_otherwise() -> None:
    assert run("rising_edge", x=[True, True]) == [True, False]
    assert run("rising_edge", {"initial": True}, x=[True, True]) == [False, False]
    assert run("falling_edge", x=[False, False]) == [False, False]


# --- latch and toggle ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("dominant", ["set", "reset"])
@given(pairs, st.booleans())
def test_latch_follows_its_table_at_once(dominant: str, inputs: list[tuple[bool, bool]], initial: bool) -> None:
    expected = []
    bit = initial
    for both in inputs:
        rows = {
            (False, False): bit,
            (True, False): True,
            (False, True): False,
            (True, True): dominant == "set",
        }
        bit = rows[both]
        expected.append(bit)
    ones, others = zip(*inputs, strict=True)
    parameters = {"dominant": dominant, "initial": initial}
    assert run("sr_flip_flop", parameters, set=ones, reset=others) == expected


@given(bits, st.booleans())
def test_toggle_is_the_parity_of_the_edges(x: list[bool], initial: bool) -> None:
    expected = [bool(v) for v in (np.cumsum(edges(x)) + initial) % 2]
    assert run("toggle", {"initial": initial}, x=x) == expected


def test_toggle_is_false_during_reset_and_counts_on_afterwards() -> None:
    x = [True, False, True, True, False, True]
    reset = [False, False, True, False, False, False]
    assert run("toggle", x=x, reset=reset) == [True, True, False, False, False, True]


# --- clocked ------------------------------------------------------------------------------------------------


@given(triples, st.booleans())
def test_d_flip_flop_shows_d_of_the_last_edge_before_this_step(steps: list[tuple[bool, ...]], initial: bool) -> None:
    d, clock, reset = (list(column) for column in zip(*steps, strict=True))
    rising = edges(clock)
    expected = []
    for k in range(len(d)):
        taken = [False if reset[j] else d[j] for j in range(k) if rising[j] or reset[j]]
        expected.append(taken[-1] if taken else initial)
    assert run("d_flip_flop", {"initial": initial}, d=d, clock=clock, reset=reset) == expected


def test_d_flip_flop_changes_in_the_step_after_the_edge() -> None:
    clock = [False, False, True, True, False, True]
    assert run("d_flip_flop", d=[True] * 6, clock=clock) == [False, False, False, True, True, True]


@given(pairs)
def test_chained_d_flip_flops_on_one_clock_shift(steps: list[tuple[bool, bool]]) -> None:
    d, clock = (list(column) for column in zip(*steps, strict=True))
    first = run("d_flip_flop", d=d, clock=clock)
    second = run("d_flip_flop", d=first, clock=clock)
    samples = [False, False]
    for k, edge in enumerate(edges(clock)):
        assert (first[k], second[k]) == (samples[-1], samples[-2])
        if edge:
            samples.append(d[k])


@given(triples, st.booleans())
def test_jk_flip_flop_follows_its_table_one_step_later(steps: list[tuple[bool, ...]], initial: bool) -> None:
    j, k, clock = (list(column) for column in zip(*steps, strict=True))
    expected = [initial]
    for one, other, edge in zip(j, k, edges(clock), strict=True):
        bit = expected[-1]
        rows = {(False, False): bit, (True, False): True, (False, True): False, (True, True): not bit}
        expected.append(rows[one, other] if edge else bit)
    assert run("jk_flip_flop", {"initial": initial}, j=j, k=k, clock=clock) == expected[:-1]
