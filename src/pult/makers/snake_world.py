"""The world of a tunnel: its walls as boxes, a target, and the arm before the mouth."""

import math

import numpy as np

from pult.core.document import Text
from pult.core.signals import Array
from pult.makers.snake_arm import HEIGHT, dumps
from pult.motion.tunnel.arcs import piece_pose
from pult.motion.tunnel.plan import TunnelPath

WALL_HEIGHT, WALL_THICKNESS = 0.1, 0.006
"""Of the walls [m]; the inner face of a wall is its segment."""
SCENE_HEAD = """<mujoco model="{name}">
  <compiler angle="radian"/>
  <visual>
    <headlight ambient="0.45 0.45 0.45" diffuse="0.5 0.5 0.5" specular="0.1 0.1 0.1"/>
    <rgba haze="0.93 0.94 0.95 1"/>
    <global offwidth="1920" offheight="1080"/>
  </visual>
  <asset>
    <texture name="sky" type="skybox" builtin="gradient" rgb1="0.96 0.97 0.98" rgb2="0.82 0.85 0.88" \
width="64" height="384"/>
    <texture name="mat" type="2d" builtin="checker" rgb1="0.80 0.83 0.85" rgb2="0.77 0.80 0.83" \
width="256" height="256"/>
    <material name="mat" texture="mat" texrepeat="10 10" texuniform="true"/>
    <material name="wall" rgba="0.45 0.50 0.54 1"/>
    <material name="target" rgba="0.93 0.62 0.20 1"/>
  </asset>
  <worldbody>
    <light pos="{x:g} {y:g} 3" dir="0.1 0.2 -1" diffuse="0.6 0.6 0.6"/>
    <camera name="above" pos="{x:.4g} {y:.4g} {high:.4g}" xyaxes="1 0 0 0 1 0" fovy="45"/>
    <camera name="front" pos="{x:.4g} {front:.4g} {up:.4g}" xyaxes="1 0 0 0 {sine:.4g} {cosine:.4g}" fovy="40"/>
    <geom name="floor" type="plane" size="4 4 0.1" pos="{x:.4g} {y:.4g} 0" material="mat" contype="0" conaffinity="0"/>
"""


def wall_boxes(path: TunnelPath) -> list[tuple[float, float, float, float]]:
    """Middle (x, y) [m], half the length [m] and direction [rad] of each wall, its inner face on the segment."""
    found = []
    n = len(path.tunnel.left) - 1
    for i, (ax, ay, bx, by) in enumerate(path.tunnel.walls.tolist()):
        out = 1.0 if i < n else -1.0  # the free space is on the right of the left wall
        length, way = math.hypot(bx - ax, by - ay), math.atan2(by - ay, bx - ax)
        shift = 0.5 * out * WALL_THICKNESS
        found.append(
            (0.5 * (ax + bx) - shift * math.sin(way), 0.5 * (ay + by) + shift * math.cos(way), 0.5 * length, way)
        )
    return found


def scene_head(name: str, points: Array) -> str:
    """The beginning of a scene: looks, a light, cameras that see all points [m], the floor. Shape (k, 2)."""
    low, high = points.min(axis=0), points.max(axis=0)
    x, y = (float(v) for v in 0.5 * (low + high))
    size = max(float(high[1] - low[1]), 9.0 / 16.0 * float(high[0] - low[0])) + 0.1
    far = 0.5 * size / math.tan(math.radians(22.5)) + WALL_HEIGHT
    tilt = math.radians(55.0)
    return SCENE_HEAD.format(
        name=name, x=x, y=y, high=far, front=y - 1.05 * far * math.cos(tilt), up=1.05 * far * math.sin(tilt),
        sine=math.sin(tilt), cosine=math.cos(tilt),
    )  # fmt: skip


def tunnel_scene(path: TunnelPath, name: str) -> str:
    """The scene as MJCF."""
    base = np.array(piece_pose(path.pieces, 0, path.start - path.arm.reach)[:2])
    lines = [scene_head(name, np.vstack([path.tunnel.outline, base])) + '    <body name="tunnel">']
    for x, y, half, way in wall_boxes(path):
        turn = f'quat="{math.cos(0.5 * way):.6f} 0 0 {math.sin(0.5 * way):.6f}"'
        lines.append(
            f'      <geom type="box" size="{half:.6f} {0.5 * WALL_THICKNESS:g} {0.5 * WALL_HEIGHT:g}" '
            f'pos="{x:.6f} {y:.6f} {0.5 * WALL_HEIGHT:g}" {turn} material="wall" contype="0" conaffinity="1"/>'
        )
    x, y = (float(v) for v in path.tunnel.target)
    lines += [
        "    </body>",
        f'    <body name="target" mocap="true" pos="{x:.6f} {y:.6f} {HEIGHT:g}">',
        f'      <geom type="cylinder" size="{0.9 * path.arm.half_width:.6g} 0.001" pos="0 0 0.04" material="target" '
        'contype="0" conaffinity="0"/>',
        "    </body>",
        "  </worldbody>",
        "</mujoco>",
    ]
    return "\n".join(lines) + "\n"


def world_document(path: TunnelPath, name: str, robot: str, title: Text, description: Text) -> str:
    """The world document.

    Args:
        path: The path of the arm.
        name: Name of the world; its scene is NAME.xml.
        robot: The robot, by name or file.
        title, description: Words for people.
    """
    x, y, heading = piece_pose(path.pieces, 0, path.start - path.arm.reach)
    return dumps(
        {
            "format": "pult.world",
            "version": 1,
            "name": name,
            "title": title,
            "description": description,
            "scene": f"{name}.xml",
            "robots": [
                {
                    "robot": robot,
                    "placement": {
                        "position": [round(x, 6), round(y, 6), 0.0],
                        "rpy": [0.0, 0.0, round(heading, 9)],
                    },
                }
            ],
            "view": "top",
            "timestep": 0.001,
        }
    )


def slide_length(path: TunnelPath, base_at_target: float) -> float:
    """Length of the slide with a little to spare [m], from the base's length of the path with the tip at the target."""
    return math.ceil(100.0 * (base_at_target - (path.start - path.arm.reach)) + 2.0) / 100.0
