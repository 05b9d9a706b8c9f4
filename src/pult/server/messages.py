"""Everything that the server and the page say to each other, as plain data.

The page's TypeScript types are generated from these classes (`pult.server.typescript`), descriptions included.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from pult.core.document import Text

DocumentKind = Literal["exercise", "scheme", "panel", "world", "robot", "procedure"]
SessionState = Literal["starting", "compiling", "ready", "running", "halted", "ended", "dead"]


class Message(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of everything that is sent."""


# --- in general ----------------------------------------------------------------------------------------------------


class FaultMessage(Message, frozen=True):
    """One thing wrong in a document."""

    place: Annotated[str, Meta(description="Path inside the document, such as 'blocks[3].parameters.kp'.")]
    message: Annotated[str, Meta(description="What is wrong and what is allowed.")]
    code: Annotated[str, Meta(description="Short name of the kind of fault, such as 'unknown-type'.")]
    level: Annotated[str, Meta(description="Sub-scheme the place is in; empty for the outermost.")] = ""
    block: Annotated[str, Meta(description="Block that is at fault, if it is one; others are in `blocks`.")] = ""
    blocks: Annotated[list[str], Meta(description="All blocks concerned, for instance those of a loop.")] = []
    english: Annotated[
        str, Meta(description="The message in English where `message` is in another language: programs go by it.")
    ] = ""


class ErrorMessage(Message, frozen=True):
    """Answer to a request that was refused; the HTTP status says in what way."""

    error: Annotated[str, Meta(description="What went wrong and what to do, for people.")]
    code: Annotated[str, Meta(description="'conflict', 'not-found', 'bad-request', 'too-large', 'gone', ...")]
    faults: list[FaultMessage] = []
    version: Annotated[str, Meta(description="For conflicts: the version that is there now.")] = ""


class Info(Message, frozen=True):
    """What this server is."""

    version: Annotated[str, Meta(description="Version of pult.")]
    key: Annotated[str, Meta(description="Sent back as the header X-Pult-Key with everything that changes something.")]
    project: Annotated[str, Meta(description="Name of the project folder.")]
    folder: Annotated[str, Meta(description="The project folder, for people.")]
    exercise: Annotated[str, Meta(description="Exercise that the command line asked for.")] = ""


class Job(Message, frozen=True):
    """Work that takes longer than half a second."""

    id: str
    what: Annotated[str, Meta(description="What is being done, for people.")]
    state: Literal["running", "done", "failed", "cancelled"]
    progress: Annotated[float | None, Meta(description="0 to 1; null if nobody can tell.")] = None
    detail: Annotated[str, Meta(description="Where it is, for people.")] = ""
    error: Annotated[str, Meta(description="Why it failed.")] = ""
    faults: list[FaultMessage] = []
    result: Annotated[Any, Meta(description="What came of it; depends on the work.")] = None


# --- blocks --------------------------------------------------------------------------------------------------------


class PortInfo(Message, frozen=True):
    """A port of a block, its sizes known."""

    name: str
    kind: Literal["number", "boolean"]
    shape: list[int]
    unit: Annotated[str, Meta(description="'rad', 'V*s/rad', '1'; '?a' for a unit that follows from the wires.")]
    quantity: Annotated[
        Literal["length", "angle", "rate", "force", "electric", "pose", "logic", "number"],
        Meta(description="Colour of the port."),
    ]
    description: str = ""
    optional: Annotated[bool, Meta(description="Whether an input may be left without wire and constant.")] = False
    default: Any = None
    through: Annotated[bool, Meta(description="Whether an output depends on this input in the same step.")] = False


class ParameterInfo(Message, frozen=True):
    """A parameter of a block."""

    name: str
    kind: Literal["number", "integer", "boolean", "text", "choice", "array"]
    unit: str
    description: str
    required: bool
    default: Any = None
    low: float | None = None
    high: float | None = None
    low_open: Annotated[bool, Meta(description="Whether `low` itself is excluded.")] = False
    high_open: bool = False
    shape: Annotated[list[int | str], Meta(description="Sizes, or names of sizes.")] = []
    choices: list[str] = []
    structural: Annotated[bool, Meta(description="Whether a change needs a new compilation.")] = False
    provided: Annotated[str, Meta(description="Kind of a thing of the robot that it names: 'chain', ...")] = ""


