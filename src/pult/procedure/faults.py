"""Faults of a procedure document that can be found without its world."""

import itertools
import math
from collections.abc import Iterator

from pult.core.errors import Fault, FaultKind
from pult.core.kinds import NOT_ABOVE_ZERO
from pult.motion.surface.parameters import MAX_KNOTS
from pult.procedure.document import ForcePoint, ProcedureDocument

TOO_FEW_KNOTS = FaultKind("bad-shape", "a path has at least 2 knots, not {count}.")
NEGATIVE_COUNT = FaultKind("out-of-range", "must be 0 or more, not {value}.")
NEGATIVE = FaultKind("out-of-range", "must be 0 or more, not {value:g}.")
TOO_MANY_INSERTED = FaultKind(
    "out-of-range", "makes {total} knots, and there is room for {room}: insert at most {most}."
)
TOO_MANY_KNOTS = FaultKind(
    "out-of-range", "makes {total} knots, and there is room for {room}: give at most {room} knots."
)
BAD_ANGLE = FaultKind("out-of-range", "must be from -pi to pi, not {value:g}; angles are in radians.")
SAME_KNOT = FaultKind("duplicate-name", "is the same as the knot before it; take one away.")
NO_FORCE = FaultKind("missing-key", 'at least one point is needed, such as [{{"at": 0, "force": 10}}].')
NOT_A_SHARE = FaultKind("out-of-range", "is a share of the path, from 0 to 1, not {value:g}.")
NO_CONTACT = FaultKind(
    "out-of-range",
    "must be above 0 N, not {value:g}: without it the tool does not touch the patient.",
)
PLACES_NOT_RISING = FaultKind("out-of-range", "places must increase, but {later:g} follows {earlier:g}.")
TOO_FAST = FaultKind("out-of-range", "{value:g} m/s is above the limit of {most:g} m/s ('limits.speed').")
TOO_HARD = FaultKind("out-of-range", "{value:g} N is above the limit of {most:g} N ('limits.force').")

MAX_ANGLE = math.pi


def level_faults(document: ProcedureDocument) -> list[Fault]:
    """All faults of the numbers of a procedure."""
    return [*_knot_faults(document), *_force_faults(document.force), *_number_faults(document)]


def _knot_faults(document: ProcedureDocument) -> Iterator[Fault]:
    knots, inserted = document.knots, document.inserted
    if len(knots) < 2:
        yield TOO_FEW_KNOTS.at("knots", count=len(knots))
    if inserted < 0:
        yield NEGATIVE_COUNT.at("inserted", value=inserted)
    elif len(knots) >= 2 and (total := (len(knots) - 1) * (inserted + 1) + 1) > MAX_KNOTS:
        most = (MAX_KNOTS - 1) // (len(knots) - 1) - 1
        if most >= 0:
            yield TOO_MANY_INSERTED.at("inserted", total=total, room=MAX_KNOTS, most=most)
        else:
            yield TOO_MANY_KNOTS.at("inserted", total=total, room=MAX_KNOTS)
    for number, knot in enumerate(knots):
        for name, value in (("a", knot.a), ("b", knot.b)):
            if not abs(value) <= MAX_ANGLE + 1e-9:
                yield BAD_ANGLE.at(f"knots[{number}].{name}", value=value)
    for number, (one, two) in enumerate(itertools.pairwise(knots)):
        if one == two:
            yield SAME_KNOT.at(f"knots[{number + 1}]")


def _force_faults(force: list[ForcePoint]) -> Iterator[Fault]:
    if not force:
        yield NO_FORCE.at("force")
    for number, point in enumerate(force):
        if not 0.0 <= point.at <= 1.0:
            yield NOT_A_SHARE.at(f"force[{number}].at", value=point.at)
        if not point.force > 0.0:
            yield NO_CONTACT.at(f"force[{number}].force", value=point.force)
    for number, (one, two) in enumerate(itertools.pairwise(force)):
        if not one.at < two.at:
            yield PLACES_NOT_RISING.at(f"force[{number + 1}].at", later=two.at, earlier=one.at)


def _number_faults(document: ProcedureDocument) -> Iterator[Fault]:
    limits, retract = document.limits, document.retract
    above = {
        "speed": document.speed, "clearance": document.clearance, "limits.force": limits.force,
        "limits.error": limits.error, "limits.speed": limits.speed, "limits.joint_speed": limits.joint_speed,
        "retract.time": retract.time, "retract.distance": retract.distance,
    }  # fmt: skip
    for place, value in above.items():
        if not value > 0.0:
            yield NOT_ABOVE_ZERO.at(place, value=value)
    if limits.joint_margin < 0.0:
        yield NEGATIVE.at("limits.joint_margin", value=limits.joint_margin)
    if document.speed > limits.speed > 0.0:
        yield TOO_FAST.at("speed", value=document.speed, most=limits.speed)
    for number, point in enumerate(document.force):
        if point.force > limits.force > 0.0:
            yield TOO_HARD.at(f"force[{number}].force", value=point.force, most=limits.force)
