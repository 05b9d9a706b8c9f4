"""`pult check` and `pult schema`: documents of every kind."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape

from pult.cli.console import emit_json, err, out
from pult.cli.kinds import FORMATS, KINDS
from pult.core.bases import BASE
from pult.core.bases import KINDS as BASED
from pult.core.document import read_json
from pult.core.document import schema as json_schema
from pult.core.errors import DocumentError, Fault, FaultKind, UsageError, advice, choose
from pult.core.folders import DocumentFolder
from pult.core.formats import current_version
from pult.core.shipped import document_file, shipped, shipped_file
from pult.exercise.exercise import load_exercise
from pult.panel.panel import load_panel
from pult.procedure.procedure import load_procedure
from pult.robot.document import read_robot
from pult.robot.files import find_named_model
from pult.robot.robot import Robot, load_robot
from pult.scheme.compile import check_scheme
from pult.scheme.document import FORMAT as SCHEME_FORMAT
from pult.scheme.document import format_scheme, read_scheme_document
from pult.scheme.uses import bundle_parts, resolve_parts
from pult.sim.fitting import open_unit_faults
from pult.sim.open import open_parts
from pult.world.world import keep_files, load_world

NO_FORMAT = FaultKind("bad-format", 'not a pult document: an object with a "format" is needed. {advice}')
UNKNOWN_FORMAT = FaultKind("bad-format", "unknown format {format!r}. {advice}")


def check(
    files: Annotated[
        list[Path], typer.Argument(help="Documents to check: files, or names of shipped ones.", show_default=False)
    ],
    robot: Annotated[
        Path | None, typer.Option("--robot", help="Robot whose chains the schemes name: a file, or a shipped one.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False,
) -> None:
    """Check documents; all faults of all files are shown at once."""
    bound = load_robot(robot) if robot is not None else None
    paths = dict(pair for name in files for pair in _files(name))
    found = {title: _faults(path, bound) for title, path in paths.items()}
    open_units = {title: _open_units(paths[title]) for title, faults in found.items() if not faults}
    warnings = {title: _warnings(paths[title]) for title, faults in found.items() if not faults}
    bad = sum(bool(faults) for faults in found.values())
    if json:
        rows: list[dict[str, Any]] = [
            {
                "file": name,
                "ok": not faults,
                "faults": [{**fault.plain(), "message": fault.message} for fault in faults],
                "warnings": [{**fault.plain(), "message": fault.message} for fault in warnings.get(name, ())],
                "not_runnable": [{**fault.plain(), "message": fault.message} for fault in open_units.get(name, ())],
            }
            for name, faults in found.items()
        ]
        emit_json({"ok": not bad, "files": rows})
    else:
        for name, faults in found.items():
            if not faults:
                out.print(f"[green]ok[/]  {escape(name)}")
                if ports := ", ".join(repr(fault.values["name"]) for fault in open_units[name]):
                    text = f"a part: the units of {ports} are left to the schemes that use it; it cannot run alone."
                    out.print(f"    {escape(text)}", soft_wrap=True)
                for fault in warnings[name]:
                    where = f"[yellow]warning[/] [bold]{escape(fault.place)}[/]"
                    out.print(f"    {where}: {escape(fault.message)}", soft_wrap=True)
                continue
            count = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
            err.print(f"[bold red]bad[/] {escape(name)}: {count}")
            for fault in faults:
                place = f"[bold]{escape(fault.place)}[/]: " if fault.place else ""
                err.print(f"    {place}{escape(fault.message)}")
    raise typer.Exit(1 if bad else 0)


def _files(name: Path) -> list[tuple[str, Path]]:
    """The files for a name, with titles: the file itself, or all shipped documents of that name."""
    kinds = [kind for kind in KINDS if str(name) in shipped(kind)] if not name.exists() else []
    if len(kinds) < 2:
        return [(str(name), shipped_file(kinds[0], str(name)) if kinds else name)]
    return [(f"{name} ({kind})", shipped_file(kind, str(name))) for kind in kinds]


def _faults(path: Path, robot: Robot | None) -> list[Fault]:
    try:
        data = read_json(path)
    except DocumentError as error:
        return list(error.faults)
    found = data.get("format") if isinstance(data, dict) else None
    if not isinstance(found, str):
        return [NO_FORMAT.at(**advice("", FORMATS))]
    if found not in FORMATS:
        return [UNKNOWN_FORMAT.at("format", format=found, **advice(found, FORMATS))]
    return FORMATS[found].check(path, robot)


def _warnings(path: Path) -> list[Fault]:
    """What is worth a look in a document without faults."""
    return load_robot(path).warnings() if read_json(path)["format"] == "pult.robot" else []


def _open_units(path: Path) -> list[Fault]:
    """Why a document without faults cannot run by itself, if it is a scheme that is a part."""
    if read_json(path)["format"] != SCHEME_FORMAT:
        return []
    scheme, _ = check_scheme(path)
    return open_unit_faults(scheme) if scheme is not None else []


def schema(
    kind: Annotated[
        str,
        typer.Argument(help=f"Kind of document: {', '.join(sorted(KINDS))}.", show_default=False),
    ],
) -> None:
    """Print the JSON Schema of a kind of document."""
    if kind not in KINDS:
        raise typer.BadParameter(f"unknown kind {kind!r}. {choose(kind, KINDS)}", param_hint="KIND")
    found = json_schema(KINDS[kind].struct, f"pult {kind}, version {current_version(f'pult.{kind}')}")
    emit_json(base_schema(found, kind) if kind in BASED else found)


def base_schema(whole: dict[str, Any], kind: str) -> dict[str, Any]:
    """The JSON Schema of a kind of document, which also allows documents with a base.

    Such a document may override any part of its base, with null to remove it: only its header is described, and
    `pult check` checks the merged document.
    """
    head = {
        "type": "object",
        "description": f"A {kind} that builds on another: the other keys say what differs (JSON Merge Patch).",
        "properties": {
            "format": {"const": f"pult.{kind}"},
            "version": {"const": current_version(f"pult.{kind}")},
            "name": {"type": "string"},
            BASE: {"type": "string", "description": f"A shipped {kind} by name, or a file relative to this one."},
        },
        "required": ["format", "version", BASE],
    }
    given = {key: value for key, value in whole.items() if key != "$ref"}
    return {**given, "if": {"required": [BASE]}, "then": head, "else": {"$ref": whole["$ref"]}}


def copy(
    name: Annotated[str, typer.Argument(help="A shipped document by name.", show_default=False)],
    folder: Annotated[Path, typer.Argument(help="Where to; created if it does not exist.", show_default=False)],
    kind: Annotated[str, typer.Option(help="Kind of document, if several have this name.", show_default=False)] = "",
) -> None:
    """Copy a shipped document and everything it names into a folder, to change it there."""
    kinds = [k for k in KINDS if name in shipped(k)]
    if kind and kind not in KINDS:
        raise typer.BadParameter(f"unknown kind {kind!r}. {choose(kind, KINDS)}", param_hint="--kind")
    if not kinds or (kind and kind not in kinds):
        raise UsageError(f"no {kind or 'document'} {name!r} is shipped. {choose(name, _all_names(kind))}")
    if len(kinds) > 1 and not kind:
        raise typer.BadParameter(f"{name!r} is a {', a '.join(kinds)}; specify which.", param_hint="--kind")
    files = _parts_of(kind or kinds[0], name)
    there = [path for path in files if (folder / path).exists()]
    if there:
        raise UsageError(f"{folder / there[0]} exists already; nothing was copied.")
    for path, content in files.items():
        try:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(content)
        except OSError as error:
            raise UsageError(f"cannot write {str(folder / path)!r}: {error.strerror or error}.") from None
        out.print(escape(str(folder / path)))


def _all_names(kind: str) -> list[str]:
    return sorted({name for k in ([kind] if kind else KINDS) for name in shipped(k)})


def _parts_of(kind: str, name: str) -> dict[str, bytes]:
    """A document and all files it refers to, including its bases, by their paths in a folder of documents."""
    file = shipped_file(kind, name)
    files = {f"{kind}s/{file.name}": file.read_bytes()}
    sources: dict[str, bytes] = {}
    match kind:
        case "exercise":
            exercise = load_exercise(file)
            sources = {f"exercises/{name}": content for name, content in exercise.based.sources().items()}
            for variant in exercise.document.variants:
                parts = open_parts(exercise.setup(variant), exercise.folder)
                files |= parts.files
                sources |= parts.world.sources
            for chosen in exercise.document.variants.values():
                _add_scheme(document_file("scheme", chosen.scheme, exercise.folder), files)
        case "procedure":
            procedure = load_procedure(file)
            files |= procedure.parts.files
            sources = dict(procedure.parts.world.sources)
            _add_scheme(document_file("scheme", procedure.document.scheme, file.parent), files)
        case "scheme":
            _add_scheme(file, files)
        case "world":
            world = load_world(file)
            files |= world.files
            sources = dict(world.sources)
        case "robot":
            based = read_robot(file)
            sources = {f"robots/{name}": content for name, content in based.sources().items()}
            if based.document.model:
                home = based.home("model")
                keep_files(files, "robots", home, find_named_model(based.document.model, DocumentFolder(home)))
        case "panel":
            picture = load_panel(file).document.picture
            if picture is not None:
                files[f"panels/{picture.file}"] = (file.parent / picture.file).read_bytes()
    for base in [path for path in sources if path not in files]:
        base_kind, _, base_name = base.partition("s/")
        files |= _parts_of(base_kind, base_name.removesuffix(f".{base_kind}.json"))
    return files | sources


def _add_scheme(file: Path, files: dict[str, bytes]) -> None:
    """Add a scheme in its original form, with its parts beside it."""

    def is_free(name: str, text: str) -> bool:
        return files.get(f"schemes/{name}.scheme.json", text.encode()) == text.encode()

    document, _, folder = read_scheme_document(file)
    moved, parts = bundle_parts(document, resolve_parts(document, folder, file).parts, is_free)
    files[f"schemes/{file.name}"] = file.read_bytes() if moved == document else format_scheme(moved).encode()
    files |= {f"schemes/{name}.scheme.json": text.encode() for name, text in parts.items()}
