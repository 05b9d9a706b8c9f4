"""Documents: listed, saved, checked, laid out, imported."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from pult.core.document import Text
from pult.server.messages.blocks import PortInfo
from pult.server.messages.general import FaultMessage, Message

DocumentKind = Literal["exercise", "scheme", "panel", "world", "robot", "procedure", "program", "tunnel"]


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
    part: Annotated[bool, Meta(description="For schemes: a part of the library, for other schemes to use.")] = False


class UsedPartInfo(Message, frozen=True):
    """A part that a scheme uses."""

    part: Annotated[str, Meta(description="The part as the scheme names it.")]
    scheme: Annotated[str, Meta(description="Name of its document; empty if it is not in the list.")]
    own: Annotated[bool, Meta(description="Whether it lies in the project; else it is shipped.")]
    file: Annotated[str, Meta(description="Where it lies, in the project or in the catalog.")]


class BroughtScheme(Message, frozen=True):
    """A sub-scheme that a part brings: the part itself, or one inside it."""

    scheme: Any
    by: Annotated[list[str], Meta(description="Names of the used parts that contain it.")]


class LibraryPart(Message, frozen=True):
    """A scheme that others may use as a part, with all that the editor needs to place it."""

    info: UsedPartInfo
    description: str
    scheme: Annotated[Any, Meta(description="What is in it, as a sub-scheme.")]
    inner: Annotated[dict[str, Any], Meta(description="Further sub-schemes that it contains, by name.")]
    uses: Annotated[list[str], Meta(description="Schemes that it uses, directly or indirectly: they cannot use it.")]


class PartUser(Message, frozen=True):
    """A scheme that uses another one as a part."""

    name: str
    own: Annotated[bool, Meta(description="Whether it is the project's own; else it is shipped.")]


class DocumentState(Message, frozen=True):
    """A document and its version."""

    kind: DocumentKind
    name: str
    version: Annotated[str, Meta(description="Hash of its bytes; given back when saving.")]
    shipped: bool
    own: bool
    document: Any
    changed: float | None = None
    parts: Annotated[dict[str, UsedPartInfo], Meta(description="For schemes: used parts by their names in it.")] = {}
    brought: Annotated[
        dict[str, BroughtScheme],
        Meta(description="For schemes: sub-schemes that the parts contain, by their names in it."),
    ] = {}
    used_by: Annotated[list[PartUser], Meta(description="For schemes: schemes that use it as a part.")] = []


class SaveDocument(Message, frozen=True):
    """Save a document into the project. Faults do not hinder saving; what is no such document at all is refused."""

    document: Any
    version: Annotated[
        str | None,
        Meta(description="Version it is based on; null for a new document. Another stored version is a conflict."),
    ] = None
    overwrite: Annotated[bool, Meta(description="Save even if somebody else has saved in the meantime.")] = False


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
    warnings: Annotated[list[FaultMessage], Meta(description="Warnings: not wrong, but worth a look.")] = []
    not_runnable: Annotated[
        list[FaultMessage],
        Meta(description="For schemes without faults: why it cannot run by itself, but only as a part of others."),
    ] = []
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
    wires: Annotated[dict[str, list[list[float]]], Meta(description="Bend points of wires, by 'from -> to'.")]


class NewDocument(Message, frozen=True):
    """A new document, or a copy of one under another name; an exercise brings all that it names."""

    kind: DocumentKind
    name: str
    template: Annotated[str, Meta(description="Document to copy; empty for an empty one.")] = ""


class PanelPicture(Message, frozen=True):
    """The picture of a panel."""

    svg: str
