"""Makes the scheme of PRM-1 and its parts: `python -m models.prm1.make_schemes` in the root of the repository."""

from pathlib import Path
from typing import Any

from models.prm1.scheme_parts import ALL, PARTS, wires

from pult.scheme.document import format_scheme, read_scheme_document

FOLDER = Path(__file__).resolve().parents[2] / "src/pult/catalog/prm1"
LIBRARY = FOLDER.parent / "library"
JOINT_SPEED, GRAB_SPEED, GRAB_TURN = 0.5, 0.15, 0.5
"""At full deflection of the joystick [rad/s, m/s, rad/s]."""
POSTURE = ["arm", "mast[mast_pan]", "mast[mast_tilt]", "side[side_tilt]"]
"""Whose limits the set-point of all joints keeps."""

INPUTS: dict[str, dict[str, Any]] = {
    "mode": {"description": "of the arm: 0 command, 1 semi-automatic"},
    "effectors": {"description": "what the joystick moves: 0 nothing, 1 base, 2 grab"},
    "joints": {"description": "selected joints: arm, cameras", "kind": "boolean", "shape": [ALL]},
    "joystick": {"description": "deflection of the joystick", "shape": [3]},
    "joystick_frame": {"description": "its axes: 0 of the platform, 1 of the grab"},
    "stick": {"description": "0 moves, 1 turns the grab"},
    "speed": {"description": "fraction of the full speed"},
    "go": {"description": "the grab goes to the point", "kind": "boolean"},
    "target_x": {"description": "the point in the interface frame", "unit": "mm"},
    "target_y": {"unit": "mm"},
    "target_z": {"unit": "mm"},
    "target_pitch": {"description": "pitch of the grab there, positive down", "unit": "deg"},
    "target_roll": {"description": "roll of the grab there", "unit": "deg"},
    "turn_x": {"description": "turning centre of the base, forward", "unit": "mm"},
    "turn_y": {"description": "turning centre of the base, to the left", "unit": "mm"},
    "open_grab": {"kind": "boolean"},
    "close_grab": {"kind": "boolean"},
    "grip_force": {"description": "largest force of a finger", "unit": "N"},
    "enable": {"description": "enabling switch", "kind": "boolean"},
    "steering_angles": {"shape": [3], "unit": "rad"},
    "wheel_angles": {"shape": [3], "unit": "rad"},
    "wheel_speeds": {"shape": [3], "unit": "rad/s"},
    "arm_angles": {"description": "column, shoulder, elbow, wrist, roll", "shape": [5], "unit": "rad"},
    "arm_speeds": {"shape": [5], "unit": "rad/s"},
    "camera_angles": {"description": "pan and tilt of the mast, tilt of the side", "shape": [3], "unit": "rad"},
    "camera_speeds": {"shape": [3], "unit": "rad/s"},
    "finger": {"description": "half of the opening", "unit": "m"},
    "finger_speed": {"unit": "m/s"},
    "left_pad": {"description": "contact force on the left finger", "unit": "N"},
    "right_pad": {"description": "contact force on the right finger", "unit": "N"},
    "touch": {"description": "contact force on the grab", "unit": "N"},
    "bump": {"description": "contact force on the chassis", "unit": "N"},
}
OUTPUTS: dict[str, dict[str, Any]] = {
    "steering": {"description": "normalised voltages of the motors", "shape": [3], "unit": "V"},
    "wheels": {"shape": [3], "unit": "V"},
    "arm": {"shape": [5], "unit": "V"},
    "cameras": {"shape": [3], "unit": "V"},
    "grab": {"shape": [1], "unit": "V"},
    "refused": {"description": "lamp: the grab does not go there", "kind": "boolean"},
    "at_limit": {"description": "lamp: a joint of the arm is near its stop", "kind": "boolean"},
    "contact": {"description": "lamp: grab or chassis touches something", "kind": "boolean"},
    "waiting": {"description": "lamp: wheels are turned at standstill", "kind": "boolean"},
    "reason": {"description": "number of the reason why the grab does not go there; 0 if it does"},
    "why": {"description": "kind of the reason, for words on the panel"},
    "left": {"description": "way of the grab to the point", "unit": "m"},
    "grip": {"description": "gauge: force between the fingers", "unit": "N"},
    "opening": {"description": "gauge: between the fingers", "unit": "m"},
    "tip_x": {"description": "finger tips in the interface frame", "unit": "m"},
    "tip_y": {"unit": "m"},
    "tip_z": {"unit": "m"},
    "tip_pitch": {"description": "pitch of the grab, positive down", "unit": "rad"},
    "way": {"description": "how far the base is from where it began", "unit": "m"},
}


