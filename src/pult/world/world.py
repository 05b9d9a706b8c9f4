"""A checked world, with its MuJoCo model compiled with the drives and sensors of its robots."""

import os
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import mujoco
import numpy as np

from pult.core.bases import LoadedDocument
from pult.core.channels import Channels
from pult.core.errors import DocumentError, Fault, FaultKind, FaultPrefix, KinematicsError, PultError, advice, choose
from pult.core.folders import DocumentFolder, is_path, record_name
from pult.core.kinds import NOT_ABOVE_ZERO, UNKNOWN_NAME
from pult.core.paths import is_file
from pult.core.shipped import document_file
from pult.core.signals import Array
from pult.equipment.drives.model import DriveTable, drive_table
from pult.equipment.elements.model import element_table
from pult.equipment.lamps import Lamp, find_lamps
from pult.equipment.sensors.model import (
    Sensor,
    SensorTable,
    add_sensors,
    contact_force_between,
    contact_name,
    sensor_table,
)
from pult.equipment.signs import sign_faults
from pult.robot.document import PlacementDocument, read_robot
from pult.robot.equipped import BAD_PLACEMENT, equipped_spec, fix_base, placement_parts
from pult.robot.files import ModelFiles, find_named_model
from pult.robot.model_xml import ModelRefused
from pult.robot.mujoco_warnings import remarks
from pult.robot.robot import HOME, Robot, check_robot_files
from pult.world.document import PlacedRobot, WorldDocument, read_world
from pult.world.integrators import lag_faults, set_integrator

IN_FILE = FaultPrefix("{document}:")
NO_WORLD = FaultKind("no-file", "{error}")
UNREADABLE = FaultKind("bad-path", "{file}: cannot be read: {reason}.")
SAME_NAME = FaultKind("bad-path", "two different files would be {name!r} in a record; rename one of them.")
REFUSED_WORLD = FaultKind("bad-model", "MuJoCo refuses the world: {reason}")
BAD_TIMESTEP = FaultKind("out-of-range", "the physics step must be from 1e-06 to 0.1 s, not {value:g}.")
DUPLICATE_PREFIX = FaultKind(
    "duplicate-name",
    "two robots have the prefix {prefix!r}; give each its own, such as 'left/'.",
)
NO_SCENE = FaultKind("no-file", "{file}: there is no such file.")
REFUSED_SCENE = FaultKind("bad-model", "{file}: MuJoCo refuses it: {reason}")
NO_MODEL = FaultKind(
    "no-model",
    "{name!r} has tables of dimensions only; a robot in a world needs a 'model' with masses.",
)
NOTHING_CALLED = FaultKind("unknown-name", "nothing is called {name!r}. {advice}")
PLACEMENT_ON_SITE = FaultKind(
    "bad-placement",
    "a robot on a site has the pose of the site; omit the placement, or name a body.",
)
REFUSED_ROBOT = FaultKind("bad-model", "MuJoCo refuses to place it: {reason}")


