"""`pult ik`, `pult reach`, `pult list robots`: kinematics as a person at a terminal meets it."""

import json
import math

import numpy as np
import pytest
from typer.testing import CliRunner

import pult
from pult.cli import app


def run(*words):
    return CliRunner().invoke(app, list(words))


def test_ik_brings_the_hand_to_the_pose():
    done = run("ik", "panda", "--to", "0.4,0.2,0.5", "--rpy", "180,0,30", "--json")
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    arm = pult.load_robot("panda").chain("arm")
    at = arm.forward(list(found["q"].values()))
    wanted = pult.pose([0.4, 0.2, 0.5], np.radians([180.0, 0.0, 30.0]))
    assert found["reached"] is True
    assert list(found["q"]) == list(arm.names)
    assert np.linalg.norm(at[:3, 3] - wanted[:3, 3]) <= 1e-4
    assert np.abs(at[:3, :3] - wanted[:3, :3]).max() < 2e-3


def test_ik_traces_coordinate_descent_and_tells_of_failure_by_its_exit_code():
    done = run("ik", "two-link", "--to", "0.3,0.4,0", "--method", "descent", "--trace")
    assert done.exit_code == 0
    assert done.stdout.splitlines()[1].split() == ["rotation", "joint", "turned", "distance"]
    assert done.stdout.splitlines()[2].split()[:2] == ["1", "elbow"]
    far = run("ik", "two-link", "--to", "3,4,0", "--json")
    assert far.exit_code == 1
    assert json.loads(far.stdout)["residual_m"] == pytest.approx(5.0 - 0.7, abs=1e-9)
    assert json.loads(far.stdout)["reason"] == "unreachable"


def test_ik_takes_model_files_and_starts_by_name_or_in_degrees(tmp_path):
    model = pult.shipped_robot("two-link").with_name("two-link.xml")
    done = run(
        "ik", str(model), "--effector", "hand", "--base", "base", "--to", "0.3,0.4,0", "--from", "10,20", "--json"
    )
    assert done.exit_code == 0, done.output
    same = pult.solve_ik(
        pult.Chain.from_mjcf(model, effector="hand", base="base"), [0.3, 0.4, 0.0], np.radians([10.0, 20.0])
    )
    assert list(json.loads(done.stdout)["q"].values()) == same.q.tolist()
    named = run("ik", "two-link", "--to", "0.3,0.4,0", "--from", "home", "--json")
    assert named.exit_code == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["ik", "pnada", "--to", "1,1,1"], "no robot 'pnada' is shipped. Did you mean 'panda'?"),
        (["ik", "panda", "--to", "1,1"], "'1,1': give 3 numbers with commas between them."),
        (["ik", "panda", "--to", "1,nan,1"], "the target must be finite, but holds nan at 1."),
        (["ik", "panda", "--to", "1,1,1", "--method", "ccd"], "Allowed: 'descent', 'levenberg', 'solve'."),
        (["ik", "panda", "--to", "1,1,1", "--from", "hoem"], "there is no pose 'hoem'. Did you mean 'home'?"),
        (["ik", "panda", "--to", "1,1,1", "--chain", "leg"], "has no chain 'leg'. Allowed: 'arm'."),
        (["ik", "panda", "--to", "1,1,1", "--effector", "hand"], "--effector and --base go with MJCF and URDF files"),
        (["ik", "x.urdf", "--to", "1,1,1"], "say where the chain ends: --effector NAME."),
        (["ik", "x.urdf", "--to", "1,1,1", "--effector", "e"], "x.urdf: cannot be read"),
        (["reach", "panda", "--plane", "xx"], "a plane is two of x, y, z, such as 'xz', not 'xx'."),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(words, message):
    done = run(*words)
    assert done.exit_code != 0
    text = " ".join((str(done.exception) + done.output).replace("│", " ").split())
    assert message in text


def test_reach_maps_the_plane_and_draws_it(tmp_path):
    picture = tmp_path / "reach.png"
    done = run("reach", "two-link", "--plane", "xy", "--cells", "61", "-o", str(picture), "--json")
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    share, u, v = np.array(found["share"]), np.array(found["u_m"]), np.array(found["v_m"])
    radius = np.hypot(*np.meshgrid(u, v))
    inner = math.sqrt(0.4**2 + 0.3**2 + 2 * 0.4 * 0.3 * math.cos(2.6))  # the elbow bends to 2.6 rad
    assert not share[radius > 0.7001].any()
    assert not share[radius < inner - 1e-4].any()
    front = np.abs(np.arctan2(*np.meshgrid(v, u, indexing="ij"))) < 1.5  # well within the shoulder's 2.6 rad
    assert share[(radius < 0.699) & (radius > inner + 1e-3) & front].all()
    assert picture.read_bytes()[:4] == b"\x89PNG"


def test_robots_are_listed_checked_and_have_a_schema():
    names = {row["name"] for row in json.loads(run("list", "robots", "--json").stdout)}
    assert {"panda", "ur5", "puma560", "human-arm", "two-link"} <= names
    assert run("check", "panda", "semi-automatic", "--robot", "two-link").exit_code == 0
    assert run("check", "semi-automatic", "--robot", "panda").exit_code == 1
    assert json.loads(run("schema", "robot").stdout)["title"] == "pult robot, version 2"
