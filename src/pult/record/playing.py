"""Playing recorded data into the streams of a session, one sample per control step."""

from collections.abc import Mapping
from pathlib import Path

from pult.core.errors import UsageError, choose
from pult.record.motion_file import Motion, read_motion
from pult.sim.commands import Feed
from pult.sim.session import Session


class Player:
    """Feeds a session like a device that is never late, beginning with the next step.

    Attributes:
        motions: The motions by stream.
    """

    def __init__(self, session: Session, sources: Mapping[str, Motion | str | Path], *, repeat: bool = False) -> None:
        """Read the motions.

        Args:
            session: The session.
            sources: Stream to data, or to a file, see `read_motion`.
            repeat: Whether to start again at the end; otherwise data ends there.

        Raises:
            UsageError: The session has no such stream, or a file does not contain its data.
        """
        streams = session.panel.panel.document.streams if session.panel is not None else {}
        self.motions: dict[str, Motion] = {}
        for name, source in sources.items():
            if name not in streams:
                raise UsageError(f"the session has no stream {name!r}. {choose(name, streams)}")
            self.motions[name] = source if isinstance(source, Motion) else read_motion(source, name, streams[name])
        self._session, self._first, self._repeat = session, session.tick, repeat

    @property
    def duration(self) -> float:
        """Time from the first to the last sample of all motions [s]."""
        return max((motion.duration for motion in self.motions.values()), default=0.0)

    def feed(self) -> None:
        """Feed the samples of the next control step."""
        session = self._session
        t = (session.tick - self._first) * session.dt
        for name, motion in self.motions.items():
            now = t % motion.duration if self._repeat and t > motion.duration > 0.0 else t
            values = motion.at(now)
            if values is not None:
                session.apply(Feed(stream=name, time=t, values=values.tolist()))

    def advance(self, steps: int = 1) -> None:
        """Do control steps, each with its data.

        Raises:
            CommandRefused: The session does not accept the data, for example because it changes too fast.
            Halted: The session cannot continue.
        """
        for _ in range(steps):
            self.feed()
            self._session.advance(1)