class BlockInfo(Message, frozen=True):
    """A type of block, for the palette and the property sheet."""

    name: Annotated[str, Meta(description="'family.block'.")]
    family: str
    title: Annotated[str, Meta(description="Short name for people: 'PD controller'.")]
    summary: str
    text: Annotated[str, Meta(description="The whole documentation, in Markdown.")]
    equation: Annotated[str, Meta(description="Its equation in LaTeX, if it has one.")]
    inputs: Annotated[list[PortInfo], Meta(description="Ports with all parameters at their defaults.")]
    outputs: list[PortInfo]
    parameters: list[ParameterInfo]
    state: Annotated[bool, Meta(description="Whether it remembers something.")]
    elementwise: Annotated[bool, Meta(description="Whether `shape` applies it to every entry of vectors.")]
    host: Annotated[bool, Meta(description="Whether it runs as plain Python.")] = False


# --- documents -----------------------------------------------------------------------------------------------------


class DocumentEntry(Message, frozen=True):
    """A document in a list."""

    kind: DocumentKind
    name: str
    title: Text
    description: Text
    shipped: Annotated[bool, Meta(description="Whether pult ships one of this name.")]
    own: Annotated[bool, Meta(description="Whether the project has one; it comes before a shipped one.")]
    version: str
    changed: Annotated[float | None, Meta(description="When it was saved [s since 1970].")] = None


class DocumentState(Message, frozen=True):
    """A document and its version."""

    kind: DocumentKind
    name: str
    version: Annotated[str, Meta(description="Hash of its bytes; given back when saving.")]
    shipped: bool
    own: bool
    document: Any
    changed: float | None = None


class SaveDocument(Message, frozen=True):
    """Save a document into the project. Faults do not hinder saving; what is no such document at all is refused."""

    document: Any
    version: Annotated[
        str | None, Meta(description="Version it was made from; null for a new one. Another one there: conflict.")
    ] = None
    overwrite: Annotated[bool, Meta(description="Save even if somebody else has saved meanwhile.")] = False


class CheckDocument(Message, frozen=True):
    """Check a document, saved or not."""

    document: Any
    world: Annotated[str, Meta(description="For schemes: the world whose robots it names, if known.")] = ""
    exercise: Annotated[str, Meta(description="For schemes and panels: the exercise it is used in, if known.")] = ""
    variant: str = ""


class BlockFacts(Message, frozen=True):
    """Ports of a block in a scheme; units follow from the wires where they can."""

    inputs: list[PortInfo]
    outputs: list[PortInfo]


class LevelFacts(Message, frozen=True):
    """What is known of one level of a scheme."""

    blocks: dict[str, BlockFacts]
    inputs: list[PortInfo]
    outputs: list[PortInfo]


class CheckResult(Message, frozen=True):
    """What a check has found."""

    faults: list[FaultMessage]
    warnings: Annotated[list[FaultMessage], Meta(description="Not wrong, but worth a look.")] = []
    levels: Annotated[dict[str, LevelFacts], Meta(description="For schemes: by level, '' is the outermost.")] = {}
    blocks: Annotated[int, Meta(description="For schemes: blocks, written out.")] = 0
    wires: int = 0
    time: Annotated[float, Meta(description="How long the check took [s].")] = 0.0


class LevelQuery(Message, frozen=True):
    """One level of a scheme, to be laid out or drawn."""

    document: Any
    level: str = ""
    theme: Literal["light", "dark"] = "light"


class Layout(Message, frozen=True):
    """Where everything on one level goes, and how the wires run."""

    blocks: dict[str, list[float]]
    inputs: dict[str, list[float]]
    outputs: dict[str, list[float]]
    wires: Annotated[dict[str, list[list[float]]], Meta(description="Corner points by wire, 'from -> to'.")]


class NewDocument(Message, frozen=True):
    """A new document, or a copy of one under another name; an exercise brings all that it names."""

    kind: DocumentKind
    name: str
    template: Annotated[str, Meta(description="Document to copy; empty for an empty one.")] = ""


class PanelPicture(Message, frozen=True):
    """The picture of a panel."""

    svg: str


class UploadedFile(Message, frozen=True):
    """A file of an upload."""

    path: Annotated[str, Meta(description="Relative path, as the robot's file names it.")]
    data: Annotated[bytes, Meta(description="Content in base 64.")]


class ImportRobot(Message, frozen=True):
    """A robot from MJCF or URDF."""

    files: list[UploadedFile]
    name: Annotated[str, Meta(description="Name of the new robot; from the file if left out.")] = ""
    main: Annotated[str, Meta(description="The file of the robot, if there are several candidates.")] = ""
    without_meshes: Annotated[
        bool, Meta(description="Leave out shapes whose meshes are missing or cannot be read, instead of refusing.")
    ] = False


