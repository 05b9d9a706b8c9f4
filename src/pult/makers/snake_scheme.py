"""Control schemes of the robot of many links: through a tunnel, and with a head that is steered."""

from typing import Any

from pult.makers.snake_arm import FEED_SPEED, NO_LOAD_SPEED
from pult.motion.tunnel.tunnel import Arm
from pult.scheme.document import format_scheme, read_scheme_document

STEP = 0.001
"""Control step [s]."""
KP, KD, KP_FEED = 120.0, 0.3, 45.0
"""Gains of the joints [V/rad, V*s/rad] and of the slide [V/m]."""
FULL_SPEED, ACCELERATION, SHORT = 0.12, 0.4, 1.2
"""Of the tip at full deflection [m/s, m/s^2], for arms up to a length [m]."""
RADIUS = 0.14
"""Of the tightest turn of a steered head [m]."""

Wire = tuple[str, str]


def full_speed(arm: Arm) -> float:
    """Speed of the tip at full deflection [m/s]: a long arm bends more easily, and is led more slowly."""
    return round(FULL_SPEED * min(1.0, SHORT / arm.reach), 4)


def full_acceleration(arm: Arm) -> float:
    """Acceleration of the tip [m/s^2]."""
    return round(ACCELERATION * min(1.0, SHORT / arm.reach) ** 2, 5)


def tunnel_scheme(name: str, tunnel: str, arm: Arm) -> str:
    """The scheme of an arm in a tunnel: one axis of the joystick advances and retreats the tip.

    Args:
        name: Name of the scheme.
        tunnel: File of the tunnel beside it.
        arm: The arm.
    """
    n = len(arm.lengths)
    blocks = [
        {"id": "stick", "type": "vector.select", "parameters": {"index": 1, "n": 1}},
        *_advance(arm),
        {
            "id": "path",
            "type": "kinematics.tunnel_path",
            "parameters": {"acceleration": full_acceleration(arm), "n": n, "tunnel": tunnel},
        },
        *_servo(n),
        {"id": "near", "type": "kinematics.tunnel_clearance", "parameters": {"n": n, "tunnel": tunnel}},
        {"id": "close", "type": "logic.window", "parameters": {"high": 0.003, "low": -10.0}},
        {"id": "there", "type": "logic.window", "parameters": {"high": 0.002, "low": -1.0}},
    ]
    wires = [
        ("joystick", "stick.x"), ("stick.y", "asked.a"), *_ADVANCE, ("advance.y", "path.speed"),
        ("enable", "path.run"), ("feed_at", "path.feed_at"), *_servo_wires("path"),
        ("feed_at", "near.feed"), ("angles", "near.q"), ("near.clearance", "close.x"), ("path.left", "there.x"),
        ("near.clearance", "clearance"), ("close.y", "near_wall"), ("path.along", "along"), ("there.y", "at_end"),
    ]  # fmt: skip
    outputs = {
        "clearance": {"description": "gauge: least distance of a link from a wall", "unit": "m"},
        "near_wall": {"description": "lamp: a link is near a wall", "kind": "boolean"},
        "along": {"description": "gauge: how far the tip is in the tunnel", "unit": "m"},
        "at_end": {"description": "lamp: the tip is at the end of the path", "kind": "boolean"},
    }
    words = f"An arm of {n} links goes through a tunnel; the operator advances and retreats the tip (paper 001)."
    return _scheme(name, words, n, 1, outputs, blocks, wires)


