"""The arm with its grab and cameras, from the column on."""

from models.prm1.looks import Point, box, capsule, cylinder, inertia_of_cylinder, inertial, numbers, touch
from models.prm1.table import (
    ARM,
    CAMERA_AHEAD,
    CAMERA_UP,
    CAMERAS,
    FINGER_STROKE,
    FOREARM,
    GRAB,
    GRAB_SIDE,
    SHOULDER_BACK,
    SHOULDER_HEIGHT,
    UPPER_ARM,
    UPPER_ARM_SIDE,
)

AXES = {"column": "0 0 1", "shoulder": "0 1 0", "elbow": "0 1 0", "wrist": "0 1 0", "roll": "1 0 0"}
"""Pitch is positive down: about +y."""
FINGER_MASS = 0.12
PAD_BEGIN, PAD_HALF_HEIGHT, PAD_THICKNESS = 0.285, 0.016, 0.008
"""Where a pad begins ahead of the wrist axis, half its height, and half its thickness [m]."""


def _joint(name: str) -> str:
    joint = {**ARM, **CAMERAS}[name]
    axis = AXES.get(name, "0 0 1" if name.endswith("pan") else "0 1 0")
    return f'<joint name="{name}" axis="{axis}" range="{numbers((joint.lower, joint.upper))}"/>'


def _camera(name: str, place: Point, field: float) -> str:
    """A camera that looks along x, with z up in its picture; its eye is a site."""
    return (
        f'<camera name="{name}" pos="{numbers(place)}" xyaxes="0 -1 0 0 0 1" fovy="{field:g}"/>'
        f'<site name="{name}_eye" pos="{numbers(place)}" size="0.004" group="4"/>'
    )


def _eye(place: Point, radius: float) -> list[str]:
    """A lens that looks along x."""
    x, y, z = place
    return [
        cylinder("dark", radius, (x - 0.03, y, z), (x - 0.002, y, z)),
        cylinder("glass", 0.7 * radius, (x - 0.002, y, z), (x - 0.001, y, z)),
    ]


def _finger(side: str, way: float) -> str:
    thick = PAD_THICKNESS
    middle, half = (PAD_BEGIN + GRAB) / 2, (GRAB - PAD_BEGIN) / 2
    shapes = [
        box("dark", (0.262, way * 0.012, 0), (0.012, 0.012, 0.014)),
        box("metal", (middle - 0.012, way * (thick + 0.009), 0), (half + 0.012, 0.007, 0.012)),
        box("rubber", (middle, way * thick / 2, 0), (half, thick / 2, PAD_HALF_HEIGHT)),
    ]
    return f"""
<body name="{side}_finger">
  <joint name="{side}_finger" class="prm1_finger" axis="0 {way:g} 0" range="0 {FINGER_STROKE:g}"/>
  {inertial(FINGER_MASS, (middle - 0.02, way * 0.012, 0), inertia_of_cylinder(FINGER_MASS, 0.015, 0.1, "x"))}
  {" ".join(shapes)}
  <geom name="{side}_pad" class="prm1_pad" pos="{numbers((middle, way * thick, 0))}"
    size="{numbers((half, thick, PAD_HALF_HEIGHT))}"/>
</body>"""


def _grab() -> str:
    shapes = [
        cylinder("metal", 0.03, (0.105, 0, 0), (0.13, 0, 0)),
        box("shell", (0.19, 0, 0), (0.06, 0.052, 0.021)),
        box("dark", (0.2525, 0, 0), (0.0025, 0.056, 0.017)),
        box("dark", (CAMERA_AHEAD - 0.03, 0, 0.03), (0.02, 0.014, 0.012)),
        *_eye((CAMERA_AHEAD, 0, CAMERA_UP), 0.014),
    ]
    contact = [
        touch("box", "0.0625 0.056 0.021", 'pos="0.1925 0 0"'),
        touch("box", "0.022 0.014 0.018", f'pos="{CAMERA_AHEAD - 0.026:g} 0 0.037"'),
    ]
    return f"""
<body name="grab">
  {_joint("roll")}
  {inertial(0.55, (0.18, 0, 0.005), "0.0007 0.0012 0.0014")}
  <site name="wrench" pos="0.12 0 0" size="0.004" group="4"/>
  <site name="tip" pos="{GRAB:g} 0 0" size="0.004" group="4"/>
  {_camera("grab", (CAMERA_AHEAD, 0, CAMERA_UP), 45)}
  {" ".join(shapes)}
  {" ".join(contact)}
  {_finger("left", 1.0)}
  {_finger("right", -1.0)}
</body>"""


def _hand() -> str:
    shapes = [
        cylinder("dark", 0.036, (0, -0.03, 0), (0, 0.03, 0)),
        cylinder("orange", 0.03, (0, 0.03, 0), (0, 0.034, 0)),
        cylinder("shell", 0.031, (0, 0, 0), (0.105, 0, 0)),
    ]
    contact = touch("capsule", "0.034", 'fromto="0 0 0 0.095 0 0"')
    return f"""
<body name="hand" pos="{numbers((FOREARM, GRAB_SIDE, 0))}">
  {_joint("wrist")}
  {inertial(0.8, (0.05, 0, 0), inertia_of_cylinder(0.8, 0.033, 0.12, "x"))}
  {" ".join(shapes)}
  {contact}
  {_grab()}
</body>"""


