"""A server that is busy: its sessions do not take that for silence of their operators."""

import time

from pult.realtime.link import GRACE, SERVER_GRACE
from tests.server.live_support import LINK

pytest_plugins = ["tests.server.live_fixtures"]

BUSY = (1.0 + GRACE + 0.5 * SERVER_GRACE) * LINK
"""Time in which the server reads nothing [s]: an operator who was silent for so long would be lost."""


def test_an_event_loop_that_is_busy_is_told_and_does_not_stop_the_robot(live, session):
    page = live.page(session)
    page.take()
    page.ask("start")
    page.wait_frame(lambda f: f.time > 0.5)
    since = len(page.messages)
    live.session(session)._loop.call_soon_threadsafe(time.sleep, BUSY)
    back = page.wait_message("event", since=since, kind="link-back", timeout=60.0)
    assert back["data"]["cause"] == "server" and back["data"]["seconds"] > LINK
    assert "the server was late by" in back["text"]
    late = page.heard("event", since, kind="link-late")
    assert late is not None and late["data"]["cause"] == "server"
    assert page.heard("event", since, kind="stop") is None
    assert live.get(f"/api/sessions/{session}")["state"] == "running"
