"""The control step as one kernel: native code including the physics, or the same lines as plain Python."""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pult.core.kernels import kernel
from pult.core.signals import Array
from pult.geometry.forms import from_matrix
from pult.native import machine
from pult.native.address import by_address, call_pointers, call_step
from pult.native.build import ahead
from pult.native.library import Compiled
from pult.native.unit import Request, is_there, request, unit
from pult.sim.drives import apply_drives
from pult.sim.elements import apply_elements
from pult.sim.row import Starts
from pult.sim.sensing import after_substep, begin_period, read_sensors

TICK, DT, SUBSTEPS, STOPPED, MAX_SPEED, POWER, CODE, FIRST_WIRE = range(8)
"""Indices into `clock`: control steps done, control step [s], physics steps per control step, whether the robot is
stopped, speed [rad/s or m/s] above which the simulation has diverged, mean mechanical power of the drives [W], return
code of the scheme's step, first wire in `x`.
"""
CLOCK_SIZE = 8
STEP, STEP1, STEP2, MODEL, DATA, ELEMENTS = range(6)
"""Indices into `addresses`."""
PHYSICS_STEPS, WORK, UNTIL = range(3)
"""Indices into `part`, which is zero between control steps: physics steps done of the current control step, the sum of
the drives' mechanical power over them [W], and the physics step to return at (0: when all are done).
"""
PART_SIZE = 3
DONE, BLOCK_FAILED, DIVERGED, IN_HAND = 0, 1, 2, 3
"""Return codes of the loop; the last means that the control step is not finished."""
PUSH_SIZE = 6
"""Numbers of a push: body, first tick, tick after the last, force in world axes [N]."""


class Arrays(NamedTuple):
    """All arrays that the loop reads and writes. Shapes are fixed for a session.

    Attributes:
        addresses: Functions and objects in memory; see STEP and so on.
        clock: Tick, time and other scalars; see TICK and so on.
        part: Progress within the current control step; see PHYSICS_STEPS and so on.
        x, p, u, y: States, parameters, inputs and outputs of the scheme.
        panel: Values of the panel's elements.
        streams: Data of streams, and whether it is fresh.
        wiring: For every input of the scheme: 0 and an index into `panel`, 1 and an index into `readings`, 2 and an
            index into `streams`, or 3 for whether the robot is stopped.
        routing: For every command of a drive: an index into `y`, or -1.
        commands, applied: Commands of the drives, as requested and as applied.
        readings: Readings of the sensors.
        pushes: Temporary forces; see PUSH_SIZE.
        sites: Numbers of the sites whose poses are published.
        starts: Where the sections of a row begin.
    """

    addresses: NDArray[np.int64]
    clock: Array
    part: Array
    x: Array
    p: Array
    u: Array
    y: Array
    panel: Array
    streams: Array
    wiring: Array
    routing: Array
    drives: Array
    commands: Array
    drive_faults: Array
    applied: Array
    sensors: Array
    terms: Array
    memory: Array
    sensor_faults: Array
    readings: Array
    elements: Array
    element_readings: Array
    pushes: Array
    ctrl: Array
    qpos: Array
    qvel: Array
    sensordata: Array
    actuator_force: Array
    actuator_velocity: Array
    xfrc: Array
    xpos: Array
    xquat: Array
    xipos: Array
    cvel: Array
    subtree_com: Array
    site_xpos: Array
    site_xmat: Array
    sites: Array
    starts: Starts


