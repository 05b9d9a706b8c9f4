"""Makes the scheme of the key: `python -m models.prm1.make_key_scheme` in the root of the repository.

The lock is where the plan has it, until the grab's camera has seen its plate; from then on it is where it was seen.
Straight lines of f3 lead to a place before it, and the Cartesian mode with a capped force pushes the key in.
"""

from pathlib import Path
from typing import Any

from models.prm1.lock import TIP
from models.prm1.make_key import FACING, HELD, LOCK
from models.prm1.make_schemes import POSTURE, WHY
from models.prm1.scheme_parts import ALL, wires
from models.prm1.table import CAMERA_AHEAD, CAMERA_UP, GRAB, PLATFORM

from pult.scheme.document import format_scheme, read_scheme_document

FILE = Path(__file__).resolve().parents[2] / "src/pult/catalog/prm1/prm1-key.scheme.json"
BEYOND = HELD + TIP - GRAB
"""How far the key reaches beyond the finger tips [m]."""
VIEW, APPROACH = 0.20, 0.025
"""Where the key's tip waits before the lock, to look and before it goes in [m]."""
LINE_SPEED, HAND_SPEED, PUSH_SPEED, FINE_SPEED = 0.10, 0.05, 0.03, 0.02
"""Full speed on lines, of the joystick before them, of the push, and of the joystick while pushing [m/s]."""
SMOOTH = 0.3
"""Time constant of the correction [s]: looks differ by a tenth of a millimetre, and the grab need not follow that."""
PLANNED = [LOCK[0], LOCK[1], round(LOCK[2] - PLATFORM, 6)]
"""Mouth of the lock in the interface frame, as planned [m]."""
UPRIGHT = [FACING[0], -FACING[1], -FACING[2], -FACING[3]]
"""Axes of the grab in those of the lock that it faces (w, x, y, z)."""

INPUTS: dict[str, dict[str, Any]] = {
    "step": {"description": "what the grab does: 0 look, 1 approach, 2 insert"},
    "go": {"description": "the grab goes on", "kind": "boolean"},
    "sight": {"description": "the target is corrected by sight", "kind": "boolean"},
    "joystick": {"description": "deflection: forward, left, up", "shape": [3]},
    "speed": {"description": "fraction of the full speed"},
    "force_limit": {"description": "largest force of the push", "unit": "N"},
    "grip_force": {"description": "largest force of a finger", "unit": "N"},
    "open_grab": {"description": "the fingers open", "kind": "boolean"},
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
    "key_force": {"description": "force between key and lock", "unit": "N"},
    "plate_seen": {"description": "the plate is in the picture", "kind": "boolean"},
    "plate_position": {"description": "of the lock in the camera's frame", "shape": [3], "unit": "m"},
    "plate_orientation": {"description": "of the lock in the camera's frame", "shape": [4]},
    "plate_age": {"description": "age of the picture", "unit": "s"},
}
OUTPUTS: dict[str, dict[str, Any]] = {
    "steering": {"description": "normalised voltages of the motors", "shape": [3], "unit": "V"},
    "wheels": {"shape": [3], "unit": "V"},
    "arm": {"shape": [5], "unit": "V"},
    "cameras": {"shape": [3], "unit": "V"},
    "grab": {"shape": [1], "unit": "V"},
    "seen": {"description": "lamp: the plate is in the picture", "kind": "boolean"},
    "corrected": {"description": "lamp: the lock is where it was seen", "kind": "boolean"},
    "refused": {"description": "lamp: the grab does not go there", "kind": "boolean"},
    "capped": {"description": "lamp: the push has reached its largest force", "kind": "boolean"},
    "why": {"description": "kind of the reason why the grab does not go there, for words on the panel"},
    "left": {"description": "way of the grab to the point", "unit": "m"},
    "force": {"description": "gauge: force between key and lock", "unit": "N"},
    "grip": {"description": "gauge: force between the fingers", "unit": "N"},
    "depth": {"description": "gauge: of the key in the lock, as believed; negative before it", "unit": "m"},
    "offset": {"description": "gauge: of the key's tip from the lock's axis, as believed", "unit": "m"},
    "lock_at": {"description": "mouth of the lock in the interface frame, as believed", "shape": [3], "unit": "m"},
}

