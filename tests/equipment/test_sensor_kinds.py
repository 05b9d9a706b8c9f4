"""Everything about a kind of sensor is in its class: a kind of another package is one class and an entry point."""

import json

import numpy as np
import pytest

from pult.record import read_record
from tests.equipment.plugin_site import install, python

VELOCIMETER = '''
import mujoco
from pult.equipment.sensors.site import SiteSensor

class Velocimeter(SiteSensor, frozen=True, kw_only=True, tag_field="type", tag="velocimeter"):
    """Velocity of a site, in its own axes [m/s]."""
    unit = "m/s"
    mujoco_type = mujoco.mjtSensor.mjSENS_VELOCIMETER
'''
SCENE = """<mujoco><option gravity="0 0 -10"/><worldbody><body name="stone" pos="0 0 9"><freejoint/>
<geom size="0.1" contype="0" conaffinity="0"/><site name="core" euler="180 0 0"/></body></worldbody></mujoco>"""
WORLD = {
    "format": "pult.world", "version": 1, "name": "fall", "scene": "fall.xml", "timestep": 0.001,
    "sensors": {
        "fall": {"type": "velocimeter", "site": "core"},
        "crude": {"type": "velocimeter", "site": "core", "bias": [0, 0, 1], "resolution": 0.5, "description": "Crude"},
    },
}  # fmt: skip
SCHEME = {
    "format": "pult.scheme", "version": 1, "name": "fall",
    "inputs": {"fall": {"shape": [3], "unit": "m/s"}}, "outputs": {"down": {"shape": [], "unit": "m/s"}},
    "blocks": [{"id": "down", "type": "vector.select", "parameters": {"n": 3, "index": 2}}],
    "wires": [{"from": "fall", "to": "down.x"}, {"from": "down.y", "to": "down"}],
}  # fmt: skip
RUN = """
from pathlib import Path
import pult
session = pult.open_session(pult.Setup(world="fall", scheme="fall"), Path("."))
recording = pult.start_recording(session, "fall.mcap")
session.advance(30)
recording.close()
print(pult.replay(pult.read_record("fall.mcap")).same)
"""
CHECK = """
import json, pathlib, pult
world = json.load(open("fall.world.json"))
world["sensors"]["fall"] |= {"site": "cor", "noise": -1}
world["sensors"]["crude"] |= {"type": "velocimetre"}
_, first = pult.check_world(world, pathlib.Path("."))
world["sensors"]["crude"]["type"] = "velocimeter"
_, second = pult.check_world(world, pathlib.Path("."))
print(json.dumps([[f.place, f.code, f.message] for f in [*first, *second]]))
"""


@pytest.fixture
def site(tmp_path):
    """A folder of packages in which somebody has installed a kind of sensor, with a world and a scheme that use it."""
    install(tmp_path, "toy_sensors", VELOCIMETER, "[pult.sensors]\nvelocimeter = toy_sensors:Velocimeter\n")
    (tmp_path / "fall.world.json").write_text(json.dumps(WORLD))
    (tmp_path / "fall.scheme.json").write_text(json.dumps(SCHEME))
    (tmp_path / "fall.xml").write_text(SCENE)
    return tmp_path


def test_a_kind_of_another_package_is_one_class_decoded_read_recorded_and_replayed(site):
    assert python(site, "-c", RUN).strip() == "True"
    record = read_record(site / "fall.mcap")
    channels = {channel.name: channel for channel in record.channels}
    fall, crude = channels["sensor.fall"], channels["sensor.crude"]
    assert (fall.unit, fall.shape, fall.labels, fall.kind) == ("m/s", (3,), ("x", "y", "z"), "number")
    assert crude.description == "Crude"
    speed = 10.0 * record.times  # the site's z axis points down
    np.testing.assert_allclose(record.signal("sensor.fall"), np.outer(speed, [0.0, 0.0, 1.0]), atol=1e-9)
    np.testing.assert_allclose(record.signal("sensor.crude")[:, 2], np.round(2 * (speed + 1)) / 2, atol=1e-9)


def test_documents_of_a_foreign_kind_are_checked_like_all_others(site):
    python(site, "-m", "pult", "check", "fall.world.json")
    first, *others = json.loads(python(site, "-c", CHECK))
    assert first[:2] == ["sensors.crude.type", "bad-choice"] and "Did you mean 'velocimeter'?" in first[2]
    assert others == [
        ["sensors.fall.noise", "out-of-range", "a standard deviation must not be negative, as -1 is."],
        ["sensors.fall.site", "unknown-name", "there is no site 'cor'. Did you mean 'core'? Allowed: 'core'."],
    ]
    schema = json.loads(python(site, "-m", "pult", "schema", "world"))
    assert "Velocimeter" in schema["$defs"]


def test_without_the_package_its_documents_are_refused_by_the_name_of_the_kind(site):
    (site / "toy_sensors-1.0.dist-info" / "entry_points.txt").write_text("")
    assert 'unknown type "velocimeter"' in python(site, "-m", "pult", "check", "fall.world.json", wrong=True)