class ImportedJoint(Message, frozen=True):
    """A joint of an imported robot."""

    name: str
    kind: str
    low: float | None
    high: float | None


class ImportResult(Message, frozen=True):
    """What came of an import; it is also the result of its job."""

    robot: Annotated[str, Meta(description="Name of the robot document; empty if refused.")]
    world: Annotated[str, Meta(description="A world with this robot alone.")] = ""
    bodies: int = 0
    joints: list[ImportedJoint] = []
    meshes: int = 0
    notes: Annotated[list[str], Meta(description="What was left out or guessed.")] = []


# --- exercises and records -----------------------------------------------------------------------------------------


class VariantInfo(Message, frozen=True):
    """A way to do an exercise."""

    name: str
    title: Text
    scheme: str
    panel: str


class Best(Message, frozen=True):
    """The best attempt so far."""

    points: float
    medal: str
    time: float
    record: str


class ExerciseCard(Message, frozen=True):
    """An exercise in the gallery."""

    name: str
    title: Text
    description: Text
    instructions: Text
    difficulty: Annotated[int, Meta(description="1 basic, 2 medium, 3 hard.")]
    duration: Annotated[float | None, Meta(description="Time allowed [s].")]
    stages: list[Text]
    variants: list[VariantInfo]
    variant: Annotated[str, Meta(description="The usual one.")]
    world: str
    panel: str
    picture: Annotated[str, Meta(description="Address of its picture; empty if there is none.")]
    own: Annotated[bool, Meta(description="Whether it is the user's.")]
    attempts: int
    best: Best | None = None
    problem: Annotated[str, Meta(description="Why it cannot be started.")] = ""


class Recent(Message, frozen=True):
    """Something opened lately."""

    kind: Literal["exercise", "scheme", "panel", "world", "robot", "record"]
    name: str
    title: Text
    detail: Annotated[str, Meta(description="'8 blocks', 'score 81', ...")]
    when: Annotated[float, Meta(description="[s since 1970]")]


class NoteRecent(Message, frozen=True):
    """Something that the user has opened just now."""

    kind: Literal["exercise", "scheme", "panel", "world", "robot", "record"]
    name: str


class RecordEntry(Message, frozen=True):
    """A record in a list."""

    name: Annotated[str, Meta(description="File name.")]
    exercise: str
    title: Text
    variant: str
    operator: str
    pilot: str
    seed: int
    started: Annotated[float, Meta(description="[s since 1970]")]
    time: Annotated[float, Meta(description="Length [s].")]
    points: float | None
    medal: str
    success: bool
    reason: Annotated[str, Meta(description="'success', 'time', 'limit', 'abandoned', 'ended', 'interrupted', ...")]
    partial: Annotated[str, Meta(description="What is missing, if the file is damaged or was cut off.")] = ""
    size: Annotated[int, Meta(description="Bytes.")] = 0


class DemoInfo(Message, frozen=True):
    """Who can show an exercise."""

    pilot: Annotated[str, Meta(description="Name of the pilot; empty if nobody can.")]
    variant: Annotated[str, Meta(description="The way in which the pilot does it.")]


class DemoWanted(Message, frozen=True):
    """A demonstration of an exercise."""

    variant: Annotated[str, Meta(description="The way to operate; the usual one if left out.")] = ""
    seed: Annotated[int, Meta(description="Seed of the start.")] = 0


class DemoMade(Message, frozen=True):
    """What came of a demonstration; it is the result of its job."""

    record: Annotated[str, Meta(description="Name of the record.")]
    pilot: str
    success: bool
    points: float


class ChannelInfo(Message, frozen=True):
    """A signal: where it lies in a row, and what it is."""

    name: str
    start: int
    shape: list[int]
    unit: str
    kind: str = "number"
    labels: list[str] = []
    description: str = ""


class ProvidedThings(Message, frozen=True):
    """Names of things of a world, for parameters, bindings and panels."""

    names: Annotated[
        dict[str, list[str]], Meta(description="By kind: 'chain', 'joint', 'body', 'site', 'effector', 'camera', ...")
    ]
    sensors: list[ChannelInfo]
    drives: list[ChannelInfo]


class StageSpan(Message, frozen=True):
    """A stage of an attempt in time."""

    name: str
    title: Text
    begin: Annotated[float, Meta(description="[s] since the first row.")]
    end: Annotated[float | None, Meta(description="[s]; null if it was not passed.")]


