"""Kernels compiled for Python: once, kept on disk, made anew when what they compute changes."""

import os
import subprocess
import sys
import threading

import numpy as np
import pytest

from pult.core.kernels import kernel
from pult.native.library import Compiled

CHILD = """
from pult.native.library import Compiled
made = []
compile = Compiled._compile
Compiled._compile = lambda self: (made.append(self.kernel.__name__), compile(self))[1]
import pult
arm = pult.Chain.from_dh([(1.0, 0.0, 0.0, 0.0)], "standard")
print(arm.forward([0.5])[0, 3], made)
"""


@kernel
def twice(x: np.ndarray, k: int) -> float:
    """A kernel of the tests."""
    return helper(float(x[k]))


@kernel
def helper(x: float) -> float:
    """What it calls."""
    return 2.0 * x


def test_a_kernel_gives_natively_what_it_gives_plainly():
    compiled = Compiled(twice, "float64[::1], int64")
    x = np.array([0.1, 0.7])
    assert compiled(x, 1) == twice(x, 1) == 1.4


def test_other_types_than_declared_are_refused():
    compiled = Compiled(twice, "float64[::1], int64")
    with pytest.raises(TypeError):
        compiled(np.array([1, 2]), 0)


def test_threads_that_call_at_once_compile_once(tmp_path, monkeypatch):
    monkeypatch.setenv("PULT_CACHE_DIR", str(tmp_path))
    compiled = Compiled(twice, "float64[::1], int64")
    results = []
    threads = [threading.Thread(target=lambda: results.append(compiled(np.array([3.0]), 0))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [6.0] * 4


def test_a_second_process_finds_the_native_code_on_disk(tmp_path):
    environment = {**os.environ, "PULT_CACHE_DIR": str(tmp_path / "cache")}
    outputs = [
        subprocess.run(
            [sys.executable, "-c", CHILD], env=environment, capture_output=True, text=True, check=True, timeout=300
        ).stdout.strip()
        for _ in range(2)
    ]
    value = float(np.cos(0.5))
    assert outputs[0] == f"{value} ['effector_matrices']"
    assert outputs[1] == f"{value} []"
