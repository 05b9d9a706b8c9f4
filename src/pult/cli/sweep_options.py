"""The options of `pult sweep` as a sweep document."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import structs

from pult.batch.plans.document import SweepDocument, decode_sweep
from pult.batch.plans.plan import PLANS, Plan
from pult.batch.plans.seeds import read_seeds
from pult.batch.plans.variation import Variation, read_variation
from pult.core.errors import Fault, UsageError, choose
from pult.core.kinds import BAD_VALUE


class SweepOptions(NamedTuple):
    """The options that determine what is run, as written."""

    exercise: str
    pilot: str
    variant: str
    seeds: str
    draw: int
    settings: Sequence[str]
    faults: Sequence[str]
    plan: str
    points: int


def read_options(given: SweepOptions) -> tuple[SweepDocument, list[Fault]]:
    """The sweep that options ask for, as far as they can be read, and what cannot be read.

    Raises:
        DocumentError: The plan cannot be decoded.
        UsageError: There are options beside a plan that says everything itself.
    """
    if given.exercise.endswith(".sweep.json"):
        if given._replace(exercise="") != SweepOptions("", "", "", "", 0, [], [], "grid", 0):
            raise UsageError("the plan determines what is run; options that change it cannot be combined with it.")
        return _read_plan(given.exercise), []
    vary, problems = _variations(given.settings)
    seeds, points = [0], given.points
    plan: Plan | None = next((one for one in PLANS if one == given.plan), None)
    if plan is None:
        problems.append(f"--plan: unknown plan {given.plan!r}. {choose(given.plan, PLANS)}")
        plan, points = "random", max(points, 1)  # which takes every variation, so that no more is wrong with it
    try:
        seeds = [] if given.draw and not given.seeds else read_seeds(given.seeds or "0:20")
    except UsageError as error:
        problems.append(str(error))
    document = SweepDocument(
        exercise=given.exercise, pilot=given.pilot, variant=given.variant, seeds=seeds, draw=given.draw, vary=vary,
        faults=list(given.faults), plan=plan, points=points,
    )  # fmt: skip
    return document, [BAD_VALUE.at(error=problem) for problem in problems]


def _read_plan(path: str) -> SweepDocument:
    """A plan in a file; documents that stand beside it are named by their paths."""
    read, _, folder = decode_sweep(path)

    def near(name: str) -> str:
        return str(folder / name) if name and (folder / name).is_file() else name

    if read.free is None:
        return structs.replace(read, exercise=near(read.exercise))
    return structs.replace(
        read, free=structs.replace(read.free, world=near(read.free.world), scheme=near(read.free.scheme))
    )


def _variations(settings: Sequence[str]) -> tuple[dict[str, Variation], list[str]]:
    """What --set says, and everything that is wrong with it."""
    found: dict[str, Variation] = {}
    problems = []
    for text in settings:
        try:
            name, variation = read_variation(text)
        except UsageError as error:
            problems.append(str(error))
            continue
        if name in found:
            problems.append(f"--set {text!r}: {name!r} is given twice.")
        found[name] = variation
    return found, problems
