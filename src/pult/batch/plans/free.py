"""Free runs: a world and a scheme without an operator, from random starts."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple

import mujoco
import numpy as np
from msgspec import Meta

from pult.core.channels import Channels
from pult.core.document import Part
from pult.core.errors import Fault, FaultKind, UsageError, choose
from pult.core.signals import Array
from pult.exercise.start import Stream
from pult.sim.setup import Setup, Start
from pult.world.world import World

BAD_DURATION = FaultKind("out-of-range", "a free run lasts more than 0 and at most {most:g} s, not {value:g} s.")
BAD_SPREAD = FaultKind("out-of-range", "the spread is a share of the range of each joint, from 0 to 1, not {value:g}.")
BAD_RANGE = FaultKind("bad-value", "{joint!r} starts between two values, the lower one first.")

MAX_DURATION = 3600.0
"""Maximum duration of a free run [s]."""
DIFFERENCE = " - "
"""Separator of two signals whose difference is measured."""


class FreeDocument(Part, frozen=True, kw_only=True):
    """A run without an operator: a world moves under its scheme for some time."""

    world: Annotated[str, Meta(description="World: a name or a file.")]
    scheme: Annotated[str, Meta(description="Scheme: a name or a file. None of its inputs comes from a panel.")]
    duration: Annotated[float, Meta(description="Duration of a run [s].")] = 10.0
    pose: Annotated[str, Meta(description="Named pose around which starts are drawn.")] = "home"
    spread: Annotated[
        float,
        Meta(description="Fraction of its range in which each joint starts, about the pose; 0 for the pose itself."),
    ] = 0.1
    joints: Annotated[
        dict[str, list[float]], Meta(description="Joints whose start is drawn from another interval [rad or m].")
    ] = {}
    inputs: Annotated[
        dict[str, str | list[str]], Meta(description="Scheme input to 'sensor.NAME', or a list of these.")
    ] = {}
    outputs: Annotated[dict[str, str], Meta(description="Drive, or one entry of it, to scheme output.")] = {}
    idle: Annotated[list[str], Meta(description="Drives that get no signal.")] = []
    watch: Annotated[
        list[str], Meta(description="Signals, or differences 'A - B', whose maximum, mean and final values are kept.")
    ] = []


def free_faults(document: FreeDocument) -> list[Fault]:
    """Faults of a free run by itself."""
    faults = []
    if not 0.0 < document.duration <= MAX_DURATION:
        faults.append(BAD_DURATION.at("free.duration", most=MAX_DURATION, value=document.duration))
    if not 0.0 <= document.spread <= 1.0:
        faults.append(BAD_SPREAD.at("free.spread", value=document.spread))
    for joint, pair in document.joints.items():
        if len(pair) != 2 or not pair[0] <= pair[1]:
            faults.append(BAD_RANGE.at(f"free.joints.{joint}", joint=joint))
    return faults


def free_setup(document: FreeDocument, joints: Mapping[str, float], seed: int, parameters: Mapping[str, Any]) -> Setup:
    """The setup of the session of a free run whose joints start at given values [rad or m]."""
    return Setup(
        world=document.world, scheme=document.scheme, inputs=document.inputs, outputs=document.outputs,
        idle=document.idle, parameters=dict(parameters), start=Start(pose=document.pose, joints=dict(joints)),
        seed=seed,
    )  # fmt: skip


class JointRange(NamedTuple):
    """Where a joint may start [rad or m]."""

    joint: str
    low: float
    high: float


def start_ranges(document: FreeDocument, world: World) -> list[JointRange]:
    """Where the joints of a world may start, one by one; those that are always at the pose are left out.

    A hinge without limits has the range of a whole turn; a slide without limits starts at the pose.

    Raises:
        UsageError: The world has no such joint.
    """
    model, pose = world.model, world.start(document.pose)
    names = [model.joint(number).name for number in range(model.njnt)]
    for name in document.joints:
        if name not in names:
            raise UsageError(f"the world has no joint {name!r}. {choose(name, [n for n in names if n])}")
    found = []
    for number, name in enumerate(names):
        kind, limited = int(model.jnt_type[number]), bool(model.jnt_limited[number])
        if name in document.joints:
            found.append(JointRange(name, *document.joints[name]))
        elif name and (kind == _HINGE or (kind == _SLIDE and limited)):
            low, high = map(float, model.jnt_range[number]) if limited else (-np.pi, np.pi)
            middle, reach = float(pose[model.jnt_qposadr[number]]), 0.5 * document.spread * (high - low)
            if limited:
                low, high = max(low, middle - reach), min(high, middle + reach)
            else:
                low, high = middle - reach, middle + reach
            if low < high:
                found.append(JointRange(name, low, high))
    return found


_HINGE, _SLIDE = int(mujoco.mjtJoint.mjJNT_HINGE), int(mujoco.mjtJoint.mjJNT_SLIDE)


def draw_joints(ranges: Sequence[JointRange], seed: int) -> dict[str, float]:
    """Values at which joints start: uniform, each with a stream of random numbers of its own [rad or m]."""
    return {joint: Stream(seed, joint).within(low, high) for joint, low, high in ranges}


class Watched(NamedTuple):
    """A signal, or the difference of two, in the rows of a session."""

    name: str
    first: slice
    second: slice | None

    def figures(self, rows: Array) -> dict[str, float]:
        """Largest, root mean square and last value of its length over a run. Shape of rows (n, size)."""
        value = rows[:, self.first] if self.second is None else rows[:, self.first] - rows[:, self.second]
        length = np.sqrt((value * value).sum(axis=1))  # (n,)
        mean = float(np.sqrt(np.mean(length * length)))
        found = {"max": float(length.max()), "rms": mean, "end": float(length[-1])}
        return {f"{self.name} {what}": value for what, value in found.items()}


def find_watched(names: Sequence[str], channels: Channels) -> list[Watched]:
    """Find signals, or differences "A - B" of signals of one size, in the rows of a session.

    Raises:
        UsageError: There is no such signal, or two are of different sizes.
    """
    found = []
    for name in names:
        one, _, other = name.partition(DIFFERENCE)
        first, second = channels.find(one.strip()), channels.find(other.strip()) if other else None
        if second is not None and first.size != second.size:
            raise UsageError(f"{name!r}: the signals have {first.size} and {second.size} numbers; watch equal ones.")
        found.append(Watched(name, first.place, second.place if second is not None else None))
    return found
