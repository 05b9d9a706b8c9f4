"""`pult run` and the lists, as a user calls them."""

import json
import re

import pytest

from pult.core.shipped import shipped_scheme
from pult.exercise.exercise import load_exercise
from pult.scheme.compile import load_scheme
from tests.cli.terminal import pult, pult_process


def test_run_json_has_all_that_programs_need_and_is_the_same_in_two_processes():
    words = ("run", "two-link-reach", "--pilot", "command", "--seed", "6", "--json")
    one, two = (json.loads(start(*words).stdout) for start in (pult_process, pult))
    assert one["exercise"] == "two-link-reach" and one["pilot"] == "command" and one["variant"] == "command"
    assert one["seed"] == 6 and one["success"] is True and one["reason"] == "success"
    assert 0.0 <= one["steps"] * 0.01 - one["time"] < 0.05  # the pilot acts every 0.05 s
    assert 0.0 < one["score"] <= 100.0
    assert one["metrics"]["path_ratio"] > 1.0 and one["metrics"]["time"] == one["time"]
    assert set(one["wall"]) == {"prepare", "run", "real_time_factor"}
    assert re.fullmatch("[0-9a-f]{64}", one["hash"])
    for result in (one, two):
        result.pop("wall")
    assert one == two


def test_run_tells_people_the_score_and_records(tmp_path):
    file = tmp_path / "a.mcap"
    done = pult("run", "two-link-reach", "--pilot", "command", "--seed", "6", "--record", str(file))
    assert "done in" in done.stdout and "Path length ratio" in done.stdout and "times real time" in done.stdout
    assert file.stat().st_size > 10_000
    again = pult("run", "two-link-reach", "--pilot", "command", "--record", str(file), code=1)
    assert "there is a file of this name already" in again.stderr


@pytest.mark.parametrize("exercise", ["two-link-line", "two-link-reach"])
def test_an_exercise_is_attempted_by_its_own_operator_unless_another_is_named(exercise):
    found = json.loads(pult("run", exercise, "--seed", "4", "--json").stdout)
    assert found["success"] and found["pilot"] == load_exercise(exercise).document.operator == "semi-automatic"
    # a variant that the operator does not do is done by a pilot that does
    assert json.loads(pult("run", exercise, "--variant", "command", "--json").stdout)["pilot"] == "command"


def test_an_exercise_without_an_operator_opens_and_run_says_what_to_pass(tmp_path):
    pult("copy", "two-link-reach", str(tmp_path / "old"))
    file = tmp_path / "old" / "exercises" / "two-link-reach.exercise.json"
    file.write_text(file.read_text(encoding="utf-8").replace('"operator": "semi-automatic",', ""), encoding="utf-8")
    assert "ok" in pult("check", str(file)).stdout
    told = pult("run", str(file), code=1).stderr
    assert "--pilot" in told and "'command', 'displacement', 'semi-automatic'" in told and "'operator'" in told
    assert json.loads(pult("run", str(file), "--pilot", "command", "--json").stdout)["pilot"] == "command"


def test_a_failed_attempt_returns_1_and_says_why():
    done = pult("run", "two-link-reach", "--pilot", "command", "--seed", "6", "--set", "rate.k=0.001", code=1)
    assert "not done (time)" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("two-link-reech",), "Did you mean 'two-link-reach'"),
        (("two-link-reach", "--pilot", "comand"), "Did you mean 'command'"),
        (("two-link-reach", "--variant", "comand"), "Did you mean 'command'"),
        (("two-link-reach", "--pilot", "command", "--set", "pd.kq=1"), "Did you mean"),
        (("two-link-reach", "--pilot", "command", "--set", "pd.kp=-1"), "pd.kp"),
        (("two-link-reach", "--pilot", "command", "--record", "/nowhere/x.mcap"), "/nowhere"),
    ],
)
def test_mistakes_are_told(arguments, message):
    assert message in pult("run", *arguments, code=1).stderr


def test_lists_are_for_people_and_for_programs():
    exercises = json.loads(pult("list", "exercises", "--json").stdout)
    reach = next(row for row in exercises if row["name"] == "two-link-reach")
    assert reach["variants"] == ["semi-automatic", "command"] and "command" in reach["pilots"]
    assert all(row["operator"] in row["pilots"] for row in exercises)
    assert "two-link-reach" in pult("list", "exercises").stdout
    assert {"human-arm", "two-link"} <= {row["name"] for row in json.loads(pult("list", "worlds", "--json").stdout)}
    assert any(row["name"] == "two-link" for row in json.loads(pult("list", "panels", "--json").stdout))
    known = json.loads(pult("list", "pilots", "--json").stdout)
    assert {"command", "displacement", "semi-automatic"} <= {row["name"] for row in known}
    assert "two-link-reach (command)" in pult("list", "pilots").stdout