def blocks() -> list[dict[str, Any]]:
    """Blocks of the scheme."""
    setpoint = {"n": ALL, "low": POSTURE, "high": POSTURE, "most": 1.5, "catching": 0.5}
    return [
        {"id": "angles", "type": "vector.concat", "parameters": {"n": 5, "m": 3}},
        {"id": "speeds", "type": "vector.concat", "parameters": {"n": 5, "m": 3}},
        {"id": "charge", "type": "scheme.charge"},
        {"id": "command", "type": "scheme.command"},
        {"id": "line", "type": "scheme.line"},
        {"id": "choice", "type": "vector.switch", "parameters": {"n": ALL}},
        {"id": "setpoint", "type": "control.shared_setpoint", "parameters": setpoint, "inputs": {"acceleration": 6.0}},
        {"id": "no_torque", "type": "vector.constant", "parameters": {"values": [0.0] * 5}},
        {"id": "servo", "type": "scheme.servo"},
        {"id": "base", "type": "scheme.base"},
        {"id": "grip", "type": "scheme.grip"},
        {"id": "shown", "type": "scheme.shown"},
    ]


TOP = wires(
    "arm_angles -> angles.a", "camera_angles -> angles.b", "arm_speeds -> speeds.a", "camera_speeds -> speeds.b",
    "mode -> charge.mode", "effectors -> charge.effectors", "joystick -> charge.joystick", "enable -> charge.enable",
    "stick -> charge.stick",
    "charge.for_arm -> command.joystick", "joints -> command.joints", "speed -> command.speed",
    "charge.command -> command.on", "angles.y -> command.angles", "setpoint.anchor -> command.anchor",
    "charge.for_arm -> line.joystick", "joystick_frame -> line.frame", "stick -> line.stick", "speed -> line.speed",
    "charge.line -> line.on", "setpoint.anchor -> line.anchor", "go -> line.go", "target_x -> line.target_x",
    "target_y -> line.target_y", "target_z -> line.target_z", "target_pitch -> line.target_pitch",
    "target_roll -> line.target_roll",
    "charge.line -> choice.condition", "line.wanted -> choice.a", "command.wanted -> choice.b",
    "choice.y -> setpoint.wanted", "angles.y -> setpoint.at", "speeds.y -> setpoint.at_speed",
    "charge.loose -> setpoint.loose", "charge.event -> setpoint.event",
    "setpoint.position -> servo.position", "setpoint.speed -> servo.speed", "angles.y -> servo.angles",
    "speeds.y -> servo.speeds", "no_torque.y -> servo.torques",
    "charge.for_base -> base.joystick", "speed -> base.speed", "turn_x -> base.turn_x", "turn_y -> base.turn_y",
    "charge.off -> base.off", "steering_angles -> base.steering_angles", "wheel_angles -> base.wheel_angles",
    "wheel_speeds -> base.wheel_speeds",
    "open_grab -> grip.open", "close_grab -> grip.close", "grip_force -> grip.force", "charge.off -> grip.off",
    "finger -> grip.finger", "finger_speed -> grip.finger_speed",
    "arm_angles -> shown.angles", "line.reason -> shown.reason", "left_pad -> shown.left_pad",
    "right_pad -> shown.right_pad", "touch -> shown.touch", "bump -> shown.bump",
    "base.steering -> steering", "base.wheels -> wheels", "servo.arm -> arm", "servo.cameras -> cameras",
    "grip.grab -> grab", "shown.refused -> refused", "shown.at_limit -> at_limit", "shown.contact -> contact",
    "base.waiting -> waiting", "line.reason -> reason", "shown.why -> why", "line.left -> left", "shown.grip -> grip",
    "grip.opening -> opening", "shown.x -> tip_x", "shown.y -> tip_y", "shown.z -> tip_z", "shown.pitch -> tip_pitch",
    "base.way -> way",
)  # fmt: skip

