"""Let scripted operators attempt an exercise in two ways of control, and look into the records they leave."""

import tempfile
from pathlib import Path

import numpy as np

import pult
from pult.record.replay import complete_rows, reopened

exercise = pult.load_exercise("two-link-reach")
with tempfile.TemporaryDirectory() as folder:
    for name in ("semi-automatic", "command"):
        file = Path(folder) / f"{name}.mcap"
        outcome = pult.run_attempt(exercise, name, seed=3, record=file)
        word = "done" if outcome.success else f"not done ({outcome.reason})"
        print(f"{name}: {word} in {outcome.time:.1f} s, {outcome.score.points:.0f} of 100 points")

        record = pult.read_record(file)
        for event in record.events:
            print(f"  {event.time:5.1f} s  {event.text}")
        with reopened(record) as session:  # poses are not among the rows: they follow from the joint angles
            rows = complete_rows(record, session)
            hand = rows[:, session.channels["site.hand"].place][:, :3]  # (n, 3)
        print(f"  the hand went {np.linalg.norm(np.diff(hand, axis=0), axis=1).sum():.2f} m")

        again = pult.replay(record)
        print(f"  run again: {again.ticks} rows, {'every bit the same' if again.same else again.difference}")

slow = pult.run_attempt(exercise, seed=3, parameters={"pd.kp": 5.0})  # by the operator that the exercise names
print(f"with pd.kp = 5: {'done' if slow.success else 'not done'} in {slow.time:.1f} s")
