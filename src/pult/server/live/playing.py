"""A recorded motion that is played into a stream of a session, for who operates it."""

import asyncio
from concurrent.futures import Future
from contextlib import suppress

import msgspec

from pult.core.errors import FaultKind
from pult.panel.streams import FRESH
from pult.realtime import Reply
from pult.realtime.frames import Frame
from pult.record.motion_file import Motion
from pult.server.http.wire import Refusal
from pult.server.live.live_session import LiveSession
from pult.server.messages import Playing
from pult.sim.commands import Feed

STREAM_TAKEN = FaultKind("busy", "Another program sends {stream} already. End it first.")

STEP = 0.01
"""Time from one sample to the next, on the clock of the session [s]."""
POLL, POLL_PAUSED = 0.004, 0.05
"""Time between two looks at that clock, while it runs and while it stands [s]."""
TELL = 0.25
"""Time between two messages about how far it is, on that clock [s]."""
CALM = 1.0
"""Time without a refused sample after which a problem is over, on that clock [s]: long enough to be read."""
SILENT = 0.05
"""Time for which the stream must have been lost before a motion begins, on that clock [s]: for what is on its way."""
OVER = ("dead", "ended")


class Player:
    """Plays a motion on the clock of the session: it stands still with it, and goes slower or faster with it.

    It begins when the stream has lost what was sent before: time stamps begin anew with each motion, and within a
    timeout of the last sample the stream would refuse them. It ends with the motion, when whoever operated is gone,
    and when the session goes back to its start.

    Attributes:
        told: How far it is.
    """

    def __init__(self, session: LiveSession, name: str, stream: str, motion: Motion) -> None:
        """Take a stream that nobody sends; `start` plays.

        Args:
            session: The session.
            name: Name of the motion, for people.
            stream: Name of the stream.
            motion: Its data.
        """
        self._session, self._motion, self._stream = session, motion, stream
        self._begun = self._where()
        self._loop = asyncio.get_running_loop()
        self._first = self._newest = self._silent = -1  # ticks of samples, and of the first frame without data
        self._refused_at = 0.0
        self.told = Playing(motion=name, stream=stream, time=0.0, duration=motion.duration)
        session.senders.add(stream)
        self._say()

    def start(self) -> "asyncio.Task[None]":
        """Play until it is over; whoever looks at the session is told how far it is."""
        task = asyncio.create_task(self._run())
        task.add_done_callback(lambda _: self._end())  # one that is cancelled before its first step ends nothing
        return task

    async def _run(self) -> None:
        try:
            while self._goes_on():
                running = self._session.state == "running"
                if running:
                    self._feed()
                await asyncio.sleep(POLL if running else POLL_PAUSED)
        finally:
            self._end()

    def _end(self) -> None:
        """Let go of the stream, once: it may be somebody else's after that."""
        if not self.told.over:
            self._session.senders.discard(self._stream)
            self._say(over=True, time=min(self._time, self._motion.duration))

    def _goes_on(self) -> bool:
        over = self._session.closing or self._session.state in OVER
        return not over and self._time <= self._motion.duration and self._where() == self._begun

    def _where(self) -> tuple[str, int, int]:
        """What must stay the same: who operates, the session that is open, and its attempt."""
        session = self._session
        return session.operators.client, session.pump.described, session.resets

    @property
    def _time(self) -> float:
        """From the first sample to the newest [s]."""
        return (self._newest - self._first) * self._session.pump.dt

    def _feed(self) -> None:
        """Send the sample of this moment, if it is time for one."""
        session, frame, process = self._session, self._session.pump.newest, self._session.process
        if frame is None or process is None:
            return
        if self._first < 0:
            if not self._is_silent(frame):
                return
            self._first = frame.tick
        elif (frame.tick - self._newest) * session.pump.dt < STEP - 1e-9:
            return
        self._newest = frame.tick
        values = self._motion.at(self._time)
        if values is not None:
            sample = Feed(stream=self._stream, time=self._time, values=values.tolist())
            process.send(sample).add_done_callback(self._answered)
        if self._time - self.told.time >= TELL:
            calm = self._time - self._refused_at >= CALM
            self._say(time=self._time, problem="" if calm else self.told.problem)

    def _is_silent(self, frame: Frame) -> bool:
        """Whether the stream has had no data for long enough to take any place and any clock."""
        if frame.row[self._session.pump.channels[f"stream.{self._stream}{FRESH}"].start]:
            self._silent = -1
            return False
        if self._silent < 0:
            self._silent = frame.tick
        return (frame.tick - self._silent) * self._session.pump.dt >= SILENT

    def _answered(self, answer: "Future[Reply[None]]") -> None:
        """In another thread: what the session said to a sample."""
        reply = answer.result()
        if not reply.ok:
            with suppress(RuntimeError):  # the server is ending
                self._loop.call_soon_threadsafe(self._refused, reply.error)

    def _refused(self, error: str) -> None:
        # a sample that came just after a pause is no fault of the motion
        if self._session.state == "running" and not self.told.over:
            self._refused_at = self._time
            if not self.told.problem:
                self._say(problem=error)

    def _say(self, **changes: object) -> None:
        self.told = msgspec.structs.replace(self.told, **changes)
        self._session.playing = None if self.told.over else self.told
        self._session.say(self.told)


async def start_playing(session: LiveSession, name: str, stream: str, motion: Motion) -> Playing:
    """Play a motion into a session, in place of what is played; see `Player`.

    Raises:
        Refusal: A program sends the stream.
    """
    async with session.player_changes:
        await _end_player(session)
        if stream in session.senders:
            raise Refusal.of(409, STREAM_TAKEN.at(stream=stream))
        player = Player(session, name, stream, motion)
        session.player = player.start()
        return player.told


async def stop_playing(session: LiveSession) -> None:
    """End what is played into a session, if anything is."""
    async with session.player_changes:
        await _end_player(session)


async def _end_player(session: LiveSession) -> None:
    task, session.player = session.player, None
    if task is not None:
        task.cancel()
        await asyncio.wait([task])
