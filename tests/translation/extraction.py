"""All texts that the server shows, as Babel finds them in the sources, the blocks and the shipped documents."""

import json
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir

from pult.core.block_type import BlockType
from pult.core.registry import blocks
from pult.core.shipped import shipped, shipped_file
from pult.core.wording import has_words, plural_of
from pult.server.documents.palette import block_info
from pult.server.translation.po import read_po
from pult.server.translation.translator import CATALOGS, WORD, format_texts
from tests.translation.sources import SOURCE, every_string, modules, normal, texts_of

KEYWORDS = {"FaultKind": (2,), "FaultPrefix": (1,), "N_": (1,)}
"""Calls whose texts are for people, and which of their arguments the text is."""
KINDS = ("exercise", "scheme", "panel", "world", "robot", "procedure")
SAID = ("title", "description")
"""Keys of documents with texts for people."""


class Extraction:
    """The texts, and where each is."""

    def __init__(self) -> None:
        """Find them."""
        self.catalog = Catalog(project="pult", version="", charset="utf-8", fuzzy=False, header_comment="")
        self._words = _words()
        self._marked()
        self._of_modules()
        self._of_blocks()
        self._of_documents()
        for context, text in format_texts():
            self._add(text, "src/pult/server/translation/translator.py", context)
        self._known_of_others()

    def _add(self, text: str, place: str, context: str | None = None, template: bool = False) -> None:
        plural = plural_of(text) if template else None
        found = (plural.one, plural.many) if plural else text
        if context is None and (plural.one if plural else text) in self._words:
            context = WORD
        self.catalog.add(found, locations=[(place, 0)], context=context)

    def _marked(self) -> None:
        for file, _, text, _, _ in extract_from_dir(SOURCE, [("**.py", "python")], keywords=KEYWORDS):
            if not isinstance(text, str):
                raise TypeError(f"{file}: {text!r} is not one text.")
            if has_words(text):
                self._add(text, f"src/pult/{Path(file).as_posix()}", template=True)

    def _of_modules(self) -> None:
        for path in modules():
            for _, template in texts_of(path):
                self._add(template, _place(path), template=True)

    def _of_blocks(self) -> None:
        for name, kind in sorted(standard_blocks().items()):
            info = block_info(kind)
            self._add(info.title, f"block {name}", name)
            described = (*info.inputs, *info.outputs, *info.parameters)
            for text in (info.summary, *(thing.description for thing in described)):
                if text:
                    self._add(text, f"block {name}")

    def _of_documents(self) -> None:
        for kind in KINDS:
            for name in shipped(kind):
                document = json.loads(shipped_file(kind, name).read_text(encoding="utf-8"))
                for key in SAID:
                    if isinstance(document.get(key), str) and document[key]:
                        self._add(document[key], f"{kind} {name}")

    def _known_of_others(self) -> None:
        """Texts that no rule asks for, and that a catalog has: other packages', words, and texts inside of documents."""
        strings, inside = every_string(), dict(_inside_documents())
        for path in sorted(CATALOGS.glob("*.po")):
            for entry in read_po(path):
                if not entry.text or entry.context not in ("", WORD):
                    continue
                template = entry.plural or entry.text
                if (source := strings.get(normal(template))) is not None:
                    place = _place(source[1])
                elif template in inside:
                    place = inside[template]
                else:
                    continue
                found = (entry.text, entry.plural) if entry.plural else entry.text
                self.catalog.add(found, locations=[(place, 0)], context=entry.context or None)


def _words() -> set[str]:
    """Texts that some catalog has as words, with their context: they fill placeholders, and would fit too much alone."""
    return {entry.text for path in CATALOGS.glob("*.po") for entry in read_po(path) if entry.context == WORD}


def _place(path: Path) -> str:
    return f"src/pult/{path.relative_to(SOURCE).as_posix()}"


def _inside_documents() -> Iterator[tuple[str, str]]:
    """Texts at any depth of shipped documents, and the document."""
    for kind in KINDS:
        for name in shipped(kind):
            document = json.loads(shipped_file(kind, name).read_text(encoding="utf-8"))
            yield from ((text, f"{kind} {name}") for text in _said(document))


def _said(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        yield from (data[key] for key in SAID if isinstance(data.get(key), str) and data[key])
        for value in data.values():
            yield from _said(value)
    elif isinstance(data, list):
        for value in data:
            yield from _said(value)


def extracted() -> Catalog:
    """The template of all catalogs, for the caller to change."""
    return deepcopy(_found())


@cache
def _found() -> Catalog:
    return Extraction().catalog


def standard_blocks() -> dict[str, BlockType]:
    """Blocks of the standard library; other packages, and other tests, may have declared more."""
    return {name: kind for name, kind in blocks().items() if kind.module.startswith("pult.blocks")}
