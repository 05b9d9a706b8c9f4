"""Bindings: panel, streams and sensors to the inputs of a scheme, its outputs to the drives."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pult.core.block_type import ConcretePort
from pult.core.channels import Channel, Channels, lay_out
from pult.core.errors import Fault, FaultKind, UsageError, advice, listing
from pult.core.kinds import UNKNOWN_NAME
from pult.core.signals import Array, format_shape, shapes_connect
from pult.core.units import Unit, entry_units, format_unit, parse_unit, unit_by_entry

UNKNOWN_INPUT = FaultKind("unknown-name", "the scheme has no input {name!r}. {advice}")
NO_SOURCE = FaultKind(
    "unbound",
    "the scheme's input {input!r} has no source: neither the panel nor the sensors have {input!r}; bind it to one of "
    "{options}.",
)
NO_SOURCE_OR_STREAM = FaultKind(
    "unbound",
    "the scheme's input {input!r} has no source: neither the panel, its streams nor the sensors have {input!r}; bind "
    "it to one of {options}.",
)
SEVERAL_SOURCES = FaultKind(
    "unbound",
    "the scheme's input {input!r} has no source: there are {sources: and }; bind it to one of them.",
)
IN_PANEL_AND_ROBOT = FaultKind(
    "unbound",
    "the scheme's input {input!r} has no source: both the panel and the robot have one of that name; bind it.",
)
EMPTY_SOURCES = FaultKind("unbound", "the scheme's input {input!r} has an empty list of sources.")
WHOLE_AND_ENTRIES = FaultKind(
    "duplicate-name", "the scheme's input {input!r} is bound both as a whole and by its entries; keep one."
)
ENTRY_TWICE = FaultKind("duplicate-name", "the entry {entry!r} is bound twice; keep one.")
ENTRIES_WITHOUT_SOURCE = FaultKind(
    "unbound", "no source for {entries} of the scheme's input {input!r}; bind every entry, or the whole input."
)
WRONG_SHAPE = FaultKind("bad-shape", "{channel} is a {shape}, the scheme takes a {taken}.")
WRONG_TOTAL = FaultKind("bad-shape", "{channels: and } are {size|number|numbers} together, the scheme takes a {taken}.")
NO_UNIT = FaultKind("bad-unit", "{channel} has no unit, the scheme takes {taken}.", ("unit",))
OTHER_UNIT = FaultKind("bad-unit", "{channel} is in {unit}, the scheme takes {taken}.")
WRONG_KIND = FaultKind("bad-kind", "{channel} is a {kind} signal, the scheme takes a {taken}.")
BOUND_TWICE = FaultKind("duplicate-name", "the drive {drive!r} is bound twice; keep one.")
UNKNOWN_DRIVE = FaultKind("unknown-name", "there is no drive {name!r}. {advice}")
UNKNOWN_OUTPUT = FaultKind("unknown-name", "the scheme has no output {name!r}. {advice}")
DRIVE_WITHOUT_SIGNAL = FaultKind(
    "unbound",
    "the drive {drive!r} gets no signal: the scheme has the outputs {outputs}; bind one of them to it, or list "
    "the drive under 'idle'.",
)
ENTRY_WITHOUT_SIGNAL = FaultKind(
    "unbound",
    "{entries} of the drive gets no signal; bind every entry, or list the drive under 'idle'.",
)
WRONG_DRIVE_SHAPE = FaultKind("bad-shape", "the output {output!r} is a {shape}, the drive takes a {taken}.")
NO_UNIT_FOR_DRIVE = FaultKind("bad-unit", "the output {output!r} has no unit, the drive takes {taken}.", ("unit",))
OTHER_UNIT_FOR_DRIVE = FaultKind("bad-unit", "the output {output!r} is in {unit}, the drive takes {taken}.")
BOOLEAN_FOR_DRIVE = FaultKind("bad-kind", "the output {output!r} is boolean, the drive takes a number.")

Sources = str | list[str]
SOURCES = {"panel": 0, "sensor": 1, "stream": 2, "session": 3}
"""Numbers of the source arrays of inputs, see `pult.sim.loop.Arrays.wiring`."""
STOPPED = Channel("session.stopped", 0, (), "1", "boolean", description="Whether the robot is stopped.")
"""Signal of the session itself."""


@dataclass(frozen=True)
class Wiring:
    """The resolved bindings of a session.

    Attributes:
        inputs: For every scalar input of the scheme: its array (see `SOURCES`), and an index. Shape (n, 2).
        routing: For every scalar drive command: an index into the scheme's outputs, or -1. Shape (m,).
        sources: Scheme input to the signals it is bound to.
        targets: Drive to the scheme output that commands it.
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

    Without an explicit binding, signals are bound by name: the input 'angles' to the sensor, the panel element or the
    stream 'angles', the output 'motors' to the drive 'motors'.

    Args:
        inputs: Inputs of the scheme.
        outputs: Outputs of the scheme.
        signals: Available signals, "panel.NAME", "stream.NAME" and "sensor.NAME", with indices into their own
            arrays.
        drives: Available drives.
        given: Explicit bindings: input (or one entry of it) to signal or signals, and drive (or one entry of it) to
            output (or one entry of it).
        idle: Drives that intentionally get no signal.

    Returns:
        The wiring (None if there are faults), and all faults.
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
    entries = _entries_named(inputs, given, faults)
    wires: list[tuple[int, int]] = []
    sources: dict[str, tuple[str, ...]] = {}
    for port in inputs:
        place = f"inputs.{port.name}"
        found: list[Channel] = []
        if port.name in entries:
            single = port._replace(shape=())
            for index, name in sorted(entries[port.name].items()):
                units = entry_units(port.unit)
                entry = single._replace(name=name, unit=units[index] if units else port.unit)
                found += _find(f"inputs.{name}", entry, given[name], signals, faults)
            missing = [str(index) for index in range(port.size) if index not in entries[port.name]]
            if port.name in given:
                faults.append(WHOLE_AND_ENTRIES.at(place, input=port.name))
            elif missing:
                faults.append(ENTRIES_WITHOUT_SOURCE.at(place, input=port.name, entries=listing(missing)))
        else:
            wanted = given[port.name] if port.name in given else _near(port, signals, faults)
            found += [] if wanted is None else _find(place, port, wanted, signals, faults)
        sources[port.name] = tuple(channel.name for channel in found)
        for channel in found:
            source = SOURCES[channel.name.partition(".")[0]]
            wires += [(source, index) for index in range(channel.start, channel.stop)]
    return wires, sources


