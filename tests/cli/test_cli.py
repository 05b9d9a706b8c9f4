"""The command line as a person uses it."""

import json
import xml.etree.ElementTree as ElementTree

import pytest

import pult
from pult.cli.kinds import FORMATS
from tests.cli.terminal import pult as run
from tests.cli.terminal import pult_process
from tests.scheme.fuzz import mutate
from tests.scheme.malformed import BASE, changed

SERVO = pult.shipped_scheme("servo")


def write(path, document):
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--version"], 0),
        (["check", "servo", "two-link-reach"], 0),
        (["list", "schemes"], 0),
        (["schema", "scheme"], 0),
        (["scheme", "show", "servo"], 0),
        (["scheme", "run", "no.json"], 1),
    ],
)
def test_a_process_of_its_own_says_the_same(words, code, tmp_path):
    """The other tests call commands in the process of the tests."""
    assert pult_process(*words, code=code, cwd=tmp_path) == run(*words, code=code, cwd=tmp_path)


def test_check_says_ok_and_exits_with_zero():
    assert run("check", SERVO).stdout == f"ok  {SERVO}\n"


def test_check_reports_all_faults_of_all_files_on_stderr(tmp_path):
    one = write(tmp_path / "one.json", changed([[["blocks", 0, "parameters"], {"kp": -1, "kq": 1}]]))
    two = write(tmp_path / "two.json", {"format": "pult.scheem", "version": 1})
    done = run("check", one, SERVO, two, tmp_path / "three.json", code=1)
    assert done.stdout == f"ok  {SERVO}\n"
    assert done.stderr.splitlines() == [
        f"bad {one}: 2 faults",
        "    blocks[0].parameters.kp: block 'pd': 'kp' is -1 V/rad; allowed is >= 0 V/rad.",
        "    blocks[0].parameters.kq: block 'pd': 'control.pd' has no parameter 'kq'. Did you mean 'kd'? Allowed: 'kd', 'kp', 'u_max', 'unit'.",
        f"bad {two}: 1 fault",
        f"    format: unknown format 'pult.scheem'. Did you mean 'pult.scheme'? Allowed: {', '.join(map(repr, FORMATS))}.",
        f"bad {tmp_path / 'three.json'}: 1 fault",
        "    there is no such file.",
    ]


def test_check_answers_as_json(tmp_path):
    bad = write(tmp_path / "bad.json", changed([[["step"], -1]]))
    done = run("check", "--json", SERVO, bad, code=1)
    fault = {
        "place": "step",
        "code": "out-of-range",
        "templates": ["the control step is {step:g} s; allowed is above 0..3600 s."],
        "values": {"step": -1.0},
        "message": "the control step is -1 s; allowed is above 0..3600 s.",
    }
    assert json.loads(done.stdout) == {
        "ok": False,
        "files": [
            {"file": str(SERVO), "ok": True, "faults": [], "warnings": [], "not_runnable": []},
            {"file": str(bad), "ok": False, "faults": [fault], "warnings": [], "not_runnable": []},
        ],
    }


def test_list_blocks_as_json_tells_all_about_each():
    # in a process of its own: other tests declare blocks in this one
    found = {b["name"]: b for b in json.loads(pult_process("list", "blocks", "--json").stdout)}
    assert set(found) >= {"control.pd", "arithmetic.sum", "logic.and"}
    pd = found["control.pd"]
    assert pd["inputs"][0] == {"name": "wanted", "kind": "number", "unit": "{unit}", "shape": [], "feeds_through": True}
    assert pd["parameters"][0] == {
        "name": "kp", "kind": "number", "unit": "V/{unit}", "required": False, "tunable": True,
        "description": "stiffness", "default": 1.0, "range": {"low": 0, "above": False},
    }  # fmt: skip
    assert found["control.integrator"]["inputs"][0]["feeds_through"] is False
    assert all(b["equation"] and b["summary"] for b in found.values())


def test_list_blocks_for_people_by_family_and_by_name():
    everything = pult_process("list", "blocks").stdout
    library = [
        t for t in pult.blocks().values() if t.module.startswith("pult.blocks")
    ]  # tests declare some of their own
    assert "control.pd" in everything and f"{len(library)} blocks" in everything
    family = run("list", "blocks", "trigonometry").stdout
    assert "trigonometry.atan2" in family and "control.pd" not in family
    one = run("list", "blocks", "control.pd").stdout
    assert "stiffness" in one and "V*s/{unit}" in one
    assert "Did you mean 'control.pid'? " in run("list", "blocks", "control.pidd", code=1).stderr


def test_schema_is_json_schema():
    found = json.loads(run("schema", "scheme").stdout)
    assert found["$ref"] == "#/$defs/SchemeDocument"
    assert "unknown kind 'schem'" in run("schema", "schem", code=2).stderr


def test_scheme_show_lists_blocks_order_and_units_and_draws(tmp_path):
    drawing = tmp_path / "servo.svg"
    text = run("scheme", "show", SERVO, "-o", drawing, "--part", "axis").stdout
    assert "wanted [rad] scalar" in text and "axis.drive" in text and "rad/s^2" in text
    root = ElementTree.parse(drawing).getroot()
    assert root.tag.endswith("svg")
    assert "pd" in drawing.read_text()
    facts = json.loads(run("scheme", "show", SERVO, "--json").stdout)
    order = {b["path"]: b["order"] for b in facts["blocks"]}
    assert order["axis.angle"] < order["axis.pd"] < order["axis.drive"]
    assert {b["path"]: b["states"] for b in facts["blocks"]}["axis.speed"] == ["value"]
    assert facts["hash"] == pult.load_scheme(SERVO).hash


