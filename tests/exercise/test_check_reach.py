"""An exercise is looked at in its own world: goals out of reach, zones that nothing enters, stages that hold already."""

import json

import numpy as np
import pytest
from typer.testing import CliRunner

from pult.cli import app
from pult.core.shipped import shipped, shipped_file
from pult.exercise.check_reach import reach_warnings
from pult.exercise.exercise import check_exercise, load_exercise
from pult.robot.robot import load_robot

HAND = {"type": "distance", "a": "hand", "b": "target1", "axes": "xy", "below": 0.012}


def spots(*points):
    return {"type": "place", "body": "target1", "region": {"type": "spots", "spots": [{"position": p} for p in points]}}


def exercise(tmp_path, **changes):
    data = json.loads(shipped_file("exercise", "two-link-line").read_text())
    data["stages"] = data["stages"][:1]
    data["limits"] = []
    data["scoring"] = {}
    data |= {key: value for key, value in changes.items() if key != "goal"}
    if "goal" in changes:
        data["stages"][0]["goal"] = changes["goal"]
    file = tmp_path / "mine.exercise.json"
    file.write_text(json.dumps(data))
    assert check_exercise(file, operator=False)[1] == []
    return file


def said(file, seeds=range(20)):
    return [(fault.place, fault.code, fault.values) for fault in reach_warnings(load_exercise(file), seeds)]


@pytest.mark.parametrize("name", shipped("exercise"))
def test_nothing_is_said_of_a_shipped_exercise(name):
    assert said(name, range(6)) == []


def test_a_target_out_of_reach_is_named_with_how_often_and_how_far(tmp_path):
    far = [0.9, 0.3, 0.1]
    file = exercise(tmp_path, start={"randomise": [spots([0.42, 0.24, 0.1], far)]}, goal=HAND)
    ((place, code, values),) = said(file)
    assert (place, code, values["thing"], values["starts"]) == ("stages[0].goal", "out-of-reach", "hand", 20)
    assert 0 < values["count"] < 20
    reach = values["short"] + 0.012
    assert np.hypot(0.9, 0.3) - reach == pytest.approx(longest_reach(), abs=1e-3)


def longest_reach():
    chain = load_robot("two-link").chain("arm")
    return float(np.hypot(*chain.forward(np.zeros(2))[:2, 3]))


def test_a_zone_out_of_reach_is_named(tmp_path):
    box = {"type": "inside", "thing": "hand", "low": [0.9, -0.1, 0.0], "high": [1.0, 0.1, 0.3]}
    ((place, code, values),) = said(exercise(tmp_path, goal=box))
    assert (place, code, values["count"]) == ("stages[0].goal", "out-of-reach", 20)
    assert values["short"] == pytest.approx(0.9 - longest_reach(), abs=2e-3)
    near = {**box, "low": [0.2, -0.3, 0.0], "high": [0.4, 0.3, 0.3]}
    assert all(code == "holds-at-start" for _, code, _ in said(exercise(tmp_path, goal=near)))


@pytest.mark.parametrize(("low", "high", "shape"), [
    ([0.2, 0.0, -0.5], [0.4, 0.1, -0.3], "floor"),
    ([0.5, 0.5, 0.1], [0.52, 0.52, 0.15], "block"),
    ([0.5, 0.5, 0.1], [0.52, 0.52, 0.25], ""),
    ([0.2, 0.0, -0.5], [0.4, 0.1, 0.0], ""),
])  # fmt: skip
def test_a_zone_within_a_solid_shape_is_named(tmp_path, low, high, shape):
    (tmp_path / "scene.xml").write_text("""<mujoco><worldbody>
      <geom name="floor" type="plane" size="2 2 .1"/><geom name="block" type="box" pos=".5 .5 .1" size=".1 .1 .1"/>
      <body name="target1" pos="1 1 1"><freejoint/><geom size=".02" contype="0" conaffinity="0"/></body>
    </worldbody></mujoco>""")
    world = {"format": "pult.world", "version": 1, "name": "w", "scene": "scene.xml", "robots": [{"robot": "two-link"}]}
    (tmp_path / "w.world.json").write_text(json.dumps(world))
    box = {"type": "inside", "thing": "target1", "low": low, "high": high}
    found = said(exercise(tmp_path, world="w", start={}, goal=box))
    assert [(place, code, values["shape"]) for place, code, values in found] == (
        [("stages[0].goal", "no-room", shape)] if shape else []
    )


def test_a_first_stage_that_holds_at_the_start_is_named(tmp_path):
    wide = {**HAND, "below": 3.0}
    ((place, code, values),) = said(exercise(tmp_path, goal=wide))
    assert (place, code, values["count"], values["seed"]) == ("stages[0].goal", "holds-at-start", 20, 0)
    still = {"type": "all", "of": [wide, {"type": "signal", "name": "panel.enable", "is": True}]}
    assert said(exercise(tmp_path, goal=still)) == []  # a signal is not known before the session runs


def test_the_command_line_shows_it_as_a_warning(tmp_path):
    file = exercise(tmp_path, start={"randomise": [spots([0.9, 0.3, 0.1])]}, goal=HAND)
    found = CliRunner().invoke(app, ["check", str(file)])
    assert found.exit_code == 0
    assert "warning stages[0].goal: out of reach of 'hand' at 20 of 20 drawn starts" in found.output
