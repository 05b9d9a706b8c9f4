"""Other block-diagram engines, one adapter each: the same loops, the same control step, one call per step.

A peer is imported only when it is measured. Each adapter uses the quickest arrangement found that keeps the
scheme as it is, eight scalar blocks a loop, and the equations of `benchmarks.loops`; its note says what was
chosen.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import numpy as np

from benchmarks.loops import DRIVE, KD, KP, STEP, U_MAX
from pult.core.signals import Array

Built_co = TypeVar("Built_co", covariant=True)


class Engine(Protocol):
    """An engine that steps the loops."""

    @property
    def ahead(self) -> bool:
        """Whether `run` returns the angles after the last step's update, instead of those before it."""
        ...

    def reset(self) -> None:
        """Back to time zero, all angles and speeds zero."""
        ...

    def run(self, steps: int) -> Sequence[float] | Array:
        """Step by step from Python, reading all angles after each; returns the last [rad]."""
        ...


class Peer(NamedTuple, Generic[Built_co]):
    """A library to compare with, which may or may not be installed.

    Attributes:
        name: Name for people.
        package: Name of its distribution, for the version.
        modules: Modules to import; `build` gets them in this order.
        build: Builds the object that is measured: an engine for set-points of shape (loops,), for example.
        note: How the task is expressed in it, for the report.
    """

    name: str
    package: str
    modules: tuple[str, ...]
    build: Callable[..., Built_co]
    note: str


class Missing(NamedTuple):
    """Why a peer is not measured."""

    reason: str


class NotOffered(Exception):
    """A peer does not support this task; the message says what it lacks."""


def build_peer(peer: Peer[Built_co], task: object, verb: str = "build the scheme") -> Built_co | Missing:
    """Build the object that is measured of a peer; failures are returned, so that the report goes on without it.

    Args:
        peer: The peer.
        task: First argument of `build`.
        verb: What `build` does, for the message if it fails.
    """
    try:
        modules = [import_module(name) for name in peer.modules]
    except ModuleNotFoundError as error:
        own = (error.name or "").split(".")[0] in {name.split(".")[0] for name in peer.modules}
        return Missing("not installed" if own else f"cannot be imported: {error}")
    except Exception as error:  # noqa: BLE001 - somebody else's package
        return Missing(f"cannot be imported: {error}")
    try:
        return peer.build(task, *modules)
    except NotOffered as error:
        return Missing(f"not offered: {error}")
    except Exception as error:  # noqa: BLE001 - somebody else's package
        return Missing(f"cannot {verb}: {error}")


class Drake:
    """One flat diagram of discrete blocks, `Simulator.AdvanceTo` every step.

    Drake has no difference. The drive's gain is negative instead, so both integrators hold the negative of
    speed and angle, and sums do: eight blocks, the same bits.
    """

    ahead = True

    def __init__(self, wanted: Array, framework: Any, primitives: Any, analysis: Any) -> None:
        builder = framework.DiagramBuilder()
        angles = [self._loop(builder, primitives) for _ in wanted]
        if len(wanted) > 1:  # so that one call reads all angles
            together = builder.AddSystem(primitives.Multiplexer(len(wanted)))
            for number, port in enumerate(angles):
                builder.Connect(port, together.get_input_port(number))
            builder.ExportOutput(together.get_output_port())
        else:
            builder.ExportOutput(angles[0])
        self._diagram = builder.Build()
        self._simulator = analysis.Simulator(self._diagram)
        self._context = self._simulator.get_mutable_context()
        for number, value in enumerate(wanted):
            self._diagram.get_input_port(number).FixValue(self._context, [value])
        self._output = self._diagram.get_output_port()
        self.reset()

    @staticmethod
    def _loop(builder: Any, primitives: Any) -> Any:
        """Add one loop; returns the port of its negative angle."""
        add, join = builder.AddSystem, builder.Connect
        error, pd = add(primitives.Adder(2, 1)), add(primitives.Adder(2, 1))
        kp, kd, drive = (add(primitives.Gain(k, 1)) for k in (KP, KD, -DRIVE))
        limit = add(primitives.Saturation([-U_MAX], [U_MAX]))
        speed, turn = (add(primitives.DiscreteTimeIntegrator(1, STEP)) for _ in range(2))
        builder.ExportInput(error.get_input_port(0))
        join(turn.get_output_port(), error.get_input_port(1))
        join(error.get_output_port(), kp.get_input_port())
        join(speed.get_output_port(), kd.get_input_port())
        join(kp.get_output_port(), pd.get_input_port(0))
        join(kd.get_output_port(), pd.get_input_port(1))
        join(pd.get_output_port(), limit.get_input_port())
        join(limit.get_output_port(), drive.get_input_port())
        join(drive.get_output_port(), speed.get_input_port())
        join(speed.get_output_port(), turn.get_input_port())
        return turn.get_output_port()

    def reset(self) -> None:
        """Time and states to zero."""
        self._context.SetTime(0.0)
        states = self._context.get_mutable_discrete_state()
        for group in range(states.num_groups()):
            states.set_value(group, [0.0])
        self._simulator.Initialize()
        self._steps = 0

    def run(self, steps: int) -> Array:
        """Advance by one control step, evaluate the output, and again."""
        advance, read, context = self._simulator.AdvanceTo, self._output.Eval, self._context
        negative: Array = np.zeros(0)
        for k in range(self._steps + 1, self._steps + steps + 1):
            advance(k * STEP)
            negative = read(context)
        self._steps += steps
        return -negative


