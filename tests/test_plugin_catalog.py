"""A robot from elsewhere: a folder with its documents and its pilot, and two entry points; nothing of pult is touched."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HEAD = {"version": 1}
DOCUMENTS = {
    "toy.robot.json": {
        "format": "pult.robot", **HEAD, "name": "toy", "model": "toy.xml",
        "chains": {"arm": {"effector": "tip"}},
        "drives": {"motor": {"type": "electric", "joints": ["hinge"], "stall_torque": [4], "no_load_speed": [8]}},
        "sensors": {"angle": {"type": "angle", "joints": ["hinge"]}, "speed": {"type": "speed", "joints": ["hinge"]}},
    },
    "toy.world.json": {
        "format": "pult.world", **HEAD, "name": "toy", "scene": "toy-scene.xml", "robots": [{"robot": "toy"}],
    },
    "toy.scheme.json": {
        "format": "pult.scheme", **HEAD, "name": "toy",
        "inputs": {
            "lever": {"unit": "rad"}, "angle": {"shape": [1], "unit": "rad"}, "speed": {"shape": [1], "unit": "rad/s"},
        },
        "outputs": {"motor": {"shape": [1], "unit": "V"}},
        "blocks": [
            {"id": "angle_now", "type": "vector.select", "parameters": {"n": 1}},
            {"id": "speed_now", "type": "vector.select", "parameters": {"n": 1}},
            {"id": "pd", "type": "control.pd", "parameters": {"kp": 4.0, "kd": 0.2}},
            {"id": "one", "type": "vector.constant", "parameters": {"values": [1.0]}},
            {"id": "volts", "type": "vector.scale", "parameters": {"n": 1}},
        ],
        "wires": [
            {"from": "angle", "to": "angle_now.x"}, {"from": "speed", "to": "speed_now.x"},
            {"from": "lever", "to": "pd.wanted"}, {"from": "angle_now.y", "to": "pd.angle"},
            {"from": "speed_now.y", "to": "pd.speed"}, {"from": "one.y", "to": "volts.x"},
            {"from": "pd.y", "to": "volts.factor"}, {"from": "volts.y", "to": "motor"},
        ],
    },
    "toy.panel.json": {
        "format": "pult.panel", **HEAD, "name": "toy",
        "title": {"en": "Toy"}, "size": [200, 200],
        "elements": {
            "lever": {"type": "slider", "label": {"en": "Lever"}, "range": [-1, 1], "unit": "rad", "position": [10, 10],
                      "size": [180, 60]},
        },
    },
    "toy-reach.exercise.json": {
        "format": "pult.exercise", **HEAD, "name": "toy-reach", "title": {"en": "Reach"}, "world": "toy", "panel": "toy",
        "variants": {"lever": {"scheme": "toy", "title": {"en": "Lever"}}}, "operator": "steady", "variant": "lever", "duration": 20,
        "stages": [
            {"name": "there", "title": {"en": "There"},
             "goal": {"type": "signal", "name": "sensor.angle[hinge]", "above": 0.45, "below": 0.55}, "hold": 0.5},
        ],
    },
}  # fmt: skip
FILES = {
    "toy.xml": '<mujoco model="toy"><worldbody><body name="arm"><joint name="hinge" axis="0 0 1" damping="0.1"/>'
    '<geom type="capsule" fromto="0 0 0 0.3 0 0" size="0.02" mass="0.4"/><site name="tip" pos="0.3 0 0"/></body>'
    "</worldbody></mujoco>",
    "toy-scene.xml": '<mujoco model="bench"><option gravity="0 0 0"/><worldbody/></mujoco>',
}
PILOT = '''
from pult.pilot import Pilot, register


class Steady:
    def act(self, view):
        return {"lever": 0.5}


register(Pilot("steady", {"toy-reach": "lever"}, "Puts the lever to the middle of the right half.", Steady))
'''


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder of packages in which somebody has installed the toy."""
    folder = tmp_path / "toy" / "catalog" / "toy"
    folder.mkdir(parents=True)
    for name, document in DOCUMENTS.items():
        (folder / name).write_text(json.dumps(document))
    for name, text in FILES.items():
        (folder / name).write_text(text)
    (tmp_path / "toy" / "__init__.py").write_text("")
    (tmp_path / "toy" / "pilots.py").write_text(PILOT)
    metadata = tmp_path / "toy-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: toy\nVersion: 1.0\n")
    points = "[pult.catalogs]\ntoy = toy:catalog\n\n[pult.pilots]\ntoy = toy.pilots\n"
    (metadata / "entry_points.txt").write_text(points)
    return tmp_path


def pult(site: Path, *arguments: str) -> str:
    """A command in a process of its own, which finds the toy among its packages."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(site), *sys.path]), "COLUMNS": "200"}
    command = [sys.executable, "-m", "pult", *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_robot_of_another_package_is_found_checked_driven_and_copied(site, tmp_path):
    assert "toy" in pult(site, "list", "robots") and "toy-reach" in pult(site, "list", "exercises")
    for name in DOCUMENTS:
        pult(site, "check", str(site / "toy" / "catalog" / "toy" / name))
    found = json.loads(pult(site, "run", "toy-reach", "--plain", "--json", "--record", str(tmp_path / "run.mcap")))
    assert found["success"] is True
    assert "the same" in pult(site, "replay", str(tmp_path / "run.mcap"))
    pult(site, "copy", "toy-reach", str(tmp_path / "mine"))
    copied = {path.name for path in (tmp_path / "mine").rglob("*") if path.is_file()}
    assert copied >= {*DOCUMENTS, *FILES}


def test_a_catalog_that_is_not_there_is_told_and_the_others_work(site, tmp_path):
    (site / "toy-1.0.dist-info" / "entry_points.txt").write_text("[pult.catalogs]\ntoy = no_such_package:catalog\n")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(site), *sys.path])}
    code = "import warnings; warnings.simplefilter('always'); from pult.core.shipped import shipped; print(shipped('robot'))"
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert "'two-link'" in done.stdout and "toy" not in done.stdout
    assert "the catalog 'no_such_package:catalog' of 'toy' cannot be found" in done.stderr
