"""Model and document of one arm.

The base frame {B} has its origin on the floor under the first joint. Cylinders are bodies of their own: a barrel that
turns about its mount point and a rod that slides in it, pinned to the link that it turns; the drive acts between the
mount points.
"""

import math
from typing import Any

import numpy as np

from pult.motion.carry.design import Arm, Cylinder, JointDrive
from pult.motion.carry.mounts import cylinder_length
from pult.motion.carry.planar import planar_inverse

HEIGHT = 0.14
"""Of the links over the table [m]."""
GRASP_HEIGHT = 0.03
"""Of the pins that hold the body [m]."""
CYLINDERS = 0.045
"""Height of the cylinders over the links [m]."""
BARREL_MASS, ROD_MASS = 0.22, 0.09
"""[kg]"""
PIN = 'solref="0.004 1" solimp="0.99 0.999 0.001"'
"""How stiff pins are. Stiffer ones, next to the dry friction of the pistons, make MuJoCo's solver jump at rest."""
NAMES = ("shoulder", "elbow")


def numbers(values: Any) -> str:
    """Numbers in MJCF format."""
    return " ".join(f"{round(float(value), 9):.9g}" for value in values)


def home_angles(arm: Arm, reach: float) -> tuple[float, float]:
    """Angles that bring the hand straight ahead to a distance from the base [rad]."""
    q1, q2, _ = planar_inverse(*arm.design.links, reach, 0.0, 1.0)
    return q1, q2


def home_reach(arm: Arm) -> float:
    """Distance of the hand from the base in the middle of the angles [m]."""
    l1, l2 = arm.design.links
    middle = (arm.elbow.lower + arm.elbow.upper) / 2.0
    return math.sqrt(l1 * l1 + l2 * l2 + 2.0 * l1 * l2 * math.cos(middle))


def home_pose(arm: Arm, reach: float) -> dict[str, float]:
    """Coordinates of all joints with the hand straight ahead [rad and m]."""
    q1, q2 = home_angles(arm, reach)
    shoulder_turn, shoulder_stroke = _cylinder_state(arm.shoulder, q1, _base_direction(arm.shoulder), q1)
    elbow_turn, elbow_stroke = _cylinder_state(arm.elbow, q2, math.pi, q2)
    found = {
        "shoulder": q1, "elbow": q2, "shoulder_barrel": shoulder_turn, "shoulder_rod": shoulder_stroke,
        "elbow_barrel": elbow_turn, "elbow_rod": elbow_stroke,
    }  # fmt: skip
    return {name: round(value, 9) for name, value in found.items()}


def _base_direction(joint: JointDrive) -> float:
    """Direction of the mount point on the base [rad]: opposite to that from which theta is counted."""
    return joint.offset + math.pi


def _mount(distance: float, direction: float) -> tuple[float, float]:
    return distance * math.cos(direction), distance * math.sin(direction)


def _cylinder_state(joint: JointDrive, q: float, outer: float, link: float) -> tuple[float, float]:
    """Direction of a cylinder in the axes of what carries it [rad], and its stroke [m].

    Args:
        joint: The joint.
        q: Its angle [rad].
        outer: Direction of the mount point of the barrel, from the joint [rad].
        link: Direction of the link that is turned [rad].
    """
    begin, end = np.array(_mount(joint.mounts.k, outer)), np.array(_mount(joint.mounts.p, link))
    way = end - begin
    theta = joint.sense * (q - joint.offset)
    return math.atan2(way[1], way[0]), cylinder_length(*joint.mounts, theta) - joint.cylinder.folded


