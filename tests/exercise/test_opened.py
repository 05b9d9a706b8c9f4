"""An exercise that is opened once gives the same runs as one that is opened for each, whatever was run before."""

import hashlib
import random

import numpy as np
import pytest

from pult.core.errors import DocumentError, PultError, UsageError
from pult.exercise.exercise import load_exercise
from pult.exercise.opened import OpenedExercise
from pult.exercise.run import run_attempt
from pult.sim.commands import BiasSensor, DelayInput, KillDrive, SetParameter, Stop
from pult.sim.open import SessionFactory, open_session
from pult.sim.session import Session

STEPS = 25


def _changed(session: Session) -> dict[str, float]:
    """Some numbers of the scheme, changed a little; those that it takes."""
    found = {}
    for name in list(session.program.parameters())[:60]:
        value = session.program.get(name)
        if isinstance(value, float) and value != 0.0:
            try:
                session.program.set(name, 1.01 * value)
            except PultError:
                continue
            found[name] = 1.01 * value
    return found


def _disturbed(session: Session) -> str:
    """Hash of all rows of a session that a person disturbs in every way that changes its model or its arrays."""
    kept = [session.row.copy()]

    def go(steps: int) -> None:
        for _ in range(steps):
            session.advance()
            kept.append(session.row.copy())

    go(STEPS)
    sensor, drive = (next(iter(all_of)).name for all_of in (session.sensors.channels, session.world.drives.channels))
    session.apply(BiasSensor(sensor=sensor, bias=0.01))
    session.apply(DelayInput(delay=0.05))
    session.apply(KillDrive(drive=drive))
    for name in list(session.setup.parameters)[:1]:
        session.apply(SetParameter(name=name, value=session.program.get(name)))
    go(STEPS)
    session.apply(Stop())
    go(STEPS)
    return hashlib.sha256(np.array(kept).tobytes()).hexdigest()


@pytest.mark.parametrize("name", ["two-link-reach", "airlock-valve", "massage-patient"])
def test_sessions_of_one_factory_have_the_bits_of_sessions_opened_alone(name):
    exercise = load_exercise(name)
    factory = SessionFactory(exercise.bare_setup(), exercise.folder)
    given = _changed(factory.session(factory.setup))
    assert given
    setups = [exercise.setup("", seed, parameters) for seed in (1, 2) for parameters in ({}, given)]
    fresh = [_disturbed(open_session(setup, exercise.folder)) for setup in setups]
    assert len(set(fresh)) == len(fresh)
    order = [*range(len(setups))] * 2
    random.Random(7).shuffle(order)
    assert [_disturbed(factory.session(setups[i])) for i in order] == [fresh[i] for i in order]


def test_attempts_at_an_opened_exercise_are_those_at_one_opened_for_each():
    exercise = load_exercise("two-link-reach")
    opened = OpenedExercise(exercise)
    runs = [(4, {}), (2, {"pd.kp": 18.0}), (4, {"pd.kp": 18.0}), (4, {})]
    reused = [run_attempt(opened, seed=seed, parameters=given, evidence=False) for seed, given in runs]
    fresh = [run_attempt(exercise, seed=seed, parameters=given) for seed, given in runs[:-1]]
    assert [one.hash for one in reused] == [one.hash for one in [*fresh, fresh[0]]]
    assert [one.plain()["breakdown"] for one in reused[:-1]] == [one.plain()["breakdown"] for one in fresh]


def test_an_opened_exercise_takes_no_other_documents():
    exercise = load_exercise("two-link-reach")
    opened = OpenedExercise(exercise, "command", plain=True)
    with pytest.raises(UsageError, match="opened in the variant 'command'"):
        run_attempt(opened, "semi-automatic", variant="semi-automatic")
    with pytest.raises(DocumentError, match="Did you mean 'kp'"):
        opened.attempt(1, {"pd.kpp": 2.0})
    factory = SessionFactory(exercise.bare_setup("command"), exercise.folder, plain=True)
    with pytest.raises(UsageError, match="other documents"):
        factory.session(exercise.bare_setup("semi-automatic"))
