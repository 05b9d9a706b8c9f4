"""What all tests share: a cache of compiled programs of their own, and bounded property tests."""

import atexit
import gc
import os
import shutil
import signal
import tempfile
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.groups import group_of, is_in_browser, subject_of

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

# Programs that the tests start inherit what is ignored, as in a job in the background or under nohup, and would not end
# when a test asks them to.
for _name in ("SIGINT", "SIGHUP"):
    _number = getattr(signal, _name, None)
    if _number is not None and signal.getsignal(_number) is signal.SIG_IGN:
        signal.signal(_number, signal.default_int_handler if _name == "SIGINT" else signal.SIG_DFL)

settings.register_profile("pult", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
settings.load_profile("pult")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection() -> Generator[None, object, object]:
    """Modules and tests stay to the end: nobody looks for garbage among their millions of objects, now or later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Schemes of subjects are compiled first, and browsers come last: they find everything in the cache.

    A worker that has begun with browsers does nothing else: Playwright keeps an event loop in its thread. Of those, large
    groups come first, so that no worker is left alone with one in the end.
    """
    sizes = Counter(group_of(item.nodeid) for item in items)

    def place(item: pytest.Item) -> tuple[bool, bool, int]:
        late = is_in_browser(item.nodeid)
        return late, not (late or subject_of(item.nodeid)), -sizes[group_of(item.nodeid)] if late else 0

    items.sort(key=place)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One worker more than cores: tests wait for processes, sockets and browsers, too."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """What a module's tests share is made once, and no scheme is compiled by two workers at a time.

    xdist's own groups are marks that it writes into the names of tests, which pytest 9.2 no longer lets it do.
    """
    from xdist.scheduler import LoadScopeScheduling

    class Scheduling(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return group_of(nodeid)

    return Scheduling(config, log)