def test_check_knows_every_kind_of_document(tmp_path):
    done = pult("check", "two-link", "two-link-reach")
    assert done.stdout.count("ok") == 4  # panel, robot and world of one name, and the exercise
    bad = tmp_path / "bad.world.json"
    bad.write_text('{"format": "pult.world", "version": 1, "scene": "no.xml", "timestep": -1, "robtos": []}')
    assert "robtos" in pult("check", str(bad), code=1).stderr
    bad.write_text('{"format": "pult.world", "version": 1, "scene": "no.xml", "timestep": -1}')
    text = pult("check", str(bad), code=1).stderr
    assert "no.xml" in text and "from 1e-06 to 0.1 s" in text


@pytest.mark.parametrize("kind", ["world", "panel", "exercise"])
def test_schemas_are_published(kind):
    found = json.loads(pult("schema", kind).stdout)
    assert found["$schema"].startswith("https://json-schema.org/") and kind in found["title"]


@pytest.mark.parametrize("kind", ["world", "robot", "exercise"])
def test_a_schema_allows_whole_documents_and_such_that_build_on_others(kind):
    found = json.loads(pult("schema", kind).stdout)
    assert found["if"] == {"required": ["base"]} and found["else"] == {"$ref": f"#/$defs/{kind.title()}Document"}
    assert found["then"]["required"] == ["format", "version", "base"]
    assert f"{kind.title()}Document" in found["$defs"]


def test_copy_brings_a_whole_exercise_that_runs_with_its_changes(tmp_path):
    pult_process("copy", "two-link-reach", str(tmp_path / "my"))
    exercise = tmp_path / "my" / "exercises" / "two-link-reach.exercise.json"
    exercise.write_text(exercise.read_text(encoding="utf-8").replace('"name": "two-link-reach"', '"name": "mine"'))
    scheme = tmp_path / "my" / "schemes" / "two-link-command.scheme.json"
    scheme.write_text(scheme.read_text(encoding="utf-8").replace('"kp": 20.0', '"kp": 18.0'))
    found = json.loads(pult("run", str(exercise), "--pilot", "command", "--seed", "1", "--json").stdout)
    usual = json.loads(pult("run", "two-link-reach", "--pilot", "command", "--seed", "1", "--json").stdout)
    assert found["exercise"] == "mine" and found["success"] and found["hash"] != usual["hash"]
    assert "exists already" in pult("copy", "two-link-reach", str(tmp_path / "my"), code=1).stderr
    assert "Did you mean 'two-link'" in pult("copy", "two-lnk", str(tmp_path / "x"), code=1).stderr
    assert "a panel, a robot, a world" in pult("copy", "two-link", str(tmp_path / "x"), code=2).stderr
    pult("copy", "two-link", str(tmp_path / "x"), "--kind", "robot")
    assert {path.name for path in (tmp_path / "x" / "robots").iterdir()} == {"two-link.robot.json", "two-link.xml"}


def test_copy_takes_the_documents_along_that_a_document_builds_on(tmp_path):
    pult("copy", "airlock-valve-gravity", str(tmp_path))
    files = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert {f"exercises/airlock-valve{more}.exercise.json" for more in ("", "-gravity")} < files
    assert {f"worlds/airlock{more}.world.json" for more in ("", "-gravity")} | {"worlds/airlock.xml"} < files
    exercise = json.loads((tmp_path / "exercises/airlock-valve-gravity.exercise.json").read_text(encoding="utf-8"))
    world = json.loads((tmp_path / "worlds/airlock-gravity.world.json").read_text(encoding="utf-8"))
    assert exercise["base"] == "airlock-valve" and world["base"] == "airlock"
    base = tmp_path / "exercises" / "airlock-valve.exercise.json"
    base.write_text(base.read_text(encoding="utf-8").replace('"duration": 120', '"duration": 90'), encoding="utf-8")
    documents = sorted(str(path) for path in tmp_path.glob("*s/*.json"))
    assert pult("check", *documents).stdout.count("ok ") == len(documents)
    from pult.exercise.exercise import load_exercise

    assert load_exercise(tmp_path / "exercises/airlock-valve-gravity.exercise.json").document.duration == 90


def test_copy_of_a_robot_brings_its_base_with_its_own_model(tmp_path):
    pult("copy", "torso-light", str(tmp_path))
    names = {path.name for path in (tmp_path / "robots").iterdir()}
    assert {"torso-light.robot.json", "torso-light.xml", "torso.robot.json", "torso.xml", "meshes"} == names
    assert "ok" in pult("check", str(tmp_path / "robots/torso.robot.json")).stdout


