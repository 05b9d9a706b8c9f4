"""The briefing of an operator, made from the exercise and the scheme of its session."""

from collections.abc import Iterator, Mapping
from typing import Any

from pult.exercise.condition import All, Condition, Distance, Signal
from pult.exercise.document import ExerciseDocument
from pult.pilot.briefing import Bounds, Briefing, StageCard
from pult.scheme.program import Program
from pult.sim.session import Session


def make_briefing(document: ExerciseDocument, session: Session) -> Briefing:
    """The briefing for an attempt at an exercise."""
    stages = tuple(StageCard(stage.name, stage.target, dict(_asked(stage.goal))) for stage in document.stages)
    return Briefing(stages, _Parameters(session.program))


class _Parameters(Mapping[str, Any]):
    """Parameters of a program by name."""

    def __init__(self, program: Program) -> None:
        self._program, self._names = program, tuple(program.parameters())

    def __getitem__(self, name: str) -> Any:
        return self._program.get(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def _asked(goal: Condition) -> Iterator[tuple[str, Bounds]]:
    """All conditions of a goal, with their bounds."""
    match goal:
        case Signal():
            yield goal.name, (goal.above, goal.below)
        case Distance():
            yield f"{goal.a} to {goal.b}", (goal.above, goal.below)
        case All():
            for part in goal.of:
                yield from _asked(part)
