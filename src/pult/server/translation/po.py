"""Catalogs of gettext, read as translators leave them: no compiled file beside the text that could be older than it."""

import json
import struct
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

_MAGIC, _HEAD = 0x950412DE, 28
_CONTEXT, _PLURAL = "\x04", "\x00"


class Entry(NamedTuple):
    """A text of a catalog.

    Attributes:
        context: What tells it from the same words elsewhere; empty for most.
        text: The English text.
        plural: The English text for many; empty if nothing is counted.
        translations: The translation; of a text that counts, one for each plural form of the language.
    """

    context: str
    text: str
    plural: str
    translations: tuple[str, ...]


def read_po(path: Path) -> list[Entry]:
    """The translated texts of a catalog, its header included; without those marked as fuzzy.

    Raises:
        ValueError: A line is not one of a catalog.
    """
    entries: list[Entry] = []
    fields: dict[str, str] = {}
    key, fuzzy, next_fuzzy = "", False, False  # a mark stands before its text
    for number, line in enumerate([*path.read_text(encoding="utf-8").splitlines(), "msgid"], 1):
        if line.startswith("#,"):
            next_fuzzy = "fuzzy" in line
        word, _, rest = line.partition(" ")
        begins = word in ("msgctxt", "msgid") and not (word == "msgid" and key == "msgctxt")
        if begins:
            if "msgid" in fields and (not fuzzy or not fields["msgid"]):  # the header of a new catalog may be marked
                entries.extend(_entry(fields))
            fields, fuzzy, next_fuzzy = {}, next_fuzzy, False
        if not line.strip() or line.startswith("#") or line == "msgid":
            continue
        if line.startswith('"') and key:
            fields[key] += _unquoted(line, path, number)
        elif word.startswith("msg"):
            key = word
            fields[key] = _unquoted(rest, path, number)
        else:
            raise ValueError(f"{path.name}, line {number}: not a line of a catalog: {line[:60]!r}.")
    return entries


def _unquoted(text: str, path: Path, number: int) -> str:
    try:
        found = json.loads(text, strict=False)  # a catalog escapes as JSON does
    except ValueError:
        found = None
    if not isinstance(found, str):
        raise ValueError(  # noqa: TRY004 - of the file, not of an argument
            f"{path.name}, line {number}: a text in double quotes is expected, not {text[:60]!r}."
        )
    return found


def _entry(fields: dict[str, str]) -> list[Entry]:
    said = tuple(text for key, text in fields.items() if key.startswith("msgstr"))
    if not all(said):
        return []
    return [Entry(fields.get("msgctxt", ""), fields["msgid"], fields.get("msgid_plural", ""), said)]


def translations(path: Path) -> GNUTranslations:
    """A catalog as the standard library uses it."""
    return GNUTranslations(BytesIO(compiled(read_po(path))))


def compiled(entries: list[Entry]) -> bytes:
    """The catalog in the binary form that `gettext.GNUTranslations` reads."""
    pairs = []
    for context, english, plural, translated in entries:
        key = f"{context}{_CONTEXT}{english}" if context else english
        key += _PLURAL + plural if plural else ""
        pairs.append((key.encode(), _PLURAL.join(translated).encode()))
    pairs.sort()
    texts = b"".join(part + b"\0" for pair in pairs for part in pair)
    place = _HEAD + 16 * len(pairs)
    keys, values = b"", b""
    for text, said in pairs:
        keys += struct.pack("<2I", len(text), place)
        values += struct.pack("<2I", len(said), place + len(text) + 1)
        place += len(text) + len(said) + 2
    head = struct.pack("<7I", _MAGIC, 0, len(pairs), _HEAD, _HEAD + 8 * len(pairs), 0, 0)
    return head + keys + values + texts