CHARGE: dict[str, Any] = {
    "description": "Who is in charge: the mode leads the arm, the joystick goes to the base or to the grab; "
    "in command mode to the selected joints where neither is selected.",
    "inputs": {
        "mode": {}, "effectors": {}, "stick": {}, "joystick": {"shape": [3]}, "enable": {"kind": "boolean"},
    },
    "outputs": {
        "command": {"kind": "boolean"}, "line": {"kind": "boolean"},
        "for_base": {"shape": [3]}, "for_arm": {"shape": [3]},
        "loose": {"description": "joints that no set-point holds", "shape": [ALL]},
        "event": {"description": "another takes over", "kind": "boolean"},
        "off": {"description": "motion is not enabled", "kind": "boolean"},
    },
    "blocks": [
        {"id": "off", "type": "logic.not"},
        {"id": "is_off", "type": "logic.to_number"},
        {"id": "who", "type": "arithmetic.expression", "parameters": {"expression": "if(x2 > 0.5, -1, x1)", "n": 2}},
        {"id": "before", "type": "digital.unit_delay", "parameters": {"initial": -2.0}},
        {"id": "change", "type": "logic.compare", "parameters": {"operator": "!="}},
        {"id": "acting", "type": "logic.switch", "inputs": {"a": -1}},
        {"id": "is_command", "type": "logic.compare", "parameters": {"operator": "=="}, "inputs": {"b": 0}},
        {"id": "is_line", "type": "logic.compare", "parameters": {"operator": "=="}, "inputs": {"b": 1}},
        {"id": "is_base", "type": "logic.compare", "parameters": {"operator": "=="}, "inputs": {"b": 1}},
        {"id": "is_grab", "type": "logic.compare", "parameters": {"operator": "=="}, "inputs": {"b": 2}},
        {"id": "is_none", "type": "logic.compare", "parameters": {"operator": "=="}, "inputs": {"b": 0}},
        {"id": "by_joint", "type": "logic.and"},
        {"id": "has_arm", "type": "logic.or"},
        {"id": "may_drive", "type": "logic.and"},
        {"id": "rest", "type": "vector.constant", "parameters": {"values": [0.0, 0.0, 0.0]}},
        {"id": "to_base", "type": "vector.switch", "parameters": {"n": 3}},
        {"id": "to_arm", "type": "vector.switch", "parameters": {"n": 3}},
        {"id": "ones", "type": "vector.constant", "parameters": {"values": [1.0] * ALL}},
        {"id": "free", "type": "vector.scale", "parameters": {"n": ALL}},
    ],
    "wires": wires(
        "enable -> off.x", "off.y -> is_off.x", "mode -> who.x1", "is_off.y -> who.x2", "who.y -> before.x",
        "who.y -> change.a", "before.y -> change.b", "change.y -> acting.condition", "who.y -> acting.b",
        "acting.y -> is_command.a", "acting.y -> is_line.a", "effectors -> is_base.a", "effectors -> is_grab.a",
        "is_base.y -> may_drive.x1", "enable -> may_drive.x2", "may_drive.y -> to_base.condition",
        "joystick -> to_base.a", "rest.y -> to_base.b", "has_arm.y -> to_arm.condition", "joystick -> to_arm.a",
        "effectors -> is_none.a", "is_none.y -> by_joint.x1", "is_command.y -> by_joint.x2", "is_grab.y -> has_arm.x1",
        "by_joint.y -> has_arm.x2",
        "rest.y -> to_arm.b", "ones.y -> free.x", "is_off.y -> free.factor", "is_command.y -> command",
        "is_line.y -> line", "to_base.y -> for_base", "to_arm.y -> for_arm", "free.y -> loose", "change.y -> event",
        "off.y -> off",
    ),
}  # fmt: skip

