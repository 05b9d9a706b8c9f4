"""Observers for the tests: another process finds them here."""

from dataclasses import dataclass
from pathlib import Path

from pult.realtime.observer import SessionObserver


class Counter(SessionObserver):
    """Counts what it is told, and writes down why it was closed."""

    def __init__(self, session, name, file, pause):
        self.session, self.name, self.file, self.pause = session, name, file, pause
        self.steps = self.frames_seen = self.commands = 0

    def before_step(self):
        self.steps += 1

    def frames(self, first, rows):
        self.frames_seen += len(rows)

    def command(self, tick, command):
        self.commands += 1

    def wants_pause(self):
        return self.pause > 0 and self.session.tick == self.pause

    def account(self):
        return {"name": self.name, "frames": self.frames_seen, "commands": self.commands}

    def close(self, reason):
        with self.file.open("a") as file:
            file.write(f"{self.name} {reason}\n")


@dataclass(frozen=True)
class Count:
    name: str
    file: Path
    pause: int = 0

    def __call__(self, session):
        return Counter(session, self.name, self.file, self.pause)
