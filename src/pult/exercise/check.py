"""Checks of an exercise document: by itself, and against the signals of a session."""

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pult.core.channels import Channels
from pult.core.document import VERSION, decode, head_faults
from pult.core.errors import Fault, UsageError, choose
from pult.exercise import condition as c
from pult.exercise.compile import compile_condition
from pult.exercise.document import FORMAT, ExerciseDocument, conditions
from pult.exercise.draws import Annulus, Box, JointStart, Shuffle, Spots, bodies, draw_name, regions
from pult.exercise.kinds import KINDS, weights_of
from pult.exercise.quantity import compile_quantity, find_thing

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
SOURCES = ("panel.", "sensor.")
"""What an input of a scheme may be bound to."""
LONGEST = 86400.0
"""The longest time that an exercise may speak of [s]."""
FARTHEST = 1e6
"""The largest coordinate or angle of a draw [m or rad]."""
DEEPEST = 32
"""How deep conditions may be nested."""


def check_exercise_document(data: Mapping[str, Any] | ExerciseDocument) -> list[Fault]:
    """All that is wrong with an exercise as far as can be told without its world.

    Args:
        data: Plain data, or a document already decoded.
    """
    if isinstance(data, ExerciseDocument):
        return level_faults(data)
    faults = head_faults(data, FORMAT, VERSION)
    if faults:
        return faults
    try:
        document, faults = decode(ExerciseDocument, data)
    except RecursionError:
        return [Fault("", "conditions are nested too deeply.", "not-json")]
    return faults if document is None else level_faults(document)


def level_faults(document: ExerciseDocument) -> list[Fault]:
    """What is wrong with a decoded document by itself."""
    return [
        *_head(document),
        *_variants(document),
        *_stages(document),
        *_limits(document),
        *_draws(document),
        *_scoring(document),
    ]