def _entries_named(
    inputs: Sequence[ConcretePort], given: Mapping[str, Sources], faults: list[Fault]
) -> dict[str, dict[int, str]]:
    """For each input that is bound entry by entry, the names of its entries by their indices."""
    ports = _as_channels(inputs)
    found: dict[str, dict[int, str]] = {}
    for name in given:
        place = f"inputs.{name}"
        whole = name.partition("[")[0]
        if whole not in ports:
            faults.append(UNKNOWN_INPUT.at(place, name=whole, **advice(whole, ports.names)))
            continue
        try:
            entry = ports.find(name)
        except UsageError as error:
            faults.append(UNKNOWN_NAME.at(place, error=str(error).replace("signal", "the scheme's input", 1)))
            continue
        if name != whole:
            index = entry.start - ports[whole].start
            if index in found.setdefault(whole, {}):
                faults.append(ENTRY_TWICE.at(place, entry=name))
            found[whole][index] = name
    return found


def _as_channels(ports: Sequence[ConcretePort]) -> Channels:
    return Channels(lay_out(Channel(port.name, 0, port.shape) for port in ports))


def _near(port: ConcretePort, signals: Channels, faults: list[Fault]) -> str | None:
    """The signal of the name of an input."""
    near = [name for name in (f"{source}.{port.name}" for source in SOURCES) if name in signals]
    if len(near) > 1 and near[-1] == STOPPED.name:
        near.pop()  # panel and robot take precedence
    if len(near) == 1:
        return near[0]
    place = f"inputs.{port.name}"
    if near == [f"panel.{port.name}", f"sensor.{port.name}"]:
        faults.append(IN_PANEL_AND_ROBOT.at(place, input=port.name))
    elif near:
        faults.append(SEVERAL_SOURCES.at(place, input=port.name, sources=near))
    else:
        faults.append(_missing(port, signals).at(place))
    return None


def _find(place: str, port: ConcretePort, wanted: Sources, signals: Channels, faults: list[Fault]) -> list[Channel]:
    """The signals that an input, or one entry of it, is bound to; none if any is missing."""
    if not isinstance(wanted, str) and not wanted:
        faults.append(EMPTY_SOURCES.at(place, input=port.name))
        return []
    found: list[Channel] = []
    for text in [wanted] if isinstance(wanted, str) else wanted:
        try:
            found.append(signals.find(text))
        except UsageError as error:
            faults.append(UNKNOWN_NAME.at(place, error=str(error)))
    if len(found) != (1 if isinstance(wanted, str) else len(wanted)):
        return []
    faults += _misfits(place, port, found, isinstance(wanted, list))
    return found


def _missing(port: ConcretePort, signals: Channels) -> Fault:
    fitting = [c.name for c in signals if c.size == port.size and c.kind == port.kind]
    streams = any(name.startswith("stream.") for name in signals.names)
    kind = NO_SOURCE_OR_STREAM if streams else NO_SOURCE
    return kind.at(input=port.name, options=listing(fitting or signals.names))


