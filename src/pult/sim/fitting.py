"""Checks that a scheme, a panel and a world fit together, with the start and the parameters of a setup."""

import math
from collections.abc import Iterator, Mapping
from typing import Any

import mujoco

from pult.core.channels import Channels, lay_out
from pult.core.errors import Fault, FaultKind, PultError, UsageError, advice
from pult.core.kinds import BAD_VALUE, UNKNOWN_NAME
from pult.core.units import format_unit, variables
from pult.equipment.drives.kinds.model import ModelDrive
from pult.equipment.elements.model import change_faults
from pult.equipment.sensors.model import SensorTable
from pult.panel.elements import Cameras, Effectors, Joints, Point
from pult.panel.panel import Panel
from pult.panel.state import PanelState
from pult.scheme.model import Scheme
from pult.scheme.values import override_fault
from pult.sim.binding import STOPPED, Wiring, bind
from pult.sim.commands import CommandRefused, Push
from pult.sim.fault_checks import check_fault
from pult.sim.faults import MAX_PUSHES
from pult.sim.frame import known_signals
from pult.sim.setup import Setup
from pult.world.world import World

STEP_TOO_LONG = FaultKind(
    "bad-step",
    "the control step {step:g} s of the scheme is too long for a session: what the operator does takes effect "
    "between two of them. At most {most:g} s are allowed.",
)
STEP_NOT_WHOLE = FaultKind(
    "bad-step",
    "the control step {step:g} s of the scheme is not a whole number of physics steps {timestep:g} s of the world.",
)
OPEN_UNIT = FaultKind(
    "bad-unit",
    "{name!r} leaves its unit open ({unit}): such a scheme is a part, for other schemes to use.",
)
NOT_IN_WORLD = FaultKind("unknown-name", "the world has none. {advice}")
BAD_POSE = FaultKind("bad-shape", "a pose has 7 numbers, position and quaternion (w, x, y, z), not {count}.")
ZERO_QUATERNION = FaultKind("bad-value", "the quaternion must not be zero.")
BAD_RESISTANCE = FaultKind(
    "bad-value", "has two or three numbers of 0 or more: dry and viscous friction, and the stiffness of its spring."
)
NO_SINGLE_ANGLE = FaultKind("bad-value", "it has more than one coordinate; place its body instead.")
NO_SINGLE_FRICTION = FaultKind("bad-value", "it has more than one coordinate; friction is given to hinges and slides.")
TOO_MANY_PUSHES = FaultKind("too-many", "there are {count} pushes; a session has room for {most}.")
BAD_PUSH_TIME = FaultKind("out-of-range", "a push begins 0 s or more after the start, not {time:g}.")
NO_PANEL = FaultKind("unknown-name", "the session has no panel to set.")
SPRINGS_BACK = FaultKind("bad-value", "springs back when released, so only an operator can set it; leave it out.")
NOT_TWO_BODIES = FaultKind("bad-shape", "a contact is between two bodies, not {count}.")
BAD_SHOWN = FaultKind("unknown-name", "shows {signal!r}: {error}")
UNKNOWN_OPTION = FaultKind("unknown-name", "the world has no {what} {name!r}. {advice}")

LONGEST_STEP = 0.1
"""Longest control step of a session [s]: operator inputs, except a stop, take effect between control steps."""
EXACT = 1e-9
"""Tolerance for the control step being a whole number of physics steps."""


def fit_scheme(
    setup: Setup, world: World, scheme: Scheme, panel: Panel | None
) -> tuple[Wiring | None, SensorTable, list[Fault]]:
    """Check a scheme against a panel and a world: steps, start, parameters, inputs, outputs and lamps.

    Returns:
        The wiring (None if something does not fit), the sensors, and all faults.
    """
    faults = _step_faults(world, scheme) + _start_faults(world, scheme, setup) + _parameter_faults(scheme, setup)
    sensors = world.sensors(scheme.step)
    if found := open_unit_faults(scheme):
        return None, sensors, faults + found
    inputs = panel.channels if panel is not None else Channels(())
    streams = panel.streams if panel is not None else Channels(())
    signals = Channels(
        [
            *lay_out(inputs, 0, "panel."),
            *lay_out(streams, 0, "stream."),
            *lay_out(sensors.channels, 0, "sensor."),
            STOPPED,
        ]
    )
    wiring, found = bind(
        scheme.inputs, scheme.outputs, signals, world.drives.channels, (setup.inputs, setup.outputs), setup.idle
    )
    faults += found
    if panel is not None:
        faults += _shown_faults(panel, scheme, world, sensors) + _option_faults(panel, world)
    faults += _panel_start_faults(panel, setup)
    return wiring, sensors, faults