TOP_BLOCKS: list[dict[str, Any]] = [
    {"id": "angles", "type": "vector.concat", "parameters": {"n": 5, "m": 3}},
    {"id": "speeds", "type": "vector.concat", "parameters": {"n": 5, "m": 3}},
    {"id": "charge", "type": "scheme.charge"},
    {"id": "sees", "type": "scheme.look"},
    {"id": "line", "type": "scheme.line"},
    {"id": "push", "type": "scheme.push"},
    {"id": "spring", "type": "scheme.compliance", "inputs": {"pitch_rate": 0, "roll_rate": 0}},
    {"id": "setpoint", "type": "control.shared_setpoint", "inputs": {"acceleration": 6.0},
     "parameters": {"n": ALL, "low": POSTURE, "high": POSTURE, "most": 1.5, "catching": 0.5}},
    {"id": "no_torque", "type": "vector.constant", "parameters": {"values": [0.0] * 5}},
    {"id": "servo", "type": "scheme.servo"},
    {"id": "voltage", "type": "vector.switch", "parameters": {"n": 5}},
    {"id": "stands", "type": "vector.constant", "parameters": {"values": [0.0] * 3}},
    {"id": "base", "type": "scheme.base", "inputs": {"speed": 0, "turn_x": 0, "turn_y": 0}},
    {"id": "closed", "type": "logic.not"},
    {"id": "grip", "type": "scheme.grip"},
    {"id": "shown", "type": "scheme.shown"},
]  # fmt: skip

TOP = wires(
    "arm_angles -> angles.a", "camera_angles -> angles.b", "arm_speeds -> speeds.a", "camera_speeds -> speeds.b",
    "step -> charge.step", "enable -> charge.enable",
    "arm_angles -> sees.angles", "arm_speeds -> sees.speeds", "plate_seen -> sees.seen", "sight -> sees.use",
    "plate_position -> sees.position", "plate_orientation -> sees.orientation", "plate_age -> sees.age",
    "step -> line.step", "charge.line -> line.on", "go -> line.go", "speed -> line.speed", "joystick -> line.joystick",
    "sees.lock -> line.lock", "sees.facing -> line.facing", "setpoint.anchor -> line.anchor",
    "go -> push.go", "speed -> push.speed", "joystick -> push.joystick", "sees.facing -> push.facing",
    "push.velocity -> spring.velocity", "charge.push -> spring.active", "force_limit -> spring.force_limit",
    "arm_angles -> spring.angles", "arm_speeds -> spring.speeds",
    "line.wanted -> setpoint.wanted", "angles.y -> setpoint.at", "speeds.y -> setpoint.at_speed",
    "charge.loose -> setpoint.loose", "charge.event -> setpoint.event",
    "setpoint.position -> servo.position", "setpoint.speed -> servo.speed", "angles.y -> servo.angles",
    "speeds.y -> servo.speeds", "no_torque.y -> servo.torques",
    "charge.push -> voltage.condition", "spring.voltage -> voltage.a", "servo.arm -> voltage.b",
    "stands.y -> base.joystick", "charge.off -> base.off", "steering_angles -> base.steering_angles",
    "wheel_angles -> base.wheel_angles", "wheel_speeds -> base.wheel_speeds",
    "open_grab -> closed.x", "open_grab -> grip.open", "closed.y -> grip.close", "grip_force -> grip.force",
    "charge.off -> grip.off", "finger -> grip.finger", "finger_speed -> grip.finger_speed",
    "arm_angles -> shown.angles", "sees.lock -> shown.lock", "sees.facing -> shown.facing",
    "line.reason -> shown.reason", "left_pad -> shown.left_pad", "right_pad -> shown.right_pad",
    "base.steering -> steering", "base.wheels -> wheels", "voltage.y -> arm", "servo.cameras -> cameras",
    "grip.grab -> grab", "plate_seen -> seen", "sees.corrected -> corrected", "shown.refused -> refused",
    "spring.capped -> capped", "shown.why -> why", "line.left -> left", "key_force -> force",
    "shown.grip -> grip", "shown.depth -> depth", "shown.offset -> offset", "sees.lock -> lock_at",
)  # fmt: skip

