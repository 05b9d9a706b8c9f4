"""The arrays of a session: views of MuJoCo's data, of the scheme and of the panel, and those of the loop."""

from typing import Any

import mujoco
import numpy as np

from pult.core.signals import Array
from pult.equipment.sensors.model import SensorTable
from pult.panel.state import PanelState
from pult.scheme.program import Program
from pult.sim import loop
from pult.sim.binding import Wiring
from pult.sim.faults import Faults
from pult.sim.physics import address
from pult.sim.row import RowLayout
from pult.world.world import World


def make_arrays(
    model: Any,
    data: Any,
    world: World,
    program: Program,
    panel: PanelState | None,
    streams: Array,
    wiring: Wiring,
    sensors: SensorTable,
    layout: RowLayout,
) -> loop.Arrays:
    """Make the arrays that the loop reads and writes.

    Args:
        model, data: MuJoCo's model and data of the session.
        world, program, panel, wiring, sensors: Parts of the session.
        streams: Data of its streams.
        layout: Layout of a row.
        seed: Seed of the sensors' noise.
    """
    x, p, u, y = program.arrays
    drives = world.drives
    clock = np.zeros(loop.CLOCK_SIZE)
    clock[loop.DT] = program.scheme.step
    clock[loop.SUBSTEPS] = round(program.scheme.step / model.opt.timestep)
    clock[loop.MAX_SPEED] = world.document.max_speed
    clock[loop.FIRST_WIRE] = program.layout.wires
    commands, readings = drives.channels.size, sensors.channels.size
    # the second half of a split step knows no Runge-Kutta: it is a whole step then, of four evaluations
    second = "mj_step" if model.opt.integrator == mujoco.mjtIntegrator.mjINT_RK4 else "mj_step2"
    addresses = np.array([0, address("mj_step1"), address(second), model._address, data._address, 0])
    return loop.Arrays(
        addresses=addresses, clock=clock, part=np.zeros(loop.PART_SIZE), x=x, p=p, u=u, y=y,
        panel=panel.values if panel is not None else np.zeros(0), streams=streams,
        wiring=wiring.inputs, routing=wiring.routing,
        drives=drives.table, commands=np.zeros(commands), drive_faults=np.zeros((commands, 1)),
        applied=np.zeros(commands), sensors=sensors.table, terms=sensors.terms,
        memory=np.zeros(sensors.memory_size), sensor_faults=np.zeros((readings, 3)), readings=np.zeros(readings),
        elements=world.elements.copy(), element_readings=np.zeros(world.element_readings.size),
        pushes=np.zeros((Faults.MAX_PUSHES, loop.PUSH_SIZE)), ctrl=data.ctrl, qpos=data.qpos, qvel=data.qvel,
        sensordata=data.sensordata, actuator_force=data.actuator_force,
        actuator_velocity=data.actuator_velocity, xfrc=data.xfrc_applied, xpos=data.xpos, xquat=data.xquat,
        xipos=data.xipos, cvel=data.cvel, subtree_com=data.subtree_com, site_xpos=data.site_xpos,
        site_xmat=data.site_xmat, sites=np.array(layout.sites, dtype=np.float64),
        starts=layout.starts,
    )  # fmt: skip