def steered_scheme(name: str, arm: Arm, stroke: float) -> str:
    """The scheme of an arm whose head is steered; the body follows the path of the head.

    Args:
        name: Name of the scheme.
        arm: The arm.
        stroke: Length of the slide [m].
    """
    n = len(arm.lengths)
    head = {"lengths": list(arm.lengths), "memory": 200, "n": n, "radius": RADIUS, "stroke": stroke}
    blocks = [
        {"id": "stick", "type": "vector.select", "parameters": {"index": 1, "n": 2}},
        {"id": "turn", "type": "vector.select", "parameters": {"index": 2, "n": 2}},
        *_advance(arm),
        {"id": "head", "type": "kinematics.head_path", "parameters": head},
        *_servo(n),
    ]
    wires = [
        ("joystick", "stick.x"), ("joystick", "turn.x"), ("stick.y", "asked.a"), *_ADVANCE,
        ("advance.y", "head.speed"), ("turn.y", "head.steer"), ("enable", "head.run"), ("feed_at", "head.feed_at"),
        *_servo_wires("head"), ("head.travelled", "along"), ("head.full", "at_end"),
    ]  # fmt: skip
    outputs = {
        "along": {"description": "gauge: length of the path of the head", "unit": "m"},
        "at_end": {"description": "lamp: the slide is at its end", "kind": "boolean"},
    }
    words = f"The head of an arm of {n} links is steered; all joints follow the path that it has left (paper 001)."
    return _scheme(name, words, n, 2, outputs, blocks, wires)


_ADVANCE: list[Wire] = [("speed", "asked.b"), ("asked.y", "advance.x")]


def _advance(arm: Arm) -> list[dict[str, Any]]:
    return [
        {"id": "asked", "type": "arithmetic.product"},
        {"id": "advance", "type": "arithmetic.gain", "parameters": {"k": full_speed(arm)}},
    ]


def _servo(n: int) -> list[dict[str, Any]]:
    """PD control of the joints and P control of the slide, with the voltages that the wanted rates take."""
    ahead, ahead_feed = round(KD + 1.0 / NO_LOAD_SPEED, 6), round(1.0 / FEED_SPEED, 6)
    return [
        {"id": "servo", "type": "control.pd", "shape": [n], "parameters": {"kd": KD, "kp": KP, "u_max": 1.0}},
        {"id": "ahead", "type": "arithmetic.gain", "shape": [n], "parameters": {"k": ahead}},
        {"id": "voltage", "type": "arithmetic.sum", "shape": [n]},
        {"id": "slide", "type": "control.p", "parameters": {"kp": KP_FEED}},
        {"id": "slide_ahead", "type": "arithmetic.gain", "parameters": {"k": ahead_feed}},
        {"id": "slide_voltage", "type": "arithmetic.sum"},
        {"id": "slide_drive", "type": "vector.mux", "parameters": {"n": 1}},
    ]


def _servo_wires(path: str) -> list[Wire]:
    return [
        (f"{path}.angles", "servo.wanted"), ("angles", "servo.angle"), ("speeds", "servo.speed"),
        (f"{path}.rates", "ahead.x"), ("servo.y", "voltage.x1"), ("ahead.y", "voltage.x2"), ("voltage.y", "motors"),
        (f"{path}.feed", "slide.wanted"), ("feed_at", "slide.measured"), (f"{path}.feed_rate", "slide_ahead.x"),
        ("slide.y", "slide_voltage.x1"), ("slide_ahead.y", "slide_voltage.x2"), ("slide_voltage.y", "slide_drive.x1"),
        ("slide_drive.y", "feed"),
    ]  # fmt: skip


def _scheme(
    name: str, words: str, n: int, axes: int, outputs: dict[str, Any], blocks: list[dict[str, Any]], wires: list[Wire]
) -> str:
    turns = "; its second axis steers the head" if axes > 1 else ""
    document = {
        "format": "pult.scheme",
        "version": 1,
        "name": name,
        "description": words,
        "step": STEP,
        "inputs": {
            "joystick": {"description": f"its first axis advances and retreats the tip{turns}", "shape": [axes]},
            "speed": {"description": "fraction of the full speed"},
            "enable": {"description": "enabling switch", "kind": "boolean"},
            "angles": {"description": "angle sensors of the joints", "shape": [n], "unit": "rad"},
            "speeds": {"description": "speed sensors of the joints", "shape": [n], "unit": "rad/s"},
            "feed_at": {"description": "position of the slide", "unit": "m"},
        },
        "outputs": {
            "motors": {"description": "normalised voltages of the joints' motors", "shape": [n], "unit": "V"},
            "feed": {"description": "normalised voltage of the slide's drive", "shape": [1], "unit": "V"},
            **outputs,
        },
        "blocks": blocks,
        "wires": [{"from": a, "to": b} for a, b in wires],
    }
    return format_scheme(read_scheme_document(document)[0])
