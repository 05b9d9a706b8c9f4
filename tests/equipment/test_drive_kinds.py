"""A kind of drive of another package is one class and an entry point."""

import json

import numpy as np

from pult.record import read_record
from tests.equipment.plugin_site import install, python

THRUSTER = '''
from typing import Annotated, Any
from msgspec import Meta
from pult.equipment.drives.actuators import limit_command, parameters
from pult.equipment.drives.joints import JointDrive, Joints, PerJoint

class Thruster(JointDrive, frozen=True, kw_only=True, tag_field="type", tag="thruster"):
    """A nozzle that pushes with F = thrust * u, the opening u from 0 to 1."""
    joints: Joints
    thrust: Annotated[PerJoint, Meta(description="Force when fully open [N].")]

    unit, unit_sliding = "1", "1"
    command = "Opening of the nozzles, 0 to 1."
    positive = frozenset({"thrust"})

    def set_actuator(self, actuator: Any, joint: Any, index: int) -> None:
        actuator.gainprm = parameters(self.value("thrust", index))
        limit_command(actuator, 0.0, 1.0)
'''
FILES = {
    "sled.xml": """<mujoco><worldbody><body name="sled"><joint name="x" type="slide" axis="1 0 0"/>
    <geom size="0.1" mass="2"/></body></worldbody></mujoco>""",
    "sled.robot.json": {
        "format": "pult.robot", "version": 1, "model": "sled.xml", "chains": {"track": {"effector": "sled"}},
        "drives": {"jet": {"type": "thruster", "joints": ["x"], "thrust": 4.0}},
        "sensors": {"x": {"type": "angle", "joints": "x"}},
    },
    "sled.world.json": {
        "format": "pult.world", "version": 1, "name": "sled", "robots": [{"robot": "sled.robot.json"}],
    },
    "sled.scheme.json": {
        "format": "pult.scheme", "version": 1, "name": "sled", "inputs": {},
        "outputs": {"jet": {"shape": [1], "unit": "1"}},
        "blocks": [{"id": "open", "type": "vector.constant", "parameters": {"values": [0.5]}}],
        "wires": [{"from": "open.y", "to": "jet"}],
    },
}  # fmt: skip
RUN = """
from pathlib import Path
import pult
session = pult.open_session(pult.Setup(world="sled", scheme="sled"), Path("."))
recording = pult.start_recording(session, "sled.mcap")
session.advance(100)
recording.close()
print(pult.replay(pult.read_record("sled.mcap")).same)
"""


def test_a_kind_of_drive_of_another_package_moves_its_robot_by_its_law(tmp_path):
    install(tmp_path, "toy_drives", THRUSTER, "[pult.drives]\nthruster = toy_drives:Thruster\n")
    for name, content in FILES.items():
        (tmp_path / name).write_text(content if isinstance(content, str) else json.dumps(content))
    assert python(tmp_path, "-c", RUN).strip() == "True"
    record = read_record(tmp_path / "sled.mcap")
    jet = next(channel for channel in record.channels if channel.name == "drive.jet")
    assert (jet.unit, jet.labels, jet.description) == ("1", ("x",), "Opening of the nozzles, 0 to 1.")
    # x = F t^2/(2 m), from the first command on, which the scheme gives at the start; the integrator errs by a h t/2
    a = 0.5 * 4.0 / 2.0
    np.testing.assert_allclose(record.signal("sensor.x").ravel(), a * record.times**2 / 2, atol=a * 0.011)

    robot = json.loads((tmp_path / "sled.robot.json").read_text())
    robot["drives"]["jet"]["thrust"] = 0.0
    (tmp_path / "sled.robot.json").write_text(json.dumps(robot))
    said = python(tmp_path, "-m", "pult", "check", "sled.world.json", wrong=True)
    assert "drives.jet.thrust" in said and "above 0" in said
