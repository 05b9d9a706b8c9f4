"""Random schemes: plain = native bit for bit, states can be saved and restored, the order in the file does not matter."""

from functools import cache

import numpy as np
import pytest
from numba.core.runtime import _nrt_python, rtsys

import pult
from pult.scheme import emit
from tests.scheme.random_schemes import random_inputs, random_scheme, shuffled, side_by_side

STEPS = 200
SEEDS = (0, 1, 2, 3, 4, 5, 90, 91, 200, 201)
FORMS = {"straight": (1000, 1000), "cut": (20, 1000), "listed": (40, 0)}
"""How long a text may be before it is cut into functions, and before it becomes a list of batches [batches]."""


def outcome(program, rows):
    """Every output bit, and the text of the error that ended the run, if one did."""
    bits = []
    try:
        for row in rows:
            bits.append({n: np.asarray(v, dtype=float).tobytes() for n, v in program.step(row).items()})
    except pult.PultError as error:
        return bits, str(error)
    return bits, ""


@cache
def programs(form):
    """All random schemes side by side in one program, as plain Python and as native code."""
    part, straight = FORMS[form]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(emit, "BATCHES_PER_FUNCTION", part)
        patched.setattr(emit, "MAX_STRAIGHT", straight)
        scheme = pult.load_scheme(side_by_side({f"random{seed}": random_scheme(seed, size=12) for seed in SEEDS}))
        plain, native = pult.compile_scheme(scheme, plain=True), pult.compile_scheme(scheme)
    assert native.native and not plain.native
    return plain, native


def compiled_both_ways(form):
    """These programs at their beginning."""
    for program in programs(form):
        program.reset()
    return programs(form)


@pytest.mark.parametrize("form", FORMS)
def test_plain_and_native_agree_in_every_bit_of_every_signal(form):
    plain, native = compiled_both_ways(form)
    assert ("def out_0(" in plain.text.source, "def part_1(" in plain.text.source) == (form == "listed", form == "cut")
    rows = random_inputs(plain, 0, STEPS)
    found = outcome(plain, rows)
    assert found == outcome(native, rows)
    assert len(found[0]) == STEPS, found[1]  # none of them ends the run of the others
    assert plain.state == native.state


@pytest.mark.parametrize("form", FORMS)
def test_native_code_releases_every_array_that_it_makes_once(form):
    _, native = compiled_both_ways(form)
    rows = random_inputs(native, 0, 3)
    _nrt_python.memsys_enable_stats()
    try:
        native.step(rows[0])
        before = rtsys.get_allocation_stats()
        native.step(rows[1])
        after = rtsys.get_allocation_stats()
    finally:
        _nrt_python.memsys_disable_stats()
    made, released = (getattr(after, name) - getattr(before, name) for name in ("mi_alloc", "mi_free"))
    assert made == released > 20  # blocks of random schemes return many


@pytest.mark.parametrize("seed", SEEDS)
def test_a_scheme_gives_the_same_bits_alone_and_beside_others(seed):
    document = random_scheme(seed, size=12)
    alone, beside = (pult.compile_scheme(d, plain=True) for d in (document, side_by_side({"a": document, "b": document})))
    rows = random_inputs(alone, seed, 20)
    bits, error = outcome(alone, rows)
    twice = outcome(beside, [{f"{name}_{port}": value for port, value in row.items() for name in "ab"} for row in rows])
    assert error == twice[1] == ""
    assert twice[0] == [{f"{name}_{port}": value for port, value in row.items() for name in "ab"} for row in bits]


@pytest.mark.parametrize("seed", range(20, 50))
def test_the_order_of_blocks_and_wires_in_the_file_does_not_matter(seed):
    document = random_scheme(seed, size=15)
    one, two = (pult.compile_scheme(d, plain=True) for d in (document, shuffled(document, seed)))
    assert one.scheme.hash == two.scheme.hash
    assert one.text.source == two.text.source
    rows = random_inputs(one, seed, 50)
    assert outcome(one, rows) == outcome(two, rows)
    assert one.state == two.state


@pytest.mark.parametrize("seed", range(60, 90))
def test_a_restored_state_gives_the_same_bits_again(seed):
    program = pult.compile_scheme(random_scheme(seed, size=15), plain=True)
    rows = random_inputs(program, seed, 60)
    if outcome(program, rows[:30])[1]:
        pytest.skip("this scheme blows up by itself")
    saved = program.state
    first = outcome(program, rows[30:])
    end = program.state
    program.restore(pult.State.from_json(saved.to_json()))
    assert program.state == saved
    assert outcome(program, rows[30:]) == first
    assert program.state == end
    program.reset()
    assert outcome(program, rows[:30])[1] == ""
    assert program.state == saved


def test_native_goes_on_from_a_plain_state():
    plain, native = compiled_both_ways("straight")
    rows = random_inputs(plain, 1, 100)
    outcome(plain, rows[:50])
    native.restore(plain.state)
    assert outcome(plain, rows[50:]) == outcome(native, rows[50:])


@pytest.mark.parametrize("seed", range(100, 120))
def test_all_forms_of_the_text_give_the_same_bits(seed, monkeypatch):
    """Straight, cut into functions, and as a list of batches: forms are chosen by size, never by meaning."""
    scheme = pult.load_scheme(random_scheme(seed, size=15))
    straight = pult.compile_scheme(scheme, plain=True)
    monkeypatch.setattr(emit, "BATCHES_PER_FUNCTION", 3)
    cut = pult.compile_scheme(scheme, plain=True)
    monkeypatch.setattr(emit, "MAX_STRAIGHT", 0)
    listed = pult.compile_scheme(scheme, plain=True)
    assert "def part_1(" in cut.text.source or len(straight.layout.batches) <= 3
    assert "def out_0(" in listed.text.source
    rows = random_inputs(straight, seed, 60)
    expected = outcome(straight, rows)
    assert outcome(cut, rows) == expected
    assert outcome(listed, rows) == expected
    assert straight.state == cut.state == listed.state
