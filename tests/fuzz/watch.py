"""What became of one input: refused or accepted, an internal error, or a hang."""

import faulthandler
import signal
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import NamedTuple

from pult.core.errors import PultError

LIMIT = 20.0
"""Time of the processor after which an input counts as a hang [s]."""
PATIENCE = 30.0
"""How many times as long it may take on a busy machine; then the process ends, in compiled code as well."""


class Outcome(NamedTuple):
    """What became of an input.

    Attributes:
        problem: The internal error, or the hang; empty if there was none.
        refused: Whether it was refused.
        seconds: Time of the processor that it took [s].
    """

    problem: str = ""
    refused: bool = False
    seconds: float = 0.0


class Hang(BaseException):
    """Raised in the middle of whatever takes too long; no handler of errors takes it for one of its own."""


def _alarm(_: int, frame: FrameType | None) -> None:
    where = traceback.extract_stack(frame)[-1]
    raise Hang(f"hang in {Path(where.filename).name}:{where.lineno} {where.name}")


def watched(call: Callable[[], bool | str], limit: float = LIMIT) -> Outcome:
    """Try an input.

    Args:
        call: Tries it; returns whether it was refused, or in words what is wrong with how it was. An error of pult
            (`PultError`) is a refusal, every other one an internal error.
        limit: Time of the processor that it may take [s].
    """
    begin = time.process_time()
    return _tried(call, limit)._replace(seconds=time.process_time() - begin)


def _tried(call: Callable[[], bool | str], limit: float) -> Outcome:
    before = signal.signal(signal.SIGPROF, _alarm)
    signal.setitimer(signal.ITIMER_PROF, limit)
    faulthandler.dump_traceback_later(PATIENCE * limit, exit=True, file=sys.__stderr__)
    try:
        found = call()
    except PultError as error:
        return Outcome("" if str(error).strip() else f"{type(error).__name__} without a text", refused=True)
    except Hang as hang:
        return Outcome(str(hang))
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return Outcome(f"{type(error).__name__}: {error}"[:300] + _place(error))
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        faulthandler.cancel_dump_traceback_later()
        signal.signal(signal.SIGPROF, before)
    return Outcome(found) if isinstance(found, str) else Outcome(refused=found)


def _place(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    return "".join(f" < {Path(frame.filename).name}:{frame.lineno}" for frame in reversed(frames[-6:]))
