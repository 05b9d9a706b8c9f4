"""Texts for people are put into Russian where they leave the server; as people write them."""

import json
import re

import msgspec
import pytest
from hypothesis import given

from pult.core.block_type import OUT_OF_RANGE_IN
from pult.core.document import MISSING_KEY, WRONG_TYPE
from pult.core.errors import DocumentError, Fault, advice, choose
from pult.core.kinds import UNKNOWN_NAME
from pult.core.shipped import shipped, shipped_file
from pult.scheme.check import TOO_MANY_BLOCKS
from pult.scheme.check_level import IN_BLOCK, UNKNOWN_TYPE
from pult.scheme.converters import OTHER_UNIT
from pult.scheme.order import ALGEBRAIC_LOOP
from pult.server.http.language import preferred
from pult.server.http.wire import fault_message
from pult.server.messages import Answer, DocumentEntry, ErrorMessage, FaultMessage, Job
from pult.server.translation.messages import FIELDS, translated
from pult.server.translation.phrases import Phrase
from pult.server.translation.speech import speech
from tests.core.test_faults import faults

CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)


def russian(text: str) -> str:
    """A text in Russian."""
    return speech("ru").text(text)


def fault_text(fault: FaultMessage) -> str:
    """What is wrong, in Russian."""
    return translated(fault, "ru").message


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
    assert translated(entry, "ru") == entry
    assert translated(msgspec.structs.replace(entry, own=False), "ru").description.startswith("Одна ось")


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


@pytest.mark.parametrize(("count", "blocks"), [(1, "1 блок"), (3, "3 блока"), (13, "13 блоков"), (21, "21 блок"), (0, "0 блоков")])
def test_a_word_takes_the_form_of_its_count(count: int, blocks: str) -> None:
    assert blocks in fault_text(fault_message(TOO_MANY_BLOCKS.at(count=count, most=0)))
    assert russian(f"{count} blocks") == blocks


def test_a_hole_holds_no_second_sentence_unless_it_is_the_end() -> None:
    assert Phrase.of("no {name} here.").match("no door. A window is here.") is None
    assert Phrase.of("no {name}.").match("no door. A window is here.") == {"name": "door. A window is here"}


def test_hostile_texts_are_quick_and_stay_texts() -> None:
    for text in ("' is ' is " * 2000, "a: " * 5000, "x. Y" * 4000, "{" * 300, "block '" * 900, "\n" * 9000):
        assert isinstance(russian(text), str)


def test_messages_for_an_english_page_are_the_very_same() -> None:
    message = ErrorMessage(error="There is nothing at this address.", code="not-found")
    assert translated(message, "en") is message


def test_faults_keep_code_and_values_for_programs() -> None:
    fault = fault_message(MISSING_KEY.at("step", key="step"))
    said = translated(ErrorMessage(error="x", code="faults", faults=[fault]), "ru").faults[0]
    assert said.message == "нет ключа «step»."
    assert (said.code, said.values) == (fault.code, fault.values) == ("missing-key", {"key": "step"})


def test_faults_of_others_are_put_into_russian_as_texts_are() -> None:
    assert translated(FaultMessage(place="", message="An imported robot alone on a floor.", code="bad"), "ru").message == "Импортированный робот на пустом полу."


def test_the_result_of_a_job_is_translated_where_it_holds_words() -> None:
    result = {"robot": "saving", "notes": ["An imported robot alone on a floor."], "joints": [{"name": "input", "kind": "hinge"}]}
    said = translated(Job(id="1", what="Making a robot", state="done", detail="saving", result=result), "ru")
    assert (said.what, said.detail) == ("Создание робота", "сохранение")
    assert said.result == {
        "robot": "saving", "notes": ["Импортированный робот на пустом полу."], "joints": [{"name": "input", "kind": "вращательный"}],
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
    assert translated(answer, "ru").error == "Пульт не взят." and translated(answer, "en").error == answer.error