CHARGE: dict[str, Any] = {
    "description": "Who leads the arm: straight lines, or the push with a capped force.",
    "inputs": {"step": {}, "enable": {"kind": "boolean"}},
    "outputs": {
        "line": {"kind": "boolean"}, "push": {"kind": "boolean"},
        "loose": {"description": "joints that no set-point holds", "shape": [ALL]},
        "event": {"description": "another takes over", "kind": "boolean"},
        "off": {"description": "motion is not enabled", "kind": "boolean"},
    },
    "blocks": [
        {"id": "off", "type": "logic.not"},
        {"id": "on", "type": "logic.to_number"},
        {"id": "inserts", "type": "logic.compare", "parameters": {"operator": ">"}, "inputs": {"b": 1.5}},
        {"id": "pushes", "type": "logic.and"},
        {"id": "looks", "type": "logic.not"},
        {"id": "leads", "type": "logic.and"},
        {"id": "pushing", "type": "logic.to_number"},
        {"id": "who", "type": "arithmetic.expression", "parameters": {"expression": "x1*(1 + x2)", "n": 2}},
        {"id": "before", "type": "digital.unit_delay", "parameters": {"initial": -1.0}},
        {"id": "change", "type": "logic.compare", "parameters": {"operator": "!="}},
        {"id": "arm", "type": "arithmetic.expression", "parameters": {"expression": "max(1 - x1, x2)", "n": 2}},
        {"id": "rest", "type": "arithmetic.expression", "parameters": {"expression": "1 - x1"}},
        {"id": "of_arm", "type": "vector.constant", "parameters": {"values": [1.0] * 5 + [0.0] * 3}},
        {"id": "of_rest", "type": "vector.constant", "parameters": {"values": [0.0] * 5 + [1.0] * 3}},
        {"id": "arm_loose", "type": "vector.scale", "parameters": {"n": ALL}},
        {"id": "rest_loose", "type": "vector.scale", "parameters": {"n": ALL}},
        {"id": "both", "type": "arithmetic.sum", "shape": [ALL]},
    ],
    "wires": wires(
        "enable -> off.x", "enable -> on.x", "step -> inserts.a", "inserts.y -> pushes.x1", "enable -> pushes.x2",
        "inserts.y -> looks.x", "looks.y -> leads.x1", "enable -> leads.x2", "pushes.y -> pushing.x", "on.y -> who.x1",
        "pushing.y -> who.x2", "who.y -> before.x", "who.y -> change.a", "before.y -> change.b", "on.y -> arm.x1",
        "pushing.y -> arm.x2", "on.y -> rest.x1", "of_arm.y -> arm_loose.x", "arm.y -> arm_loose.factor",
        "of_rest.y -> rest_loose.x", "rest.y -> rest_loose.factor", "arm_loose.y -> both.x1", "rest_loose.y -> both.x2",
        "leads.y -> line", "pushes.y -> push", "both.y -> loose", "change.y -> event", "off.y -> off",
    ),
}  # fmt: skip

