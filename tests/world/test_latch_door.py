"""The door by itself, in MuJoCo: its latch holds, frees and catches by forces alone."""

from functools import cache
from math import degrees, radians

import mujoco
import numpy as np
import pytest
from models.prm1 import latch_door, make_door


@cache
def model():
    return mujoco.MjModel.from_xml_string(make_door.scene().replace("<option", '<option timestep="0.001"'))


class Door:
    """A door that is pulled at its edge and turned at its handle."""

    def __init__(self):
        self.model, self.data = model(), mujoco.MjData(model())
        mujoco.mj_forward(self.model, self.data)

    def joint(self, name):
        return self.data.joint(name).qpos[0]

    def put(self, name, value):
        self.data.joint(name).qpos[0] = value

    def step(self, pull=0.0, turn=None):
        """One step, with a force across the leaf at the lever [N] and a hand that turns the lever to an angle [rad]."""
        data = self.data
        data.xfrc_applied[:] = 0.0
        leaf = self.model.body("leaf").id
        normal = -data.xmat[leaf].reshape(3, 3)[:, 1]
        at = data.site("lever").xpos
        moment = np.cross(at - data.xipos[leaf], pull * normal)
        data.xfrc_applied[leaf] = np.concatenate([pull * normal, moment])
        handle = data.joint("handle")
        if turn is not None:
            handle.qfrc_applied[0] = 100.0 * (turn - handle.qpos[0]) - 2.0 * handle.qvel[0]
        else:
            handle.qfrc_applied[0] = 0.0
        mujoco.mj_step(self.model, data)

    def run(self, seconds, **given):
        for _ in range(round(seconds / self.model.opt.timestep)):
            self.step(**given)


def test_nothing_but_forces_moves_the_door():
    assert model().neq == 0 and model().nu == 0
    assert model().ntendon == 1  # the follower of the lock


def test_the_latch_holds_300_newtons_without_the_handle():
    door = Door()
    door.run(2.0, pull=300.0)
    assert degrees(door.joint("hinge")) < 0.3
    assert door.joint("handle") == pytest.approx(0.0, abs=radians(0.5))


@pytest.mark.parametrize("pull", [5.0, 40.0, 150.0])
def test_it_frees_at_about_39_degrees_of_the_handle(pull):
    door, freed = Door(), None
    door.run(0.3, pull=pull)
    for step in range(5000):
        door.step(pull=pull, turn=radians(50.0) * step / 5000)
        if degrees(door.joint("hinge")) > 0.25:
            freed = degrees(door.joint("handle"))
            break
    assert freed == pytest.approx(39.0, abs=2.0)


def test_a_handle_turned_by_30_degrees_frees_nothing():
    door = Door()
    door.run(1.5, pull=100.0, turn=radians(30.0))
    assert degrees(door.joint("hinge")) < 0.3


@pytest.mark.parametrize("speed", [0.5, 4.0])
def test_it_catches_when_the_door_falls_shut(speed):
    door = Door()
    door.put("hinge", radians(12.0))
    door.data.joint("hinge").qvel[0] = -speed
    door.run(1.5)
    assert degrees(door.joint("hinge")) < 0.3
    assert door.joint("bolt") < 0.001
    door.run(0.5, pull=300.0)
    assert degrees(door.joint("hinge")) < 0.3


def test_the_handle_returns():
    door = Door()
    door.put("handle", latch_door.HANDLE_RANGE)
    door.put("bolt", latch_door.RATIO * latch_door.HANDLE_RANGE)
    door.run(0.5)
    assert degrees(door.joint("handle")) < 1.0
    assert door.joint("bolt") < 0.0005


def test_a_door_left_open_stays_there():
    door = Door()
    door.put("hinge", radians(70.0))
    door.run(2.0)
    assert degrees(door.joint("hinge")) == pytest.approx(70.0, abs=0.1)
