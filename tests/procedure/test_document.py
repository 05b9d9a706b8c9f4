"""The procedure document: every mistake is told at once, with its place and what is allowed."""

import pytest

from pult.core.document import parse_json
from pult.core.errors import DocumentError
from pult.core.shipped import shipped, shipped_file
from pult.procedure.procedure import check_procedure, load_procedure
from pult.server.documents.formatting import document_text
from tests.scheme.fuzz import mutate


def faults(data):
    with pytest.raises(DocumentError) as caught:
        load_procedure(data)
    return {fault.place: fault.message for fault in caught.value.faults}


def test_shipped_procedures_are_right_and_written_in_the_standard_form():
    for name in shipped("procedure"):
        file = shipped_file("procedure", name)
        assert check_procedure(name) == []
        text = file.read_text(encoding="utf-8")
        assert document_text("procedure", parse_json(text)) == text


def test_all_mistakes_are_told_at_once(arc):
    found = faults(
        {
            **arc,
            "knots": [{"a": 0.0, "b": 0.0}, {"a": 0.0, "b": 0.0}, {"a": 90.0, "b": 0.0}],
            "inserted": 40,
            "speed": 0.3,
            "force": [{"at": 0.5, "force": 30}, {"at": 0.2, "force": -1}],
            "retract": {"time": 0.0},
        }
    )
    assert "same as the knot before" in found["knots[1]"]
    assert "radians" in found["knots[2].a"]
    assert "insert at most 30" in found["inserted"]
    assert "above the limit of 0.1 m/s" in found["speed"]
    assert "above the limit of 20 N" in found["force[0].force"]
    assert "0.2 follows 0.5" in found["force[1].at"]
    assert "above 0 N" in found["force[1].force"]
    assert "above 0" in found["retract.time"]


def test_unknown_keys_and_names_are_refused_with_the_nearest_right_one(arc):
    assert "Did you mean 'speed'" in faults({**arc, "spede": 1})["spede"]
    messages = [fault.message for fault in check_procedure({**arc, "surface": "skn"})]
    assert any("no contact 'skn'" in text and "Did you mean 'skin'" in text for text in messages)
    messages = [fault.message for fault in check_procedure({**arc, "robot": "pm1"})]
    assert any("no robot 'pm1'" in text and "Did you mean 'pm01'" in text for text in messages)
    messages = [fault.message for fault in check_procedure({**arc, "chain": "arms"})]
    assert any("Did you mean 'arm'" in text for text in messages)
    assert check_procedure({**arc, "world": "massag"})


def test_a_path_too_long_for_the_scheme_says_how_many_knots_fit(arc):
    many = [{"a": 0.01 * k, "b": 0.3} for k in range(70)]
    assert "at most 64 knots" in faults({**arc, "knots": many, "inserted": 0})["inserted"]


@pytest.mark.parametrize("seed", range(120))
def test_a_spoiled_document_is_refused_with_words_or_is_right(arc, seed):
    try:
        made = load_procedure(mutate(arc, seed))
    except DocumentError as error:
        assert error.faults
        assert all(fault.message for fault in error.faults)
    else:
        assert len(made.document.knots) >= 2
