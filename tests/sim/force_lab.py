"""An arm of seven joints with sensors of force, clamped or before a wall, under one of the force schemes.

The arm has the lengths of a person's and a round tip at the end of its hand. Tests take samples, the long proofs more.
"""

import json
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

import pult
from pult.geometry.rotation import quaternion_from_matrix
from pult.sim.commands import Input
from pult.sim.open import open_session
from pult.sim.session import Session
from pult.sim.setup import Setup, Start
from tests.sim import torso_lab

JOINTS = (
    "shoulder_flexion", "shoulder_abduction", "shoulder_rotation", "elbow", "forearm_rotation", "wrist_flexion",
    "wrist_deviation",
)  # fmt: skip
HOME = np.array([0.5, 0.3, 0.1, 1.3, 0.2, 0.1, 0.0])
"""Posture at the start, away from limits and singular poses [rad]."""
TIP = -0.2
"""Where the centre of the round tip is in the hand [m]."""
RADIUS = 0.015
HAND = f"""<geom type="box" size="0.012 0.04 0.09" pos="0 0 -0.095"/><site name="tip" pos="0 0 {TIP}"/>
<geom name="tip" type="sphere" size="{RADIUS}" pos="0 0 {TIP}" contype="1" conaffinity="1" friction="0.4"/>"""
HAND_MASS = 1000.0 * (8.0 * 0.012 * 0.04 * 0.09 + 4.0 / 3.0 * np.pi * RADIUS**3)
"""[kg]"""
BIG = 1e6


def _arm_xml(after: str) -> str:
    """An arm like a person's with one joint a body, so that each may have its torque sensor."""
    links = (
        ("0 -1 0", "-60 180", "0 0 0", '<inertial pos="0 0 0" mass="0.2" diaginertia="1e-4 1e-4 1e-4"/>'),
        ("-1 0 0", "-40 150", "0 0 0", '<inertial pos="0 0 0" mass="0.2" diaginertia="1e-4 1e-4 1e-4"/>'),
        ("0 0 1", "-90 70", "0 0 0", '<geom fromto="0 0 0 0 0 -0.3" size="0.04"/>'),
        ("0 -1 0", "0 150", "0 0 -0.3255", '<inertial pos="0 0 0" mass="0.2" diaginertia="1e-4 1e-4 1e-4"/>'),
        ("0 0 1", "-80 80", "0 0 0", '<geom fromto="0 0 0 0 0 -0.23" size="0.035"/>'),
        ("-1 0 0", "-70 80", "0 0 -0.2555", '<inertial pos="0 0 0" mass="0.1" diaginertia="1e-5 1e-5 1e-5"/>'),
        ("0 -1 0", "-60 60", "0 0 0", HAND),
    )
    text = ""
    for number, (axis, limits, pos, inside) in reversed(list(enumerate(links))):
        name = "hand" if number == 6 else f"link_{number}"
        joint = f'<joint name="{JOINTS[number]}" axis="{axis}" range="{limits}"/>'
        text = f'<body name="{name}" pos="{pos}">{joint}{inside}{text}</body>'
    return f"""<mujoco model="presser"><compiler angle="degree"/>
    <default><geom type="capsule" density="1000" contype="0" conaffinity="0"/></default>
    <worldbody><body name="shoulder">{text}</body></worldbody>{after}</mujoco>"""


