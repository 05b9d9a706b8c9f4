"""Bring the catalogs of translations up to date with the sources: ``python -m tests.translation [LANGUAGE]``.

Texts that are new come in without a translation, texts that are gone go out; where only what fills a placeholder is called
otherwise, the translation is kept. A language that has no catalog yet gets one.
"""

import re
import sys
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from pult.core.wording import Placeholder, parse_template
from pult.server.translation.translator import CATALOGS
from tests.translation.extraction import extracted
from tests.translation.sources import normal


def read_catalog(path: Path) -> Catalog:
    """A catalog as Babel reads it."""
    with path.open("rb") as file:
        return read_po(file, locale=path.stem, abort_invalid=True)


def written(catalog: Catalog) -> bytes:
    """A catalog as it is kept: by source, without the dates and line numbers that would change with everything."""
    file = BytesIO()
    for message in catalog:
        message.flags.discard("python-format")  # Babel takes "50 % of" for it
    write_po(file, catalog, width=120, sort_by_file=True, include_lineno=False, ignore_obsolete=True, omit_header=True)
    head = (
        f'msgid ""\nmsgstr ""\n"Language: {catalog.locale_identifier}\\n"\n"MIME-Version: 1.0\\n"\n'
        f'"Content-Type: text/plain; charset=utf-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n'
        f'"Plural-Forms: {catalog.plural_forms}\\n"\n\n'
    )
    return head.encode() + file.getvalue()


def update(path: Path) -> None:
    """Bring one catalog up to date, or begin it."""
    catalog = read_catalog(path) if path.is_file() else Catalog(locale=path.stem)
    template = extracted()
    known = {_form(one): one for one in catalog if one.id}
    catalog.update(template, no_fuzzy_matching=True)
    for one in catalog:
        if one.id and not any(translations(one)):
            before = known.get(_form(one))
            if before is not None:
                one.string = renamed(before, one)
    path.write_bytes(written(catalog))


def translations(message: Message) -> tuple[str, ...]:
    """The translation of a text, in all its plural forms; empty texts where there is none."""
    return (message.string or "",) if isinstance(message.string, str | None) else tuple(message.string)


def _form(message: Message) -> tuple[str, str, tuple[bool, ...]]:
    """What a text has in common with one whose placeholders have other names."""
    quoted = (part.quoted for part in parse_template(_many(message)) if isinstance(part, Placeholder))
    return message.context or "", normal(_many(message)), tuple(quoted)


def _many(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[1]


def renamed(before: Message, now: Message) -> str | tuple[str, ...]:
    """The translation of a text whose placeholders had other names or forms."""
    new_names = dict(zip(_placeholders(_many(before)), _placeholders(_many(now)), strict=True))
    last = translations(before)[-1]
    counts = not isinstance(now.id, str)
    forms = list(translations(before)) if counts and not isinstance(before.id, str) else [last]
    said = [re.sub(r"\{(\w+)", lambda found: "{" + new_names.get(found[1], found[1]), form) for form in forms]
    return tuple(said) if counts else said[0]


def _placeholders(text: str) -> list[str]:
    return [part.name for part in parse_template(text) if isinstance(part, Placeholder)]


if __name__ == "__main__":
    languages = sys.argv[1:] or sorted(path.stem for path in CATALOGS.glob("*.po"))
    for language in languages:
        update(CATALOGS / f"{language}.po")