@dataclass(frozen=True, eq=False)
class World:
    """A scene with robots, ready to be simulated.

    The model is compiled once. Each session works on its own copy, because faults and brakes change the model.

    Attributes:
        name: Its name.
        document: The document it was made from.
        model: The compiled MuJoCo model.
        robots: The robots by prefix.
        drives: Table of the drives.
        elements: Table of the force elements.
        element_readings: Readings of the force elements.
        files: All files it was made from: path in a folder of documents, and content. Documents are merged with bases.
        sources: Original documents among them, and their bases.
        contacts: Sensors of the requested contacts, by name.
        lamps: Geoms that are shown lit by a signal.
    """

    name: str
    document: WorldDocument
    model: Any
    robots: Mapping[str, Robot]
    drives: DriveTable
    elements: Array
    element_readings: Channels
    files: Mapping[str, bytes]
    sources: Mapping[str, bytes]
    contacts: Mapping[str, Sensor]
    lamps: Sequence[Lamp] = ()

    def sensors(self, dt: float) -> SensorTable:
        """Table of the sensors, which are read once per control step dt [s]."""
        return sensor_table(self.model, [*self.sensor_documents(), ("", self.contacts)], dt)

    def sensor_documents(self) -> list[tuple[str, Mapping[str, Sensor]]]:
        """Sensors of each robot with its prefix, and of the world itself."""
        placed = [(prefix, robot.document.sensors) for prefix, robot in self.robots.items()]
        return [*placed, ("", self.document.sensors)]

    def provided(self) -> dict[str, dict[str, Any]]:
        """Components that blocks of a scheme may name, of all robots, with their prefixes."""
        found: dict[str, dict[str, Any]] = {}
        for prefix, robot in self.robots.items():
            for kind, things in robot.provided().items():
                found.setdefault(kind, {}).update({prefix + name: thing for name, thing in things.items()})
        return found

    def start(self, pose: str | Mapping[str, str] = HOME) -> Array:
        """Generalized coordinates with the robots in named poses; other joints are at their reference positions.

        Joints that follow another one by an equality constraint start where that puts them.

        Args:
            pose: A pose that all robots have, or one pose per prefix.

        Returns:
            The coordinates. Shape (nq,).

        Raises:
            KinematicsError: A robot has no such pose, or there is no such robot.
        """
        named = pose if isinstance(pose, Mapping) else dict.fromkeys(self.robots, pose)
        for prefix in named:
            if prefix not in self.robots:
                raise KinematicsError(f"no robot has the prefix {prefix!r}. {choose(prefix, self.robots)}")
        qpos = np.array(self.model.qpos0)
        for prefix, robot in self.robots.items():
            name, poses = named.get(prefix, HOME), robot.document.poses
            if name not in poses and name != HOME:
                raise KinematicsError(f"robot {robot.name!r} has no pose {name!r}. {choose(name, poses)}")
            for joint, value in poses.get(name, {}).items():
                qpos[self.model.joint(prefix + joint).qposadr[0]] = value
        _follow(self.model, qpos)
        return qpos


def _follow(model: Any, qpos: Array) -> None:
    """Put joints that follow others where an equality constraint wants them: q = q0 + sum a_k (r - r0)^k."""
    for index in range(model.neq):
        if model.eq_type[index] != mujoco.mjtEq.mjEQ_JOINT or not model.eq_active0[index]:
            continue
        follower, leader = model.eq_obj1id[index], model.eq_obj2id[index]
        if leader >= 0:
            at, by = model.jnt_qposadr[follower], model.jnt_qposadr[leader]
            way = np.polynomial.polynomial.polyval(qpos[by] - model.qpos0[by], model.eq_data[index, :5])
            qpos[at] = model.qpos0[at] + way


def check_world(
    source: str | Path | dict[str, Any],
    folder: Path | None = None,
    contacts: Sequence[tuple[str, str]] = (),
    whole: Path | None = None,
) -> tuple[World | None, list[Fault]]:
    """Check a world; returns the world (None if it is invalid) and all faults.

    Args:
        source: A file, plain data, or the name of a shipped world.
        folder: Folder of the document that names it; for plain data, the folder of its files.
        contacts: Pairs of bodies whose contact force is to be measured.
        whole: Folder of an unpacked record, if the world is in one; nothing outside it is read, not even shipped
            documents.
    """
    try:
        file = document_file("world", source, folder, whole) if isinstance(source, (str, Path)) else source
        based = read_world(file, folder, whole)
    except DocumentError as error:
        return None, list(error.faults)
    except PultError as error:
        return None, [NO_WORLD.at(error=str(error))]
    files: dict[str, bytes] = {}
    if based.file is not None:
        files[f"worlds/{based.file.name}"] = based.content()
    with remarks():
        return _build(based, files, contacts, whole)


