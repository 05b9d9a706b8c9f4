"""Reading documents strictly, and reporting every fault at once.

msgspec decodes fast but stops at the first fault. Here the same type is walked first, so that a person sees all
unknown keys and wrong types together, each with its place and the nearest right name; msgspec then converts what is
known to be right.
"""

import json
import os
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import msgspec.inspect as mi

from pult.core.errors import DocumentError, Fault, FaultKind, advice, allowed, brief, is_finite
from pult.core.formats import current_version, migrated

IS_A_FOLDER = FaultKind("no-file", "is a folder.")
NO_FILE = FaultKind("no-file", "there is no such file.")
FILE_TOO_LARGE = FaultKind("too-large", "the file is larger than {most} MiB.")
UNREADABLE_FILE = FaultKind("no-file", "cannot be read: {reason}.")
NOT_UTF_8 = FaultKind("not-json", "not UTF-8 text (byte {byte}).")
DUPLICATE_KEY = FaultKind("duplicate-key", "the key {key!r} appears twice in one object; keep one.")
NOT_JSON = FaultKind("not-json", "not JSON: {reason}.")
JSON_TOO_DEEP_OR_LONG = FaultKind("not-json", "nested too deeply or holds a number that is too long.")
JSON_TOO_DEEP = FaultKind("not-json", "nested deeper than {most|level|levels}.")
INVALID = FaultKind("bad-type", "{error}.")
NOT_AN_OBJECT = FaultKind("bad-type", "a {kind} is a JSON object.")
NO_FORMAT = FaultKind("bad-format", 'the key \'format\' is missing; a {kind} has "format": "{format}".')
OTHER_FORMAT = FaultKind("bad-format", 'the format is {found}; a {kind} has "format": "{format}".')
NO_VERSION = FaultKind("unknown-version", "the key 'version' is missing; this pult reads version {version: or }.")
OTHER_VERSION = FaultKind("unknown-version", "version {found} is not known; this pult reads version {version: or }.")
NEWER_VERSION = FaultKind(
    "unknown-version",
    "version {found} is not known; this pult reads version {version: or }. The file was written by a newer pult: "
    "update this one.",
)
WRONG_TYPE = FaultKind("bad-type", "must be {what}, not {value}.")
WRONG_LENGTH = FaultKind("bad-shape", "must have {length} entries, not {count}.")
KEY_NOT_A_TEXT = FaultKind("bad-type", "keys must be texts, not {value}.")
NOT_ALLOWED = FaultKind("bad-choice", "must be {allowed: or }, not {value}.")
NOT_FINITE = FaultKind("not-finite", "must be a finite number, not {value}.")
MISSING_TAG = FaultKind("missing-key", "the key {key!r} is missing. {advice}")
UNKNOWN_TAG = FaultKind("bad-choice", "unknown {key} {value}. {advice}")
UNKNOWN_KEY = FaultKind("unknown-key", "unknown key {key!r}. {advice}")
MISSING_KEY = FaultKind("missing-key", "the key {key!r} is missing.")

T = TypeVar("T", bound=msgspec.Struct)

Text = str | dict[str, str]
"""Text for people: one string, or one for each language ({"en": ..., "ru": ...})."""


class Part(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, frozen=True, kw_only=True):
    """Base of everything in a document: unknown keys are refused, defaults are not written."""


MAX_BYTES = 64 * 2**20
MAX_DEPTH = 64
MAX_FAULTS = 1000


class _DuplicateKey(ValueError):  # noqa: N818 - never leaves this module
    """Carries the key that appears twice in one JSON object."""


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _DuplicateKey(key)
            seen.add(key)
    return found


def read_json(path: str | Path) -> Any:
    """Read a JSON file: UTF-8, without duplicate keys, of bounded size and depth.

    Raises:
        DocumentError: The file is missing or is not JSON; the message says where.
    """
    path = Path(path)
    source = str(path)
    try:
        if not path.is_file():
            raise DocumentError(source, [(IS_A_FOLDER if path.is_dir() else NO_FILE).at()])
        if path.stat().st_size > MAX_BYTES:
            raise DocumentError(source, [FILE_TOO_LARGE.at(most=MAX_BYTES >> 20)])
        data = path.read_bytes()
    except OSError as error:
        raise DocumentError(source, [UNREADABLE_FILE.at(reason=error.strerror or "")]) from None
    return parse_json(data, source)


