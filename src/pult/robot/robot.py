"""A robot: its document checked, its chains built."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec
import numpy as np

from pult.core.bases import LoadedDocument
from pult.core.errors import DocumentError, Fault, FaultKind, KinematicsError, advice, choose
from pult.core.figures import Figures
from pult.core.folders import DocumentFolder
from pult.core.shipped import document_file
from pult.core.signals import NO_LIMIT, Array
from pult.equipment.drives.model import settled_drives
from pult.robot.chain import Chain
from pult.robot.document import ChainDocument, RobotDocument, TableDocument, read_robot
from pult.robot.equipped import equipped_spec, placement_pose
from pult.robot.files import ModelFiles, find_model_files, find_named_model
from pult.robot.mjcf import mjcf_model
from pult.robot.model import Model
from pult.robot.mujoco_warnings import remarks
from pult.robot.tree import Tree
from pult.robot.urdf import urdf_model
from pult.robot.walker import Walker
from pult.robot.walker_check import walker_faults
from pult.robot.weights import Weights

BAD_MODEL = FaultKind("bad-model", "{error}")
BAD_CHAIN = FaultKind("bad-chain", "{error}")
NO_CHAIN = FaultKind("missing-key", "a robot has at least one chain or drive.")
LIMITS_OF_NO_JOINT = FaultKind("unknown-name", "limits of an unknown joint {joint!r}. {advice}")
LIMITS_TOO_WIDE = FaultKind(
    "out-of-range", "the limits {low:g}..{high:g} of {joint!r} are not within the model's, {own_low:g}..{own_high:g}."
)
EQUIPMENT_WITHOUT_MODEL = FaultKind(
    "no-model", "a robot without a 'model' cannot be placed in a world: its {what} have nothing to act on."
)
UNKNOWN_JOINT = FaultKind("unknown-name", "no chain has a joint {joint!r}. {advice}")
POSE_OUT_OF_RANGE = FaultKind("out-of-range", "{joint!r} is at {value:g}; its limits are {low:g}..{high:g}.")
ZERO_OUT_OF_RANGE = FaultKind("out-of-range", "{joint!r} is left out, and 0 is outside its limits {low:g}..{high:g}.")

HOME = "home"


class Robot:
    """A robot with its chains by name. Immutable.

    Attributes:
        name: Its name.
        document: The document it was made from.
        model: The frames of its model; None if its chains are tables.
    """

    def __init__(
        self, document: RobotDocument, chains: Mapping[str, Chain], model: Model | None, file: Path | None = None
    ) -> None:
        """Take over what `load_robot` has checked, and the file of the model."""
        self.name = document.name
        self.document = document
        self._chains = dict(chains)
        self.model = model
        self._weights = {
            name: Weights(name, chain, None if part.table else model, part.base or None, file)
            for name, chain in chains.items()
            for part in (document.chains[name],)
        }
        self._walkers = {
            name: Walker(name, part, document, chains, model, file)
            for name, part in document.walkers.items()
            if model is not None and file is not None
        }

    def warnings(self) -> list[Fault]:
        """Figures of the document that machines do not have, with places; see `DriveKind.plausible`."""
        document = self.document
        found = [fault for name, drive in document.drives.items() for fault in drive.warnings(f"drives.{name}")]
        if not document.model:
            given = (what for what in ("drives", "sensors", "cameras") if getattr(document, what))
            found += [EQUIPMENT_WITHOUT_MODEL.at(what, what=what) for what in given]
        return found

    @property
    def walkers(self) -> Mapping[str, Walker]:
        """Its pairs of legs by name, read only."""
        return MappingProxyType(self._walkers)

    def walker(self, name: str = "") -> Walker:
        """A pair of legs by name; the only one if no name is given.

        Raises:
            KinematicsError: There is none; the message lists what there is.
        """
        if not name and len(self._walkers) == 1:
            return next(iter(self._walkers.values()))
        if name not in self._walkers:
            raise KinematicsError(f"robot {self.name!r} has no walker {name!r}. {choose(name, self._walkers)}")
        return self._walkers[name]

    @property
    def chains(self) -> Mapping[str, Chain]:
        """Its chains by name, read only."""
        return MappingProxyType(self._chains)

    def __repr__(self) -> str:
        return f"<Robot {self.name!r}: chains {', '.join(self.chains)}>"

    def chain(self, name: str) -> Chain:
        """A chain by name.

        Raises:
            KinematicsError: There is none; the message lists what there is.
        """
        if name not in self.chains:
            raise KinematicsError(f"robot {self.name!r} has no chain {name!r}. {choose(name, self.chains)}")
        return self.chains[name]

    def tree(self, names: Sequence[str] = ()) -> Tree:
        """Several chains moved together: both arms on one waist. Effectors bear the names of the frames.

        Args:
            names: Names of chains with a common base; all if none are given.
        """
        names = [names] if isinstance(names, str) else names
        chosen = [self.chain(name) for name in names or self.chains]
        if self.model is None or len({chain.base for chain in chosen}) != 1:
            raise KinematicsError(f"robot {self.name!r}: only chains of one model with one base can be moved together.")
        base = self.document.chains[(names or list(self.chains))[0]].base
        return Tree(self.model, [chain.effector for chain in chosen], base or None)

    def configuration(self, name: str, chain: str) -> Array:
        """A named configuration, as coordinates of a chain [rad or m]. Shape (n,)."""
        poses = self.document.poses
        if name not in poses:
            raise KinematicsError(f"robot {self.name!r} has no pose {name!r}. {choose(name, poses)}")
        return np.array([poses[name].get(joint, 0.0) for joint in self.chain(chain).names])

    def provided(self) -> Mapping[str, Mapping[str, Any]]:
        """Things that blocks of a scheme may refer to by name.

        Chains, and the same with their masses (weights); pairs of legs; and figures: limits of the joints of a chain,
        the poses of a chain ("CHAIN.POSE"), and what the document says of a drive.
        """
        return {
            "chain": self.chains,
            "weights": MappingProxyType(self._weights),
            "walker": self.walkers,
            "limits": {name: _limits(chain) for name, chain in self._chains.items()},
            "pose": {
                f"{name}.{pose}": Figures(chain.names, {"coordinates": self.configuration(pose, name)})
                for name, chain in self._chains.items()
                for pose in self.document.poses
            },
            "drive": {name: drive.figures() for name, drive in self.document.drives.items()},
        }

    def home(self, chain: str) -> Array:
        """Home configuration of a chain: the pose 'home' if there is one, else the middle of the ranges. Shape (n,)."""
        known = HOME in self.document.poses
        return self.configuration(HOME, chain) if known else self.chain(chain).centre


def _limits(chain: Chain) -> Figures:
    """Limits of a chain's coordinates; documents hold finite numbers only, and so do the parameters of blocks."""
    values = {"lower": chain.lower, "upper": chain.upper}
    return Figures(chain.names, {name: np.clip(value, -NO_LIMIT, NO_LIMIT) for name, value in values.items()})


