"""Parts of the scheme: what the operator asks for, coordination, servo of the joints, cylinders, what is shown."""

from typing import Any

import numpy as np

from pult.makers.mango.layout import Layout
from pult.motion.carry.design import Arm

BANDWIDTH = 90.0
"""Of the joints [rad/s]."""
RIGID = 10.0
"""Gain of the integral of position errors [1/s]."""
INTERNAL = 0.002
"""Gain of the integral of the internal force [m/(N s)]."""
SLACK, PLAY = 1.5, 0.00015
"""Internal force [N] and position error [m] of a hand, along an axis, that are left alone: pistons that stick would
hunt."""
LEAD = 0.004
"""Time constant that remains of the lag of the pressure [s]."""
FRICTION = 0.8
"""Share of the cylinders' friction that is fed forward: with all of it a piston would creep."""
SPEEDS = (0.16, 0.6)
"""Of the body at full deflection [m/s, rad/s]."""
COORDINATED, ALL_INTEGRATE, NO_FEEDBACK = "coordinated", "each-arm", "no-feedback"
"""How arms are coordinated: as above; each arm by itself, with an integral of its own; or not at all: feed-forward
alone."""


def wires(*pairs: str) -> list[dict[str, str]]:
    """Wires, each written 'from -> to'."""
    ends = [pair.split(" -> ") for pair in pairs]
    return [{"from": begin, "to": end} for begin, end in ends]


def rounded(values: Any) -> Any:
    """Numbers of documents: nine digits after the point."""
    return np.round(np.asarray(values, dtype=np.float64), 9).tolist()


class Numbers:
    """Parameters of the blocks of all arms."""

    def __init__(self, arm: Arm, layout: Layout) -> None:
        """Of equal arms, placed as the layout says."""
        n, bases = layout.arms, layout.bases
        self.n = 2 * n
        self.layout, self.arm = layout, arm
        self.grasps = {"n": self.n, "grasps": rounded(layout.grasps.ravel())}
        self.links = rounded(list(arm.design.links) * n)
        self.turns = rounded(bases[:, 2])
        self.bases = {"places": rounded(bases[:, :2].ravel()), "turns": self.turns, "links": self.links}
        self.inertias = rounded([list(arm.inertias)] * n)
        self.drives = [f"{p}{name}_cylinder" for p in layout.prefixes for name in ("shoulder", "elbow")]
        self.chains = [f"{p}arm" for p in layout.prefixes]

    def each(self, what: str) -> list[float]:
        """A number of each joint, for all arms."""
        values = {
            "k": [j.mounts.k for j in self.arm.joints], "p": [j.mounts.p for j in self.arm.joints],
            "offset": [j.offset for j in self.arm.joints], "sense": [j.sense for j in self.arm.joints],
            "friction": [FRICTION * j.cylinder.friction for j in self.arm.joints],
            "lag": [j.cylinder.lag for j in self.arm.joints],
        }[what]  # fmt: skip
        found: list[float] = rounded(values * self.layout.arms)
        return found


def request() -> dict[str, Any]:
    """What the operator asks for."""
    return {
        "description": "Rates that the operator asks for: none while the robot is stopped or not enabled, while the "
        "body is set down, or while the arms squeeze it too hard.",
        "inputs": {
            "joystick": {"shape": [3]}, "speed": {}, "set_down": {"kind": "boolean"}, "enable": {"kind": "boolean"},
            "stopped": {"kind": "boolean"}, "squeezed": {"kind": "boolean"},
        },
        "outputs": {"rate": {"shape": [2], "unit": "m/s"}, "turn_rate": {"unit": "rad/s"}},
        "blocks": [
            {"id": "stays", "type": "logic.or", "parameters": {"n": 3}},
            {"id": "goes", "type": "logic.not"},
            {"id": "moves", "type": "logic.and"},
            {"id": "still", "type": "vector.constant"},
            {"id": "asked", "type": "vector.switch"},
            {"id": "scaled", "type": "vector.scale"},
            {"id": "plane", "type": "vector.slice", "parameters": {"n": 3, "start": 1, "length": 2}},
            {"id": "last", "type": "vector.select", "parameters": {"n": 3, "index": 3}},
            {"id": "velocity", "type": "arithmetic.gain", "shape": [2], "parameters": {"k": SPEEDS[0]}},
            {"id": "turning", "type": "arithmetic.gain", "parameters": {"k": SPEEDS[1]}},
        ],
        "wires": wires(
            "set_down -> stays.x1", "stopped -> stays.x2", "squeezed -> stays.x3", "stays.y -> goes.x",
            "enable -> moves.x1", "goes.y -> moves.x2", "moves.y -> asked.condition", "joystick -> asked.a",
            "still.y -> asked.b", "asked.y -> scaled.x", "speed -> scaled.factor", "scaled.y -> plane.x",
            "scaled.y -> last.x", "plane.y -> velocity.x", "last.y -> turning.x", "velocity.y -> rate",
            "turning.y -> turn_rate",
        ),
    }  # fmt: skip


