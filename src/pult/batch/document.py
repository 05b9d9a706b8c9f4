"""The sweep document: what is run, with what varied, how often."""

from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta

from pult.batch.plan import MAX_POINTS, Plan
from pult.batch.seeds import MAX_SEEDS
from pult.batch.variation import Variation, variation_faults
from pult.core.document import Part, Text, read_document
from pult.core.errors import DocumentError, Fault, FaultKind

SEEDS_OR_DRAW = FaultKind("bad-value", "give either seeds or how many are to be drawn.")
BAD_SEEDS = FaultKind("bad-value", "seeds are whole numbers of 0 or more, each once.")
BAD_DRAW = FaultKind("out-of-range", "from 1 to {most} seeds can be drawn, not {value}.")
BAD_POINTS = FaultKind("out-of-range", "a plan {plan!r} needs from 1 to {most} points, not {value}.")

FORMAT = "pult.sweep"


class SweepDocument(Part, frozen=True, kw_only=True):
    """Many runs of one exercise."""

    format: Annotated[Literal["pult.sweep"], Meta(description="Always 'pult.sweep'.")] = "pult.sweep"
    version: Annotated[Literal[1], Meta(description="Version of the format.")] = 1
    name: str = ""
    description: Text = ""
    exercise: Annotated[str, Meta(description="Exercise: a name or a file.")]
    pilot: Annotated[str, Meta(description="Who attempts it; the exercise's default operator if left out.")] = ""
    variant: Annotated[str, Meta(description="Variant of the exercise; the operator's own if left out.")] = ""
    seeds: Annotated[list[int], Meta(description="Seeds; every point is run with each of them.")] = []
    draw: Annotated[int, Meta(description="Instead of seeds: how many are drawn that nobody has tuned on.")] = 0
    vary: Annotated[dict[str, Variation], Meta(description="What is varied, by name.")] = {}
    plan: Annotated[Plan, Meta(description="How points are chosen.")] = "grid"
    points: Annotated[int, Meta(description="How many points, where the plan is not a grid.")] = 0
    seed: Annotated[int, Meta(description="Seed of the plan.")] = 0


def read_sweep_document(source: str | Path | dict[str, Any]) -> tuple[SweepDocument, str, Path]:
    """Decode a document; see `read_document`."""
    document, title, folder = read_document(source, SweepDocument, FORMAT)
    if faults := sweep_faults(document):
        raise DocumentError(title, faults)
    return document, title, folder


def sweep_faults(document: SweepDocument) -> list[Fault]:
    """What is wrong with a sweep by itself."""
    faults = variation_faults(document.vary, document.plan == "grid")
    if bool(document.seeds) == bool(document.draw):
        faults.append(SEEDS_OR_DRAW.at("seeds"))
    if len(set(document.seeds)) != len(document.seeds) or any(seed < 0 for seed in document.seeds):
        faults.append(BAD_SEEDS.at("seeds"))
    if not 0 <= document.draw <= MAX_SEEDS:
        faults.append(BAD_DRAW.at("draw", most=MAX_SEEDS, value=document.draw))
    if document.plan != "grid" and document.vary and not 1 <= document.points <= MAX_POINTS:
        faults.append(BAD_POINTS.at("points", plan=document.plan, most=MAX_POINTS, value=document.points))
    return faults
