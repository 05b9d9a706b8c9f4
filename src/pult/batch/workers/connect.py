"""Connecting to a Dask scheduler, with messages that say what to do if that fails."""

import asyncio
import concurrent.futures
import contextlib
import importlib.metadata
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dask
from dask.utils import parse_timedelta
from distributed import Client

import pult
from pult.core.errors import PultError

_LOOK = 0.1


class ClusterError(PultError):
    """A cluster that cannot be used, or is lost; the message says why and what to do."""


class _Client(Client):
    """A client that is closed if it cannot connect.

    Left to the garbage collector, it would be closed whenever that runs; if another client is starting in that moment,
    both wait for the same lock of Dask for ever.
    """

    def start(self, **kwargs: Any) -> None:
        """Connect; see `distributed.Client.start`."""
        try:
            super().start(**kwargs)  # type: ignore[no-untyped-call]
        except BaseException:
            self.close()  # type: ignore[no-untyped-call]
            raise


def connect(address: str, scheduler_file: str | Path = "") -> Client:
    """Connect to a scheduler, waiting for it as long as Dask is set to (`distributed.comm.timeouts.connect`).

    Certificates for `tls://` addresses are those of Dask's configuration.

    Args:
        address: Address of the scheduler, such as "tcp://10.0.0.1:8786"; empty if a file names it.
        scheduler_file: The file that `dask scheduler --scheduler-file` writes.

    Raises:
        ClusterError: There is no scheduler, or none that answers.
    """
    patience = float(parse_timedelta(dask.config.get("distributed.comm.timeouts.connect"), default="s"))
    began = time.monotonic()
    if scheduler_file:
        address = _address_in(Path(scheduler_file), patience)
    patience = max(patience - (time.monotonic() - began), 1.0)
    try:
        return _Client(address, timeout=patience, set_as_default=False, name="pult-sweep")  # type: ignore[no-untyped-call]
    except (OSError, TimeoutError) as error:
        cause = error.__cause__ or error
        words = str(cause).partition("\n")[0] or type(cause).__name__
        raise ClusterError(
            f"no scheduler answers at {address} within {patience:.0f} s ({words}). Is it running (`dask scheduler`), "
            "and do both ends use the same protocol (tcp:// or tls://)?"
        ) from None
    except (ValueError, TypeError, RuntimeError) as error:
        raise ClusterError(f"{address}: {error}. Write an address such as tcp://10.0.0.1:8786.") from None


def _address_in(file: Path, patience: float) -> str:
    """The address that a scheduler has written to a file; it may be about to."""
    deadline = time.monotonic() + patience
    while True:
        try:
            found = json.loads(file.read_text(encoding="utf-8"))["address"]
        except FileNotFoundError:
            problem = "there is no such file"
        except OSError as error:
            problem = f"cannot be read: {error.strerror}"
        except (ValueError, KeyError, TypeError):
            problem = "holds no address of a scheduler"
        else:
            return str(found)
        if time.monotonic() > deadline:
            raise ClusterError(f"{file}: {problem}; `dask scheduler --scheduler-file {file}` writes it.")
        time.sleep(_LOOK)


def check_versions(client: Client) -> None:
    """Check that the scheduler and all workers have this version of pult.

    Raises:
        ClusterError: One has not; the message names all.
    """
    # a function of the standard library, because one of pult's cannot be sent to where pult is not
    version = importlib.metadata.version
    found: dict[str, object] = dict(client.run(version, "pult", on_error="return"))
    try:
        found["the scheduler"] = client.run_on_scheduler(version, "pult")
    except importlib.metadata.PackageNotFoundError as error:
        found["the scheduler"] = error
    other = [
        f"{where} has {f'pult {what}' if isinstance(what, str) else 'no pult'}"
        for where, what in sorted(found.items())
        if what != pult.__version__
    ]
    if other:
        raise ClusterError(
            f"all machines of a cluster need pult {pult.__version__}, as here, but {', '.join(other)}. "
            f"`pip install 'pult[cluster]=={pult.__version__}'` there."
        )


@contextlib.contextmanager
def report_lost_scheduler() -> Iterator[None]:
    """Turn all errors of a lost scheduler into one message.

    Raises:
        ClusterError: The scheduler is lost.
    """
    try:
        yield
    except (OSError, asyncio.CancelledError, concurrent.futures.CancelledError):
        raise ClusterError(
            "the scheduler is lost. Rows that are done are kept; start it again, and the same command continues it."
        ) from None
