"""What the parts of a scheme under construction share."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pult.makers.own.arms import Arm
from pult.makers.own.axes import Moved
from pult.makers.own.choices import ChainChoice
from pult.makers.own.dynamics import Motors
from pult.makers.own.own_model import OwnModel
from pult.makers.own.sketch import Sketch


@dataclass
class Plan:
    """A scheme under construction.

    Attributes:
        model: The model.
        chains: Chains of the robot.
        moved: What moves it.
        own: Our motors, if the drives are ours.
        arms: What semi-automatic mode moves.
        sketch: The scheme so far.
        angles, speeds: Ends with the positions and speeds of all axes.
    """

    model: OwnModel
    chains: Mapping[str, ChainChoice]
    moved: Moved
    own: Motors | None
    arms: list[Arm]
    sketch: Sketch = field(default_factory=Sketch)
    angles: str = ""
    speeds: str = ""

    @property
    def n(self) -> int:
        """Number of axes."""
        return len(self.moved.axes)

    @property
    def m(self) -> int:
        """Number of controls that are selected like joints."""
        return len(self.moved.selected)


def chosen(plan: Plan) -> None:
    """Have a block that gives what is selected as numbers."""
    if not any(block["id"] == "chosen" for block in plan.sketch.blocks):
        plan.sketch.block("chosen", "logic.to_number", plan.n + plan.m)
        plan.sketch.wire("joints -> chosen.x")
