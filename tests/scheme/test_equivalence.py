"""Random schemes: plain = native bit for bit, states can be saved and restored, the order in the file does not matter."""

import numpy as np
import pytest

import pult
from pult.scheme import emit
from tests.scheme.random_schemes import random_inputs, random_scheme, shuffled

STEPS = 200
SEEDS = range(6)


def outcome(program, rows):
    """Every output bit, and the text of the error that ended the run, if one did."""
    bits = []
    try:
        for row in rows:
            bits.append({n: np.asarray(v, dtype=float).tobytes() for n, v in program.step(row).items()})
    except pult.PultError as error:
        return bits, str(error)
    return bits, ""


@pytest.mark.parametrize("seed", SEEDS)
def test_plain_and_native_agree_in_every_bit_of_every_signal(seed):
    scheme = pult.load_scheme(random_scheme(seed, size=12))
    plain, native = pult.compile_scheme(scheme, plain=True), pult.compile_scheme(scheme)
    assert native.native and not plain.native
    rows = random_inputs(plain, seed, STEPS)
    assert outcome(plain, rows) == outcome(native, rows)
    assert plain.state == native.state


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


@pytest.mark.parametrize("seed", range(90, 92))
def test_native_goes_on_from_a_plain_state(seed):
    scheme = pult.load_scheme(random_scheme(seed, size=8))
    plain, native = pult.compile_scheme(scheme, plain=True), pult.compile_scheme(scheme)
    rows = random_inputs(plain, seed, 100)
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


@pytest.mark.parametrize(("seed", "part", "straight"), [(200, 3, 64), (201, 40, 0)], ids=["cut", "listed"])
def test_other_forms_of_the_text_are_the_same_natively(seed, part, straight, monkeypatch):
    monkeypatch.setattr(emit, "BATCHES_PER_FUNCTION", part)
    monkeypatch.setattr(emit, "MAX_STRAIGHT", straight)
    scheme = pult.load_scheme(random_scheme(seed, size=8))
    plain, native = pult.compile_scheme(scheme, plain=True), pult.compile_scheme(scheme)
    rows = random_inputs(plain, seed, STEPS)
    assert outcome(plain, rows) == outcome(native, rows)
    assert plain.state == native.state
