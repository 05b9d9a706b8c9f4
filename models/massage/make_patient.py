"""Makes the world with a lying patient: `python -m models.massage.make_patient` in the root.

The patient lies on the belly along y, the head towards +y: round cones along both sides of the spine, which lies in a
shallow groove between them, across the shoulders and the pelvis, and of neck and head. Sizes are those of a small
adult. What is shown is the same surface that the tool feels: rays from the middle line find it.
"""

import json
import math
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pult.equipment.surface import Surface, cone_table

FOLDER = Path(__file__).resolve().parents[2] / "src/pult/catalog/massage"
PLACE = (0.45, 0.0, 0.29)
"""Of the middle line, in the world [m]."""
BLEND = 0.012
CONES = [
    ((0.066, -0.24, 0.0), (0.060, 0.0, -0.004), (0.098, 0.082)),
    ((-0.066, -0.24, 0.0), (-0.060, 0.0, -0.004), (0.098, 0.082)),
    ((0.060, 0.0, -0.004), (0.072, 0.20, 0.0), (0.082, 0.096)),
    ((-0.060, 0.0, -0.004), (-0.072, 0.20, 0.0), (0.082, 0.096)),
    ((0.0, -0.25, -0.004), (0.0, 0.0, -0.008), (0.090, 0.074)),
    ((0.0, 0.0, -0.008), (0.0, 0.24, -0.004), (0.074, 0.085)),
    ((-0.135, 0.215, -0.012), (0.135, 0.215, -0.012), (0.078, 0.078)),
    ((-0.080, -0.29, -0.002), (0.080, -0.29, -0.002), (0.100, 0.100)),
    ((0.0, 0.28, -0.01), (0.0, 0.40, -0.01), (0.052, 0.060)),
    ((0.0, 0.43, -0.015), (0.0, 0.46, -0.015), (0.078, 0.078)),
]
STIFFNESS, DAMPING, FRICTION = 4000.0, 30.0, 0.3
Points = NDArray[np.float64]


def surface() -> Surface:
    """The patient's surface, in axes of its own."""
    return Surface(cone_table(CONES), BLEND, np.zeros(3), np.eye(3))


def end_of(body: Surface, way: float) -> float:
    """Where the middle line leaves the body, towards +y or -y [m]."""
    low, high = 0.3 * way, 0.8 * way
    for _ in range(50):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if body.distance(np.array([0.0, middle, -0.01])) < 0.0 else (low, middle)
    return low


def mesh() -> tuple[Points, list[tuple[int, int, int]]]:
    """Points and triangles of the surface."""
    body = surface()
    feet, head = end_of(body, -1.0), end_of(body, 1.0)
    turn = np.linspace(0.0, math.pi, 58)
    stations = feet + (head - feet) * 0.5 * (1.0 - np.cos(turn[1:-1]))
    around = np.linspace(0.0, 2 * math.pi, 49)[:-1]
    points = [[0.0, feet, -0.01]]
    for y in stations:
        for angle in around:
            low, high = 0.0, 0.4
            for _ in range(22):
                r = 0.5 * (low + high)
                inside = body.distance(np.array([r * math.cos(angle), y, -0.01 + r * math.sin(angle)])) < 0.0
                low, high = (r, high) if inside else (low, r)
            points.append([low * math.cos(angle), float(y), -0.01 + low * math.sin(angle)])
    points.append([0.0, head, -0.01])
    n, last = len(around), len(points) - 1
    faces = [(0, 1 + k, 1 + (k + 1) % n) for k in range(n)]
    for row in range(len(stations) - 1):
        a, b = 1 + row * n, 1 + (row + 1) * n
        for k in range(n):
            j = (k + 1) % n
            faces += [(a + k, b + k, b + j), (a + k, b + j, a + j)]
    a = 1 + (len(stations) - 1) * n
    faces += [(last, a + (k + 1) % n, a + k) for k in range(n)]
    return np.array(points), faces


SCENE = """<mujoco model="patient on a couch">
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
    <material name="mat" texture="mat" texrepeat="8 8" texuniform="true"/>
    <material name="couch" rgba="0.24 0.42 0.52 1" roughness="0.6"/>
    <material name="frame" rgba="0.35 0.38 0.42 1"/>
    <material name="skin" rgba="0.90 0.72 0.62 1" roughness="0.7"/>
    <mesh name="patient" file="massage-patient.obj" inertia="shell"/>
  </asset>
  <worldbody>
    <light pos="0.5 -1 3" dir="-0.2 0.3 -1" diffuse="0.6 0.6 0.6"/>
    <camera name="front" pos="1.9 -1.1 1.15" xyaxes="0.55 0.835 0 -0.24 0.158 0.957" fovy="43"/>
    <geom name="floor" type="plane" size="3 3 0.1" material="mat" contype="0" conaffinity="1"/>
    <body name="couch" pos="{x:g} 0 0">
      <geom type="box" size="0.25 0.62 0.03" pos="0 0 {top:g}" material="couch" contype="0" conaffinity="1"/>
      <geom type="box" size="0.03 0.5 {leg:g}" pos="0.16 0 {leg:g}" material="frame" contype="0" conaffinity="1"/>
    </body>
    <!-- the patient is pressed by the element "skin" alone, so it has no contact of MuJoCo's own -->
    <body name="patient" pos="{x:g} {y:g} {z:g}">
      <geom name="patient" type="mesh" mesh="patient" material="skin" contype="0" conaffinity="0" density="0"/>
      <site name="patient" size="0.004" group="4"/>
    </body>
  </worldbody>
</mujoco>
"""


def document() -> str:
    """The world document."""
    rows = [json.dumps({"begin": list(a), "end": list(b), "radii": list(radii)}) for a, b, radii in CONES]
    cones = ",\n        ".join(rows)
    return f"""{{
  "format": "pult.world",
  "version": 1,
  "name": "massage-patient",
  "title": {{"en": "Massage: patient", "ru": "Массаж: пациент"}},
  "description": {{
    "en": "PM-01 with its massage tool and a patient who lies on a couch.",
    "ru": "ПМ-01 с инструментом для массажа и пациент на кушетке."
  }},
  "scene": "massage-patient.xml",
  "robots": [{{"robot": "pm01"}}],
  "elements": {{
    "skin": {{
      "type": "surface", "from": "ball", "to": "patient", "radius": 0.03, "blend": {BLEND:g},
      "stiffness": {STIFFNESS:g}, "damping": {DAMPING:g}, "friction": {FRICTION:g}, "slip_speed": 0.01,
      "cones": [
        {cones}
      ]
    }}
  }},
  "view": "front",
  "timestep": 0.0005
}}
"""


def scene() -> str:
    """The MJCF of the scene."""
    x, y, z = PLACE
    top = z - 0.135
    return SCENE.format(x=x, y=y, z=z, top=top, leg=0.5 * (top - 0.03))


def main() -> None:
    """Write scene, shape and document."""
    (FOLDER / "massage-patient.xml").write_text(scene(), encoding="utf-8")
    points, faces = mesh()
    lines = [f"v {p[0]:.4f} {p[1]:.4f} {p[2]:.4f}" for p in points]
    lines += [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in faces]
    (FOLDER / "massage-patient.obj").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (FOLDER / "massage-patient.world.json").write_text(document(), encoding="utf-8")


if __name__ == "__main__":
    main()
