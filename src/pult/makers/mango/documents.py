"""All documents of a design: robot, world and scheme, as files."""

import json
import re
from collections.abc import Mapping
from typing import Any

from pult.core.errors import UsageError
from pult.makers.mango import arm as arm_maker
from pult.makers.mango import scene as scene_maker
from pult.makers.mango import scheme as scheme_maker
from pult.makers.mango.exercise import exercise
from pult.makers.mango.layout import Layout
from pult.motion.carry.design import Arm
from pult.scheme.document import format_scheme, read_scheme_document

NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")


def text(document: Mapping[str, Any]) -> bytes:
    """A document as it is written."""
    return (json.dumps(document, indent=2, ensure_ascii=False) + "\n").encode()


def scheme_text(document: dict[str, Any]) -> bytes:
    """A scheme document in the standard form."""
    read, _, _ = read_scheme_document(document)
    return format_scheme(read).encode()


def robot_files(arm: Arm, name: str, reach: float) -> dict[str, bytes]:
    """Model and document of the robot."""
    return {
        f"{name}.xml": arm_maker.model(arm).encode(),
        f"{name}.robot.json": text(arm_maker.document(arm, name, reach)),
    }


def world_files(
    arm: Arm, layout: Layout, name: str, robot: str, words: tuple[dict[str, str], dict[str, str]], **scene: Any
) -> dict[str, bytes]:
    """Scene and document of a world; see `scene.scene` for what else may be given."""
    return {
        f"{name}-scene.xml": scene_maker.scene(layout, sum(arm_maker.home_angles(arm, layout.reach)), **scene).encode(),
        f"{name}.world.json": text(scene_maker.document(layout, name, robot, words)),
    }


def scheme_files(
    arm: Arm, layout: Layout, name: str, how: str = scheme_maker.COORDINATED, automatic: bool = False
) -> dict[str, bytes]:
    """The scheme: led by an operator, or along a path by itself."""
    make = scheme_maker.automatic if automatic else scheme_maker.scheme
    return {f"{name}.scheme.json": scheme_text(make(arm, layout, name, how))}


def design_files(arm: Arm, layout: Layout, name: str) -> dict[str, bytes]:
    """Robot, world, scheme and, for two arms or more, an exercise of a design, all under one name.

    Args:
        arm: The arms.
        layout: Where they stand and what they carry.
        name: Name of the documents.

    Raises:
        UsageError: The name is not one.
    """
    if not NAME.fullmatch(name):
        raise UsageError(f"{name!r} is not a valid name: small letters, digits and '-', a letter first, 40 at most.")
    words = (
        {"en": f"ManGo: {layout.arms} arms", "ru": f"ManGo: рук — {layout.arms}"},
        {
            "en": "Planar arms with pneumatic cylinders around a table.",
            "ru": "Плоские руки с пневмоцилиндрами вокруг стола.",
        },
    )
    return {
        **robot_files(arm, name, layout.reach),
        **world_files(arm, layout, name, name, words),
        **scheme_files(arm, layout, name),
        **({f"{name}.exercise.json": text(exercise(layout, name))} if layout.arms > 1 else {}),
    }
