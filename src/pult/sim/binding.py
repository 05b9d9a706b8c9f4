"""Which signal goes where: panel, streams and sensors to the inputs of a scheme, its outputs to the drives."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pult.core.block_type import ConcretePort
from pult.core.channels import Channel, Channels
from pult.core.errors import Fault, UsageError, choose, listing
from pult.core.signals import Array, format_shape
from pult.core.units import Unit, format_unit, parse_unit

Sources = str | list[str]
SOURCES = {"panel": 0, "sensor": 1, "stream": 2, "session": 3}
"""Numbers of the arrays that inputs come from, see `pult.sim.loop.Arrays.wiring`."""
STOPPED = Channel("session.stopped", 0, (), "1", "boolean", description="Whether the robot is stopped.")
"""What the session itself tells a scheme."""


@dataclass(frozen=True)
class Wiring:
    """The bindings of a session, found and checked.

    Attributes:
        inputs: For every number of the scheme's inputs: its array (see `SOURCES`), and an index. Shape (n, 2).
        routing: For every number of the drives' commands: an index into the scheme's outputs, or -1. Shape (m,).
        sources: Scheme input to the signals it is bound to.
        targets: Drive to the scheme output that it obeys.
    """

    inputs: Array
    routing: Array
    sources: Mapping[str, tuple[str, ...]]
    targets: Mapping[str, str]


def bind(
    inputs: Sequence[ConcretePort],
    outputs: Sequence[ConcretePort],
    signals: Channels,
    drives: Channels,
    given: tuple[Mapping[str, Sources], Mapping[str, str]],
    idle: Sequence[str] = (),
) -> tuple[Wiring | None, list[Fault]]:
    """Bind a scheme to a panel, sensors and drives.

    What is not bound explicitly is bound by its name: the input 'angles' to the sensor, the panel element or the stream
    'angles', the output 'motors' to the drive 'motors'.

    Args:
        inputs: Inputs of the scheme.
        outputs: Outputs of the scheme.
        signals: All it may read, "panel.NAME", "stream.NAME" and "sensor.NAME", each array counted from its own
            beginning.
        drives: What it may command.
        given: Explicit bindings: input to signal or signals, and drive (or one entry of it) to output.
        idle: Drives that are meant to get no signal.

    Returns:
        The wiring, or all that is missing, unknown or unfit.
    """
    faults: list[Fault] = []
    wires, sources = _bind_inputs(inputs, signals, given[0], faults)
    routing, targets = _bind_outputs(outputs, drives, given[1], idle, faults)
    if faults:
        return None, faults
    table = np.array(wires, dtype=np.float64).reshape((-1, 2))
    return Wiring(table, routing, sources, targets), []


def _bind_inputs(
    inputs: Sequence[ConcretePort], signals: Channels, given: Mapping[str, Sources], faults: list[Fault]
) -> tuple[list[tuple[int, int]], dict[str, tuple[str, ...]]]:
    names = [port.name for port in inputs]
    for name in given:
        if name not in names:
            faults.append(
                Fault(f"inputs.{name}", f"the scheme has no input {name!r}. {choose(name, names)}", "unknown-name")
            )
    wires: list[tuple[int, int]] = []
    sources: dict[str, tuple[str, ...]] = {}
    for port in inputs:
        place = f"inputs.{port.name}"
        wanted = given.get(port.name)
        if wanted is None:
            near = [name for name in (f"{source}.{port.name}" for source in SOURCES) if name in signals]
            if len(near) > 1 and near[-1] == STOPPED.name:
                near.pop()  # what a panel or a robot calls so comes first
            if len(near) != 1:
                both = f"there are {' and '.join(near)}; bind it to one of them"
                if near == [f"panel.{port.name}", f"sensor.{port.name}"]:
                    both = "both the panel and the robot have one of that name; bind it"
                what = both if near else _missing(port, signals)
                faults.append(Fault(place, f"the scheme's input {port.name!r} has no source: {what}.", "unbound"))
                continue
            wanted = near[0]
        found: list[Channel] = []
        for text in [wanted] if isinstance(wanted, str) else wanted:
            try:
                found.append(signals.find(text))
            except UsageError as error:
                faults.append(Fault(place, str(error), "unknown-name"))
        if len(found) != (1 if isinstance(wanted, str) else len(wanted)):
            continue
        if not found:
            faults.append(Fault(place, f"the scheme's input {port.name!r} has an empty list of sources.", "unbound"))
            continue
        faults += _misfits(place, port, found, isinstance(wanted, list))
        sources[port.name] = tuple(channel.name for channel in found)
        for channel in found:
            source = SOURCES[channel.name.partition(".")[0]]
            wires += [(source, index) for index in range(channel.start, channel.stop)]
    return wires, sources


def _missing(port: ConcretePort, signals: Channels) -> str:
    fitting = [c.name for c in signals if c.size == port.size and c.kind == port.kind]
    options = listing(fitting or signals.names)
    streams = any(name.startswith("stream.") for name in signals.names)
    where = "neither the panel, its streams nor the sensors" if streams else "neither the panel nor the sensors"
    return f"{where} have {port.name!r}; bind it to one of {options}"


def _misfits(place: str, port: ConcretePort, found: Sequence[Channel], joined: bool) -> list[Fault]:
    faults = []
    names = " and ".join(channel.name for channel in found)
    size = sum(channel.size for channel in found)
    fits = size == port.size if joined else found[0].shape == port.shape
    if not fits:
        has = f"{names} is a {format_shape(found[0].shape)}"
        has = has if len(found) == 1 else f"{names} are {size} numbers together"
        message = f"{has}, the scheme takes a {format_shape(port.shape)}."
        faults.append(Fault(place, message, "bad-shape"))
    for channel in found:
        if channel.kind != port.kind:
            message = f"{channel.name} is a {channel.kind} signal, the scheme takes a {port.kind}."
            faults.append(Fault(place, message, "bad-kind"))
        elif _unlike(port.unit, channel.unit):
            message = f"{channel.name} {_in(channel.unit)}, the scheme takes {_unit_words(format_unit(port.unit))}."
            faults.append(Fault(place, message, "bad-unit"))
    return faults


def _in(unit: str) -> str:
    return "has no unit" if unit == "1" else f"is in {unit}"


def _unit_words(unit: str) -> str:
    return "a plain number" if unit == "1" else unit


def _unlike(one: Unit, other: str) -> bool:
    return one != parse_unit(other)


def _bind_outputs(
    outputs: Sequence[ConcretePort],
    drives: Channels,
    given: Mapping[str, str],
    idle: Sequence[str],
    faults: list[Fault],
) -> tuple[Array, dict[str, str]]:
    routing = np.full(drives.size, -1.0)
    ports, start = {}, 0
    for port in outputs:
        ports[port.name] = (port, start)
        start += port.size
    targets: dict[str, str] = {}
    explicit = {name.removeprefix("drive."): output for name, output in given.items()}
    for name in given:
        if name.startswith("drive.") and name.removeprefix("drive.") in given:
            message = f"the drive {name.removeprefix('drive.')!r} is bound twice; keep one."
            faults.append(Fault(f"outputs.{name}", message, "duplicate-name"))
    for name in idle:
        if name not in drives:
            faults.append(Fault("idle", f"there is no drive {name!r}. {choose(name, drives.names)}", "unknown-name"))
    for name, output in explicit.items():
        place = f"outputs.{name}"
        try:
            channel = drives.find(name)
        except UsageError as error:
            message = str(error).replace("signal", "drive")
            faults.append(Fault(place, message, "unknown-name"))
            continue
        if output not in ports:
            message = f"the scheme has no output {output!r}. {choose(output, ports)}"
            faults.append(Fault(place, message, "unknown-name"))
            continue
        faults += _route(place, channel, ports[output], routing)
        targets[name] = output
    for channel in drives:
        bound = (routing[channel.place] >= 0.0).all() and channel.size > 0
        if bound or channel.name in idle:
            continue
        if any(name.startswith(f"{channel.name}[") for name in explicit):
            faults += _left_out(channel, routing)
            continue
        if channel.name in targets:
            continue  # bound, but does not fit: told already
        if channel.name in ports:
            faults += _route(f"outputs.{channel.name}", channel, ports[channel.name], routing)
            targets[channel.name] = channel.name
        else:
            message = (
                f"the drive {channel.name!r} gets no signal: the scheme has the outputs {listing(ports)}; bind one of "
                "them to it, or list the drive under 'idle'."
            )
            faults.append(Fault(f"outputs.{channel.name}", message, "unbound"))
    return routing, targets


def _left_out(channel: Channel, routing: Array) -> list[Fault]:
    """Entries of a drive that get no signal while others do."""
    labels = channel.labels or tuple(str(index) for index in range(channel.size))
    names = [label for label, source in zip(labels, routing[channel.place], strict=True) if source < 0.0]
    message = f"{listing(names)} of the drive gets no signal; bind every entry, or list the drive under 'idle'."
    return [Fault(f"outputs.{channel.name}", message, "unbound")]


def _route(place: str, channel: Channel, output: tuple[ConcretePort, int], routing: Array) -> list[Fault]:
    port, start = output
    routing[channel.place] = np.arange(start, start + channel.size)
    faults = []
    if port.shape != channel.shape:
        shapes = f"a {format_shape(port.shape)}, the drive takes a {format_shape(channel.shape)}"
        message = f"the output {port.name!r} is {shapes}."
        faults.append(Fault(place, message, "bad-shape"))
    if port.kind != "number":
        faults.append(Fault(place, f"the output {port.name!r} is boolean, the drive takes a number.", "bad-kind"))
    elif _unlike(port.unit, channel.unit):
        has = _in(format_unit(port.unit))
        message = f"the output {port.name!r} {has}, the drive takes {_unit_words(channel.unit)}."
        faults.append(Fault(place, message, "bad-unit"))
    return faults
