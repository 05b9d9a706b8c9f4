"""All documents of a robot of one's own."""

from dataclasses import dataclass

from pult.makers.own.choices import Choices, Layout
from pult.makers.own.own_model import OwnModel


@dataclass(frozen=True, slots=True)
class MadeRobot:
    """Documents of a robot.

    Attributes:
        name: Name of all documents.
        files: Contents by path (see `Layout`); the files of the model itself are not among them.
        notes: What was chosen, guessed and left out, for people: one sentence each.
        arms: Chains that semi-automatic mode moves.
        joints: What command mode moves: joints and actuators, in the order of the panel.
    """

    name: str
    files: dict[str, bytes]
    notes: tuple[str, ...]
    arms: tuple[str, ...]
    joints: tuple[str, ...]


def make_own(model: OwnModel, choices: Choices | None = None, layout: Layout | None = None) -> MadeRobot:
    """Robot, world, panel with picture, and scheme of a model. Nothing is written.

    The robot document names the model as `layout.model` / name of `model.file`, relative to itself.

    Args:
        model: The model.
        choices: What is chosen; everything is guessed if None.
        layout: Where the documents will lie; `Layout.flat` by default.

    Raises:
        UsageError: A chosen name, chain or pose does not exist; the message lists what does.
    """
    raise NotImplementedError
