"""The frame: what a session publishes after every control step, as one row of numbers with names."""

from collections.abc import Iterable
from typing import Any

import mujoco

from pult.core.channels import Channel, Channels, placed
from pult.core.units import format_unit
from pult.equipment.sensors.model import HIDDEN_GROUP
from pult.scheme.program import Program
from pult.world.world import World

POSE = ("x", "y", "z", "qw", "qx", "qy", "qz")


def frame_channels(
    world: World, program: Program, panel: Channels, streams: Channels, sensors: Channels
) -> tuple[Channels, list[int]]:
    """Names of everything in a row, in the order in which the loop writes it, and the sites in it."""
    model = world.model
    found = [Channel("time", 0, (), "s")]

    def add(channels: Iterable[Channel], prefix: str = "") -> None:
        start = found[-1].stop
        found.extend(placed(channels, start, prefix))

    add(panel, "panel.")
    add(streams, "stream.")
    add(sensors, "sensor.")
    add(world.drives.channels, "drive.")
    add((Channel(p.name, 0, p.shape, format_unit(p.unit), p.kind) for p in program.outputs), "output.")
    add(world.element_readings, "element.")
    add([Channel("power", 0, (), "W", description="mechanical power of all drives, mean over the control step")])
    start = found[-1].stop
    found += _wires(program, start)
    start += program.layout.x_size - program.layout.wires
    found += placed([Channel("qpos", 0, (model.nq,)), Channel("qvel", 0, (model.nv,))], start)
    body_kind = mujoco.mjtObj.mjOBJ_BODY
    names = [mujoco.mj_id2name(model, body_kind, body) or f"body{body}" for body in range(1, model.nbody)]
    add((Channel(name, 0, (7,), "1", labels=POSE) for name in names), "body.")
    sites = [(number, name) for number, name in _sites(model) if model.site_group[number] != HIDDEN_GROUP]
    add((Channel(name, 0, (7,), "1", labels=POSE) for _, name in sites), "site.")
    return Channels(found), [number for number, _ in sites]


def _sites(model: Any) -> Iterable[tuple[int, str]]:
    for number in range(model.nsite):
        name = mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_SITE, number)
        if name:
            yield number, name


def _wires(program: Program, start: int) -> Iterable[Channel]:
    """Outputs of the blocks; they lie in `x` as they lie in the row, so there may be gaps between them."""
    first = program.layout.wires
    ports = {port.name for port in (*program.inputs, *program.outputs)}
    for name in program.signals():
        if name in ports:
            continue
        signal = program.signal(name)
        if signal.array == "x" and signal.address >= first:
            address, unit = start + signal.address - first, format_unit(signal.unit)
            yield Channel(f"scheme.{name}", address, signal.shape, unit, signal.kind)