def _cylinder(name: str, joint: JointDrive, place: tuple[float, float, float]) -> str:
    """Barrel and rod, as MJCF."""
    c, length = joint.cylinder, joint.cylinder.folded
    barrel, radius, rod = 0.82 * length, 0.5 * c.bore + 0.004, max(0.5 * c.rod, 0.003)
    turning, sliding = BARREL_MASS * barrel**2 / 12.0, ROD_MASS * length**2 / 12.0
    return f"""
<body name="{name}_barrel" pos="{numbers(place)}">
  <inertial pos="{barrel / 2:g} 0 0" mass="{BARREL_MASS:g}" diaginertia="{numbers((1e-5, turning, turning))}"/>
  <joint name="{name}_barrel" axis="0 0 1"/>
  <geom class="barrel" type="cylinder" size="{radius:g}" fromto="0.014 0 0 {barrel:g} 0 0"/>
  <geom class="dark" type="cylinder" size="{radius + 0.003:g}" fromto="{barrel:g} 0 0 {barrel + 0.014:g} 0 0"/>
  <geom class="dark" type="cylinder" size="{radius + 0.003:g}" fromto="0.01 0 0 0.024 0 0"/>
  <geom class="metal" type="cylinder" size="0.008" fromto="0 0 -0.02 0 0 0.018"/>
  <body name="{name}_rod">
    <inertial pos="{length / 2:g} 0 0" mass="{ROD_MASS:g}" diaginertia="{numbers((1e-6, sliding, sliding))}"/>
    <joint name="{name}_rod" type="slide" axis="1 0 0"/>
    <geom class="metal" type="cylinder" size="{rod:g}" fromto="{0.3 * length:g} 0 0 {length - 0.006:g} 0 0"/>
    <geom class="metal" type="cylinder" size="0.009 0.012" pos="{length:g} 0 0"/>
    <site name="{name}_rod_end" pos="{length:g} 0 0" size="0.004" group="4"/>
  </body>
</body>"""


def model(arm: Arm) -> str:
    """The model of the arm, as MJCF."""
    (l1, l2), (m1, m2), hand = arm.design.links, arm.design.link_masses, arm.design.hand_mass
    one, two = arm.joints
    base = _mount(one.mounts.k, _base_direction(one))
    up, mount, pin = CYLINDERS, l1 - two.mounts.k, HEIGHT - GRASP_HEIGHT
    text = f"""<mujoco model="mango">
<compiler angle="radian" autolimits="true"/>
<default>
  <geom contype="0" conaffinity="0" group="2" density="0"/>
  <default class="link"><geom rgba="0.87 0.89 0.91 1"/></default>
  <default class="fore"><geom rgba="0.16 0.46 0.56 1"/></default>
  <default class="dark"><geom rgba="0.20 0.22 0.25 1"/></default>
  <default class="barrel"><geom rgba="0.55 0.62 0.70 1"/></default>
  <default class="metal"><geom rgba="0.76 0.78 0.80 1"/></default>
</default>
<worldbody>
  <body name="base">
    <geom class="dark" type="cylinder" size="0.055" fromto="0 0 0 0 0 {HEIGHT - 0.03:g}"/>
    <geom class="dark" type="capsule" size="0.018" fromto="0 0 0.05 {numbers(base)} 0.05"/>
    <geom class="dark" type="cylinder" size="0.016" fromto="{numbers(base)} 0 {numbers(base)} {HEIGHT + up - 0.02:g}"/>
    <site name="shoulder_mount" pos="{numbers(base)} {HEIGHT + up:g}" size="0.004" group="4"/>
    {_cylinder("shoulder", one, (*base, HEIGHT + up))}
    <body name="upper" pos="0 0 {HEIGHT:g}">
      <inertial pos="{l1 / 2:g} 0 0" mass="{m1:g}" diaginertia="{numbers((1e-4, m1 * l1**2 / 12, m1 * l1**2 / 12))}"/>
      <joint name="shoulder" axis="0 0 1" range="{numbers((one.lower, one.upper))}"/>
      <geom class="link" type="capsule" size="0.022" fromto="0 0 0 {l1:g} 0 0"/>
      <geom class="link" type="cylinder" size="0.038" fromto="0 0 -0.028 0 0 0.028"/>
      <geom class="metal" type="cylinder" size="0.010" fromto="{one.mounts.p:g} 0 0 {one.mounts.p:g} 0 {up:g}"/>
      <geom class="metal" type="cylinder" size="0.010" fromto="{mount:g} 0 0 {mount:g} 0 {up - 0.018:g}"/>
      <site name="upper_pin" pos="{one.mounts.p:g} 0 {up:g}" size="0.004" group="4"/>
      <site name="elbow_mount" pos="{mount:g} 0 {up:g}" size="0.004" group="4"/>
      {_cylinder("elbow", two, (mount, 0.0, up))}
      <body name="fore" pos="{l1:g} 0 0">
        <inertial pos="{l2 / 2:g} 0 0" mass="{m2:g}" diaginertia="{numbers((1e-4, m2 * l2**2 / 12, m2 * l2**2 / 12))}"/>
        <joint name="elbow" axis="0 0 1" range="{numbers((two.lower, two.upper))}"/>
        <geom class="fore" type="capsule" size="0.019" fromto="0 0 0 {l2:g} 0 0"/>
        <geom class="fore" type="cylinder" size="0.033" fromto="0 0 -0.026 0 0 0.026"/>
        <geom class="metal" type="cylinder" size="0.010" fromto="{two.mounts.p:g} 0 0 {two.mounts.p:g} 0 {up:g}"/>
        <site name="fore_pin" pos="{two.mounts.p:g} 0 {up:g}" size="0.004" group="4"/>
        <body name="hand" pos="{l2:g} 0 {-pin:g}">
          <inertial pos="0 0 0.02" mass="{hand:g}" diaginertia="2e-5 2e-5 2e-5"/>
          <geom class="metal" type="cylinder" size="0.011" fromto="0 0 0 0 0 {pin:g}"/>
          <geom class="dark" type="cylinder" size="0.024" fromto="0 0 {pin - 0.02:g} 0 0 {pin + 0.024:g}"/>
          <site name="hand" size="0.006" group="4"/>
        </body>
      </body>
    </body>
  </body>
</worldbody>
<equality>
  <connect name="shoulder_pin" site1="shoulder_rod_end" site2="upper_pin" {PIN}/>
  <connect name="elbow_pin" site1="elbow_rod_end" site2="fore_pin" {PIN}/>
</equality>
</mujoco>
"""
    lines = (line.rstrip() for line in text.splitlines())
    return "\n".join(line for line in lines if line.strip()) + "\n"