COMMAND: dict[str, Any] = {
    "description": "Command mode: selected joints turn while the joystick is deflected, forward or back.",
    "inputs": {
        "joystick": {"shape": [3]}, "joints": {"kind": "boolean", "shape": [ALL]}, "speed": {},
        "on": {"kind": "boolean"}, "angles": {"shape": [ALL], "unit": "rad"}, "anchor": {"shape": [ALL], "unit": "rad"},
    },
    "outputs": {"wanted": {"shape": [ALL], "unit": "rad"}},
    "blocks": [
        {"id": "turn", "type": "vector.select", "parameters": {"index": 1, "n": 3}},
        {"id": "scaled", "type": "arithmetic.product"},
        {"id": "soft", "type": "control.rate_limiter", "parameters": {"falling": 5.0, "rising": 5.0}},
        {"id": "selected", "type": "logic.to_number", "shape": [ALL]},
        {"id": "request", "type": "vector.scale", "parameters": {"n": ALL}},
        {"id": "rate", "type": "arithmetic.gain", "shape": [ALL], "parameters": {"k": JOINT_SPEED}},
        {"id": "off", "type": "logic.not"},
        {"id": "led", "type": "control.led_setpoint_from", "parameters": {"leash": 0.1, "n": ALL}},
    ],
    "wires": wires(
        "joystick -> turn.x", "turn.y -> scaled.a", "speed -> scaled.b", "scaled.y -> soft.x", "joints -> selected.x",
        "selected.y -> request.x", "soft.y -> request.factor", "request.y -> rate.x", "on -> off.x",
        "angles -> led.at", "anchor -> led.start", "rate.y -> led.rate", "off.y -> led.reset", "led.y -> wanted",
    ),
}  # fmt: skip

LINE: dict[str, Any] = {
    "description": "Semi-automatic mode: straight lines of the finger tips, by steps of f3 to a point or by the "
    "joystick (paper 002).",
    "inputs": {
        "joystick": {"shape": [3]}, "frame": {}, "stick": {}, "speed": {}, "on": {"kind": "boolean"},
        "anchor": {"shape": [ALL], "unit": "rad"}, "go": {"kind": "boolean"}, "target_x": {"unit": "mm"},
        "target_y": {"unit": "mm"}, "target_z": {"unit": "mm"}, "target_pitch": {"unit": "deg"},
        "target_roll": {"unit": "deg"},
    },
    "outputs": {"wanted": {"shape": [ALL], "unit": "rad"}, "reason": {}, "left": {"unit": "m"}},
    "blocks": [
        {"id": "scaled", "type": "vector.scale", "parameters": {"n": 3}},
        {"id": "soft", "type": "control.rate_limiter", "shape": [3], "parameters": {"falling": 5.0, "rising": 5.0}},
        {"id": "is_turn", "type": "logic.compare", "parameters": {"operator": "=="}, "inputs": {"b": 1}},
        {"id": "rest", "type": "vector.constant", "parameters": {"values": [0.0, 0.0, 0.0]}},
        {"id": "moves", "type": "vector.switch", "parameters": {"n": 3}},
        {"id": "turns", "type": "vector.switch", "parameters": {"n": 3}},
        {"id": "full", "type": "arithmetic.gain", "shape": [3], "parameters": {"k": GRAB_SPEED}},
        {"id": "axes", "type": "scheme.axes"},
        {"id": "rates", "type": "vector.demux", "parameters": {"n": 3}},
        {"id": "pitching", "type": "arithmetic.gain", "parameters": {"k": -GRAB_TURN}},
        {"id": "rolling", "type": "arithmetic.gain", "parameters": {"k": GRAB_TURN}},
        {"id": "pace", "type": "arithmetic.gain", "parameters": {"k": GRAB_SPEED}},
        {"id": "point", "type": "vector.mux", "parameters": {"n": 3}},
        {"id": "target", "type": "arithmetic.convert_unit", "shape": [3],
         "parameters": {"from_unit": "mm", "to_unit": "m"}},
        {"id": "pitch", "type": "arithmetic.convert_unit", "parameters": {"from_unit": "deg", "to_unit": "rad"}},
        {"id": "roll", "type": "arithmetic.convert_unit", "parameters": {"from_unit": "deg", "to_unit": "rad"}},
        {"id": "arm", "type": "vector.slice", "parameters": {"n": ALL, "start": 1, "length": 5}},
        {"id": "cameras", "type": "vector.slice", "parameters": {"n": ALL, "start": 6, "length": 3}},
        {"id": "lead", "type": "grab.lead", "parameters": {"acceleration": 0.2, "most": 0.8, "turning": 0.6}},
        {"id": "all", "type": "vector.concat", "parameters": {"n": 5, "m": 3}},
    ],
    "wires": wires(
        "joystick -> scaled.x", "speed -> scaled.factor", "scaled.y -> soft.x", "stick -> is_turn.a",
        "is_turn.y -> moves.condition", "rest.y -> moves.a", "soft.y -> moves.b", "is_turn.y -> turns.condition",
        "soft.y -> turns.a", "rest.y -> turns.b", "moves.y -> full.x", "full.y -> axes.velocity", "frame -> axes.frame",
        "lead.wanted -> axes.angles", "turns.y -> rates.x", "rates.y1 -> pitching.x", "rates.y2 -> rolling.x",
        "speed -> pace.x", "target_x -> point.x1", "target_y -> point.x2", "target_z -> point.x3",
        "point.y -> target.x",
        "anchor -> arm.x", "anchor -> cameras.x", "arm.y -> lead.at", "on -> lead.on", "axes.y -> lead.velocity",
        "pitching.y -> lead.pitch_rate", "rolling.y -> lead.roll_rate", "go -> lead.go", "target.y -> lead.target",
        "target_pitch -> pitch.x", "target_roll -> roll.x", "pitch.y -> lead.pitch", "roll.y -> lead.roll",
        "pace.y -> lead.speed", "lead.wanted -> all.a",
        "cameras.y -> all.b", "all.y -> wanted", "lead.reason -> reason", "lead.left -> left",
    ),
}  # fmt: skip