def test_an_exercise_that_builds_on_a_shipped_one_is_run_recorded_and_replayed(tmp_path):
    for kind, name, change in (
        ("exercise", "mine", {"base": "two-link-line", "world": "heavy", "title": "Mine"}),
        ("world", "heavy", {"base": "two-link", "gravity": [0, 0, -20]}),
    ):
        head = {"format": f"pult.{kind}", "version": 1, "name": name}
        (tmp_path / f"{name}.{kind}.json").write_text(json.dumps({**head, **change}), encoding="utf-8")
    exercise, record = tmp_path / "mine.exercise.json", tmp_path / "mine.mcap"
    assert "ok" in pult("check", str(exercise), str(tmp_path / "heavy.world.json")).stdout
    pult("run", str(exercise), "--pilot", "command", "--seed", "1", "--record", str(record))
    (tmp_path / "heavy.world.json").unlink()
    exercise.unlink()
    found = json.loads(pult("replay", str(record), "--check", "--json").stdout)
    assert found["check"]["same"] and found["exercise"] == "mine"
    assert "no world 'two-lnk' is shipped. Did you mean 'two-link'?" in _wrong_base(tmp_path)


def _wrong_base(folder):
    wrong = {"format": "pult.world", "version": 1, "name": "wrong", "base": "two-lnk"}
    (folder / "wrong.world.json").write_text(json.dumps(wrong), encoding="utf-8")
    return " ".join(pult("check", str(folder / "wrong.world.json"), code=1).stderr.split())


def test_a_copied_exercise_takes_its_parts_along_and_is_changed_by_them_alone(tmp_path):
    pult("copy", "airlock-valve", str(tmp_path / "my"))
    schemes = tmp_path / "my" / "schemes"
    names = {path.name.removesuffix(".scheme.json") for path in schemes.iterdir()}
    assert {"airlock", "force-law", "torso-servo", "joystick-effort"} <= names
    assert json.loads((schemes / "airlock.scheme.json").read_text(encoding="utf-8"))["uses"]["law"] == "force-law"
    copied = load_scheme(schemes / "airlock.scheme.json")
    assert copied.hash == load_scheme(shipped_scheme("airlock")).hash
    part = schemes / "force-law.scheme.json"
    part.write_text(part.read_text(encoding="utf-8").replace("0.2, 0.2, 0.2", "0.3, 0.3, 0.3"), encoding="utf-8")
    assert load_scheme(schemes / "airlock.scheme.json").hash != copied.hash


def test_parts_are_listed_apart_from_schemes():
    schemes = json.loads(pult("list", "schemes", "--json").stdout)
    parts = json.loads(pult("list", "parts", "--json").stdout)
    names = {row["name"] for row in schemes}
    assert "airlock" in names and not names & {row["name"] for row in parts}
    law = next(row for row in parts if row["name"] == "force-law")
    assert law["used_by"] == ["airlock", "force-hybrid"]
    assert "used by: airlock, force-hybrid" in pult("list", "parts").stdout
    shown = json.loads(pult("scheme", "show", "force-hybrid", "--robot", "human-arm", "--json").stdout)
    assert shown["parts"]["law"] == "force-law"


def test_a_check_says_of_a_part_with_open_units_that_it_does_not_run():
    said = " ".join(pult("check", "force-law").stdout.split())
    assert "a part: the units of 'wanted', 'applied', 'y', 'error' are left to the schemes that use it" in said
    [row] = json.loads(pult("check", "force-law", "--json").stdout)["files"]
    assert row["ok"] and [why["values"]["name"] for why in row["not_runnable"]] == ["wanted", "applied", "y", "error"]
    assert pult("check", "airlock").stdout.count("\n") == pult("check", "airlock").stdout.count("ok ")


def test_copy_names_the_place_that_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    place = tmp_path / "file"
    refused = pult("copy", "two-link-reach", str(place), code=1).stderr
    assert str(place / "exercises" / "two-link-reach.exercise.json") in refused.replace("\n", "")
    assert "cannot write" in refused


def test_a_world_runs_under_a_scheme_by_a_script_without_an_exercise(tmp_path):
    script, file = tmp_path / "in.csv", tmp_path / "a.mcap"
    script.write_text("time,joystick[x],speed,enable,effectors\n0,0,1,1,hand\n0.5,-0.6,,,\n")
    words = ("run", "--world", "two-link", "--scheme", "two-link-semi-automatic", "--panel", "two-link")
    told = json.loads(pult(*words, "--script", str(script), "--record", str(file), "--json").stdout)
    assert told["steps"] == 150 and told["halted"] is None and re.fullmatch("[0-9a-f]{64}", told["hash"])
    assert "150 control steps" in pult(*words, "--script", str(script)).stdout
    assert "every bit" in pult("replay", str(file), "--check").stdout
    assert "there is no world" in (refused := pult("run", "--world", "x", "--scheme", "y", code=1).stderr) or "no world 'x'" in refused
    assert "needs both" in pult("run", "--world", "two-link", code=2).stderr
    assert "of its own" in pult("run", "two-link-reach", *words[1:5], code=2).stderr.replace("\n", " ")
    assert "name an exercise" in pult("run", code=2).stderr
