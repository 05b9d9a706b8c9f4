"""Makes model and document of PM-01, the PUMA 560 with a massage tool: `python -m models.massage.make` in the root.

The frame of a link is that before its joint, turned with it: z is the axis of the joint.
"""

import json
import math
from pathlib import Path

import mujoco
import numpy as np
from models.massage.looks import looks
from models.massage.table import LINKS, SHOULDER_HEIGHT, Link, Tool
from numpy.typing import NDArray

FOLDER = Path(__file__).resolve().parents[2] / "src/pult/catalog/massage"
HOME_POINT = (0.40, 0.0, 0.50)
"""Initial position of the tool tip, the tool pointing down with its drive at mid-stroke [m]."""
ELBOW_UP = (0.38, 1.0, -3.77, 0.0, -0.37, 0.38)
"""Start of the search for that pose [rad]."""


def numbers(values: tuple[float, ...] | list[float] | NDArray[np.float64]) -> str:
    """Numbers in MJCF format."""
    return " ".join(f"{round(float(value), 9):.9g}" for value in values)


def tilted(link: Link, p: tuple[float, float, float]) -> tuple[float, float, float]:
    """Transform a point from the frame after a link to the frame of the link."""
    c, s = round(math.cos(link.alpha)), round(math.sin(link.alpha))
    return (link.a + p[0], c * p[1] - s * p[2], link.d + s * p[1] + c * p[2])


def body(number: int) -> str:
    """The arm from a link to its end, as MJCF."""
    link = LINKS[number]
    place = f'pos="0 0 {SHOULDER_HEIGHT:g}"'
    if number:
        before = LINKS[number - 1]
        turn = f'quat="{numbers((math.cos(before.alpha / 2), math.sin(before.alpha / 2), 0.0, 0.0))}"'
        place = f'pos="{numbers((before.a, 0.0, before.d))}" {turn if before.alpha else ""}'.strip()
    xx, yy, zz = link.inertia
    inertia = (xx, yy, zz) if link.alpha == 0.0 else (xx, zz, yy)
    inner = body(number + 1) if number + 1 < len(LINKS) else tool()
    return f"""
<body name="{link.name}_link" {place}>
  <inertial pos="{numbers(tilted(link, link.centre))}" mass="{link.mass:g}" diaginertia="{numbers(inertia)}"/>
  <joint name="{link.name}" axis="0 0 1" range="{numbers((link.lower, link.upper))}"/>
  {looks(link.name)}
  {inner}
</body>"""


def tool() -> str:
    """The tool: housing, carriage on the prismatic drive, and the sphere beyond the force sensor."""
    t = Tool
    r, h, m = t.CYLINDER_RADIUS, t.CYLINDER, t.CARRIAGE_MASS
    rod = (m * (3 * r * r + h * h) / 12, m * (3 * r * r + h * h) / 12, m * r * r / 2)
    ball = (2 / 5 * t.BALL_MASS * t.BALL_RADIUS**2,) * 3
    s, length = 0.035, t.HOUSING
    case = (t.HOUSING_MASS * (3 * s * s + length * length) / 12,) * 2 + (t.HOUSING_MASS * s * s / 2,)
    return f"""
<site name="press" pos="0 0 {t.RETRACTED + t.MIDDLE:g}" size="0.004" group="4"/>
<body name="housing" pos="0 0 {t.MOUNT + length / 2:g}">
  <inertial pos="0 0 0" mass="{t.HOUSING_MASS:g}" diaginertia="{numbers(case)}"/>
  {looks("housing")}
</body>
<body name="carriage" pos="0 0 {t.RETRACTED:g}">
  <inertial pos="0 0 {-h / 2:g}" mass="{m:g}" diaginertia="{numbers(rod)}"/>
  <joint name="tool" type="slide" axis="0 0 1" range="0 {t.STROKE:g}" stiffness="{t.SPRING:g}"
    springref="{-t.PRELOAD / t.SPRING:g}" solreflimit="0.008 1" solimplimit="0.95 0.99 0.001"/>
  {looks("carriage")}
  <body name="pad">
    <inertial pos="0 0 0" mass="{t.BALL_MASS:g}" diaginertia="{numbers(ball)}"/>
    {looks("pad")}
    <site name="ball" size="0.004" group="4"/>
  </body>
</body>"""


