"""The scheme of a robot: command mode for all that moves, semi-automatic mode for its arms.

All joints are one vector in the order of the axes; sliding ones are in it with their metres taken for radians, which
lets one set-point, one selection and one chain have both kinds. Units are right again at sensors and drives.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from pult.makers.own.arms import arms_of
from pult.makers.own.axes import Axis, Moved
from pult.makers.own.choices import ChainChoice
from pult.makers.own.dynamics import Motors
from pult.makers.own.own_model import OwnModel
from pult.makers.own.scheme_arms import reach
from pult.makers.own.scheme_controls import controls, hands
from pult.makers.own.scheme_drives import FAST, SLOW, servos
from pult.makers.own.scheme_plan import Plan, chosen
from pult.makers.own.sketch import Sketch, numbers

RATE, SLIDE_RATE, WHEEL_RATE = 0.6, 0.1, 3.0
"""Speeds of joints at full deflection [rad/s, m/s, rad/s]."""
LEASH = 0.5
"""How far set-points may be ahead of their joints [rad]: weak servos lag."""
COMMANDED = 18
"""Number of joints that the part for command mode is written for."""


def control_step(moved: Moved) -> float:
    """Control step of the scheme [s]."""
    return SLOW if any(axis.how == "torque" for axis in moved.axes) else FAST


def scheme_document(
    model: OwnModel, name: str, chains: Mapping[str, ChainChoice], moved: Moved, own: Motors | None
) -> dict[str, Any]:
    """The scheme document; see the module.

    Args:
        model: The model.
        name: Its name.
        chains: Chains of the robot.
        moved: What moves it.
        own: Our motors, if the drives are ours.
    """
    plan = Plan(model, chains, moved, own, arms_of(model, chains, moved))
    modes = "Command mode and semi-automatic mode" if plan.arms else "Command mode"
    return _made(plan).document(name, f"{modes} of an imported robot.", control_step(moved))


def _made(plan: Plan) -> Sketch:
    sketch = plan.sketch
    _inputs(plan)
    charge = sketch.use("charge", "joint-charge")
    sketch.block("charge", charge, inputs=None if plan.arms else {"mode": 0, "effectors": 0})
    sketch.wire("enable -> charge.enable", "stopped -> charge.stopped")
    if plan.arms:
        sketch.wire("mode -> charge.mode", "effectors -> charge.effectors")
    if plan.n:
        _axes(plan)
    if plan.m:
        controls(plan)
    hands(plan)
    return sketch


def _inputs(plan: Plan) -> None:
    inputs = plan.sketch.inputs
    if plan.arms:
        inputs["mode"] = {"description": "0 command, 1 semi-automatic"}
        inputs["effectors"] = {
            "description": "0 none, " + ", ".join(f"{i} {a.name}" for i, a in enumerate(plan.arms, 1))
        }
        if any(arm.holds for arm in plan.arms):
            inputs["stick"] = {"description": "0 moves, 1 turns the effector"}
            inputs["orientation"] = {"description": "hold the orientation of the effector", "kind": "boolean"}
        inputs["joystick_frame"] = {"description": "its axes: 0 of the base, 1 of the effector"}
    if plan.n + plan.m:
        inputs["joints"] = {"description": "what is selected", "kind": "boolean", "shape": [plan.n + plan.m]}
        inputs["joystick"] = {"description": "deflection of the joystick", "shape": [3]}
    inputs["speed"] = {"description": "fraction of the full speed"}
    inputs["enable"] = {"description": "enabling switch", "kind": "boolean"}
    inputs["stopped"] = {"description": "the robot is stopped", "kind": "boolean"}
    for slides, place, speed, unit in (
        (False, "angles", "speeds", "rad"),
        (True, "positions", "slide_speeds", "m"),
    ):
        count = sum(axis.slides == slides for axis in plan.moved.axes)
        if count:
            inputs[place] = {"shape": [count], "unit": unit}
            inputs[speed] = {"shape": [count], "unit": f"{unit}/s"}
    for index, hand in enumerate(plan.moved.hands, 1):
        inputs[f"hand_{index}"] = {"description": f"{hand.actuator}: 0 to 1 of its range"}


def _axes(plan: Plan) -> None:
    sketch, n = plan.sketch, plan.n
    angles, speeds = _measured(plan, "angles", "positions", "rad"), _measured(plan, "speeds", "slide_speeds", "rad/s")
    plan.angles, plan.speeds = angles, speeds
    axes = plan.moved.axes
    sketch.block(
        "setpoint", "control.shared_setpoint", n=n, low=numbers([a.low for a in axes]),
        high=numbers([a.high for a in axes]), most=3.0, catching=1.5,
    )  # fmt: skip
    command = sketch.fit("command", "torso-command", n, COMMANDED)
    sketch.block("command", command, rate__k=numbers([_rate(a) for a in axes]), led__leash=LEASH)
    sketch.wire(
        "joystick -> command.joystick", "speed -> command.speed", "charge.command -> command.on",
        f"{angles} -> command.angles", "setpoint.anchor -> command.anchor",
    )  # fmt: skip
    sketch.wire(f"{_selection(plan, range(n), 'of_joints')} -> command.joints")
    wanted = "command.wanted"
    if plan.arms:
        sketch.block("choice", "vector.switch", n=n)
        sketch.wire("charge.command -> choice.condition", "command.wanted -> choice.a", f"{reach(plan)} -> choice.b")
        wanted = "choice.y"
    sketch.block("halted", "logic.to_number")
    sketch.block("all", "vector.constant", values=[1.0] * n)
    sketch.block("loose", "vector.scale", n=n)
    holds = any(axis.how == "torque" for axis in axes)  # such a robot is held by its scheme while it is stopped
    if holds:
        sketch.blocks = [b for b in sketch.blocks if b["id"] not in ("halted", "all", "loose")]
        sketch.block("loose", "vector.constant", values=[0.0] * n)
    else:
        sketch.wire("charge.stopped -> halted.x", "halted.y -> loose.factor", "all.y -> loose.x")
    sketch.wire(
        f"{wanted} -> setpoint.wanted", f"{angles} -> setpoint.at", f"{speeds} -> setpoint.at_speed",
        "loose.y -> setpoint.loose", "charge.event -> setpoint.event",
    )  # fmt: skip
    servos(plan)


def _measured(plan: Plan, turning: str, sliding: str, unit: str) -> str:
    """All joints in one vector, sliding ones with their unit replaced; returns its end."""
    sketch, axes = plan.sketch, plan.moved.axes
    turns = [i for i, axis in enumerate(axes) if not axis.slides]
    slides = [i for i, axis in enumerate(axes) if axis.slides]
    if not slides:
        return turning
    sketch.block(f"as_{turning}", "arithmetic.set_unit", len(slides), unit=unit)
    sketch.wire(f"{sliding} -> as_{turning}.x")
    if not turns:
        return f"as_{turning}.y"
    both = [
        sketch.spread(f"place_{turning}", turning, turns, plan.n),
        sketch.spread(f"place_{sliding}", f"as_{turning}.y", slides, plan.n),
    ]
    return sketch.total(f"all_{turning}", both, plan.n)


def _selection(plan: Plan, places: Sequence[int], name: str) -> str:
    """Some of the selected things, as booleans; returns the end."""
    sketch, count = plan.sketch, plan.n + plan.m
    if list(places) == list(range(count)):
        return "joints"
    chosen(plan)
    end = sketch.pick(f"{name}_number", "chosen.y", list(places), count)
    sketch.block(name, "logic.to_boolean", len(places))
    sketch.wire(f"{end} -> {name}.x")
    return f"{name}.y"


def _rate(axis: Axis) -> float:
    """Speed of an axis at full deflection [rad/s or m/s]."""
    width = axis.high - axis.low
    most = SLIDE_RATE if axis.slides else WHEEL_RATE if axis.how == "velocity" and width > 100.0 else RATE
    return min(most, max(width / 3.0, 1e-3))