def check_robot(
    source: str | Path | dict[str, Any] | RobotDocument, home: Path | None = None
) -> tuple[Robot | None, list[Fault]]:
    """Check a robot; returns it if it is right, and all its faults if it is not.

    Args:
        source: A file, plain data, a document, or the name of a shipped robot.
        home: Folder of the model's file, if the source is no file.
    """
    robot, faults, _ = check_robot_files(source, home)
    return robot, faults


def check_robot_files(
    source: str | Path | dict[str, Any] | RobotDocument | LoadedDocument[RobotDocument],
    home: Path | None = None,
    whole: Path | None = None,
) -> tuple[Robot | None, list[Fault], ModelFiles]:
    """Check a robot; see `check_robot`. Returns the files of its model, too.

    Args:
        source: A file, plain data, a document, one that was read, or the name of a shipped robot.
        home: Folder of the model's file, if the source is no file.
        whole: Folder of an unpacked record, if the robot is from one.
    """
    files = ModelFiles([], [])
    try:
        if isinstance(source, RobotDocument):
            document, folder, in_program = source, home or Path(), home is None
        else:
            based = source if isinstance(source, LoadedDocument) else _read(source, home, whole)
            document, folder = based.document, based.home("model")
            in_program = based.file is None and home is None
    except DocumentError as error:
        return None, list(error.faults), files
    faults: list[Fault] = []
    model, file_of_model = None, None
    if document.model:
        beside = DocumentFolder(folder, whole)
        file_of_model = beside.place(document.model)
        if in_program and Path(document.model).is_absolute():  # it has no folder but that of its model
            files = find_model_files(file_of_model)
        else:
            files = find_named_model(document.model, beside)
        faults += [fault.at("model") for fault in files.faults]
    if file_of_model is not None and not faults:
        try:
            model = read_model(file_of_model)
        except KinematicsError as error:
            faults.append(BAD_MODEL.at("model", error=str(error)))
    chains: dict[str, Chain] = {}
    for name, part in document.chains.items():
        place = f"chains.{name}"
        limited = list(_limit_faults(part, model, f"{place}.limits"))
        faults += limited
        try:
            chains[name] = _chain(name, msgspec.structs.replace(part, limits={}) if limited else part, model, document)
        except _NoModel:
            pass  # the fault of the model itself is already reported
        except KinematicsError as error:
            faults.append(BAD_CHAIN.at(place, error=str(error)))
    if not document.chains and not document.drives:
        faults.append(NO_CHAIN.at("chains"))
    if model is not None and file_of_model is not None:
        with remarks():
            spec, found = equipped_spec(file_of_model, document)
            document = msgspec.structs.replace(document, drives=settled_drives(spec, document.drives))
        faults += found
    if len(chains) == len(document.chains):
        faults += _pose_faults(document, chains) + walker_faults(document, chains)
    return (None if faults else Robot(document, chains, model, file_of_model)), faults, files


