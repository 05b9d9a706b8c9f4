"""All documents of a robot of one's own."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from pult.core.errors import KinematicsError, UsageError, choose
from pult.makers.own.axes import Moved, home_key, moved_by
from pult.makers.own.bent import bend
from pult.makers.own.choices import Choices, Layout
from pult.makers.own.documents import robot_document, scene, world_document
from pult.makers.own.dynamics import motors
from pult.makers.own.formatting import document_text
from pult.makers.own.notes import notes_of
from pult.makers.own.own_model import OwnModel
from pult.makers.own.panel import panel_document
from pult.makers.own.picture import draw
from pult.makers.own.scheme import FAST, arms_of, scheme_document
from pult.makers.own.stance import stance
from pult.robot.chain import Chain
from pult.scheme.document import format_scheme, read_scheme_document


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
    chosen = choices or Choices()
    name = chosen.name or model.name
    where = layout or Layout.flat(name)
    moved = moved_by(model, chosen.drives, chosen.pose)
    key = home_key(model, chosen.pose)
    chains = model.chains if chosen.chains is None else chosen.chains
    for title, choice in chains.items():
        try:
            Chain(model.frames, choice.effector, choice.base or None)
        except KinematicsError as error:
            raise UsageError(f"the chain {title!r} cannot be: {error}") from None
    arms = arms_of(model, chains, moved)
    if not key:
        moved = bend(model, moved, chains, arms)
    moved = _at(moved, chosen.home)
    ours = motors(model, moved.axes, FAST) if any(axis.how == "voltage" for axis in moved.axes) else None
    stands = stance(model, moved)
    files: dict[str, Any] = {
        where.robot: robot_document(model, where, name, chains, moved, key, ours),
        where.world: world_document(model, where, name, stands),
    }
    if chosen.title:
        files[where.robot]["title"] = files[where.world]["title"] = chosen.title
    files = {path: document_text(document) for path, document in files.items()}
    files[where.scene] = scene(model, name)
    if chosen.operate:
        effectors = {arm.name: chains[arm.name].effector for arm in arms}
        picture = draw(model, moved, effectors, key, name)
        files[where.picture] = picture.svg
        files[where.panel] = document_text(panel_document(name, where, moved, arms, picture, _labels(moved)))
        files[where.scheme] = _scheme_text(scheme_document(model, name, chains, moved, ours))
    notes = (*model.notes, *notes_of(model, chains, moved, arms, key, stands))
    data = {path: text.encode() for path, text in files.items()}
    return MadeRobot(name, data, notes, tuple(arm.name for arm in arms), moved.names)


def _scheme_text(document: dict[str, Any]) -> str:
    """A scheme as the editor writes it."""
    return format_scheme(read_scheme_document(document)[0])


def _at(moved: Moved, home: Mapping[str, float]) -> Moved:
    """The same with other positions at home.

    Raises:
        UsageError: Nothing drives a joint, or the position is outside its limits.
    """
    names = [axis.joint for axis in moved.axes]
    for joint, value in home.items():
        if joint not in names:
            raise UsageError(f"home: no drive moves a joint {joint!r}. {choose(joint, names)}")
        axis = moved.axes[names.index(joint)]
        if not axis.low <= value <= axis.high:
            raise UsageError(f"home: {joint!r} cannot be at {value:g}; its limits are {axis.low:g} to {axis.high:g}.")
    return replace(moved, axes=tuple(replace(axis, home=home.get(axis.joint, axis.home)) for axis in moved.axes))


def _labels(moved: Moved) -> dict[str, str]:
    """Names for people: '_' as spaces."""
    return {name: name.replace("_", " ") for name in (*moved.names, *(hand.actuator for hand in moved.hands))}