def _drive(cylinder: Cylinder, begin: str, end: str) -> dict[str, Any]:
    return {
        "type": "pneumatic", "from": begin, "to": end, "bore": cylinder.bore, "rod": cylinder.rod,
        "pressure": [-cylinder.pressure, cylinder.pressure], "lag": cylinder.lag, "friction": cylinder.friction,
        "stroke": [cylinder.folded, round(cylinder.extended, 9)],
    }  # fmt: skip


def document(arm: Arm, name: str, reach: float) -> dict[str, Any]:
    """The robot document.

    Args:
        arm: The arm.
        name: Name of the robot; its model is NAME.xml.
        reach: Distance of the hand from the base in the pose home [m].
    """
    joints = list(NAMES)
    own = "" if name == "mango" else f" {name}"
    return {
        "format": "pult.robot",
        "version": 2,
        "name": name,
        "title": {"en": f"ManGo arm{own}", "ru": f"Рука ManGo{own}"},
        "description": "ManGo: a planar arm of two links, each turned by a pneumatic cylinder (paper 001, part B).",
        "source": "Kinematics, drives and mount points after paper 001, made from a design by pult.makers.mango; "
        "lengths, masses and cylinders are our own choice.",
        "model": f"{name}.xml",
        "chains": {
            "arm": {"effector": "hand"},
            "shoulder_cylinder": {"effector": "shoulder_rod_end"},
            "elbow_cylinder": {"effector": "elbow_rod_end"},
        },
        "stop": "hold",
        "drives": {
            "shoulder_cylinder": _drive(arm.shoulder.cylinder, "shoulder_mount", "upper_pin"),
            "elbow_cylinder": _drive(arm.elbow.cylinder, "elbow_mount", "fore_pin"),
        },
        "sensors": {
            "angles": {"type": "angle", "joints": joints},
            "speeds": {"type": "speed", "joints": joints},
            "force": {"type": "force", "site": "hand"},
            **{
                f"{name}_{chamber}_pressure": {"type": "pressure", "drive": f"{name}_cylinder", "chamber": chamber}
                for name in NAMES
                for chamber in ("piston", "rod")
            },
        },
        "poses": {"home": home_pose(arm, reach)},
    }