LOOK: dict[str, Any] = {
    "description": "Visual correction: where the lock is in the interface frame. A picture counts if it was taken "
    "while the arm stood still, so that direct kinematics now are those of the picture.",
    "inputs": {
        "angles": {"shape": [5], "unit": "rad"}, "speeds": {"shape": [5], "unit": "rad/s"},
        "seen": {"kind": "boolean"}, "use": {"kind": "boolean"}, "position": {"shape": [3], "unit": "m"},
        "orientation": {"shape": [4]}, "age": {"unit": "s"},
    },
    "outputs": {
        "lock": {"description": "its mouth", "shape": [3], "unit": "m"},
        "facing": {"description": "axes of a grab that faces it", "shape": [4]},
        "corrected": {"kind": "boolean"},
    },
    "blocks": [
        {"id": "tip", "type": "kinematics.pose", "parameters": {"chain": "arm", "joints": 5}},
        {"id": "ahead", "type": "vector.constant",
         "parameters": {"values": [round(CAMERA_AHEAD - GRAB, 6), 0.0, CAMERA_UP]}},
        {"id": "ahead_m", "type": "arithmetic.set_unit", "shape": [3], "parameters": {"unit": "m"}},
        {"id": "looking", "type": "vector.constant", "parameters": {"values": list(FACING)}},
        {"id": "camera", "type": "vector.pose_compose"},
        {"id": "target", "type": "vector.pose_compose"},
        {"id": "upright", "type": "vector.constant", "parameters": {"values": UPRIGHT}},
        {"id": "turned", "type": "vector.quaternion_product"},
        {"id": "each", "type": "vector.quaternion_to_rpy"},
        {"id": "turns", "type": "vector.mux", "parameters": {"n": 3}},
        {"id": "moves", "type": "vector.norm", "parameters": {"n": 5}},
        {"id": "slow", "type": "logic.compare", "parameters": {"operator": "<"}, "inputs": {"b": 0.01}},
        {"id": "still", "type": "logic.on_delay", "parameters": {"time": 0.5}},
        {"id": "young", "type": "logic.compare", "parameters": {"operator": "<"}, "inputs": {"b": 0.45}},
        {"id": "counts", "type": "logic.and", "parameters": {"n": 4}},
        {"id": "place", "type": "vector.switch", "parameters": {"n": 3}},
        {"id": "last_place", "type": "digital.unit_delay", "shape": [3], "parameters": {"initial": PLANNED}},
        {"id": "slope", "type": "vector.switch", "parameters": {"n": 3}},
        {"id": "last_slope", "type": "digital.unit_delay", "shape": [3], "parameters": {"initial": 0.0}},
        {"id": "even", "type": "control.lag", "shape": [3],
         "parameters": {"time_constant": SMOOTH, "initial": PLANNED}},
        {"id": "even_slope", "type": "control.lag", "shape": [3], "parameters": {"time_constant": SMOOTH}},
        {"id": "angles_out", "type": "vector.demux", "parameters": {"n": 3}},
        {"id": "facing", "type": "vector.rpy_to_quaternion"},
        {"id": "never", "type": "logic.to_boolean", "inputs": {"x": 0}},
        {"id": "once", "type": "logic.sr_flip_flop"},
    ],
    "wires": wires(
        "angles -> tip.q", "ahead.y -> ahead_m.x", "tip.position -> camera.position_ab",
        "tip.quaternion -> camera.quaternion_ab", "ahead_m.y -> camera.position_bc",
        "looking.y -> camera.quaternion_bc", "camera.position -> target.position_ab",
        "camera.quaternion -> target.quaternion_ab", "position -> target.position_bc",
        "orientation -> target.quaternion_bc", "target.quaternion -> turned.a", "upright.y -> turned.b",
        "turned.y -> each.x", "each.roll -> turns.x1", "each.pitch -> turns.x2", "each.yaw -> turns.x3",
        "speeds -> moves.x", "moves.y -> slow.a", "slow.y -> still.x", "age -> young.a", "seen -> counts.x1",
        "still.y -> counts.x2", "young.y -> counts.x3", "use -> counts.x4", "target.position -> place.a",
        "last_place.y -> place.b", "place.y -> last_place.x", "counts.y -> place.condition", "turns.y -> slope.a",
        "last_slope.y -> slope.b", "slope.y -> last_slope.x", "counts.y -> slope.condition", "place.y -> even.x",
        "slope.y -> even_slope.x", "even_slope.y -> angles_out.x", "angles_out.y1 -> facing.roll",
        "angles_out.y2 -> facing.pitch", "angles_out.y3 -> facing.yaw", "counts.y -> once.set", "never.y -> once.reset",
        "even.y -> lock", "facing.y -> facing", "once.y -> corrected",
    ),
}  # fmt: skip

