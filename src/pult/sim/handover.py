"""Transfer of the state of a session to one that replaces it; whatever fits is kept."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from pult.core.channels import Channel, Channels, lay_out
from pult.core.errors import PultError
from pult.core.signals import Array
from pult.equipment.sensors.table import LENGTH, LINE, MEMORY
from pult.scheme.program import Program
from pult.sim import loop
from pult.sim.physics import get_state, set_state, state_size
from pult.sim.safety import ENABLE
from pult.sim.session import Session
from pult.sim.snapshot import Stops


@dataclass(frozen=True)
class HandoverResult:
    """Result of a handover.

    Attributes:
        physics: Whether the state of the world was kept.
        blocks_kept: Paths of the blocks whose state was kept.
        blocks_fresh: Paths of the blocks whose state was reset.
        panel_fresh: Names of panel elements that were reset.
        reason: Why the world was reset, if it was.
    """

    physics: bool = False
    blocks_kept: tuple[str, ...] = ()
    blocks_fresh: tuple[str, ...] = ()
    panel_fresh: tuple[str, ...] = ()
    reason: str = ""


def hand_over(old: Session, new: Session) -> HandoverResult:
    """Transfer the state of a session to another that is at its start; the old one is not changed.

    Time, panel values and stops are always kept. In the same world, physics, drives, faults, sensors and the states of
    the scheme's blocks (those with the same path, type and state) are kept as well. In another world, or after a halt,
    the world is at its start, and old states of the scheme would make the robot jump: so they are reset.

    Args:
        old: The session to be replaced.
        new: Its replacement; changed.
    """
    reason = _why_not(old, new)
    fresh = _panel(old, new)
    kept: tuple[str, ...] = ()
    blocks = tuple(path for path, _ in _states(new.program))
    tick = old.tick if new.dt == old.dt else -int(-old.time // new.dt)
    later = tick - old.tick
    if not reason:
        kept = _scheme(old.program, new.program)
        _sensors(old, new)
        _arrays(old, new, later)
    new._arrays.clock[loop.TICK] = float(tick)
    _stops(old, new, later)
    if not reason:
        set_state(new.model, new.data, get_state(old.model, old.data))
        _sensordata(old, new)
    loop.publish(new._arrays, new.row)
    begun = tuple(path for path in blocks if path not in set(kept))
    return HandoverResult(not reason, kept, begun, fresh, reason)


def _why_not(old: Session, new: Session) -> str:
    if old.halted:
        return f"the session was halted: {old.halted}"
    same = old.world.files == new.world.files and old.world.document == new.world.document
    return "" if same and state_size(old.model) == state_size(new.model) else "the world has changed"


# --- panel and stops --------------------------------------------------------------------------------------------------


def _panel(old: Session, new: Session) -> tuple[str, ...]:
    """Copy values of elements of the same name, if the new ones accept them; returns the names of the others."""
    if new.panel is None:
        return ()
    values = old.panel.as_dict() if old.panel is not None else {}
    fresh = []
    for name in new.panel.panel.inputs:
        try:
            if name not in values:
                raise PultError("new")
            new.panel.set(name, values[name])
        except PultError:
            fresh.append(name)
    return tuple(fresh)


def _stops(old: Session, new: Session, later: int) -> None:
    saved = old.safety.save()
    reasons = {kind: words for kind, words in saved.reasons.items() if kind != ENABLE}
    enable = new.safety.reasons.get(ENABLE) or saved.reasons.get(ENABLE)
    if new.panel is not None and not new.panel.enabled and enable:
        reasons[ENABLE] = enable
    stays = bool(reasons) and bool(saved.reasons)
    since = saved.since if stays else (old.tick if reasons else -1)
    new.safety.load(Stops(reasons, since, saved.calm if stays else -1), later, keep=False)


# --- the scheme -------------------------------------------------------------------------------------------------------


class _Run(NamedTuple):
    """A range of consecutive numbers in x."""

    start: int
    size: int


def _states(program: Program) -> Iterator[tuple[str, tuple[object, ...]]]:
    """Blocks with a state: path, and what must be equal for the state to be kept."""
    for path, (key, _, _) in _leaves(program).items():
        if key[1]:
            yield path, key


def _leaves(program: Program) -> dict[str, tuple[tuple[Any, ...], list[_Run], dict[str, _Run]]]:
    """For every block by its path: type and state fields, and the ranges of its states and outputs."""
    layout = program.layout
    found = {}
    for number, leaf in enumerate(layout.flat.leaves):
        kind = layout.kinds[layout.kind_of[number]]
        item, count = layout.item_of[number], layout.count_of[number]
        key = (kind.type.name, tuple((place.field, count) for place in kind.state))
        states = [_Run(place.base + item * place.size, count * place.size) for place in kind.state]
        wires = {
            port.name: _Run(place.base + item * place.size, count * place.size)
            for port, place in zip(kind.outputs, kind.wires, strict=True)
        }
        found[leaf.path] = key, states, wires
    return found


def _scheme(old: Program, new: Program) -> tuple[str, ...]:
    """Copy states and wires of equal blocks; returns the paths of those with a state."""
    before, after = _leaves(old), _leaves(new)
    theirs, mine = old.arrays[0], new.arrays[0]
    kept = []
    for path, (key, states, wires) in after.items():
        if path not in before or before[path][0] != key:
            continue
        for source, target in zip(before[path][1], states, strict=True):
            _copy(theirs, source, mine, target)
        for name, target in wires.items():
            wire = before[path][2].get(name)
            if wire is not None and wire.size == target.size:
                _copy(theirs, wire, mine, target)
        if key[1]:
            kept.append(path)
    inputs = {port.name: (index, port.shape) for index, port in enumerate(old.inputs)}
    for index, port in enumerate(new.inputs):
        place, shape = inputs.get(port.name, (0, None))
        if shape == port.shape:
            size = int(port.size)
            _copy(theirs, _Run(old.layout.external(place), size), mine, _Run(new.layout.external(index), size))
    same = new.scheme.step == old.scheme.step
    mine[1] = theirs[1] if same else round(float(theirs[1]) * old.scheme.step / new.scheme.step)
    new.count_outside_steps()
    return tuple(kept)


def _copy(source: Array, here: _Run, target: Array, there: _Run) -> None:
    target[there.start : there.start + there.size] = source[here.start : here.start + here.size]


# --- sensors, drives and faults ---------------------------------------------------------------------------------------


def _shared(old: Channels, new: Channels) -> Iterator[tuple[int, int]]:
    """Pairs of indices of the numbers that two layouts have in common."""
    for channel in new:
        if channel.name in old and old[channel.name].shape == channel.shape:
            start = old[channel.name].start
            yield from ((start + index, channel.start + index) for index in range(channel.size))


def _sensors(old: Session, new: Session) -> None:
    """Copy readings, faults, and the state of delay lines and noise."""
    theirs, mine = old._arrays, new._arrays
    for source, target in _shared(old.sensors.channels, new.sensors.channels):
        mine.readings[target] = theirs.readings[source]
        mine.sensor_faults[target] = theirs.sensor_faults[source]
        before, after = old.sensors.table[source], new.sensors.table[target]
        if before[LENGTH] == after[LENGTH]:
            size = int(LINE + after[LENGTH])
            _copy(theirs.memory, _Run(int(before[MEMORY]), size), mine.memory, _Run(int(after[MEMORY]), size))


def _arrays(old: Session, new: Session, later: int) -> None:
    """Copy drives, force elements, pushes, outputs and delayed inputs."""
    theirs, mine = old._arrays, new._arrays
    for name in ("drive_faults", "applied", "elements", "element_readings"):
        getattr(mine, name)[...] = getattr(theirs, name)
    mine.commands[:] = np.where(mine.routing >= 0, theirs.commands, np.nan)  # a drive without a signal gets none
    mine.clock[loop.POWER] = theirs.clock[loop.POWER]
    outputs = _ports(old.program), _ports(new.program)
    for source, target in _shared(*outputs):
        mine.y[target] = theirs.y[source]
    for source, target in _shared(*(_ports(session.program, inputs=True) for session in (old, new))):
        mine.u[target] = theirs.u[source]
    if new.dt == old.dt:
        mine.pushes[...] = theirs.pushes
    new.faults.restored(round(old.faults.input_delay * old.dt / new.dt), 0)
    new.arrivals.delayed = [(due + later, values) for due, values in old.arrivals.delayed if _takes(new, values)]
    new.arrivals.streams.take_over(old.arrivals.streams, later)


def _takes(session: Session, values: dict[str, Any]) -> bool:
    if session.panel is None:
        return False
    try:
        session.panel.check(values)
    except PultError:
        return False
    return True


def _ports(program: Program, inputs: bool = False) -> Channels:
    ports = program.inputs if inputs else program.outputs
    return Channels(lay_out(Channel(port.name, 0, port.shape) for port in ports))


def _sensordata(old: Session, new: Session) -> None:
    """Copy readings of MuJoCo's sensors: those of force are older than the state and cannot be recomputed."""
    known = {old.model.sensor(i).name: i for i in range(old.model.nsensor)}
    for index in range(new.model.nsensor):
        other = known.get(new.model.sensor(index).name)
        size = int(new.model.sensor_dim[index])
        if other is not None and int(old.model.sensor_dim[other]) == size:
            here, there = int(old.model.sensor_adr[other]), int(new.model.sensor_adr[index])
            new.data.sensordata[there : there + size] = old.data.sensordata[here : here + size]
