"""Texts for people are put into Russian where they leave the server; what the tables lack is found here."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given

import pult
from pult.core.block_type import OUT_OF_RANGE_IN, BlockType
from pult.core.document import MISSING_KEY, WRONG_TYPE
from pult.core.errors import DocumentError, Fault, advice, choose, declared
from pult.core.kinds import UNKNOWN_NAME
from pult.core.registry import blocks
from pult.core.shipped import shipped, shipped_file
from pult.core.wording import ADVICE_TEMPLATES, Placeholder, parse_template, placeholder_names
from pult.scheme.check import TOO_MANY_BLOCKS
from pult.scheme.check_level import IN_BLOCK, UNKNOWN_TYPE
from pult.scheme.converters import OTHER_UNIT
from pult.scheme.order import ALGEBRAIC_LOOP
from pult.server.documents.palette import block_info
from pult.server.http.language import preferred
from pult.server.http.wire import fault_message
from pult.server.messages import Answer, BlockInfo, DocumentEntry, ErrorMessage, FaultMessage, Job
from pult.server.russian.faults import fault_text
from pult.server.russian.phrases import PLACEHOLDER, Phrase, form_of, normal, read_table
from pult.server.russian.speech import BLOCKS, FAULTS, TABLES, block_words, fault_templates, russian
from pult.server.russian.spoken import FIELDS, spoken
from tests.core.test_faults import faults

SOURCE = Path(pult.__file__).parent
PACKAGES = (
    "core", "geometry", "equipment", "robot", "world", "scheme", "panel", "blocks", "sim", "record", "realtime", "exercise",
    "procedure", "server",
)  # fmt: skip
"""Packages whose texts somebody at a page can meet."""
ELSEWHERE = (
    "server/messages/*.py", "server/http/openapi.py", "server/http/typescript.py", "server/http/protocol.py",
    "server/russian/*.py", "scheme/draw/*.py", "scheme/emit.py", "scheme/writer.py", "scheme/loops.py", "exercise/kinds.py",
    "record/file/schemas.py", "core/registry.py", "core/block.py", "core/wording.py", "core/codes.py",
    "core/document_kinds.py",
)  # fmt: skip
"""Modules that write code, pictures or descriptions of the interface, and texts given in both languages."""
KINDS = ("FaultKind", "FaultPrefix")
"""Calls that declare the texts of faults, which have tables of their own."""
PROGRAMMERS = ("BlockError", "TypeError", "Meta", "TypeVar", "cast", "compile", "error", "warning", "info", "debug", "CDLL")
"""Calls whose texts are for programmers, for the log, or no texts at all."""
CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)


def template_of(node: ast.AST) -> str:
    """A text of the source with nameless placeholders; empty if it is none."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if not isinstance(node, ast.JoinedStr):
        return ""
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)


