"""Whether the legs that a robot's document names are legs to walk on."""

import math
from collections.abc import Mapping

import numpy as np

from pult.core.errors import Fault, FaultKind, advice
from pult.core.kinds import NOT_ABOVE_ZERO
from pult.robot.chain import Chain
from pult.robot.document import RobotDocument, WalkerDocument
from pult.robot.kinematics import KIND

NO_SUCH_CHAIN = FaultKind("unknown-name", "there is no chain {name!r}. {advice}")
NO_SUCH_POSE = FaultKind("unknown-name", "there is no pose {name!r}. {advice}")
OTHER_BASE = FaultKind("bad-chain", "the legs start at {left!r} and {right!r}; both start at the pelvis.")
OTHER_ROOT = FaultKind("bad-chain", "the chain {name!r} starts at {base!r}; what is carried starts at {pelvis!r}.")
LEG_JOINT = FaultKind("bad-chain", "the chain {name!r} has the joint {joint!r} of a leg; name chains above the pelvis.")
SAME_JOINT = FaultKind("bad-chain", "both legs have the joint {joint!r}; start them past it.")
WRONG_JOINTS = FaultKind(
    "bad-chain", "the chain {name!r} has {count|joint|joints}; a leg has 6 or 7, all of them turning."
)
OTHER_COUNT = FaultKind("bad-chain", "the legs have {left} and {right} joints; both have as many.")
FEET_SWAPPED = FaultKind(
    "bad-chain",
    "in the pose {pose!r} the left sole {left!r} is {distance:.3g} m to the right of the right sole {right!r}, seen "
    "along the x axis of {base!r}. Exchange 'left' and 'right'.",
)
SOLE_TURNED = FaultKind(
    "bad-chain",
    "in the pose {pose!r} the axes of the sole {sole!r} are turned by {angle:.0f} degrees to those of {base!r}; both "
    "have x forward, y to the left and z up.",
)
SOLES_UNEVEN = FaultKind(
    "bad-chain",
    "in the pose {pose!r} the soles {left!r} and {right!r} are {ahead:.2f} m and {height:.2f} m apart, forward and in "
    "height; the robot stands with its feet side by side.",
)

_MAX_TURN = math.radians(30.0)
"""Largest turn of a sole in the standing pose [rad]: other conventions of axes are 90 degrees off."""
_MAX_OFFSET = 0.1
"""Largest distance of the soles forward and in height in the standing pose [m]."""


def walker_faults(document: RobotDocument, chains: Mapping[str, Chain]) -> list[Fault]:
    """Everything that is wrong with the walkers of a robot, with places."""
    faults: list[Fault] = []
    for name, part in document.walkers.items():
        place = f"walkers.{name}"
        for side in ("left", "right"):
            named = getattr(part, side)
            if named not in chains:
                faults.append(NO_SUCH_CHAIN.at(f"{place}.{side}", name=named, **advice(named, chains)))
            else:
                links = chains[named].arrays.links
                turning = not links[:, KIND].any() and len(links) == chains[named].n
                if chains[named].n not in (6, 7) or not turning or document.chains[named].table is not None:
                    faults.append(WRONG_JOINTS.at(f"{place}.{side}", name=named, count=chains[named].n))
        for edge in ("half_width", "heel", "toe"):
            if not getattr(part.sole, edge) > 0.0:
                faults.append(NOT_ABOVE_ZERO.at(f"{place}.sole.{edge}", value=getattr(part.sole, edge)))
        if part.pose not in document.poses:
            faults.append(NO_SUCH_POSE.at(f"{place}.pose", name=part.pose, **advice(part.pose, document.poses)))
        if not faults:
            faults += _pair_faults(place, chains[part.left], chains[part.right])
            faults += _carried_faults(place, part, document, chains)
        if not faults:
            faults += _standing_faults(place, part, document, chains)
    return faults


def _carried_faults(
    place: str, part: WalkerDocument, document: RobotDocument, chains: Mapping[str, Chain]
) -> list[Fault]:
    legs, faults = chains[part.left], []
    of_legs = {*legs.joints, *chains[part.right].joints}
    for number, name in enumerate(part.carries):
        here = f"{place}.carries[{number}]"
        if name not in chains:
            faults.append(NO_SUCH_CHAIN.at(here, name=name, **advice(name, chains)))
        elif chains[name].base != legs.base or document.chains[name].table is not None:
            faults.append(OTHER_ROOT.at(here, name=name, base=chains[name].base, pelvis=legs.base))
        else:
            shared = [joint for joint in chains[name].joints if joint in of_legs]
            faults += [LEG_JOINT.at(here, name=name, joint=shared[0])] if shared else []
    return faults


def _pair_faults(place: str, left: Chain, right: Chain) -> list[Fault]:
    common = [joint for joint in left.names if joint in right.names]
    if left.base != right.base:
        return [OTHER_BASE.at(f"{place}.right", left=left.base, right=right.base)]
    if common:
        return [SAME_JOINT.at(f"{place}.right", joint=common[0])]
    if left.n != right.n:
        return [OTHER_COUNT.at(f"{place}.right", left=left.n, right=right.n)]
    return []


def _standing_faults(
    place: str, part: WalkerDocument, document: RobotDocument, chains: Mapping[str, Chain]
) -> list[Fault]:
    """What is wrong with the soles of a robot that stands."""
    pose = document.poses[part.pose]
    legs = chains[part.left], chains[part.right]
    left, right = legs
    feet = [leg.forward(np.array([pose.get(joint, 0.0) for joint in leg.names])) for leg in legs]
    faults = []
    for side, leg, foot in zip(("left", "right"), legs, feet, strict=True):
        angle = math.acos(min(max((float(np.trace(foot[:3, :3])) - 1.0) / 2.0, -1.0), 1.0))
        if angle > _MAX_TURN:
            names = {"pose": part.pose, "sole": leg.effector, "base": leg.base}
            faults.append(SOLE_TURNED.at(f"{place}.{side}", angle=math.degrees(angle), **names))
    ahead, aside, height = (float(value) for value in feet[0][:3, 3] - feet[1][:3, 3])
    names = {"pose": part.pose, "left": left.effector, "right": right.effector}
    if not faults and aside <= 0.0:
        faults.append(FEET_SWAPPED.at(f"{place}.left", **names, base=left.base, distance=-aside))
    if max(abs(ahead), abs(height)) > _MAX_OFFSET:
        faults.append(SOLES_UNEVEN.at(f"{place}.pose", **names, ahead=abs(ahead), height=abs(height)))
    return faults