def robot_files(after: str = "", friction: bool = True, **sensor: Any) -> dict[str, str]:
    """The arm with its sensors. `after` is XML after the bodies, `sensor` gives flaws of the wrist's force sensor."""
    motors = {
        "type": "electric", "joints": list(JOINTS), "stall_torque": [120, 120, 70, 70, 20, 15, 15],
        "no_load_speed": [4, 4, 5, 5, 6, 6, 6], "inertia": [0.25, 0.25, 0.12, 0.12, 0.02, 0.015, 0.015],
        "friction": [0.5, 0.5, 0.3, 0.3, 0.1, 0.05, 0.05] if friction else 0.0,
    }  # fmt: skip
    robot = {
        "format": "pult.robot", "version": 1, "name": "presser", "model": "presser.xml",
        "chains": {"arm": {"effector": "site:tip", "base": "shoulder"}},
        "drives": {"motors": motors},
        "sensors": {
            "angles": {"type": "angle", "joints": list(JOINTS)},
            "speeds": {"type": "speed", "joints": list(JOINTS)},
            "torques": {"type": "torque", "joints": list(JOINTS)},
            "force_sensor": {"type": "force", "site": "tip", **sensor},
            "moment_sensor": {"type": "moment", "site": "tip"},
            "wall_force": {"type": "contact_force", "bodies": ["hand"]},
        },
        "poses": {"home": dict(zip(JOINTS, HOME.tolist(), strict=True))},
    }  # fmt: skip
    return {"robots/presser.robot.json": json.dumps(robot), "robots/presser.xml": _arm_xml(after)}


def scene(gravity: float, extra: str = "") -> str:
    """A room with a gravity downwards [m/s^2] and things in it."""
    return f"""<mujoco model="room"><option gravity="0 0 {-gravity}" cone="elliptic" impratio="10"/>
    <worldbody>{extra}</worldbody></mujoco>"""


def clamp() -> str:
    """XML that holds the hand where it is at the start, with all its six freedoms."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "presser.xml"
        path.write_text(_arm_xml(""), encoding="utf-8")
        hand = pult.Chain.from_mjcf(path, "hand", "shoulder").forward(HOME)
    place = np.linalg.inv(hand)  # of the world in the hand
    numbers = [*place[:3, 3], *quaternion_from_matrix(place[:3, :3])]
    words = " ".join(f"{x:.15g}" for x in numbers)
    hard = 'solref="0.004 1" solimp="0.999 0.9999 0.001"'
    return f'<equality><weld name="clamp" body1="hand" relpose="{words}" {hard}/></equality>'


class Arm:
    """A session of the arm under a scheme, with an operator who sets its inputs."""

    def __init__(
        self, folder: Path, scheme: str, *, gravity: float = 0.0, weld: str = "", things: str = "", plain: bool = False,
        friction: bool = True, timestep: float = 0.001, parameters: dict[str, Any] | None = None,
        joints: np.ndarray = HOME, **sensor: Any,
    ) -> None:  # fmt: skip
        document = pult.load_scheme(pult.shipped_scheme(scheme)).document
        self.inputs = {name: port for name, port in document.inputs.items() if name not in SENSED}
        world = {
            "format": "pult.world", "version": 1, "name": "room", "scene": "room.xml", "timestep": timestep,
            "robots": [{"robot": "presser"}],
        }  # fmt: skip
        elements, bound = {}, {}
        for name, port in self.inputs.items():
            if port.kind == "boolean":
                elements[name] = {"type": "button"}
            else:
                entries = [f"{name}_{k}" for k in range(port.shape[0])]
                elements |= {entry: {"type": "entry", "range": [-BIG, BIG], "unit": port.unit} for entry in entries}
                bound[name] = [f"panel.{entry}" for entry in entries]
        panel = {"format": "pult.panel", "version": 1, "name": "desk", "elements": elements}
        files = robot_files(weld, friction, **sensor) | {
            "worlds/room.world.json": json.dumps(world),
            "worlds/room.xml": scene(gravity, things),
            "panels/desk.panel.json": json.dumps(panel),
        }
        for name, text in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        (folder / "exercises").mkdir(exist_ok=True)
        setup = Setup(
            world="room", scheme=scheme, panel="desk", inputs=bound, outputs={"motors": "voltage"},
            parameters={**gravity_of(document, gravity), **(parameters or {})},
            start=Start(joints=dict(zip(JOINTS, map(float, joints), strict=True))),
        )  # fmt: skip
        self.session: Session = open_session(setup, folder / "exercises", plain=plain)
        self.dt = self.session.dt

    def set(self, **values: Any) -> None:
        """Set inputs of the scheme: vectors, numbers or booleans."""
        given: dict[str, Any] = {}
        for name, value in values.items():
            if self.inputs[name].kind == "boolean":
                given[name] = bool(value)
            else:
                given |= {f"{name}_{k}": float(x) for k, x in enumerate(value)}
        self.session.apply(Input(values=given))

    def __call__(self, name: str) -> np.ndarray:
        """A signal now."""
        return self.session.row[self.session.channels.find(name).place].copy()

    def run(self, seconds: float, *names: str) -> list[np.ndarray]:
        """Go on for a time; the signals by control step. Shape (steps, ...)."""
        rows = []
        for _ in range(round(seconds / self.dt)):
            self.session.advance(1)
            rows.append(self.session.row.copy())
        whole = np.array(rows)
        return [whole[:, self.session.channels.find(name).place] for name in names]


SENSED = ("angles", "speeds", "torques", "force_sensor", "moment_sensor")


def gravity_of(document: Any, gravity: float) -> dict[str, Any]:
    """Parameters that tell a scheme how heavy things are."""
    down = [0.0, 0.0, -gravity]
    found = {f"{block.id}.gravity": down for block in document.blocks if block.type == "kinematics.gravity"}
    for use in document.blocks:
        inner = document.schemes.get(use.type.removeprefix("scheme."))
        if inner is not None and use.type.startswith("scheme."):
            for block in inner.blocks:
                if block.type == "kinematics.gravity":
                    found[f"{use.id}.{block.id}.gravity"] = down
                if block.type == "vector.constant" and block.id == "gravity":
                    found[f"{use.id}.gravity.values"] = down
    return found


def tip_pose(angles: np.ndarray = HOME) -> np.ndarray:
    """Pose of the tip in the base. Shape (4, 4)."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "presser.xml"
        path.write_text(_arm_xml(""), encoding="utf-8")
        return pult.Chain.from_mjcf(path, "site:tip", "shoulder").forward(angles)


