"""A fingerprint names what the bits of a run depend on."""

import platform

import numpy as np

from pult.record import differences, fingerprint


def test_it_has_versions_and_machine_and_is_the_same_each_time():
    found = fingerprint()
    assert found["numpy"] == np.__version__
    assert platform.python_version() in found["python"]
    assert found["machine"] == platform.machine()
    for name in ("pult", "mujoco", "numba", "system", "libc", "cpu"):
        assert found[name], name
    assert fingerprint() == found
    found.clear()
    assert fingerprint(), "a caller gets a copy"


def test_differences_are_lines_for_people():
    here = fingerprint()
    assert differences(here, here) == []
    assert differences({**here, "numpy": "1.0"}, here) == [f"numpy: 1.0, here {here['numpy']}"]
    assert differences({"a": "1"}, {"b": "2"}) == ["a: 1, here unknown", "b: unknown, here 2"]