class RecordEvent(Message, frozen=True):
    """Something that happened."""

    time: Annotated[float, Meta(description="[s] since the first row.")]
    kind: str
    text: Text
    points: float = 0.0


class ScorePart(Message, frozen=True):
    """One part of a score."""

    name: str
    title: Text
    points: float
    most: float


class Measure(Message, frozen=True):
    """A metric of an attempt."""

    name: str
    title: Text
    value: float | None
    unit: str
    better: Literal["less", "more", ""] = ""


class RecordInfo(Message, frozen=True):
    """A record, looked into."""

    entry: RecordEntry
    dt: float
    rows: int
    first: Annotated[float, Meta(description="Time of the first row since the session began [s].")]
    begin: Annotated[float, Meta(description="When the attempt begins [s since the first row].")]
    channels: Annotated[list[ChannelInfo], Meta(description="Signals that `rows` can give.")]
    stages: list[StageSpan]
    events: list[RecordEvent]
    parts: list[ScorePart]
    measures: list[Measure]
    effector: Annotated[str, Meta(description="Signal of the hand, for its path: 'site.hand' or empty.")] = ""
    replayable: Annotated[str, Meta(description="Empty if it runs bit for bit here, else why not.")] = ""


# --- the scene -----------------------------------------------------------------------------------------------------


class SceneGeom(Message, frozen=True):
    """A shape fixed to a body."""

    id: int
    body: Annotated[int, Meta(description="Index into `bodies`; -1 is the world.")]
    kind: Literal["plane", "sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh"]
    size: Annotated[list[float], Meta(description="As in MuJoCo [m]: half sizes, radius and half length.")]
    position: Annotated[list[float], Meta(description="In the body [m].")]
    quaternion: Annotated[list[float], Meta(description="(w, x, y, z) in the body.")]
    rgba: list[float]
    mesh: Annotated[int, Meta(description="Number of the mesh; -1 for none.")] = -1
    name: str = ""
    shininess: float = 0.5
    metallic: float = 0.0
    roughness: float = 0.6


class SceneJoint(Message, frozen=True):
    """A joint."""

    name: str
    kind: Literal["hinge", "slide", "ball", "free"]
    body: int
    anchor: Annotated[list[float], Meta(description="In the body [m].")]
    axis: Annotated[list[float], Meta(description="In the body.")]
    low: Annotated[float | None, Meta(description="[rad or m]")]
    high: float | None
    qpos: Annotated[int, Meta(description="Index of its coordinate in the signal 'qpos'.")]


class SceneCamera(Message, frozen=True):
    """A camera of the model."""

    name: str
    body: int
    position: list[float]
    quaternion: Annotated[list[float], Meta(description="(w, x, y, z) in the body; looks along -z, y up.")]
    fovy: Annotated[float, Meta(description="Vertical field of view [rad].")]


class SceneSite(Message, frozen=True):
    """A named point."""

    name: str
    body: int
    position: list[float]
    quaternion: list[float]


class SceneBody(Message, frozen=True):
    """A body."""

    name: str
    parent: Annotated[int, Meta(description="Index into `bodies`; -1 is the world.")]
    position: Annotated[list[float], Meta(description="In the world at the start [m].")]
    quaternion: list[float]


class SceneLamp(Message, frozen=True):
    """A shape that is lit while a signal is above a value."""

    geom: Annotated[int, Meta(description="`id` of the shape.")]
    signal: str
    above: float
    colour: Annotated[list[float], Meta(description="Red, green, blue; 0 to 1.")]


class Scene(Message, frozen=True):
    """What is to be drawn. Bodies stand in the order of the poses in frames."""

    bodies: list[SceneBody]
    geoms: list[SceneGeom]
    joints: list[SceneJoint]
    cameras: list[SceneCamera]
    sites: list[SceneSite]
    meshes: Annotated[int, Meta(description="Meshes to be fetched one by one.")]
    center: Annotated[list[float], Meta(description="Middle of the scene [m].")]
    extent: Annotated[float, Meta(description="Size of the scene [m].")]
    robots: Annotated[dict[str, list[int]], Meta(description="Bodies of each robot, by its prefix.")] = {}
    effectors: Annotated[dict[str, str], Meta(description="Site or body of each effector of the panel, by name.")] = {}
    lamps: Annotated[list[SceneLamp], Meta(description="Shapes that are lit by a signal.")] = []


