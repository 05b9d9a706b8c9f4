"""An exercise that is opened once and attempted many times."""

from collections.abc import Mapping
from typing import Any

from pult.exercise.attempt import Attempt, keep_exercise
from pult.exercise.exercise import Exercise
from pult.sim.open import SessionFactory


class OpenedExercise:
    """A variant of an exercise with its documents read and its program compiled.

    Attempts differ in seed and parameters. Each has a session of its own, in the same state to the last bit as if
    everything had been opened for it alone.

    Attributes:
        exercise: The exercise.
        variant: Name of the variant.
    """

    def __init__(self, exercise: Exercise, variant: str = "", *, plain: bool = False) -> None:
        """Open all that the exercise names.

        Args:
            exercise: The exercise.
            variant: Name of the variant, the default one if omitted.
            plain: Run everything as plain Python.

        Raises:
            PultError: The exercise, or something that it names, is invalid.
        """
        self.exercise = exercise
        self.variant, _ = exercise.variant(variant)
        setup = exercise.bare_setup(self.variant)
        self._sessions = SessionFactory(setup, exercise.folder, plain=plain, whole=exercise.whole)
        self._places = exercise.places(self._sessions.parts.world)

    def attempt(self, seed: int = 0, parameters: Mapping[str, Any] | None = None, *, pilot: str = "") -> Attempt:
        """An attempt that waits for its first step; see `Attempt.settle`.

        Args:
            seed: Seed of the start and of the sensors' noise.
            parameters: Parameters of the scheme, "block.parameter".
            pilot: Name of who attempts it, for the record.

        Raises:
            PultError: The parameters are invalid, or there is no room for bodies.
        """
        session = self._sessions.session(self.exercise.setup(self.variant, seed, parameters, self._places))
        keep_exercise(session, self.exercise)
        extra = {"exercise": self.exercise.name, "variant": self.variant, "pilot": pilot, "seed": seed}
        return Attempt(session, self.exercise, extra)