def parse_json(data: bytes | str, source: str = "document") -> Any:
    """Parse JSON text; see `read_json`."""
    try:
        text = data.decode("utf-8-sig") if isinstance(data, bytes) else data
        value = json.loads(text, object_pairs_hook=_pairs)
    except UnicodeDecodeError as error:
        fault = NOT_UTF_8.at(byte=error.start)
    except _DuplicateKey as error:
        fault = DUPLICATE_KEY.at(key=str(error))
    except json.JSONDecodeError as error:
        fault = NOT_JSON.at(f"line {error.lineno}, column {error.colno}", reason=error.msg)
    except (RecursionError, ValueError):  # nested too deeply, or a number of absurd length
        fault = JSON_TOO_DEEP_OR_LONG.at()
    else:
        if _depth_exceeds(value, MAX_DEPTH):
            raise DocumentError(source, [JSON_TOO_DEEP.at(most=MAX_DEPTH)])
        return value
    raise DocumentError(source, [fault])


def _depth_exceeds(value: Any, most: int) -> bool:
    level = [value]
    for _ in range(most):
        level = [
            inner
            for item in level
            if isinstance(item, (dict, list))
            for inner in (item.values() if isinstance(item, dict) else item)
        ]
        if not level:
            return False
    return True


def decode(struct: type[T], data: Any, place: str = "") -> tuple[T | None, list[Fault]]:
    """Convert plain data to a struct, or list every fault in it."""
    faults: list[Fault] = []
    _walk(_type_info(struct), data, place, faults)
    if faults:
        return None, faults[:MAX_FAULTS]
    try:
        return msgspec.convert(data, struct, strict=True), []
    except msgspec.ValidationError as error:  # a constraint the walk does not know
        return None, [INVALID.at(place, error=str(error))]


@cache
def _type_info(struct: type[msgspec.Struct]) -> mi.Type:
    return mi.type_info(struct)


def head_faults(data: Any, name: str) -> list[Fault]:
    """Faults in the header ('format' and 'version'); the rest of a document is checked only if its header is valid.

    Args:
        data: The document.
        name: Name of its format, such as "pult.scheme".
    """
    kind = name.rpartition(".")[2]
    if not isinstance(data, Mapping):
        return [NOT_AN_OBJECT.at(kind=kind)]
    faults = []
    if data.get("format") != name:
        if "format" in data:
            faults.append(OTHER_FORMAT.at("format", found=repr(data["format"]), kind=kind, format=name))
        else:
            faults.append(NO_FORMAT.at("format", kind=kind, format=name))
    given, current = data.get("version"), current_version(name)
    versions = range(1, current + 1)
    if isinstance(given, bool) or given not in versions:
        if "version" not in data:
            faults.append(NO_VERSION.at("version", version=versions))
        else:
            other = NEWER_VERSION if isinstance(given, int) and given > current else OTHER_VERSION
            faults.append(other.at("version", found=repr(given), version=versions))
    return faults


def read_document(source: str | Path | Mapping[str, Any], struct: type[T], name: str) -> tuple[T, str, Path]:
    """Decode a document from a file or from plain data.

    Args:
        source: A file, or the data.
        struct: What it is decoded to; it has the fields 'format' and 'version'.
        name: Name of its format, such as "pult.scheme".

    Returns:
        The document, its name for messages, and the folder that its relative paths start from.

    Raises:
        DocumentError: Lists every fault.
    """
    if isinstance(source, (str, Path)):
        path = Path(source)
        data, title, folder = read_json(path), str(path), path.parent
    else:
        data, title, folder = source, name.rpartition(".")[2], Path()
    faults = head_faults(data, name)
    if faults:
        raise DocumentError(title, faults)
    document, faults = decode(struct, migrated(data, name))
    if document is None:
        raise DocumentError(title, faults)
    return document, title, folder


def localized(text: Text, language: str = "en") -> str:
    """The text in the given language; otherwise in English, otherwise in any language."""
    if isinstance(text, str):
        return text
    return text.get(language) or text.get("en") or next(iter(text.values()), "")


def _join(place: str, key: str) -> str:
    return f"{place}.{key}" if place else key


