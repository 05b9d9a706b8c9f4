"""Playing recorded data into the streams of a session, one sample a control step."""

from collections.abc import Mapping
from pathlib import Path

from pult.core.errors import UsageError, choose
from pult.record.motion_file import Motion, read_motion
from pult.sim.commands import Feed
from pult.sim.session import Session


class Player:
    """Feeds a session as a device would that is never late. It begins with the step after the one it was made at.

    Attributes:
        motions: What is played, by stream.
    """

    def __init__(self, session: Session, sources: Mapping[str, Motion | str | Path], *, repeat: bool = False) -> None:
        """Read what is not read yet.

        Args:
            session: The session.
            sources: Stream to data, or to a file, see `read_motion`.
            repeat: Whether to begin again at the end; else no data comes from there on.

        Raises:
            UsageError: The session has no such stream, or a file does not hold its data.
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
        """Time from the first sample to the last of all [s]."""
        return max((motion.duration for motion in self.motions.values()), default=0.0)

    def feed(self) -> None:
        """Feed what belongs to the next control step."""
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
            CommandRefused: The session does not take the data, for example because it changes too fast.
            Halted: The session cannot go on.
        """
        for _ in range(steps):
            self.feed()
            self._session.advance(1)