def start_faults(world: World, scheme: Scheme, panel: Panel | None, setup: Setup) -> list[Fault]:
    """What is wrong with the start and the parameters of a setup: all that may differ between sessions of the same
    documents.
    """
    return _start_faults(world, scheme, setup) + _parameter_faults(scheme, setup) + _panel_start_faults(panel, setup)


def _step_faults(world: World, scheme: Scheme) -> list[Fault]:
    if scheme.step > LONGEST_STEP:
        return [STEP_TOO_LONG.at("scheme", step=scheme.step, most=LONGEST_STEP)]
    ratio = scheme.step / world.document.timestep
    if round(ratio) >= 1 and abs(ratio - round(ratio)) < EXACT * ratio:
        return []
    return [STEP_NOT_WHOLE.at("scheme", step=scheme.step, timestep=world.document.timestep)]


def open_unit_faults(scheme: Scheme) -> list[Fault]:
    """Why a scheme without faults cannot run by itself: ports whose unit is left to those who use it as a part."""
    return [
        OPEN_UNIT.at(f"{side}.{port.name}", name=port.name, unit=format_unit(port.unit))
        for side, ports in (("inputs", scheme.inputs), ("outputs", scheme.outputs))
        for port in ports
        if variables(port.unit)
    ]


def _start_faults(world: World, scheme: Scheme, setup: Setup) -> list[Fault]:
    faults: list[Fault] = []
    try:
        world.start(setup.start.pose)
    except PultError as error:
        faults.append(UNKNOWN_NAME.at("start.pose", error=str(error)))
    model: Any = world.model
    bodies = [model.body(number).name for number in range(1, model.nbody)]
    joints = [model.joint(number).name for number in range(model.njnt)]
    named: list[tuple[str, Mapping[str, Any], list[str]]] = [
        ("bodies", setup.start.bodies, bodies),
        ("joints", setup.start.joints, joints),
        ("resistance", setup.start.resistance, joints),
    ]
    for what, names, known in named:
        for name in names:
            if name not in known:
                faults.append(NOT_IN_WORLD.at(f"start.{what}.{name}", **advice(name, [k for k in known if k])))
    for name, pose in setup.start.bodies.items():
        if len(pose) != 7:
            faults.append(BAD_POSE.at(f"start.bodies.{name}", count=len(pose)))
        elif not any(pose[3:]):
            faults.append(ZERO_QUATERNION.at(f"start.bodies.{name}"))
    faults += change_faults(world.document.elements, setup.start.elements, "start.elements")
    for name, pair in setup.start.resistance.items():
        if len(pair) not in (2, 3) or not all(0.0 <= value < float("inf") for value in pair):
            faults.append(BAD_RESISTANCE.at(f"start.resistance.{name}"))
    several = {name for name, kind in zip(joints, model.jnt_type, strict=True) if int(kind) not in _ONE_NUMBER}
    for name in several.intersection(setup.start.joints):
        faults.append(NO_SINGLE_ANGLE.at(f"start.joints.{name}"))
    for name in several.intersection(setup.start.resistance):
        faults.append(NO_SINGLE_FRICTION.at(f"start.resistance.{name}"))
    return faults + _push_faults(model, scheme, setup)


def _push_faults(model: Any, scheme: Scheme, setup: Setup) -> list[Fault]:
    """Pushes of the start that the world cannot give."""
    faults, nothing = [], Channels(())
    if len(setup.start.pushes) > MAX_PUSHES:
        faults.append(TOO_MANY_PUSHES.at("start.pushes", count=len(setup.start.pushes), most=MAX_PUSHES))
    for index, push in enumerate(setup.start.pushes):
        if not 0.0 <= push.time < math.inf:
            faults.append(BAD_PUSH_TIME.at(f"start.pushes[{index}].time", time=push.time))
        command = Push(body=push.body, force=push.force, duration=push.duration)
        try:
            check_fault(command, model, nothing, nothing, scheme.step)
        except CommandRefused as error:
            faults.append(BAD_VALUE.at(f"start.pushes[{index}]", error=str(error)))
    return faults


