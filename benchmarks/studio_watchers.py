"""Clients that watch a session, in a process of their own: python studio_watchers.py ADDRESS COUNT SECONDS.

The bearer token comes by the environment. What the last client saw of the session's period is printed as JSON.
"""

import asyncio
import json
import os
import sys
import time
from typing import Any

import websockets

from pult.server.live.frames import HEAD

TOKEN = "PULT_BENCH_TOKEN"


async def watch(address: str, seconds: float, operate: bool, headers: dict[str, str]) -> dict[str, Any]:
    """Watch for a while; returns what was seen."""
    frames, first, last = 0, b"", b""
    async with websockets.connect(address, additional_headers=headers, max_size=2**20) as socket:
        await socket.send(json.dumps({"type": "watch", "number": 1, "signals": ["qpos"]}))
        if operate:
            await socket.send(json.dumps({"type": "take", "id": 1, "name": "bench", "force": True}))
            await socket.send(json.dumps({"type": "ask", "id": 2, "request": {"do": "start"}}))
        end = time.monotonic() + seconds
        beat = 0.0
        while time.monotonic() < end:
            if operate and time.monotonic() > beat:
                beat = time.monotonic() + 0.05
                await socket.send(json.dumps({"type": "beat", "time": 0, "operating": True}))
            try:
                message = await asyncio.wait_for(socket.recv(), 0.05)
            except TimeoutError:
                continue
            if isinstance(message, bytes):
                frames += 1
                first, last = first or message, message
    return {"frames": frames, **_period(first, last)}


def _period(first: bytes, last: bytes) -> dict[str, Any]:
    try:
        begin, end = HEAD.unpack(first), HEAD.unpack(last)
    except ValueError:
        return {"p50": None, "p99": None, "ticks": 0, "overruns": 0}
    overruns = end.overruns - begin.overruns
    return {"p50": end.period, "p99": end.p99, "ticks": end.tick - begin.tick, "overruns": overruns}


async def main(address: str, count: int, seconds: float) -> None:
    """Watch with several clients; the first operates."""
    headers = {"Authorization": f"Bearer {os.environ[TOKEN]}"}
    seen = await asyncio.gather(*(watch(address, seconds, number == 0, headers) for number in range(count)))
    sys.stdout.write(json.dumps({"seen": seen}) + "\n")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3])))
