"""Makes the arms that stand on a floor and can be driven, UR5 and Panda: `python -m models.arms.make` in the root.

Kinematics are those of the robots `ur5` and `panda` of the catalog. With masses, efforts and simple shapes they become
URDF files, and `pult.makers.own` makes everything else of these, as `pult import` does for any robot.
"""

import json
import math
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from pult.core.shipped import catalog
from pult.makers.own.choices import ChainChoice, Choices, Layout
from pult.makers.own.formatting import document_text
from pult.makers.own.make import make_own
from pult.makers.own.own_model import read_own_model

FOLDER = catalog() / "arms"
Vector = tuple[float, ...]


@dataclass(frozen=True)
class Arm:
    """Published figures of an arm; joints in the order of its table.

    Attributes:
        robot: Robot of the catalog with its dimensions.
        name: Name of the documents.
        title, description: For people, by language.
        source: Where masses and limits are from.
        masses: [kg]
        centres: Centres of mass in the frames of the table [m].
        inertias: About these, xx yy zz xy xz yz [kg*m^2]; those of cylinders if empty.
        efforts, speeds: Limits of the joints [N*m, rad/s].
        radii: Of the links as they are drawn [m].
    """

    robot: str
    name: str
    title: dict[str, str]
    description: dict[str, str]
    source: str
    masses: Vector
    centres: tuple[Vector, ...]
    inertias: tuple[Vector, ...]
    efforts: Vector
    speeds: Vector
    radii: Vector


UR5 = Arm(
    "ur5",
    "ur5-floor",
    {"en": "UR5 on a floor", "ru": "UR5 на полу"},
    {
        "en": "The UR5 with motors, on a floor: joint by joint, or by its flange.",
        "ru": "UR5 с двигателями на полу: по суставам или за фланец.",
    },
    "Masses and centres: Universal Robots, 'DH parameters for calculations of kinematics and dynamics'; torques: 'Max. "
    "joint torques'; speeds: technical specifications of the UR5. Inertias are those of cylinders, shapes our own.",
    (3.7, 8.393, 2.33, 1.219, 1.219, 0.1879),
    (
        (0.0, -0.02561, 0.00193), (0.2125, 0.0, 0.11336), (0.15, 0.0, 0.0265), (0.0, -0.0018, 0.01634),
        (0.0, 0.0018, 0.01634), (0.0, 0.0, -0.001159),
    ),
    (),
    (150.0, 150.0, 150.0, 28.0, 28.0, 28.0),
    (3.1416,) * 6,
    (0.06, 0.055, 0.045, 0.04, 0.04, 0.035),
)  # fmt: skip
PANDA = Arm(
    "panda",
    "panda-floor",
    {"en": "Panda on a floor", "ru": "Panda на полу"},
    {
        "en": "The Panda with motors, on a floor: joint by joint, or by the point between its finger tips.",
        "ru": "Panda с двигателями на полу: по суставам или за точку между пальцами.",
    },
    "Masses, centres and inertias: C. Gaz, M. Cognetti, A. Oliva, P. Robuffo Giordano, A. De Luca, 'Dynamic "
    "identification of the Franka Emika Panda robot', IEEE Robotics and Automation Letters 4, 2019; limits: Franka "
    "Control Interface documentation. The hand (0.73 kg) is part of the last link; shapes are our own.",
    (4.970684, 0.646926, 3.228604, 3.587895, 1.225946, 1.666555, 1.465522),
    (
        (0.003875, 0.002081, -0.04762), (-0.003141, -0.02872, 0.003495), (0.027518, 0.039252, -0.066502),
        (-0.05317, 0.104419, 0.027454), (-0.011953, 0.041065, -0.038437), (0.060149, -0.014117, -0.010517),
        (0.001756, -0.005656, 0.099159),
    ),
    (
        (0.70337, 0.70661, 0.009117, -0.000139, 0.006772, 0.019169),
        (0.007962, 0.02811, 0.025995, -0.003925, 0.010254, 0.000704),
        (0.037242, 0.036155, 0.01083, -0.004761, -0.011396, -0.012805),
        (0.025853, 0.019552, 0.028323, 0.007796, -0.001332, 0.008641),
        (0.035549, 0.029474, 0.008627, -0.002117, -0.004037, 0.000229),
        (0.001964, 0.004354, 0.005433, 0.000109, -0.001158, 0.000341),
        (0.0156, 0.0145, 0.0068, -0.0004, -0.0012, -0.0007),
    ),
    (87.0, 87.0, 87.0, 87.0, 12.0, 12.0, 12.0),
    (2.175, 2.175, 2.175, 2.175, 2.61, 2.61, 2.61),
    (0.06, 0.06, 0.055, 0.055, 0.05, 0.045, 0.04),
)  # fmt: skip
ARMS = (UR5, PANDA)


