"""Shared parts of schemes: ``uses`` of a scheme document names other scheme documents, which become its sub-schemes.

A part is an ordinary scheme document, so that it can be opened, checked, drawn and edited by itself. Parts are resolved
when a scheme is read; checks, compiler, drawing and record see one complete scheme without files.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from pult.core.document import read_document
from pult.core.errors import DocumentError, Fault, FaultKind, FaultPrefix, UsageError, advice
from pult.core.folders import is_file_beside, outside_faults
from pult.core.kinds import UNKNOWN_NAME
from pult.core.shipped import document_file, shipped
from pult.scheme.document import FORMAT, SchemeDocument, SubScheme, format_scheme, level_content

IN_PART = FaultPrefix("the part {used!r}:")
ALSO_A_SCHEME = FaultKind("duplicate-id", "{name!r} is also defined in 'schemes'; keep one.")
RECURSIVE_PART = FaultKind("recursive-scheme", "the part {scheme!r} contains itself: {circle: -> }.")
TOO_DEEP = FaultKind("too-deep", "parts nest deeper than {most|level|levels}.")
TOO_MANY_PARTS = FaultKind("too-large", "the scheme uses more than {most|part|parts}.")
FILE_BESIDE_PART = FaultKind(
    "bad-path",
    "the part {part!r} reads {file!r} beside it, which only schemes in the same folder can use; copy both there.",
)
TWO_BROUGHT = FaultKind(
    "duplicate-id",
    "the part {part!r} has a sub-scheme {name!r}, and the part {other!r} has a different one of that name; "
    "rename one of them.",
)
BROUGHT_AND_OWN = FaultKind(
    "duplicate-id",
    "the part {part!r} has a sub-scheme {name!r}, and the scheme has a different one of that name; rename one of them.",
)
UNKNOWN_PART = FaultKind("unknown-name", "there is no scheme {name!r}. {advice}")

MAX_PARTS = 1000
"""Maximum number of uses of parts in one scheme."""
MAX_DEPTH = 100
"""Deepest nesting of parts."""
SUFFIX = ".scheme.json"
ALL = "`pult list schemes` and `pult list parts` list those that pult ships."


class UsedPart(NamedTuple):
    """One use of a part.

    Attributes:
        name: Its name where it is used.
        part: The part as written there: a bare name or a file.
        file: Its file.
        document: Its document, without its own parts resolved.
        by: File of the part that uses it; None for the scheme itself.
    """

    name: str
    part: str
    file: Path
    document: SchemeDocument
    by: Path | None


class Resolved(NamedTuple):
    """A document with its parts.

    Attributes:
        document: The document with all parts among its sub-schemes. Only those that could not be read remain in
            ``uses``; see the faults.
        parts: All uses of parts, inner ones first.
        places: For every sub-scheme from a part, its place as seen from the document.
        faults: Faults of the parts.
    """

    document: SchemeDocument
    parts: tuple[UsedPart, ...]
    places: Mapping[str, str]
    faults: list[Fault]

    def located(self, fault: Fault) -> Fault:
        """Move a fault of the resolved scheme to its place in the original files."""
        first, _, rest = fault.place.partition(".")
        name, dot, inner = rest.partition(".")
        if first != "schemes" or name not in self.places:
            return fault
        return fault.at(f"{self.places[name]}{dot}{inner}")


def resolve_parts(
    document: SchemeDocument, folder: Path, file: Path | None = None, whole: Path | None = None
) -> Resolved:
    """Read the parts of a document, recursively, and make them its sub-schemes.

    Args:
        document: The original document.
        folder: Its folder; bare names are looked for there first, then among the shipped schemes.
        file: Its file, if it has one.
        whole: Folder of an unpacked record, if the scheme is in one; nothing outside it is read.
    """
    if not document.uses:
        return Resolved(document, (), {}, [])
    resolver = _Resolver(document, whole)
    resolver.add(document, folder, "", (file.absolute(),) if file is not None else ())
    left = {name: part for name, part in resolver.left.items() if name not in resolver.schemes}
    found = msgspec.structs.replace(document, schemes=resolver.schemes, uses=left)
    return Resolved(found, tuple(resolver.parts), resolver.places, resolver.faults)


class _Resolver:
    """Collects sub-schemes, starting from the document."""

    def __init__(self, document: SchemeDocument, whole: Path | None) -> None:
        self.whole = whole
        self.schemes: dict[str, SubScheme] = dict(document.schemes)
        self.places: dict[str, str] = {}
        self.left: dict[str, str] = {}
        self.parts: list[UsedPart] = []
        self.faults: list[Fault] = []
        self._origins: dict[str, Path] = {}
        self._documents: dict[Path, SchemeDocument] = {}
        self._added: set[Path] = set()

    def add(self, document: SchemeDocument, folder: Path, place: str, above: tuple[Path, ...]) -> None:
        """Add all parts that a document uses.

        Args:
            document: The scheme, or a part.
            folder: Its folder.
            place: Its place as seen from the outermost document, with a dot at the end.
            above: Files that are being added, outermost first, with that of the document last.
        """
        for name, part in document.uses.items():
            spot = f"{place}uses.{name}"
            if name in document.schemes:
                self.faults.append(ALSO_A_SCHEME.at(spot, name=name))
                continue
            file = self._file(part, folder, spot)
            inner = self._read(part, file, spot) if file is not None else None
            if file is None or inner is None or not self._may_add(part, inner, file, folder, spot, above):
                self.left[name] = part
                continue
            if file not in self._added:
                self._added.add(file)
                self.add(inner, file.parent, f"{spot}.", (*above, file))
                for own, scheme in inner.schemes.items():
                    self._put(own, scheme, file, f"{spot}.schemes.{own}", spot)
            self._put(name, _as_sub_scheme(inner), file, spot, spot)
            self.parts.append(UsedPart(name, part, file, inner, above[-1] if place else None))

    def _may_add(
        self, part: str, inner: SchemeDocument, file: Path, folder: Path, spot: str, above: tuple[Path, ...]
    ) -> bool:
        if file in above:
            circle = [_title(one) for one in (*above[above.index(file) :], file)]
            self.faults.append(RECURSIVE_PART.at(spot, scheme=part, circle=circle))
        elif len(above) > MAX_DEPTH:
            self.faults.append(TOO_DEEP.at(spot, most=MAX_DEPTH))
        elif len(self.parts) >= MAX_PARTS:
            self.faults.append(TOO_MANY_PARTS.at(spot, most=MAX_PARTS))
        elif file.parent.resolve() != folder.resolve() and (text := _file_read(inner, file.parent)):
            self.faults.append(FILE_BESIDE_PART.at(spot, part=_title(file), file=text))
        else:
            return True
        return False

    def _put(self, name: str, scheme: SubScheme, file: Path, where: str, spot: str) -> None:
        """Add a sub-scheme; the same one may be added several times, but not a different one of the same name."""
        if name not in self.schemes:
            self.schemes[name], self._origins[name], self.places[name] = scheme, file, where
        elif level_content(self.schemes[name]) != level_content(scheme):
            other = self._origins.get(name)
            part = _title(file)
            if other is None:
                self.faults.append(BROUGHT_AND_OWN.at(spot, part=part, name=name))
            else:
                self.faults.append(TWO_BROUGHT.at(spot, part=part, name=name, other=_title(other)))

    def _file(self, part: str, folder: Path, spot: str) -> Path | None:
        if self.whole is None and (faults := outside_faults(folder, [(spot, part)])):
            self.faults += faults
            return None
        try:
            return document_file("scheme", part, folder, self.whole).absolute()
        except UsageError as error:
            known = {*shipped("scheme"), *_neighbours(folder)}
            fault = UNKNOWN_PART.at(spot, name=part, **advice(part, known, ALL))
            self.faults.append(UNKNOWN_NAME.at(spot, error=str(error)) if self.whole is not None else fault)
            return None

    def _read(self, part: str, file: Path, spot: str) -> SchemeDocument | None:
        if file not in self._documents:
            try:
                self._documents[file] = read_document(file, SchemeDocument, FORMAT)[0]
            except DocumentError as error:
                self.faults += [IN_PART.before(fault.inside(""), spot, used=part) for fault in error.faults]
                return None
        return self._documents[file]


def _as_sub_scheme(part: SchemeDocument) -> SubScheme:
    return SubScheme(
        inputs=part.inputs, outputs=part.outputs, blocks=part.blocks, wires=part.wires, description=part.description,
        notes=part.notes, ui=part.ui,
    )  # fmt: skip


def _title(file: Path) -> str:
    return file.name.removesuffix(SUFFIX)


def _neighbours(folder: Path) -> Iterator[str]:
    for place in (folder, folder.parent / "schemes"):
        yield from (_title(file) for file in place.glob(f"*{SUFFIX}"))


def _file_read(part: SchemeDocument, folder: Path) -> str:
    """A file in the folder of a part that its blocks read; empty if there is none."""
    blocks = [*part.blocks, *(block for scheme in part.schemes.values() for block in scheme.blocks)]
    for block in blocks:
        for value in block.parameters.values():
            if isinstance(value, str) and value and is_file_beside(folder, value):
                return value
    return ""


def bundle_parts(
    document: SchemeDocument, parts: Sequence[UsedPart], is_free: Callable[[str, str], bool] | None = None
) -> tuple[SchemeDocument, dict[str, str]]:
    """Rewrite a document and its parts so that all of them can be stored in one folder.

    Args:
        document: The original document.
        parts: Its parts, from `resolve_parts`.
        is_free: Whether a part may be stored under a name, given the name and the text; by default always.

    Returns:
        The document, with its parts renamed where names are taken, and the texts of the parts by name.
    """
    names: dict[Path, str] = {}
    texts: dict[str, str] = {}
    for used in parts:  # inner ones come first, so that their names are known
        if used.file in names:
            continue
        text = format_scheme(_renamed(used.document, used.file, parts, names))
        wanted, number = _title(used.file), 1
        name = wanted
        while name in texts or (is_free is not None and not is_free(name, text)):
            number += 1
            name = f"{wanted}-{number}"
        names[used.file], texts[name] = name, text
    return _renamed(document, None, parts, names), texts


def _renamed(
    document: SchemeDocument, file: Path | None, parts: Sequence[UsedPart], names: Mapping[Path, str]
) -> SchemeDocument:
    found = {used.name: names[used.file] for used in parts if used.by == file}
    return msgspec.structs.replace(document, uses={name: found.get(name, part) for name, part in document.uses.items()})


def users_of(part: Path, files: Iterable[Path]) -> list[Path]:
    """The schemes that use a part directly, not through another part.

    Args:
        part: File of the part.
        files: Files of the schemes; those that cannot be read are skipped.
    """
    wanted = part.absolute()
    found = []
    for file in files:
        try:
            if _title(part).encode() not in file.read_bytes():
                continue
            document, _, folder = read_document(file, SchemeDocument, FORMAT)
        except (DocumentError, OSError):
            continue
        if wanted in _direct(document, folder):
            found.append(file)
    return found


def _direct(document: SchemeDocument, folder: Path) -> Iterator[Path]:
    for part in document.uses.values():
        if not outside_faults(folder, [("", part)]):
            with suppress(UsageError):
                yield document_file("scheme", part, folder).absolute()
