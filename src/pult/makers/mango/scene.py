"""Scene and world document: a table, the body that glides on it, and arms around it."""

import math
from typing import Any

from pult.makers.mango.arm import GRASP_HEIGHT, PIN, numbers
from pult.makers.mango.layout import Layout

TIMESTEP = 0.001


def _body(layout: Layout, pointing: float) -> str:
    """The body, as MJCF: three joints in the plane, for it glides on an air cushion.

    Args:
        layout: Arms and body.
        pointing: Direction of the second links at the start, in axes of their bases [rad]; grasp sites have it, too, so
            that a weld finds both sites turned alike.
    """
    load, n = layout.load, layout.arms
    half = 0.016
    if n == 2:
        size = (load.radius + 0.03, 0.03, half)
        shape = f'<geom class="load" name="load" type="box" size="{numbers(size)}"/>'
    else:
        shape = f'<geom class="load" name="load" type="cylinder" size="{load.radius + 0.03:g} {half:g}"/>'
    inertia = load.inertia(n)
    turning = load.friction * load.radius
    grasps = "\n".join(
        f'<geom class="grasp" type="cylinder" size="0.019 0.004" pos="{numbers(p)} {half:g}"/>\n'
        f'<site name="grasp_{prefix.rstrip("/")}" pos="{numbers(p)} {GRASP_HEIGHT - half - 0.004:g}" '
        f'euler="0 0 {float(base[2]) + pointing:.9g}" size="0.005" group="4"/>'
        for prefix, p, base in zip(layout.prefixes, layout.grasps, layout.bases, strict=True)
    )
    friction = 'solimpfriction="0.9999 0.9999 0.001" solreffriction="0.002 1"'
    slides = f'frictionloss="{load.friction:g}" damping="{load.damping:g}" {friction}'
    turns = f'frictionloss="{turning:g}" damping="{load.damping * load.radius**2:g}" {friction}'
    return f"""
<body name="load" pos="0 0 {half + 0.004:g}">
  <inertial pos="0 0 0" mass="{load.mass:g}" diaginertia="{numbers((inertia, inertia, inertia))}"/>
  <joint name="load_x" type="slide" axis="1 0 0" {slides}/>
  <joint name="load_y" type="slide" axis="0 1 0" {slides}/>
  <joint name="load_turn" axis="0 0 1" {turns}/>
  {shape}
  <geom class="mark" type="box" size="0.012 0.0025 0.001" pos="0 0 {half:g}"/>
  <geom class="mark" type="box" size="0.0025 0.012 0.001" pos="0 0 {half:g}"/>
  {grasps}
</body>"""


def _pins(layout: Layout, welded: bool) -> str:
    """How the hands hold the body: pins, about which it turns freely, or welds."""
    kind = "weld" if welded else "connect"
    return "\n".join(
        f'  <{kind} name="pin_{prefix.rstrip("/")}" site1="{prefix}hand" site2="grasp_{prefix.rstrip("/")}" {PIN}/>'
        for prefix in layout.prefixes
    )


def scene(layout: Layout, pointing: float = 0.0, welded: bool = False, course: str = "") -> str:
    """The scene, as MJCF.

    Args:
        layout: Arms and body; for a single arm there is no body.
        pointing: Direction of the second links at the start, in axes of their bases [rad].
        welded: Whether hands are welded to the body, which two arms of two joints each cannot carry.
        course: Further bodies of the scene, as MJCF.
    """
    alone = layout.arms == 1
    far = max(abs(float(x)) for x in layout.bases[:, :2].ravel()) + 0.32
    wide = far if layout.arms > 2 else 0.62
    text = f"""<mujoco model="mango-scene">
<compiler angle="radian" autolimits="true"/>
<visual>
  <headlight ambient="0.40 0.40 0.40" diffuse="0.42 0.42 0.42" specular="0.1 0.1 0.1"/>
  <global offwidth="1920" offheight="1080"/>
</visual>
<asset>
  <texture name="sky" type="skybox" builtin="gradient" rgb1="0.96 0.97 0.98" rgb2="0.82 0.85 0.88" width="64"
    height="384"/>
</asset>
<default>
  <geom contype="0" conaffinity="0" group="2"/>
  <default class="load"><geom rgba="0.93 0.62 0.24 1" contype="1" conaffinity="2"/></default>
  <default class="grasp"><geom rgba="0.30 0.33 0.37 1"/></default>
  <default class="mark"><geom rgba="0.15 0.17 0.20 1"/></default>
  <default class="post"><geom rgba="0.75 0.20 0.20 1" contype="2" conaffinity="1"/></default>
  <default class="line"><geom rgba="0.20 0.55 0.86 1"/></default>
</default>
<worldbody>
  <light pos="0 0 3" dir="0 0 -1" directional="true" diffuse="0.4 0.4 0.4"/>
  <geom name="floor" type="plane" size="4 4 0.1" pos="0 0 -0.75" rgba="0.80 0.82 0.83 1"/>
  <body name="table">
    <geom name="table" type="box" size="{far:g} {wide:g} 0.02" pos="0 0 -0.02" rgba="0.66 0.71 0.75 1"/>
    <geom type="box" size="{far + 0.01:g} {wide + 0.01:g} 0.012" pos="0 0 -0.034" rgba="0.36 0.39 0.43 1"/>
    <geom type="box" size="0.22 0.22 0.35" pos="0 0 -0.4" rgba="0.42 0.45 0.49 1"/>
    {course}
  </body>
  {"" if alone else _body(layout, pointing)}
</worldbody>
{"" if alone else f"<equality>{chr(10)}{_pins(layout, welded)}{chr(10)}</equality>"}
</mujoco>
"""
    lines = (line.rstrip() for line in text.splitlines())
    return "\n".join(line for line in lines if line.strip()) + "\n"


def document(layout: Layout, name: str, robot: str, words: tuple[dict[str, str], dict[str, str]]) -> dict[str, Any]:
    """The world document.

    Args:
        layout: Arms and body.
        name: Name of the world; its scene is NAME-scene.xml.
        robot: Name of the robot.
        words: Title and description by language.
    """
    title, description = words
    robots = []
    for i, (prefix, base) in enumerate(zip(layout.prefixes, layout.bases, strict=True)):
        x, y, turn = (float(value) for value in base)
        if i == 0:
            x, y = x + layout.base_error[0], y + layout.base_error[1]
        turn = math.remainder(turn, 2.0 * math.pi)
        place = {"position": [round(x, 9), round(y, 9), 0.0], "rpy": [0.0, 0.0, round(turn, 12)]}
        robots.append({"robot": robot, **({"prefix": prefix} if prefix else {}), "placement": place})
    sensors = {} if layout.arms == 1 else {
        "load_place": {"type": "position", "frame": "load"},
        "load_turn": {"type": "angle", "joints": "load_turn"},
    }  # fmt: skip
    return {
        "format": "pult.world",
        "version": 1,
        "name": name,
        "title": title,
        "description": description,
        "scene": f"{name}-scene.xml",
        "robots": robots,
        **({"sensors": sensors} if sensors else {}),
        "view": "top" if layout.arms > 1 else "behind",
        "timestep": TIMESTEP,
    }
