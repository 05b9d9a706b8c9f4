"""Who attempts an exercise: its default operator, named in its document, or another pilot that knows it."""

from functools import cache

from pult.core.errors import DocumentError, Fault, FaultKind, UsageError, advice, listing
from pult.core.shipped import shipped
from pult.exercise.document import ExerciseDocument
from pult.exercise.exercise import Exercise, load_exercise
from pult.pilot import Pilot, find_pilot, pilots

UNKNOWN_PILOT = FaultKind("unknown-name", "no pilot {name!r} knows this exercise. {advice}")
NO_PILOT = FaultKind(
    "unknown-name",
    "no pilot knows this exercise; install the package that has {name!r}, or leave 'operator' out.",
)


def operators(exercise: Exercise) -> list[Pilot]:
    """Pilots that know an exercise.

    A copy under another name is known to the pilots of the shipped one that it has panel and stages in common with.
    """
    return pilots(known_as(exercise))


def known_as(exercise: Exercise) -> str:
    """The name under which pilots know an exercise: its own, or that of the shipped one that it is a copy of."""
    if pilots(exercise.name):
        return exercise.name
    world, relied = exercise.document.world, _relied_on(exercise.document)
    alike = [known for known in _shipped() if _relied_on(known) == relied]
    same = [known for known in alike if known.world == world]
    return next((known.name for known in [*same, *alike]), exercise.name)


def find_operator(exercise: Exercise, name: str = "", variant: str = "") -> Pilot:
    """Who attempts an exercise.

    Args:
        exercise: The exercise.
        name: Name of a pilot; the exercise's default operator if left out.
        variant: The variant to be done: where the default operator does another one and some pilot does this, it is
            that pilot.

    Raises:
        UsageError: There is none of that name, or none is named and the exercise has no default.
        DocumentError: The default operator is not a pilot that knows the exercise.
    """
    known = {pilot.name: pilot for pilot in operators(exercise)}
    if name:
        return known[name] if name in known else find_pilot(known_as(exercise), name)
    if not exercise.document.operator:
        raise UsageError(
            f"the exercise {exercise.name!r} names no operator. Name a pilot (--pilot NAME, or pilot=... from Python), "
            f"or write one into its document as 'operator'. Pilots: {listing(known or _names())}."
        )
    faults = operator_faults(exercise)
    if faults:
        raise DocumentError(f"exercise {exercise.name!r}", faults)
    default = known[exercise.document.operator]
    return (best_operator(exercise, variant) or default) if variant else default


def best_operator(exercise: Exercise, variant: str) -> Pilot | None:
    """The pilot that does a variant best; None if nobody knows the exercise.

    The default operator comes first, then one named like the variant, then any that does it; else the default operator
    or any other, in a variant of its own.
    """
    known, own = operators(exercise), known_as(exercise)
    default = [pilot for pilot in known if pilot.name == exercise.document.operator]
    same = [pilot for pilot in known if pilot.exercises[own] == variant]
    named = [pilot for pilot in same if pilot.name == variant]
    fitting = [pilot for pilot in default if pilot in same]
    return next(iter([*fitting, *named, *same, *default, *known]), None)


def own_variant(pilot: Pilot, exercise: Exercise) -> str:
    """The variant of an exercise that a pilot does unless another is asked for; empty for the exercise's usual one."""
    own = pilot.exercises.get(known_as(exercise)) or next(iter(pilot.exercises.values()), "")
    return own if own in exercise.document.variants else ""


def operator_faults(exercise: Exercise) -> list[Fault]:
    """What is wrong with the default operator that a document names."""
    name, known = exercise.document.operator, [pilot.name for pilot in operators(exercise)]
    if not name or name in known:
        return []
    if known:
        return [UNKNOWN_PILOT.at("operator", name=name, **advice(name, known))]
    return [NO_PILOT.at("operator", name=name)]


def _names() -> list[str]:
    return sorted({pilot.name for pilot in pilots()})


def _relied_on(document: ExerciseDocument) -> tuple[str, list[tuple[str, str]]]:
    """What a pilot relies on: the panel that it acts through, and the stages and targets that it goes by."""
    return document.panel, [(stage.name, stage.target) for stage in document.stages]


@cache
def _shipped() -> list[ExerciseDocument]:
    return [load_exercise(name).document for name in shipped("exercise")]
