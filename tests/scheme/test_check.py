"""What is refused, with which words, and that right documents are not."""

import copy
import json
import os
import subprocess
import sys

import pytest

import pult
from pult.core.document import parse_json
from pult.core.errors import DocumentError
from pult.scheme.converters import unit_mismatch
from pult.scheme.document import SchemeDocument, format_scheme, save_scheme
from tests.scheme import lab
from tests.scheme.malformed import BASE, TABLE, cases, changed
from tests.scheme.random_schemes import random_scheme

ROWS = json.loads(TABLE.read_text(encoding="utf-8"))


def test_the_document_all_malformed_ones_are_made_from_is_right():
    assert pult.check_scheme(BASE)[1] == []


def test_the_table_holds_hundreds_of_documents_and_is_complete():
    assert [row["name"] for row in ROWS] == [name for name, _ in cases()]
    assert len(ROWS) > 300
    assert all(row["faults"] for row in ROWS)


@pytest.mark.parametrize("row", ROWS, ids=[row["name"].replace(" ", "-") for row in ROWS])
def test_a_malformed_document_is_refused_with_exactly_these_words(row, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    _, faults = pult.check_scheme(changed(row["patch"]))
    assert [{"place": f.place, "code": f.code, "message": f.message} for f in faults] == row["faults"]


def test_every_message_is_a_sentence():
    for row in ROWS:
        for fault in row["faults"]:
            assert fault["message"].endswith("."), fault
            assert "None is" not in fault["message"] or "allowed" in fault["message"]


def test_blocks_named_in_advice_exist():
    source = "".join(fault["message"] for row in ROWS for fault in row["faults"])
    names = ["logic.to_number", "logic.compare", "logic.to_boolean", "vector.select", "vector.mux", "trigonometry.to_radians",
             "trigonometry.to_degrees", "arithmetic.convert_unit", "arithmetic.set_unit", "digital.unit_delay"]  # fmt: skip
    for name in names:
        assert name in source, name
        assert name in pult.blocks(), name


def test_load_raises_one_error_with_all_faults():
    document = copy.deepcopy(BASE)
    document["blocks"][0]["parameters"] = {"kp": -1.0, "kq": 2.0}
    document["step"] = 0
    with pytest.raises(DocumentError) as caught:
        pult.load_scheme(document)
    assert len(caught.value.faults) == 3
    assert str(caught.value).startswith("scheme: 3 faults\n")
    assert isinstance(caught.value, pult.PultError)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "line 1, column 1: not JSON: Expecting value."),
        (b"{", "line 1, column 2: not JSON: Expecting property name enclosed in double quotes."),
        (b'{"a": 1,}', "line 1, column 9: not JSON: Illegal trailing comma before end of object."),
        (b'{"a": 1, "a": 2}', "the key 'a' appears twice in one object; keep one."),
        (b'{"x": {"b": 1, "c": 2, "b": 2}}', "the key 'b' appears twice in one object; keep one."),
        (b"\xff\xfe", "not UTF-8 text (byte 0)."),
        (b"[" * 100000, "nested too deeply or holds a number that is too long."),
        (b"[" * 70 + b"]" * 70, "nested deeper than 64 levels."),
        (b"1" * 5000, "nested too deeply or holds a number that is too long."),
    ],
)
def test_what_is_not_json_is_refused_with_the_place(text, message):
    with pytest.raises(DocumentError) as caught:
        parse_json(text, "file")
    found = str(caught.value.faults[0])
    if sys.version_info < (3, 13) and "trailing comma" in message:
        message = "line 1, column 9: not JSON: Expecting property name enclosed in double quotes."
    assert found == message


@pytest.mark.parametrize(
    ("make", "message"), [(lambda p: None, "there is no such file."), (lambda p: p.mkdir(), "is a folder.")]
)
def test_a_file_that_cannot_be_read_is_refused(tmp_path, make, message):
    path = tmp_path / "a.json"
    make(path)
    scheme, faults = pult.check_scheme(path)
    assert scheme is None
    assert [f.message for f in faults] == [message]


def test_unit_messages_name_both_units_and_the_way_out():
    from pult.core.units import parse_unit

    message = unit_mismatch(parse_unit("rpm"), parse_unit("rad/s")).message
    assert (
        message
        == "the units differ: rpm and rad/s. Insert a converter block: 'arithmetic.convert_unit' from rpm to rad/s "
        "(1 rpm = 0.10472 rad/s)."
    )