def coordinate(numbers: Numbers, how: str) -> dict[str, Any]:
    """Trims of the hands."""
    n, k = numbers.n, numbers.grasps
    if how == NO_FEEDBACK:
        rigid, internal = 0.0, 0.0
    else:
        rigid, internal = RIGID, INTERNAL if how == COORDINATED else 0.0
    part = "rigid" if how == COORDINATED else ""
    description = {
        COORDINATED: "Displacements of the hands' set-points: position errors that move the body are integrated, and "
        "so are internal forces, by displacements that do not move it. Set down, only the force is.",
        ALL_INTEGRATE: "Each arm integrates the position error of its own hand: they wind up against each other.",
        NO_FEEDBACK: "Nothing is fed back.",
    }[how]
    source = "errors.rigid" if part else "error.y"
    return {
        "description": description,
        "inputs": {
            "wanted": {"shape": [n], "unit": "m"}, "found": {"shape": [n], "unit": "m"},
            "forces": {"shape": [n], "unit": "N"}, "turn": {"unit": "rad"}, "set_down": {"kind": "boolean"},
        },
        "outputs": {"trim": {"shape": [n], "unit": "m"}, "internal": {"unit": "N"}},
        "blocks": [
            {"id": "error", "type": "arithmetic.difference", "shape": [n]},
            {"id": "errors", "type": "carry.split", "parameters": k},
            {"id": "squeeze", "type": "carry.split", "parameters": k},
            {"id": "seen", "type": "control.dead_zone", "shape": [n], "parameters": {"low": -PLAY, "high": PLAY}},
            {"id": "correct", "type": "arithmetic.gain", "shape": [n], "parameters": {"k": rigid}},
            {"id": "rest", "type": "vector.constant", "parameters": {"values": [0.0] * n}},
            {"id": "carried", "type": "vector.switch", "parameters": {"n": n}},
            {"id": "felt", "type": "control.dead_zone", "shape": [n], "parameters": {"low": -SLACK, "high": SLACK}},
            {"id": "yield", "type": "arithmetic.gain", "shape": [n], "parameters": {"k": -internal}},
            {"id": "rate", "type": "arithmetic.sum", "shape": [n], "parameters": {"signs": "++"}},
            {"id": "trims", "type": "control.integrator", "shape": [n], "parameters": {"low": -0.02, "high": 0.02}},
        ],
        "wires": wires(
            "wanted -> error.a", "found -> error.b", "error.y -> errors.vectors", "turn -> errors.turn",
            "forces -> squeeze.vectors", "turn -> squeeze.turn", f"{source} -> seen.x", "seen.y -> correct.x",
            "set_down -> carried.condition", "rest.y -> carried.a", "correct.y -> carried.b",
            "squeeze.internal -> felt.x", "felt.y -> yield.x", "carried.y -> rate.x1", "yield.y -> rate.x2",
            "rate.y -> trims.x", "trims.y -> trim", "squeeze.size -> internal",
        ),
    }  # fmt: skip


def servo(numbers: Numbers, how: str) -> dict[str, Any]:
    """Computed torque."""
    n = numbers.n
    w = 0.0 if how == NO_FEEDBACK else BANDWIDTH
    return {
        "description": "Computed torque: the joints are accelerated along the wanted motion, with feedback as of a "
        "spring and a damper, critically damped.",
        "inputs": {
            "wanted": {"shape": [n], "unit": "rad"}, "rates": {"shape": [n], "unit": "rad/s"},
            "accelerations": {"shape": [n], "unit": "rad/s^2"}, "angles": {"shape": [n], "unit": "rad"},
            "speeds": {"shape": [n], "unit": "rad/s"}, "forces": {"shape": [n], "unit": "N"},
        },
        "outputs": {"torques": {"shape": [n], "unit": "N*m"}},
        "blocks": [
            {"id": "error", "type": "arithmetic.difference", "shape": [n]},
            {"id": "late", "type": "arithmetic.difference", "shape": [n]},
            {"id": "spring", "type": "arithmetic.gain", "shape": [n], "parameters": {"k": w * w}},
            {"id": "damper", "type": "arithmetic.gain", "shape": [n], "parameters": {"k": 2.0 * w}},
            {"id": "demand", "type": "arithmetic.sum", "shape": [n], "parameters": {"signs": "+++"}},
            {"id": "dynamics", "type": "carry.planar_torques", "parameters": {
                "n": n, "turns": numbers.turns, "links": numbers.links, "inertias": numbers.inertias}},
        ],
        "wires": wires(
            "wanted -> error.a", "angles -> error.b", "rates -> late.a", "speeds -> late.b", "error.y -> spring.x",
            "late.y -> damper.x", "accelerations -> demand.x1", "spring.y -> demand.x2", "damper.y -> demand.x3",
            "angles -> dynamics.angles", "speeds -> dynamics.rates", "demand.y -> dynamics.accelerations",
            "forces -> dynamics.forces", "dynamics.y -> torques",
        ),
    }  # fmt: skip


