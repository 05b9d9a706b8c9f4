"""Sweeps: many runs of an exercise, how far they are, and what they say."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from pult.server.messages.general import FaultMessage, Message

SweepState = Literal["planned", "running", "stopping", "interrupted", "done", "failed"]
SweepOutcome = Literal["all", "success", "failed"]


class Rate(Message, frozen=True):
    """Successes among runs, with the 95 % confidence interval of their rate (Wilson)."""

    hits: int
    runs: int
    low: Annotated[float, Meta(description="0 to 1.")]
    high: Annotated[float, Meta(description="0 to 1.")]


class SweepEntry(Message, frozen=True):
    """A sweep in a list."""

    name: str
    state: Annotated[SweepState, Meta(description="'planned': no run was done; 'interrupted': some runs are missing.")]
    exercise: str
    pilot: Annotated[str, Meta(description="Empty before the first start if the plan names none.")]
    variant: str
    vary: Annotated[list[str], Meta(description="Names of what is varied.")]
    runs: Annotated[int, Meta(description="Total number of runs.")]
    success: Annotated[Rate, Meta(description="Of the runs that are done.")]
    changed: Annotated[float, Meta(description="When something was last written [s since 1970].")]
    size: Annotated[int, Meta(description="Size of the results file [byte].")] = 0
    records: Annotated[int, Meta(description="Records that were kept beside the results.")] = 0
    speed: Annotated[float | None, Meta(description="Recent number of runs per second; null if unknown.")] = None
    left: Annotated[float | None, Meta(description="Estimated time left [s]; null if unknown.")] = None
    job: Annotated[str, Meta(description="The job that runs it; empty if none does.")] = ""
    problem: Annotated[str, Meta(description="Why it failed, or cannot be read.")] = ""


class SweepInfo(Message, frozen=True):
    """A sweep with its plan."""

    entry: SweepEntry
    sweep: Annotated[Any, Meta(description="The plan: a sweep document.")]


class NewSweep(Message, frozen=True):
    """A new sweep: its plan is saved, and it is started."""

    name: str
    sweep: Annotated[Any, Meta(description="The plan: a sweep document whose exercise is a name.")]
    workers: Annotated[int, Meta(description="Processes; 0 for all cores but one.")] = 0


class StartSweep(Message, frozen=True):
    """Do the runs of a sweep that are missing."""

    workers: Annotated[int, Meta(description="Processes; 0 for all cores but one.")] = 0


class CheckSweep(Message, frozen=True):
    """Check a plan that need not be saved."""

    sweep: Any


class VariedText(Message, frozen=True):
    """What is varied, as people write it."""

    name: str
    values: Annotated[str, Meta(description="'10, 20, 30', '10:50:5', 'uniform(10,50)', 'log(1,100)', 'normal(20,2)'.")]


class SweepDraft(Message, frozen=True):
    """A plan as people write it, with the same notation as on the command line."""

    exercise: str
    pilot: str = ""
    variant: str = ""
    seeds: Annotated[str, Meta(description="'0:20', '7', '1,5,20:30'; empty if seeds are drawn.")] = ""
    draw: int = 0
    vary: list[VariedText] = []
    plan: str = "grid"
    points: int = 0


class SweepCheck(Message, frozen=True):
    """A plan, checked with everything that it names."""

    faults: list[FaultMessage]
    runs: Annotated[int, Meta(description="Total number of runs; 0 if unknown.")] = 0
    pilot: Annotated[str, Meta(description="Pilot that attempts it.")] = ""
    variant: str = ""
    sweep: Annotated[Any, Meta(description="For a draft without faults: its document.")] = None


class VariedName(Message, frozen=True):
    """Something that a sweep can vary."""

    name: str
    value: Annotated[Any, Meta(description="Its current value.")]
    unit: str = ""


class SweepChoices(Message, frozen=True):
    """What a sweep of an exercise can choose from."""

    pilots: list[str]
    pilot: Annotated[str, Meta(description="The default operator; empty if the exercise names none.")]
    variants: list[str]
    names: Annotated[list[VariedName], Meta(description="What can be varied.")]


class SweepRun(Message, frozen=True):
    """One run."""

    key: str
    seed: int
    values: Annotated[dict[str, Any], Meta(description="What was varied, by name.")]
    success: bool
    reason: str
    cause: Annotated[str, Meta(description="Cause of the failure; empty for a success.")]
    time: Annotated[float, Meta(description="Simulated time [s].")]
    points: float
    record: Annotated[str, Meta(description="Its record, if it was made already.")] = ""


class SweepRuns(Message, frozen=True):
    """Some runs of a sweep."""

    total: Annotated[int, Meta(description="Runs that fit the filter.")]
    offset: Annotated[int, Meta(description="The first of these among them.")]
    runs: list[SweepRun]


class SweepFigure(Message, frozen=True):
    """A median over the successes with its 95 % confidence interval."""

    name: str
    median: float
    low: float
    high: float
    count: Annotated[int, Meta(description="Number of values of which it is the median.")]


class SweepPoint(Message, frozen=True):
    """Runs with the same varied values."""

    values: dict[str, Any]
    success: Rate
    points: Annotated[float | None, Meta(description="Median of the points.")]


class SweepFailure(Message, frozen=True):
    """Runs that failed for the same cause."""

    cause: Annotated[str, Meta(description="The cause as it stands in the results, to request these runs.")]
    text: Annotated[str, Meta(description="The cause, for display.")]
    count: int
    keys: Annotated[list[str], Meta(description="The first of them.")]


class SweepInfluence(Message, frozen=True):
    """What share of the variance one varied value explains by itself, 0 to 1."""

    name: str
    unit: Annotated[str, Meta(description="Unit of the varied value; empty if it is not known.")]
    success: float
    points: float


class SweepSummary(Message, frozen=True):
    """What the runs say."""

    version: Annotated[str, Meta(description="Changes with every row of the results.")]
    success: Rate
    none_failed: Annotated[
        float | None, Meta(description="Upper 95 % bound of the failure rate if no run failed; null if some failed.")
    ]
    figures: list[SweepFigure]
    points: Annotated[list[SweepPoint], Meta(description="At most 200 of them.")]
    point_count: int
    failures: Annotated[list[SweepFailure], Meta(description="At most 50, the most frequent first.")]
    influence: Annotated[list[SweepInfluence], Meta(description="The strongest first.")]
    pictures: Annotated[list[str], Meta(description="Names of the pictures that can be drawn.")]


class SweepRecord(Message, frozen=True):
    """The record of a run, made by doing it again; the result of a job."""

    record: Annotated[str, Meta(description="Name of the record.")]
    same: Annotated[bool, Meta(description="Whether every number is as in the results.")]
