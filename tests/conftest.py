"""What all tests share: a cache of compiled programs of their own, and bounded property tests."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

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

LARGE = {
    "torso": ("sim/test_torso", "sim/test_copying", "exercise/test_torso"),
    "airlock": ("sim/test_airlock", "exercise/test_airlock"),
    "massage": ("sim/test_massage", "exercise/test_massage"),
}
"""Modules whose schemes take a minute or more to compile, by what they compile."""


def _group(nodeid: str) -> str:
    """Tests that one worker runs one after another: a module, or all modules that compile the same large schemes."""
    module = nodeid.partition("::")[0]
    large = (name for name, modules in LARGE.items() if any(f"tests/{start}" in module for start in modules))
    return next(large, module)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Large schemes are compiled first: whoever comes later finds them in the cache."""
    items.sort(key=lambda item: _group(item.nodeid) not in LARGE)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """What a module's tests share is made once, and no scheme is compiled by two workers at a time.

    xdist's own groups are marks that it writes into the names of tests, which pytest 9.2 no longer lets it do.
    """
    from xdist.scheduler import LoadScopeScheduling

    class Scheduling(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return _group(nodeid)

    return Scheduling(config, log)