@kernel
def control_steps(a: Arrays, rows: Array) -> int:
    """Do control steps, one for each row: panel and sensors, scheme, drives, world, sensors, frame.

    A control step may be done in parts of whole physics steps (`part`), so that the robot can be stopped in between:
    the drives get their commands again with each part.

    Args:
        a: The arrays.
        rows: Filled with one frame per step. Shape (steps, size).

    Returns:
        DONE, or why it stopped early; the tick tells after how many steps.
    """
    dt, substeps = float(a.clock[DT]), int(a.clock[SUBSTEPS])
    for k in range(rows.shape[0]):
        begun, work, tick = int(a.part[PHYSICS_STEPS]), float(a.part[WORK]), float(a.clock[TICK])
        if begun == 0:
            read_inputs(a.wiring, a.panel, a.readings, a.streams, float(a.clock[STOPPED]), a.u)
            code = call_step(a.addresses[STEP], a.x, a.p, a.u, a.y, float(a.x[1]) * dt, dt)
            if code != 0:
                a.clock[CODE] = float(code)
                return BLOCK_FAILED
            route_outputs(a.routing, a.y, a.commands)
            begin_period(a.sensors, a.memory)
        apply_drives(a.drives, a.commands, a.drive_faults, float(a.clock[STOPPED]), a.ctrl, a.applied)
        until = int(a.part[UNTIL]) if a.part[UNTIL] > 0.0 else substeps
        for _ in range(begun, until):
            act(a, tick)
            call_pointers(a.addresses[STEP2], a.addresses[MODEL], a.addresses[DATA])
            work += power(a.actuator_force, a.actuator_velocity)
            call_pointers(a.addresses[STEP1], a.addresses[MODEL], a.addresses[DATA])
            after_substep(a.sensors, a.sensordata, a.memory)
        if until < substeps:
            a.part[PHYSICS_STEPS], a.part[WORK] = float(until), work
            return IN_HAND
        a.part[PHYSICS_STEPS] = a.part[WORK] = 0.0
        a.clock[POWER] = work / float(substeps)
        a.clock[TICK] = float(a.clock[TICK]) + 1.0
        read_sensors(a.sensors, a.terms, a.sensordata, a.memory, a.sensor_faults, a.readings)
        publish(a, rows[k])
        if diverged(a.qpos, a.qvel, float(a.clock[MAX_SPEED])):
            return DIVERGED
    return DONE


@kernel
def read_inputs(wiring: Array, panel: Array, readings: Array, streams: Array, stopped: float, u: Array) -> None:
    """Copy inputs of the scheme from the panel, the sensors, the streams, and the stop flag."""
    for i in range(u.shape[0]):
        index = int(wiring[i, 1])
        if wiring[i, 0] == 0.0:
            u[i] = panel[index]
        elif wiring[i, 0] == 1.0:
            u[i] = readings[index]
        elif wiring[i, 0] == 2.0:
            u[i] = streams[index]
        else:
            u[i] = stopped


@kernel
def route_outputs(routing: Array, y: Array, commands: Array) -> None:
    """Copy outputs of the scheme to the drives."""
    for i in range(commands.shape[0]):
        index = int(routing[i])
        if index >= 0:
            commands[i] = y[index]


@kernel
def act(a: Arrays, tick: float) -> None:
    """Apply forces on bodies in this physics step: force elements and pushes."""
    xfrc, pushes = a.xfrc, a.pushes
    if a.elements.shape[0] == 0 and not pushed(pushes, tick):
        return
    for body in range(xfrc.shape[0]):
        for i in range(6):
            xfrc[body, i] = 0.0
    if a.elements.shape[0] > 0:
        call_elements(
            a.addresses[ELEMENTS], a.elements, a.site_xpos, a.site_xmat, a.xipos, a.cvel, a.subtree_com, xfrc,
            a.element_readings,
        )  # fmt: skip
    for i in range(pushes.shape[0]):
        if pushes[i, 1] <= tick < pushes[i, 2]:
            for c in range(3):
                xfrc[int(pushes[i, 0]), c] += pushes[i, 3 + c]


@by_address(8)
def call_elements(
    address: int, table: Array, site_xpos: Array, site_xmat: Array, xipos: Array, cvel: Array, subtree_com: Array,
    xfrc: Array, readings: Array,
) -> int:  # fmt: skip
    """Call `element_forces` by its address in native code: it is compiled only for worlds with elements."""
    del address
    return element_forces(table, site_xpos, site_xmat, xipos, cvel, subtree_com, xfrc, readings)


@kernel
def element_forces(
    table: Array, site_xpos: Array, site_xmat: Array, xipos: Array, cvel: Array, subtree_com: Array, xfrc: Array,
    readings: Array,
) -> int:  # fmt: skip
    """`apply_elements` as a function that is called by its address."""
    apply_elements(table, site_xpos, site_xmat, xipos, cvel, subtree_com, xfrc, readings)
    return 0


@kernel
def pushed(pushes: Array, tick: float) -> bool:
    """Whether a push is active, or has just ended, so that its force must be removed."""
    for i in range(pushes.shape[0]):  # noqa: SIM110 - native code knows no generators
        if pushes[i, 1] <= tick <= pushes[i, 2] and pushes[i, 2] > 0.0:
            return True
    return False