def _read(source: str | Path | dict[str, Any], home: Path | None, whole: Path | None) -> LoadedDocument[RobotDocument]:
    return read_robot(document_file("robot", source) if isinstance(source, (str, Path)) else source, home, whole)


def load_robot(source: str | Path | dict[str, Any] | RobotDocument) -> Robot:
    """Load a robot from a file, plain data or a document, and check it. Shipped robots go by their names alone.

    Raises:
        DocumentError: Lists all faults.
    """
    robot, faults = check_robot(source)
    if robot is None:
        raise DocumentError(str(source) if isinstance(source, (str, Path)) else "robot", faults)
    return robot


def read_model(path: Path) -> Model:
    """The frames of a model file: URDF by its name's ending, else MJCF."""
    return urdf_model(path) if path.suffix.lower() == ".urdf" else mjcf_model(path)


class _NoModel(Exception):  # noqa: N818 - never leaves this module
    """The model could not be read."""


def _chain(name: str, part: ChainDocument, model: Model | None, document: RobotDocument) -> Chain:
    if part.table is not None:
        if part.effector or part.base or part.limits:
            raise KinematicsError("a chain has either a table, or an effector and limits of the model; keep one.")
        return _table(name, part.table)
    if not part.effector:
        raise KinematicsError("a chain needs an 'effector' of the model, or a 'table'.")
    if model is None:
        if document.model:
            raise _NoModel
        raise KinematicsError(f"the effector {part.effector!r} is part of a model, but the robot has no 'model'.")
    return Chain(_narrowed(model, part.limits) if part.limits else model, part.effector, part.base or None)


def _limit_faults(part: ChainDocument, model: Model | None, place: str) -> Iterator[Fault]:
    """Limits of joints that the model lacks, and limits wider than its own."""
    if model is None or part.table is not None:
        return
    for name, (low, high) in part.limits.items():
        joint = model.joints.get(name)
        if joint is None:
            yield LIMITS_OF_NO_JOINT.at(f"{place}.{name}", joint=name, **advice(name, model.joints))
        elif not joint.lower <= low <= high <= joint.upper:
            yield LIMITS_TOO_WIDE.at(
                f"{place}.{name}", low=low, high=high, joint=name, own_low=joint.lower, own_high=joint.upper
            )


def _narrowed(model: Model, limits: Mapping[str, Sequence[float]]) -> Model:
    """The model with narrower limits of some joints."""
    frames = []
    for frame in model.frames.values():
        joint = frame.joint
        if joint is not None and joint.name in limits:
            low, high = limits[joint.name]
            frames.append(replace(frame, joint=replace(joint, lower=low, upper=high)))
        else:
            frames.append(frame)
    return type(model)(model.source, frames)


def _table(name: str, table: TableDocument) -> Chain:
    rows = []
    for row in table.rows:
        given = {k: v for k, v in msgspec.structs.asdict(row).items() if v is not None and (k != "name" or v)}
        rows.append(given)
    base, tool = placement_pose(table.base), placement_pose(table.tool)
    return Chain.from_dh(rows, table.convention, base=base, tool=tool, name=f"table of {name!r}")


def _pose_faults(document: RobotDocument, chains: Mapping[str, Chain]) -> list[Fault]:
    ends = {
        name: (float(low), float(high))
        for chain in chains.values()
        for name, low, high in zip(chain.names, chain.lower, chain.upper, strict=True)
    }
    faults = []
    for name, values in document.poses.items():
        for joint, value in values.items():
            place = f"poses.{name}.{joint}"
            low, high = ends.get(joint, (-math.inf, math.inf))
            if joint not in ends:
                faults.append(UNKNOWN_JOINT.at(place, joint=joint, **advice(joint, ends)))
            elif not low <= value <= high:
                faults.append(POSE_OUT_OF_RANGE.at(place, joint=joint, value=value, low=low, high=high))
        for joint, (low, high) in ends.items():
            if joint not in values and not low <= 0.0 <= high:
                faults.append(ZERO_OUT_OF_RANGE.at(f"poses.{name}", joint=joint, low=low, high=high))
    return faults
