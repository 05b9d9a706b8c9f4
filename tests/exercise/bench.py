"""The laboratory as a session in which nobody drives the robot: its brakes hold it, and bodies are pushed by hand."""

import json
from pathlib import Path

import numpy as np

from pult.exercise.document import ExerciseDocument, contact_pairs
from pult.exercise.judge import Judge
from pult.exercise.start import draw_start
from pult.sim.commands import Push, Stop
from pult.sim.open import open_session
from pult.sim.session import Session
from pult.sim.setup import Setup, Start

NOBODY = {
    "format": "pult.scheme",
    "version": 1,
    "name": "nobody",
    "outputs": {"nothing": {}},
    "blocks": [{"id": "zero", "type": "sources.constant"}],
    "wires": [{"from": "zero.y", "to": "nothing"}],
}
DRIVES = ["waist", "neck", "right_arm", "left_arm", "right_hand", "left_hand"]


def laboratory(folder: Path, document: ExerciseDocument, seed: int, **moved: list[float]) -> Session:
    """The world of an exercise at the start of a seed, with the robot braked; more bodies may be put elsewhere."""
    (folder / "nobody.scheme.json").write_text(json.dumps(NOBODY))
    placements = draw_start(document, seed, {}).placements
    bodies = {name: [*map(float, p), *map(float, q)] for name, (p, q) in placements.items()}
    setup = Setup(
        world="laboratory",
        scheme="nobody",
        idle=DRIVES,
        contacts=[list(pair) for pair in contact_pairs(document)],
        start=Start(bodies={**bodies, **moved}),
    )
    session = open_session(setup, folder, plain=True)
    session.apply(Stop(reason="brakes"))
    return session


def judged(session: Session, document: ExerciseDocument, steps: int) -> Judge:
    """What a judge says of some control steps."""
    judge = Judge(document, session.channels, session.dt)
    judge.feed(session.tick, session.row)
    for _ in range(steps):
        session.advance()
        judge.feed(session.tick, session.row)
    return judge


def push(session: Session, body: str, force: list[float], duration: float) -> None:
    """Push a body at its centre of mass."""
    session.apply(Push(body=body, force=force, duration=duration))


def signal(session: Session, name: str) -> np.ndarray:
    """A signal of the last row."""
    return session.row[session.channels.find(name).place]
