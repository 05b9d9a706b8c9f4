"""Lamps of worlds: found by shape and signal, or refused with what there is."""

import mujoco
import numpy as np
import pytest

from pult.equipment.lamps import GLOW
from pult.world.world import check_world, load_world

SCENE = """<mujoco><worldbody>
  <site name="anchor"/>
  <geom name="bulb" size="0.1" pos="1 0 0"/>
  <body name="ball" pos="0 0 1"><joint name="slide" type="slide" axis="0 0 1"/><geom name="shell" size="0.1"/>
    <site name="ring"/></body>
</worldbody></mujoco>"""


def world(tmp_path, **lamps):
    (tmp_path / "s.xml").write_text(SCENE)
    return {
        "format": "pult.world",
        "version": 1,
        "scene": "s.xml",
        "sensors": {"height": {"type": "angle", "joints": ["slide"]}, "place": {"type": "position", "frame": "ring"}},
        "elements": {"band": {"type": "spring", "from": "anchor", "to": "ring", "stiffness": 10}},
        "lamps": lamps,
    }


def faults(tmp_path, **lamps):
    found, wrong = check_world(world(tmp_path, **lamps), tmp_path)
    assert found is None
    return [str(fault) for fault in wrong]


def test_a_lamp_knows_its_shape_and_its_signal(tmp_path):
    lamps = {
        "bulb": {"signal": "sensor.height[slide]", "above": 0.2},
        "shell": {"signal": "element.band.force", "colour": [1, 0, 0.5]},
    }
    found = load_world(world(tmp_path, **lamps), tmp_path)
    names = [(found.model.geom(lamp.geom).name, lamp.signal, lamp.above, lamp.colour) for lamp in found.lamps]
    assert names == [
        ("bulb", "sensor.height[slide]", 0.2, GLOW),
        ("shell", "element.band.force", 0.5, (1.0, 0.0, 0.5)),
    ]


def test_lamps_leave_the_physics_as_it_is(tmp_path):
    models = [load_world(world(tmp_path, **lamps), tmp_path).model for lamps in ({}, {"bulb": {"signal": "sensor.place[z]"}})]
    buffers = [np.empty(mujoco.mj_sizeModel(model), np.uint8) for model in models]
    for model, buffer in zip(models, buffers, strict=True):
        mujoco.mj_saveModel(model, None, buffer)
    assert np.array_equal(*buffers)


@pytest.mark.parametrize(
    ("lamps", "message"),
    [
        ({"blub": {"signal": "sensor.place[x]"}}, "lamps.blub: there is no geom 'blub'. Did you mean 'bulb'?"),
        ({"bulb": {"signal": "sensor.hight"}}, "lamps.bulb.signal: there is no signal 'sensor.hight'. Did you mean"),
        ({"bulb": {"signal": "sensor.place"}}, "lamps.bulb.signal: 'sensor.place' has 3 numbers; name one"),
        ({"bulb": {"signal": "output.x"}}, "lamps.bulb.signal: there is no signal 'output.x'."),
        ({"bulb": {"signal": "sensor.place[x]", "colour": [1, 2, 0]}}, "lamps.bulb.colour: red, green and blue are 0 to 1."),
        ({"bulb": {"signal": "sensor.place[x]", "colour": [1, 0]}}, "lamps.bulb.colour"),
        ({"bulb": {}}, "lamps.bulb"),
    ],
)
def test_a_lamp_that_cannot_be_is_refused(tmp_path, lamps, message):
    assert any(text.startswith(message) for text in faults(tmp_path, **lamps)), faults(tmp_path, **lamps)
