"""Checks of an exercise document: by itself, and against the signals of a session."""

from collections.abc import Iterator, Mapping
from typing import Any

from pult.core.channels import Channels
from pult.core.document import decode, head_faults
from pult.core.errors import Fault, FaultKind, UsageError, advice
from pult.core.kinds import UNKNOWN_NAME
from pult.exercise.check_conditions import condition_faults, quantity_faults
from pult.exercise.check_draws import draw_faults
from pult.exercise.compile import compile_condition
from pult.exercise.document import FORMAT, TOO_DEEP, ExerciseDocument, conditions
from pult.exercise.draws import PushDraw
from pult.exercise.kinds import KINDS, weights_of
from pult.exercise.quantity import compile_quantity
from pult.exercise.rules import FARTHEST, UNKNOWN_STAGE, between, given, proper_name, unique
from pult.exercise.things import find_thing

NO_VARIANT = FaultKind("missing-value", "is empty; an exercise needs at least one, with its scheme.")
UNKNOWN_VARIANT = FaultKind("unknown-name", "there is no variant {variant!r}. {advice}")
BAD_SOURCE = FaultKind("bad-choice", "{source!r} is not a source; write 'panel.NAME' or 'sensor.NAME'.")
NO_SOURCE = FaultKind("missing-value", "is empty; name a source.")
BAD_DRIVE = FaultKind("bad-choice", "{drive!r} is not a drive; write 'drive.NAME': the output of the scheme.")
NO_STAGES = FaultKind("missing-value", "is empty; an exercise needs at least one stage.")
HOLD_TOO_LONG = FaultKind(
    "out-of-range",
    "is longer than the exercise, {duration:g} s: the stage could never be passed.",
)
PUSH_TOO_LATE = FaultKind(
    "out-of-range",
    "begins when the exercise is over, after {duration:g} s: the push would never come.",
)
HALF_TARGET = FaultKind("missing-key", "'target' and 'off' go together: a wanted value, and how far off it is.")
STANDARD_METRIC = FaultKind("duplicate", "{name!r} is a metric of every exercise; give yours another name.")
UNKNOWN_METRIC = FaultKind("unknown-name", "there is no metric {name!r}. {advice}")
NO_PAR = FaultKind("missing-key", "the key 'par' is missing: this metric has no default.")
NO_WEIGHT = FaultKind("out-of-range", "at least one weight must be above 0.")
MEDALS_OUT_OF_ORDER = FaultKind("out-of-range", "gold must not be below silver, nor silver below bronze.")

SOURCES = ("panel.", "sensor.")
"""Prefixes of signals that an input of a scheme may be bound to."""
LONGEST = 86400.0
"""Maximum time in an exercise [s]."""


def check_exercise_document(data: Mapping[str, Any] | ExerciseDocument) -> list[Fault]:
    """Faults of an exercise that can be found without its world.

    Args:
        data: Plain data, or a document already decoded.
    """
    if isinstance(data, ExerciseDocument):
        return level_faults(data)
    faults = head_faults(data, FORMAT)
    if faults:
        return faults
    try:
        document, faults = decode(ExerciseDocument, data)
    except RecursionError:
        return [TOO_DEEP.at()]
    return faults if document is None else level_faults(document)


def level_faults(document: ExerciseDocument) -> list[Fault]:
    """Faults of a decoded document by itself."""
    return [
        *_head(document),
        *_variants(document),
        *_stages(document),
        *_limits(document),
        *_gauges(document),
        *draw_faults(document.start.randomise),
        *_pushes(document),
        *_scoring(document),
    ]


def check_names(document: ExerciseDocument, channels: Channels) -> list[Fault]:
    """Faults for bodies, sites, signals and stages that a session does not have.

    Args:
        document: An exercise that has been checked by itself.
        channels: Channels of the session's rows.
    """
    stages = [stage.name for stage in document.stages]
    faults: list[Fault] = []
    for place, condition in conditions(document):
        faults += compile_condition(condition, channels, place, stages)[1]
    for name, measure in document.scoring.measures.items():
        faults += compile_quantity(measure.quantity, channels, f"scoring.measures.{name}.quantity")[1]
    named = [("effector", document.effector)]
    named += [(f"stages[{i}].target", stage.target) for i, stage in enumerate(document.stages)]
    for place, name in named:
        if name:
            faults += _wrong(place, find_thing, channels, name)
    signals = [(f"scoring.forces[{i}]", name) for i, name in enumerate(document.scoring.forces)]
    signals += [(f"scoring.joysticks[{i}]", name) for i, name in enumerate(document.scoring.joysticks)]
    for index, stage in enumerate(document.stages):
        signals += [(f"stages[{index}].controls[{n}]", f"panel.{name}") for n, name in enumerate(stage.controls)]
    for place, name in signals:
        faults += _wrong(place, Channels.find, channels, name)
    return faults


def _wrong(place: str, find: Any, channels: Channels, name: str) -> Iterator[Fault]:
    try:
        find(channels, name)
    except UsageError as error:
        yield UNKNOWN_NAME.at(place, error=str(error))