# --- sessions ------------------------------------------------------------------------------------------------------


class StartSession(Message, frozen=True):
    """Start a session: an exercise, or a scheme in a world."""

    exercise: str = ""
    variant: str = ""
    procedure: Annotated[str, Meta(description="A procedure that was rehearsed, instead of an exercise.")] = ""
    seed: Annotated[int | None, Meta(description="Seed of the start; a new one if null.")] = None
    world: str = ""
    scheme: str = ""
    panel: str = ""
    operator: Annotated[str, Meta(description="Name of the person, for the record.")] = ""


class SessionInfo(Message, frozen=True):
    """A session."""

    id: str
    exercise: str
    variant: str
    world: str
    scheme: str
    panel: str
    seed: int
    title: Text
    state: SessionState
    reason: Annotated[str, Meta(description="Why it is in this state, for people.")]
    share: Annotated[float | None, Meta(description="Part of the work of this state that is done, if known.")]
    started: Annotated[float, Meta(description="[s since 1970]")]
    watchers: int
    operator: Annotated[str, Meta(description="Name of who operates; empty if nobody does.")] = ""
    scheme_version: Annotated[str, Meta(description="Hash of the scheme that runs.")] = ""
    records: Annotated[list[str], Meta(description="Records it has made.")] = []


class Described(Message, frozen=True):
    """What a session is, once it is open; sent again when it was reopened."""

    number: Annotated[int, Meta(description="Increases with every reopening.")]
    dt: Annotated[float, Meta(description="Control step [s].")]
    channels: list[ChannelInfo]
    bodies: Annotated[list[str], Meta(description="Names of the bodies whose poses are in frames, in order.")]
    link_timeout: float
    stop_time: float
    panel: Annotated[Any, Meta(description="The panel document, or null.")]
    scheme: Annotated[Any, Meta(description="The scheme document that runs.")]
    exercise: Annotated[ExerciseCard | None, Meta(description="The exercise, if it is one.")] = None


class ApplyScheme(Message, frozen=True):
    """Put an edited scheme into the running session; blocks that are the same keep their state."""

    document: Any


class Applied(Message, frozen=True):
    """Result of the job of applying a scheme."""

    kept: Annotated[list[str], Meta(description="Blocks that kept their state.")]
    fresh: Annotated[list[str], Meta(description="Blocks that began anew.")]


# over the WebSocket: from the page


class Ask(Message, frozen=True, tag_field="type", tag="ask"):
    """A request to the session (see the sessions page of the docs); answered by an `Answer` of the same number."""

    id: int
    request: Annotated[Any, Meta(description="{'do': 'start'}, {'do': 'input', 'values': {...}}, and so on.")]


class Take(Message, frozen=True, tag_field="type", tag="take"):
    """Ask for the panel."""

    id: int
    name: Annotated[str, Meta(description="Who asks.")] = ""
    force: Annotated[bool, Meta(description="Take it from whoever has it.")] = False


class Release(Message, frozen=True, tag_field="type", tag="release"):
    """Give the panel back."""

    id: int


class Watch(Message, frozen=True, tag_field="type", tag="watch"):
    """Say which signals frames should bring, by name, whole or by entry: 'sensor.angles', 'body.hand[z]'."""

    number: Annotated[int, Meta(description="Comes back in frames, so that the page knows which list they follow.")]
    signals: list[str]
    every: Annotated[int, Meta(description="Control steps from one row of signals to the next.")] = 1


class Beat(Message, frozen=True, tag_field="type", tag="beat"):
    """The page is alive; comes back with the same time."""

    time: Annotated[float, Meta(description="Any number.")]
    operating: Annotated[bool, Meta(description="Whether it is the operator's, with the focus on the panel.")] = False


class Speak(Message, frozen=True, tag_field="type", tag="speak"):
    """Say in which language texts for people come from now on; the connection begins with that of its address."""

    language: Literal["en", "ru"]


FromPage = Ask | Take | Release | Watch | Beat | Speak


class MotionInfo(Message, frozen=True):
    """A recorded motion that a stream of the session takes."""

    name: str
    stream: Annotated[str, Meta(description="Name of the stream; empty if it fits none.")]
    title: Annotated[Text, Meta(description="Words for the stream; empty if it has none.")]
    duration: Annotated[float, Meta(description="[s]")]
    own: Annotated[bool, Meta(description="Whether it is the user's, from the folder 'motions' of the project.")]
    problem: Annotated[str, Meta(description="Why it fits no stream.")] = ""


