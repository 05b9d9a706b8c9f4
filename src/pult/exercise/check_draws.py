"""Checks of draws by themselves."""

from collections.abc import Iterator, Sequence

from pult.core.errors import Fault, FaultKind
from pult.exercise.draws import (
    Annulus,
    Box,
    Draw,
    ElementStart,
    JointStart,
    PushDraw,
    Region,
    Resistance,
    Shuffle,
    Spots,
    bodies,
    draw_name,
    regions,
)
from pult.exercise.rules import FARTHEST, between, corners, given, span, unique
from pult.sim.fault_checks import LONGEST_PUSH

WRONG_REGION_COUNT = FaultKind("bad-shape", "{bodies} bodies for {regions} regions: there must be a region for each.")
DRAWN_LATER = FaultKind("bad-order", "{body!r} is drawn later or here; put its draw before this one.")
NO_SPOT = FaultKind("missing-value", "is empty; name at least one place.")


def draw_faults(draws: Sequence[Draw]) -> Iterator[Fault]:
    """Faults of the draws of a start."""
    at = "start.randomise"
    yield from unique(((f"{at}[{i}]", draw_name(draw)) for i, draw in enumerate(draws)), "a draw named")
    yield from unique(((f"{at}[{i}]", body) for i, draw in enumerate(draws) for body in bodies(draw)), "a draw of")
    joints = ((f"{at}[{i}]", draw.joint) for i, draw in enumerate(draws) if isinstance(draw, JointStart))
    yield from unique(joints, "a draw of")
    rubbing = ((f"{at}[{i}]", draw.joint) for i, draw in enumerate(draws) if isinstance(draw, Resistance))
    yield from unique(rubbing, "a draw of")
    drawn = {body for draw in draws for body in bodies(draw)}
    before: set[str] = set()
    for index, draw in enumerate(draws):
        place = f"{at}[{index}]"
        yield from given(f"{place}.name", draw_name(draw), "what is drawn")
        if isinstance(draw, (JointStart, ElementStart)):
            yield from span(f"{place}.range", draw.range, least=0.0 if isinstance(draw, ElementStart) else -FARTHEST)
            continue
        if isinstance(draw, PushDraw):
            yield from _push(draw, place)
            continue
        if isinstance(draw, Resistance):
            yield from span(f"{place}.friction", draw.friction, least=0.0)
            yield from span(f"{place}.damping", draw.damping, least=0.0)
            if draw.stiffness is not None:
                yield from span(f"{place}.stiffness", draw.stiffness, least=0.0)
            continue
        yield from span(f"{place}.turn", draw.turn)
        yield from between(f"{place}.apart", draw.apart, 0.0, FARTHEST, "m")
        if isinstance(draw, Shuffle) and not 0 < len(draw.bodies) <= len(draw.regions):
            yield WRONG_REGION_COUNT.at(f"{place}.regions", bodies=len(draw.bodies), regions=len(draw.regions))
        for number, region in enumerate(regions(draw)):
            inner = f"{place}.regions[{number}]" if isinstance(draw, Shuffle) else f"{place}.region"
            yield from _region(region, inner)
            if region.about in drawn and region.about not in before:
                yield DRAWN_LATER.at(f"{inner}.about", body=region.about)
        before.update(bodies(draw))


def _push(draw: PushDraw, place: str) -> Iterator[Fault]:
    yield from given(f"{place}.body", draw.body, "the body that is pushed")
    yield from span(f"{place}.time", draw.time, least=0.0)
    yield from span(f"{place}.impulse", draw.impulse, least=0.0)
    yield from span(f"{place}.angle", draw.angle)
    yield from span(f"{place}.rise", draw.rise)
    yield from between(f"{place}.duration", draw.duration, 1e-3, LONGEST_PUSH, "s")


def _region(region: Region, place: str) -> Iterator[Fault]:
    match region:
        case Box():
            yield from corners(f"{place}.", region.low, region.high)
        case Annulus():
            yield from span(f"{place}.radius", region.radius, least=0.0)
            yield from span(f"{place}.angle", region.angle)
            yield from span(f"{place}.height", region.height)
            for axis, value in enumerate(region.centre):
                yield from between(f"{place}.centre[{axis}]", value, -FARTHEST, FARTHEST, "m")
        case Spots():
            if not region.spots:
                yield NO_SPOT.at(f"{place}.spots")
