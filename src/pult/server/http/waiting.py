"""Work that is cancelled when the client disconnects."""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, TypeVar

from fastapi import Request

from pult.core.errors import FaultKind
from pult.server.http.wire import Refusal

CANCELLED = FaultKind("gone", "The request was cancelled; its result is no longer needed.")

T = TypeVar("T")
GONE = 499
"""Status of a response to a client that has disconnected."""


async def while_connected(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Run some work until it is done or the client disconnects.

    Args:
        request: The request; its body must have been read.
        work: The work; it is cancelled when the connection is closed.

    Raises:
        Refusal: The client has disconnected.
    """
    task = asyncio.ensure_future(work)
    left = asyncio.ensure_future(_left(request))
    try:
        await asyncio.wait({task, left}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        raise Refusal.of(GONE, CANCELLED.at())
    finally:
        left.cancel()
        if not task.done():
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task


async def _left(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