def _build(
    based: LoadedDocument[WorldDocument],
    files: dict[str, bytes],
    contacts: Sequence[tuple[str, str]],
    whole: Path | None,
) -> tuple[World | None, list[Fault]]:
    document = based.document
    scene_home, robots_home = (DocumentFolder(based.home(key), whole) for key in ("scene", "robots"))
    faults = _number_faults(document) + _path_faults(document, scene_home, robots_home)
    spec = _scene(document, scene_home, files, faults)
    sources = {f"worlds/{name}": content for name, content in based.sources().items()}
    robots = _robots(document, robots_home, spec, files, sources, faults, whole) if spec is not None else {}
    touching: dict[str, Sensor] = {}
    for a, b in contacts:
        if contact_name(b, a) not in touching:
            touching[contact_name(a, b)] = contact_force_between(a, b)
    if spec is not None:
        faults += add_sensors(spec, document.sensors, "sensors")
        faults += add_sensors(spec, touching, "contacts")
    if faults or spec is None:
        return None, faults
    try:
        model = _compile(spec, document)
    except ValueError as error:
        return None, [REFUSED_WORLD.at("scene", reason=str(error).strip())]
    if faults := lag_faults(model, document):
        return None, faults
    holding = [prefix for prefix, robot in robots.items() if robot.document.stop == "hold"]
    drives = drive_table(model, [(prefix, robot.document.drives) for prefix, robot in robots.items()], holding)
    elements, readings, faults = element_table(model, document.elements, "elements")
    if faults:
        return None, faults
    name = document.name or (based.file.name.removesuffix(".world.json") if based.file is not None else "world")
    world = World(name, document, model, robots, drives, elements, readings, files, sources, touching)
    if document.lamps:
        lamps, faults = find_lamps(model, document.lamps, world.sensors(document.timestep).channels, readings)
        world = replace(world, lamps=lamps)
    faults = [*faults, *sign_faults(model, document.signs)]
    return (None, faults) if faults else (world, [])


def load_world(
    source: str | Path | dict[str, Any], folder: Path | None = None, contacts: Sequence[tuple[str, str]] = ()
) -> World:
    """Load a world and check it; see `check_world`.

    Raises:
        DocumentError: Lists all faults.
    """
    world, faults = check_world(source, folder, contacts)
    if world is None:
        raise DocumentError(str(source) if isinstance(source, (str, Path)) else "world", faults)
    return world


def _number_faults(document: WorldDocument) -> list[Fault]:
    faults = []
    if not 1e-6 <= document.timestep <= 0.1:
        faults.append(BAD_TIMESTEP.at("timestep", value=document.timestep))
    if not document.max_speed > 0.0:
        faults.append(NOT_ABOVE_ZERO.at("max_speed", value=document.max_speed))
    seen: set[str] = set()
    for index, placed in enumerate(document.robots):
        if placed.prefix in seen:
            faults.append(DUPLICATE_PREFIX.at(f"robots[{index}].prefix", prefix=placed.prefix))
        seen.add(placed.prefix)
    return faults


def _path_faults(document: WorldDocument, scene_home: DocumentFolder, robots_home: DocumentFolder) -> list[Fault]:
    """Faults for files outside the folder of the documents, which are not read."""
    found = [("scene", scene_home.problem(document.scene))] if document.scene else []
    named = [(f"robots[{i}].robot", one.robot) for i, one in enumerate(document.robots) if is_path(one.robot)]
    found += [(place, robots_home.problem(name)) for place, name in named]
    return [problem.at(place) for place, problem in found if problem]


def _scene(document: WorldDocument, home: DocumentFolder, files: dict[str, bytes], faults: list[Fault]) -> Any:
    if not document.scene or home.problem(document.scene):
        return mujoco.MjSpec()
    found = find_named_model(document.scene, home)
    if found.faults:
        faults += [fault.at("scene") for fault in found.faults]
        return None
    path = home.place(document.scene)
    if not is_file(path):
        faults.append(NO_SCENE.at("scene", file=str(path)))
        return None
    try:
        spec = mujoco.MjSpec.from_file(str(path))
    except ValueError as error:
        faults.append(REFUSED_SCENE.at("scene", file=str(path), reason=str(error).strip()))
        return None
    faults += [fault.at("scene") for fault in keep_files(files, "worlds", home.home, found)]
    return spec


def keep_files(files: dict[str, bytes], kind: str, home: Path, found: ModelFiles) -> list[Fault]:
    """Add files to those of a world, under paths relative to the folder of documents of their kind.

    Returns:
        Faults: files that cannot be read, and different files of the same name.
    """
    problems = []
    try:
        contents = found.contents()
    except ModelRefused as refused:
        return [replace(refused.fault, code=SAME_NAME.code)]
    except OSError as error:
        return [UNREADABLE.at(file=str(error.filename), reason=error.strerror or "")]
    for path, content in contents.items():
        name = record_name(kind, Path(os.path.relpath(path, home)).as_posix())
        problems += keep_file(files, name, content)
    return problems


