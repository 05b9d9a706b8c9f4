"""What all tests share: a cache of compiled programs of their own, and bounded property tests."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings

# A cache of the run's own: nothing a user has compiled can make a test pass. Workers share that of their controller,
# and `make test`, which runs pytest twice, gives both runs the same new folder.
if "PYTEST_XDIST_WORKER" not in os.environ:
    _cache = os.environ.get("PULT_TEST_CACHE", "")
    if not _cache:
        _cache = tempfile.mkdtemp(prefix="pult-test-cache-")
        atexit.register(shutil.rmtree, _cache, ignore_errors=True)
    os.environ["PULT_CACHE_DIR"] = str(Path(_cache).resolve())

settings.register_profile("pult", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
settings.load_profile("pult")
