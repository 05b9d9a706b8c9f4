"""Every text has a translation with the same placeholders, and every catalog has the texts of the sources alone."""

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message

import pult
from pult.core.errors import declared
from pult.core.unit_names import RUSSIAN
from pult.core.wording import ADVICE_TEMPLATES, Placeholder, has_words, parse_template, plural_of
from pult.server.translation.po import read_po
from pult.server.translation.translator import CATALOGS, FORMAT, UNIT, UNITS, Translator, catalog, languages
from tests.translation.__main__ import read_catalog, translations, update, written
from tests.translation.extraction import extracted

LANGUAGES = sorted(path.stem for path in CATALOGS.glob("*.po"))
SAME = ("null", "record.json: {error}", "MuJoCo: {strip}", "The {kind} {name!r}", "--blocks {name}")
"""Texts that have the same words in Russian, or none."""


def texts(found: Catalog) -> dict[tuple[str, str], Message]:
    """The texts of a catalog, by context and English words."""
    return {(one.context or "", one.id if isinstance(one.id, str) else one.id[0]): one for one in found if one.id}


def placeholders(text: str) -> set[tuple[str, bool]]:
    """Names of the placeholders of a text, and whether they are quoted."""
    return {(part.name, part.quoted) for part in parse_template(text) if isinstance(part, Placeholder)}


@pytest.fixture(scope="module")
def template() -> Catalog:
    return extracted()


@pytest.fixture(scope="module", params=LANGUAGES)
def known(request: pytest.FixtureRequest) -> Catalog:
    return read_catalog(CATALOGS / f"{request.param}.po")


def test_the_catalog_has_every_text_of_the_sources_and_no_other(known, template):
    wanted, found = texts(template), texts(known)
    assert not wanted.keys() - found.keys(), "texts that are not in the catalog; run `make words`"
    assert not found.keys() - wanted.keys(), "texts of the catalog that are gone; run `make words`"
    assert {key: one.id for key, one in found.items()} == {key: one.id for key, one in wanted.items()}


def test_every_text_has_a_translation(known):
    lacking = [key for key, one in texts(known).items() if not all(translations(one)) or one.fuzzy]
    assert not lacking, f"texts without a translation: {lacking}"


def test_a_translation_has_the_placeholders_of_its_text(known):
    for key, one in texts(known).items():
        if key[0]:
            continue  # units and samples have none
        english = one.id if isinstance(one.id, str) else one.id[1]
        for said in translations(one):
            assert placeholders(said) == placeholders(english), f"{english!r} and {said!r} have other placeholders"
            assert not any(part.forms for part in parse_template(said) if isinstance(part, Placeholder)), said


def test_babel_finds_nothing_wrong(known):
    for one in known:
        one.flags.discard("python-format")  # Babel takes "50 % of" for it
    assert not [(one.id, problems) for one in known if one.id and (problems := list(one.check(known)))]


def test_a_russian_translation_is_russian():
    for entry in read_po(CATALOGS / "ru.po"):
        if entry.text not in ("", *SAME) and entry.context not in (UNIT, FORMAT) and has_words(entry.text):
            assert all(re.search("[а-яё]", said, re.IGNORECASE) for said in entry.translations), entry.text


def test_the_catalog_is_written_as_it_is_kept(known, template):
    path = CATALOGS / f"{known.locale}.po"
    known.update(template, no_fuzzy_matching=True)
    assert written(known).decode() == path.read_text(encoding="utf-8"), "run `make words`"


def test_every_kind_of_fault_is_extracted(template):
    wanted = {one.template for one in declared(pult).values()} | set(ADVICE_TEMPLATES)
    found = texts(template)
    for text in filter(has_words, wanted):
        plural = plural_of(text)
        assert ("", plural.one if plural else text) in found, text


def test_titles_of_one_family_of_blocks_differ(known):
    seen: dict[tuple[str, str], str] = {}
    for (context, _), one in texts(known).items():
        if "." in context:
            other = seen.setdefault((context.split(".")[0], translations(one)[0]), context)
            assert other == context, f"{context} and {other} are both {one.string!r}"


def test_units_of_the_page_and_of_the_server_are_the_same():
    russian = Translator(catalog("ru"))
    assert {unit: russian.text(unit, UNIT) for unit in UNITS} == {**RUSSIAN, "MiB": "МиБ", "KiB": "КиБ"}


def test_a_placeholder_of_another_name_keeps_its_translation(tmp_path):
    path, kept = tmp_path / "ru.po", (CATALOGS / "ru.po").read_text(encoding="utf-8")
    path.write_text(kept.replace("{most", "{renamed"), encoding="utf-8")
    update(path)
    assert path.read_text(encoding="utf-8") == kept


def test_a_third_language_is_one_file(tmp_path, monkeypatch, template):
    path = tmp_path / "de.po"
    update(path)
    assert texts(read_catalog(path)).keys() == texts(template).keys()
    text = path.read_text(encoding="utf-8")
    assert "nplurals=2" in text
    path.write_text(
        text.replace(
            'msgid "Did you mean {suggestion!r}?"\nmsgstr ""',
            'msgid "Did you mean {suggestion!r}?"\nmsgstr "Meinten Sie {suggestion!r}?"',
        ),
        encoding="utf-8",
    )
    monkeypatch.setattr("pult.server.translation.translator.CATALOGS", tmp_path)
    for cached in (languages, catalog):
        cached.cache_clear()
    try:
        assert languages() == ("de", "en")[::-1]
        german = Translator(catalog("de"))
        assert german.filled(["{advice}"], {"suggestion": "kp"}) == "Meinten Sie 'kp'?"
        assert german.filled(["nested deeper than {most|level|levels}."], {"most": 1}) == "nested deeper than 1 level."
    finally:
        monkeypatch.undo()
        for cached in (languages, catalog):
            cached.cache_clear()


@pytest.mark.parametrize(
    ("line", "problem"), [("msgid no quotes", "line 1"), ("nonsense", "line 1"), ('msgid "a"\nmsgstr "b', "line 2")]
)
def test_a_damaged_catalog_is_refused_with_its_line(tmp_path: Path, line: str, problem: str):
    path = tmp_path / "xx.po"
    path.write_text(line, encoding="utf-8")
    with pytest.raises(ValueError, match=problem):
        read_po(path)


def test_a_text_marked_as_fuzzy_is_not_used(tmp_path: Path):
    path = tmp_path / "xx.po"
    path.write_text('#, fuzzy\nmsgid "a"\nmsgstr "b"\n\nmsgid "c"\nmsgstr "d "\n"e"\n', encoding="utf-8")
    assert [(entry.text, entry.translations) for entry in read_po(path)] == [("c", ("d e",))]
