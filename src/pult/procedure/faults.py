"""Faults of a procedure document that can be found without its world."""

import itertools
import math
from collections.abc import Iterator

from pult.core.errors import Fault
from pult.motion.surface.parameters import MAX_KNOTS
from pult.procedure.document import ForcePoint, ProcedureDocument

MAX_ANGLE = math.pi


def level_faults(document: ProcedureDocument) -> list[Fault]:
    """All faults of the numbers of a procedure."""
    return [*_knot_faults(document), *_force_faults(document.force), *_number_faults(document)]


def _knot_faults(document: ProcedureDocument) -> Iterator[Fault]:
    knots, inserted = document.knots, document.inserted
    if len(knots) < 2:
        yield Fault("knots", f"a path has at least 2 knots, not {len(knots)}.", "bad-shape")
    if inserted < 0:
        yield Fault("inserted", f"must be 0 or more, not {inserted}.", "out-of-range")
    elif len(knots) >= 2 and (total := (len(knots) - 1) * (inserted + 1) + 1) > MAX_KNOTS:
        most = (MAX_KNOTS - 1) // (len(knots) - 1) - 1
        advice = f"insert at most {most}" if most >= 0 else f"give at most {MAX_KNOTS} knots"
        yield Fault("inserted", f"makes {total} knots, and there is room for {MAX_KNOTS}: {advice}.", "out-of-range")
    for number, knot in enumerate(knots):
        for name, value in (("a", knot.a), ("b", knot.b)):
            if not abs(value) <= MAX_ANGLE + 1e-9:
                message = f"must be from -pi to pi, not {value:g}; angles are in radians."
                yield Fault(f"knots[{number}].{name}", message, "out-of-range")
    for number, (one, two) in enumerate(itertools.pairwise(knots)):
        if one == two:
            yield Fault(f"knots[{number + 1}]", "is the same as the knot before it; take one away.", "duplicate-name")


def _force_faults(force: list[ForcePoint]) -> Iterator[Fault]:
    if not force:
        yield Fault("force", 'at least one point is needed, such as [{"at": 0, "force": 10}].', "missing-key")
    for number, point in enumerate(force):
        if not 0.0 <= point.at <= 1.0:
            message = f"is a share of the path, from 0 to 1, not {point.at:g}."
            yield Fault(f"force[{number}].at", message, "out-of-range")
        if not point.force > 0.0:
            message = f"must be above 0 N, not {point.force:g}: without it the tool does not touch the patient."
            yield Fault(f"force[{number}].force", message, "out-of-range")
    for number, (one, two) in enumerate(itertools.pairwise(force)):
        if not one.at < two.at:
            message = f"places must increase, but {two.at:g} follows {one.at:g}."
            yield Fault(f"force[{number + 1}].at", message, "out-of-range")


def _number_faults(document: ProcedureDocument) -> Iterator[Fault]:
    limits, retract = document.limits, document.retract
    above = {
        "speed": document.speed, "clearance": document.clearance, "limits.force": limits.force,
        "limits.error": limits.error, "limits.speed": limits.speed, "limits.joint_speed": limits.joint_speed,
        "retract.time": retract.time, "retract.distance": retract.distance,
    }  # fmt: skip
    for place, value in above.items():
        if not value > 0.0:
            yield Fault(place, f"must be above 0, not {value:g}.", "out-of-range")
    if limits.joint_margin < 0.0:
        yield Fault("limits.joint_margin", f"must be 0 or more, not {limits.joint_margin:g}.", "out-of-range")
    if document.speed > limits.speed > 0.0:
        message = f"{document.speed:g} m/s is above the limit of {limits.speed:g} m/s ('limits.speed')."
        yield Fault("speed", message, "out-of-range")
    for number, point in enumerate(document.force):
        if point.force > limits.force > 0.0:
            message = f"{point.force:g} N is above the limit of {limits.force:g} N ('limits.force')."
            yield Fault(f"force[{number}].force", message, "out-of-range")
