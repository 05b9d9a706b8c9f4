"""TypeScript types of messages and documents, generated from the Python classes, descriptions included."""

import re
import types
import typing
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from pult.core.packed import Packed

HEAD = "// Generated from the Python classes by web/generate.py; do not edit.\n"
_PLAIN = {str: "string", bytes: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}


class Writer:
    """Writes the requested types and their dependencies, each once."""

    def __init__(self, always: Collection[str] | None = None) -> None:
        """Begin.

        Args:
            always: Names of classes whose fields are always present, even at their defaults: those the server sends.
        """
        self._always = frozenset(always or ())
        self._texts: dict[str, str] = {}
        self._names: dict[type, str] = {}

    def add(self, name: str, thing: Any, description: str = "") -> None:
        """Add a named type: a struct under its own name, or a union or alias."""
        text = self._type(thing)
        if text != name:
            self._texts[name] = f"{_comment(description)}export type {name} = {text};\n"

    def add_map(self, name: str, things: typing.Mapping[str, Any], description: str) -> None:
        """Add an interface of these keys and types."""
        lines = "".join(f"  {_key(key)}: {self._type(thing)};\n" for key, thing in things.items())
        self._texts[name] = f"{_comment(description)}export interface {name} {{\n{lines}}}\n"

    def text(self) -> str:
        """The generated text."""
        return "\n".join([HEAD, *self._texts.values()])

    def _type(self, hint: Any) -> str:
        origin = get_origin(hint)
        if origin is Annotated:
            return self._type(get_args(hint)[0])
        if origin is Literal:
            return " | ".join(_literal(value) for value in get_args(hint))
        if origin in (Union, types.UnionType):
            return " | ".join(dict.fromkeys(self._type(part) for part in get_args(hint)))
        if origin in (list, tuple, Sequence, Iterable):
            return self._list(hint, origin)
        if origin is dict:
            return f"Record<string, {self._type(get_args(hint)[1])}>"
        return self._simple(hint)

    def _list(self, hint: Any, origin: Any) -> str:
        arguments = get_args(hint)
        if origin is tuple and not (len(arguments) == 2 and arguments[1] is Ellipsis):
            return f"[{', '.join(self._type(part) for part in arguments)}]"
        inner = self._type(arguments[0])
        return f"{inner}[]" if inner.isidentifier() else f"({inner})[]"

    def _simple(self, hint: Any) -> str:
        if hint is Any or hint is object:
            return "unknown"
        if hint in _PLAIN:
            return _PLAIN[hint]
        if hint is dict:
            return "Record<string, unknown>"
        if hint is list:
            return "unknown[]"
        if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
            return self._struct(hint)
        raise TypeError(f"no TypeScript type for {hint!r}.")

    def _struct(self, kind: type[msgspec.Struct]) -> str:
        if kind in self._names:
            return self._names[kind]
        name = kind.__name__
        if name in self._names.values():  # another package has a class of this name; prefix the module
            name = kind.__module__.rsplit(".", 1)[-1].capitalize() + name
        self._names[kind] = name
        hints = get_type_hints(kind, include_extras=True)
        config = kind.__struct_config__
        lines = []
        if config.tag is not None and config.tag_field is not None:
            lines.append(f"  {config.tag_field}: {_literal(config.tag)};\n")
        for field in msgspec.structs.fields(kind):
            hint = hints[field.name]
            optional = "" if field.required or kind.__name__ in self._always else "?"
            said = _description(hint)
            lines.append(f"{_comment(said, '  ')}  {_key(field.encode_name)}{optional}: {self._type(hint)};\n")
        about = (kind.__doc__ or "").strip().split("\n\n")[0]
        self._texts[name] = f"{_comment(about)}export interface {name} {{\n{''.join(lines)}}}\n"
        return name


def _description(hint: Any) -> str:
    if get_origin(hint) is not Annotated:
        return ""
    return next((m.description for m in get_args(hint)[1:] if isinstance(m, Meta) and m.description), "")