class PlayMotion(Message, frozen=True):
    """Play a recorded motion into a stream of the session."""

    motion: str
    stream: str


# over the WebSocket: to the page


class Hello(Message, frozen=True, tag_field="type", tag="hello"):
    """First thing that is said."""

    client: Annotated[str, Meta(description="Name of this connection.")]
    session: SessionInfo


class Opened(Message, frozen=True, tag_field="type", tag="opened"):
    """The session is open, or was opened anew."""

    described: Described


class StateChanged(Message, frozen=True, tag_field="type", tag="state"):
    """The session is in another state."""

    session: SessionInfo


class AccountMessage(Message, frozen=True, tag_field="type", tag="account"):
    """How the attempt stands; see `Account`."""

    account: "Account"


class Happened(Message, frozen=True, tag_field="type", tag="event"):
    """Something happened in the session."""

    tick: int
    kind: str
    text: str
    data: Any = None


class OperatorMessage(Message, frozen=True, tag_field="type", tag="operator"):
    """Who has the panel."""

    client: Annotated[str, Meta(description="Connection that has it; empty if nobody.")]
    name: str
    watchers: int


class Answer(Message, frozen=True, tag_field="type", tag="answer"):
    """Answer to a request of the page."""

    id: int
    ok: bool
    error: str = ""
    value: Any = None
    tick: Annotated[int | None, Meta(description="Control steps done when it was carried out, if known.")] = None


class BeatBack(Message, frozen=True, tag_field="type", tag="beat"):
    """The server is alive."""

    time: float
    age: Annotated[float, Meta(description="How long the session has not shown that it is alive [s].")]


class JobMessage(Message, frozen=True, tag_field="type", tag="job"):
    """Work for this session goes on."""

    job: Job


class Playing(Message, frozen=True, tag_field="type", tag="playing"):
    """A recorded motion is played into a stream of the session."""

    motion: Annotated[str, Meta(description="Name of the motion.")]
    stream: str
    time: Annotated[float, Meta(description="How far it is [s].")]
    duration: Annotated[float, Meta(description="[s]")]
    over: Annotated[bool, Meta(description="It has ended, or was ended.")] = False
    problem: Annotated[str, Meta(description="Why a sample was refused, if one was.")] = ""


ToPage = (
    Hello | Opened | StateChanged | AccountMessage | Happened | OperatorMessage | Playing | Answer | BeatBack
    | JobMessage
)  # fmt: skip


class StageAccount(Message, frozen=True):
    """A stage of the running attempt."""

    name: str
    title: Text
    hint: Text
    state: Literal["done", "current", "ahead"]
    time: Annotated[float | None, Meta(description="How long it took [s].")] = None


class ReadingAccount(Message, frozen=True):
    """What the goal of a stage measures now."""

    title: Text
    value: Annotated[float | None, Meta(description="Null for a condition that is no number.")]
    unit: str = ""
    above: Annotated[float | None, Meta(description="The value must be above this.")] = None
    below: Annotated[float | None, Meta(description="The value must be below this.")] = None
    holds: bool = False


class AttemptEvent(Message, frozen=True):
    """A stage passed, a limit broken, and so on."""

    time: float
    kind: str
    title: Text
    points: Annotated[float, Meta(description="Points that it brought; below 0 if it cost some.")] = 0.0


class Account(Message, frozen=True):
    """How the attempt stands."""

    attempt: int
    state: Literal["waiting", "running", "done", "free"]
    time: float
    duration: float | None
    stage: int
    stages: list[StageAccount]
    held: Annotated[float, Meta(description="How long the goal has held [s].")]
    hold: Annotated[float, Meta(description="How long it has to hold [s].")]
    readings: list[ReadingAccount]
    points: Annotated[float | None, Meta(description="The score; while the attempt goes on, the most it can be yet.")]
    penalty: float
    events: list[AttemptEvent]
    success: bool
    reason: str
    score: Annotated[float | None, Meta(description="Points once the attempt is over.")] = None
    medal: str = ""
    parts: list[ScorePart] = []
    record: str = ""


FROM_PAGE = frozenset(
    kind.__name__
    for kind in (
        SaveDocument, CheckDocument, LevelQuery, NewDocument, UploadedFile, ImportRobot, StartSession, ApplyScheme,
        DemoWanted, PlayMotion, Ask, Take, Release, Watch, Beat, Speak,
    )
)  # fmt: skip
"""Messages that the page sends: what has a default there may be left out."""
