"""Work for the tests of workers; it is done in their processes."""

import os
import time
from pathlib import Path
from typing import Any

from pult.core.errors import DocumentError, FaultKind, UsageError
from pult.server.http.wire import Refusal
from pult.server.messages import FaultMessage

CLAIMS = (
    UsageError("not this."),
    DocumentError("the scheme", [FaultKind("bad", "is wrong.").at("blocks[0]")]),
    Refusal(409, "conflict", "Not now.", [FaultMessage(place="x", message="y", code="z")], "v1"),
)


def double(value: Any) -> Any:
    return 2 * value


def number() -> int:
    return os.getpid()


def die() -> None:
    os._exit(3)


def wait_for(path: Path) -> str:
    while not path.exists():
        time.sleep(0.01)
    return path.name


def eat(size: int) -> int:
    return len(bytearray(size))


def burn(seconds: float) -> float:
    began = time.process_time()
    while time.process_time() - began < seconds:
        pass
    return time.process_time()


def claim(which: int) -> None:
    raise CLAIMS[which]


def blunder() -> float:
    return 1 / 0


def strange() -> Any:
    return lambda: None


def deep(depth: int) -> int:
    return 1 + deep(depth - 1) if depth else 0


def drive(tell: Any, path: Path) -> str:
    tell(1, 4)
    return wait_for(path)


def drive_off(tell: Any) -> None:
    tell(1, 4)
    os._exit(3)
