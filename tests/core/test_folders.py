"""Files named in documents are read from allowed folders only, however the document itself was named."""

import contextlib
from pathlib import Path

import pytest

import pult
from pult.core.shipped import shipped_file
from pult.exercise.exercise import check_exercise


@pytest.mark.parametrize("up", [0, 1, 3])
def test_a_shipped_document_is_right_by_a_relative_path_too(up):
    """`airlock-valve-gravity` has a base beside it, which is found by its bare name."""
    file = shipped_file("exercise", "airlock-valve-gravity")
    with contextlib.chdir(file.parents[up]):
        relative = Path(*file.parts[-1 - up :])
        assert not relative.is_absolute()
        assert pult.load_exercise(relative).document.world == pult.load_exercise(file).document.world
        assert check_exercise(relative)[1] == []
