"""The sweep document: runs, variations and seeds."""

from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, structs

from pult.batch.plans.free import FreeDocument, free_faults
from pult.batch.plans.plan import MAX_POINTS, Plan, count_points
from pult.batch.plans.seeds import MAX_SEEDS
from pult.batch.plans.variation import Values, Variation, variation_faults
from pult.batch.target import FAULT
from pult.core.document import Part, Text, read_document
from pult.core.errors import DocumentError, Fault, FaultKind, UsageError
from pult.core.kinds import BAD_VALUE
from pult.sim.fault_notation import NONE, read_faults

SEEDS_OR_DRAW = FaultKind("bad-value", "give either seeds or how many are to be drawn.")
BAD_SEEDS = FaultKind("bad-value", "seeds are whole numbers of 0 or more, each once.")
FAULTS_TWICE = FaultKind("conflict", "stands next to 'vary.fault'; keep one of them.")
BAD_DRAW = FaultKind("out-of-range", "from 1 to {most} seeds can be drawn, not {value}.")
BAD_POINTS = FaultKind("out-of-range", "a plan {plan!r} needs from 1 to {most} points, not {value}.")

ONE_SUBJECT = FaultKind("bad-value", "give either an exercise or a free run.")
PILOT_OF_NOTHING = FaultKind("bad-value", "a free run has neither an operator nor variants; leave it out.")

FORMAT = "pult.sweep"


class SweepDocument(Part, frozen=True, kw_only=True):
    """Many runs of one exercise, or of a world and a scheme without an operator."""

    format: Annotated[Literal["pult.sweep"], Meta(description="Always 'pult.sweep'.")] = "pult.sweep"
    version: Annotated[Literal[1], Meta(description="Version of the format.")] = 1
    name: str = ""
    description: Text = ""
    exercise: Annotated[str, Meta(description="Exercise: a name or a file.")] = ""
    free: Annotated[FreeDocument | None, Meta(description="Instead of an exercise: runs without an operator.")] = None
    pilot: Annotated[str, Meta(description="Pilot that attempts it; the exercise's default operator if omitted.")] = ""
    variant: Annotated[str, Meta(description="Variant of the exercise; that of the pilot if omitted.")] = ""
    seeds: Annotated[list[int], Meta(description="Seeds; every point is run with each of them.")] = []
    draw: Annotated[
        int, Meta(description="Instead of seeds: number of fresh seeds to draw, on which nothing was tuned.")
    ] = 0
    vary: Annotated[dict[str, Variation], Meta(description="What is varied, by name.")] = {}
    faults: Annotated[
        list[str],
        Meta(
            description="Faults such as 'sensor:angles.stuck@2.5': points are run with each of them, and without any."
        ),
    ] = []
    plan: Annotated[Plan, Meta(description="Method by which points are chosen.")] = "grid"
    points: Annotated[int, Meta(description="Number of points, unless the plan is a grid.")] = 0
    seed: Annotated[int, Meta(description="Seed of the plan.")] = 0

    def with_faults_varied(self) -> "SweepDocument":
        """The same sweep with its faults as values of the variation 'fault'."""
        if not self.faults:
            return self
        return structs.replace(self, vary={**self.vary, FAULT: Values(values=[NONE, *self.faults])}, faults=[])


def decode_sweep(source: str | Path | dict[str, Any]) -> tuple[SweepDocument, str, Path]:
    """Decode a document, which may have faults of its own; see `read_document`."""
    return read_document(source, SweepDocument, FORMAT)


def read_sweep_document(source: str | Path | dict[str, Any]) -> tuple[SweepDocument, str, Path]:
    """Decode a document, and check it by itself; see `read_document`."""
    document, title, folder = decode_sweep(source)
    if faults := sweep_faults(document) + subject_faults(document):
        raise DocumentError(title, faults)
    return document, title, folder


def subject_faults(document: SweepDocument) -> list[Fault]:
    """Faults of the run to be repeated."""
    free = document.free
    if bool(document.exercise) == (free is not None):
        return [ONE_SUBJECT.at("exercise")]
    if free is None:
        return []
    named = [PILOT_OF_NOTHING.at(name) for name in ("pilot", "variant") if getattr(document, name)]
    return named + free_faults(free)


def sweep_faults(document: SweepDocument) -> list[Fault]:
    """Faults of a sweep by itself."""
    faults = variation_faults(document.vary, document.plan == "grid")
    if document.faults and FAULT in document.vary:
        faults.append(FAULTS_TWICE.at("faults"))
    for index, text in enumerate(document.faults):
        try:
            read_faults(text)
        except UsageError as error:
            faults.append(BAD_VALUE.at(f"faults[{index}]", error=str(error)))
    if bool(document.seeds) == bool(document.draw):
        faults.append(SEEDS_OR_DRAW.at("seeds"))
    if len(set(document.seeds)) != len(document.seeds) or any(seed < 0 for seed in document.seeds):
        faults.append(BAD_SEEDS.at("seeds"))
    if not 0 <= document.draw <= MAX_SEEDS:
        faults.append(BAD_DRAW.at("draw", most=MAX_SEEDS, value=document.draw))
    if document.plan != "grid" and document.vary and not 1 <= document.points <= MAX_POINTS:
        faults.append(BAD_POINTS.at("points", plan=document.plan, most=MAX_POINTS, value=document.points))
    if document.plan == "grid" and (count := count_points(document.vary, "grid", 0)) > MAX_POINTS:
        faults.append(BAD_POINTS.at("plan", plan=document.plan, most=MAX_POINTS, value=count))
    return faults
