"""Whatever is done to a right document, checking it ends with a thing or with faults, never with a traceback."""

import pytest

from tests.fuzz_documents import KINDS, spoil


@pytest.mark.parametrize("kind", KINDS)
def test_spoiled_documents_are_refused_or_taken(kind, tmp_path):
    wrong = [found for seed in range(60 if kind == "exercise" else 150) if (found := spoil(kind, seed, tmp_path))]
    assert wrong == []
