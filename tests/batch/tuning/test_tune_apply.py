"""Tuned values are written into documents, and nothing else changes."""

import json

import pytest
from typer.testing import CliRunner

import pult
from pult.batch.target import Target
from pult.batch.tuning.apply import apply, check_writable, current_value, difference, locate_value
from pult.batch.tuning.edit import set_value
from pult.cli import app
from pult.core.errors import UsageError

TEXT = '\ufeff{"a":  [1, {"kp" : 2.50e1,\r\n  "s": "x}]\\"", "é": {}}],\n  "kp": 3}\n'


@pytest.mark.parametrize(
    ("place", "value", "old", "new"),
    [
        (("kp",), 4.5, '"kp": 3', '"kp": 4.5'),
        (("a", 1, "kp"), 7, "2.50e1", "7"),
        (("a", 0), -1, "[1,", "[-1,"),
        (("a", 1, "s"), "ü", '"x}]\\""', '"ü"'),
        (("a", 1, "é", "n"), 1, '"é": {}', '"é": {"n": 1}'),
        (("new", "deep"), 1.5, '"kp": 3', '"kp": 3, "new": {"deep": 1.5}'),
    ],
)
def test_one_value_changes_and_every_other_character_stays(place, value, old, new):
    assert TEXT.count(old) == 1
    changed = set_value(TEXT, place, value)
    assert changed == TEXT.replace(old, new)
    json.loads(changed[1:])


def test_a_new_key_is_laid_out_as_its_neighbours_are():
    text = '{\n  "a": 1,\n  "b": 2\n}\n'
    assert set_value(text, ("c",), 3) == '{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}\n'


def test_an_entry_that_a_list_does_not_have_is_refused():
    with pytest.raises(UsageError, match=r"no a\[5\]\.kp"):
        set_value(TEXT, ("a", 5, "kp"), 1)


@pytest.fixture
def copied(tmp_path):
    """A copy of a shipped exercise, as a user makes it."""
    assert CliRunner().invoke(app, ["copy", "two-link-reach", str(tmp_path)]).exit_code == 0
    return tmp_path


def load(copied):
    return pult.load_exercise(copied / "exercises/two-link-reach.exercise.json")


def test_a_parameter_stands_in_the_scheme_in_the_exercise_or_in_the_variant(copied):
    target = Target("pd.kp", parameter="pd.kp")
    location = locate_value(load(copied), "semi-automatic", target)
    assert (location.file.name, current_value(location)) == ("two-link-semi-automatic.scheme.json", 20.0)
    file = copied / "exercises/two-link-reach.exercise.json"
    text = file.read_text(encoding="utf-8")
    file.write_text(set_value(text, ("parameters",), {"pd.kp": 30.0}), encoding="utf-8")
    location = locate_value(load(copied), "semi-automatic", target)
    assert (location.file, current_value(location)) == (file, 30.0)
    file.write_text(set_value(text, ("variants", "semi-automatic", "parameters"), {"pd.kp": 40.0}), encoding="utf-8")
    assert current_value(locate_value(load(copied), "semi-automatic", target)) == 40.0


def test_only_the_named_numbers_change_and_the_session_has_them(copied):
    before = {path: path.read_bytes() for path in copied.rglob("*") if path.is_file()}
    exercise = load(copied)
    targets = {name: Target(name, parameter=name) for name in ("pd.kp", "pd.kd")}
    targets["world:timestep"] = Target("world:timestep", file="worlds/two-link.world.json", place=("timestep",))
    locations = {name: locate_value(exercise, "semi-automatic", target) for name, target in targets.items()}
    values = {"pd.kp": 16.42, "pd.kd": 0.3224, "world:timestep": 0.0005}
    shown = difference(locations, values)
    files = apply(locations, values)
    assert {file.name for file in files} == {"two-link-semi-automatic.scheme.json", "two-link.world.json"}
    scheme, world = (next(path for path in before if path.name == file.name) for file in files)
    gains = b'"kd": 0.3, "kp": 20.0', b'"kd": 0.3224, "kp": 16.42'
    assert before[scheme].count(gains[0]) == 1
    assert scheme.read_bytes() == before[scheme].replace(*gains)
    assert '-    {"id": "pd", "type": "control.pd", "shape": [2], "parameters": {"kd": 0.3, "kp": 20.0}},' in shown
    assert json.loads(world.read_bytes()) == {**json.loads(before[world]), "timestep": 0.0005}
    assert all(path.read_bytes() == content for path, content in before.items() if path not in (scheme, world))
    assert {name: current_value(location) for name, location in locations.items()} == values


def test_a_parameter_of_a_shared_part_is_written_to_the_block_that_uses_it(copied):
    file = copied / "schemes/two-link-semi-automatic.scheme.json"
    document = json.loads(file.read_bytes())
    name, part = next(
        (name, part) for name, part in document["schemes"].items()
        if any("parameters" in block for block in part["blocks"])
    )
    user = next(block["id"] for block in document["blocks"] if block["type"] == f"scheme.{name}")
    inner = next(block for block in part["blocks"] if block.get("parameters"))
    parameter = next(iter(inner["parameters"]))
    path = f"{user}.{inner['id']}.{parameter}"
    target = Target(path, parameter=path)
    alone = locate_value(load(copied), "semi-automatic", target)
    assert alone.place[:2] == ("schemes", name)
    document["blocks"].append({"id": "twin", "type": f"scheme.{name}"})
    file.write_text(json.dumps(document), encoding="utf-8")
    shared = locate_value(load(copied), "semi-automatic", target)
    index = [block["id"] for block in document["blocks"]].index(user)
    assert shared.place == ("blocks", index, "parameters", f"{inner['id']}.{parameter}")


def test_shipped_documents_are_refused_with_the_way_to_a_copy():
    exercise = pult.load_exercise("two-link-reach")
    locations = {"pd.kp": locate_value(exercise, "semi-automatic", Target("pd.kp", parameter="pd.kp"))}
    with pytest.raises(UsageError, match="pult copy two-link-reach FOLDER"):
        check_writable(exercise, locations)
