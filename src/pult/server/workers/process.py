"""A worker process that runs one task after another, with limits on time and memory."""

import math
import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from pult.core.errors import DocumentError, Fault, PultError
from pult.realtime.exits import exit_cause
from pult.server.http.wire import Refusal
from pult.server.messages import FaultMessage

TOO_DEEP = "This is nested too deeply."
OUT_OF_MEMORY = "Could not allocate memory"
"""MuJoCo's message about a model that needs more memory than available."""
STARTING = 180.0
"""Time within which a process must be ready for its first task, however busy the computer is [s]."""


class Undone(Refusal):
    """A task that was aborted. Its code says why: "crashed", "too-slow" or "too-much"."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(422, code, text, [FaultMessage(place="", message=text, code=code)])


@dataclass(frozen=True)
class Bounds:
    """Resource limits of a task, where the system supports them.

    Attributes:
        processor: Processor time [s]; unlike wall-clock time it does not depend on how busy the computer is.
        memory: Memory beyond what the process has already [bytes].
    """

    processor: int | None = None
    memory: int | None = None


class WorkError(RuntimeError):
    """A bug in a worker process: the exception raised there, with its traceback."""


@dataclass(frozen=True)
class Done:
    """Outcome of a task. Errors are sent as plain data, because not all of them can be pickled.

    Attributes:
        value: The return value.
        error: What went wrong, for people.
        source: Document with faults.
        faults: Its faults.
        refusal: Status, code, faults and version of a refusal.
        bug: Traceback of an unexpected exception.
        last: Whether the process must not be used again.
        much: Whether it ran out of memory.
    """

    value: Any = None
    error: str = ""
    source: str = ""
    faults: Sequence[Fault] = ()
    refusal: tuple[int, str, Sequence[FaultMessage], str] | None = None
    bug: str = ""
    last: bool = False
    much: bool = False


def unwrapped(done: Done) -> Any:
    """The return value of a task.

    Raises:
        PultError: What the task raised.
    """
    if done.bug:
        raise WorkError(done.bug)
    if done.faults:
        raise DocumentError(done.source, done.faults)
    if done.refusal is not None:
        status, code, faults, version = done.refusal
        raise Refusal(status, code, done.error, faults, version)
    if done.error:
        raise PultError(done.error)
    return done.value


class Worker:
    """A process that waits for work.

    Attributes:
        number: Counts the processes.
    """

    def __init__(self, number: int, memory: int) -> None:
        """Start it.

        Args:
            number: Its number.
            memory: Memory that it may take for its work [bytes].
        """
        self.number = number
        self._memory = memory
        context = multiprocessing.get_context("spawn")
        self._connection, there = context.Pipe()
        self._process = context.Process(target=_serve, args=(there, memory), name="pult-work", daemon=True)
        self._process.start()
        there.close()
        self._ready = self._worn = False
        self._late = False

    @property
    def pid(self) -> int:
        """Number of the process."""
        return self._process.pid or 0

    @property
    def usable(self) -> bool:
        """Whether it can do another piece of work."""
        return not self._worn and self._process.is_alive()

    def kill(self) -> None:
        """Kill the process at once; a waiting caller gets an error."""
        self._worn = True
        with suppress(OSError, ValueError):
            self._process.kill()

    def do(
        self, function: Callable[..., Any], arguments: Sequence[Any], what: str, seconds: float, bounds: Bounds
    ) -> Done:
        """Run a task and wait for it; called in a thread.

        Raises:
            Undone: It was aborted.
        """
        try:
            if not self._ready:
                self._within(STARTING, self._connection.recv)
                self._ready = True
            done: Done = self._within(seconds, lambda: self._exchange(function, arguments, bounds))
        except RecursionError:  # found while packing it; the process has not seen it
            return Done(error=TOO_DEEP)
        except (EOFError, OSError):
            if self._late and not self._ready:
                raise Undone("too-slow", f"{what} was not begun: no process was ready in {STARTING:g} s.") from None
            if self._late:
                text = f"{what} took longer than {seconds:g} s, which is the most that is allowed; it was ended."
                raise Undone("too-slow", text) from None
            self._process.join(5.0)
            if self._process.exitcode == -getattr(signal, "SIGXCPU", 0):
                text = f"{what} took more than {bounds.processor} s of processor time; it was ended."
                raise Undone("too-slow", text) from None
            why = exit_cause(self._process.exitcode, "")
            raise Undone("crashed", f"{what} was not finished: {why} Perhaps a model file is damaged.") from None
        if done.last:
            self.kill()
        if done.much:
            most = f"{(bounds.memory or self._memory) / 2**30:.3g} GiB"
            raise Undone("too-much", f"{what} needs more than {most} of memory, which is the most that is allowed.")
        if done.last:
            raise Undone("crashed", f"{what} was not finished: {done.error}")
        return done

    def _exchange(self, function: Callable[..., Any], arguments: Sequence[Any], bounds: Bounds) -> Any:
        self._connection.send((function, tuple(arguments), bounds))
        return self._connection.recv()

    def _within(self, seconds: float, step: Callable[[], Any]) -> Any:
        timer = threading.Timer(seconds, self._expire)
        timer.daemon = True
        timer.start()
        try:
            return step()
        finally:
            timer.cancel()

    def _expire(self) -> None:
        self._late = True
        self.kill()


# --- in the process --------------------------------------------------------------------------------------------------


def _serve(connection: Connection, memory: int) -> None:
    end_with_parent()
    _import()
    limit_memory(memory)
    connection.send("ready")
    while True:
        try:
            function, arguments, bounds = connection.recv()
        except (EOFError, OSError):
            return
        with bounded(bounds):
            done = _guarded(function, arguments)
        try:
            connection.send(done)
        except (TypeError, ValueError, AttributeError) as error:  # cannot be pickled
            connection.send(Done(bug=f"{function.__name__} returns what cannot be sent: {error}"))


def _guarded(function: Callable[..., Any], arguments: Sequence[Any]) -> Done:
    import mujoco

    try:
        return Done(function(*arguments))
    except DocumentError as error:
        much = any(OUT_OF_MEMORY in fault.message for fault in error.faults)
        return Done(error=str(error), source=error.source, faults=error.faults, last=much, much=much)
    except Refusal as error:
        return Done(error=error.text, refusal=(error.status, error.code, error.faults, error.version))
    except PultError as error:
        return Done(error=str(error) or type(error).__name__)
    except RecursionError:
        return Done(error=TOO_DEEP)
    except MemoryError:
        return Done(last=True, much=True)
    except mujoco.FatalError as error:  # what is left of it then is nothing to rely on
        return _given_up(error)
    except Exception as error:  # noqa: BLE001 - reported to the caller
        if type(error) is RuntimeError and "unknown exception" in str(error):  # one of MuJoCo's own language
            return _given_up(error)
        return Done(bug=traceback.format_exc(limit=-8))


def _given_up(error: Exception) -> Done:
    text = str(error).strip()
    much = OUT_OF_MEMORY in text
    return Done(error=f"MuJoCo gave up, perhaps because it ran out of memory: {text[:500]}", last=True, much=much)


def end_with_parent() -> None:
    """End this process when its parent has ended, even if that was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to the whole family; the server decides
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, name="pult-parent", daemon=True).start()


