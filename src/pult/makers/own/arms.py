"""Chains that semi-automatic mode moves."""

from collections.abc import Mapping, Sequence

from pult.makers.own.axes import Moved
from pult.makers.own.choices import ChainChoice
from pult.makers.own.own_model import OwnModel
from pult.robot.chain import Chain

POSE = 6
"""Joints with which an arm has an orientation to hold."""


class Arm:
    """A chain that semi-automatic mode moves.

    Attributes:
        name: Its name.
        joints: Places of its coordinates among the axes.
    """

    def __init__(self, name: str, joints: Sequence[int]) -> None:
        """Take over its parts."""
        self.name, self.joints = name, list(joints)

    @property
    def holds(self) -> bool:
        """Whether it has an orientation to hold."""
        return len(self.joints) >= POSE


def arms_of(model: OwnModel, chains: Mapping[str, ChainChoice], moved: Moved) -> list[Arm]:
    """The chains that an operator may move as arms: wanted as such, and every joint an axis."""
    found = []
    for name, choice in chains.items():
        at = moved.index(Chain(model.frames, choice.effector, choice.base or None).names)
        if choice.reach and at is not None:
            found.append(Arm(name, at))
    return found