def _comment(text: str, indent: str = "") -> str:
    said = " ".join(text.split()).replace("*/", "* /")
    return f"{indent}/** {said} */\n" if said else ""


def _literal(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _key(name: str) -> str:
    return name if name.isidentifier() else _literal(name)


def message_types() -> str:
    """Types of all messages."""
    from pult.core.document import Text
    from pult.server import messages
    from pult.server.documents import procedure_messages, program_messages, tunnel_messages

    kinds = {
        name: thing
        for module in (*messages.MODULES, procedure_messages, program_messages, tunnel_messages)
        for name, thing in vars(module).items()
        if isinstance(thing, type) and issubclass(thing, msgspec.Struct) and thing.__module__ == module.__name__
    }
    for base in ("Message", "_AccountPart"):
        del kinds[base]
    writer = Writer(set(kinds) - messages.FROM_PAGE - {"PlanProcedure", "PlanProgram", "PlanTunnel"})
    for name, thing in kinds.items():
        writer.add(name, thing)
    writer.add("Text", Text, "Words for people: one text, or one for each language.")
    for name in ("DocumentKind", "SessionState", "SweepState", "FromPage", "ToPage"):
        writer.add(name, getattr(messages, name))
    return writer.text()


def document_types() -> str:
    """Types of all documents, and of the commands of a session."""
    from pult.exercise.document import ExerciseDocument
    from pult.motion.grab.program.document import ProgramDocument
    from pult.motion.tunnel.document import TunnelDocument
    from pult.panel.document import PanelDocument
    from pult.panel.elements import Element
    from pult.procedure.document import ProcedureDocument
    from pult.realtime.requests import KINDS, SessionRequest, result_type
    from pult.robot.document import RobotDocument
    from pult.scheme.document import SchemeDocument
    from pult.world.document import WorldDocument

    writer = Writer({"SessionStatus", "Closed"})
    documents = (
        SchemeDocument, PanelDocument, WorldDocument, RobotDocument, ExerciseDocument, ProcedureDocument,
        ProgramDocument, TunnelDocument,
    )  # fmt: skip
    for kind in documents:
        writer.add(kind.__name__, kind)
    writer.add("Element", Element, "An element of a panel.")
    writer.add("SessionRequest", SessionRequest, "What may be asked of a session.")
    replies = {word: result_type(kind) for word, kind in KINDS.items()}
    writer.add_map("SessionReplies", replies, "What a session answers with, by what is asked of it.")
    return writer.text()


def document_defaults() -> str:
    """Defaults of documents, as far as the page shows them."""
    from pult.procedure.document import LimitsDocument, RetractDocument

    kinds = (LimitsDocument, RetractDocument)
    lines = [f'import type {{ {", ".join(kind.__name__ for kind in kinds)} }} from "./documents";\n\n']
    for kind in kinds:
        name = kind.__name__.removesuffix("Document")
        about = f"Values that a `{kind.__name__}` has where it leaves them out."
        values = msgspec.json.format(msgspec.json.encode(msgspec.structs.asdict(kind())), indent=2).decode()
        lines.append(f"{_comment(about)}export const DEFAULT_{name.upper()}: Required<{kind.__name__}> = {values};\n")
    return HEAD + "".join(lines)


def frame_layout() -> str:
    """The head of a frame, and what its fields mean."""
    from pult.realtime.frames import STATES
    from pult.server.live.frames import FRAME, FrameFlag
    from pult.server.live.frames import HEAD as PACKED
    from pult.sim.row import POSE

    flags = ", ".join(f"{flag.name.lower()}: {flag.value}" for flag in FrameFlag if flag.name)
    return "\n".join(
        [
            HEAD,
            f"export const STATES = {_literal(STATES)} as const;",
            f"/** Kind of message. */\nexport const FRAME = {FRAME};",
            f"{_comment(FrameFlag.__doc__ or '')}export const FRAME_FLAGS = {{ {flags} }} as const;",
            f"/** Numbers of a pose. */\nexport const POSE = {len(POSE)};",
            *_layout(PACKED),
            "",
        ]
    )


def binary_layouts() -> str:
    """The heads of other binary answers."""
    from pult.server.messages.binary import MESH_HEAD, POSES_HEAD, ROWS_HEAD

    heads: list[Packed[Any]] = [ROWS_HEAD, POSES_HEAD, MESH_HEAD]
    return "\n".join([HEAD, *(line for packed in heads for line in _layout(packed)), ""])


def _layout(packed: Packed[Any]) -> list[str]:
    """A binary struct: where everything lies in its bytes, with functions that read and write it."""

    def call(way: str, code: str) -> str:
        kind = {"u": "Uint", "f": "Float"}[code[0]]
        return f"view.{way}{kind}{code[1:]}"

    def ending(code: str) -> str:
        return "" if code == "u8" else ", true"

    name, fields = packed.kind.__name__, packed.fields
    constant = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).upper()
    numbers = "".join(f"{_comment(f.description, '  ')}  {f.name}: number;\n" for f in fields)
    places = ", ".join(f"{f.name}: {f.at}" for f in fields)
    reads = "".join(f"    {f.name}: {call('get', f.type)}({f.at}{ending(f.type)}),\n" for f in fields)
    writes = "".join(f"  {call('set', f.type)}({f.at}, head.{f.name}{ending(f.type)});\n" for f in fields)
    return [
        f"{_comment(packed.kind.__doc__ or '')}export interface {name} {{\n{numbers}}}",
        f"/** Bytes of a `{name}`. */\nexport const {constant}_SIZE = {packed.size};",
        f"/** First byte of each field. */\nexport const {constant}_AT = {{ {places} }} as const;",
        f"export function read{name}(view: DataView): {name} {{\n  return {{\n{reads}  }};\n}}",
        f"export function write{name}(view: DataView, head: {name}): void {{\n{writes}}}",
    ]