LINE: dict[str, Any] = {
    "description": "Straight lines of the key's tip by steps of f3: to where it looks, and to where it goes in; by the "
    "joystick else.",
    "inputs": {
        "step": {}, "on": {"kind": "boolean"}, "go": {"kind": "boolean"}, "speed": {},
        "joystick": {"shape": [3]}, "lock": {"shape": [3], "unit": "m"}, "facing": {"shape": [4]},
        "anchor": {"shape": [ALL], "unit": "rad"},
    },
    "outputs": {"wanted": {"shape": [ALL], "unit": "rad"}, "left": {"unit": "m"}, "reason": {}},
    "blocks": [
        {"id": "back", "type": "arithmetic.expression",
         "parameters": {"expression": f"if(x1 > 0.5, {-APPROACH}, {-VIEW})"}},
        {"id": "along", "type": "vector.mux", "parameters": {"n": 3}, "inputs": {"x2": 0, "x3": 0}},
        {"id": "metres", "type": "arithmetic.set_unit", "shape": [3], "parameters": {"unit": "m"}},
        {"id": "before", "type": "vector.pose_apply"},
        {"id": "turned", "type": "vector.quaternion_to_rpy"},
        {"id": "part", "type": "vector.scale", "parameters": {"n": 3}},
        {"id": "soft", "type": "control.rate_limiter", "shape": [3], "parameters": {"falling": 5.0, "rising": 5.0}},
        {"id": "full", "type": "arithmetic.gain", "shape": [3], "parameters": {"k": HAND_SPEED}},
        {"id": "pace", "type": "arithmetic.gain", "parameters": {"k": LINE_SPEED}},
        {"id": "arm", "type": "vector.slice", "parameters": {"n": ALL, "start": 1, "length": 5}},
        {"id": "cameras", "type": "vector.slice", "parameters": {"n": ALL, "start": 6, "length": 3}},
        {"id": "lead", "type": "grab.lead",
         "parameters": {"acceleration": 0.3, "held": [0.0, 0.0, GRAB, round(BEYOND, 6)], "load": 0.1, "most": 0.8,
                        "turning": 0.6}},
        {"id": "all", "type": "vector.concat", "parameters": {"n": 5, "m": 3}},
    ],
    "wires": wires(
        "step -> back.x1", "back.y -> along.x1", "along.y -> metres.x", "lock -> before.position_ab",
        "facing -> before.quaternion_ab", "metres.y -> before.point", "facing -> turned.x", "joystick -> part.x",
        "speed -> part.factor", "part.y -> soft.x", "soft.y -> full.x", "speed -> pace.x", "anchor -> arm.x",
        "anchor -> cameras.x", "arm.y -> lead.at", "on -> lead.on",
        "full.y -> lead.velocity", "go -> lead.go", "before.y -> lead.target", "turned.pitch -> lead.pitch",
        "turned.roll -> lead.roll", "pace.y -> lead.speed", "lead.wanted -> all.a", "cameras.y -> all.b",
        "all.y -> wanted", "lead.left -> left", "lead.reason -> reason",
    ),
}  # fmt: skip

PUSH: dict[str, Any] = {
    "description": "Velocity of the push: into the lock while the grab goes on, and by the joystick.",
    "inputs": {
        "go": {"kind": "boolean"}, "speed": {}, "joystick": {"shape": [3]}, "facing": {"shape": [4]},
    },
    "outputs": {"velocity": {"shape": [3], "unit": "m/s"}},
    "blocks": [
        {"id": "goes", "type": "logic.to_number"},
        {"id": "pace", "type": "arithmetic.expression",
         "parameters": {"expression": f"{PUSH_SPEED}*x1*x2", "n": 2}},
        {"id": "along", "type": "vector.mux", "parameters": {"n": 3}, "inputs": {"x2": 0, "x3": 0}},
        {"id": "into", "type": "vector.rotate_quaternion"},
        {"id": "fine", "type": "vector.scale", "parameters": {"n": 3}},
        {"id": "part", "type": "arithmetic.gain", "shape": [3], "parameters": {"k": FINE_SPEED}},
        {"id": "both", "type": "arithmetic.sum", "shape": [3]},
        {"id": "rate", "type": "arithmetic.set_unit", "shape": [3], "parameters": {"unit": "m/s"}},
    ],
    "wires": wires(
        "go -> goes.x", "goes.y -> pace.x1", "speed -> pace.x2", "pace.y -> along.x1", "along.y -> into.x",
        "facing -> into.quaternion", "joystick -> fine.x", "speed -> fine.factor", "fine.y -> part.x",
        "into.y -> both.x1", "part.y -> both.x2", "both.y -> rate.x", "rate.y -> velocity",
    ),
}  # fmt: skip

