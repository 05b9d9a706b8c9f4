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

from pult.core.errors import DocumentError, Fault, brief, choose, is_finite, listing

T = TypeVar("T", bound=msgspec.Struct)

Text = str | dict[str, str]
"""Words for people: one text, or one for each language ({"en": ..., "ru": ...})."""


class Part(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, frozen=True, kw_only=True):
    """Base of everything in a document: unknown keys are refused, defaults are not written."""


VERSION = 1
"""Version of all formats that this pult reads and writes."""
MAX_BYTES = 64 * 2**20
MAX_DEPTH = 64
MAX_FAULTS = 1000


class _DuplicateKey(ValueError):  # noqa: N818 - never leaves this module
    """Carries the key that stands twice in one JSON object."""


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
    """Read a JSON file: UTF-8, no key twice in an object, of bounded size and depth.

    Raises:
        DocumentError: The file is missing or is not JSON; the message says where.
    """
    path = Path(path)
    source = str(path)
    try:
        if not path.is_file():
            what = "is a folder" if path.is_dir() else "there is no such file"
            raise DocumentError(source, [Fault("", f"{what}.", "no-file")])
        if path.stat().st_size > MAX_BYTES:
            raise DocumentError(source, [Fault("", f"the file is larger than {MAX_BYTES >> 20} MiB.", "too-large")])
        data = path.read_bytes()
    except OSError as error:
        raise DocumentError(source, [Fault("", f"cannot be read: {error.strerror}.", "no-file")]) from None
    return parse_json(data, source)


def parse_json(data: bytes | str, source: str = "document") -> Any:
    """Parse JSON text; see `read_json`."""
    try:
        text = data.decode("utf-8-sig") if isinstance(data, bytes) else data
        value = json.loads(text, object_pairs_hook=_pairs)
    except UnicodeDecodeError as error:
        fault = Fault("", f"not UTF-8 text (byte {error.start}).", "not-json")
    except _DuplicateKey as error:
        fault = Fault("", f"the key {str(error)!r} stands twice in one object; keep one.", "duplicate-key")
    except json.JSONDecodeError as error:
        fault = Fault(f"line {error.lineno}, column {error.colno}", f"not JSON: {error.msg}.", "not-json")
    except (RecursionError, ValueError):  # nested too deeply, or a number of absurd length
        fault = Fault("", "nested too deeply or holds a number that is too long.", "not-json")
    else:
        if _depth_exceeds(value, MAX_DEPTH):
            raise DocumentError(source, [Fault("", f"nested deeper than {MAX_DEPTH} levels.", "not-json")])
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
    """Convert plain data to a struct, or list everything that does not fit."""
    faults: list[Fault] = []
    _walk(_type_info(struct), data, place, faults)
    if faults:
        return None, faults[:MAX_FAULTS]
    try:
        return msgspec.convert(data, struct, strict=True), []
    except msgspec.ValidationError as error:  # a constraint the walk does not know
        return None, [Fault(place, f"{error}.", "bad-type")]


@cache
def _type_info(struct: type[msgspec.Struct]) -> mi.Type:
    return mi.type_info(struct)


def head_faults(data: Any, name: str, version: int) -> list[Fault]:
    """What is wrong with the head of a document; nothing else is looked at until the head is right.

    Args:
        data: The document.
        name: Name of its format, such as "pult.scheme".
        version: The version this pult reads.
    """
    kind = name.rpartition(".")[2]
    if not isinstance(data, Mapping):
        return [Fault("", f"a {kind} is a JSON object.", "bad-type")]
    faults = []
    if data.get("format") != name:
        found = data.get("format")
        problem = "the key 'format' is missing" if "format" not in data else f"the format is {found!r}"
        faults.append(Fault("format", f'{problem}; a {kind} has "format": "{name}".', "bad-format"))
    given = data.get("version")
    if isinstance(given, bool) or given != version:
        problem = "the key 'version' is missing" if "version" not in data else f"version {given!r} is not known"
        newer = isinstance(given, int) and given > version
        advice = " The file was written by a newer pult: update this one." if newer else ""
        faults.append(Fault("version", f"{problem}; this pult reads version {version}.{advice}", "unknown-version"))
    return faults