def urdf(arm: Arm) -> str:
    """The arm as URDF, its links with simple shapes. The frame of a link is at its joint, the axis along z."""
    document = json.loads((FOLDER / f"{arm.robot}.robot.json").read_text(encoding="utf-8"))
    table = document["chains"]["arm"]["table"]
    rows, standard = table["rows"], table["convention"] == "standard"
    shifts = [_shift(row, standard) for row in rows]
    place = [np.eye(4), *shifts][:-1] if standard else shifts
    ends = shifts if standard else [*shifts[1:], _tool(table)]
    lines = ['<?xml version="1.0"?>', f'<robot name="{arm.name}">', '  <link name="base">']
    lines += [_shape("visual", np.zeros(3), np.array([0.0, 0.0, 0.08]), 1.2 * arm.radii[0]), "  </link>"]
    above = "base"
    for i, row in enumerate(rows):
        link = f"{row['name']}_link"
        # a centre of a standard table is given in the frame behind the link
        centre = np.array([*arm.centres[i], 1.0])
        inside = (shifts[i] @ centre if standard else centre)[:3]
        turn = shifts[i][:3, :3] if standard else np.eye(3)
        lines += [f'  <link name="{link}">', _inertial(arm, i, inside, turn, ends[i][:3, 3]), *_shapes(arm, i, ends[i][:3, 3]), "  </link>"]
        lines += [
            f'  <joint name="{row["name"]}" type="revolute">',
            f'    <parent link="{above}"/><child link="{link}"/>{_origin(place[i])}<axis xyz="0 0 1"/>',
            f'    <limit lower="{row["lower"]:.9g}" upper="{row["upper"]:.9g}" effort="{arm.efforts[i]:g}" velocity="{arm.speeds[i]:g}"/>',
            "  </joint>",
        ]
        above = link
    lines += ['  <link name="tool"/>', '  <joint name="tool_joint" type="fixed">']
    lines += [f'    <parent link="{above}"/><child link="tool"/>{_origin(ends[-1])}', "  </joint>", "</robot>"]
    return "\n".join(lines) + "\n"


def _shift(row: dict[str, Any], standard: bool) -> np.ndarray:
    """What a row places, without its joint: Tz(d) Tx(a) Rx(alpha), or Rx(alpha) Tx(a) Tz(d)."""
    c, s = math.cos(row["alpha"]), math.sin(row["alpha"])
    place = np.eye(4)
    place[1:3, 1:3] = [[c, -s], [s, c]]
    d = np.array([0.0, 0.0, row["d"]])
    place[:3, 3] = np.array([row["a"], 0.0, 0.0]) + (d if standard else place[:3, :3] @ d)
    return place


def _tool(table: dict[str, Any]) -> np.ndarray:
    yaw = table["tool"]["rpy"][2]
    place = np.eye(4)
    place[:2, :2] = [[math.cos(yaw), -math.sin(yaw)], [math.sin(yaw), math.cos(yaw)]]
    place[:3, 3] = table["tool"]["position"]
    return place


def _origin(place: np.ndarray) -> str:
    """A place whose rotation is about x or about z."""
    roll = math.atan2(place[2, 1], place[2, 2]) if abs(place[2, 2]) < 1.0 - 1e-12 or place[2, 1] else 0.0
    yaw = math.atan2(place[1, 0], place[0, 0]) if abs(place[0, 0]) < 1.0 - 1e-12 else 0.0
    return f'<origin xyz="{_numbers(place[:3, 3])}" rpy="{_numbers((roll, 0.0, yaw))}"/>'


