"""Whoever waits for the compiler is told how far it is."""

import pytest

from pult.core.kernels import kernel
from pult.native import progress
from pult.native.apart import apart
from pult.native.module import load_module

TEXT = "@entry\ndef one(x):\n    return large(x) + 1.0\n\n@entry\ndef two(x):\n    return x\n"
SIGNATURES = {"one": "(float64,)", "two": "(float64,)"}


@kernel
def doubled(x: float) -> float:
    """Stands for a function that is large."""
    return 2.0 * x


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("PULT_CACHE_DIR", str(tmp_path))


def test_functions_are_counted_as_they_are_compiled_and_then_nothing_is_told_of_them():
    def load():
        told = []
        with progress.listening(lambda done, count: told.append((done, count))):
            found = load_module(TEXT, "progress", lambda kept: {"entry": kept, "large": apart(doubled)}, SIGNATURES)
        assert found.module.one(3.0) == 7.0
        return told

    # two of the text, and the one that it calls through a symbol
    assert load() == [(0, 3), (1, 3), (2, 3), (3, 3)]
    assert load() == []


def test_small_texts_are_not_worth_a_word():
    told = []
    with progress.listening(lambda done, count: told.append((done, count))):
        load_module("@entry\ndef two(x):\n    return x\n", "small", lambda kept: {"entry": kept}, {"two": "(float64,)"})
    assert told == []
