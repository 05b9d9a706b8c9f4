"""Large functions compiled by themselves: the same results, kept on disk for all texts that call them."""

import os
import subprocess
import sys

import numpy as np
import pytest

from pult.core.kernels import kernel
from pult.native import cache
from pult.native.apart import apart, native_or_apart, weight
from pult.native.functions import native
from pult.native.module import load_module

TEXT = "@entry\ndef call(x, k):\n    return f(x, k)[0]\n"
SIGNATURE = {"call": "(float64[::1], int64)"}
CHILD = """
import numpy as np
import pult.native.apart as apart
from pult.native.module import load_module
from tests.native.test_apart import SIGNATURE, TEXT, scaled
loaded = load_module(TEXT, "child", lambda kept: {"entry": kept, "f": apart.apart(scaled)}, SIGNATURE)
print(loaded.cached, loaded.module.call(np.array([1.0, 3.0]), 1))
"""


@kernel
def doubled(x: float) -> float:
    """A kernel of the tests."""
    return 2.0 * x


@kernel
def again(x: float) -> float:
    """Another that calls it."""
    return doubled(x) + doubled(x)


def scaled(x: np.ndarray, *, k: int) -> np.ndarray:
    """A function as blocks have them, with a parameter; it gives an array."""
    y = np.empty(1)
    y[0] = again(float(x[k]))
    return y


def divided(x: np.ndarray, *, k: int) -> np.ndarray:
    """A function that may raise."""
    y = np.empty(1)
    y[0] = 1.0 / float(x[k])
    return y


def load(function, content: str, form=apart):
    return load_module(TEXT, content, lambda kept: {"entry": kept, "f": form(function)}, SIGNATURE)


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("PULT_CACHE_DIR", str(tmp_path))
    return tmp_path


def test_a_function_called_through_a_symbol_gives_the_same_bits():
    x = np.array([0.1, 1.0 / 3.0])
    through = load(scaled, "through").module.call(x, 1)
    inside = load(scaled, "inside", lambda f: native(f, True)).module.call(x, 1)
    assert through == inside == scaled(x, k=1)[0]


def test_what_it_raises_reaches_the_caller():
    with pytest.raises(ZeroDivisionError):
        load(divided, "raises").module.call(np.array([0.0, 1.0]), 0)


def test_results_are_given_back():
    call, x = load(scaled, "many").module.call, np.array([1.0, 2.0])
    assert [call(x, 0) for _ in range(10_000)] == [4.0] * 10_000


def in_another_process(folder) -> list[str]:
    """Load it there; returns whether the text was on disk, and what it gives."""
    environment = {**os.environ, "PULT_CACHE_DIR": str(folder)}
    command = [sys.executable, "-c", CHILD]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True, timeout=300)
    return done.stdout.split()


def test_another_process_finds_both_on_disk(own_cache):
    assert in_another_process(own_cache) == ["False", "12.0"]
    assert in_another_process(own_cache) == ["True", "12.0"]


def test_a_text_whose_large_function_was_damaged_on_disk_is_whole_again(own_cache):
    in_another_process(own_cache)
    entries = [path for path in own_cache.iterdir() if not path.name.startswith(".")]
    (large,) = [path for path in entries if not (path / "needs.pickle").exists()]
    (large / cache.SOURCE).write_bytes(b"")  # its checksum is wrong now: the entry is made anew
    assert in_another_process(own_cache) == ["True", "12.0"]


def test_the_weight_counts_each_kernel_once():
    one, two = len(doubled.__code__.co_code), len(again.__code__.co_code)
    assert weight(doubled) == one
    assert weight(again) == one + two
    assert weight(scaled) == len(scaled.__code__.co_code) + one + two


def test_small_functions_stay_in_the_text():
    assert native_or_apart(scaled) is native(scaled, True)