AXES: dict[str, Any] = {
    "description": "A velocity in axes of the platform, given in those or in the grab's: along it, left, up.",
    "inputs": {
        "velocity": {"shape": [3], "unit": "m/s"}, "frame": {}, "angles": {"shape": [5], "unit": "rad"},
    },
    "outputs": {"y": {"shape": [3], "unit": "m/s"}},
    "blocks": [
        {"id": "each", "type": "vector.demux", "parameters": {"n": 5}},
        {"id": "pitch", "type": "arithmetic.sum", "parameters": {"signs": "+++"}},
        {"id": "left", "type": "vector.constant", "parameters": {"values": [0.0, 1.0, 0.0]}},
        {"id": "up", "type": "vector.constant", "parameters": {"values": [0.0, 0.0, 1.0]}},
        {"id": "pitched", "type": "vector.rotate_axis_angle"},
        {"id": "turned", "type": "vector.rotate_axis_angle"},
        {"id": "own", "type": "logic.compare", "parameters": {"operator": "=="}, "inputs": {"b": 1}},
        {"id": "choice", "type": "vector.switch", "parameters": {"n": 3}},
    ],
    "wires": wires(
        "angles -> each.x", "each.y2 -> pitch.x1", "each.y3 -> pitch.x2", "each.y4 -> pitch.x3",
        "velocity -> pitched.x", "left.y -> pitched.axis", "pitch.y -> pitched.angle", "pitched.y -> turned.x",
        "up.y -> turned.axis", "each.y1 -> turned.angle", "frame -> own.a", "own.y -> choice.condition",
        "turned.y -> choice.a",
        "velocity -> choice.b", "choice.y -> y",
    ),
}  # fmt: skip

WHY = (
    "if(x1 < 6, x1, if(x1 < 14, 6, if(x1 < 17, 7, "
    "if(x1 < 24, 8, if(x1 < 33, 9, if(x1 < 44, 10, if(x1 < 45, 11, 12)))))))"
)
"""Reasons of f1, f2 and f3 by their kinds: five stops, floor, space, platform, tipping, reach, none, another way."""

