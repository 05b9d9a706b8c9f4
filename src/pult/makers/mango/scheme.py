"""The scheme: an operator leads the body, and all arms carry it together.

The set-point of each hand follows from that of the body and is trimmed by two integrals in subspaces that do not meet:
the errors that move the body (rigid) are integrated to nothing, and so is the internal force, by displacements that do
not move it. So no two integrals fight. Joints follow by computed torque; cylinders by force with lead and friction
feed-forward.
"""

from typing import Any

from pult.makers.mango.layout import Layout
from pult.makers.mango.scheme_parts import (
    ALL_INTEGRATE,
    COORDINATED,
    NO_FEEDBACK,
    Numbers,
    coordinate,
    cylinders,
    may_go,
    request,
    rounded,
    servo,
    shown,
    wires,
)
from pult.motion.carry.check import RESERVE
from pult.motion.carry.design import Arm

STEP = 0.002


def inputs(n: int) -> dict[str, Any]:
    """What the scheme reads."""
    return {
        "joystick": {"description": "deflection of the joystick: x, y and turn of the body", "shape": [3]},
        "speed": {"description": "fraction of the full speed"},
        "set_down": {"description": "the body is to rest: arms stand still and relax", "kind": "boolean"},
        "enable": {"description": "enabling switch", "kind": "boolean"},
        "stopped": {"description": "the robot is stopped", "kind": "boolean"},
        "angles": {"description": "angle sensors of the joints of all arms", "shape": [n], "unit": "rad"},
        "speeds": {"description": "speed sensors of the joints", "shape": [n], "unit": "rad/s"},
        "forces": {"description": "force sensors of the hands, in their axes", "shape": [3 * n // 2], "unit": "N"},
    }


def pressure_names(layout: Layout) -> list[str]:
    """Outputs that command the cylinders, in the order of the joints."""
    return [
        f"{prefix.replace('/', '_')}{name}_pressure" for prefix in layout.prefixes for name in ("shoulder", "elbow")
    ]


def outputs(layout: Layout) -> dict[str, Any]:
    """What it gives."""
    return {
        **{name: {"description": "differential pressure", "unit": "Pa"} for name in pressure_names(layout)},
        "internal": {"description": "gauge: internal force", "unit": "N"},
        "squeezed": {"description": "lamp: the internal force is at its limit", "kind": "boolean"},
        "out_of_reach": {"description": "lamp: an arm cannot go there", "kind": "boolean"},
        "relaxed": {"description": "lamp: set down, and the arms do not squeeze", "kind": "boolean"},
        "body_speed": {"description": "gauge: speed of the body", "unit": "m/s"},
        "place": {"description": "where the body is wanted", "shape": [2], "unit": "m"},
        "turn": {"description": "how it is turned", "unit": "rad"},
    }


def automatic(arm: Arm, layout: Layout, name: str, how: str = COORDINATED) -> dict[str, Any]:
    """The scheme that leads the body along a path by itself; see `scheme`."""
    made = scheme(arm, layout, name, how)
    radius = rounded(layout.load.radius)
    made["description"] = "Several ManGo carry one body along a path (paper 001, part B): straight, an arc or a spline."
    for gone in ("joystick", "speed"):
        del made["inputs"][gone]
    made["inputs"] = {"run": {"description": "go along the path", "kind": "boolean"}, **made["inputs"]}
    del made["outputs"]["out_of_reach"]
    made["outputs"]["progress"] = {"description": "gauge: share of the path that is done"}
    made["outputs"]["done"] = {"description": "lamp: the body is at the end of the path", "kind": "boolean"}
    made["outputs"]["refused"] = {"description": "lamp: an arm could not do the motion", "kind": "boolean"}
    made["outputs"]["refused_limit"] = {"description": "what it would exceed: 1 reach, 2 stroke, 3 speed, 4 force"}
    made["outputs"]["refused_arm"] = {"description": "which arm, counted from 1"}
    made["outputs"]["refused_moment"] = {"description": "when, from the start of the motion", "unit": "s"}
    del made["schemes"]["request"]
    made["schemes"]["may_go"] = may_go()
    numbers = Numbers(arm, layout)
    strongest = min(joint.cylinder.pressure for joint in arm.joints)
    checked = {
        "radius": radius, "mass": layout.mass, "pressure": rounded(RESERVE * strongest),
        "inertia": rounded(layout.inertia),
        **numbers.grasps, **numbers.bases, "inertias": numbers.inertias, "lower": numbers.chains,
        "upper": numbers.chains, **{what: numbers.each(what) for what in ("k", "p", "offset", "sense")},
        "bore": numbers.drives, "rod": numbers.drives, "friction": numbers.drives,
    }  # fmt: skip
    leads = {"lead": {"id": "lead", "type": "carry.path", "parameters": checked}}
    leads["request"] = {"id": "may_go", "type": "scheme.may_go"}
    made["blocks"] = [leads.get(b["id"], b) for b in made["blocks"] if b["id"] not in ("guard", "body")]
    gone_ends = ("request.", "guard.", "body.", "lead.at", "lead.rate", "lead.turn_rate", "out_of_reach")
    made["wires"] = [w for w in made["wires"] if not (w["from"].startswith(gone_ends) or w["to"].startswith(gone_ends))]
    made["wires"] += wires(
        "run -> may_go.run", "set_down -> may_go.set_down", "enable -> may_go.enable", "stopped -> may_go.stopped",
        "shown.squeezed -> may_go.squeezed", "may_go.y -> lead.run", "lead.progress -> progress", "lead.done -> done",
        "lead.refused -> refused", "lead.limit -> refused_limit", "lead.arm -> refused_arm",
        "lead.moment -> refused_moment",
    )  # fmt: skip
    return made


def scheme(arm: Arm, layout: Layout, name: str, how: str = COORDINATED) -> dict[str, Any]:
    """The scheme document, in which an operator leads the body.

    Args:
        arm: The arms, all equal.
        layout: Where they stand, and what they carry.
        name: Its name.
        how: How arms are coordinated.
    """
    numbers = Numbers(arm, layout)
    n = numbers.n
    body = {**numbers.grasps, "mass": layout.mass, "inertia": rounded(layout.inertia)}
    limits = {"lower": numbers.chains, "upper": numbers.chains}
    return {
        "format": "pult.scheme",
        "version": 1,
        "name": name,
        "description": "Several ManGo carry one body (paper 001, part B): the joystick moves the body, and all arms "
        "follow together.",
        "step": STEP,
        "inputs": inputs(n),
        "outputs": outputs(layout),
        "blocks": [
            {"id": "hands", "type": "carry.hands", "parameters": {"n": n, **numbers.bases}},
            {"id": "body", "type": "carry.body_pose", "parameters": numbers.grasps},
            {"id": "request", "type": "scheme.request"},
            {"id": "guard", "type": "carry.reach_guard", "parameters": {**numbers.grasps, **numbers.bases, **limits}},
            {"id": "lead", "type": "carry.lead"},
            {"id": "grasp", "type": "carry.grasp_points", "parameters": numbers.grasps},
            {"id": "coordinate", "type": "scheme.coordinate"},
            {"id": "trimmed", "type": "arithmetic.sum", "shape": [n], "parameters": {"signs": "++"}},
            {"id": "inverse", "type": "carry.planar_inverse", "parameters": {"n": n, **numbers.bases}},
            {"id": "load", "type": "carry.share", "parameters": body},
            {"id": "servo", "type": "scheme.servo"},
            {"id": "cylinders", "type": "scheme.cylinders"},
            {"id": "valves", "type": "vector.demux", "parameters": {"n": n}},
            {"id": "shown", "type": "scheme.shown"},
        ],
        "wires": wires(
            "angles -> hands.angles", "forces -> hands.readings", "hands.points -> body.points",
            "joystick -> request.joystick", "speed -> request.speed", "set_down -> request.set_down",
            "enable -> request.enable", "stopped -> request.stopped", "shown.squeezed -> request.squeezed",
            "request.rate -> guard.rate", "request.turn_rate -> guard.turn_rate", "lead.place -> guard.place",
            "lead.turn -> guard.turn", "body.place -> lead.at", "body.turn -> lead.at_turn",
            "guard.velocity -> lead.rate", "guard.turning -> lead.turn_rate",
            "lead.place -> grasp.place", "lead.turn -> grasp.turn", "lead.velocity -> grasp.velocity",
            "lead.turning -> grasp.turning", "lead.acceleration -> grasp.acceleration",
            "lead.turn_acceleration -> grasp.turn_acceleration",
            "grasp.points -> coordinate.wanted", "hands.points -> coordinate.found",
            "hands.forces -> coordinate.forces",
            "lead.turn -> coordinate.turn", "set_down -> coordinate.set_down",
            "grasp.points -> trimmed.x1", "coordinate.trim -> trimmed.x2", "trimmed.y -> inverse.points",
            "grasp.velocities -> inverse.velocities", "grasp.accelerations -> inverse.accelerations",
            "lead.acceleration -> load.acceleration", "lead.turn_acceleration -> load.turn_acceleration",
            "lead.turn -> load.turn",
            "inverse.angles -> servo.wanted", "inverse.rates -> servo.rates",
            "inverse.joint_accelerations -> servo.accelerations", "angles -> servo.angles", "speeds -> servo.speeds",
            "load.y -> servo.forces",
            "servo.torques -> cylinders.torques", "angles -> cylinders.angles", "inverse.rates -> cylinders.rates",
            "cylinders.pressures -> valves.x",
            *(f"valves.y{i + 1} -> {output}" for i, output in enumerate(pressure_names(layout))),
            "coordinate.internal -> shown.internal", "set_down -> shown.set_down", "lead.velocity -> shown.velocity",
            "shown.internal_shown -> internal", "shown.squeezed -> squeezed", "shown.relaxed -> relaxed",
            "shown.speed -> body_speed", "guard.blocked -> out_of_reach", "lead.place -> place", "lead.turn -> turn",
        ),
        "schemes": {
            "request": request(),
            "coordinate": coordinate(numbers, how),
            "servo": servo(numbers, how),
            "cylinders": cylinders(numbers),
            "shown": shown(),
        },
    }  # fmt: skip


def bindings(layout: Layout) -> dict[str, dict[str, Any]]:
    """What names alone do not bind: sensors and drives of all arms."""
    prefixes: list[str] = layout.prefixes
    drives = [f"{p}{name}_cylinder" for p in prefixes for name in ("shoulder", "elbow")]
    return {
        "inputs": {
            "angles": [f"sensor.{p}angles" for p in prefixes],
            "speeds": [f"sensor.{p}speeds" for p in prefixes],
            "forces": [f"sensor.{p}force" for p in prefixes],
        },
        "outputs": dict(zip(drives, pressure_names(layout), strict=True)),
    }


__all__ = ["ALL_INTEGRATE", "COORDINATED", "NO_FEEDBACK", "STEP", "Numbers", "automatic", "bindings", "scheme"]