def read_document(source: str | Path | Mapping[str, Any], struct: type[T], name: str) -> tuple[T, str, Path]:
    """Decode a document from a file or from plain data.

    Args:
        source: A file, or the data.
        struct: What it is decoded to; it has the fields 'format' and 'version'.
        name: Name of its format, such as "pult.scheme".

    Returns:
        The document, a name for it in messages, and the folder its relative paths start from.

    Raises:
        DocumentError: With everything that does not fit.
    """
    if isinstance(source, (str, Path)):
        path = Path(source)
        data, title, folder = read_json(path), str(path), path.parent
    else:
        data, title, folder = source, name.rpartition(".")[2], Path()
    faults = head_faults(data, name, VERSION)
    if faults:
        raise DocumentError(title, faults)
    document, faults = decode(struct, data)
    if document is None:
        raise DocumentError(title, faults)
    return document, title, folder


def said(text: Text, language: str = "en") -> str:
    """A text in a language; in English, or else in any other, if it is not there."""
    if isinstance(text, str):
        return text
    return text.get(language) or text.get("en") or next(iter(text.values()), "")


def _join(place: str, key: str) -> str:
    return f"{place}.{key}" if place else key


def _walk(info: mi.Type, data: Any, place: str, faults: list[Fault]) -> None:
    def refuse(what: str) -> None:
        faults.append(Fault(place, f"must be {what}, not {brief(data)}.", "bad-type"))

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
                faults.append(Fault(place, f"must have {_length(info)} entries, not {len(data)}.", "bad-shape"))
            else:
                for index, item in enumerate(data):
                    _walk(info.item_type, item, f"{place}[{index}]", faults)
        case mi.DictType():
            if not isinstance(data, Mapping):
                refuse("an object")
            else:
                for key, item in data.items():
                    if not isinstance(key, str):
                        faults.append(Fault(place, f"keys must be texts, not {brief(key)}.", "bad-type"))
                    else:
                        _walk(info.value_type, item, _join(place, key), faults)
        case mi.LiteralType():
            if isinstance(data, bool) or data not in info.values:
                allowed = " or ".join(brief(value) for value in info.values)
                faults.append(Fault(place, f"must be {allowed}, not {brief(data)}.", "bad-choice"))
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
                faults.append(Fault(place, f"must be a finite number, not {brief(data)}.", "not-finite"))
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
        case _:  # Any: checked by whoever knows more
            pass


def _length(info: mi.ListType) -> str:
    if info.min_length == info.max_length:
        return str(info.min_length)
    if info.max_length is None:
        return f"at least {info.min_length}"
    return f"{info.min_length or 0} to {info.max_length}"


def _objects(info: mi.UnionType) -> mi.Type | None:
    """What an object has to be where null is allowed as well; None if other things are."""
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
        faults.append(Fault(place, f"must be an object, not {brief(data)}.", "bad-type"))
    elif key not in data:
        faults.append(Fault(place, f"the key {key!r} is missing. Allowed: {listing(options)}.", "missing-key"))
    elif not isinstance(data[key], str) or data[key] not in options:
        advice = choose(str(data[key]), options)
        faults.append(Fault(_join(place, key), f"unknown {key} {brief(data[key])}. {advice}", "bad-choice"))
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
            faults.append(
                Fault(_join(place, str(key)), f"unknown key {str(key)!r}. {choose(str(key), fields)}", "unknown-key")
            )
    for name, field in fields.items():
        if name in data:
            _walk(field.type, data[name], _join(place, name), faults)
        elif field.required:
            faults.append(Fault(place, f"the key {name!r} is missing.", "missing-key"))


def write_atomically(path: str | Path, data: bytes) -> None:
    """Write a file so that, whatever happens, either the old or the new content is there, never half of one."""
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
    """Permissions of the file that is replaced, or those a new file would get."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def schema(struct: type[msgspec.Struct], title: str) -> dict[str, Any]:
    """JSON Schema (draft 2020-12) of a document."""
    found: dict[str, Any] = msgspec.json.schema(struct)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, **found}