def unit_table() -> str:
    """The units that people write and read."""
    from pult.core.unit_names import RUSSIAN, SHOWN_AS, other_names, unit_names

    writer = Writer({"UnitEntry"})
    writer.add("UnitEntry", UnitEntry)
    entries = {
        symbol: UnitEntry(name.factor, name.powers, name.kind, name.sign, RUSSIAN.get(symbol, name.sign))
        for symbol, name in unit_names().items()
    }
    counted = {symbol: name for symbol, name in RUSSIAN.items() if symbol not in entries}
    lines = [
        _table("UNITS", "UnitEntry", "Units by the symbol that documents and programs use.", entries),
        _table("OTHER_NAMES", "string", "What people may write in place of a symbol.", other_names()),
        _table("COUNTED", "string", "Russian names of what is counted, and is no physical unit.", counted),
        _table("SHOWN_AS", "string", "Units that people see in place of those inside.", SHOWN_AS),
    ]
    return "\n".join([writer.text(), *lines])


def _table(name: str, kind: str, about: str, entries: Mapping[str, object]) -> str:
    rows = [f"  {_key(key)}: {msgspec.json.encode(value).decode()},\n" for key, value in entries.items()]
    return f"{_comment(about)}export const {name}: Readonly<Record<string, {kind}>> = {{\n{''.join(rows)}}};\n"


class UnitEntry(msgspec.Struct, frozen=True):
    """A unit: how large it is, what it measures, how it is set."""

    factor: Annotated[float, Meta(description="Its size in base units.")]
    powers: Annotated[dict[str, int], Meta(description="Exponents of base units.")]
    kind: Annotated[
        Literal["base", "named", "scaled", "typed"],
        Meta(
            description="Documents read 'named' ones as the product that they are, keep 'scaled' ones as symbols of "
            "their own, and do not know 'typed' ones."
        ),
    ]
    en: str
    ru: str


GENERATED: dict[str, typing.Callable[[], str]] = {
    "messages.ts": message_types, "documents.ts": document_types, "defaults.ts": document_defaults,
    "frame.ts": frame_layout, "binary.ts": binary_layouts, "units.ts": unit_table,
}  # fmt: skip
"""Files of web/src/gen and what makes their text."""
