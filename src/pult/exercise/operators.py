"""Operators of an exercise: the default one named in its document, or another pilot that knows it."""

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

    A renamed copy is known to the pilots of the shipped exercise with the same panel and stages.
    """
    return pilots(known_as(exercise))


def known_as(exercise: Exercise) -> str:
    """The name under which pilots know an exercise: its own, or that of the shipped exercise it is a copy of."""
    if pilots(exercise.name):
        return exercise.name
    world, relied = exercise.document.world, _relied_on(exercise.document)
    alike = [known for known in _shipped() if _relied_on(known) == relied]
    same = [known for known in alike if known.world == world]
    return next((known.name for known in [*same, *alike]), exercise.name)


def find_operator(exercise: Exercise, name: str = "", variant: str = "") -> Pilot:
    """Find a pilot for an exercise.

    Args:
        exercise: The exercise.
        name: Name of a pilot; by default the exercise's default operator.
        variant: The variant to be done; a pilot that does this variant is preferred to a default operator that does
            not.

    Raises:
        UsageError: There is none of that name, or no name is given and the exercise has no default.
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
    """The best pilot for a variant; None if no pilot knows the exercise.

    Preferred is the default operator, then a pilot named like the variant, then any that does it; otherwise the default
    operator or any other, in its own variant.
    """
    known, own = operators(exercise), known_as(exercise)
    default = [pilot for pilot in known if pilot.name == exercise.document.operator]
    same = [pilot for pilot in known if pilot.exercises[own] == variant]
    named = [pilot for pilot in same if pilot.name == variant]
    fitting = [pilot for pilot in default if pilot in same]
    return next(iter([*fitting, *named, *same, *default, *known]), None)


def own_variant(pilot: Pilot, exercise: Exercise) -> str:
    """The default variant of a pilot for an exercise; empty for the exercise's default one."""
    own = pilot.exercises.get(known_as(exercise)) or next(iter(pilot.exercises.values()), "")
    return own if own in exercise.document.variants else ""


def operator_faults(exercise: Exercise) -> list[Fault]:
    """Faults of the default operator named in a document."""
    name, known = exercise.document.operator, [pilot.name for pilot in operators(exercise)]
    if not name or name in known:
        return []
    if known:
        return [UNKNOWN_PILOT.at("operator", name=name, **advice(name, known))]
    return [NO_PILOT.at("operator", name=name)]


def _names() -> list[str]:
    return sorted({pilot.name for pilot in pilots()})


def _relied_on(document: ExerciseDocument) -> tuple[str, list[tuple[str, str]]]:
    """What a pilot depends on: the panel, and the stages with their targets."""
    return document.panel, [(stage.name, stage.target) for stage in document.stages]


@cache
def _shipped() -> list[ExerciseDocument]:
    return [load_exercise(name).document for name in shipped("exercise")]
