"""The exercise document: a world, a panel, schemes to choose from, a start, stages, limits and scoring."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta

from pult.core.bases import LoadedDocument, read_with_bases
from pult.core.document import Part, Text
from pult.core.errors import DocumentError, FaultKind
from pult.exercise import condition as c
from pult.exercise.draws import Draw, bodies, regions

TOO_DEEP = FaultKind("not-json", "conditions are nested too deeply.")

FORMAT = "pult.exercise"


class BindingsDocument(Part, frozen=True):
    """Connections of signals, for a scheme whose ports are not named like the signals of panel and robot."""

    inputs: Annotated[
        dict[str, str | list[str]],
        Meta(
            description="Input of the scheme, or one entry of it, 'NAME[0]': 'panel.NAME', 'stream.NAME', "
            "'sensor.NAME' or an entry of one, 'sensor.NAME[elbow]', or several as a vector."
        ),
    ] = {}
    outputs: Annotated[
        dict[str, str],
        Meta(
            description="'drive.NAME', or one entry of it, 'drive.NAME[elbow]': output of the scheme, or one entry of "
            "it, 'NAME[0]'."
        ),
    ] = {}


class VariantDocument(Part, frozen=True):
    """A way to do the exercise: a scheme, and how it is connected."""

    scheme: Annotated[str, Meta(description="A shipped scheme by name, or a file relative to this one.")]
    title: Text = ""
    panel: Annotated[str, Meta(description="A panel other than the exercise's.")] = ""
    bindings: BindingsDocument = BindingsDocument()
    panel_values: Annotated[
        dict[str, Any], Meta(description="Initial values of panel elements that differ from those of the panel.")
    ] = {}
    parameters: Annotated[
        dict[str, Any], Meta(description="Scheme parameters 'block.parameter' that are set in this variant.")
    ] = {}


class StartDocument(Part, frozen=True):
    """The state in which an attempt begins."""

    pose: Annotated[str | dict[str, str], Meta(description="Named pose of every robot, or of each by its prefix.")] = (
        "home"
    )
    settle: Annotated[float, Meta(description="Time for the world to settle before the clock starts [s].")] = 0.0
    randomise: Annotated[
        list[Draw], Meta(description="Randomisation: what is drawn for each seed, in this order.")
    ] = []


class StageDocument(Part, frozen=True):
    """A step of the exercise: passed when its goal has held for a time without a break."""

    name: str
    goal: c.Condition
    title: Text = ""
    hint: Text = ""
    caption: Annotated[
        Text, Meta(description="What a demonstration says of the stage: what is done, and why. The hint if omitted.")
    ] = ""
    hold: Annotated[float, Meta(description="Time for which the goal must hold without interruption [s].")] = 0.0
    target: Annotated[str, Meta(description="Body or site shown as the current target.")] = ""
    controls: Annotated[
        list[str], Meta(description="Elements of the panel that the stage is done with: they are pointed at.")
    ] = []
    par: Annotated[float | None, Meta(description="Time that a skilled operator needs for the stage [s].")] = None


class LimitDocument(Part, frozen=True):
    """A condition that must not occur. It is violated each time the condition begins to hold."""

    name: str
    condition: c.Condition
    title: Text = ""
    severity: Annotated[
        Literal["fail", "penalty"],
        Meta(description="Consequence of a violation: it ends the attempt, or costs points."),
    ] = "penalty"
    points: Annotated[float, Meta(description="Points that each violation costs (penalty only).")] = 5.0
    hold: Annotated[float, Meta(description="Time for which the condition may hold before it is a violation [s].")] = (
        0.0
    )
    rearm: Annotated[
        float,
        Meta(description="Violations with shorter pauses count as one, such as those of a chattering contact [s]."),
    ] = 0.1


class GaugeDocument(Part, frozen=True):
    """What a gauge of the panel has to do with the task, beyond goals and limits on its own signal."""

    signals: Annotated[
        list[str], Meta(description="Further signals of the same quantity, whose goals and limits are shown on it.")
    ] = []
    target: Annotated[float | None, Meta(description="The value that the task wants, in the unit of its signal.")] = (
        None
    )
    off: Annotated[
        str, Meta(description="Signal of the deviation from `target`: its least limit is the half width of the zone.")
    ] = ""


class MeasureDocument(Part, frozen=True):
    """A metric of the exercise itself: a quantity, evaluated over the attempt or over a stage."""

    quantity: c.Quantity
    take: Annotated[
        Literal["last", "largest", "smallest", "mean"],
        Meta(description="Which of its values counts: how it is reduced over time."),
    ] = "last"
    stage: Annotated[str, Meta(description="Only during this stage; the whole attempt if omitted.")] = ""
    better: Annotated[Literal["less", "more"], Meta(description="Whether smaller or larger values are better.")] = (
        "less"
    )
    title: Text = ""


class WeightDocument(Part, frozen=True):
    """Weight of a metric, and the value that earns full points."""

    weight: Annotated[float, Meta(description="Weight: its part of the 100 points, relative to the other weights.")]
    par: Annotated[
        float | None, Meta(description="Full points at this value or better; that of the metric by default.")
    ] = None
    half: Annotated[
        float | None, Meta(description="Distance beyond par at which half the points are left; par itself if omitted.")
    ] = None


class MedalsDocument(Part, frozen=True):
    """Minimum points for each medal of an attempt that passed."""

    gold: float = 90.0
    silver: float = 75.0
    bronze: float = 60.0


class MasteryDocument(Part, frozen=True):
    """Criterion of mastery: several attempts in a row that passed with enough points."""

    attempts: int = 3
    points: float = 75.0


class ScoringDocument(Part, frozen=True):
    """How the points of an attempt are computed."""

    weights: Annotated[
        dict[str, WeightDocument], Meta(description="Metric to weight; a default set if none are given.")
    ] = {}
    measures: Annotated[
        dict[str, MeasureDocument], Meta(description="Additional metrics of the exercise, by name.")
    ] = {}
    forces: Annotated[list[str], Meta(description="Force signals whose peak is measured.")] = []
    joysticks: Annotated[
        list[str],
        Meta(description="Panel signals that are 0 at rest; all vectors of numbers of the panel if omitted."),
    ] = []
    medals: MedalsDocument = MedalsDocument()
    mastery: MasteryDocument = MasteryDocument()


class ExerciseDocument(Part, frozen=True):
    """An exercise."""

    format: Annotated[Literal["pult.exercise"], Meta(description="Always 'pult.exercise'.")]
    version: Annotated[Literal[1], Meta(description="Version of the format.")]
    name: str
    world: Annotated[str, Meta(description="A shipped world by name, or a file relative to this one.")]
    panel: Annotated[str, Meta(description="A shipped panel by name, or a file relative to this one.")]
    variants: Annotated[dict[str, VariantDocument], Meta(description="Variants of the exercise, by name.")]
    stages: Annotated[list[StageDocument], Meta(description="Stages of the task, in this order.")]
    duration: Annotated[float, Meta(description="Time limit [s].")]
    title: Text = ""
    description: Annotated[Text, Meta(description="One-line summary for lists.")] = ""
    instructions: Annotated[Text, Meta(description="Briefing shown to the operator before the start.")] = ""
    difficulty: Annotated[int, Meta(description="1 (easy) to 5 (hard).")] = 1
    variant: Annotated[str, Meta(description="Default variant; the first if omitted.")] = ""
    operator: Annotated[
        str, Meta(description="The exercise's default operator: the pilot that attempts it unless another is named.")
    ] = ""
    parameters: Annotated[
        dict[str, Any],
        Meta(description="Scheme parameters 'block.parameter' that are set in all variants."),
    ] = {}
    faults: Annotated[
        list[str],
        Meta(description="Faults that happen in every attempt, such as 'sensor:angles.stuck@2.5+1'; see `pult run`."),
    ] = []
    start: StartDocument = StartDocument()
    limits: Annotated[list[LimitDocument], Meta(description="Limits: conditions that must not occur.")] = []
    gauges: Annotated[
        dict[str, GaugeDocument], Meta(description="What gauges of the panel have to do with the task, by name.")
    ] = {}
    effector: Annotated[str, Meta(description="Body or site whose path is measured.")] = ""
    straight: Annotated[
        Literal["passed", "targets"],
        Meta(
            description="Straight path: between the places where stages were passed, or from the start over the "
            "targets of the stages."
        ),
    ] = "passed"
    scoring: ScoringDocument = ScoringDocument()

    @property
    def default_variant(self) -> str:
        """The default variant."""
        return self.variant or next(iter(self.variants), "")


def read_exercise(
    source: str | Path | Mapping[str, Any], folder: Path | None = None
) -> LoadedDocument[ExerciseDocument]:
    """Decode a document with its bases, and check everything that can be checked without its world.

    Args:
        source: A file, or the data.
        folder: For plain data, the folder against which its file names are resolved.

    Raises:
        DocumentError: Lists every fault.
    """
    from pult.exercise.check import level_faults

    try:
        based = read_with_bases(source, ExerciseDocument, FORMAT, folder)
    except RecursionError:  # plain data, not a file: a file's depth is bounded
        raise DocumentError("exercise", [TOO_DEEP.at()]) from None
    faults = level_faults(based.document)
    if faults:
        raise DocumentError(based.title, faults)
    return based


def read_exercise_document(source: str | Path | Mapping[str, Any]) -> tuple[ExerciseDocument, str, Path]:
    """The document, its name for messages, and the folder that its relative paths start from; see `read_exercise`."""
    based = read_exercise(source)
    return based.document, based.title, based.folder


def conditions(document: ExerciseDocument) -> list[tuple[str, c.Condition]]:
    """Every condition of stages and limits, with its place in the document."""
    found: list[tuple[str, c.Condition]] = []
    found += [(f"stages[{i}].goal", stage.goal) for i, stage in enumerate(document.stages)]
    found += [(f"limits[{i}].condition", limit.condition) for i, limit in enumerate(document.limits)]
    return found


def contact_pairs(document: ExerciseDocument) -> list[tuple[str, str]]:
    """Pairs of bodies whose contact the session has to measure, as first written; see `contact_signal`."""
    pairs: dict[frozenset[str], tuple[str, str]] = {}
    for _, condition in conditions(document):
        for part in c.parts(condition):
            if isinstance(part, c.Contact):
                first, second = part.bodies
                pairs.setdefault(frozenset((first, second)), (first, second))
    return list(pairs.values())


def things_named(document: ExerciseDocument) -> list[str]:
    """Bodies and sites whose poses the session has to publish, as written, without duplicates."""
    names = [document.effector, *(stage.target for stage in document.stages)]
    for _, condition in conditions(document):
        names += c.things(condition)
    for measure in document.scoring.measures.values():
        names += c.things(measure.quantity)
    return sorted({name for name in names if name})


def bodies_needed(document: ExerciseDocument) -> list[str]:
    """Bodies that draws move or refer to, whose poses `draw_start` may need, without duplicates."""
    names = set()
    for draw in document.start.randomise:
        names.update(bodies(draw))
        names.update(region.about for region in regions(draw) if region.about)
    return sorted(names)
