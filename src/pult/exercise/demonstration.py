"""A demonstration: a pilot drives a live attempt from its start, until it is over or a person takes over."""

from typing import Literal

from pult.core.errors import PultError, UsageError
from pult.exercise.attempt import Attempt
from pult.exercise.exercise import Exercise
from pult.exercise.operators import best_operator, find_operator, own_variant
from pult.exercise.piloting import Piloting
from pult.pilot import Pilot


def demonstrator(exercise: Exercise, name: str, variant: str) -> Pilot:
    """The pilot of a demonstration.

    Args:
        exercise: The exercise.
        name: Name of the pilot; the best one for the variant if empty.
        variant: The variant that is open.

    Raises:
        UsageError: No such pilot knows the exercise, or it operates in another variant.
    """
    pilot = find_operator(exercise, name, variant) if name else best_operator(exercise, variant)
    if pilot is None:
        raise UsageError(f"no pilot knows the exercise {exercise.name!r}, so it cannot be demonstrated.")
    own = exercise.variant(own_variant(pilot, exercise))[0]
    if own != variant:
        raise UsageError(f"the pilot {pilot.name!r} operates in the variant {own!r}. Open that one, not {variant!r}.")
    return pilot


class Demonstration:
    """A pilot in a live attempt. All that changes the session is done between two control steps.

    Attributes:
        pilot: The pilot.
        state: "waiting" for the attempt to begin, "driving", "leaving" the panel, or "over".
        taken_over: When a person took over, since the attempt began [s]; None if none did.
        problem: Why the pilot gave up; empty if it did not.
    """

    def __init__(self, pilot: Pilot, seed: int) -> None:
        """Wait for an attempt.

        Args:
            pilot: The pilot.
            seed: Seed of its tremor.
        """
        self.pilot, self._seed = pilot, seed
        self.state: Literal["waiting", "driving", "leaving", "over"] = "waiting"
        self.taken_over: float | None = None
        self.problem = ""
        self._piloting: Piloting | None = None

    @property
    def drives(self) -> bool:
        """Whether the pilot has the panel."""
        return self.state in ("waiting", "driving")

    def begin(self, attempt: Attempt) -> None:
        """The attempt begins: the pilot sits down."""
        self._piloting, self.state = Piloting(attempt, self.pilot, self._seed), "driving"

    def before_step(self, attempt: Attempt) -> None:
        """Let the pilot act; one that fails leaves the panel."""
        if self.state != "driving" or self._piloting is None:
            return
        try:
            self._piloting.act()
        except PultError as error:
            self.problem = str(error)
            self.take_over(attempt)

    def take_over(self, attempt: Attempt) -> None:
        """A person has the panel from now on. The pilot lets go of the controls before the next control step."""
        if self.state == "driving":
            self.taken_over, self.state = attempt.time, "leaving"
            attempt.extra["taken_over"] = attempt.time

    def finish(self) -> None:
        """The attempt is over: the pilot leaves the panel."""
        if self.state == "driving":
            self.state = "leaving"

    def leave(self) -> None:
        """Let go of the controls, if the pilot leaves the panel."""
        if self.state == "leaving" and self._piloting is not None:
            self.state = "over"
            self._piloting.let_go()
