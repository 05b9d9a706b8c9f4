"""From a setup to a session: every document is loaded and checked, everything is bound."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import mujoco

from pult.core.channels import Channels, placed
from pult.core.errors import DocumentError, Fault, FaultKind, PultError, UsageError, advice
from pult.core.folders import record_name
from pult.core.kinds import BAD_VALUE, UNKNOWN_NAME
from pult.core.shipped import document_file
from pult.core.units import format_unit, variables
from pult.equipment.elements.model import change_faults
from pult.equipment.sensors.model import SensorTable
from pult.native.address import enter_step
from pult.panel.elements import Cameras, Effectors, Joints
from pult.panel.panel import Panel, check_panel
from pult.panel.state import PanelState
from pult.scheme.compile import check_scheme, compile_scheme
from pult.scheme.document import format_scheme
from pult.scheme.model import Scheme
from pult.scheme.values import override_problem
from pult.sim import loop
from pult.sim.binding import STOPPED, Wiring, bind
from pult.sim.frame import known_signals
from pult.sim.session import Session
from pult.sim.setup import Setup, contact_pairs
from pult.world.world import World, check_world

STEP_TOO_LONG = FaultKind(
    "bad-step",
    "the control step {step:g} s of the scheme is too long for a session: what the operator does takes effect "
    "between two of them. At most {most:g} s are allowed.",
)
STEP_NOT_WHOLE = FaultKind(
    "bad-step",
    "the control step {step:g} s of the scheme is not a whole number of physics steps {timestep:g} s of the "
    "world.",
)
OPEN_UNIT = FaultKind(
    "bad-unit",
    "{name!r} leaves its unit open ({unit}): such a scheme is a part, for other schemes to use.",
)
NOT_IN_WORLD = FaultKind("unknown-name", "the world has none. {advice}")
BAD_POSE = FaultKind("bad-shape", "a pose has 7 numbers, position and quaternion (w, x, y, z), not {count}.")
ZERO_QUATERNION = FaultKind("bad-value", "the quaternion must not be zero.")
BAD_RESISTANCE = FaultKind("bad-value", "has two numbers, dry and viscous friction, of 0 or more.")
NO_SINGLE_ANGLE = FaultKind("bad-value", "it has more than one coordinate; place its body instead.")
NO_SINGLE_FRICTION = FaultKind("bad-value", "it has more than one coordinate; friction is given to hinges and slides.")
NO_PANEL = FaultKind("unknown-name", "the session has no panel to set.")
SPRINGS_BACK = FaultKind("bad-value", "goes back when it is let go, so only an operator can set it; leave it out.")
NOT_TWO_BODIES = FaultKind("bad-shape", "a contact is between two bodies, not {count}.")
BAD_SHOWN = FaultKind("unknown-name", "shows {signal!r}: {error}")
UNKNOWN_OPTION = FaultKind("unknown-name", "the world has no {what} {name!r}. {advice}")

LONGEST_STEP = 0.1
"""Longest control step of a session [s]: what an operator does takes effect between control steps, but for a stop."""
EXACT = 1e-9
"""How far the control step may be from a whole number of physics steps."""


class Parts:
    """The checked parts of a session, before anything is compiled."""

    def __init__(self, world: World, scheme: Scheme, panel: Panel | None, wiring: Wiring, sensors: SensorTable) -> None:
        self.world, self.scheme, self.panel, self.wiring, self.sensors = world, scheme, panel, wiring, sensors
        self.files: dict[str, bytes] = dict(world.files)


def check_setup(
    setup: Setup, folder: Path | None = None, whole: Path | None = None
) -> tuple[Parts | None, list[Fault]]:
    """Check everything a session is made of; returns its parts, or all faults.

    Args:
        setup: The setup.
        folder: Folder of the document that names the others; bare names are looked for there first.
        whole: Folder of an unpacked record: nothing is taken from elsewhere, not even shipped documents.
    """
    faults: list[Fault] = []
    faults += _contact_faults(setup)
    world, found = check_world(setup.world, folder, contact_pairs(setup), whole)
    faults += _named("world", setup.world, found)
    panel, panel_file = None, None
    if setup.panel:
        panel_file = _file("panel", setup.panel, folder, faults, whole)
        if panel_file is not None:
            panel, found = check_panel(panel_file)
            faults += _named("panel", setup.panel, found)
    scheme, scheme_file = None, _file("scheme", setup.scheme, folder, faults, whole)
    if scheme_file is not None:
        scheme, found = check_scheme(scheme_file, world, whole)
        faults += _named("scheme", setup.scheme, found)
    if world is None or scheme is None or scheme_file is None or (setup.panel and panel is None):
        return None, faults
    wiring, sensors, found = fit_scheme(setup, world, scheme, panel)
    faults += found
    if faults or wiring is None:
        return None, faults
    parts = Parts(world, scheme, panel, wiring, sensors)
    # a record needs no files of parts
    text = format_scheme(scheme.document).encode() if scheme.parts else scheme_file.read_bytes()
    parts.files[f"schemes/{scheme_file.name}"] = text
    for name in scheme.files():
        parts.files[record_name("schemes", name)] = (scheme_file.parent / name).read_bytes()
    if panel is not None and panel_file is not None:
        parts.files[f"panels/{panel_file.name}"] = panel_file.read_bytes()
        if panel.picture is not None and panel.document.picture is not None:
            parts.files[record_name("panels", panel.document.picture.file)] = panel.picture.read_bytes()
    return parts, []


def fit_scheme(
    setup: Setup, world: World, scheme: Scheme, panel: Panel | None
) -> tuple[Wiring | None, SensorTable, list[Fault]]:
    """Fit a checked scheme between a panel and a world: steps, start, parameters, inputs, outputs and lamps.

    Returns:
        The wiring (None if something does not fit), what is measured, and all that does not fit.
    """
    faults = _step_faults(world, scheme) + _start_faults(world, setup) + _parameter_faults(scheme, setup)
    sensors = world.sensors(scheme.step)
    if found := _open_unit_faults(scheme):
        return None, sensors, faults + found
    inputs = panel.channels if panel is not None else Channels(())
    streams = panel.streams if panel is not None else Channels(())
    signals = Channels(
        [
            *placed(inputs, 0, "panel."),
            *placed(streams, 0, "stream."),
            *placed(sensors.channels, 0, "sensor."),
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


def open_parts(setup: Setup, folder: Path | None = None, whole: Path | None = None) -> Parts:
    """The checked parts of a session; see `check_setup`.

    Raises:
        DocumentError: One error that lists all faults.
    """
    parts, faults = check_setup(setup, folder, whole)
    if parts is None:
        raise DocumentError("session", faults)
    return parts


def open_session(
    setup: Setup,
    folder: Path | None = None,
    *,
    plain: bool = False,
    background: bool = False,
    whole: Path | None = None,
) -> Session:
    """Make a session.

    Args:
        setup: What it is made of.
        folder: Folder of the document that names the others.
        plain: Run everything as plain Python: same bits, no compiler, slow.
        background: Start on the plain text of the scheme and change over to native code when it is ready.
        whole: Folder of an unpacked record that everything is taken from; see `check_setup`.

    Raises:
        DocumentError: One error that lists all faults.
    """
    if not plain:
        for needed in (loop.native_steps, enter_step):
            needed.ahead()  # compiled while the documents are read, if it has to be
    parts = open_parts(setup, folder, whole)
    program = compile_scheme(parts.scheme, plain, background=background)
    if program.steps_in_native_code:
        loop.ready(elements=len(parts.world.elements) > 0)  # now, and not in the first step
    for name, value in setup.parameters.items():
        try:
            program.set(name, value)
        except PultError as error:  # a rule of the block itself, which only `prepare` knows
            raise DocumentError("session", [BAD_VALUE.at(f"parameters.{name}", error=str(error))]) from None
    state = PanelState(parts.panel) if parts.panel is not None else None
    session = Session(setup, parts.world, program, state, parts.wiring, parts.sensors, parts.files)
    if parts.panel is not None:  # wires of the scheme are known now
        faults = _signal_faults(parts.panel, session.channels)
        if faults:
            raise DocumentError("session", faults)
    return session


def _named(kind: str, name: str, faults: Sequence[Fault]) -> list[Fault]:
    return [fault.inside(f"{kind} {name!r}") for fault in faults]


def _file(kind: str, name: str, folder: Path | None, faults: list[Fault], whole: Path | None) -> Path | None:
    try:
        return document_file(kind, name, folder, whole)
    except UsageError as error:
        faults.append(UNKNOWN_NAME.at(kind, error=str(error)))
        return None


def _step_faults(world: World, scheme: Scheme) -> list[Fault]:
    if scheme.step > LONGEST_STEP:
        return [STEP_TOO_LONG.at("scheme", step=scheme.step, most=LONGEST_STEP)]
    ratio = scheme.step / world.document.timestep
    if round(ratio) >= 1 and abs(ratio - round(ratio)) < EXACT * ratio:
        return []
    return [STEP_NOT_WHOLE.at("scheme", step=scheme.step, timestep=world.document.timestep)]


def _open_unit_faults(scheme: Scheme) -> list[Fault]:
    """Ports whose unit depends on who uses the scheme as a part; nobody does in a session."""
    return [
        OPEN_UNIT.at(f"{side}.{port.name}", name=port.name, unit=format_unit(port.unit))
        for side, ports in (("inputs", scheme.inputs), ("outputs", scheme.outputs))
        for port in ports
        if variables(port.unit)
    ]


def _start_faults(world: World, setup: Setup) -> list[Fault]:
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
        if len(pair) != 2 or not all(0.0 <= value < float("inf") for value in pair):
            faults.append(BAD_RESISTANCE.at(f"start.resistance.{name}"))
    several = {name for name, kind in zip(joints, model.jnt_type, strict=True) if int(kind) not in _ONE_NUMBER}
    for name in several.intersection(setup.start.joints):
        faults.append(NO_SINGLE_ANGLE.at(f"start.joints.{name}"))
    for name in several.intersection(setup.start.resistance):
        faults.append(NO_SINGLE_FRICTION.at(f"start.resistance.{name}"))
    return faults


def _panel_start_faults(panel: Panel | None, setup: Setup) -> list[Fault]:
    """What the panel is set to at the start and does not take."""
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


def _contact_faults(setup: Setup) -> list[Fault]:
    return [
        NOT_TWO_BODIES.at(f"contacts[{index}]", count=len(pair))
        for index, pair in enumerate(setup.contacts)
        if len(pair) != 2
    ]


def _parameter_faults(scheme: Scheme, setup: Setup) -> list[Fault]:
    found = {name: override_problem(scheme.levels, scheme.top, name, value) for name, value in setup.parameters.items()}
    return [problem.at(f"parameters.{name}") for name, problem in found.items() if problem]


def _shown_faults(panel: Panel, scheme: Scheme, world: World, sensors: SensorTable) -> list[Fault]:
    """Lamps and gauges that show what is not there."""
    known = known_signals(world, scheme.outputs, panel.channels, panel.streams, sensors.channels)
    return [fault for fault in _signal_faults(panel, known) if not panel.shows[fault.place[6:]].startswith("scheme.")]


def _signal_faults(panel: Panel, known: Channels) -> list[Fault]:
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


def _option_faults(panel: Panel, world: World) -> list[Fault]:
    """Joints, effectors and cameras on the panel that the world does not have."""
    model: Any = world.model
    known = {
        "joint": [model.joint(i).name for i in range(model.njnt)],
        "effector": [*(name for _, name in _scene_names(world)), *world.provided().get("chain", {})],
        "camera": [model.camera(i).name for i in range(model.ncam)],
    }
    faults = []
    for name, element in panel.document.elements.items():
        what = {Joints: "joint", Effectors: "effector", Cameras: "camera"}.get(type(element), "")
        for option in element.options if isinstance(element, (Joints, Effectors, Cameras)) else ():
            if option not in known[what]:
                others = advice(option, [n for n in known[what] if n])
                faults.append(UNKNOWN_OPTION.at(f"panel.{name}.options.{option}", what=what, name=option, **others))
    return faults