def texts_of(path: Path) -> Iterator[tuple[int, str]]:
    """Texts of a module that read like words for people, by line."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    passed: set[int] = set()
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        for child in body if isinstance(body, list) else []:
            if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
                passed.add(id(child.value))
        if isinstance(node, ast.JoinedStr):
            for part in node.values:
                if isinstance(part, ast.Constant):
                    passed.add(id(part))
                elif isinstance(part, ast.FormattedValue) and part.format_spec is not None:
                    passed.update(id(inner) for inner in ast.walk(part.format_spec))
        named = node.func if isinstance(node, ast.Call) else None
        name = named.attr if isinstance(named, ast.Attribute) else getattr(named, "id", "")
        about = [node] if name in PROGRAMMERS or name in KINDS else []
        about += [getattr(node, "annotation", None), getattr(node, "returns", None)]
        if isinstance(node, ast.FunctionDef) and node.name in ("__repr__", "__getattr__"):
            about.append(node)
        passed.update(id(inner) for thing in about if thing is not None for inner in ast.walk(thing))
    for node in ast.walk(tree):
        text = normal(template_of(node)) if id(node) not in passed else ""
        if " " in text and re.search(r"[a-z]{2}", text.replace("{}", "")):
            yield node.lineno, text


def scanned() -> list[Path]:
    """Modules of the packages."""
    left = {path for pattern in ELSEWHERE for path in SOURCE.glob(pattern)}
    return [path for package in PACKAGES for path in sorted((SOURCE / package).rglob("*.py")) if path not in left]


NO_TEXTS = re.compile(
    r"""^[^a-z]*$|^<|charset=|; HttpOnly|max-age|'none'|font:|float64|int64|^\(|^def |^if |^for |^return |has_nan\(|"""
    r"""^(Context|str|Path) \||^pult \{\}$|Generated by pult|^Failed in$|^model name$|^Attaching a spec|"""
    r"""^\{\}: ('xyz'|'rpy'|<limit>|<mimic>)$|^\{\}Allowed: \{\}\.$|^(Absolute value|Join to vector|Split vector)$"""
)
"""Code, markup, headers, types, words that are looked for in texts of others, and titles that `blocks.txt` has."""


def tables() -> dict[str, list[tuple[str, str]]]:
    return {path.name: list(read_table(path)) for path in sorted(TABLES.glob("*.txt"))}


def untranslated(text: str) -> bool:
    """Whether a text, its placeholders filled, comes out without Russian, or with English words left."""
    filled = text.replace("{}", "7")
    said = russian(filled)
    rest = re.sub("«[^»]*»|`[^`]*`|<[^>]*>|\"[^\"]*\"|'[^']*'", "", said)
    left = set(re.findall("[A-Za-z][a-z]{3,}", rest)) & set(re.findall("[A-Za-z][a-z]{3,}", filled))
    return not CYRILLIC.search(said) or bool(left - NAMES)


NAMES = frozenset(["MuJoCo", "Origin", "Matplotlib", "Collada", "Content", "Length", "Unicode", "pult"])
"""Words that are the same in Russian."""


def lacking() -> Iterator[str]:
    """Texts that a page can show and the tables do not know."""
    known = {normal(english) for name, pairs in tables().items() if name != BLOCKS for english, _ in pairs}
    known |= {about for kind in standard_blocks().values() for about in descriptions(block_info(kind))}
    for path in scanned():
        for line, text in texts_of(path):
            if text not in known and not NO_TEXTS.search(text) and untranslated(text):
                yield f"{path.relative_to(SOURCE)}:{line}: {text}"


def test_every_text_that_a_page_can_show_has_a_russian_template() -> None:
    found = list(lacking())
    assert not found, f"{len(found)} texts have no Russian in {TABLES}:\n" + "\n".join(found)


def standard_blocks() -> dict[str, BlockType]:
    """Blocks of the standard library; other packages, and other tests, may have declared more."""
    return {name: kind for name, kind in blocks().items() if kind.module.startswith("pult.blocks")}


def descriptions(info: BlockInfo) -> list[str]:
    return [thing.description for thing in (*info.inputs, *info.outputs, *info.parameters) if thing.description]


def test_every_block_has_a_russian_title_and_every_port_a_russian_description() -> None:
    words, standard = block_words(), standard_blocks()
    lacking_blocks = [name for name in standard if name not in words]
    assert not lacking_blocks, f"no Russian title in {TABLES / BLOCKS}: {lacking_blocks}"
    for name, kind in standard.items():
        title, summary = words[name]
        assert CYRILLIC.search(title) and summary.endswith("."), name
        for about in descriptions(block_info(kind)):
            assert CYRILLIC.search(russian(about)), f"{name}: {about!r} has no Russian"


@pytest.mark.parametrize("kind", ["exercise", "scheme", "panel", "world", "robot", "procedure"])
def test_what_shipped_documents_say_of_themselves_has_russian(kind: str) -> None:
    for name in shipped(kind):
        document = json.loads(shipped_file(kind, name).read_text(encoding="utf-8"))
        for key in ("title", "description"):
            text = document.get(key, "")
            assert CYRILLIC.search(text["ru"] if isinstance(text, dict) else russian(text) or "я"), (name, key, text)


def test_descriptions_of_own_documents_stay_as_they_are() -> None:
    entry = DocumentEntry(
        kind="scheme", name="x", title="x", description="One axis that turns to the wanted angle.", shipped=True,
        own=True, version="",
    )  # fmt: skip
    assert spoken(entry, "ru") == entry
    assert spoken(msgspec.structs.replace(entry, own=False), "ru").description.startswith("Одна ось")


def test_titles_of_one_family_differ() -> None:
    found: dict[tuple[str, str], str] = {}
    for name, (title, _) in block_words().items():
        other = found.setdefault((name.split(".")[0], title), name)
        assert other == name, f"{name} and {other} are both {title!r}"


def test_tables_have_no_text_twice_and_every_russian_hole_is_filled() -> None:
    for table, pairs in tables().items():
        seen: set[str] = set()
        for english, said in pairs:
            assert english not in seen, f"{table}: {english!r} is there twice"
            seen.add(english)
            placeholders = [placeholder[1] for placeholder in PLACEHOLDER.finditer(english)]
            assert len(set(placeholders)) == len(placeholders), f"{table}: {english!r} names a placeholder twice"
            assert {placeholder[1] for placeholder in PLACEHOLDER.finditer(said)} <= set(placeholders), f"{table}: {said!r}"
            left = set(placeholders) - {placeholder[1] for placeholder in PLACEHOLDER.finditer(said)}
            assert not left, f"{table}: {said!r} says nothing of {left}"


@pytest.mark.parametrize(
    ("english", "expected"),
    [
        ("", ""),
        ("8 blocks", "8 блоков"),
        ("1 blocks", "1 блок"),
        ("22 blocks", "22 блока"),
        ("112 blocks", "112 блоков"),
        ("nobody has ever said this", "nobody has ever said this"),
        ("block 'pd': unknown type 'control.pq'. " + choose("control.pq", ["control.pd", "control.pi"]),
         "блок «pd»: неизвестный тип «control.pq». Возможно, имелось в виду «control.pd»? "
         "Допустимо: «control.pd», «control.pi»."),
        ("must be a number or null, not \"x\".", "требуется число или null, а не \"x\"."),
        ("'kp' is -2.5 V/rad; allowed is >= 0 V/rad.", "«kp» равно −2,5 V/rad; допустимо >= 0 V/rad."),
        ("must be 0.001 to 3600 s, not 0.", "нужно от 0,001 до 3600 с, а не 0."),
        ("a -> b: a is a boolean, b takes a number. Insert 'logic.to_number' between them.",
         "a -> b: a — сигнал да/нет, а b принимает число. Вставьте между ними «logic.to_number»."),
        ("algebraic loop: a.y -> b.x -> a.y. An output would depend on itself within one step. Insert a delay "
         "('digital.unit_delay') into one of these wires.",
         "алгебраическая петля: a.y -> b.x -> a.y. Выход зависел бы от самого себя в пределах одного шага. "
         "Вставьте задержку («digital.unit_delay») в одну из этих связей."),
        ("stages[5].goal.a: there is no body or site 'x'. Did you mean 'y'? Allowed: 'y'.",
         "stages[5].goal.a: тела или точки «x» нет. Возможно, имелось в виду «y»? Допустимо: «y»."),
        ("warned.y -> running: warned.y is a boolean, running takes a number. Insert 'logic.to_number' between them.",
         "warned.y -> running: warned.y — сигнал да/нет, а running принимает число. Вставьте между ними "
         "«logic.to_number»."),
        ("stopped: emergency stop", "остановлен: аварийный останов"),
        ("armed, but it stays stopped: the enabling switch is released",
         "останов снят, но робот стоит: разрешение движения снято"),
        ("its process was ended by SIGKILL (killed by a user, or by the system because it ran out of memory).",
         "его процесс завершён сигналом SIGKILL (завершён кем-то или системой из-за нехватки памяти)."),
        ("the session is halted: the simulation diverged at 1.25 s: joint 'elbow' moves at 320, more than 200. The "
         "drives are stopped; reset to go on.",
         "сеанс остановлен: моделирование разошлось на 1,25 с: сустав «elbow» движется со скоростью 320, больше 200. "
         "Приводы остановлены; чтобы продолжить, вернитесь в начало."),
    ],
)  # fmt: skip
def test_texts_come_out_as_people_write_them(english: str, expected: str) -> None:
    assert russian(english) == expected


def test_an_error_with_several_faults_is_translated_line_by_line() -> None:
    faults = [WRONG_TYPE.at("step", what="a number", value='"fast"'), MISSING_KEY.at(key="name")]
    assert russian(str(DocumentError("arm.scheme.json", faults))).splitlines() == [
        "arm.scheme.json: 2 ошибки",
        "  step: требуется число, а не \"fast\".",
        "  нет ключа «name».",
    ]


def fault_texts() -> list[str]:
    """Every template that the text of a fault may be made of."""
    return [*(kind.template for kind in declared(pult).values()), *ADVICE_TEMPLATES]


def test_every_kind_of_fault_has_a_russian_template_with_the_same_names() -> None:
    known = fault_templates()
    lacking_kinds = [template for template in fault_texts() if template not in known]
    assert not lacking_kinds, f"no Russian in {FAULTS}:\n" + "\n".join(lacking_kinds)
    for template, said in known.items():
        assert placeholder_names(template) == placeholder_names(said), f"{template!r} and {said!r} have other placeholders"
        plain_words = "".join(part for part in parse_template(template) if isinstance(part, str))
        assert CYRILLIC.search(said) or not re.search("[A-Za-z]{2}", plain_words), template


def test_every_russian_template_of_a_fault_is_used_and_stands_in_one_table() -> None:
    pairs = [pair for path in sorted(FAULTS.glob("*.txt")) for pair in read_table(path)]
    assert set(dict(pairs)) <= set(fault_texts())
    assert len(dict(pairs)) == len(pairs)


def test_templates_of_faults_mark_the_same_holes_as_quoted() -> None:
    for template, said in fault_templates().items():
        quoted, in_russian = (
            {part.name for part in parse_template(text) if isinstance(part, Placeholder) and part.quoted} for text in (template, said)
        )
        assert quoted == in_russian, template


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        (IN_BLOCK.before(
            UNKNOWN_TYPE.at(type="control.pq", **advice("control.pq", ["control.pd", "control.pi"])), block="pd"),
         "блок «pd»: неизвестный тип «control.pq». Возможно, имелось в виду «control.pd»? "
         "Допустимо: «control.pd», «control.pi»."),
        (IN_BLOCK.before(OUT_OF_RANGE_IN.at(parameter="kp", value=-2.5, unit="V", range=">= 0"), block="a and b"),
         "блок «a and b»: «kp» равно −2,5 В; допустимо >= 0 В."),
        (OTHER_UNIT.at(one="mm", two="m", factor=0.001),
         "единицы различны: mm и m. Вставьте блок перевода: «arithmetic.convert_unit» из mm в m (1 mm = 0,001 m)."),
        (WRONG_TYPE.at(what="a text or null", value="[1.5]"), "требуется текст или null, а не [1.5]."),
        (ALGEBRAIC_LOOP.at(ports=["input", "output", "input"]),
         "алгебраическая петля: input -> output -> input. Выход зависел бы от самого себя в пределах одного шага. "
         "Вставьте задержку («digital.unit_delay») в одну из этих связей."),
        (TOO_MANY_BLOCKS.at(count=21, most=20),
         "в развёрнутом виде в схеме 21 блок; допустимо не больше 20."),
        (UNKNOWN_NAME.at(error="there is no signal 'x'. Allowed: 'y'.").inside("world 'w'"),
         "сигнала «x» нет. Допустимо: «y»."),
        (MISSING_KEY.at("format", key="name").inside("world 'w'"), "format: нет ключа «name»."),
    ],
)  # fmt: skip
def test_faults_come_out_as_people_write_them(fault: Fault, expected: str) -> None:
    assert fault_text(fault_message(fault)) == expected


@given(faults())
def test_the_russian_text_of_every_kind_can_be_made_whatever_the_values(fault: Fault) -> None:
    assert isinstance(fault_text(fault_message(fault)), str)


def test_faults_are_put_into_russian_by_their_data_alone() -> None:
    fault = fault_message(MISSING_KEY.at("step", key="step"))
    other = msgspec.structs.replace(fault, message="whatever this says in English")
    assert fault_text(fault) == fault_text(other) == "нет ключа «step»."


def test_names_that_people_give_stay_as_they_are() -> None:
    assert russian("there is no stage 'input or output'. Allowed: 'a and b'.") == (
        "этапа «input or output» нет. Допустимо: «a and b»."
    )


@pytest.mark.parametrize(("count", "form"), [("1", "а"), ("21", "а"), ("3", "б"), ("13", "в"), ("5", "в"), ("many", "в")])
def test_a_word_takes_the_form_of_its_count(count: str, form: str) -> None:
    assert form_of(count, ["а", "б", "в"]) == form


def test_a_hole_holds_no_second_sentence_unless_it_says_so() -> None:
    assert Phrase.of("no {name} here.", "-").match("no door. A window is here.") is None
    assert Phrase.of("no {name*} here.", "-").match("no door. A window is here.") == {"name": "door. A window is"}


def test_hostile_texts_are_quick_and_stay_texts() -> None:
    for text in ("' is ' is " * 2000, "a: " * 5000, "x. Y" * 4000, "{" * 300, "block '" * 900, "\n" * 9000):
        assert isinstance(russian(text), str)


def test_messages_for_an_english_page_are_the_very_same() -> None:
    message = ErrorMessage(error="There is nothing at this address.", code="not-found")
    assert spoken(message, "en") is message


def test_faults_keep_code_and_values_for_programs() -> None:
    fault = fault_message(MISSING_KEY.at("step", key="step"))
    said = spoken(ErrorMessage(error="x", code="faults", faults=[fault]), "ru").faults[0]
    assert said.message == "нет ключа «step»."
    assert (said.code, said.values) == (fault.code, fault.values) == ("missing-key", {"key": "step"})


def test_faults_of_others_are_put_into_russian_as_texts_are() -> None:
    assert spoken(FaultMessage(place="", message="An imported robot alone on a floor.", code="bad"), "ru").message == "Добавленный робот один на полу."


def test_the_result_of_a_job_is_translated_where_it_holds_words() -> None:
    result = {"robot": "saving", "notes": ["An imported robot alone on a floor."], "joints": [{"name": "input", "kind": "hinge"}]}
    said = spoken(Job(id="1", what="Importing a robot", state="done", detail="saving", result=result), "ru")
    assert (said.what, said.detail) == ("Добавление робота", "сохранение")
    assert said.result == {
        "robot": "saving", "notes": ["Добавленный робот один на полу."], "joints": [{"name": "input", "kind": "вращательный"}],
    }  # fmt: skip


def test_only_fields_that_are_there_are_named() -> None:
    for kind, fields in FIELDS.items():
        assert issubclass(kind, msgspec.Struct) and set(fields) <= set(kind.__struct_fields__), kind


@pytest.mark.parametrize(
    ("header", "language"),
    [("", "en"), ("ru", "ru"), ("ru-RU,ru;q=0.9,en;q=0.8", "ru"), ("en-GB,ru;q=0.5", "en"), ("de,ru;q=0.3", "ru"),
     ("ru;q=nonsense", "en"), ("*", "en"), ("ru;q=0", "en")],
)  # fmt: skip
def test_the_better_liked_language_wins(header: str, language: str) -> None:
    assert preferred(header) == language


def test_answers_to_requests_of_the_page_are_english_by_default() -> None:
    answer = Answer(id=1, ok=False, error="You do not have the panel.")
    assert spoken(answer, "ru").error == "Пульт не взят." and spoken(answer, "en").error == answer.error
