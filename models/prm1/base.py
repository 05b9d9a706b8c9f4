"""The base Trikol: chassis, platform, and three steered and driven wheels."""

import math

from models.prm1.looks import box, cylinder, inertia_of_cylinder, inertial, numbers, touch
from models.prm1.table import (
    BODY_CENTRE,
    BODY_MASS,
    BODY_RADIUS,
    PLATFORM,
    STEERING_MASS,
    STEERING_RANGE,
    WHEEL_HALF_WIDTH,
    WHEEL_MASS,
    WHEEL_RADIUS,
    WHEELS,
)

SKIRT = 0.185
"""Lower edge of the chassis above the wheels [m]."""
BELLY, CLEARANCE = 0.185, 0.06
"""Radius of the battery case between the wheels, and its height over the floor [m]."""


def _wheel(name: str) -> str:
    x, y = WHEELS[name]
    r, w = WHEEL_RADIUS, WHEEL_HALF_WIDTH
    fork = [
        cylinder("dark", 0.045, (0, 0, 0.09), (0, 0, SKIRT - r + 0.005)),
        box("dark", (0, w + 0.012, 0.045), (0.022, 0.005, 0.05)),
        box("dark", (0, -w - 0.012, 0.045), (0.022, 0.005, 0.05)),
        cylinder("metal", 0.016, (0, -w - 0.018, 0), (0, w + 0.018, 0)),
    ]
    tyre = [
        f'<geom class="prm1_visual" material="prm1_rubber" type="ellipsoid" size="{r:g} {r:g} {w:g}" zaxis="0 1 0"/>',
        cylinder("orange", 0.045, (0, -w - 0.001, 0), (0, w + 0.001, 0)),
        *(
            cylinder("dark", 0.007, (cos, -w - 0.003, sin), (cos, w + 0.003, sin))
            for cos, sin in ((0.03 * math.cos(a), 0.03 * math.sin(a)) for a in (math.tau * k / 5 for k in range(5)))
        ),
    ]
    return f"""
<body name="{name}_steer" pos="{numbers((x, y, r))}">
  <joint name="{name}_steering" axis="0 0 1" range="{numbers((-STEERING_RANGE, STEERING_RANGE))}"/>
  {inertial(STEERING_MASS, (0, 0, 0.05), inertia_of_cylinder(STEERING_MASS, 0.05, 0.1, "z"))}
  {" ".join(fork)}
  <body name="{name}_wheel">
    <joint name="{name}_wheel" axis="0 1 0"/>
    {inertial(WHEEL_MASS, (0, 0, 0), inertia_of_cylinder(WHEEL_MASS, r, 2 * w, "y"))}
    <geom name="{name}_tyre" class="prm1_wheel" size="{r:g} {r:g} {w:g}" zaxis="0 1 0"/>
    {" ".join(tyre)}
  </body>
</body>"""


def base(arm: str) -> str:
    """The base with what it carries.

    Args:
        arm: The arm, as MJCF; its origin is where the column axis meets the platform.
    """
    r, top = BODY_RADIUS, PLATFORM
    shapes = [
        cylinder("dark", BELLY, (0, 0, CLEARANCE), (0, 0, SKIRT)),
        cylinder("shell", r, (0, 0, SKIRT), (0, 0, top - 0.03)),
        cylinder("dark", r + 0.004, (0, 0, SKIRT), (0, 0, SKIRT + 0.025)),
        cylinder("orange", r + 0.002, (0, 0, SKIRT + 0.17), (0, 0, SKIRT + 0.185)),
        cylinder("dark", r - 0.01, (0, 0, top - 0.03), (0, 0, top)),
    ]
    contact = [
        touch("cylinder", f"{BELLY:g}", f'fromto="0 0 {CLEARANCE:g} 0 0 {SKIRT:g}"', "belly"),
        touch("cylinder", f"{r:g}", f'fromto="0 0 {SKIRT:g} 0 0 {top:g}"', "chassis"),
    ]
    wheels = "".join(_wheel(name) for name in WHEELS)
    return f"""
<body name="base">
  <freejoint name="base"/>
  {inertial(BODY_MASS, (0, 0, BODY_CENTRE), inertia_of_cylinder(BODY_MASS, 0.25, 0.3, "z"))}
  <site name="trikol" zaxis="0 0 1" xyaxes="-1 0 0 0 -1 0" size="0.005" group="4"/>
  <site name="platform" pos="0 0 {top:g}" size="0.005" group="4"/>
  {" ".join(shapes)}
  {" ".join(contact)}
  {wheels}
  <body name="turret" pos="0 0 {top:g}">
  {arm}
  </body>
</body>""".replace(' zaxis="0 0 1" xyaxes', " xyaxes")
