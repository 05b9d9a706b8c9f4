"""Briefing of an operator before an attempt: the task card, and the effect of the controls."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pult.core.errors import UsageError, choose

Bounds = tuple[float | None, float | None]
"""Lower and upper bound of a value; None for no bound."""


@dataclass(frozen=True)
class StageCard:
    """A stage as the task card shows it.

    Attributes:
        name: Its name.
        target: Body or site that is its target; empty for none.
        asked: Conditions of the stage: bounds by name of the signal, or by "A to B" for a distance.
    """

    name: str
    target: str = ""
    asked: Mapping[str, Bounds] = field(default_factory=dict)

    def middle(self, what: str) -> float:
        """The middle of the required range.

        Raises:
            UsageError: There is no such condition, or it is bounded on one side only.
        """
        above, below = self._bounds(what)
        if above is None or below is None:
            raise UsageError(f"{self.name}: {what} has no bounds on both sides.")
        return (above + below) / 2.0

    def above(self, what: str) -> float:
        """The lower bound of a value.

        Raises:
            UsageError: There is no such condition, or it has no lower bound.
        """
        return self._bound(what, 0)

    def below(self, what: str) -> float:
        """The upper bound of a value.

        Raises:
            UsageError: There is no such condition, or it has no upper bound.
        """
        return self._bound(what, 1)

    def _bound(self, what: str, side: int) -> float:
        bound = self._bounds(what)[side]
        if bound is None:
            raise UsageError(f"{self.name}: {what} has no {('lower', 'upper')[side]} bound.")
        return bound

    def _bounds(self, what: str) -> Bounds:
        if what not in self.asked:
            raise UsageError(f"{self.name}: nothing is asked of {what!r}. {choose(what, self.asked)}")
        return self.asked[what]


@dataclass(frozen=True)
class Briefing:
    """Knowledge of an operator from instructions and practice.

    Attributes:
        stages: The task card.
        parameters: Parameters of the scheme by name; a trained operator knows how fast the robot moves at full
            deflection. They are looked up once.
    """

    stages: tuple[StageCard, ...] = ()
    parameters: Mapping[str, Any] = field(default_factory=dict)
    _known: dict[str, float] = field(default_factory=dict, init=False, repr=False, compare=False)

    def stage(self, name: str) -> StageCard:
        """A stage by its name.

        Raises:
            UsageError: There is none of that name.
        """
        return self.stages[self.number(name)]

    def number(self, name: str) -> int:
        """The index of a stage.

        Raises:
            UsageError: There is none of that name.
        """
        names = [stage.name for stage in self.stages]
        if name not in names:
            raise UsageError(f"the exercise has no stage {name!r}. {choose(name, names)}")
        return names.index(name)

    def parameter(self, path: str) -> float:
        """A parameter of the scheme by the end of its path, such as "velocity.k" in any sub-scheme.

        Raises:
            UsageError: The scheme has none, or several with different values.
        """
        if path not in self._known:
            names = [name for name in self.parameters if f".{name}".endswith(f".{path}")]
            found = {float(self.parameters[name]) for name in names}
            if len(found) != 1:
                raise UsageError(f"the pilot has to know {path!r} of the scheme, which has {len(found)} values for it.")
            self._known[path] = found.pop()
        return self._known[path]
