"""Whatever is put in, it is refused in words or taken: no traceback, no hang. `validation/fuzz.py` tries a million inputs."""

import pytest

from pult.cli.kinds import KINDS
from tests.fuzz import SUBJECTS
from tests.fuzz.documents import fuzz_document
from tests.fuzz.watch import watched

COUNTS = {"model": 100, "message": 400, "panel": 1000, "line": 40, "record": 200}


@pytest.mark.parametrize("subject", COUNTS)
def test_no_input_is_an_internal_error_or_a_hang(subject):
    found = [SUBJECTS[subject](seed) for seed in range(COUNTS[subject])]
    assert [outcome.problem for outcome in found if outcome.problem] == []
    refused = sum(outcome.refused for outcome in found)
    assert 0 < refused < len(found), "both happen"


@pytest.mark.parametrize("kind", KINDS)
def test_mutated_documents_are_refused_or_taken(kind):
    count = 6 if kind in ("exercise", "procedure") else 40  # these open their worlds and schemes
    assert [found.problem for seed in range(count) if (found := fuzz_document(seed, kind)).problem] == []


def test_the_watch_sees_errors_and_hangs():
    def hang():
        while True:
            pass

    assert "ZeroDivisionError" in watched(lambda: bool(1 / 0)).problem
    assert "hang in test_fuzz.py" in watched(hang, limit=0.05).problem