def test_scheme_run_gives_the_same_bits_plainly_and_natively():
    common = [
        "scheme",
        "run",
        SERVO,
        "--steps",
        50,
        "--input",
        "wanted=0.5",
        "--set",
        "axis.pd.kp=7",
        "--probe",
        "axis.pd.y",
        "--json",
    ]
    native, plain = (json.loads(run(*common, *more).stdout) for more in ([], ["--plain"]))
    assert (native["native"], plain["native"]) == (True, False)
    for key in ("outputs", "last", "probes", "time"):
        assert native[key] == plain[key]
    program = pult.compile_scheme(SERVO, plain=True)
    program.set("axis.pd.kp", 7.0)
    assert native["outputs"]["angle"] == program.run(50, {"wanted": 0.5})["angle"].tolist()


def test_scheme_run_draws_outputs_and_probes_over_time(tmp_path):
    picture = tmp_path / "servo.svg"
    words = ("scheme", "run", SERVO, "--steps", 50, "-i", "wanted=1", "--plain", "--plot", picture)
    alone, watched = run(*words), run(*words, "--probe", "axis.drive.y")
    assert "picture written to" in alone.stdout
    drawn = picture.read_text()
    assert all(f">{text}<" in drawn for text in ("angle", "voltage", "axis.drive.y", "[rad]", "[V]", "time [s]"))
    rows = [[line.split() for line in done.stdout.splitlines() if line.startswith("angle")] for done in (alone, watched)]
    assert rows[0] == rows[1]  # watching changes nothing


def test_scheme_run_for_people():
    done = run("scheme", "run", SERVO, "--steps", 300, "-i", "wanted=1", "--plain")
    assert "angle" in done.stdout and "rad" in done.stdout and "plain Python" in done.stdout
    assert done.stderr == ""
    assert "no --input for 'wanted': taken as 0 or false." in run("scheme", "run", SERVO, "--plain").stderr


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["scheme", "run", "no.json"], 1, "error: no.json: 1 fault\n  there is no such file."),
        (
            ["scheme", "run", SERVO, "--input", "wnated=1", "--plain"],
            1,
            "there is no input 'wnated'. Did you mean 'wanted'?",
        ),
        (["scheme", "run", SERVO, "--input", "wanted", "--plain"], 2, "'wanted' is not NAME=VALUE."),
        (["scheme", "run", SERVO, "--input", "wanted=fast", "--plain"], 2, "'fast' is not a value"),
        (["scheme", "run", SERVO, "--input", "wanted=[1,2]", "--plain"], 1, "input 'wanted' must be a scalar"),
        (["scheme", "run", SERVO, "--set", "axis.pd.kp=-1", "--plain"], 1, "'kp' is -1 V/rad; allowed is >= 0 V/rad."),
        (["scheme", "run", SERVO, "--probe", "axis.pd.u", "--plain"], 1, "block 'axis.pd' has no port 'u'"),
        (["scheme", "run", SERVO, "--steps", "0"], 2, "greater than or equal to 1"),
        (["scheme", "show", SERVO, "--part", "axes"], 1, "there is no sub-scheme 'axes'. The scheme has: 'axis'."),
        (["scheme", "show", SERVO, "--theme", "pink"], 2, "'pink' is neither light nor dark."),
        (["frobnicate"], 2, "No such command"),
    ],
)
def test_a_mistake_is_answered_in_words_and_with_a_code(arguments, code, message):
    done = run(*arguments, code=code)
    assert message in done.stderr
    assert done.stdout == ""


def test_a_block_that_fails_ends_the_run_with_its_name(tmp_path):
    document = {
        "format": "pult.scheme", "version": 1, "inputs": {"u": {}}, "outputs": {"y": {}},
        "blocks": [{"id": "g", "type": "arithmetic.gain", "parameters": {"k": 1e300}}, {"id": "d", "type": "arithmetic.difference"}],
        "wires": [{"from": "u", "to": "g.x"}, {"from": "g.y", "to": "d.a"}, {"from": "g.y", "to": "d.b"}, {"from": "d.y", "to": "y"}],
    }  # fmt: skip
    done = run("scheme", "run", write(tmp_path / "inf.json", document), "--input", "u=1e300", "--plain", code=1)
    assert (
        "block 'd' (arithmetic.difference) gave NaN at its output 'y' at t = 0 s; its inputs were a=inf, b=inf."
        in done.stderr
    )


def test_a_shipped_scheme_goes_by_its_name():
    assert run("check", "servo").stdout == "ok  servo\n"
    listed = json.loads(run("list", "schemes", "--json").stdout)
    assert "servo" in [row["name"] for row in listed] and all(row["description"] for row in listed)
    assert (
        json.loads(run("scheme", "run", "servo", "--plain", "--json", "-n", "3", "-i", "wanted=1").stdout)["steps"] == 3
    )


@pytest.mark.parametrize("place", ["nowhere/x.svg", "."])
def test_a_drawing_that_cannot_be_written_is_answered_in_words(tmp_path, place):
    assert "error: cannot write" in run("scheme", "show", "servo", "-o", tmp_path / place, code=1).stderr


def test_version_and_help():
    assert run("--version").stdout == f"pult {pult.__version__}\n"
    assert "check" in run("--help").stdout


def test_mutated_files_never_make_a_traceback(tmp_path):
    files = [write(tmp_path / f"{seed}.json", mutate(BASE, seed)) for seed in range(40)]
    garbage = tmp_path / "garbage.json"
    garbage.write_bytes(bytes(range(256)))
    done = run("check", "--json", *files, garbage, code=1)
    answer = json.loads(done.stdout)
    assert len(answer["files"]) == 41
    assert all(row["ok"] or row["faults"] for row in answer["files"])
