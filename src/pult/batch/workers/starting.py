"""How the process of a worker is started."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

THREAD_COUNTS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
"""Environment variables that numerical libraries read once, when they are loaded."""
_LOCK = threading.Lock()


@contextmanager
def worker_environment() -> Iterator[None]:
    """Processes started now ignore Ctrl+C and compute in one thread each.

    * Ctrl+C reaches the whole group of a terminal from the first moment on, and the coordinator ends its workers.
    * The workers share out the cores among them already. A user's own setting of the number of threads is kept.
    """
    with _LOCK, _interrupts_ignored(), _single_threaded():
        yield


@contextmanager
def _single_threaded() -> Iterator[None]:
    added = [name for name in THREAD_COUNTS if name not in os.environ]
    os.environ.update(dict.fromkeys(added, "1"))
    try:
        yield
    finally:
        for name in added:
            os.environ.pop(name, None)


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
