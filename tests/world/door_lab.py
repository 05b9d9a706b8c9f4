"""The door of PRM-1 by itself in MuJoCo, pulled at its lever and turned at its handle: what its mechanism does."""

from functools import cache
from math import degrees, radians

import mujoco
import numpy as np
from models.prm1 import make_door


@cache
def model():
    """The scene of the door without a robot."""
    return mujoco.MjModel.from_xml_string(make_door.scene().replace("<option", '<option timestep="0.001"'))


class Door:
    """A closed door."""

    def __init__(self):
        self.model, self.data = model(), mujoco.MjData(model())
        mujoco.mj_forward(self.model, self.data)

    def joint(self, name):
        """Where a joint is [rad or m]."""
        return float(self.data.joint(name).qpos[0])

    def put(self, name, value, speed=0.0):
        """Put a joint somewhere [rad or m]."""
        self.data.joint(name).qpos[0], self.data.joint(name).qvel[0] = value, speed

    def step(self, pull=0.0, turn=None):
        """One step, with a force across the leaf at the lever [N] and a hand that turns the lever to an angle [rad]."""
        data, leaf = self.data, self.model.body("leaf").id
        normal = -data.xmat[leaf].reshape(3, 3)[:, 1]
        moment = np.cross(data.site("lever").xpos - data.xipos[leaf], pull * normal)
        data.xfrc_applied[leaf] = np.concatenate([pull * normal, moment])
        handle = data.joint("handle")
        hand = 0.0 if turn is None else 100.0 * (turn - handle.qpos[0]) - 2.0 * handle.qvel[0]
        handle.qfrc_applied[0] = hand
        mujoco.mj_step(self.model, data)

    def run(self, seconds, **given):
        """Several steps."""
        for _ in range(round(seconds / self.model.opt.timestep)):
            self.step(**given)
        return self


def opened_by(pull, turned=None, seconds=2.0):
    """Angle of the door that is pulled with a force [N] [degrees], with its lever free or turned by an angle [degrees]."""
    return degrees(Door().run(seconds, pull=pull, turn=None if turned is None else radians(turned)).joint("hinge"))


def freed_at(pull):
    """Angle of the lever [degrees] at which the door that is pulled with a force [N] begins to open; 90 if never."""
    door = Door().run(0.3, pull=pull)
    for step in range(5000):
        door.step(pull=pull, turn=radians(50.0) * step / 5000)
        if degrees(door.joint("hinge")) > 0.25:
            return degrees(door.joint("handle"))
    return 90.0


def catches(speed):
    """Whether a door that falls shut at a rate [rad/s] stays shut, and then holds 300 N."""
    door = Door()
    door.put("hinge", radians(12.0), -speed)
    door.run(1.5)
    shut = degrees(door.joint("hinge")) < 0.3 and door.joint("bolt") < 0.001
    return bool(shut and degrees(door.run(0.5, pull=300.0).joint("hinge")) < 0.3)