class Bdsim:
    """Blocks on one clock; a step is what its own run does at a tick: evaluate, take the next states.

    bdsim runs only whole simulations; these two calls are the smallest public ones.
    """

    ahead = True

    def __init__(self, wanted: Array, bdsim: Any) -> None:
        # it would read the command line (sysargs), and load whatever else is installed (toolboxes)
        runtime = bdsim.BDSim(banner=False, toolboxes=False, sysargs=False, graphics=False, progress=False, quiet=True)
        self._diagram = runtime.blockdiagram()
        self._clock = self._diagram.clock(STEP, unit="s")
        for value in wanted:
            self._loop(float(value))
        self._diagram.compile()
        blocks = self._clock.blocklist
        self._state = np.zeros(len(blocks))
        self._map = {block: self._state[number : number + 1] for number, block in enumerate(blocks)}
        self.reset()

    def _loop(self, value: float) -> None:
        make, clock = self._diagram, self._clock
        join = make.connect
        wanted = make.CONSTANT(value)
        error, pd = make.SUM("+-"), make.SUM("+-")
        kp, kd, drive = make.GAIN(KP), make.GAIN(KD), make.GAIN(DRIVE)
        limit = make.CLIP(-U_MAX, U_MAX)
        speed, turn = make.INTEGRATOR_S(clock), make.INTEGRATOR_S(clock)
        join(wanted, error[0])
        join(turn, error[1])
        join(error, kp)
        join(speed, kd, turn)
        join(kp, pd[0])
        join(kd, pd[1])
        join(pd, limit)
        join(limit, drive)
        join(drive, speed)

    def reset(self) -> None:
        """States to zero."""
        self._state[:] = 0.0
        self._steps = 0

    def run(self, steps: int) -> Array:
        """Evaluate, take the next states, and again. Speed and angle of a loop lie side by side."""
        diagram, state, states, clock = self._diagram, self._state, self._map, self._clock
        angles = state[1::2]
        for k in range(self._steps, self._steps + steps):
            diagram.evaluate(states, k * STEP, checkfinite=False, sinks=False)
            state[:] = diagram.next(k * STEP, states)[clock]
            angles = state[1::2].copy()
        self._steps += steps
        return angles


class PathSim:
    """Integrators with its forward Euler solver at a fixed step, `Simulation.timestep` every step.

    Its discrete integrators fire one event each, after each of which the whole diagram is evaluated again:
    far slower.
    """

    ahead = True

    def __init__(self, wanted: Array, pathsim: Any, library: Any, solvers: Any) -> None:
        blocks: list[Any] = []
        wires: list[Any] = []
        self._turns: list[Any] = []
        for value in wanted:
            source = library.Constant(float(value))
            error, pd = library.Adder("+-"), library.Adder("+-")
            kp, kd, drive = library.Amplifier(KP), library.Amplifier(KD), library.Amplifier(DRIVE)
            limit = library.Clip(-U_MAX, U_MAX)
            speed, turn = library.Integrator(0.0), library.Integrator(0.0)
            blocks += [source, error, kp, kd, pd, limit, drive, speed, turn]
            ends = [
                (source, error[0]), (turn, error[1]), (error, kp), (speed, kd, turn), (kp, pd[0]),
                (kd, pd[1]), (pd, limit), (limit, drive), (drive, speed),
            ]  # fmt: skip
            wires += [pathsim.Connection(*end) for end in ends]
            self._turns.append(turn)
        self._simulation = pathsim.Simulation(blocks, wires, dt=STEP, Solver=solvers.EUF, log=False)

    def reset(self) -> None:
        """States to zero."""
        self._simulation.reset()

    def run(self, steps: int) -> list[float]:
        """One fixed step, read the angles, and again."""
        step, turns = self._simulation.timestep, self._turns
        angles: list[float] = []
        for _ in range(steps):
            step(STEP, adaptive=False)
            angles = [turn.outputs[0] for turn in turns]
        return angles


PEERS: tuple[Peer[Engine], ...] = (
    Peer(
        "Drake",
        "drake",
        ("pydrake.systems.framework", "pydrake.systems.primitives", "pydrake.systems.analysis"),
        Drake,
        "The same discrete equations. One flat diagram (sub-diagrams are slower) of Adder, Gain,"
        " Saturation and DiscreteTimeIntegrator, initialised once, caching on, nothing published, inputs"
        " fixed once; Simulator.AdvanceTo and one output Eval per step. Signs are turned round so that"
        " the difference costs no block; in larger schemes a Multiplexer collects the angles.",
    ),
    Peer(
        "bdsim",
        "bdsim",
        ("bdsim",),
        Bdsim,
        "The same discrete equations. SUM, GAIN, CLIP and INTEGRATOR_S on one clock, and one CONSTANT"
        " per loop; evaluate (without sinks and the check for finite values) and next per step.",
    ),
    Peer(
        "PathSim",
        "pathsim",
        ("pathsim", "pathsim.blocks", "pathsim.solvers"),
        PathSim,
        "The same discrete equations, by way of continuous integrators and the explicit Euler solver"
        " EUF at a fixed step; timestep evaluates the diagram twice. Adder, Amplifier, Clip and"
        " Integrator, and one Constant per loop.",
    ),
)
