"""Single proofs of the loop, as calls of a sweep: an attempt recorded and replayed."""

import tempfile
from pathlib import Path

import pult
from pult.exercise.exercise import load_exercise
from pult.exercise.run import run_attempt
from pult.exercise.score import score
from pult.record import read_record
from pult.record.replay import complete_rows, reopened, replay

EXERCISE = "two-link-reach"


def recorded(*, seed: int) -> pult.Figures:
    """Record an attempt, then read, replay and score it again.

    Returns:
        Success if everything is the same to the last bit; the hash of the record, and how many "numbers" were compared.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "a.mcap"
        found = run_attempt(load_exercise(EXERCISE), "semi-automatic", seed, record=file)
        record = read_record(file)
        again = replay(record)
        with reopened(record) as session:
            rows = complete_rows(record, session)
            points = score(load_exercise(EXERCISE).document, session.channels, rows, session.dt).points
    same = again.same and record.complete and record.hash == found.record_hash and points == found.score.points
    return pult.Figures(success=same, cause="a replay differs", hash=found.hash, metrics={"numbers": again.numbers})