def check_names(document: ExerciseDocument, channels: Channels) -> list[Fault]:
    """Bodies, sites, signals and stages named in the document that a session does not have.

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
    for place, name in signals:
        faults += _wrong(place, Channels.find, channels, name)
    return faults


def _wrong(place: str, find: Any, channels: Channels, name: str) -> Iterator[Fault]:
    try:
        find(channels, name)
    except UsageError as error:
        yield Fault(place, f"{error}", "unknown-name")


def _between(place: str, value: float | None, low: float, high: float, unit: str = "") -> Iterator[Fault]:
    if value is not None and not low <= value <= high:
        limit = f"{low:g} to {high:g}" if high < math.inf else f"{low:g} or more"
        yield Fault(place, f"must be {limit}{f' {unit}' if unit else ''}, not {value:g}.", "out-of-range")


def _span(place: str, span: Sequence[float], least: float = -FARTHEST) -> Iterator[Fault]:
    for index, value in enumerate(span):
        yield from _between(f"{place}[{index}]", value, least, FARTHEST)
    if span[0] > span[1]:
        yield Fault(place, f"must go from low to high, not from {span[0]:g} to {span[1]:g}.", "out-of-range")


def _corners(place: str, low: Sequence[float], high: Sequence[float]) -> Iterator[Fault]:
    for axis, (a, b) in enumerate(zip(low, high, strict=True)):
        yield from _between(f"{place}low[{axis}]", a, -FARTHEST, FARTHEST, "m")
        yield from _between(f"{place}high[{axis}]", b, -FARTHEST, FARTHEST, "m")
        if a > b:
            yield Fault(f"{place}high[{axis}]", f"must not be below 'low', {a:g} m, but is {b:g} m.", "out-of-range")


def _name(place: str, name: str) -> Iterator[Fault]:
    if not NAME.fullmatch(name):
        yield Fault(place, f"{name!r} is no name: letters, digits, '_' and '-', starting with a letter.", "bad-name")


def _unique(places: Iterable[tuple[str, str]], what: str) -> Iterator[Fault]:
    seen: dict[str, str] = {}
    for place, name in places:
        if name in seen:
            yield Fault(place, f"{what} {name!r} is there already, at {seen[name]}; give it another name.", "duplicate")
        seen.setdefault(name, place)


def _given(place: str, text: str, what: str) -> Iterator[Fault]:
    if not text:
        yield Fault(place, f"is empty; name {what}.", "missing-value")


def _head(document: ExerciseDocument) -> Iterator[Fault]:
    yield from _name("name", document.name)
    yield from _given("world", document.world, "a world or its file")
    yield from _given("panel", document.panel, "a panel or its file")
    yield from _between("difficulty", document.difficulty, 1, 5)
    yield from _between("duration", document.duration, 1e-3, LONGEST, "s")
    yield from _between("start.settle", document.start.settle, 0.0, LONGEST, "s")


def _variants(document: ExerciseDocument) -> Iterator[Fault]:
    if not document.variants:
        yield Fault("variants", "is empty; an exercise needs at least one, with its scheme.", "missing-value")
    elif document.variant and document.variant not in document.variants:
        advice = choose(document.variant, document.variants)
        yield Fault("variant", f"there is no variant {document.variant!r}. {advice}", "unknown-name")
    for name, variant in document.variants.items():
        place = f"variants.{name}"
        yield from _name(place, name)
        yield from _given(f"{place}.scheme", variant.scheme, "a scheme or its file")
        for port, bound in variant.bindings.inputs.items():
            for source in [bound] if isinstance(bound, str) else bound:
                if not source.startswith(SOURCES) or source in SOURCES:
                    message = f"{source!r} is no source; write 'panel.NAME' or 'sensor.NAME'."
                    yield Fault(f"{place}.bindings.inputs.{port}", message, "bad-choice")
            if not bound:
                yield Fault(f"{place}.bindings.inputs.{port}", "is empty; name a source.", "missing-value")
        for drive, output in variant.bindings.outputs.items():
            if not drive.startswith("drive.") or drive == "drive.":
                message = f"{drive!r} is no drive; write 'drive.NAME': the output of the scheme."
                yield Fault(f"{place}.bindings.outputs.{drive}", message, "bad-choice")
            yield from _given(f"{place}.bindings.outputs.{drive}", output, "an output of the scheme")


def _stages(document: ExerciseDocument) -> Iterator[Fault]:
    if not document.stages:
        yield Fault("stages", "is empty; an exercise needs at least one stage.", "missing-value")
    yield from _unique(((f"stages[{i}].name", stage.name) for i, stage in enumerate(document.stages)), "a stage")
    for index, stage in enumerate(document.stages):
        place = f"stages[{index}]"
        yield from _name(f"{place}.name", stage.name)
        yield from _between(f"{place}.hold", stage.hold, 0.0, LONGEST, "s")
        if stage.hold > document.duration > 0.0:
            message = f"is longer than the exercise, {document.duration:g} s: the stage could never be passed."
            yield Fault(f"{place}.hold", message, "out-of-range")
        yield from _between(f"{place}.par", stage.par, 1e-3, LONGEST, "s")
    names = [stage.name for stage in document.stages]
    for place, condition in conditions(document):
        yield from _condition(condition, place, names)


def _limits(document: ExerciseDocument) -> Iterator[Fault]:
    yield from _unique(((f"limits[{i}].name", limit.name) for i, limit in enumerate(document.limits)), "a limit")
    for index, limit in enumerate(document.limits):
        place = f"limits[{index}]"
        yield from _name(f"{place}.name", limit.name)
        yield from _between(f"{place}.points", limit.points, 0.0, 100.0)
        yield from _between(f"{place}.hold", limit.hold, 0.0, LONGEST, "s")
        yield from _between(f"{place}.rearm", limit.rearm, 0.0, LONGEST, "s")


def _condition(condition: c.Condition, place: str, stages: Sequence[str], depth: int = 0) -> Iterator[Fault]:
    match condition:
        case c.All() | c.Any() | c.Not() if depth >= DEEPEST:
            yield Fault(place, f"conditions are nested deeper than {DEEPEST} levels.", "too-deep")
        case c.All() | c.Any():
            if not condition.of:
                yield Fault(f"{place}.of", "is empty; name at least one condition.", "missing-value")
            for index, inner in enumerate(condition.of):
                yield from _condition(inner, f"{place}.of[{index}]", stages, depth + 1)
        case c.Not():
            yield from _condition(condition.of, f"{place}.of", stages, depth + 1)
        case c.StageIs():
            for index, name in enumerate(condition.stages):
                if name not in stages:
                    message = f"there is no stage {name!r}. {choose(name, stages)}"
                    yield Fault(f"{place}.stages[{index}]", message, "unknown-name")
        case c.Contact():
            if condition.bodies[0] == condition.bodies[1]:
                yield Fault(f"{place}.bodies", "a body does not touch itself; name two.", "duplicate")
            yield from _between(f"{place}.above", condition.above, 0.0, math.inf, "N")
        case c.Still():
            yield from _between(f"{place}.below", condition.below, 1e-12, math.inf)
        case _:
            yield from _quantity(condition, place)
            yield from _bounds(condition, place)


def _quantity(quantity: c.Quantity, place: str) -> Iterator[Fault]:
    axes: dict[str, list[float]] = {}
    if isinstance(quantity, c.Inside):
        yield from _corners(f"{place}.", quantity.low, quantity.high)
        yield from _given(f"{place}.thing", quantity.thing, "a body or site")
    elif isinstance(quantity, c.Speed):
        yield from _given(f"{place}.thing", quantity.thing, "a body or site")
    elif isinstance(quantity, c.Signal):
        yield from _given(f"{place}.name", quantity.name, "a signal")
    else:
        yield from _given(f"{place}.a", quantity.a, "a body or site")
        axes = {"axis": quantity.axis} if isinstance(quantity, c.Along) else {}
        axes = {"axis_a": quantity.axis_a, "axis_b": quantity.axis_b} if isinstance(quantity, c.Angle) else axes
    for key, axis in axes.items():
        if not any(axis):
            yield Fault(f"{place}.{key}", "has no direction; one of its numbers must differ from 0.", "out-of-range")


def _bounds(quantity: c.Quantity, place: str) -> Iterator[Fault]:
    if isinstance(quantity, c.Inside):
        return
    above, below = quantity.above, quantity.below
    state = isinstance(quantity, c.Signal) and quantity.is_ is not None
    if above is None and below is None and not state:
        yield Fault(place, "has no bound; give 'above', 'below' or both.", "missing-value")
    elif state and (above is not None or below is not None):
        yield Fault(place, "give either 'is', or 'above' and 'below'.", "bad-choice")
    elif above is not None and below is not None and above >= below:
        yield Fault(place, f"nothing is above {above:g} and below {below:g}.", "out-of-range")


def _draws(document: ExerciseDocument) -> Iterator[Fault]:
    draws = document.start.randomise
    at = "start.randomise"
    yield from _unique(((f"{at}[{i}]", draw_name(draw)) for i, draw in enumerate(draws)), "a draw named")
    yield from _unique(((f"{at}[{i}]", body) for i, draw in enumerate(draws) for body in bodies(draw)), "a draw of")
    joints = ((f"{at}[{i}]", draw.joint) for i, draw in enumerate(draws) if isinstance(draw, JointStart))
    yield from _unique(joints, "a draw of")
    drawn = {body for draw in draws for body in bodies(draw)}
    before: set[str] = set()
    for index, draw in enumerate(draws):
        place = f"{at}[{index}]"
        yield from _given(f"{place}.name", draw_name(draw), "what is drawn")
        if isinstance(draw, JointStart):
            yield from _span(f"{place}.range", draw.range)
            continue
        yield from _span(f"{place}.turn", draw.turn)
        yield from _between(f"{place}.apart", draw.apart, 0.0, FARTHEST, "m")
        if isinstance(draw, Shuffle) and not 0 < len(draw.bodies) <= len(draw.regions):
            message = f"{len(draw.bodies)} bodies for {len(draw.regions)} regions: there must be a region for each."
            yield Fault(f"{place}.regions", message, "bad-shape")
        for number, region in enumerate(regions(draw)):
            inner = f"{place}.regions[{number}]" if isinstance(draw, Shuffle) else f"{place}.region"
            yield from _region(region, inner)
            if region.about in drawn and region.about not in before:
                message = f"{region.about!r} is drawn later or here; put its draw before this one."
                yield Fault(f"{inner}.about", message, "bad-order")
        before.update(bodies(draw))


def _region(region: Box | Annulus | Spots, place: str) -> Iterator[Fault]:
    match region:
        case Box():
            yield from _corners(f"{place}.", region.low, region.high)
        case Annulus():
            yield from _span(f"{place}.radius", region.radius, least=0.0)
            yield from _span(f"{place}.angle", region.angle)
            yield from _span(f"{place}.height", region.height)
            for axis, value in enumerate(region.centre):
                yield from _between(f"{place}.centre[{axis}]", value, -FARTHEST, FARTHEST, "m")
        case Spots():
            if not region.spots:
                yield Fault(f"{place}.spots", "is empty; name at least one place.", "missing-value")


def _scoring(document: ExerciseDocument) -> Iterator[Fault]:
    scoring = document.scoring
    stages = [stage.name for stage in document.stages]
    for name, measure in scoring.measures.items():
        place = f"scoring.measures.{name}"
        yield from _name(place, name)
        if name in KINDS:
            yield Fault(place, f"{name!r} is a metric of every exercise; give yours another name.", "duplicate")
        if measure.stage and measure.stage not in stages:
            message = f"there is no stage {measure.stage!r}. {choose(measure.stage, stages)}"
            yield Fault(f"{place}.stage", message, "unknown-name")
        yield from _quantity(measure.quantity, f"{place}.quantity")
    for name, weight in scoring.weights.items():
        place = f"scoring.weights.{name}"
        yield from _between(f"{place}.weight", weight.weight, 0.0, FARTHEST)
        yield from _between(f"{place}.half", weight.half, 1e-9, FARTHEST)
        if name not in KINDS and name not in scoring.measures:
            names = [*KINDS, *scoring.measures]
            yield Fault(place, f"there is no metric {name!r}. {choose(name, names)}", "unknown-name")
        elif weight.par is None and (name in scoring.measures or KINDS[name].par is None):
            yield Fault(place, "the key 'par' is missing: nobody can tell what is good here.", "missing-key")
        yield from _between(f"{place}.par", weight.par, -FARTHEST if name in scoring.measures else 0.0, FARTHEST)
    if not any(weight.weight > 0.0 for weight in weights_of(document).values()):
        yield Fault("scoring.weights", "at least one weight must be above 0.", "out-of-range")
    medals = scoring.medals
    for level in ("gold", "silver", "bronze"):
        yield from _between(f"scoring.medals.{level}", getattr(medals, level), 0.0, 100.0)
    if not medals.gold >= medals.silver >= medals.bronze:
        yield Fault("scoring.medals", "gold must not be below silver, nor silver below bronze.", "out-of-range")
    yield from _between("scoring.mastery.attempts", scoring.mastery.attempts, 1, 1000)
    yield from _between("scoring.mastery.points", scoring.mastery.points, 0.0, 100.0)