def _numbers(values: Sequence[float] | np.ndarray) -> str:
    return " ".join(f"{0.0 if abs(x) < 1e-15 else x:.15g}" for x in values)


def _inertial(arm: Arm, i: int, centre: np.ndarray, turn: np.ndarray, end: np.ndarray) -> str:
    if arm.inertias:
        xx, yy, zz, xy, xz, yz = arm.inertias[i]
        I = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])  # noqa: E741 - the symbol of inertia
    else:  # a cylinder along the link
        length = max(float(np.linalg.norm(end)), 0.08)
        axis = end / np.linalg.norm(end) if np.linalg.norm(end) > 1e-9 else np.array([0.0, 0.0, 1.0])
        along, across = 0.5 * arm.radii[i] ** 2, (3.0 * arm.radii[i] ** 2 + length**2) / 12.0
        I = arm.masses[i] * (across * np.eye(3) + (along - across) * np.outer(axis, axis))  # noqa: E741
        turn = np.eye(3)
    I = turn @ I @ turn.T  # noqa: E741
    names = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
    values = (I[0, 0], I[1, 1], I[2, 2], I[0, 1], I[0, 2], I[1, 2])
    text = " ".join(f'{name}="{value:.6g}"' for name, value in zip(names, values, strict=True))
    return f'    <inertial><origin xyz="{_numbers(np.round(centre, 9))}"/><mass value="{arm.masses[i]:g}"/><inertia {text}/></inertial>'


def _shapes(arm: Arm, i: int, end: np.ndarray) -> list[str]:
    r = arm.radii[i]
    shapes = [_shape("visual", np.array([0.0, 0.0, -1.2 * r]), np.array([0.0, 0.0, 1.2 * r]), r)]
    if np.linalg.norm(end) > 0.06:
        shapes.append(_shape("visual", np.zeros(3), end, 0.85 * r))
        if np.linalg.norm(end) > 0.25 or i == len(arm.radii) - 1:
            shapes.append(_shape("collision", 0.15 * end, 0.9 * end, 0.85 * r))
    return shapes


def _shape(kind: str, begin: np.ndarray, end: np.ndarray, radius: float) -> str:
    """A cylinder between two points."""
    way = end - begin
    length = float(np.linalg.norm(way))
    pitch = math.acos(float(np.clip(way[2] / length, -1.0, 1.0)))
    yaw = math.atan2(way[1], way[0]) if abs(way[0]) + abs(way[1]) > 1e-12 else 0.0
    origin = f'<origin xyz="{_numbers(np.round(0.5 * (begin + end), 9))}" rpy="{_numbers(np.round((0.0, pitch, yaw), 9))}"/>'
    return f'    <{kind}>{origin}<geometry><cylinder radius="{radius:.6g}" length="{length:.9g}"/></geometry></{kind}>'


def documents(arm: Arm) -> dict[str, str]:
    """All documents of an arm by file name."""
    source = json.loads((FOLDER / f"{arm.robot}.robot.json").read_text(encoding="utf-8"))
    model = urdf(arm)
    layout = replace(Layout.flat(arm.name), model=".")
    choices = Choices(name=arm.name, chains={"arm": ChainChoice("tool", "base")}, home=source["poses"]["home"])
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"{arm.name}.urdf"
        file.write_text(model, encoding="utf-8")
        made = make_own(read_own_model(file), choices, layout)
    texts = {name: content.decode() for name, content in made.files.items()}
    for path, words in (
        (layout.robot, {"title": arm.title, "description": arm.description["en"], "source": arm.source}),
        (layout.world, {"title": arm.title, "description": arm.description}),
        (layout.panel, {"title": arm.title}),
    ):
        found = json.loads(texts[path])
        texts[path] = document_text(_with(found, words))
    return {f"{arm.name}.urdf": model, **texts}


def _with(document: dict[str, Any], words: dict[str, Any]) -> dict[str, Any]:
    """A document with words for people, behind its name."""
    rest = {key: value for key, value in document.items() if key not in words}
    first = {key: rest.pop(key) for key in ("format", "version", "name")}
    return {**first, **words, **rest}


def main() -> None:
    """Write all documents."""
    for arm in ARMS:
        for name, text in documents(arm).items():
            (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