def keep_file(files: dict[str, bytes], name: str, content: bytes) -> list[Fault]:
    """Add one file to those of a world; see `keep_files`."""
    if files.setdefault(name, content) != content:
        return [SAME_NAME.at(name=name)]
    return []


def _robots(
    document: WorldDocument,
    home: DocumentFolder,
    world: Any,
    files: dict[str, bytes],
    sources: dict[str, bytes],
    faults: list[Fault],
    whole: Path | None,
) -> dict[str, Robot]:
    robots: dict[str, Robot] = {}
    for index, placed in enumerate(document.robots):
        place = f"robots[{index}]"
        if is_path(placed.robot) and home.problem(placed.robot):
            continue
        try:
            file = document_file("robot", placed.robot, home.home, whole)
        except PultError as error:
            faults.append(UNKNOWN_NAME.at(f"{place}.robot", error=str(error)))
            continue
        beside = DocumentFolder(file.parent, whole)
        if not beside.holds(file):  # a link
            faults.append(beside.outside(placed.robot).at(f"{place}.robot"))
            continue
        try:
            based = read_robot(file, whole=whole)
        except DocumentError as error:
            faults += [_in_file(file, fault, f"{place}.robot") for fault in error.faults]
            continue
        robot, found, parts = check_robot_files(based, whole=whole)
        if robot is None:
            faults += [_in_file(file, fault, f"{place}.robot") for fault in found]
            continue
        if not robot.document.model:
            faults.append(NO_MODEL.at(f"{place}.robot", name=robot.name))
            continue
        faults += _attach(world, robot, placed, parts.paths[0], place)
        unfit = keep_file(files, f"robots/{file.name}", based.content())
        unfit += keep_files(files, "robots", based.home("model"), parts)
        sources.update({f"robots/{name}": content for name, content in based.sources().items()})
        faults += [fault.at(f"{place}.robot") for fault in unfit]
        robots[placed.prefix] = robot
    return robots


def _in_file(file: Path, fault: Fault, place: str) -> Fault:
    """A fault of a robot's document, at the place that names the robot."""
    return IN_FILE.before(fault.inside(""), place, document=file.name)


def _attach(world: Any, robot: Robot, placed: PlacedRobot, path: Path, place: str) -> list[Fault]:
    try:
        position, quaternion = placement_parts(placed.placement)
    except KinematicsError as error:
        return [BAD_PLACEMENT.at(f"{place}.placement", error=str(error))]
    spec, faults = equipped_spec(path, robot.document)
    if placed.fixed:
        fix_base(spec)
    carrier = world.worldbody
    if placed.at:
        site, body = world.site(placed.at), world.body(placed.at)
        if site is None and body is None:
            options = [thing.name for thing in (*world.sites, *world.bodies) if thing.name]
            return [*faults, NOTHING_CALLED.at(f"{place}.at", name=placed.at, **advice(placed.at, options))]
        if body is None and placed.placement != PlacementDocument():
            return [*faults, PLACEMENT_ON_SITE.at(f"{place}.placement")]
        carrier = body
    try:
        if carrier is None:
            world.attach(spec, prefix=placed.prefix, site=site)
        else:
            world.attach(spec, prefix=placed.prefix, frame=carrier.add_frame(pos=position, quat=quaternion))
    except ValueError as error:  # usually a duplicate name
        faults.append(REFUSED_ROBOT.at(place, reason=str(error).strip()))
    return faults


def _compile(spec: Any, document: WorldDocument) -> Any:
    spec.option.timestep = document.timestep
    if document.gravity:
        spec.option.gravity = document.gravity
    set_integrator(spec, document.integrator)
    # MuJoCo would reset silently on NaN; the session checks for it and halts.
    spec.option.disableflags |= mujoco.mjtDisableBit.mjDSBL_AUTORESET
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Attaching a spec with an empty prefix")  # it is never saved
        warnings.filterwarnings("ignore", message="Attach conflict")  # options are those of the world, not of robots
        return spec.compile()