SHOWN: dict[str, Any] = {
    "description": "What lamps and gauges show.",
    "inputs": {
        "angles": {"shape": [5], "unit": "rad"}, "reason": {}, "left_pad": {"unit": "N"}, "right_pad": {"unit": "N"},
        "touch": {"unit": "N"}, "bump": {"unit": "N"},
    },
    "outputs": {
        "refused": {"kind": "boolean"}, "why": {}, "at_limit": {"kind": "boolean"}, "contact": {"kind": "boolean"},
        "grip": {"unit": "N"}, "x": {"unit": "m"}, "y": {"unit": "m"}, "z": {"unit": "m"}, "pitch": {"unit": "rad"},
    },
    "blocks": [
        {"id": "some", "type": "logic.to_boolean"},
        {"id": "kind", "type": "arithmetic.expression", "parameters": {"expression": WHY}},
        {"id": "margin", "type": "kinematics.limit_distance", "parameters": {"chain": "arm", "joints": 5}},
        {"id": "near", "type": "logic.window", "parameters": {"low": -10.0, "high": 0.01}},
        {"id": "felt", "type": "arithmetic.maximum", "parameters": {"n": 2}},
        {"id": "touches", "type": "logic.to_boolean", "parameters": {"threshold": 0.5}},
        {"id": "least", "type": "arithmetic.minimum", "parameters": {"n": 2}},
        {"id": "tip", "type": "kinematics.position", "parameters": {"chain": "arm", "joints": 5}},
        {"id": "place", "type": "vector.demux", "parameters": {"n": 3}},
        {"id": "each", "type": "vector.demux", "parameters": {"n": 5}},
        {"id": "slope", "type": "arithmetic.sum", "parameters": {"signs": "+++"}},
    ],
    "wires": wires(
        "reason -> some.x", "reason -> kind.x1", "kind.y -> why",
        "angles -> margin.q", "margin.y -> near.x", "touch -> felt.x1", "bump -> felt.x2",
        "felt.y -> touches.x", "left_pad -> least.x1", "right_pad -> least.x2", "angles -> tip.q", "tip.y -> place.x",
        "angles -> each.x", "each.y2 -> slope.x1", "each.y3 -> slope.x2", "each.y4 -> slope.x3", "some.y -> refused",
        "near.y -> at_limit", "touches.y -> contact", "least.y -> grip", "place.y1 -> x", "place.y2 -> y",
        "place.y3 -> z", "slope.y -> pitch",
    ),
}  # fmt: skip


SHARED: dict[str, dict[str, Any]] = {
    "prm1-command": COMMAND,
    "prm1-line": {**LINE, "uses": {"axes": "prm1-axes"}},
    "prm1-axes": AXES,
    "prm1-shown": SHOWN,
}
"""Sub-schemes that another scheme of the robot has, too: parts of the library."""


def scheme() -> dict[str, Any]:
    """The scheme as plain data."""
    return {
        "format": "pult.scheme",
        "version": 1,
        "name": "prm1",
        "description": "PRM-1 with all its modes: the base driven by joystick, joints one by one, straight lines of "
        "the grab, and the grip (paper 002).",
        "inputs": INPUTS,
        "outputs": OUTPUTS,
        "blocks": blocks(),
        "wires": TOP,
        "uses": {name.removeprefix("prm1-"): name for name in (*PARTS, *SHARED) if name != "prm1-axes"},
        "schemes": {"charge": CHARGE},
        "notes": [
            {
                "text": "One set-point for all joints. Each mode says where it should go; switching modes only changes "
                "who says it, so nothing jumps."
            }
        ],
    }


def part(name: str) -> dict[str, Any]:
    """A part of the library as plain data."""
    content = SHARED[name] if name in SHARED else PARTS[name]()
    return {"format": "pult.scheme", "version": 1, "name": name, **content}


def make() -> dict[str, str]:
    """All files by their paths in the catalog."""
    made = {f"library/{name}.scheme.json": part(name) for name in (*PARTS, *SHARED)}
    made["prm1/prm1.scheme.json"] = scheme()
    return {path: format_scheme(read_scheme_document(data)[0]) for path, data in made.items()}


def main() -> None:
    """Write them."""
    for path, text in make().items():
        (FOLDER.parent / path).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
