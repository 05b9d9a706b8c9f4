"""Operators of an exercise: the default one named in its document, or another pilot that knows it."""

from pult.core.errors import DocumentError, Fault, FaultKind, PultError, UsageError, advice, listing
from pult.core.shipped import shipped
from pult.exercise.exercise import Exercise, load_exercise
from pult.exercise.task import shipped_task, task_of
from pult.pilot import Pilot, find_pilot, pilots

UNKNOWN_PILOT = FaultKind("unknown-name", "no pilot {name!r} knows this exercise. {advice}")
CANNOT_DO = FaultKind("bad-choice", "the pilot {name!r} cannot do this exercise: {reason}.")
NO_PILOT = FaultKind(
    "unknown-name",
    "no pilot knows this exercise; install the package that has {name!r}, or leave 'operator' out.",
)


def operators(exercise: Exercise) -> list[Pilot]:
    """Pilots that know an exercise: those of the task that it is, whatever it is called."""
    own = known_as(exercise)
    return pilots(own) if own else []


def known_as(exercise: Exercise) -> str:
    """The name under which pilots know an exercise: its own, or that of a shipped one with the same task.

    Empty if there is none.
    """
    registered = dict.fromkeys(name for pilot in pilots() for name in pilot.exercises)
    if exercise.name in registered and exercise.name not in shipped("exercise"):
        return exercise.name  # whoever registered the pilot knows it
    try:
        task = task_of(exercise)
    except PultError:
        return exercise.name if exercise.name in registered else ""
    alike = [name for name in registered if name in shipped("exercise") and not [*shipped_task(name).misfits(task)]]
    world = exercise.document.world
    same = [name for name in alike if load_exercise(name).document.world == world]
    return next((name for name in (exercise.name, *same, *alike) if name in alike), "")


def misfits(pilot: Pilot, exercise: Exercise, variant: str = "") -> str:
    """Why a pilot cannot do an exercise, or a variant of it; empty if it can, or if its own exercise is not known."""
    own = [name for name in pilot.exercises if name in shipped("exercise")]
    if not own or exercise.name in set(pilot.exercises) - set(own):
        return ""
    task = task_of(exercise)
    found = {name: [*shipped_task(name).misfits(task)] for name in own}
    fitting = [name for name in own if not found[name]]
    if not fitting:
        nearest = min(own, key=lambda name: (name != exercise.name, len(found[name])))
        return "; ".join(found[nearest])
    unread = [
        shipped_task(name).unread(pilot.exercises[name], task, variant)
        for name in fitting
        if variant and pilot.exercises[name] in shipped_task(name).variants
    ]
    if unread and all(unread):
        return f"the scheme of the variant {variant!r} does not read {listing(unread[0])}, which it uses"
    return ""


def check_operator(pilot: Pilot, exercise: Exercise, variant: str = "") -> None:
    """Check that a pilot can do an exercise in a variant.

    Raises:
        UsageError: It cannot; the message says why, and who can.
    """
    if reason := misfits(pilot, exercise, variant):
        others = [one.name for one in operators(exercise) if one is not pilot and not misfits(one, exercise, variant)]
        who = f" Pilots that can: {listing(others)}." if others else ""
        where = f" in the variant {variant!r}" if variant else ""
        raise UsageError(f"the pilot {pilot.name!r} cannot do {exercise.name!r}{where}: {reason}.{who}")


def find_operator(exercise: Exercise, name: str = "", variant: str = "") -> Pilot:
    """Find a pilot for an exercise.

    Args:
        exercise: The exercise.
        name: Name of a pilot; by default the exercise's default operator.
        variant: The variant to be done; a pilot that does this variant is preferred to a default operator that does
            not.

    Raises:
        UsageError: There is none of that name, or no name is given and the exercise has no default; or there is no such
            variant.
        DocumentError: The default operator is not a pilot that knows the exercise.
    """
    exercise.variant(variant)
    known = {pilot.name: pilot for pilot in operators(exercise)}
    if name:
        found = known.get(name) or _nearest(name, exercise) or find_pilot(known_as(exercise) or exercise.name, name)
        check_operator(found, exercise, variant)
        return found
    if not exercise.document.operator:
        raise UsageError(
            f"the exercise {exercise.name!r} names no operator. Name a pilot (--pilot NAME, or pilot=... from Python), "
            f"or write one into its document as 'operator'. Pilots: {listing(known or _names())}."
        )
    faults = operator_faults(exercise)
    if faults:
        raise DocumentError(f"exercise {exercise.name!r}", faults)
    default = known[exercise.document.operator]
    chosen = (best_operator(exercise, variant) or default) if variant else default
    check_operator(chosen, exercise, variant)
    return chosen


def best_operator(exercise: Exercise, variant: str) -> Pilot | None:
    """The best pilot for a variant; None if no pilot knows the exercise.

    Preferred is the default operator, then a pilot named like the variant, then any that does it; otherwise the default
    operator or any other, in its own variant.
    """
    own = known_as(exercise)
    known = [pilot for pilot in operators(exercise) if not misfits(pilot, exercise, variant)]
    default = [pilot for pilot in known if pilot.name == exercise.document.operator]
    same = [pilot for pilot in known if pilot.exercises[own] == variant]
    named = [pilot for pilot in same if pilot.name == variant]
    fitting = [pilot for pilot in default if pilot in same]
    return next(iter([*fitting, *named, *same, *default, *known]), None)


def own_variant(pilot: Pilot, exercise: Exercise) -> str:
    """The default variant of a pilot for an exercise; empty for the exercise's default one."""
    own = pilot.exercises.get(known_as(exercise)) or next(iter(pilot.exercises.values()), "")
    variants = exercise.document.variants
    if own in variants or misfits(pilot, exercise):
        return own if own in variants else ""
    default = exercise.document.default_variant  # variants may have other names here
    return next((name for name in (default, *variants) if not misfits(pilot, exercise, name)), "")


def operator_faults(exercise: Exercise, whole: bool = True) -> list[Fault]:
    """Faults of the default operator named in a document.

    Args:
        exercise: The exercise.
        whole: Whether nothing else is wrong with it; else nobody can tell what a pilot would find there.
    """
    name, known = exercise.document.operator, [pilot.name for pilot in operators(exercise)]
    if not name or name in known:
        return []
    if nearest := _nearest(name, exercise):
        return [CANNOT_DO.at("operator", name=name, reason=misfits(nearest, exercise))] if whole else []
    if known:
        return [UNKNOWN_PILOT.at("operator", name=name, **advice(name, known))]
    return [NO_PILOT.at("operator", name=name)]


def _nearest(name: str, exercise: Exercise) -> Pilot | None:
    """Of the pilots of a name the one whose task is most like an exercise."""
    called = [pilot for pilot in pilots() if pilot.name == name]
    return min(called, key=lambda one: (exercise.name not in one.exercises, len(misfits(one, exercise))), default=None)


def _names() -> list[str]:
    return sorted({pilot.name for pilot in pilots()})