def test_a_sub_scheme_with_an_open_unit_serves_different_units():
    document = copy.deepcopy(BASE)
    document["inputs"]["pressure"] = {"unit": "Pa"}
    document["outputs"]["mean"] = {"unit": "Pa"}
    document["blocks"].append({"id": "soft2", "type": "scheme.smooth"})
    document["wires"] += [{"from": "pressure", "to": "soft2.raw"}, {"from": "soft2.fine", "to": "mean"}]
    assert pult.check_scheme(document)[1] == []
    document["outputs"]["mean"]["unit"] = "bar"
    assert [f.code for f in pult.check_scheme(document)[1]] == ["unit-mismatch"]


def test_wrapping_a_delay_in_a_sub_scheme_still_breaks_the_loop():
    """Feed-through is followed port by port: one way through the sub-scheme is direct, the other is not."""
    cross = {
        "inputs": {"a": {}, "b": {}}, "outputs": {"p": {}, "q": {}},
        "blocks": [{"id": "g", "type": "arithmetic.gain", "parameters": {"k": 2.0}}, {"id": "d", "type": "digital.unit_delay"}],
        "wires": [{"from": "a", "to": "g.x"}, {"from": "g.y", "to": "p"}, {"from": "b", "to": "d.x"}, {"from": "d.y", "to": "q"}],
    }  # fmt: skip
    document = lab.scheme(
        [{"id": "c", "type": "scheme.cross"}],
        ["c.p -> c.b", "c.q -> c.a", "c.p -> y"],
        outputs={"y": {}},
        schemes={"cross": cross},
    )
    program = pult.compile_scheme(document, plain=True)
    program.set("c.d.initial", 1.0)
    program.reset()
    assert [program.step()["y"] for _ in range(4)] == [2.0, 4.0, 8.0, 16.0]
    document["wires"][0], document["wires"][1] = {"from": "c.p", "to": "c.a"}, {"from": "c.q", "to": "c.b"}
    faults = pult.check_scheme(document)[1]
    assert faults[0].place == "wires[0]"
    assert faults[0].message.startswith("algebraic loop: c.g.y -> c.p -> c.a -> c.g.x -> c.g.y.")


def deep(depth):
    schemes = {"s0": {"inputs": {"a": {}}, "outputs": {"b": {}}, "blocks": [{"id": "d", "type": "digital.unit_delay"}],
                      "wires": [{"from": "a", "to": "d.x"}, {"from": "d.y", "to": "b"}]}}  # fmt: skip
    for n in range(1, depth):
        schemes[f"s{n}"] = {
            "inputs": {"a": {}}, "outputs": {"b": {}}, "blocks": [{"id": "in", "type": f"scheme.s{n - 1}"}],
            "wires": [{"from": "a", "to": "in.a"}, {"from": "in.b", "to": "b"}],
        }  # fmt: skip
    return lab.scheme(
        [{"id": "x", "type": f"scheme.s{depth - 1}"}],
        ["u -> x.a", "x.b -> y"],
        inputs={"u": {}},
        outputs={"y": {}},
        schemes=schemes,
    )


def test_fifty_levels_of_sub_schemes_are_handled():
    program = pult.compile_scheme(deep(50), plain=True)
    assert [program.step({"u": v})["y"] for v in (1.0, 2.0, 3.0)] == [0.0, 1.0, 2.0]
    assert program.probe("x" + ".in" * 49 + ".d.y") == 2.0


def test_too_deep_nesting_is_refused_clearly():
    faults = pult.check_scheme(deep(120))[1]
    assert [str(f) for f in faults] == ["schemes: sub-schemes nest 121 deep; at most 100 levels are allowed."]


def test_sub_schemes_that_double_at_every_level_are_refused_before_they_are_written_out():
    document = deep(40)
    for n in range(1, 40):
        level = document["schemes"][f"s{n}"]
        level["blocks"].append({"id": "two", "type": f"scheme.s{n - 1}", "inputs": {"a": 0.0}})
    faults = pult.check_scheme(document)[1]
    assert [f.code for f in faults] == ["too-large"]
    # every delay, and every use of a sub-scheme
    assert faults[0].message == f"with all sub-schemes expanded, the scheme has {2**39 + 2**40 - 1} blocks; at most 100000 are allowed."


