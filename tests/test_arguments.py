"""What does not fit the Python interface is refused in words, by one of pult's errors, and nothing has changed."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pult
from pult.core.arguments import one_of, whole_number
from pult.core.errors import PultError, UsageError
from pult.sim.commands import BiasSensor, DelayInput, DelaySensor, FreezeSensor, KillDrive, Push, SetParameter, Stop

SETUP = {"world": "two-link", "scheme": "two-link-semi-automatic", "panel": "two-link"}


@pytest.fixture(scope="module")
def program():
    return pult.compile_scheme(pult.shipped_scheme("servo"))


@pytest.fixture(scope="module")
def session():
    return pult.open_session(pult.Setup(**SETUP))


@pytest.mark.parametrize(
    ("steps", "text"),
    [
        (-1, "steps must be at least 0, not -1."),
        (1.5, "steps must be a whole number, not 1.5."),
        ("ten", 'steps must be a whole number, not "ten".'),
        (None, "steps must be a whole number, not null."),
        (True, "steps must be a whole number, not true."),
        (np.array([1, 2]), "steps must be a whole number, not array([1, 2])."),
    ],
)
def test_a_session_advances_by_whole_numbers(session, steps, text):
    before = session.tick
    with pytest.raises(UsageError, match=re.escape(text)):
        session.advance(steps)
    assert session.tick == before


def test_whole_numbers_of_numpy_are_taken(session):
    before = session.tick
    session.advance(np.int64(2))
    assert session.tick == before + 2


@pytest.mark.parametrize("seed", [-1, 1.5, "a", None, 2**70])
def test_a_seed_is_a_whole_number_from_0(seed):
    for attempt in (
        lambda: pult.open_session(pult.Setup(**SETUP, seed=seed)),
        lambda: pult.run_attempt("two-link-reach", seed=seed),
    ):
        with pytest.raises(UsageError, match="^seed must be "):
            attempt()


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda s: s.channels["sensor.angels"], "there is no signal 'sensor.angels'. Did you mean 'sensor.angles'?"),
        (lambda s: s.channels.find(3), "the name of a signal must be a text, not 3."),
        (lambda s: s.channels.find(["sensor.angles"]), 'the name of a signal must be a text, not ["sensor.angles"].'),
        (lambda s: s.restore(3), "snapshot must be a snapshot of a session, not 3."),
        (lambda s: s.advance_part(0), "physics_steps must be at least 1, not 0."),
        (lambda s: s.apply("stop"), "unknown command str."),
        (lambda s: s.apply(DelaySensor(sensor="angles", delay="long")), 'delay: must be a number, not "long".'),
        (lambda s: s.apply(DelayInput(delay=None)), "delay: must be a number, not null."),
        (lambda s: s.apply(FreezeSensor(sensor=3)), "sensor: must be a text, not 3."),
        (lambda s: s.apply(BiasSensor(sensor="angles", bias=[1.0])), "bias: must be a number, not [1.0]."),
        (lambda s: s.apply(KillDrive(drive="motors", dead="yes")), 'dead: must be true or false, not "yes".'),
        (lambda s: s.apply(Push(body="fore", force=[1.0], duration=0.1)), "force: must have 3 entries, not 1."),
        (lambda s: s.apply(SetParameter(name=None, value=1.0)), "name: must be a text, not null."),
        (lambda s: s.apply(Stop(reason=object())), "a command takes plain data, not object."),
    ],
)
def test_a_session_refuses_in_words(session, call, text):
    before = session.row.copy()
    with pytest.raises(PultError, match=f"^{re.escape(text)}"):
        call(session)
    assert np.array_equal(session.row, before, equal_nan=True)
    assert not session.halted


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda p: p.probe(3), "the name of a signal must be a text, not 3."),
        (lambda p: p.probe(["angle"]), 'the name of a signal must be a text, not ["angle"].'),
        (lambda p: p.set(3, 1.0), "the name of a parameter must be a text, not 3."),
        (lambda p: p.restore([1.0]), "state must be the state of a program, not [1.0]."),
        (lambda p: pult.read_record(3), "path must be the path of a record, not 3."),
        (lambda p: pult.open_session("two-link"), 'setup must be a pult.Setup, not "two-link".'),
        (lambda p: pult.open_session(SETUP), 'setup must be a pult.Setup, not {"world": "two-link"'),
        (lambda p: pult.run_attempt(7), "exercise must be an exercise, its name or its file, not 7."),
        (lambda p: pult.run_attempt("two-link-reach", pilot=3), "pilot must be a pilot or the name of one, not 3."),
    ],
)
def test_programs_and_functions_refuse_in_words(program, call, text):
    with pytest.raises(PultError, match=f"^{re.escape(text)}"):
        call(program)


def test_a_setup_with_values_of_wrong_types_lists_them_all():
    with pytest.raises(pult.DocumentError) as refused:
        pult.open_session(pult.Setup(**SETUP, idle=3, contacts="all"))
    assert {fault.place for fault in refused.value.faults} == {"idle", "contacts"}


def test_an_attempt_takes_the_name_of_an_exercise():
    named, loaded = (
        pult.run_attempt(exercise, seed=3, pilot="command")
        for exercise in ("two-link-reach", pult.load_exercise("two-link-reach"))
    )
    assert named.hash == loaded.hash


JUNK = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5), st.binary(max_size=3),
    st.lists(st.integers(), max_size=2), st.dictionaries(st.text(max_size=2), st.integers(), max_size=2),
    st.just(np.zeros(2)), st.builds(object),
)  # fmt: skip


@given(JUNK)
def test_nothing_but_our_errors_leaves_the_checks(value):
    for check in (lambda: whole_number("n", value), lambda: one_of("t", value, str, "a text")):
        try:
            taken = check()
        except UsageError as error:
            assert str(error)[:1] in "nt"
        else:
            assert taken == value
