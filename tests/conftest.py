"""What all tests share: a cache of compiled programs of their own, and bounded property tests."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# A cache of the tests' own: nothing a user has compiled can make a test pass. Workers share that of their controller;
# `make test` names a folder that is kept, so that only what has changed since is compiled.
if "PYTEST_XDIST_WORKER" not in os.environ:
    _cache = os.environ.get("PULT_TEST_CACHE", "")
    if not _cache:
        _cache = tempfile.mkdtemp(prefix="pult-test-cache-")
        atexit.register(shutil.rmtree, _cache, ignore_errors=True)
    os.environ["PULT_CACHE_DIR"] = str(Path(_cache).resolve())

else:  # as many workers as cores: helpers of the compiler would only take turns with them
    os.environ.setdefault("PULT_COMPILE_HELPERS", "0")

settings.register_profile("pult", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
settings.load_profile("pult")

_LARGE = pytest.StashKey[bool]()
LARGE = {
    "torso": ("sim/test_torso", "sim/test_copying", "exercise/test_torso"),
    "airlock": ("sim/test_airlock", "exercise/test_airlock"),
    "massage": ("sim/test_massage", "exercise/test_massage"),
}
"""Modules whose schemes take a minute or more to compile, by what they compile."""


@pytest.hookimpl(tryfirst=True)  # xdist reads the groups in the same hook
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A module is run by one worker, so that what its tests share is made once; large schemes are compiled first.

    Whoever comes later finds them in the cache.
    """
    for item in items:
        path = item.path.as_posix()
        large = (group for group, modules in LARGE.items() if any(f"tests/{module}" in path for module in modules))
        group = next(large, "")
        item.add_marker(pytest.mark.xdist_group(group or item.nodeid.split("::")[0]))
        item.stash[_LARGE] = bool(group)
    items.sort(key=lambda item: not item.stash[_LARGE])