def test_ten_thousand_blocks_in_one_level_are_handled():
    count = 10_000
    blocks = [{"id": f"b{i}", "type": "arithmetic.bias" if i % 3 else "digital.unit_delay"} for i in range(count)]
    wires = ["u -> b0.x", *(f"b{i}.y -> b{i + 1}.x" for i in range(count - 1)), f"b{count - 1}.y -> y"]
    document = lab.scheme(blocks, wires, inputs={"u": {}}, outputs={"y": {}})
    program = pult.compile_scheme(document)
    assert program.native
    assert program.step({"u": 1.0}) == {"y": 0.0}
    delays = sum(block["type"] == "digital.unit_delay" for block in blocks)
    ones = program.run(delays, {"u": 1.0})["y"]
    assert ones[delays - 2] == 0.0
    assert ones[delays - 1] == 1.0


def test_ten_thousand_faults_are_reported_in_bounded_number_and_time():
    document = lab.scheme([{"id": f"b{i}", "type": f"no.such{i}"} for i in range(10_000)], [])
    faults = pult.check_scheme(document)[1]
    assert len(faults) == 1000
    assert faults[0].message == "block 'b0': unknown type 'no.such0'. `pult list blocks` lists all types."


@pytest.mark.parametrize("seed", range(10))
def test_a_written_document_reads_back_as_the_same_scheme(seed):
    document = random_scheme(seed)
    scheme = pult.load_scheme(document)
    text = format_scheme(scheme.document)
    again = pult.load_scheme(json.loads(text))
    assert again.document == scheme.document
    assert again.hash == scheme.hash
    assert format_scheme(again.document) == text  # stable: saving twice makes no difference in git
    assert all(line.count('"id": ') + line.count('"from": ') <= 1 for line in text.splitlines())  # one block or wire a line


def test_saving_replaces_the_whole_file_or_nothing(tmp_path):
    path = tmp_path / "servo.scheme.json"
    scheme = pult.load_scheme(lab.servo(1))
    save_scheme(scheme.document, path)
    assert pult.load_scheme(path).hash == scheme.hash
    if sys.platform != "win32":
        path.chmod(0o640)
        save_scheme(scheme.document, path)
        assert path.stat().st_mode & 0o777 == 0o640
    before = path.read_bytes()
    with pytest.raises(TypeError):
        save_scheme(object(), path)  # type: ignore[arg-type]
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["servo.scheme.json"]


def test_the_published_schema_accepts_what_is_right_and_names_every_key():
    from pult.core.document import schema

    published = schema(SchemeDocument, "scheme")
    keys = published["$defs"]["SchemeDocument"]["properties"]
    assert set(keys) == {
        "format",
        "version",
        "name",
        "description",
        "step",
        "inputs",
        "outputs",
        "blocks",
        "wires",
        "uses",
        "schemes",
        "notes",
        "ui",
    }
    assert published["$defs"]["SchemeDocument"]["additionalProperties"] is False
    assert set(published["$defs"]["BlockDocument"]["required"]) == {"id", "type"}
    assert set(published["$defs"]["WireDocument"]["required"]) == {"from", "to"}


def test_nothing_in_a_document_is_ever_run_as_python(tmp_path):
    """Texts that would do harm if they were evaluated anywhere."""
    marker = tmp_path / "marker"
    attack = f"__import__('pathlib').Path({str(marker)!r}).touch()"
    for path in (
        ["name"],
        ["blocks", 0, "type"],
        ["blocks", 0, "id"],
        ["inputs", "wanted", "unit"],
        ["wires", 0, "from"],
        ["step"],
    ):
        pult.check_scheme(changed([[path, attack]]))
    expression = {
        "id": "e",
        "type": "arithmetic.expression",
        "parameters": {"expression": attack, "n": 1},
        "inputs": {"x1": 1.0},
    }
    pult.check_scheme(changed([[["blocks", 8], expression]]))
    document = changed([[["name"], attack]])
    pult.compile_scheme(document, plain=True)
    assert not marker.exists()


def test_checking_needs_no_compiler():
    code = "import sys, pult; pult.check_scheme({}); sys.exit('numba' in sys.modules or 'scipy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