def _forearm() -> str:
    side = GRAB_SIDE
    shapes = [
        cylinder("dark", 0.05, (0, -0.035, 0), (0, 0.04, 0)),
        cylinder("orange", 0.04, (0, -0.039, 0), (0, -0.035, 0)),
        capsule("shell", 0.038, (0, 0, 0), (0.36, 0, 0)),
        cylinder("dark", 0.0385, (0.3, 0, 0), (0.325, 0, 0)),
        capsule("shell", 0.024, (0.36, -0.01, 0), (FOREARM, -0.01, 0)),
        cylinder("dark", 0.03, (FOREARM, -0.036, 0), (FOREARM, side - 0.03, 0)),
    ]
    contact = touch("capsule", "0.038", f'fromto="0 0 0 {FOREARM - 0.04:g} 0 0"')
    return f"""
<body name="forearm" pos="{numbers((UPPER_ARM, -UPPER_ARM_SIDE, 0))}">
  {_joint("elbow")}
  {inertial(2.5, (0.2, 0, 0), inertia_of_cylinder(2.5, 0.038, 0.42, "x"))}
  {" ".join(shapes)}
  {contact}
  {_hand()}
</body>"""


MAST: Point = (0.12, -0.1285, 0.1)
"""Where the mast's camera turns, in axes of the upper arm: to the right of the arm and over it."""
SIDE: Point = (0.5, 0.085, 0.03)
"""Where the side camera turns: to the left of the elbow."""


def _cameras() -> str:
    eye = (0.03, 0.0, 0.0)
    head = [
        box("shell", (0, 0, 0), (0.028, 0.026, 0.022)),
        cylinder("dark", 0.014, (0, -0.032, 0), (0, 0.032, 0)),
        *_eye(eye, 0.017),
    ]
    moments = "0.00012 0.00015 0.00015"
    return f"""
<body name="mast" pos="{numbers(MAST)}">
  {_joint("mast_pan")}
  {inertial(0.25, (0, 0, -0.03), moments)}
  {cylinder("dark", 0.02, (0, 0, -0.06), (0, 0, -0.025))}
  <body name="mast_head">
    {_joint("mast_tilt")}
    {inertial(0.25, (0, 0, 0), moments)}
    {" ".join(head)}
    {_camera("mast", eye, 55)}
  </body>
</body>
<body name="side_head" pos="{numbers(SIDE)}">
  {_joint("side_tilt")}
  {inertial(0.25, (0, 0, 0), moments)}
  {" ".join(head)}
  {_camera("side", eye, 55)}
</body>"""


def arm() -> str:
    """What the body of the column holds."""
    x, side, up = -SHOULDER_BACK, UPPER_ARM_SIDE, SHOULDER_HEIGHT
    mast = (MAST[0], MAST[1], MAST[2] - 0.06)
    column = [
        cylinder("dark", 0.1, (0, 0, 0.002), (0, 0, 0.02)),
        cylinder("shell", 0.085, (0, 0, 0.02), (0, 0, 0.05)),
        box("shell", (x / 2, 0, 0.05), (0.065, 0.045, 0.02)),
        cylinder("dark", 0.055, (x, -0.04, up), (x, side - 0.04, up)),
        box("shell", (x, 0, up - 0.03), (0.045, 0.035, 0.03)),
    ]
    upper = [
        cylinder("shell", 0.06, (0, -0.036, 0), (0, 0.036, 0)),
        cylinder("orange", 0.045, (0, 0.036, 0), (0, 0.04, 0)),
        capsule("shell", 0.042, (0, 0, 0), (UPPER_ARM, 0, 0)),
        cylinder("dark", 0.0425, (0.2, 0, 0), (0.23, 0, 0)),
        cylinder("shell", 0.055, (UPPER_ARM, -0.036, 0), (UPPER_ARM, 0.036, 0)),
        cylinder("orange", 0.04, (UPPER_ARM, 0.036, 0), (UPPER_ARM, 0.04, 0)),
        cylinder("dark", 0.045, (UPPER_ARM, -side + 0.04, 0), (UPPER_ARM, -0.036, 0)),
        capsule("metal", 0.01, (MAST[0], 0, 0), (MAST[0], MAST[1], 0)),
        capsule("metal", 0.01, (MAST[0], MAST[1], 0), mast),
        capsule("metal", 0.009, (SIDE[0], 0, 0), (SIDE[0], SIDE[1] - 0.03, SIDE[2])),
    ]
    contact = touch("capsule", "0.042", f'fromto="0 0 0 {UPPER_ARM:g} 0 0"')
    return f"""
  {_joint("column")}
  {inertial(5, (-0.03, 0, 0.05), inertia_of_cylinder(5, 0.09, 0.1, "z"))}
  {" ".join(column)}
  {touch("cylinder", "0.085", 'fromto="0 0 0 0 0 0.06"')}
  <body name="upper_arm" pos="{numbers((x, side, up))}">
    {_joint("shoulder")}
    {inertial(4, (0.25, 0, 0), inertia_of_cylinder(4, 0.045, 0.6, "x"))}
    {" ".join(upper)}
    {contact}
    {_cameras()}
    {_forearm()}
  </body>"""