def _head(document: ExerciseDocument) -> Iterator[Fault]:
    yield from proper_name("name", document.name)
    yield from given("world", document.world, "a world or its file")
    yield from given("panel", document.panel, "a panel or its file")
    yield from between("difficulty", document.difficulty, 1, 5)
    yield from between("duration", document.duration, 1e-3, LONGEST, "s")
    yield from between("start.settle", document.start.settle, 0.0, LONGEST, "s")


def _variants(document: ExerciseDocument) -> Iterator[Fault]:
    if not document.variants:
        yield NO_VARIANT.at("variants")
    elif document.variant and document.variant not in document.variants:
        yield UNKNOWN_VARIANT.at("variant", variant=document.variant, **advice(document.variant, document.variants))
    for name, variant in document.variants.items():
        place = f"variants.{name}"
        yield from proper_name(place, name)
        yield from given(f"{place}.scheme", variant.scheme, "a scheme or its file")
        for port, bound in variant.bindings.inputs.items():
            for source in [bound] if isinstance(bound, str) else bound:
                if not source.startswith(SOURCES) or source in SOURCES:
                    yield BAD_SOURCE.at(f"{place}.bindings.inputs.{port}", source=source)
            if not bound:
                yield NO_SOURCE.at(f"{place}.bindings.inputs.{port}")
        for drive, output in variant.bindings.outputs.items():
            if not drive.startswith("drive.") or drive == "drive.":
                yield BAD_DRIVE.at(f"{place}.bindings.outputs.{drive}", drive=drive)
            yield from given(f"{place}.bindings.outputs.{drive}", output, "an output of the scheme")


def _stages(document: ExerciseDocument) -> Iterator[Fault]:
    if not document.stages:
        yield NO_STAGES.at("stages")
    yield from unique(((f"stages[{i}].name", stage.name) for i, stage in enumerate(document.stages)), "a stage")
    for index, stage in enumerate(document.stages):
        place = f"stages[{index}]"
        yield from proper_name(f"{place}.name", stage.name)
        yield from between(f"{place}.hold", stage.hold, 0.0, LONGEST, "s")
        if stage.hold > document.duration > 0.0:
            yield HOLD_TOO_LONG.at(f"{place}.hold", duration=document.duration)
        yield from between(f"{place}.par", stage.par, 1e-3, LONGEST, "s")
    names = [stage.name for stage in document.stages]
    for place, condition in conditions(document):
        yield from condition_faults(condition, place, names)


def _pushes(document: ExerciseDocument) -> Iterator[Fault]:
    for index, draw in enumerate(document.start.randomise):
        if isinstance(draw, PushDraw) and draw.time[0] >= document.duration > 0.0:
            yield PUSH_TOO_LATE.at(f"start.randomise[{index}].time", duration=document.duration)


def _limits(document: ExerciseDocument) -> Iterator[Fault]:
    yield from unique(((f"limits[{i}].name", limit.name) for i, limit in enumerate(document.limits)), "a limit")
    for index, limit in enumerate(document.limits):
        place = f"limits[{index}]"
        yield from proper_name(f"{place}.name", limit.name)
        yield from between(f"{place}.points", limit.points, 0.0, 100.0)
        yield from between(f"{place}.hold", limit.hold, 0.0, LONGEST, "s")
        yield from between(f"{place}.rearm", limit.rearm, 0.0, LONGEST, "s")


def _gauges(document: ExerciseDocument) -> Iterator[Fault]:
    for name, gauge in document.gauges.items():
        if (gauge.target is None) != (not gauge.off):
            yield HALF_TARGET.at(f"gauges.{name}")


def _scoring(document: ExerciseDocument) -> Iterator[Fault]:
    scoring = document.scoring
    stages = [stage.name for stage in document.stages]
    for name, measure in scoring.measures.items():
        place = f"scoring.measures.{name}"
        yield from proper_name(place, name)
        if name in KINDS:
            yield STANDARD_METRIC.at(place, name=name)
        if measure.stage and measure.stage not in stages:
            yield UNKNOWN_STAGE.at(f"{place}.stage", name=measure.stage, **advice(measure.stage, stages))
        yield from quantity_faults(measure.quantity, f"{place}.quantity")
    for name, weight in scoring.weights.items():
        place = f"scoring.weights.{name}"
        yield from between(f"{place}.weight", weight.weight, 0.0, FARTHEST)
        yield from between(f"{place}.half", weight.half, 1e-9, FARTHEST)
        if name not in KINDS and name not in scoring.measures:
            names = [*KINDS, *scoring.measures]
            yield UNKNOWN_METRIC.at(place, name=name, **advice(name, names))
        elif weight.par is None and (name in scoring.measures or KINDS[name].par is None):
            yield NO_PAR.at(place)
        yield from between(f"{place}.par", weight.par, -FARTHEST if name in scoring.measures else 0.0, FARTHEST)
    if not any(weight.weight > 0.0 for weight in weights_of(document).values()):
        yield NO_WEIGHT.at("scoring.weights")
    medals = scoring.medals
    for level in ("gold", "silver", "bronze"):
        yield from between(f"scoring.medals.{level}", getattr(medals, level), 0.0, 100.0)
    if not medals.gold >= medals.silver >= medals.bronze:
        yield MEDALS_OUT_OF_ORDER.at("scoring.medals")
    yield from between("scoring.mastery.attempts", scoring.mastery.attempts, 1, 1000)
    yield from between("scoring.mastery.points", scoring.mastery.points, 0.0, 100.0)
