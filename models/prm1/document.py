"""The robot document of PRM-1."""

import json
from collections.abc import Mapping

from models.prm1.table import ARM, CAMERAS, HOME, READY, WHEELS, Joint

STEERING = [f"{name}_steering" for name in WHEELS]
DRIVEN = [f"{name}_wheel" for name in WHEELS]


def _motors(joints: Mapping[str, Joint]) -> dict[str, object]:
    return {
        "type": "electric",
        "joints": list(joints),
        "stall_torque": [joint.stall_torque for joint in joints.values()],
        "no_load_speed": [joint.no_load_speed for joint in joints.values()],
        "inertia": [joint.rotor for joint in joints.values()],
        "damping": [joint.damping for joint in joints.values()],
        "brake": [joint.stall_torque for joint in joints.values()],
    }


def document() -> dict[str, object]:
    """The document as plain data."""
    return {
        "format": "pult.robot",
        "version": 2,
        "name": "prm1",
        "title": {"en": "Mobile manipulator PRM-1", "ru": "Мобильный манипулятор ПРМ-1"},
        "description": "PRM-1: a five-joint arm with a two-finger grab, its plane shifted to the side, on the base "
        "Trikol with three steered and driven wheels; a camera on the grab and two on the upper arm.",
        "source": "Lengths, ranges and the number of mobilities: paper 002. Masses, wheels, heights and drives are our "
        "own choice, made together with a doorway of 0.9 m, a table at 0.75 m and a load of 2 kg.",
        "model": "prm1.xml",
        "chains": {
            "arm": {"effector": "site:tip", "base": "site:platform"},
            "mast": {"effector": "site:mast_eye", "base": "site:platform"},
            "side": {"effector": "site:side_eye", "base": "site:platform"},
            "fingers": {"effector": "body:left_finger", "base": "body:grab"},
        },
        "stop": "power-off",
        "drives": {
            "steering": {
                "type": "electric",
                "joints": STEERING,
                "stall_torque": 40,
                "no_load_speed": 4,
                "inertia": 0.05,
                "damping": 0.5,
                "brake": 40,
            },
            "wheels": {
                "type": "electric",
                "joints": DRIVEN,
                "stall_torque": 20,
                "no_load_speed": 15,
                "inertia": 0.02,
                "damping": 0.02,
                "brake": 30,
            },
            "arm": _motors(ARM),
            "cameras": _motors(CAMERAS),
            "grab": {
                "type": "electric",
                "joints": ["left_finger"],
                "stall_torque": 120,
                "no_load_speed": 0.2,
                "inertia": 0.2,
                "damping": 5,
                "brake": 120,
            },
        },
        "sensors": {
            "steering_angles": {"type": "angle", "joints": STEERING},
            "wheel_angles": {"type": "angle", "joints": DRIVEN},
            "wheel_speeds": {"type": "speed", "joints": DRIVEN},
            "arm_angles": {"type": "angle", "joints": list(ARM)},
            "arm_speeds": {"type": "speed", "joints": list(ARM)},
            "camera_angles": {"type": "angle", "joints": list(CAMERAS)},
            "camera_speeds": {"type": "speed", "joints": list(CAMERAS)},
            "finger": {"type": "angle", "joints": "left_finger", "description": "Half of the grab's opening."},
            "finger_speed": {"type": "speed", "joints": "left_finger"},
            "grab_force": {"type": "force", "site": "wrench"},
            "grab_moment": {"type": "moment", "site": "wrench"},
            "left_pad": {"type": "contact_force", "bodies": ["left_finger"]},
            "right_pad": {"type": "contact_force", "bodies": ["right_finger"]},
            "touch": {
                "type": "contact_force",
                "bodies": ["hand"],
                "subtrees": True,
                "description": "Net contact force on the grab and its fingers.",
            },
            "bump": {
                "type": "contact_force",
                "bodies": ["base"],
                "description": "Contact force on the chassis, without wheels and arm.",
            },
        },
        "poses": {"home": HOME, "ready": READY},
    }


def text() -> str:
    """The document as it is written."""
    return json.dumps(document(), indent=2, ensure_ascii=False) + "\n"