def wall(gap: float = 0.01, friction: float = 0.4) -> tuple[str, np.ndarray]:
    """A wall before the tip, square to the hand, and the task frame whose z axis points into it. Shape (3, 3)."""
    tip = tip_pose()
    task = tip[:3, :3] @ np.diag([1.0, -1.0, -1.0])  # the hand points along its own -z
    centre = tip[:3, 3] + (RADIUS + gap + 0.05) * task[:, 2]
    turn = quaternion_from_matrix(task)
    words = [" ".join(f"{x:.15g}" for x in numbers) for numbers in (centre, turn)]
    xml = (
        f'<geom name="wall" type="box" size="0.3 0.3 0.05" pos="{words[0]}" quat="{words[1]}" friction="{friction}"'
        ' priority="1" solref="0.01 1"/>'
    )
    return xml, task


TORSO_WALL = '<geom name="wall" type="box" pos="0.517 -0.2 1.2" size="0.05 0.5 0.6" friction="0.5"/>'
"""Two centimetres before the fingers of both hands of the torso robot as they are at the start."""


def torso_at_wall(folder: Path, **start: Any) -> torso_lab.Torso:
    """The torso robot before a wall, at its start or another."""
    empty = torso_lab.SCENE
    torso_lab.SCENE = empty.replace("</worldbody>", TORSO_WALL + "</worldbody>")
    try:
        return torso_lab.Torso(folder, **start)
    finally:
        torso_lab.SCENE = empty


def joystick_force(torso: torso_lab.Torso, hand: str, deflection: float, seconds: float = 5.0) -> tuple[float, float]:
    """What the gauge of the wrist shows at the end of a press, and what the wall feels [N]."""
    torso.reset()
    torso.set(effectors=hand, joystick_mode="force", speed=1.0)
    torso.run(0.3)
    torso.stick(deflection, 0, 0)
    (shown,) = torso.run(seconds, "output.wrist_force")
    return float(shown[-1, 0]), float(torso(f"sensor.{hand.removesuffix('_hand')}_touch")[0])