def _panel_start_faults(panel: Panel | None, setup: Setup) -> list[Fault]:
    """Start values that the panel does not accept."""
    given = setup.start.panel
    if panel is None:
        return [NO_PANEL.at("start.panel")] if given else []
    faults, state = [], PanelState(panel)
    for name, value in given.items():
        try:
            state.check({name: value})
        except PultError as error:
            faults.append(BAD_VALUE.at(f"start.panel.{name}", error=str(error)))
        else:
            if panel.inputs[name].rest is not None:
                faults.append(SPRINGS_BACK.at(f"start.panel.{name}"))
    return faults


_ONE_NUMBER = (int(mujoco.mjtJoint.mjJNT_HINGE), int(mujoco.mjtJoint.mjJNT_SLIDE))


def contact_faults(setup: Setup) -> list[Fault]:
    """Contacts that are not between two bodies."""
    return [
        NOT_TWO_BODIES.at(f"contacts[{index}]", count=len(pair))
        for index, pair in enumerate(setup.contacts)
        if len(pair) != 2
    ]


def _parameter_faults(scheme: Scheme, setup: Setup) -> list[Fault]:
    found = {name: override_fault(scheme.levels, scheme.top, name, value) for name, value in setup.parameters.items()}
    return [problem.at(f"parameters.{name}") for name, problem in found.items() if problem]


def _shown_faults(panel: Panel, scheme: Scheme, world: World, sensors: SensorTable) -> list[Fault]:
    """Lamps and gauges that show unknown signals."""
    known = known_signals(world, scheme.outputs, panel.channels, panel.streams, sensors.channels)
    return [fault for fault in signal_faults(panel, known) if not panel.shows[fault.place[6:]].startswith("scheme.")]


def signal_faults(panel: Panel, known: Channels) -> list[Fault]:
    """Lamps and gauges that show signals that do not exist."""
    faults = []
    for name, signal in panel.shows.items():
        try:
            known.find(signal)
        except UsageError as error:
            faults.append(BAD_SHOWN.at(f"panel.{name}", signal=signal, error=str(error)))
    return faults


def _scene_names(world: World) -> Iterator[tuple[str, str]]:
    """Bodies, sites and so on of a world: kind and name."""
    model: Any = world.model
    for body in range(1, model.nbody):
        yield "body", model.body(body).name or f"body{body}"
    for site in range(model.nsite):
        if model.site(site).name:
            yield "site", model.site(site).name


def _actuators(world: World) -> list[str]:
    """Names of the actuators of models that drives command."""
    placed = [(prefix, robot.document.drives.values()) for prefix, robot in world.robots.items()]
    return [
        prefix + name for prefix, drives in placed for d in drives if isinstance(d, ModelDrive) for name in d.actuators
    ]


def _option_faults(panel: Panel, world: World) -> list[Fault]:
    """Joints, effectors, cameras and frames of points on the panel that the world does not have.

    An actuator of the model that is commanded directly is selected like a joint.
    """
    model: Any = world.model
    known = {
        "joint": [*(model.joint(i).name for i in range(model.njnt)), *_actuators(world)],
        "effector": [*(name for _, name in _scene_names(world)), *world.provided().get("chain", {})],
        "frame": [name for _, name in _scene_names(world)],
        "camera": [model.camera(i).name for i in range(model.ncam)],
    }
    faults = []
    for name, element in panel.document.elements.items():
        what = {Joints: "joint", Effectors: "effector", Cameras: "camera"}.get(type(element), "")
        for option in element.options if isinstance(element, (Joints, Effectors, Cameras)) else ():
            if option not in known[what]:
                others = advice(option, [n for n in known[what] if n])
                faults.append(UNKNOWN_OPTION.at(f"panel.{name}.options.{option}", what=what, name=option, **others))
        if isinstance(element, Point) and element.frame and element.frame not in known["frame"]:
            others = advice(element.frame, known["frame"])
            faults.append(UNKNOWN_OPTION.at(f"panel.{name}.frame", what="site or body", name=element.frame, **others))
    return faults
