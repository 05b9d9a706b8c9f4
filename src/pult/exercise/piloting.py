"""A pilot at the panel of an attempt: the loop of its eyes, policy and hands, headless and live alike."""

from collections.abc import Mapping
from typing import Any

from pult.core.errors import PultError, UsageError
from pult.exercise.attempt import Attempt
from pult.exercise.briefing import make_briefing
from pult.exercise.judge import Judge
from pult.panel.elements import Button, Joystick
from pult.pilot import Eyes, Hands, Pilot, View
from pult.pilot.view import ViewReader
from pult.sim.commands import Input
from pult.sim.session import Session


def view_reader(session: Session, judge: Judge) -> ViewReader:
    """What reads the views of the operator of a session, with the briefing."""
    panel = session.panel.panel if session.panel is not None else None
    return ViewReader(session.channels, panel, make_briefing(judge.document, session))


def view_of(session: Session, judge: Judge, reader: ViewReader) -> View:
    """The operator's present view."""
    stages = judge.document.stages
    target = stages[judge.stage].target if judge.stage < len(stages) else ""
    return reader.read(session.row, judge.elapsed, judge.stage, target)


class Piloting:
    """A pilot that operates an attempt. It acts at fixed control steps, so pace and pauses change nothing.

    Attributes:
        pilot: The pilot.
        steps: Control steps from one of its movements to the next.
    """

    def __init__(self, attempt: Attempt, pilot: Pilot, seed: int) -> None:
        """Sit down at the panel of an attempt that has begun.

        Args:
            attempt: The attempt.
            pilot: The pilot.
            seed: Seed of the pilot's tremor.

        Raises:
            UsageError: There is no exercise, or no panel.
        """
        session, judge = attempt.session, attempt.judge
        if judge is None:
            raise UsageError("a pilot needs an exercise.")
        self.pilot = pilot
        self.steps = max(1, round(pilot.limits.interval / session.dt))
        self._session, self._judge, self._due = session, judge, session.tick
        self._eyes, self._hands, self._policy = Eyes(pilot.limits), _hands(pilot, session, seed), pilot.policy()
        self._reader = view_reader(session, judge)

    def act(self) -> None:
        """Look, decide and move the controls, if that is due at this control step.

        Raises:
            PultError: The pilot failed.
        """
        session, judge = self._session, self._judge
        if session.tick < self._due:
            return
        self._due = session.tick + self.steps
        seen = self._eyes.see(view_of(session, judge, self._reader))
        if seen is not None:
            for name, value in self._hands.move(judge.elapsed, self._decided(seen)).items():
                session.apply(Input(values={name: value}))

    def let_go(self) -> None:
        """Leave the panel: the stick goes to neutral, a pressed button is released; all else stays as it is set."""
        if self._session.halted:
            return
        for name, value in self._hands.let_go().items():
            self._session.apply(Input(values={name: value}))

    def _decided(self, seen: View) -> Mapping[str, Any]:
        """The decision of the pilot; errors of its code are reported."""
        try:
            return self._policy.act(seen)
        except Exception as error:
            raise PultError(f"the pilot {self.pilot.name!r} failed after {seen.time:.2f} s: {error!r}.") from error


def _hands(pilot: Pilot, session: Session, seed: int) -> Hands:
    """Hands for the panel of a session."""
    if session.panel is None:
        raise UsageError("a pilot needs a panel.")
    elements = session.panel.panel.document.elements
    sticks = [(name, element.axes) for name, element in elements.items() if isinstance(element, Joystick)]
    name, axes = sticks[0] if sticks else ("joystick", 3)
    buttons = [key for key, element in elements.items() if isinstance(element, Button)]
    return Hands(pilot.limits, seed, name, axes, buttons=buttons, found=session.panel.as_dict())
