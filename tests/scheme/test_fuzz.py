"""Mutated documents never make a traceback or a hang."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pult
from pult.core.units import UnitError, parse_unit
from tests.scheme.fuzz import mutate
from tests.scheme.malformed import BASE
from tests.scheme.random_schemes import random_inputs, random_scheme

PER_CASE = 60


@pytest.mark.parametrize("part", range(10))
def test_a_mutated_document_is_checked_without_a_traceback(part):
    base = BASE if part < 5 else random_scheme(part)
    refused = 0
    for seed in range(part * PER_CASE, (part + 1) * PER_CASE):
        document = mutate(base, seed)
        scheme, faults = pult.check_scheme(document)
        assert (scheme is None) == bool(faults)
        for fault in faults:
            assert fault.message and fault.code, fault
        refused += scheme is None
        if scheme is not None and part < 5:  # what passes the checks also runs
            program = pult.compile_scheme(scheme, plain=True)
            try:
                for row in random_inputs(program, seed, 3):
                    program.step(row)
            except pult.BlockRunError:
                pass
    assert refused > PER_CASE // 2


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=20,
)


@given(json_values)
def test_any_value_is_refused_as_a_scheme(value):
    scheme, faults = pult.check_scheme(
        value if isinstance(value, dict) else {"format": "pult.scheme", "version": 1, "blocks": value}
    )
    assert scheme is None or value == []
    assert scheme is not None or faults


@given(
    st.binary(max_size=200) | st.text(max_size=200).map(str.encode) | json_values.map(lambda v: json.dumps(v).encode())
)
def test_any_bytes_are_read_as_json_or_refused(data):
    from pult.core.document import parse_json

    try:
        parse_json(data)
    except pult.DocumentError as error:
        assert error.faults


@given(st.text(alphabet="mskgNradV*/^()?ab1 2-.·", max_size=20))
def test_any_text_is_a_unit_or_refused(text):
    try:
        unit = parse_unit(text)
    except UnitError as error:
        assert "cannot be read" in str(error)
    else:
        assert all(power != 0 for _, power in unit)
