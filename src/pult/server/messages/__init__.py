"""Everything that the server and the page say to each other, as plain data.

The page's TypeScript types are generated from these classes (`pult.server.http.typescript`), descriptions included.
"""

from pult.exercise import account
from pult.server.messages import (
    blocks,
    documents,
    from_page,
    gallery,
    general,
    motions,
    records,
    scene,
    sessions,
    to_page,
)
from pult.server.messages.blocks import BlockInfo, ParameterInfo, PortInfo
from pult.server.messages.documents import (
    BlockFacts,
    BroughtScheme,
    CheckDocument,
    CheckResult,
    DocumentEntry,
    DocumentKind,
    DocumentState,
    ImportedJoint,
    ImportResult,
    ImportRobot,
    Layout,
    LevelFacts,
    LevelQuery,
    NewDocument,
    PanelPicture,
    PartUser,
    SaveDocument,
    UploadedFile,
    UsedPartInfo,
)
from pult.server.messages.from_page import Ask, Beat, FromPage, Release, Speak, Take, Watch
from pult.server.messages.gallery import (
    Best,
    DemoInfo,
    DemoMade,
    DemoWanted,
    ExerciseCard,
    NoteRecent,
    Recent,
    RecordEntry,
    VariantInfo,
)
from pult.server.messages.general import ErrorMessage, FaultMessage, Info, Job, Message
from pult.server.messages.motions import MotionInfo, PlayMotion
from pult.server.messages.records import (
    ChannelInfo,
    Measure,
    ProvidedThings,
    RecordEvent,
    RecordInfo,
    StageSpan,
)
from pult.server.messages.scene import Scene, SceneBody, SceneCamera, SceneGeom, SceneJoint, SceneLamp, SceneSite
from pult.server.messages.sessions import (
    Applied,
    ApplyScheme,
    Described,
    Planned,
    SessionInfo,
    SessionState,
    StartSession,
    WarmingState,
)
from pult.server.messages.to_page import (
    AccountMessage,
    Answer,
    BeatBack,
    Hello,
    JobMessage,
    Opened,
    OperatorMessage,
    PlannedMessage,
    Playing,
    SessionEvent,
    StateChanged,
    ToPage,
)

MODULES = (general, blocks, documents, gallery, records, scene, sessions, from_page, motions, to_page, account)
"""All of it by subject, in the order in which it is written for the page."""

FROM_PAGE = frozenset(
    kind.__name__
    for kind in (
        SaveDocument, CheckDocument, LevelQuery, NewDocument, UploadedFile, ImportRobot, StartSession, ApplyScheme,
        DemoWanted, PlayMotion, Ask, Take, Release, Watch, Beat, Speak,
    )
)  # fmt: skip
"""Messages that the page sends: what has a default there may be left out."""

__all__ = [
    "FROM_PAGE",
    "MODULES",
    "AccountMessage",
    "Answer",
    "Applied",
    "ApplyScheme",
    "Ask",
    "Beat",
    "BeatBack",
    "Best",
    "BlockFacts",
    "BlockInfo",
    "BroughtScheme",
    "ChannelInfo",
    "CheckDocument",
    "CheckResult",
    "DemoInfo",
    "DemoMade",
    "DemoWanted",
    "Described",
    "DocumentEntry",
    "DocumentKind",
    "DocumentState",
    "ErrorMessage",
    "ExerciseCard",
    "FaultMessage",
    "FromPage",
    "Hello",
    "ImportResult",
    "ImportRobot",
    "ImportedJoint",
    "Info",
    "Job",
    "JobMessage",
    "Layout",
    "LevelFacts",
    "LevelQuery",
    "Measure",
    "Message",
    "MotionInfo",
    "NewDocument",
    "NoteRecent",
    "Opened",
    "OperatorMessage",
    "PanelPicture",
    "ParameterInfo",
    "PartUser",
    "Planned",
    "PlannedMessage",
    "PlayMotion",
    "Playing",
    "PortInfo",
    "ProvidedThings",
    "Recent",
    "RecordEntry",
    "RecordEvent",
    "RecordInfo",
    "Release",
    "SaveDocument",
    "Scene",
    "SceneBody",
    "SceneCamera",
    "SceneGeom",
    "SceneJoint",
    "SceneLamp",
    "SceneSite",
    "SessionEvent",
    "SessionInfo",
    "SessionState",
    "Speak",
    "StageSpan",
    "StartSession",
    "StateChanged",
    "Take",
    "ToPage",
    "UploadedFile",
    "UsedPartInfo",
    "VariantInfo",
    "WarmingState",
    "Watch",
]  # fmt: skip