def cylinders(numbers: Numbers) -> dict[str, Any]:
    """From torques to pressures."""
    n = numbers.n
    mounts = {what: numbers.each(what) for what in ("k", "p", "offset", "sense")}
    return {
        "description": "Forces of the cylinders that make the torques, their friction fed forward by the wanted speed, "
        "the lag of the pressure made up for by a lead.",
        "inputs": {
            "torques": {"shape": [n], "unit": "N*m"}, "angles": {"shape": [n], "unit": "rad"},
            "rates": {"description": "wanted", "shape": [n], "unit": "rad/s"},
        },
        "outputs": {"pressures": {"shape": [n], "unit": "Pa"}},
        "blocks": [
            {"id": "cylinder", "type": "carry.cylinder", "shape": [n], "parameters": mounts},
            {"id": "friction", "type": "control.friction_compensation", "shape": [n],
             "parameters": {"coulomb": numbers.each("friction"), "smooth_speed": 0.003}},
            {"id": "force", "type": "arithmetic.sum", "shape": [n], "parameters": {"signs": "++"}},
            {"id": "lead", "type": "control.lead_lag", "shape": [n],
             "parameters": {"lead_time": numbers.each("lag"), "lag_time": LEAD, "method": "zoh"}},
            {"id": "pressure", "type": "carry.pressure", "shape": [n],
             "parameters": {"bore": numbers.drives, "rod": numbers.drives}},
        ],
        "wires": wires(
            "torques -> cylinder.torque", "angles -> cylinder.angle", "rates -> cylinder.rate",
            "cylinder.speed -> friction.x", "cylinder.force -> force.x1", "friction.y -> force.x2", "force.y -> lead.x",
            "lead.y -> pressure.force", "pressure.y -> pressures",
        ),
    }  # fmt: skip


def shown() -> dict[str, Any]:
    """What the operator is shown."""
    return {
        "description": "What lamps and gauges show.",
        "inputs": {
            "internal": {"unit": "N"}, "set_down": {"kind": "boolean"}, "velocity": {"shape": [2], "unit": "m/s"},
        },
        "outputs": {
            "internal_shown": {"unit": "N"}, "squeezed": {"kind": "boolean"}, "relaxed": {"kind": "boolean"},
            "speed": {"unit": "m/s"},
        },
        "blocks": [
            {"id": "steady", "type": "control.lag", "parameters": {"time_constant": 0.1}},
            {"id": "limit", "type": "logic.hysteresis", "parameters": {"low": 6.0, "high": 12.0}},
            {"id": "little", "type": "logic.compare", "inputs": {"b": 4.0}, "parameters": {"operator": "<"}},
            {"id": "both", "type": "logic.and"},
            {"id": "lasting", "type": "logic.on_delay", "parameters": {"time": 0.5}},
            {"id": "pace", "type": "vector.norm", "parameters": {"n": 2}},
        ],
        "wires": wires(
            "internal -> steady.x", "steady.y -> internal_shown", "steady.y -> limit.x", "limit.y -> squeezed",
            "steady.y -> little.a", "little.y -> both.x1", "set_down -> both.x2", "both.y -> lasting.x",
            "lasting.y -> relaxed", "velocity -> pace.x", "pace.y -> speed",
        ),
    }  # fmt: skip


def may_go() -> dict[str, Any]:
    """Whether the body goes on."""
    return {
        "description": "The body goes on unless the robot is stopped or not enabled, the body is set down, or the arms "
        "squeeze it.",
        "inputs": {name: {"kind": "boolean"} for name in ("run", "set_down", "enable", "stopped", "squeezed")},
        "outputs": {"y": {"kind": "boolean"}},
        "blocks": [
            {"id": "stays", "type": "logic.nor", "parameters": {"n": 3}},
            {"id": "goes", "type": "logic.and", "parameters": {"n": 3}},
        ],
        "wires": wires(
            "set_down -> stays.x1", "stopped -> stays.x2", "squeezed -> stays.x3", "run -> goes.x1",
            "enable -> goes.x2", "stays.y -> goes.x3", "goes.y -> y",
        ),
    }  # fmt: skip
