"""The session: a world, a scheme and a panel that run together, one control step after another.

One control step reads the panel, steps the scheme, applies the drives, steps the world, reads the sensors and publishes
a frame. This is done by `pult.sim.loop.control_steps`, in native code including the physics. Recorders, judges and
servers listen to frames; the session does not depend on them.
"""

import math
from collections.abc import Callable, Mapping
from typing import Any
from weakref import WeakMethod

import msgspec
import mujoco
import numpy as np

from pult.core.arguments import one_of, whole_number
from pult.core.channels import Channels
from pult.core.errors import PultError
from pult.core.signals import Array
from pult.equipment.elements.table import changed_table, with_start_lengths
from pult.equipment.sensors.model import SensorTable
from pult.panel.state import PanelState
from pult.robot.mujoco_warnings import remarks
from pult.scheme.program import Program
from pult.scheme.state import State
from pult.sim import loop
from pult.sim.arrays import make_arrays
from pult.sim.arrivals import Arrivals
from pult.sim.binding import Wiring
from pult.sim.commands import (
    ClearFaults,
    Command,
    CommandRefused,
    DelayInput,
    Feed,
    Input,
    KillDrive,
    LoseLink,
    Neutral,
    Observation,
    Reset,
    Restore,
    SetParameter,
    Stop,
    check_types,
)
from pult.sim.divergence import describe_divergence
from pult.sim.drives import hold_positions
from pult.sim.faults import Faults
from pult.sim.frame import row_layout
from pult.sim.listener import Event, Listener
from pult.sim.observing import Observers, Observing
from pult.sim.physics import get_state, refresh, set_state
from pult.sim.placing import place
from pult.sim.row import RowLayout
from pult.sim.safety import Safety
from pult.sim.sensing import begin_period, read_sensors
from pult.sim.setup import Setup
from pult.sim.snapshot import Snapshot, snapshot_mismatch
from pult.sim.streams import Streams
from pult.world.world import World

KEYFRAME = 1.0
"""Time between two snapshots for listeners [s]."""
MAX_ROWS = 1000
"""Maximum number of control steps per call of native code."""
MAX_EVENTS = 10_000
"""Maximum number of events that a session keeps; the oldest are dropped."""


class Halted(PultError):  # noqa: N818
    """The session cannot continue: a block failed or the simulation diverged. The message says what and where."""


