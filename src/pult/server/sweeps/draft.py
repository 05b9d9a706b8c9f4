"""A plan as people write it in the studio's fields, with the notation of the command line; read in a worker."""

from pathlib import Path
from typing import Any

import msgspec

from pult.batch.plans.document import FORMAT
from pult.batch.plans.seeds import read_seeds
from pult.batch.plans.variation import Variation, parse_values
from pult.core.errors import Fault, FaultKind, PultError, UsageError
from pult.core.kinds import BAD_UNIT, BAD_VALUE
from pult.server.http.wire import fault_messages
from pult.server.messages import FaultMessage, SweepCheck, SweepDraft
from pult.server.sweeps.prepared import check_plan

NO_NAME = FaultKind("missing-key", "choose what is varied.")
TWICE = FaultKind("duplicate-key", "{name!r} is varied already.")
UNREADABLE = FaultKind(
    "bad-value",
    "write values such as 10, 20, 30, or 10:50:5 (five from 10 to 50), or a distribution: uniform(a,b), log(a,b), "
    "normal(mean,deviation).",
)


def draft_check(folder: Path, draft: SweepDraft) -> SweepCheck:
    """Read and check a draft. Faults of what is varied have places by number: "vary[2]".

    Args:
        folder: The project folder.
        draft: What was written.
    """
    seeds, faults = _seeds(draft)
    vary: dict[str, Variation] = {}
    for index, one in enumerate(draft.vary):
        place, name = f"vary[{index}]", one.name.strip()
        try:
            found = parse_values(one.values.strip()) if one.values.strip() else None
        except PultError as error:
            faults.append(BAD_UNIT.at(place, error=str(error)))
            continue
        if not name or name in vary:
            faults.append(TWICE.at(place, name=name) if name else NO_NAME.at(place))
        elif found is None:
            faults.append(UNREADABLE.at(place))
        else:
            vary[name] = found
    if faults:
        return SweepCheck(faults=fault_messages(faults))
    document: dict[str, Any] = {
        "format": FORMAT,
        "version": 1,
        "exercise": draft.exercise,
        "pilot": draft.pilot,
        "variant": draft.variant,
        "seeds": seeds,
        "draw": draft.draw,
        "vary": msgspec.to_builtins(vary),
        "plan": draft.plan,
        "points": draft.points if vary else 0,
    }
    checked = check_plan(folder, document)
    if checked.faults:
        return SweepCheck(faults=[_numbered(fault, list(vary)) for fault in checked.faults])
    return msgspec.structs.replace(checked, sweep=document)


def _seeds(draft: SweepDraft) -> tuple[list[int], list[Fault]]:
    if draft.draw:
        return [], []
    try:
        return read_seeds(draft.seeds), []
    except UsageError as error:  # it begins with the option of the command line
        return [], [BAD_VALUE.at("seeds", error=str(error).partition(": ")[2])]


def _numbered(fault: FaultMessage, names: list[str]) -> FaultMessage:
    """A fault of what is varied, by its number instead of its name."""
    kind, _, name = fault.place.partition(".")
    if kind != "vary" or name not in names:
        return fault
    return msgspec.structs.replace(fault, place=f"vary[{names.index(name)}]")