@contextmanager
def bounded(bounds: Bounds) -> Iterator[None]:
    """Limit the resources of this process for a while, where the system supports it."""
    try:
        import resource
    except ImportError:  # elsewhere the clock remains
        yield
        return
    wanted: list[tuple[int, int]] = []
    if bounds.processor is not None:
        wanted.append((resource.RLIMIT_CPU, math.ceil(time.process_time()) + bounds.processor))
    used = _used_memory()
    if bounds.memory is not None and used is not None:
        wanted.append((resource.RLIMIT_AS, used + bounds.memory))
    before = [(what, resource.getrlimit(what)) for what, _ in wanted]
    for (what, value), (_, (_, hard)) in zip(wanted, before, strict=True):
        resource.setrlimit(what, (value if hard == resource.RLIM_INFINITY else min(value, hard), hard))
    try:
        yield
    finally:
        for what, pair in before:
            resource.setrlimit(what, pair)


def _used_memory() -> int | None:
    """Address space of this process [bytes]; None where it is unknown."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None


def limit_memory(memory: int) -> None:
    """Limit the further memory of this process, where the system supports it."""
    used = _used_memory()
    try:
        import resource
    except ImportError:  # elsewhere the clock remains
        return
    if used is None:
        return
    for what, allowed in ((resource.RLIMIT_AS, used + memory), (resource.RLIMIT_CORE, 0)):
        _, hard = resource.getrlimit(what)
        value = allowed if hard == resource.RLIM_INFINITY else min(allowed, hard)
        resource.setrlimit(what, (value, value))


def _import() -> None:
    """Import modules that most tasks need."""
    import pult.exercise.exercise
    import pult.server.documents.check_work
    import pult.server.live.plan
    import pult.sim.open  # noqa: F401
