"""The certificate of a rehearsal: hashes of what was rehearsed, what was measured, and the verdict."""

import hashlib
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, Literal

import msgspec
import platformdirs
from msgspec import Meta

from pult.core.document import Part, read_document, write_atomically
from pult.core.errors import DocumentError, UsageError
from pult.core.shipped import shipped, shipped_file
from pult.procedure.procedure import Procedure

FORMAT = "pult.certificate"


class CertificateDocument(Part, frozen=True):
    """What came of a rehearsal."""

    format: Annotated[Literal["pult.certificate"], Meta(description="Always 'pult.certificate'.")]
    version: Annotated[Literal[1], Meta(description="Version of the format.")]
    procedure: Annotated[str, Meta(description="Name of the procedure.")]
    hash: Annotated[str, Meta(description="SHA-256 of the procedure.")]
    documents: Annotated[dict[str, str], Meta(description="SHA-256 of everything that it names, by path.")]
    made_with: Annotated[str, Meta(description="Version of pult.")]
    date: Annotated[str, Meta(description="When it was rehearsed.")]
    passed: Annotated[bool, Meta(description="Whether the robot may do it.")]
    faults: Annotated[list[str], Meta(description="Why it may not.")] = []
    measured: Annotated[dict[str, float | bool | None], Meta(description="Figures, see the docs.")] = {}
    trace: Annotated[dict[str, list[float]], Meta(description="Force and speed over time, for a plot.")] = {}
    seal: Annotated[str, Meta(description="SHA-256 of all other fields.")] = ""


class NotCertified(UsageError):  # noqa: N818
    """A procedure that the robot must not perform yet. The message says why, and what to do."""


def procedure_hash(procedure: Procedure) -> str:
    """SHA-256 of the content of a procedure, independent of its formatting."""
    return hashlib.sha256(msgspec.json.encode(procedure.document, order="sorted")).hexdigest()


def document_hashes(procedure: Procedure) -> dict[str, str]:
    """SHA-256 of the documents and models that a procedure names, and of the code of third-party blocks, by path.

    Raises:
        DocumentError: They have faults.
    """
    found = {path: hashlib.sha256(data).hexdigest() for path, data in sorted(procedure.parts.files.items())}
    return found | _code_hashes(procedure)


def _code_hashes(procedure: Procedure) -> dict[str, str]:
    """SHA-256 of the packages whose blocks the scheme uses, as they are on disk, which is what a session loads.

    The blocks of pult itself are identified by its version.
    """
    levels = procedure.parts.scheme.levels.values()
    modules = {block.type.output.__module__ for one in levels for block in one.blocks.values() if block.type}
    found = {}
    for name in sorted({module.partition(".")[0] for module in modules} - {"pult"}):
        digest = hashlib.sha256()
        for file in _sources(sys.modules.get(name)):
            digest.update(file.name.encode() + b"\0" + file.read_bytes())
        found[f"blocks/{name}"] = digest.hexdigest()
    return found


def _sources(package: ModuleType | None) -> list[Path]:
    """Source files of a package, or of a single module."""
    folders = getattr(package, "__path__", ())
    alone = getattr(package, "__file__", None)
    return sorted(file for folder in folders for file in Path(folder).rglob("*.py")) or ([Path(alone)] if alone else [])


def seal_certificate(certificate: CertificateDocument) -> CertificateDocument:
    """The certificate with its seal."""
    return msgspec.structs.replace(certificate, seal=_seal(certificate))


def _seal(certificate: CertificateDocument) -> str:
    bare = msgspec.structs.replace(certificate, seal="")
    return hashlib.sha256(msgspec.json.encode(bare, order="sorted")).hexdigest()


def certificate_file(procedure: Procedure, folder: Path | None = None) -> Path:
    """Path of the certificate of a procedure: next to it, or in the user's data folder for a shipped one.

    Args:
        procedure: The procedure.
        folder: Another folder to use.

    Raises:
        UsageError: The procedure has no file.
    """
    if procedure.file is None:
        raise UsageError("a procedure that is not in a file has no certificate; save it first.")
    name = procedure.file.name.removesuffix(".json").removesuffix(".procedure")
    if folder is None:
        is_shipped = name in shipped("procedure") and procedure.file == shipped_file("procedure", name)
        state = Path(platformdirs.user_state_dir("pult", appauthor=False))
        folder = state / "certificates" if is_shipped else procedure.file.parent
    return folder / f"{name}.certificate.json"


def write_certificate(path: Path, certificate: CertificateDocument) -> None:
    """Write a certificate; an older one is replaced.

    Raises:
        UsageError: The file cannot be written.
    """
    text = json.dumps(msgspec.to_builtins(seal_certificate(certificate)), indent=1, ensure_ascii=False)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, (text + "\n").encode())
    except OSError as error:
        raise UsageError(f"the certificate {str(path)!r} cannot be written: {error.strerror}.") from None


def read_certificate(path: Path) -> CertificateDocument | None:
    """Read a certificate; None if there is none, or if it was damaged or edited."""
    try:
        found, _, _ = read_document(path, CertificateDocument, FORMAT)
    except DocumentError:
        return None
    return found if found.seal == _seal(found) else None


def certificate_problem(procedure: Procedure, certificate: CertificateDocument | None) -> str:
    """Why the robot must not perform a procedure; empty if it may."""
    from pult import __version__

    if certificate is None:
        return "It has not been rehearsed on the model."
    if certificate.hash != procedure_hash(procedure):
        return "It was changed after its rehearsal."
    changed = _changed(certificate.documents, document_hashes(procedure))
    if changed:
        return f"What it uses was changed after its rehearsal: {', '.join(changed[:3])}."
    if certificate.made_with != __version__:
        return f"It was rehearsed with pult {certificate.made_with}, and this is {__version__}."
    if not certificate.passed:
        return f"Its rehearsal failed: {' '.join(certificate.faults)}"
    return ""


def require_certificate(procedure: Procedure, certificate: CertificateDocument | None) -> None:
    """Check that a procedure was rehearsed successfully and not changed since.

    Raises:
        NotCertified: With the reason.
    """
    problem = certificate_problem(procedure, certificate)
    if problem:
        raise NotCertified(f"the robot does not do {procedure.name!r}. {problem} Rehearse it on the model first.")


def _changed(before: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    names = [path for path in {**before, **now} if before.get(path) != now.get(path)]
    return sorted(name.rpartition("/")[2] for name in names)


def plain_certificate(certificate: CertificateDocument) -> dict[str, Any]:
    """A certificate as plain data for JSON, without the trace."""
    found: dict[str, Any] = msgspec.to_builtins(certificate)
    found.pop("trace", None)
    return found
