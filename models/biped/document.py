"""The robot document of the biped: what the torso robot's says of the upper body, and its legs."""

from math import radians
from typing import Any

from models.biped.table import HALF_WIDTH, HEEL, INERTIA, JOINTS, NO_LOAD_SPEED, RANGES, STALL_TORQUE, TOE
from models.torso.document import MARGIN, electric, torso_document
from models.torso.table import SIDES

SOURCE = (
    "Upper body: the robot 'torso'. Legs, soles and drives: lengths and masses with which the walk of paper 003 was "
    "tried out (thigh and shank 0.52 m, 13 kg a leg, 90 kg in all). Drives and sensors are our own choice; noise and "
    "bias are those of inertial sensors of medium grade. Shapes are our own, made by a script."
)
DESCRIPTION = "Walking robot of 90 kg: legs of seven joints, and waist, arms, hands and head of the robot 'torso'."
NOISE = {
    "gyro": {"noise": 0.005, "bias": [0.01, -0.01, 0.01]},
    "accelerometer": {"noise": 0.1, "bias": [0.1, 0.1, -0.1]},
    "angles": {"noise": 0.0002},
    "speeds": {"noise": 0.02},
    "force": {"noise": 10.0},
    "moment": {"noise": 0.5},
}
"""Imperfections of the sensors, in the units of their readings."""


FRICTION_IMPEDANCE = 0.99
"""Of the upper body's drives. A walk shakes the arms all the time. At 0.9999, which holds them where brakes do, each
physics step takes up to ten iterations of the solver instead of two; here the scheme holds them, not friction."""


def document(standing: dict[str, float]) -> dict[str, Any]:
    """The document; `standing` are the angles of a leg when the robot stands [rad]."""
    upper = torso_document()
    chains, drives, sensors = dict(upper["chains"]), dict(upper["drives"]), dict(upper["sensors"])
    for drive in drives.values():
        drive["friction_impedance"] = FRICTION_IMPEDANCE
    for side in SIDES:
        joints = [f"{side}_{joint}" for joint in JOINTS]
        limits = {
            f"{side}_{joint}": [round(radians(low + MARGIN), 4), round(radians(high - MARGIN), 4)]
            for joint, (low, high) in ((joint, RANGES[joint]) for joint in JOINTS)
        }
        chains[f"{side}_leg"] = {"effector": f"site:{side}_sole", "base": "pelvis", "limits": limits}
        drives[f"{side}_leg"] = electric(joints, STALL_TORQUE, NO_LOAD_SPEED, INERTIA, 0.0)
        del drives[f"{side}_leg"]["friction"], drives[f"{side}_leg"]["brake"]
        sensors[f"{side}_leg_angles"] = {"type": "angle", "joints": joints, **NOISE["angles"]}
        sensors[f"{side}_leg_speeds"] = {"type": "speed", "joints": joints, **NOISE["speeds"]}
        sensors[f"{side}_foot_force"] = {"type": "force", "site": f"{side}_ankle", **NOISE["force"]}
        sensors[f"{side}_foot_moment"] = {"type": "moment", "site": f"{side}_ankle", **NOISE["moment"]}
    sensors["gyro"] = {"type": "gyro", "site": "imu", **NOISE["gyro"]}
    sensors["accelerometer"] = {"type": "accelerometer", "site": "imu", **NOISE["accelerometer"]}
    legs = {f"{side}_{joint}": value for side in SIDES for joint, value in standing.items()}
    return {
        **upper,
        "name": "biped",
        "title": {"en": "Walking robot", "ru": "Шагающий робот"},
        "description": DESCRIPTION,
        "source": SOURCE,
        "model": "biped.xml",
        "chains": chains,
        "walkers": {
            "legs": {
                "left": "left_leg",
                "right": "right_leg",
                "sole": {"half_width": HALF_WIDTH, "heel": HEEL, "toe": TOE},
                "carries": ["head", "right_whole", "left_whole"],
            }
        },
        "stop": "hold",
        "drives": drives,
        "sensors": sensors,
        "poses": {name: pose | legs for name, pose in upper["poses"].items()},
    }  # fmt: skip
