"""What the tests of drives share: a flywheel, a slider, a pendulum with drives, and commands sent to them."""

import mujoco
import numpy as np

from pult.equipment.drives.model import add_drives, drive_table
from pult.native.library import Compiled
from pult.sim.drives import apply_drives

native_drives = Compiled(
    apply_drives, "float64[:, ::1], float64[::1], float64[:, ::1], float64, float64[::1], float64[::1]"
)

H = 0.001
"""Physics step [s]."""
INERTIA = 0.02
"""Of the flywheel [kg m^2]."""

HEAD = (
    '<mujoco>{defaults}<compiler angle="radian"/><option timestep="{h}" integrator="implicitfast" gravity="0 0 {g}"/>'
)
FLYWHEEL = f"""{HEAD}<worldbody><body><joint name="axle" axis="0 0 1"/>
  <inertial pos="0 0 0" mass="1" diaginertia="{INERTIA} {INERTIA} {INERTIA}"/></body></worldbody></mujoco>"""
PENDULUM = f"""{HEAD}<worldbody><body><joint name="axle" axis="0 1 0" limited="{{limited}}" range="-1 2"/>
  <inertial pos="0.5 0 0" mass="2" diaginertia=".01 .01 .01"/></body></worldbody></mujoco>"""
"""It hangs out sideways: the torque of gravity is 2 kg * g * 0.5 m."""
SLIDER = f"""{HEAD}<worldbody><site name="wall"/><body pos="1 0 0"><joint name="slide" type="slide" axis="1 0 0"/>
  <geom size=".05" mass="2"/><site name="piston"/></body></worldbody></mujoco>"""
FINGER = f"""{HEAD}<worldbody><body><joint name="root" axis="0 0 1"/><inertial pos="0 0 0" mass=".1" diaginertia="1e-3 1e-3 1e-3"/>
  <body><joint name="tip" axis="0 0 1"/><inertial pos="0 0 0" mass=".1" diaginertia="1e-3 1e-3 1e-3"/></body></body></worldbody>
  <tendon><fixed name="cord"><joint joint="root" coef="1"/><joint joint="tip" coef="0.6"/></fixed></tendon></mujoco>"""
"""Two links without weight that one motor pulls by a cord over both joints."""


class Lab:
    """A model with drives, compiled, and what drives them."""

    def __init__(self, text, drives, h=H, gravity=0.0, defaults="", limited="false"):
        spec = mujoco.MjSpec.from_string(text.format(h=h, g=-gravity, defaults=defaults, limited=limited))
        faults = add_drives(spec, drives, "drives")
        assert not faults, faults
        self.model = spec.compile()
        self.data = mujoco.MjData(self.model)
        self.drives = drive_table(self.model, [("", drives)])
        self.commands = np.zeros(len(self.drives.table))
        self.faults = np.zeros((len(self.commands), 1))
        self.applied = np.full(len(self.commands), np.nan)
        self.stopped = 0.0
        mujoco.mj_forward(self.model, self.data)

    def send(self):
        """Send the commands."""
        native_drives(self.drives.table, self.commands, self.faults, self.stopped, self.data.ctrl, self.applied)

    def run(self, seconds, command=None):
        """Send a command and run; returns times, positions and speeds of the first joint after each step."""
        if command is not None:
            self.commands[:] = command
        self.send()
        rows = []
        for _ in range(round(seconds / self.model.opt.timestep)):
            mujoco.mj_step(self.model, self.data)
            rows.append((self.data.time, self.data.qpos[0], self.data.qvel[0]))
        return np.array(rows).T
