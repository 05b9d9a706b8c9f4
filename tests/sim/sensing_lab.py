"""A MuJoCo model with sensors on it, stepped as the loop steps it."""

import mujoco
import numpy as np

from pult.equipment.sensors.model import add_sensors, sensor_table
from pult.sim.sensing import after_substep, begin_period, read_sensors


class Lab:
    """A model with sensors; `step` makes one control step and reads them."""

    def __init__(self, xml, sensors, substeps=5, seed=1, start=None):
        spec = mujoco.MjSpec.from_string(xml)
        assert add_sensors(spec, sensors, "sensors") == []
        self.model = spec.compile()
        self.data = mujoco.MjData(self.model)
        self.substeps = substeps
        self.sensors = sensor_table(self.model, [("", sensors)], self.model.opt.timestep * substeps)
        self.memory = self.sensors.memory(seed)
        self.faults = self.sensors.faults()
        self.readings = np.full(self.sensors.channels.size, np.nan)
        if start is not None:
            start(self.data)
        mujoco.mj_forward(self.model, self.data)
        self.measure()

    def measure(self):
        read_sensors(
            self.sensors.table, self.sensors.terms, self.data.sensordata, self.memory, self.faults, self.readings
        )

    def step(self, times=1):
        for _ in range(times):
            begin_period(self.sensors.table, self.memory)
            for _ in range(self.substeps):
                mujoco.mj_step2(self.model, self.data)
                mujoco.mj_step1(self.model, self.data)
                after_substep(self.sensors.table, self.data.sensordata, self.memory)
            self.measure()

    def __getitem__(self, name):
        channel = self.sensors.channels.find(name)
        found = self.readings[channel.start : channel.stop]
        return float(found[0]) if not channel.shape else found.copy()
