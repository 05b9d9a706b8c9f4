"""Parts that schemes of the biped share: sensors of the legs, and an upper body that holds its pose."""

from typing import Any

from models.torso.document import HOME
from models.torso.table import ARM_JOINTS

Wires = list[tuple[str, str]]
UPPER_HOME = [0.0, 0.0, 0.0, 0.45, *[HOME.get(joint, 0.0) for _ in range(2) for joint in ARM_JOINTS]]
"""Waist, neck and arms in the pose home [rad]."""


def wired(pairs: Wires) -> list[dict[str, str]]:
    """Wires as a document has them."""
    return [{"from": start, "to": end} for start, end in pairs]


def block(name: str, kind: str, **parameters: Any) -> dict[str, Any]:
    """A block as a document has it."""
    found: dict[str, Any] = {"id": name, "type": kind}
    found |= {key: parameters.pop(key) for key in ("shape", "inputs") if key in parameters}
    if parameters:
        found["parameters"] = parameters
    return found


def sensed() -> dict[str, Any]:
    """Both legs in one vector, left one first, and the vertical forces on the feet."""
    legs = {
        f"{side}_leg_{what}": {"shape": [7], "unit": unit}
        for what, unit in (("angles", "rad"), ("speeds", "rad/s"))
        for side in ("left", "right")
    }
    forces = {f"{side}_foot_force": {"shape": [3], "unit": "N"} for side in ("left", "right")}
    blocks = [block("both", "vector.concat", n=7, m=7), block("moving", "vector.concat", n=7, m=7)]
    blocks += [block(side, "vector.select", n=3, index=3) for side in ("left", "right")]
    blocks += [block(f"{side}_load", "arithmetic.negate") for side in ("left", "right")]
    blocks.append(block("feet", "vector.mux", n=2))
    return {
        "description": "Sensors of both legs: angles, speeds, and how much each foot bears.",
        "inputs": {**legs, **forces},
        "outputs": {
            "angles": {"shape": [14], "unit": "rad"},
            "speeds": {"shape": [14], "unit": "rad/s"},
            "loads": {"shape": [2], "unit": "N"},
        },
        "blocks": blocks,
        "wires": wired(
            [
                ("left_leg_angles", "both.a"), ("right_leg_angles", "both.b"), ("both.y", "angles"),
                ("left_leg_speeds", "moving.a"), ("right_leg_speeds", "moving.b"), ("moving.y", "speeds"),
                ("left_foot_force", "left.x"), ("right_foot_force", "right.x"), ("left.y", "left_load.x"),
                ("right.y", "right_load.x"), ("left_load.y", "feet.x1"), ("right_load.y", "feet.x2"),
                ("feet.y", "loads"),
            ]
        ),
    }  # fmt: skip


def arms() -> dict[str, Any]:
    """Waist, neck and arms hold the pose home, their weight borne."""
    groups = {"waist": 2, "neck": 2, "right": 7, "left": 7}
    long = {"waist": "waist", "neck": "neck", "right": "right_arm", "left": "left_arm"}
    inputs = {
        f"{name}_{what}": {"shape": [size], "unit": unit}
        for what, unit in (("angles", "rad"), ("speeds", "rad/s"))
        for name, size in groups.items()
    }
    wires: Wires = []
    for name in groups:
        wires += [
            (f"{name}_angles", f"angles.{name}"),
            (f"{name}_speeds", f"speeds.{name}"),
            (f"{name}_angles", f"weights.{name}"),
        ]
        wires.append((f"servo.{long[name]}", long[name]))
    wires += [
        ("home.y", "servo.position"),
        ("rest.y", "servo.speed"),
        ("angles.all", "servo.angles"),
        ("speeds.all", "servo.speeds"),
        ("weights.torques", "servo.torques"),
        ("slack.y", "right_hand"),
        ("slack.y", "left_hand"),
    ]
    return {
        "description": "Waist, neck and arms hold the pose home; the parts are those of the torso robot.",
        "inputs": inputs,
        "outputs": {long[name]: {"shape": [size], "unit": "V"} for name, size in groups.items()}
        | {f"{side}_hand": {"shape": [4], "unit": "V"} for side in ("right", "left")},
        "blocks": [
            block("angles", "scheme.joints"),
            block("speeds", "scheme.joints"),
            block("weights", "scheme.weights"),
            block("home", "vector.constant", values=UPPER_HOME),
            block("rest", "vector.constant", values=[0.0] * 18),
            block("servo", "scheme.servo"),
            block("slack", "vector.constant", values=[0.0] * 4),
        ],
        "wires": wired(wires),
        "uses": {"joints": "torso-joints", "weights": "torso-weights", "servo": "torso-servo"},
    }  # fmt: skip


PARTS = {"biped-sensed": sensed, "biped-arms": arms}
"""Parts of the library."""


def part(name: str) -> dict[str, Any]:
    """A part of the library as a document."""
    return {"format": "pult.scheme", "version": 1, "name": name, **PARTS[name]()}
