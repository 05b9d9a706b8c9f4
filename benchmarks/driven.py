"""What a session costs that a program drives from Python, with a new input before every control step."""

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
import mujoco
import numpy as np

from benchmarks.figures import Sample
from benchmarks.measure import no_collection, seconds
from pult.exercise.exercise import load_exercise
from pult.sim.commands import Arm, Input
from pult.sim.open import open_session
from pult.sim.physics import get_state, set_state
from pult.sim.session import Session

MAX_RATIOS = {"two-link-reach": 2.0, "torso-container": 1.6}
"""Exercises whose sessions are driven, and the largest cost of a control step relative to `mj_step`."""
VARIANT = "command"
STEPS = 50
"""Control steps of a round; few, so that other work on the machine meets both alike."""


class Driven(msgspec.Struct, frozen=True, kw_only=True):
    """A session driven from Python.

    Attributes:
        exercise: Its exercise.
        joints: Degrees of freedom of its world.
        session_us: A control step: `session.apply(Input(...))` and `session.advance(1)` [us].
        bare_us: `data.ctrl[:] = ...` and `mujoco.mj_step(model, data, nstep)`, same states and commands [us].
        ratio: Ratio of the two, round by round.
    """

    exercise: str
    joints: int
    session_us: Sample
    bare_us: Sample
    ratio: Sample

    @property
    def found(self) -> float:
        """The less favourable of the ratios of medians and minima."""
        return max(self.ratio.median, self.session_us.minimum / self.bare_us.minimum)


def drive(exercise: str, rounds: int) -> Driven:
    """Measure; session and bare physics take turns, from the same states and with the same commands of the drives."""
    loaded = load_exercise(exercise)
    session = open_session(loaded.setup(VARIANT, 0), loaded.file.parent if loaded.file is not None else None)
    session.apply(Arm())
    if session.panel is not None and (enable := session.panel.panel.document.enable):
        session.apply(Input(values={enable: True}))
    session.advance(20)
    data = mujoco.MjData(session.model)
    driven, bare = [], []
    with no_collection():
        for number in range(rounds + 1):
            sticks = [[0.3 * float(np.sin(0.1 * (number * STEPS + k))), 0.0, 0.0] for k in range(STEPS)]
            start = session.snapshot()
            driven.append(_time(partial(_session, session, sticks)))
            session.restore(start)
            commands = np.array([_commands(session, stick) for stick in sticks])
            set_state(session.model, data, np.frombuffer(start.physics))
            bare.append(_time(partial(_bare, session, data, commands)))
            if not np.array_equal(get_state(session.model, data), get_state(session.model, session.data)):
                raise RuntimeError("the physics alone did not do the same as the session")
    return Driven(
        exercise=exercise,
        joints=int(session.model.nv),
        session_us=Sample.of(driven[1:]),
        bare_us=Sample.of(bare[1:]),
        ratio=Sample.of([a / b for a, b in zip(driven[1:], bare[1:], strict=True)]),
    )


def _session(session: Session, sticks: list[list[float]]) -> None:
    """Control steps, each with an input."""
    for stick in sticks:
        session.apply(Input(values={"joystick": stick}))
        session.advance(1)


def _commands(session: Session, stick: list[float]) -> Any:
    """The commands of the drives of a control step."""
    _session(session, [stick])
    return session.data.ctrl.copy()


def _bare(session: Session, data: Any, commands: Any) -> None:
    """The physics of the same steps, called from Python."""
    model, count = session.model, session.physics_steps
    for command in commands:
        data.ctrl[:] = command
        mujoco.mj_step(model, data, count)


def _time(work: Callable[[], object]) -> float:
    """Time of the processor of one of the control steps of a round [us]."""
    return seconds(work) / STEPS * 1e6