SHOWN: dict[str, Any] = {
    "description": "What lamps and gauges show.",
    "inputs": {
        "angles": {"shape": [5], "unit": "rad"}, "lock": {"shape": [3], "unit": "m"}, "facing": {"shape": [4]},
        "reason": {}, "left_pad": {"unit": "N"}, "right_pad": {"unit": "N"},
    },
    "outputs": {
        "refused": {"kind": "boolean"}, "why": {}, "grip": {"unit": "N"}, "depth": {"unit": "m"},
        "offset": {"unit": "m"},
    },
    "blocks": [
        {"id": "some", "type": "logic.to_boolean"},
        {"id": "kind", "type": "arithmetic.expression", "parameters": {"expression": WHY}},
        {"id": "least", "type": "arithmetic.minimum", "parameters": {"n": 2}},
        {"id": "tip", "type": "kinematics.pose", "parameters": {"chain": "arm", "joints": 5}},
        {"id": "beyond", "type": "vector.constant", "parameters": {"values": [round(BEYOND, 6), 0.0, 0.0]}},
        {"id": "beyond_m", "type": "arithmetic.set_unit", "shape": [3], "parameters": {"unit": "m"}},
        {"id": "key", "type": "vector.pose_apply"},
        {"id": "inverse", "type": "vector.pose_inverse"},
        {"id": "within", "type": "vector.pose_apply"},
        {"id": "each", "type": "vector.demux", "parameters": {"n": 3}},
        {"id": "across", "type": "vector.slice", "parameters": {"n": 3, "start": 2, "length": 2}},
        {"id": "far", "type": "vector.norm", "parameters": {"n": 2}},
    ],
    "wires": wires(
        "reason -> some.x", "reason -> kind.x1", "kind.y -> why", "left_pad -> least.x1", "right_pad -> least.x2",
        "angles -> tip.q",
        "tip.position -> key.position_ab", "tip.quaternion -> key.quaternion_ab", "beyond.y -> beyond_m.x",
        "beyond_m.y -> key.point", "lock -> inverse.position_ab", "facing -> inverse.quaternion_ab",
        "inverse.position -> within.position_ab", "inverse.quaternion -> within.quaternion_ab", "key.y -> within.point",
        "within.y -> each.x", "within.y -> across.x", "across.y -> far.x", "some.y -> refused", "least.y -> grip",
        "each.y1 -> depth", "far.y -> offset",
    ),
}  # fmt: skip


def scheme() -> dict[str, Any]:
    """The scheme as plain data."""
    return {
        "format": "pult.scheme",
        "version": 1,
        "name": "prm1-key",
        "description": "PRM-1 puts a key into a lock: straight lines to it, corrected by sight, and a push with a "
        "capped force.",
        "inputs": INPUTS,
        "outputs": OUTPUTS,
        "blocks": TOP_BLOCKS,
        "wires": TOP,
        "uses": {name: f"prm1-{name}" for name in ("base", "servo", "grip", "compliance")},
        "schemes": {"charge": CHARGE, "look": LOOK, "line": LINE, "push": PUSH, "shown": SHOWN},
        "notes": [
            {
                "text": "The lock is where the plan has it, until its plate was seen while the arm stood still. Each "
                "look corrects it again, nearer and better."
            }
        ],
    }


def make() -> str:
    """The scheme as it is written."""
    return format_scheme(read_scheme_document(scheme())[0])


def main() -> None:
    """Write it."""
    FILE.write_text(make(), encoding="utf-8")


if __name__ == "__main__":
    main()