def _walk(info: mi.Type, data: Any, place: str, faults: list[Fault]) -> None:
    def refuse(what: str) -> None:
        faults.append(WRONG_TYPE.at(place, what=what, value=brief(data)))

    match info:
        case mi.Metadata():
            _walk(info.type, data, place, faults)
        case mi.StructType():
            if not isinstance(data, Mapping):
                refuse("an object")
            else:
                _walk_struct(info, data, place, faults)
        case mi.ListType():
            if not isinstance(data, (list, tuple)):
                refuse("a list")
            elif len(data) < (info.min_length or 0) or (info.max_length is not None and len(data) > info.max_length):
                faults.append(WRONG_LENGTH.at(place, length=_length(info), count=len(data)))
            else:
                for index, item in enumerate(data):
                    _walk(info.item_type, item, f"{place}[{index}]", faults)
        case mi.DictType():
            if not isinstance(data, Mapping):
                refuse("an object")
            else:
                for key, item in data.items():
                    if not isinstance(key, str):
                        faults.append(KEY_NOT_A_TEXT.at(place, value=brief(key)))
                    else:
                        _walk(info.value_type, item, _join(place, key), faults)
        case mi.LiteralType():
            if isinstance(data, bool) or data not in info.values:
                allowed = [brief(value) for value in info.values]
                faults.append(NOT_ALLOWED.at(place, allowed=allowed, value=brief(data)))
        case mi.BoolType():
            if not isinstance(data, bool):
                refuse("true or false")
        case mi.IntType():
            if isinstance(data, bool) or not isinstance(data, int):
                refuse("a whole number")
        case mi.FloatType():
            if isinstance(data, bool) or not isinstance(data, (int, float)):
                refuse("a number")
            elif not is_finite(data):
                faults.append(NOT_FINITE.at(place, value=brief(data)))
        case mi.StrType():
            if not isinstance(data, str):
                refuse("a text")
        case mi.UnionType() if _is_tagged(info):
            _walk_tagged(info, data, place, faults)
        case mi.UnionType() if isinstance(data, Mapping) and (objects := _objects(info)) is not None:
            _walk(objects, data, place, faults)
        case mi.UnionType():
            if not any(_fits(option, data) for option in info.types):
                refuse(" or ".join(_describe(option) for option in info.types))
        case _:  # Any: checked elsewhere
            pass


def _length(info: mi.ListType) -> str:
    if info.min_length == info.max_length:
        return str(info.min_length)
    if info.max_length is None:
        return f"at least {info.min_length}"
    return f"{info.min_length or 0} to {info.max_length}"


def _objects(info: mi.UnionType) -> mi.Type | None:
    """Type of an object that may also be null; None if the union allows anything else."""
    others = tuple(option for option in info.types if not isinstance(option, mi.NoneType))
    if len(others) == len(info.types) or not all(isinstance(option, mi.StructType) for option in others):
        return None
    return others[0] if len(others) == 1 else mi.UnionType(others)


def _is_tagged(info: mi.UnionType) -> bool:
    return all(isinstance(option, mi.StructType) and option.tag is not None for option in info.types)


def _walk_tagged(info: mi.UnionType, data: Any, place: str, faults: list[Fault]) -> None:
    """One of several objects, discriminated by a key such as 'type'."""
    options = {str(option.tag): option for option in info.types if isinstance(option, mi.StructType)}
    key = next(str(option.tag_field) for option in options.values())
    if not isinstance(data, Mapping):
        faults.append(WRONG_TYPE.at(place, what="an object", value=brief(data)))
    elif key not in data:
        faults.append(MISSING_TAG.at(place, key=key, **allowed(options)))
    elif not isinstance(data[key], str) or data[key] not in options:
        given = str(data[key])
        faults.append(UNKNOWN_TAG.at(_join(place, key), key=key, value=brief(data[key]), **advice(given, options)))
    else:
        _walk_struct(options[data[key]], data, place, faults)


def _fits(info: mi.Type, data: Any) -> bool:
    faults: list[Fault] = []
    if isinstance(info, mi.NoneType):
        return data is None
    _walk(info, data, "", faults)
    return not faults


def _describe(info: mi.Type) -> str:
    names: dict[type[mi.Type], str] = {
        mi.StructType: "an object",
        mi.DictType: "an object",
        mi.ListType: "a list",
        mi.BoolType: "true or false",
        mi.IntType: "a whole number",
        mi.FloatType: "a number",
        mi.StrType: "a text",
        mi.NoneType: "null",
    }
    return names.get(type(info), "something else")


def _walk_struct(info: mi.StructType, data: Mapping[Any, Any], place: str, faults: list[Fault]) -> None:
    fields = {field.encode_name: field for field in info.fields}
    for key in data:
        if key not in fields and key != info.tag_field:
            faults.append(UNKNOWN_KEY.at(_join(place, str(key)), key=str(key), **advice(str(key), fields)))
    for name, field in fields.items():
        if name in data:
            _walk(field.type, data[name], _join(place, name), faults)
        elif field.required:
            faults.append(MISSING_KEY.at(place, key=name))


def write_atomically(path: str | Path, data: bytes) -> None:
    """Write a file atomically: after a crash or a power loss it has either the old or the new content."""
    path = Path(path)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(_mode(path))
        Path(temporary).replace(path)
        if hasattr(os, "O_DIRECTORY"):  # the new name, too, must survive a loss of power
            folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _mode(path: Path) -> int:
    """Permissions of the file being replaced, or those of a new file."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def schema(struct: type[msgspec.Struct], title: str) -> dict[str, Any]:
    """JSON Schema (draft 2020-12) of a document."""
    found: dict[str, Any] = msgspec.json.schema(struct)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, **found}