def _misfits(place: str, port: ConcretePort, found: Sequence[Channel], joined: bool) -> list[Fault]:
    faults = []
    names = [channel.name for channel in found]
    size = sum(channel.size for channel in found)
    fits = size == port.size if joined else shapes_connect(found[0].shape, port.shape)
    if not fits:
        taken = format_shape(port.shape)
        if len(found) == 1:
            faults.append(WRONG_SHAPE.at(place, channel=names[0], shape=format_shape(found[0].shape), taken=taken))
        else:
            faults.append(WRONG_TOTAL.at(place, channels=names, size=size, taken=taken))
    expected = _units(port.unit, port.size)
    for channel in found:
        wanted, expected = expected[: channel.size], expected[channel.size :]
        if channel.kind != port.kind:
            faults.append(WRONG_KIND.at(place, channel=channel.name, kind=channel.kind, taken=port.kind))
        elif wanted != _units(parse_unit(channel.unit), len(wanted)):
            kind = NO_UNIT if channel.unit == "1" else OTHER_UNIT
            takes = _unit_words(format_unit(unit_by_entry(wanted)))
            faults.append(kind.at(place, channel=channel.name, unit=channel.unit, taken=takes))
    return faults


def _unit_words(unit: str) -> str:
    return "a plain number" if unit == "1" else unit


def _units(unit: Unit, size: int) -> tuple[Unit, ...]:
    """Units of the entries of a signal."""
    return entry_units(unit) or (unit,) * size


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
    ports = {port.name: (port, channel.start) for port, channel in zip(outputs, _as_channels(outputs), strict=True)}
    targets: dict[str, str] = {}
    explicit = {name.removeprefix("drive."): output for name, output in given.items()}
    for name in given:
        if name.startswith("drive.") and name.removeprefix("drive.") in given:
            faults.append(BOUND_TWICE.at(f"outputs.{name}", drive=name.removeprefix("drive.")))
    for name in idle:
        if name not in drives:
            faults.append(UNKNOWN_DRIVE.at("idle", name=name, **advice(name, drives.names)))
    for name, output in explicit.items():
        place = f"outputs.{name}"
        try:
            channel = drives.find(name)
        except UsageError as error:
            faults.append(UNKNOWN_NAME.at(place, error=str(error).replace("signal", "drive")))
            continue
        whole = output.partition("[")[0]
        if whole not in ports:
            faults.append(UNKNOWN_OUTPUT.at(place, name=output, **advice(output, ports)))
            continue
        try:
            start = _as_channels(outputs).find(output).start
        except UsageError as error:
            faults.append(UNKNOWN_NAME.at(place, error=str(error).replace("signal", "the scheme's output", 1)))
            continue
        port = ports[whole][0]
        units = entry_units(port.unit)
        if output != whole:
            port = port._replace(name=output, shape=(), unit=units[start - ports[whole][1]] if units else port.unit)
        faults += _route(place, channel, (port, start), routing)
        targets[name] = output
    for channel in drives:
        bound = (routing[channel.place] >= 0.0).all() and channel.size > 0
        if bound or channel.name in idle:
            continue
        if any(name.startswith(f"{channel.name}[") for name in explicit):
            faults += _left_out(channel, routing)
            continue
        if channel.name in targets:
            continue  # bound, but does not fit: reported already
        if channel.name in ports:
            faults += _route(f"outputs.{channel.name}", channel, ports[channel.name], routing)
            targets[channel.name] = channel.name
        else:
            unbound = DRIVE_WITHOUT_SIGNAL.at(drive=channel.name, outputs=listing(ports))
            faults.append(unbound.at(f"outputs.{channel.name}"))
    return routing, targets


def _left_out(channel: Channel, routing: Array) -> list[Fault]:
    """Entries of a drive that get no signal while others do."""
    labels = channel.labels or tuple(str(index) for index in range(channel.size))
    names = [label for label, source in zip(labels, routing[channel.place], strict=True) if source < 0.0]
    return [ENTRY_WITHOUT_SIGNAL.at(f"outputs.{channel.name}", entries=listing(names))]


def _route(place: str, channel: Channel, output: tuple[ConcretePort, int], routing: Array) -> list[Fault]:
    port, start = output
    routing[channel.place] = np.arange(start, start + channel.size)
    faults = []
    if not shapes_connect(port.shape, channel.shape):
        shape, taken = format_shape(port.shape), format_shape(channel.shape)
        faults.append(WRONG_DRIVE_SHAPE.at(place, output=port.name, shape=shape, taken=taken))
    if port.kind != "number":
        faults.append(BOOLEAN_FOR_DRIVE.at(place, output=port.name))
    elif _unlike(port.unit, channel.unit):
        unit = format_unit(port.unit)
        kind = NO_UNIT_FOR_DRIVE if unit == "1" else OTHER_UNIT_FOR_DRIVE
        faults.append(kind.at(place, output=port.name, unit=unit, taken=_unit_words(channel.unit)))
    return faults
