"""The frame: one row of named numbers that a session publishes after every control step."""

from collections.abc import Iterable, Iterator

import mujoco

from pult.core.block_type import ConcretePort
from pult.core.channels import Channel, Channels
from pult.core.units import format_unit
from pult.equipment.sensors.model import HIDDEN_GROUP
from pult.scheme.program import Program
from pult.sim.row import POSE, RowLayout
from pult.world.world import World

_POWER = Channel("power", 0, (), "W", description="mechanical power of all drives, mean over the control step")


def row_layout(world: World, program: Program, panel: Channels, streams: Channels, sensors: Channels) -> RowLayout:
    """The layout of the rows of a session."""
    signals = _signals(world, program.outputs, panel, streams, sensors)
    wires = program.layout.x_size - program.layout.wires
    return RowLayout({**signals, "wires": _wires(program)}, [number for number, _ in _sites(world)], wires)


def known_signals(
    world: World, outputs: Iterable[ConcretePort], panel: Channels, streams: Channels, sensors: Channels
) -> Channels:
    """Signals of a row that do not depend on the inside of the scheme: all but its wires."""
    return RowLayout(_signals(world, outputs, panel, streams, sensors)).channels


def _signals(
    world: World, outputs: Iterable[ConcretePort], panel: Channels, streams: Channels, sensors: Channels
) -> dict[str, Iterable[Channel]]:
    """Signals of each section of a row except the wires."""
    model = world.model
    body_kind = mujoco.mjtObj.mjOBJ_BODY
    bodies = [mujoco.mj_id2name(model, body_kind, body) or f"body{body}" for body in range(1, model.nbody)]
    return {
        "time": [Channel("time", 0, (), "s")],
        "panel": panel,
        "streams": streams,
        "sensors": sensors,
        "drives": world.drives.channels,
        "outputs": [Channel(p.name, 0, p.shape, format_unit(p.unit), p.kind) for p in outputs],
        "elements": world.element_readings,
        "power": [_POWER],
        "qpos": [Channel("qpos", 0, (model.nq,))],
        "qvel": [Channel("qvel", 0, (model.nv,))],
        "bodies": [Channel(name, 0, (len(POSE),), "1", labels=POSE) for name in bodies],
        "sites": [Channel(name, 0, (len(POSE),), "1", labels=POSE) for _, name in _sites(world)],
    }


def _sites(world: World) -> Iterator[tuple[int, str]]:
    """Sites whose poses are published: number and name."""
    model = world.model
    for number in range(model.nsite):
        name = mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_SITE, number)
        if name and model.site_group[number] != HIDDEN_GROUP:
            yield number, name


def _wires(program: Program) -> Iterator[Channel]:
    """Outputs of the blocks, in the order of `x` after its states; there may be gaps between them."""
    first = program.layout.wires
    ports = {port.name for port in (*program.inputs, *program.outputs)}
    for name in program.signals():
        if name in ports:
            continue
        signal = program.signal(name)
        if signal.array == "x" and signal.address >= first:
            yield Channel(name, signal.address - first, signal.shape, format_unit(signal.unit), signal.kind)
