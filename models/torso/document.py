"""The robot documents of the torso: chains, drives, sensors and poses."""

import json
from math import radians
from typing import Any

from models.torso.table import ARM_JOINTS, FINGERS, RANGES, SIDES

SOURCE = (
    "Lengths: R. Drillis, R. Contini, 'Body segment parameters', New York University 1966, for a height of 1.75 m. "
    "Masses: shares of segments after D. A. Winter, 'Biomechanics and motor control of human movement', table 4.1; an "
    "arm is as heavy as one with motors (5.7 kg, a person's 3.75 kg), the whole 41 kg. Ranges of motion near American "
    "Academy of Orthopaedic Surgeons, 'Joint motion', 1965. Drives are our own choice of motors. Shapes are our own, "
    "made by a script."
)
WAIST, NECK = ["waist_yaw", "waist_pitch"], ["neck_yaw", "neck_pitch"]
HOME = {"shoulder_roll": 0.15, "elbow": 1.5708, "forearm_roll": -0.15}
REST = {"shoulder_pitch": 0.05, "shoulder_roll": 0.12, "elbow": 0.15}

MARGIN = 1.0
"""How far control stays inside the mechanical ranges [degrees]."""
CLOSER = {"shoulder_roll": 3.0, "elbow": 4.0}
"""Lower limits of control [degrees]: the upper arm does not lean on the chest, the elbow is never quite straight."""


def limits_of(joints: list[str]) -> dict[str, list[float]]:
    """Limits that control keeps to [rad]."""
    found = {}
    for joint in joints:
        kind = joint.removeprefix("right_").removeprefix("left_")
        low, high = RANGES[kind]
        found[joint] = [round(radians(x), 4) for x in (CLOSER.get(kind, low + MARGIN), high - MARGIN)]
    return found


def electric(joints: list[str], torque: Any, speed: Any, inertia: Any, friction: Any, on: str = "joints") -> Any:
    """An electric drive with a brake as strong as its motor."""
    return {
        "type": "electric", on: joints, "stall_torque": torque, "no_load_speed": speed, "inertia": inertia,
        "friction": friction, "brake": torque,
    }  # fmt: skip


def torso_document() -> dict[str, Any]:
    """The document of the torso robot."""
    arms = {side: [f"{side}_{joint}" for joint in ARM_JOINTS] for side in SIDES}
    chains: dict[str, Any] = {}
    drives: dict[str, Any] = {
        "waist": electric(WAIST, [300, 400], [3, 2.5], [1.0, 1.5], [1.0, 1.0]),
        "neck": electric(NECK, 15, 6, 0.015, 0.1),
    }
    sensors: dict[str, Any] = {}
    for name, joints in (("waist", WAIST), ("neck", NECK), *arms.items()):
        sensors[f"{name}_angles"] = {"type": "angle", "joints": joints}
        sensors[f"{name}_speeds"] = {"type": "speed", "joints": joints}
    for side, joints in arms.items():
        chains[f"{side}_arm"] = {"effector": f"site:{side}_wrist", "base": "chest", "limits": limits_of(joints)}
        drives[f"{side}_arm"] = electric(
            joints, [120, 120, 70, 70, 20, 15, 15], [4, 4, 5, 5, 6, 6, 6],
            [0.25, 0.25, 0.12, 0.12, 0.02, 0.015, 0.015], [0.5, 0.5, 0.3, 0.3, 0.1, 0.05, 0.05],
        )  # fmt: skip
    for side in SIDES:
        limits = limits_of([*WAIST, *arms[side]])
        chains[f"{side}_whole"] = {"effector": f"site:{side}_wrist", "base": "pelvis", "limits": limits}
        tendons = [f"{side}_{finger}" for finger in FINGERS]
        drives[f"{side}_hand"] = electric(tendons, 1.6, 8, 0.0006, 0.08, "tendons")
        first = [f"{side}_{finger}_1" for finger in FINGERS]
        sensors[f"{side}_finger_angles"] = {"type": "angle", "joints": first}
        sensors[f"{side}_finger_speeds"] = {"type": "speed", "joints": first}
        sensors[f"{side}_force"] = {"type": "force", "site": f"{side}_wrist"}
        sensors[f"{side}_moment"] = {"type": "moment", "site": f"{side}_wrist"}
        touch = {"type": "contact_force", "bodies": [f"{side}_hand"], "subtrees": True}
        sensors[f"{side}_touch"] = touch | {"description": "Net contact force on the hand and its fingers."}
        squeeze = {"type": "contact_force", "bodies": [f"{side}_thumb_1"], "subtrees": True}
        sensors[f"{side}_squeeze"] = squeeze | {"description": "Contact force on the thumb: that of the grip."}
    chains["head"] = {"effector": "head_eye", "base": "pelvis", "limits": limits_of([*WAIST, *NECK])}
    chains["trunk"] = {"effector": "chest_front", "base": "pelvis", "limits": limits_of(WAIST)}
    poses = {
        name: {"neck_pitch": look} | {f"{side}_{joint}": value for side in SIDES for joint, value in values.items()}
        for name, values, look in (("home", HOME, 0.45), ("rest", REST, 0.0))
    }
    return {
        "format": "pult.robot",
        "version": 2,
        "name": "torso",
        "title": {"en": "Torso robot", "ru": "Робот-торс"},
        "description": _description("hands with three fingers and a thumb"),
        "source": SOURCE,
        "model": "torso.xml",
        "chains": chains,
        "stop": "power-off",
        "drives": drives,
        "sensors": sensors,
        "poses": poses,
    }


def _light() -> dict[str, Any]:
    """The same robot without what its fingers have."""
    less = ("finger_angles", "finger_speeds", "squeeze")
    return {
        "format": "pult.robot",
        "version": 2,
        "name": "torso-light",
        "title": {"en": "Torso robot without fingers", "ru": "Робот-торс без пальцев"},
        "base": "torso",
        "description": _description("hands without joints, for benchmarks"),
        "model": "torso-light.xml",
        "drives": {f"{side}_hand": None for side in SIDES},
        "sensors": {f"{side}_{what}": None for side in SIDES for what in less},
    }


def _description(hands: str) -> str:
    return f"Torso of a person 1.75 m tall on a pedestal: waist, neck, two arms of seven joints, {hands}."


def written(value: Any, indent: str = "") -> str:
    """JSON with short things on one line."""
    flat = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, (dict, list)) or (len(indent) + len(flat) < 110 and indent.count("  ") > 1):
        return flat
    inner = indent + "  "
    if isinstance(value, dict):
        rows = [f"{inner}{json.dumps(key)}: {written(item, inner)}" for key, item in value.items()]
        return "{\n" + ",\n".join(rows) + f"\n{indent}}}"
    return "[\n" + ",\n".join(inner + written(item, inner) for item in value) + f"\n{indent}]"


def documents() -> dict[str, str]:
    """Both documents by the names of their files."""
    found = {"torso": torso_document(), "torso-light": _light()}
    return {f"{name}.robot.json": written(document) + "\n" for name, document in found.items()}
