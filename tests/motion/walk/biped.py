"""A plain biped of 90 kg with seven joints a leg, on a floor, as a robot document; axes x forward, y left, z up."""

from pathlib import Path
from typing import Any

from pult.robot.robot import Robot, load_robot

HALF_SPACING, THIGH, SHANK, ANKLE = 0.1009, 0.52, 0.52, 0.10
SOLE = {"half_width": 0.055, "heel": 0.10, "toe": 0.16}
JOINTS = ("hip_yaw", "hip_roll", "hip_pitch", "knee", "ankle_pitch", "ankle_roll", "ankle_yaw")
AXES = ("0 0 1", "1 0 0", "0 -1 0", "0 -1 0", "0 -1 0", "1 0 0", "0 0 1")
RANGES = ((-1, 1), (-0.8, 0.8), (-1.0, 2.2), (-2.4, 0.1), (-1.0, 1.4), (-0.8, 0.8), (-1, 1))
STALL = [200.0, 400.0, 400.0, 500.0, 300.0, 250.0, 100.0]
IDLE = [12.0, 10.0, 12.0, 12.0, 12.0, 12.0, 12.0]
ROTOR = [0.3, 0.6, 0.6, 0.8, 0.4, 0.3, 0.1]
BENT = (0.0, 0.0, 0.43, -0.86, 0.43, 0.0, 0.0)


def _leg(name: str, side: float, mass: float) -> str:
    def joint(i: int) -> str:
        low, high = RANGES[i]
        return f'<joint name="{name}_{JOINTS[i]}" axis="{AXES[i]}" range="{low} {high}"/>'

    length = (SOLE["heel"] + SOLE["toe"]) / 2
    middle = (SOLE["toe"] - SOLE["heel"]) / 2
    return f"""
      <body name="{name}_thigh" pos="0 {side * HALF_SPACING} 0">{joint(0)}{joint(1)}{joint(2)}
        <inertial mass="{7 * mass}" pos="0 0 -.2" diaginertia="{0.16 * mass} {0.16 * mass} {0.03 * mass}"/>
        <geom type="capsule" fromto="0 0 0 0 0 {-THIGH}" size=".06" contype="0" conaffinity="0"/>
        <body name="{name}_shank" pos="0 0 {-THIGH}">{joint(3)}
          <inertial mass="{4 * mass}" pos="0 0 -.2" diaginertia="{0.09 * mass} {0.09 * mass} {0.012 * mass}"/>
          <geom type="capsule" fromto="0 0 0 0 0 {-SHANK}" size=".045" contype="0" conaffinity="0"/>
          <body name="{name}_foot" pos="0 0 {-SHANK}">{joint(4)}{joint(5)}{joint(6)}
            <inertial mass="{2 * mass}" pos=".03 0 -.06" diaginertia="{0.004 * mass} {0.012 * mass} {0.013 * mass}"/>
            <geom name="{name}_sole" type="box" size="{length} {SOLE["half_width"]} .02"
              pos="{middle} 0 {-ANKLE + 0.02}" friction=".8 .02 .001" condim="4"/>
            <site name="{name}_sole" pos="0 0 {-ANKLE}"/>
          </body></body></body>"""


def mjcf(mass: float = 1.0) -> str:
    """The model, on a floor. The mass is relative to 90 kg."""
    t = 64.0 * mass
    return f"""<mujoco model="biped"><compiler angle="radian" autolimits="true"/>
  <option timestep="0.001" integrator="implicitfast" cone="elliptic" impratio="10"/>
  <default><geom solref="0.006 1" solimp="0.95 0.99 0.001"/></default>
  <worldbody>
    <geom name="floor" type="plane" size="40 40 .1" friction=".8 .02 .001" condim="4"/>
    <body name="torso" pos="0 0 1.1"><freejoint name="root"/>
      <inertial mass="{t}" pos="0 0 .4" diaginertia="{0.085 * t} {0.075 * t} {0.025 * t}"/>
      <geom type="box" size=".12 .19 .27" pos="0 0 .38" contype="0" conaffinity="0"/>
      {_leg("l", 1.0, mass)}{_leg("r", -1.0, mass)}
    </body>
  </worldbody>
</mujoco>"""


def document(**changes: Any) -> dict[str, Any]:
    """The robot document; its model is `biped.xml`."""
    names = [f"{leg}_{joint}" for leg in "lr" for joint in JOINTS]
    made: dict[str, Any] = {
        "format": "pult.robot",
        "version": 2,
        "name": "test-biped",
        "model": "biped.xml",
        "chains": {
            "left_leg": {"base": "torso", "effector": "site:l_sole"},
            "right_leg": {"base": "torso", "effector": "site:r_sole"},
        },
        "drives": {
            "legs": {
                "type": "electric",
                "joints": names,
                "stall_torque": STALL * 2,
                "no_load_speed": IDLE * 2,
                "inertia": ROTOR * 2,
            }
        },
        "poses": {"home": dict(zip(names, BENT * 2, strict=True))},
        "walkers": {"legs": {"left": "left_leg", "right": "right_leg", "sole": dict(SOLE)}},
    }
    return {**made, **changes}


def make_robot(folder: Path, mass: float = 1.0, **changes: Any) -> Robot:
    """Write the model into a folder and load the robot."""
    (folder / "biped.xml").write_text(mjcf(mass))
    return load_robot(document(**{"model": str(folder / "biped.xml"), **changes}))
