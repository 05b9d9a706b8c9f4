"""The robot of many links: its model and its document, for any number and lengths of links."""

import json
from collections.abc import Sequence

from pult.motion.tunnel.tunnel import Arm

HEIGHT = 0.05
"""Of the plane of the arm above the floor [m]."""
STALL_TORQUE, NO_LOAD_SPEED, ROTOR = 20.0, 4.0, 0.02
"""Motors of the joints [N*m, rad/s, kg*m^2]."""
STALL_FORCE, FEED_SPEED, FEED_MASS = 400.0, 0.5, 4.0
"""Drive of the slide [N, m/s], and the mass that its rotor acts like [kg]."""
FRICTION, FEED_FRICTION = 0.2, 5.0
"""Dry friction of the gears [N*m] and of the slide [N]."""
DENSITY = 1200.0
"""Of the links, solid plastic with a servo in it [kg/m^3]."""
BEND = 2.6
"""Limit of a joint, either way [rad]."""


def joint_names(count: int) -> list[str]:
    """Names of the joints, the first at the base."""
    return [f"joint{i + 1}" for i in range(count)]


def arm_model(arm: Arm, stroke: float, name: str = "snakeman") -> str:
    """The model as MJCF. The base is at the origin, the slide along x, the links stretched along x.

    Args:
        arm: The arm.
        stroke: Length of the slide [m].
        name: Name of the model.
    """
    b = arm.half_width
    rail = stroke + 0.06
    lines = [
        f'<mujoco model="{name}">',
        f"  <!-- {len(arm.lengths)} links that turn about vertical axes, on a slide along x. Caps are looks alone. -->",
        '  <compiler angle="radian" autolimits="true"/>',
        "  <default>",
        f'    <geom type="capsule" size="{b:.6g}" density="{DENSITY:g}" contype="1" conaffinity="0" '
        'rgba="0.91 0.92 0.93 1"/>',
        f'    <joint axis="0 0 1" range="{-BEND:g} {BEND:g}"/>',
        '    <default class="look">',
        f'      <geom type="cylinder" size="{1.02 * b:.6g} {1.1 * b:.6g}" mass="0" contype="0" conaffinity="0" '
        'rgba="0.16 0.38 0.55 1"/>',
        "    </default>",
        "  </default>",
        "  <worldbody>",
        f'    <body name="base" pos="0 0 {HEIGHT:g}">',
        f'      <geom class="look" type="box" size="{0.5 * rail:.6g} {0.8 * b:.6g} 0.004" '
        f'pos="{0.5 * stroke:.6g} 0 {-b - 0.012:.6g}" rgba="0.25 0.27 0.3 1"/>',
        '      <body name="carriage">',
        f'        <joint name="feed" type="slide" axis="1 0 0" range="0 {stroke:.6g}"/>',
        f'        <geom type="box" size="{1.6 * b:.6g} {1.6 * b:.6g} {b:.6g}" pos="{-1.6 * b:.6g} 0 0" '
        'contype="0" rgba="0.25 0.27 0.3 1"/>',
    ]
    indent = "        "
    for i, length in enumerate(arm.lengths):
        place = f"{arm.lengths[i - 1]:.6g} 0 0" if i else "0 0 0"
        lines += [
            f'{indent}<body name="link{i + 1}" pos="{place}">',
            f'{indent}  <joint name="joint{i + 1}"/>',
            f'{indent}  <geom fromto="0 0 0 {length:.6g} 0 0"/>',
            f'{indent}  <geom class="look"/>',
        ]
        indent += " "
    tip = f"{arm.lengths[-1]:.6g} 0 0"
    lines.append(
        f'{indent} <geom class="look" type="sphere" size="{1.02 * b:.6g}" pos="{tip}" rgba="0.85 0.35 0.25 1"/>'
    )
    lines.append(f'{indent} <site name="tip" pos="{tip}" size="0.004" group="4"/>')
    for _ in arm.lengths:
        indent = indent[:-1]
        lines.append(f"{indent}</body>")
    lines += ["      </body>", "    </body>", "  </worldbody>", "</mujoco>"]
    return "\n".join(lines) + "\n"


def arm_document(arm: Arm, model: str, name: str = "SnakeMan") -> str:
    """The robot document.

    Args:
        arm: The arm.
        model: File of the model.
        name: Name of the robot.
    """
    n = len(arm.lengths)
    joints = joint_names(n)
    document = {
        "format": "pult.robot",
        "version": 2,
        "name": name,
        "description": f"Plane arm of {n} links on a slide, for tunnels (paper 001, chapter 3).",
        "source": "Made by pult.makers.snake_arm; masses, motors and limits are our own choice, the paper gives none.",
        "model": model,
        "chains": {"arm": {"effector": "tip", "base": "base"}},
        "stop": "power-off",
        "drives": {
            "motors": {
                "type": "electric",
                "joints": joints,
                "stall_torque": STALL_TORQUE,
                "no_load_speed": NO_LOAD_SPEED,
                "inertia": ROTOR,
                "friction": FRICTION,
                "brake": 3 * STALL_TORQUE,
            },
            "feed": {
                "type": "electric",
                "joints": ["feed"],
                "stall_torque": STALL_FORCE,
                "no_load_speed": FEED_SPEED,
                "inertia": FEED_MASS,
                "friction": FEED_FRICTION,
                "brake": STALL_FORCE,
            },
        },
        "sensors": {
            "angles": {"type": "angle", "joints": joints},
            "speeds": {"type": "speed", "joints": joints},
            "feed_at": {"type": "angle", "joints": "feed"},
        },
        "poses": {"home": {"feed": 0.0}},
    }
    return dumps(document)


def dumps(document: object) -> str:
    """A document as JSON; short objects and lists of plain values stay on one line."""
    return _lines(document, "") + "\n"


def _lines(value: object, indent: str) -> str:
    flat = json.dumps(value, ensure_ascii=False)
    if len(flat) + len(indent) <= 116 or not isinstance(value, (dict, list)):
        return flat
    inner = indent + "  "
    if isinstance(value, dict):
        rows = [f"{inner}{json.dumps(key, ensure_ascii=False)}: {_lines(item, inner)}" for key, item in value.items()]
        return "{\n" + ",\n".join(rows) + f"\n{indent}}}"
    if all(isinstance(item, (int, float, str)) for item in value):
        return "[\n" + _wrapped(value, inner) + f"\n{indent}]"
    return "[\n" + ",\n".join(inner + _lines(item, inner) for item in value) + f"\n{indent}]"


def _wrapped(values: Sequence[object], indent: str) -> str:
    rows, row = [], indent
    for i, value in enumerate(values):
        text = json.dumps(value, ensure_ascii=False) + ("," if i < len(values) - 1 else "")
        if len(row) + len(text) > 116:
            rows.append(row.rstrip())
            row = indent
        row += text + " "
    return "\n".join([*rows, row.rstrip()])
