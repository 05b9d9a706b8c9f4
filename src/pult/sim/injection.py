"""Faults injected into a run at set times: the commands that they are, and who carries them out."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from pult.core.channels import Channels
from pult.core.document import parse_json
from pult.core.errors import DocumentError, Fault, FaultKind, UsageError
from pult.core.kinds import BAD_VALUE
from pult.sim.commands import (
    Arm,
    BiasSensor,
    Command,
    CommandRefused,
    DelayInput,
    DelaySensor,
    FreezeSensor,
    Input,
    KillDrive,
    LoseLink,
    Neutral,
    Push,
    Stop,
)
from pult.sim.fault_checks import check_fault, indices
from pult.sim.fault_notation import InjectedFault, fault_number, read_faults
from pult.sim.session import Session


class TimedCommand(NamedTuple):
    """A command at a time since the beginning of an attempt [s]."""

    time: float
    command: Command


def size_unit(fault: InjectedFault, sensors: Channels) -> str:
    """Unit of the size of a fault; that of a bias is the sensor's.

    Raises:
        CommandRefused: There is no such sensor.
    """
    if fault.kind == "bias":
        indices(sensors, fault.name, "sensor")
        return sensors.find(fault.name).unit
    return "N" if fault.kind == "push" else "s"


MAX_FAULTS = 64
"""Maximum number of faults that an exercise schedules."""
TOO_MANY_FAULTS = FaultKind("too-many", "there are {count} faults; at most {most} are allowed.")


class FaultTargets(NamedTuple):
    """What faults are injected into.

    Attributes:
        model: The world's model (mujoco.MjModel).
        drives, sensors: Commands and readings of the world.
        dt: Control step [s].
        enable: Name of the enabling switch on the panel; empty if there is none.
    """

    model: Any
    drives: Channels
    sensors: Channels
    dt: float
    enable: str


def targets_of(session: Session) -> FaultTargets:
    """What faults can be injected into in a session."""
    world, panel = session.world, session.panel
    enable = panel.panel.document.enable if panel is not None else ""
    return FaultTargets(world.model, world.drives.channels, session.sensors.channels, session.dt, enable)


def timed_commands(texts: Iterable[str], targets: FaultTargets, longest: float) -> list[TimedCommand]:
    """The commands that inject faults and end them, in the order of time.

    Args:
        texts: The faults as they are written; see `pult.sim.fault_notation`.
        targets: What they are injected into.
        longest: Longest time of an attempt [s]: a fault after it would never happen.

    Raises:
        UsageError: A text is not a fault, the world does not have what it names, or a size or a time is not allowed.
    """
    found: list[TimedCommand] = []
    for fault in (fault for text in texts for fault in read_faults(text)):
        if fault.time >= longest:
            raise UsageError(f"fault {fault.text!r}: the attempt ends after {longest:g} s, before the fault.")
        try:
            begin, end = _commands(fault, targets)
            for command in (*begin, *end):
                if not isinstance(command, (Stop, LoseLink, Neutral, Arm, Input)):
                    check_fault(command, targets.model, targets.drives, targets.sensors, targets.dt)
        except CommandRefused as error:
            raise UsageError(f"fault {fault.text!r}: {error}") from None
        found += [TimedCommand(fault.time, command) for command in begin]
        if fault.duration is not None:
            found += [TimedCommand(fault.time + fault.duration, command) for command in end]
    return sorted(found, key=lambda timed: timed.time)


def faults_of(texts: Sequence[str], place: str, targets: FaultTargets, longest: float) -> list[Fault]:
    """What is wrong with the faults that a document schedules.

    Args:
        texts: The faults.
        place: Their place in the document.
        targets: What they are injected into.
        longest: Longest time of an attempt [s].
    """
    if len(texts) > MAX_FAULTS:
        return [TOO_MANY_FAULTS.at(place, count=len(texts), most=MAX_FAULTS)]
    found = []
    for index, text in enumerate(texts):
        try:
            timed_commands([text], targets, longest)
        except UsageError as error:
            found.append(BAD_VALUE.at(f"{place}[{index}]", error=str(error)))
    return found


def _commands(fault: InjectedFault, targets: FaultTargets) -> tuple[Sequence[Command], Sequence[Command]]:
    """Commands that begin a fault, and that end it."""
    name, text = fault.name, fault.text
    match fault.what, fault.kind:
        case "sensor", "stuck":
            return [FreezeSensor(sensor=name)], [FreezeSensor(sensor=name, frozen=False)]
        case "sensor", "bias":
            size = fault_number(text, fault.size, size_unit(fault, targets.sensors))
            return [BiasSensor(sensor=name, bias=size)], [BiasSensor(sensor=name, bias=0.0)]
        case "sensor", _:
            delay = fault_number(text, fault.size, "s")
            return [DelaySensor(sensor=name, delay=delay)], [DelaySensor(sensor=name, delay=0.0)]
        case "drive", _:
            return [KillDrive(drive=name)], [KillDrive(drive=name, dead=False)]
        case "body", _:
            force = _force(text, fault.size)
            return [Push(body=name, force=force, duration=fault.duration or 0.0)], []
        case "input", _:
            return [DelayInput(delay=fault_number(text, fault.size, "s"))], [DelayInput(delay=0.0)]
        case "link", _:
            held = [Input(values={targets.enable: True})] if targets.enable else []  # as the operator does again
            return [LoseLink(cause="network")], [Neutral(), Arm(only="absence"), *held]
    return [Stop()], [Neutral(), Arm()]


def _force(text: str, size: str) -> list[float]:
    try:
        found = parse_json(size)
    except DocumentError:
        found = None
    if isinstance(found, list) and len(found) == 3 and all(type(x) in (int, float) for x in found):
        return [float(x) for x in found]
    raise UsageError(f"fault {text!r}: a force has three numbers [N], such as [0,0,-20], not {size!r}.")


class Injector:
    """Advances a session and carries out commands at their times, counted from when it is made."""

    def __init__(self, session: Session, commands: Sequence[TimedCommand] = ()) -> None:
        """Take the commands, in the order of time; times are rounded to whole control steps."""
        self._session = session
        self._due = [(session.tick + round(timed.time / session.dt), timed.command) for timed in commands]

    @property
    def due(self) -> int:
        """How many commands have not been carried out yet."""
        return len(self._due)

    def advance(self, steps: int, advance: Callable[[int], None] | None = None) -> None:
        """Do control steps; a command takes effect before the step at its time.

        Args:
            steps: How many.
            advance: Does control steps; that of the session if left out.

        Raises:
            CommandRefused: The session does not take a command now.
            Halted: The session cannot go on.
        """
        session, advance = self._session, advance or self._session.advance
        end = session.tick + steps
        while self._due and self._due[0][0] < end:
            if self._due[0][0] > session.tick:
                advance(self._due[0][0] - session.tick)
            self.carry_out_due()
        advance(end - session.tick)

    def carry_out_due(self) -> None:
        """Carry out the commands that are due before the next control step, for who does the steps otherwise.

        Raises:
            CommandRefused: The session does not take a command now.
        """
        while self._due and self._due[0][0] <= self._session.tick:
            self._session.apply(self._due.pop(0)[1])