def model() -> str:
    """The whole model."""
    text = f"""<mujoco model="pm01">
<compiler angle="radian" autolimits="true"/>
<default>
  <default class="shell"><geom contype="1" conaffinity="0" group="2" density="0" rgba="0.93 0.92 0.88 1"/></default>
  <default class="dark"><geom contype="1" conaffinity="0" group="2" density="0" rgba="0.20 0.22 0.25 1"/></default>
  <default class="blue"><geom contype="0" conaffinity="0" group="2" density="0" rgba="0.15 0.38 0.62 1"/></default>
  <default class="metal"><geom contype="0" conaffinity="0" group="2" density="0" rgba="0.72 0.74 0.77 1"/></default>
</default>
<worldbody>
  <body name="base">
    {looks("base")}
    {body(0)}
  </body>
</worldbody>
<contact>
  <exclude body1="base" body2="waist_link"/>
</contact>
</mujoco>
"""
    lines = (line.rstrip() for line in text.splitlines())
    return "\n".join(line for line in lines if line.strip()) + "\n"


def home(path: Path) -> dict[str, float]:
    """Angles with the tool pointing down over the middle of the workspace."""
    from pult.motion.ik.solve import solve_ik
    from pult.robot.chain import Chain

    chain = Chain.from_mjcf(path, effector="press")
    target = np.eye(4)
    target[:3, :3] = np.diag([-1.0, 1.0, -1.0])
    target[:3, 3] = HOME_POINT
    found = solve_ik(chain, target, np.array(ELBOW_UP))
    if not found.reached:
        raise RuntimeError("the tool cannot point down at the start.")
    return {name: round(float(angle), 6) for name, angle in zip(chain.names, found.q, strict=True)}


def document(pose: dict[str, float]) -> dict[str, object]:
    """The robot document."""
    joints = [link.name for link in LINKS]
    return {
        "format": "pult.robot",
        "version": 2,
        "name": "PM-01",
        "title": {"en": "Massage robot PM-01", "ru": "Массажный робот ПМ-01"},
        "description": "The PUMA 560 with a massage tool: a sphere on a prismatic drive that a spring draws in.",
        "source": "B. Armstrong, O. Khatib, J. Burdick, 'The explicit dynamic model and inertial parameters of the "
        "PUMA 560 arm', IEEE ICRA 1986; P. Corke, B. Armstrong-Helouvry, 'A search for consensus among model "
        "parameters reported for the PUMA 560 robot', IEEE ICRA 1994. Electrical constants, brakes and the tool's "
        "drive are our own choice.",
        "model": "pm01.xml",
        "chains": {
            "arm": {"effector": "press"},
            "wrist": {"effector": "body:flange_link"},
            "whole": {"effector": "ball"},
        },
        "stop": "power-off",
        "drives": {
            "motors": {
                "type": "dc",
                "joints": joints,
                "resistance": [link.resistance for link in LINKS],
                "torque_constant": [link.torque_constant for link in LINKS],
                "speed_constant": [link.torque_constant for link in LINKS],
                "max_voltage": [link.voltage for link in LINKS],
                "gear": [link.gear for link in LINKS],
                "inertia": [link.rotor * link.gear**2 for link in LINKS],
                "damping": [round(link.viscous * link.gear**2, 6) for link in LINKS],
                "brake": [link.brake for link in LINKS],
            },
            "press": {
                "type": "electric",
                "joints": ["tool"],
                "stall_torque": Tool.STALL_FORCE,
                "no_load_speed": Tool.NO_LOAD_SPEED,
            },
        },
        "sensors": {
            "angles": {"type": "angle", "joints": joints},
            "speeds": {"type": "speed", "joints": joints},
            "stroke": {"type": "angle", "joints": "tool"},
            "stroke_speed": {"type": "speed", "joints": "tool"},
            "force_tool": {"type": "force", "site": "ball"},
        },
        "poses": {"home": {**pose, "tool": 0.0}},
    }


def main() -> None:
    """Write both files."""
    path = FOLDER / "pm01.xml"
    path.write_text(model(), encoding="utf-8")
    mujoco.MjModel.from_xml_path(str(path))
    text = json.dumps(document(home(path)), indent=2, ensure_ascii=False)
    (FOLDER / "pm01.robot.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
