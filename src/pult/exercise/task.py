"""What an exercise is for a pilot: the robot, the panel, and the roles of the things that its stages name.

A pilot was written for an exercise that is shipped. It knows every exercise that asks the same of it, whatever that is
called: a copy, a renamed one, one with other places, limits, scores or texts.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from pult.core.errors import listing
from pult.core.shipped import document_file
from pult.exercise.document import ExerciseDocument, VariantDocument
from pult.exercise.exercise import Exercise, load_exercise
from pult.panel.document import read_panel_document
from pult.panel.elements import Gauge, Indicator, Lamp
from pult.panel.signals import FRAME
from pult.robot.document import read_robot
from pult.scheme.document import read_scheme_document
from pult.world.document import read_world

HAND, TARGET = "(hand)", "(target)"
"""Roles of the effector and of the target of a stage."""
_FIGURES = {"title", "above", "below", "low", "high", "offset", "point", "hold", "after"}
"""Keys of a condition that say how much, not what."""

Form = str
"""A goal with roles in place of names, without its figures."""


@dataclass(frozen=True)
class Task:
    """What a pilot depends on.

    Attributes:
        joints: What the drives of the robots move, with prefixes.
        effector: Body or site that it leads.
        elements: What the operator sets on the panel: types by name.
        stages: Names and forms of the stages.
        variants: For each variant, the elements of the panel that its scheme reads.
    """

    joints: frozenset[str]
    effector: str
    elements: Mapping[str, str]
    stages: tuple[tuple[str, Form], ...]
    variants: Mapping[str, frozenset[str]]

    def misfits(self, other: "Task") -> Iterator[str]:
        """Why who does this task cannot do another one; nothing if he can."""
        if self.joints != other.joints:
            changed = sorted(self.joints ^ other.joints)
            yield f"it drives another robot: {listing(changed[:6])} are not driven in both"
        if self.effector != other.effector:
            yield f"it leads {self.effector!r}, the exercise has {other.effector!r}"
        lacking = [name for name, kind in self.elements.items() if other.elements.get(name) != kind]
        if lacking:
            yield f"the panel has no {listing(lacking[:6])} of the kind that it uses"
        forms = {form for _, form in self.stages}
        if len(forms) == 1:
            others = [name for name, form in other.stages if form not in forms]
        else:
            others = [name for name, form in other.stages if (name, form) not in self.stages]
            others += [name for name, _ in self.stages if name not in dict(other.stages)]
            others = others or ([] if other.stages == self.stages else [name for name, _ in other.stages])
        if others:
            yield f"the stages {listing(others[:6])} ask for something else than it does"

    def unread(self, variant: str, other: "Task", chosen: str) -> list[str]:
        """Elements that a pilot uses in a variant of this task and the scheme of another variant does not read."""
        return sorted(self.variants.get(variant, frozenset()) - other.variants.get(chosen, frozenset()))


def task_of(exercise: Exercise) -> Task:
    """The task of an exercise.

    Raises:
        PultError: A document that it names cannot be read.
    """
    document, folder = exercise.document, exercise.folder
    panels = {name: variant.panel or document.panel for name, variant in document.variants.items()}
    elements = _elements(document.panel, folder)
    return Task(
        joints=frozenset(_joints(document.world, folder)),
        effector=document.effector,
        elements=elements,
        stages=tuple((stage.name, _form(document, index)) for index, stage in enumerate(document.stages)),
        variants={
            name: frozenset(_read_by(variant, folder, _elements(panels[name], folder)))
            for name, variant in document.variants.items()
        },
    )


@cache
def shipped_task(name: str) -> Task:
    """The task of a shipped exercise."""
    return task_of(load_exercise(name))


def _joints(world: str, folder: Path | None) -> Iterator[str]:
    placed = read_world(document_file("world", world, folder))
    for one in placed.document.robots:
        robot = read_robot(document_file("robot", one.robot, placed.home("robots")))
        for drive in robot.document.drives.values():
            names = getattr(drive, "targets", None) or [getattr(drive, "from_site", ""), getattr(drive, "to_site", "")]
            yield from (one.prefix + name for name in names)


def _elements(panel: str, folder: Path | None) -> dict[str, str]:
    document, _, _ = read_panel_document(document_file("panel", panel, folder))
    shown = (Lamp, Gauge, Indicator)
    return {name: type(one).__name__ for name, one in document.elements.items() if not isinstance(one, shown)}


def _read_by(variant: VariantDocument, folder: Path | None, elements: Mapping[str, str]) -> Iterator[str]:
    scheme, _, _ = read_scheme_document(document_file("scheme", variant.scheme, folder))
    for name in scheme.inputs:
        given = variant.bindings.inputs.get(name, f"panel.{name}")
        for source in [given] if isinstance(given, str) else given:
            element = source.removeprefix("panel.").partition("[")[0].removesuffix(FRAME)
            if element in elements:
                yield element


def _form(document: ExerciseDocument, index: int) -> Form:
    stage = document.stages[index]
    roles = {document.effector: HAND, stage.target: TARGET}
    roles.pop("", None)

    def bare(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: bare(inner) for key, inner in sorted(value.items()) if key not in _FIGURES}
        if isinstance(value, list):
            return [bare(inner) for inner in value]
        if isinstance(value, str):
            name = value.removesuffix("/*")
            return roles.get(name, name) if name in roles else value
        return value

    return msgspec.json.encode(bare(msgspec.to_builtins(stage.goal))).decode()