class Session:
    """A session. It changes only by `advance` and `apply`.

    Attributes:
        setup: Its setup.
        world: The world.
        program: The compiled scheme.
        panel: State of the panel, or None.
        wiring: The bindings.
        layout: Layout of a row.
        channels: Names of the numbers in a row.
        row: The last frame. Shape (size,).
        halted: Why it cannot continue; empty while it can.
        events: The last `MAX_EVENTS` events.
        forgotten: Number of earlier events that were dropped.
        listeners: Its listeners.
        arrivals: Inputs from operators and devices.
        model, data: MuJoCo's model and data, for reading.
    """

    def __init__(
        self,
        setup: Setup,
        world: World,
        program: Program,
        panel: PanelState | None,
        wiring: Wiring,
        sensors: SensorTable,
        files: Mapping[str, bytes],
        observers: Observers,
        layout: RowLayout | None = None,
        replayed: bool = False,
    ) -> None:
        """Take over what `open_session` has checked; the layout of rows is made if it is not known yet."""
        self.setup, self.world, self.program, self.panel, self.wiring = setup, world, program, panel, wiring
        self.sensors, self.files = sensors, dict(files)
        self.model: Any = world.model.__copy__()
        self.data: Any = mujoco.MjData(self.model)
        inputs = panel.panel.channels if panel is not None else Channels(())
        emit = _weakly(self.emit)
        streams = Streams(panel.panel.document.streams if panel is not None else {}, self.dt, emit)
        self.layout = layout or row_layout(world, program, inputs, streams.channels, sensors.channels)
        self.channels = self.layout.channels
        self.row: Array = np.zeros(self.channels.size)
        self.halted = ""
        self.events: list[Event] = []
        self.forgotten = 0
        self.listeners: list[Listener] = []
        self._arrays = make_arrays(
            self.model, self.data, world, program, panel, streams.values, wiring, sensors, self.layout
        )
        self.faults = Faults(self._arrays, self.model, world.drives, sensors, self.dt)
        self.safety = Safety(self._arrays, self.model, self.data, world.drives, panel, self.channels, emit)
        self._observing = Observing(observers, sensors, self._arrays.memory, self.data, self.dt, replayed)
        self._keyframe = max(1, round(KEYFRAME / self.dt))
        clock = self._arrays.clock
        self.arrivals = Arrivals(panel, streams, self.faults, self.safety, lambda: int(clock[loop.TICK]))
        self._reset()

    # --- running ---------------------------------------------------------------------------------------------------

    @property
    def dt(self) -> float:
        """Control step [s]."""
        return float(self.program.scheme.step)

    @property
    def tick(self) -> int:
        """Control steps done since the session began."""
        return int(self._arrays.clock.item(loop.TICK))

    @property
    def time(self) -> float:
        """Time since the session began [s]."""
        return self.tick * self.dt

    @property
    def physics_steps(self) -> int:
        """Physics steps in a control step."""
        return int(self._arrays.clock[loop.SUBSTEPS])

    @property
    def physics_steps_done(self) -> int:
        """Physics steps done of the current control step; 0 between control steps."""
        return int(self._arrays.part.item(loop.PHYSICS_STEPS))

    def advance(self, steps: int = 1) -> None:
        """Do control steps; an unfinished one is completed first and counts as one of them.

        Raises:
            Halted: A block failed or the simulation diverged; the drives are stopped.
        """
        steps = whole_number("steps", steps)
        while steps > 0:
            alone = steps == 1 or self.physics_steps_done
            count = 1 if alone else min(steps, MAX_ROWS, self._until_break())
            self._advance(count)
            steps -= count

    def advance_part(self, physics_steps: int) -> bool:
        """Do a part of a control step; between its parts the only possible command is a stop.

        Args:
            physics_steps: Number of physics steps, at least 1; those beyond the end of the control step are not done.

        Returns:
            Whether the control step is complete.

        Raises:
            Halted: As `advance`.
        """
        until = self.physics_steps_done + whole_number("physics_steps", physics_steps, 1)
        self._arrays.part[loop.UNTIL] = until if until < self.physics_steps else 0.0
        try:
            self._advance(1)
        finally:
            self._arrays.part[loop.UNTIL] = 0.0
        return self.physics_steps_done == 0

    def _advance(self, count: int) -> None:
        if self.halted:
            raise Halted(self.halted)
        if not self.physics_steps_done:
            self.arrivals.arrive()
            self._observe()
        rows = np.empty((count, self.channels.size))
        before = self.tick
        problem = self._run(rows)
        done = self.tick - before
        self._publish(before + 1, rows if done == count else rows[:done])
        if problem:
            self._halt(problem)

    def _observe(self) -> None:
        """Make the observations that are due, and tell listeners, as of any command."""
        try:
            for observation in self._observing.due(self.tick):
                for listener in self.listeners:
                    listener.command(self.tick, observation)
        except PultError as error:  # such as graphics that fail
            self._halt(str(error))

    def _run(self, rows: Array) -> str:
        """Do control steps, in native code if the scheme allows it; returns the problem, if any."""
        addresses, native = self._arrays.addresses, self.program.steps_in_native_code
        addresses[loop.STEP] = self.program.address()
        if native and not addresses[loop.ELEMENTS] and len(self._arrays.elements):
            addresses[loop.ELEMENTS] = loop.element_address()
        # the arrays have been made with the types of the loop; to check all of them takes as long as a small scheme
        steps = loop.native_steps.unchecked() if native else loop.control_steps
        try:
            with remarks() as said:
                code = steps(self._arrays, rows)
        except Exception as error:  # noqa: BLE001 - blocks may raise anything; it is explained
            self.program.count_outside_steps()
            return str(self.program.explain_exception(error))
        self.program.count_outside_steps()
        for text in dict.fromkeys(said) if said else ():
            self.emit("physics", f"MuJoCo: {text.strip()}")
        if code == loop.BLOCK_FAILED:
            return str(self.program.explain(int(self._arrays.clock[loop.CODE])))
        if code != loop.DIVERGED:
            return ""
        return describe_divergence(self.model, self.data, self.world.document.max_speed, self.time)

    def _until_break(self) -> int:
        """Steps until something has to be done outside native code."""
        wanted = any(listener.wants_keyframes for listener in self.listeners)
        keyframe = self._keyframe - self.tick % self._keyframe if wanted else MAX_ROWS
        return max(1, self.arrivals.until(self._observing.until(self.tick, keyframe)))

    def _publish(self, first: int, rows: Array) -> None:
        if not len(rows):
            return
        self.row[:] = rows[-1]
        for tick, push in self.faults.begun(first - 1, self.tick):
            size = math.hypot(*push.force)
            text = f"{push.body} is pushed with {size:.0f} N for {push.duration:g} s"
            self.emit("push", text, tick=tick, body=push.body, force=push.force, duration=push.duration)
        for listener in self.listeners:
            listener.frames(first, rows)
        self.safety.watch(first, rows)
        if not self.listeners:
            return
        wanting = [listener for listener in self.listeners if listener.wants_keyframes]
        if wanting and self.tick % self._keyframe == 0:
            state = self.snapshot().to_bytes()
            for listener in wanting:
                listener.keyframe(self.tick, state)

    def _halt(self, problem: str) -> None:
        self.halted = problem
        self._arrays.clock[loop.STOPPED] = 1.0
        self._arrays.part[:] = 0.0
        self.data.ctrl[:] = 0.0
        if self.world.drives.holds:
            self.emit("power-off", "the drives are switched off: a scheme that failed cannot hold the robot")
        self.emit("halted", problem)
        raise Halted(problem)

    def emit(self, kind: str, text: str, *, tick: int | None = None, **data: Any) -> None:
        """Record an event, by default at the present tick, and notify the listeners."""
        event = Event(self.tick if tick is None else tick, kind, text, data)
        self.events.append(event)
        if len(self.events) > MAX_EVENTS:
            del self.events[0]
            self.forgotten += 1
        for listener in self.listeners:
            listener.event(event)

    # --- commands --------------------------------------------------------------------------------------------------

    def listen(self, listener: Listener) -> None:
        """Add a listener; it gets the present state first."""
        listener.keyframe(self.tick, self.snapshot().to_bytes())
        listener.frames(self.tick, self.row[None, :].copy())
        self.listeners.append(listener)

    def apply(self, command: Command) -> None:
        """Carry out a command.

        Raises:
            CommandRefused: It cannot be carried out; nothing has changed.
        """
        if self.halted and not isinstance(command, (Reset, Restore)):
            raise CommandRefused(f"the session is halted: {self.halted}")
        tick = self.tick
        check_types(command)
        command = self._placed(command)
        try:
            self._carry_out(command)
        except CommandRefused:
            raise
        except PultError as error:
            raise CommandRefused(str(error)) from None
        for listener in self.listeners:
            listener.command(tick, command)

    def _placed(self, command: Command) -> Command:
        """The command with its place within the current control step."""
        done = self.physics_steps_done
        if not isinstance(command, (Stop, LoseLink)):
            if done:
                raise CommandRefused("in the middle of a control step the only possible command is a stop.")
            return command
        if command.after not in (0, done):
            raise CommandRefused(f"the stop belongs after physics step {command.after}; {done} are done.")
        return msgspec.structs.replace(command, after=done)

    def _carry_out(self, command: Command) -> None:
        match command:
            case Input() | Feed():
                self.arrivals.take(command)
            case SetParameter():
                self.program.set(command.name, command.value)
            case Observation():
                self._observing.take(command)
            case Reset():
                self._reset()
                self.emit("reset", "back to the start")
            case Restore():
                self.restore(Snapshot.from_bytes(command.state), self.tick)
            case _:
                if isinstance(command, LoseLink):
                    self.arrivals.discard()
                elif isinstance(command, Neutral):
                    self.arrivals.delayed.clear()  # so that an earlier input does not undo it
                if not self.safety.carry_out(command):
                    self._inject(command)

    def _inject(self, command: Command) -> None:
        self.faults.carry_out(command)
        if isinstance(command, (KillDrive, ClearFaults)):
            refresh(self.model, self.data)
        if isinstance(command, ClearFaults):
            hold_positions(self.data, self.world.drives, self._arrays.applied)
        if isinstance(command, (DelayInput, ClearFaults)):
            self.arrivals.limit_delay()

    # --- state -----------------------------------------------------------------------------------------------------

    def _reset(self) -> None:
        """Reset everything but tuned parameters; the tick continues."""
        arrays, model, data = self._arrays, self.model, self.data
        self.halted = ""
        self.arrivals.discard()
        self.arrivals.streams.reset()
        self.faults.clear()
        self.program.reset()
        if self.panel is not None:
            self.panel.reset()
            self.panel.set_many(self.setup.start.panel)
        mujoco.mj_resetData(model, data)
        data.qpos[:] = self.world.start(self.setup.start.pose)
        place(model, data, self.setup.start)
        arrays.commands[:] = np.nan  # a drive without a signal gets its neutral command
        for array in (arrays.applied, arrays.element_readings, arrays.y, arrays.u):
            array[:] = 0.0
        arrays.clock[loop.POWER] = 0.0
        arrays.memory[:] = self.sensors.memory(self.setup.seed)
        self.safety.reset()
        mujoco.mj_forward(model, data)
        self._observing.reset()
        elements = changed_table(self.world.elements, list(self.world.document.elements), self.setup.start.elements)
        arrays.elements[:] = with_start_lengths(elements, data.site_xpos)
        hold_positions(data, self.world.drives, arrays.applied)
        begin_period(arrays.sensors, arrays.memory)
        read_sensors(
            arrays.sensors, arrays.terms, arrays.sensordata, arrays.memory, arrays.sensor_faults, arrays.readings
        )
        loop.publish(arrays, self.row)
        self.faults.schedule(self.setup.start.pushes)

    def write_poses(self, row: Array) -> None:
        """Write the present poses of bodies and sites into a row."""
        loop.write_poses(self._arrays, row)

    def snapshot(self) -> Snapshot:
        """The complete present state; after restoring it, the simulation repeats bit for bit.

        Raises:
            CommandRefused: A control step is not finished.
        """
        if self.physics_steps_done:
            raise CommandRefused("a control step is in progress; take a snapshot when it has finished.")
        arrays = self._arrays
        return Snapshot(
            tick=self.tick,
            physics=get_state(self.model, self.data).tobytes(),
            program=self.program.state.to_json(),
            arrays={name: getattr(arrays, name).tobytes() for name in Snapshot.ARRAYS},
            parameters={name: self.program.get(name) for name in self.program.changed()},
            row=self.row.tobytes(),
            panel=self.panel.as_dict() if self.panel is not None else {},
            safety=self.safety.save(),
            input_delay=self.faults.input_delay,
            delayed=list(self.arrivals.delayed),
            halted=self.halted,
            streams=self.arrivals.streams.save(),
        )

    def restore(self, snapshot: Snapshot, tick: int | None = None) -> None:
        """Go back to a snapshot of this session, or of another with the same setup.

        Args:
            snapshot: The snapshot.
            tick: The present tick; by default that of the snapshot. In a record ticks never go back.

        Raises:
            CommandRefused: The snapshot is of another setup.
        """
        one_of("snapshot", snapshot, Snapshot, "a snapshot of a session")
        problem = snapshot_mismatch(snapshot, self._arrays, self.model, self.sensors, self.panel)
        problem = problem or self.arrivals.streams.problem(snapshot.streams)
        if problem or len(snapshot.row) != self.row.nbytes:
            raise CommandRefused(f"the snapshot is of another session: {problem or 'its row has another size'}.")
        before = self.snapshot()
        try:
            self._put_back(snapshot, tick)
        except PultError as error:
            self._put_back(before, None)
            raise CommandRefused(f"the snapshot is of another session: {error}") from None

    def _put_back(self, snapshot: Snapshot, tick: int | None) -> None:
        arrays, physics = self._arrays, np.frombuffer(snapshot.physics)
        self.program.restore(State.from_json(snapshot.program))
        for name, first in self.program.changed().items():
            self.program.set(name, snapshot.parameters.get(name, first))
        for name, value in snapshot.parameters.items():
            self.program.set(name, value)
        if self.panel is not None:
            self.panel.set_many(snapshot.panel)
        for name, data in snapshot.arrays.items():
            array = getattr(arrays, name)
            array[...] = np.frombuffer(data).reshape(array.shape)
        later = 0 if tick is None else tick - snapshot.tick
        arrays.clock[loop.TICK] += later
        self.faults.restored(snapshot.input_delay, later)
        self.safety.load(snapshot.safety, later, keep=tick is not None)
        self.arrivals.delayed = [(due + later, dict(values)) for due, values in snapshot.delayed]
        self.arrivals.streams.load(snapshot.streams, later)
        self.halted = snapshot.halted
        set_state(self.model, self.data, physics)
        # mj_step1 has recomputed sensors of position and speed; those of force are older than the state
        arrays.sensordata[:] = np.frombuffer(snapshot.arrays["sensordata"])
        self.row[:] = np.frombuffer(snapshot.row)  # the panel may have been moved since
        self.row[self.channels["time"].start] = self.time


def _weakly(method: Callable[..., None]) -> Callable[..., None]:
    """A method for the parts of a session that does not keep the session alive: the memory of its physics is given back
    as soon as nobody holds it, and does not wait for the garbage collector.
    """
    reference: WeakMethod[Callable[..., None]] = WeakMethod(method)

    def call(*arguments: Any, **named: Any) -> None:
        found = reference()
        if found is not None:
            found(*arguments, **named)

    return call
