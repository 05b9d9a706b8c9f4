"""Counter and state machine of the family logic."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pult.testing import BlockCheckError, check_block, simulate_block

steps = st.lists(st.tuples(st.booleans(), st.booleans(), st.booleans()), min_size=1, max_size=80)
TRAFFIC = {"table": [[2.0, 4.0], [3.0, 4.0], [1.0, 4.0], [4.0, 1.0]], "values": [10.0, 20.0, 30.0, -1.0]}


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("counter", {}),
        ("counter", {"low": -2, "high": 3, "initial": 1, "wrap": True}),
        ("counter", {"low": 0, "high": 0}),
        ("state_machine", {}),
        ("state_machine", TRAFFIC),
        ("state_machine", {**TRAFFIC, "initial": 4}),
        ("state_machine", {"table": [[1.0]], "values": [5.0]}),
    ],
)
def test_block_keeps_the_rules(name: str, parameters: dict[str, Any]) -> None:
    check_block(f"logic.{name}", parameters)


# --- counter ------------------------------------------------------------------------------------------------


def counted(inputs: list[tuple[bool, bool, bool]], **parameters: Any) -> dict[str, Any]:
    up, down, reset = zip(*inputs, strict=True)
    return simulate_block("logic.counter", {"up": up, "down": down, "reset": reset}, parameters)


@pytest.mark.parametrize("wrap", [False, True])
@given(inputs=steps, low=st.integers(-3, 0), high=st.integers(0, 3))
def test_counter_counts_edges_between_its_limits(
    wrap: bool, inputs: list[tuple[bool, bool, bool]], low: int, high: int
) -> None:
    found = counted(inputs, low=low, high=high, wrap=wrap)
    circle = list(range(low, high + 1))
    place = circle.index(0)
    before = (False, False)
    for k, (up, down, reset) in enumerate(inputs):
        move = int((before[0], up) == (False, True)) - int((before[1], down) == (False, True))
        if reset:
            place = circle.index(0)
        elif wrap:
            place = (place + move) % len(circle)
        else:
            place = sorted((0, place + move, len(circle) - 1))[1]
        before = (up, down)
        assert found["value"][k] == circle[place]
        assert found["at_low"][k] == (place == 0)
        assert found["at_high"][k] == (place == len(circle) - 1)


def test_counter_counts_in_the_step_of_the_edge_and_once_an_edge() -> None:
    up = [False, True, True, False, True, False]
    assert list(simulate_block("logic.counter", {"up": up})["value"]) == [0, 1, 1, 1, 2, 2]


def test_edges_of_both_inputs_cancel_out_even_at_a_limit() -> None:
    found = counted([(True, True, False)], low=0, high=5, wrap=True)
    assert found["value"][0] == 0.0


def test_an_edge_during_reset_is_lost() -> None:
    up = [(True, False, False), (False, False, False), (True, False, False)]
    found = counted([(True, False, True), *up], initial=7)
    assert list(found["value"]) == [7.0, 7.0, 7.0, 8.0]


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"low": 2, "high": 1}, r"^'low' \(2\) must not be above 'high' \(1\)\.$"),
        ({"initial": -1}, r"^'initial' is -1; it must lie in 'low'\.\.'high', 0\.\.1000000\.$"),
    ],
)
def test_counter_refuses_impossible_limits(parameters: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        simulate_block("logic.counter", {"up": [True]}, parameters)


# --- state machine ------------------------------------------------------------------------------------------


@given(data=st.data(), states=st.integers(1, 5), events=st.integers(1, 4))
def test_state_machine_walks_through_its_table(data: st.DataObject, states: int, events: int) -> None:
    number = st.integers(1, states)
    row = st.lists(number, min_size=events, max_size=events)
    table = data.draw(st.lists(row, min_size=states, max_size=states))
    initial = data.draw(number)
    step = st.tuples(st.integers(-1, events + 2), st.sampled_from([False, False, False, True]))
    inputs = data.draw(st.lists(step, min_size=1))
    values = [100.0 + s for s in range(1, states + 1)]
    next_state = {(s, e): table[s - 1][e - 1] for s in range(1, states + 1) for e in range(1, events + 1)}
    walk = [initial]
    for event, reset in inputs:
        walk.append(initial if reset else next_state.get((walk[-1], event), walk[-1]))
    event, reset = zip(*inputs, strict=True)
    found = simulate_block(
        "logic.state_machine",
        {"event": event, "reset": reset},
        {"table": [[float(v) for v in row] for row in table], "values": values, "initial": initial},
    )
    assert list(found["state"]) == walk[:-1]
    assert list(found["value"]) == [100.0 + s for s in walk[:-1]]
    assert list(found["changed"]) == [False] + [a != b for a, b in pairwise(walk[:-1])]


def test_an_event_shows_one_step_later_and_changed_lasts_one_step() -> None:
    found = simulate_block("logic.state_machine", {"event": [0.0, 1.0, 0.0, 0.0, 2.0, 0.0]}, TRAFFIC)
    assert list(found["state"]) == [1, 1, 2, 2, 2, 4]
    assert list(found["value"]) == [10, 10, 20, 20, 20, -1]
    assert list(found["changed"]) == [False, False, True, False, False, True]


def test_a_transition_to_the_same_state_is_no_change() -> None:
    still = {"table": [[1.0]], "values": [5.0]}
    found = simulate_block("logic.state_machine", {"event": [1.0, 1.0, 1.0]}, still)
    assert not found["changed"].any()


def test_events_are_rounded_and_those_outside_the_table_do_nothing() -> None:
    outside = [0.4999, -1e300, 1e300, 2.5]
    found = simulate_block("logic.state_machine", {"event": [*outside, 0.9999999, 0.0]}, TRAFFIC)
    assert list(found["state"]) == [1, 1, 1, 1, 1, 2]
    for event, following in ((1.4999, 2), (1.5, 4), (2.4999, 4)):
        found = simulate_block("logic.state_machine", {"event": [event, 0.0]}, TRAFFIC)
        assert list(found["state"]) == [1, following]


def test_default_machine_switches_on_by_event_1_and_off_by_event_2() -> None:
    found = simulate_block("logic.state_machine", {"event": [1.0, 1.0, 2.0, 2.0, 0.0]})
    assert list(found["value"]) == [0, 1, 1, 0, 0]


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"table": [[1.0, 3.0], [1.0, 2.0]]}, r"^'table' leads from state 1 by event 2 to state 3; "),
        ({"table": [[1.0, 2.0], [0.0, 2.0]]}, r"^'table' leads from state 2 by event 1 to state 0; "),
        ({"table": [[1.0, 1.5], [1.0, 2.0]]}, r"to state 1\.5; states are the whole numbers 1\.\.2\.$"),
        ({"initial": 3}, r"^'initial' is 3; states are the whole numbers 1\.\.2\.$"),
    ],
)
def test_states_that_do_not_exist_are_refused(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        simulate_block("logic.state_machine", {"event": [0.0]}, parameters)


def test_table_and_values_must_speak_of_the_same_states() -> None:
    message = r"'values' must have 2 entries along axis 1, as 'table' has, not 3\."
    with pytest.raises(BlockCheckError, match=message):
        simulate_block("logic.state_machine", {"event": [0.0]}, {"values": [0.0, 1.0, 2.0]})