@kernel
def power(force: Array, velocity: Array) -> float:
    """Mechanical power of all drives, absorbed and delivered alike: sum of |force * velocity| [W]."""
    total = 0.0
    for i in range(force.shape[0]):
        total += abs(float(force[i]) * float(velocity[i]))
    return total


@kernel
def diverged(qpos: Array, qvel: Array, most: float) -> bool:
    """Whether a coordinate is NaN or infinite, or a speed exceeds `most`."""
    for i in range(qpos.shape[0]):
        if not abs(float(qpos[i])) < math.inf:
            return True
    for i in range(qvel.shape[0]):  # noqa: SIM110 - native code knows no generators
        if not abs(float(qvel[i])) < most:
            return True
    return False


@kernel
def copy_to(row: Array, start: int, values: Array) -> None:
    """Copy values into a row from `start` on."""
    for i in range(values.shape[0]):
        row[start + i] = values[i]


@kernel
def publish(a: Arrays, row: Array) -> None:
    """Write a frame, section by section."""
    at = a.starts
    row[at.time] = float(a.clock[TICK]) * float(a.clock[DT])
    copy_to(row, at.panel, a.panel)
    copy_to(row, at.streams, a.streams)
    copy_to(row, at.sensors, a.readings)
    copy_to(row, at.drives, a.applied)
    copy_to(row, at.outputs, a.y)
    copy_to(row, at.elements, a.element_readings)
    row[at.power] = a.clock[POWER]
    first = int(a.clock[FIRST_WIRE])
    for i in range(first, a.x.shape[0]):
        row[at.wires + i - first] = a.x[i]
    copy_to(row, at.qpos, a.qpos)
    copy_to(row, at.qvel, a.qvel)
    write_poses(a, row)


@kernel
def write_poses(a: Arrays, row: Array) -> None:
    """Write the poses of bodies and sites into a row."""
    k = a.starts.bodies
    for body in range(1, a.xpos.shape[0]):
        for i in range(3):
            row[k + i] = a.xpos[body, i]
        for i in range(4):
            row[k + 3 + i] = a.xquat[body, i]
        k += 7
    rotation = np.empty((3, 3))
    k = a.starts.sites
    for number in range(a.sites.shape[0]):
        site = int(a.sites[number])
        for i in range(3):
            row[k + i] = a.site_xpos[site, i]
            for j in range(3):
                rotation[i, j] = a.site_xmat[site, 3 * i + j]
        w, x, y, z = from_matrix(rotation)
        row[k + 3], row[k + 4], row[k + 5], row[k + 6] = w, x, y, z
        k += 7


def _types() -> tuple[object, ...]:
    from numba import types

    line, table = types.Array(types.float64, 1, "C"), types.Array(types.float64, 2, "C")
    named: Any = types.NamedTuple
    others: dict[str, Any] = {
        "addresses": types.Array(types.int64, 1, "C"),
        "starts": types.NamedUniTuple(types.int64, len(Starts._fields), Starts),
    }
    kinds = [others.get(name, table if name in _TABLES else line) for name in Arrays._fields]
    return named(kinds, Arrays), table


_TABLES = {
    "wiring", "drives", "drive_faults", "sensors", "terms", "sensor_faults", "elements", "pushes", "xfrc", "xpos",
    "xquat", "xipos", "cvel", "subtree_com", "site_xpos", "site_xmat",
}  # fmt: skip

native_steps: Compiled[int] = Compiled(control_steps, _types)
"""`control_steps` as native code, compiled once for all schemes and worlds."""


def element_request() -> Request:
    """`element_forces` as native code, compiled only where a world has elements."""
    from numba import types

    line, table = types.Array(types.float64, 1, "C"), types.Array(types.float64, 2, "C")
    return request(element_forces, (table, table, table, table, table, table, table, line))


def ensure_native(elements: bool) -> None:
    """Load or compile the native code of the loop, and that of force elements if needed."""
    wanted = element_request() if elements else None
    if wanted is not None and not is_there(wanted):
        ahead([wanted.task()])
    native_steps.ready()
    if wanted is not None:
        unit(wanted)


def element_address() -> int:
    """Address of `element_forces`, for the loop as native code."""
    wanted = element_request()
    unit(wanted)
    return machine.address(wanted.symbol)
