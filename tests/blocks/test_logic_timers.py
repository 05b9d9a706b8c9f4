"""Timers of the family logic, and the rule by which durations become control steps."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pult.blocks._steps import MAX_STEPS, one_more, whole_steps
from pult.testing import BlockCheckError, check_block, simulate_block

bits = st.lists(st.booleans(), min_size=1, max_size=60)
# long runs of equal values, so that timers have something to do
runs = st.lists(st.tuples(st.booleans(), st.integers(1, 9)), min_size=1, max_size=12).map(
    lambda pieces: [value for value, count in pieces for _ in range(count)]
)


def run(name: str, x: list[bool], **parameters: Any) -> list[bool]:
    return [bool(v) for v in simulate_block(f"logic.{name}", {"x": x}, parameters, dt=0.01)["y"]]


def pattern(text: str) -> list[bool]:
    return [mark == "1" for mark in text]


@pytest.mark.parametrize("name", ["on_delay", "off_delay", "pulse_timer"])
@pytest.mark.parametrize("parameters", [{}, {"time": 0.03}, {"time": 0.0}])
def test_block_keeps_the_rules(name: str, parameters: dict[str, Any]) -> None:
    check_block(f"logic.{name}", parameters)


def test_retriggerable_timer_keeps_the_rules() -> None:
    check_block("logic.pulse_timer", {"time": 0.025, "retrigger": True})


# --- durations ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dt", [0.001, 0.002, 0.01, 0.1, 1.0 / 3.0, 1.0 / 60.0, 1.0])
def test_a_whole_number_of_steps_is_that_number_in_spite_of_rounding(dt: float) -> None:
    for n in range(5000):
        assert whole_steps(n * dt, dt) == n


def test_decimal_times_come_out_as_written() -> None:
    assert 0.3 / 0.1 < 3.0 < 0.7 / 0.1 + 1e-9  # what the rule has to overcome, on either side
    for n in range(5000):
        assert whole_steps(n / 100.0, 0.01) == n
        assert whole_steps(n / 1000.0, 0.001) == n
        assert whole_steps(n / 10.0, 0.1) == n


@given(st.integers(0, 10**6), st.floats(0.001, 0.999))
def test_a_part_of_a_step_counts_as_a_step(n: int, part: float) -> None:
    assert whole_steps((n + part) * 0.01, 0.01) == n + 1


def test_extreme_durations() -> None:
    assert whole_steps(0.0, 0.01) == 0
    assert whole_steps(5e-324, 0.01) == 1
    assert whole_steps(1e300, 0.01) == MAX_STEPS
    assert whole_steps(math.nan, 0.01) == 0
    assert one_more(MAX_STEPS) == MAX_STEPS
    assert one_more(MAX_STEPS - 1) == MAX_STEPS
    assert float(MAX_STEPS) == MAX_STEPS


@pytest.mark.parametrize("name", ["on_delay", "off_delay", "pulse_timer"])
def test_negative_times_are_refused(name: str) -> None:
    with pytest.raises(BlockCheckError, match=r"'time' is -1 s; allowed is >= 0 s\."):
        run(name, [True], time=-1.0)


# --- timers -------------------------------------------------------------------------------------------------


@given(runs, st.integers(0, 6))
def test_on_delay_is_true_if_the_last_steps_all_were(x: list[bool], n: int) -> None:
    before = [False] * n + x
    assert run("on_delay", x, time=n * 0.01) == [all(before[k : k + n + 1]) for k in range(len(x))]


@given(runs, st.integers(0, 6))
def test_off_delay_is_true_if_any_of_the_last_steps_was(x: list[bool], n: int) -> None:
    before = [False] * n + x
    assert run("off_delay", x, time=n * 0.01) == [any(before[k : k + n + 1]) for k in range(len(x))]


@given(runs, st.floats(0.0, 0.06))
def test_delays_are_dual(x: list[bool], time: float) -> None:
    inverted = run("off_delay", [True] * 7 + [not v for v in x], time=time)[7:]
    assert [not v for v in inverted] == run("on_delay", x, time=time)


@pytest.mark.parametrize(
    ("name", "time", "x", "y"),
    [
        ("on_delay", 0.03, "0111111001110111100", "0000111000000000100"),
        ("on_delay", 0.025, "0111111001110111100", "0000111000000000100"),
        ("on_delay", 0.0, "0110", "0110"),
        ("on_delay", 0.02, "1111", "0011"),
        ("off_delay", 0.03, "0100000101000000", "0111100111111000"),
        ("off_delay", 0.0, "0110", "0110"),
        ("pulse_timer", 0.03, "0100000111110010", "0111000111000011"),
        ("pulse_timer", 0.0, "0110", "0000"),
        ("pulse_timer", 0.03, "1000", "1110"),
    ],
)
def test_outputs_change_at_the_documented_steps(name: str, time: float, x: str, y: str) -> None:
    assert run(name, pattern(x), time=time) == pattern(y)


@pytest.mark.parametrize("retrigger", [False, True])
@given(x=bits, n=st.integers(0, 6))
def test_pulse_timer_lays_pulses_of_its_length_over_the_edges(retrigger: bool, x: list[bool], n: int) -> None:
    covered: set[int] = set()
    end = 0
    for k, (old, new) in enumerate(zip([False, *x], x, strict=False)):
        if new and not old and (retrigger or k >= end):
            end = k + n
            covered |= set(range(k, end))
    found = run("pulse_timer", x, time=n * 0.01, retrigger=retrigger)
    assert [k for k, on in enumerate(found) if on] == sorted(covered & set(range(len(x))))


def test_retriggering_prolongs_and_the_other_kind_does_not() -> None:
    x = pattern("0101010000")
    assert run("pulse_timer", x, time=0.03, retrigger=True) == pattern("0111111100")
    assert run("pulse_timer", x, time=0.03, retrigger=False) == pattern("0111011100")


def test_a_delay_ends_at_its_very_step_where_adding_up_floats_would_be_late() -> None:
    t, late = 0.0, 0
    while t < 10.0:
        t, late = t + 0.01, late + 1
    assert late == 1001
    assert run("on_delay", [True] * 1002, time=10.0).index(True) == 1000
