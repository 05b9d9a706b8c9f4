"""The scheme of PRM-1 with a contact mode: `python -m models.prm1.contact_scheme` in the root of the repository.

It is the robot's own scheme with one mode more and the part of the library that this mode is made of.
"""

from typing import Any

from models.prm1.make_schemes import FOLDER, GRAB_SPEED, GRAB_TURN, scheme
from models.prm1.scheme_parts import ALL, wires

from pult.scheme.document import format_scheme, read_scheme_document

NAME, PART = "prm1-contact", "prm1-compliance"
ARM = 5

COMPLIANCE: dict[str, Any] = {
    "format": "pult.scheme",
    "version": 1,
    "name": PART,
    "description": "Springs hold the grab at a point that is led, with the pitch and the roll that it had, and with no "
    "more than a force; the column may turn freely.",
    "inputs": {
        "velocity": {"description": "wanted, in axes of the platform", "shape": [3], "unit": "m/s"},
        "pitch_rate": {"description": "wanted, positive down", "unit": "rad/s"},
        "roll_rate": {"description": "wanted", "unit": "rad/s"},
        "active": {"description": "while false the point stays with the grab", "kind": "boolean"},
        "force_limit": {"description": "largest force of the springs", "unit": "N"},
        "angles": {"description": "column, shoulder, elbow, wrist, roll", "shape": [ARM], "unit": "rad"},
        "speeds": {"shape": [ARM], "unit": "rad/s"},
    },
    "outputs": {
        "voltage": {"shape": [ARM], "unit": "V"},
        "force": {"description": "of the springs, in axes of the platform", "shape": [3], "unit": "N"},
        "capped": {"description": "the force is at its limit", "kind": "boolean"},
    },
    "blocks": [
        {"id": "here", "type": "kinematics.pose", "parameters": {"chain": "arm", "joints": ARM}},
        {"id": "follows", "type": "logic.not"},
        {"id": "point", "type": "control.led_setpoint", "parameters": {"n": 3, "leash": 0.08}},
        {"id": "each", "type": "vector.demux", "parameters": {"n": ARM}},
        {"id": "slope", "type": "arithmetic.sum", "parameters": {"signs": "+++"}},
        {"id": "turned", "type": "vector.mux", "parameters": {"n": 2}},
        {"id": "turning", "type": "vector.mux", "parameters": {"n": 2}},
        {"id": "held", "type": "control.led_setpoint", "parameters": {"n": 2, "leash": 0.6}},
        {"id": "holds", "type": "vector.demux", "parameters": {"n": 2}},
        {"id": "level", "type": "vector.rpy_to_quaternion"},
        {"id": "springs", "type": "kinematics.impedance", "parameters": {"chain": "arm", "joints": ARM}},
        {"id": "weight", "type": "kinematics.gravity", "parameters": {"chain": "arm", "joints": ARM}},
        {"id": "sum", "type": "arithmetic.sum", "shape": [ARM]},
        {"id": "drive", "type": "control.drive_inversion", "shape": [ARM],
         "parameters": {"no_load_speed": "arm", "stall_torque": "arm"}},
    ],
    "wires": wires(
        "angles -> here.q", "active -> follows.x", "here.position -> point.at", "velocity -> point.rate",
        "follows.y -> point.reset", "angles -> each.x", "each.y2 -> slope.x1", "each.y3 -> slope.x2",
        "each.y4 -> slope.x3", "slope.y -> turned.x1", "each.y5 -> turned.x2", "pitch_rate -> turning.x1",
        "roll_rate -> turning.x2", "turned.y -> held.at", "turning.y -> held.rate", "follows.y -> held.reset",
        "held.y -> holds.x", "holds.y2 -> level.roll", "holds.y1 -> level.pitch", "each.y1 -> level.yaw",
        "angles -> springs.q", "speeds -> springs.rates", "point.y -> springs.position",
        "level.y -> springs.quaternion", "force_limit -> springs.force_limit", "angles -> weight.q",
        "springs.torques -> sum.x1", "weight.torques -> sum.x2", "sum.y -> drive.torque", "speeds -> drive.speed",
        "drive.y -> voltage", "springs.force -> force", "springs.capped -> capped",
    ),
}  # fmt: skip

CONTACT: dict[str, Any] = {
    "description": "Contact mode: the joystick leads the point at which springs hold the grab.",
    "inputs": {
        "joystick": {"shape": [3]}, "frame": {}, "stick": {}, "speed": {}, "on": {"kind": "boolean"},
        "force_limit": {"unit": "N"}, "angles": {"shape": [ARM], "unit": "rad"},
        "speeds": {"shape": [ARM], "unit": "rad/s"},
    },
    "outputs": {
        "voltage": {"shape": [ARM], "unit": "V"}, "force": {"unit": "N"}, "capped": {"kind": "boolean"},
        "loose": {"description": "joints that no set-point holds", "shape": [ALL]},
    },
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
        {"id": "compliance", "type": "scheme.compliance"},
        {"id": "size", "type": "vector.norm", "parameters": {"n": 3}},
        {"id": "is_on", "type": "logic.to_number"},
        {"id": "acts", "type": "arithmetic.product"},
        {"id": "limited", "type": "logic.and"},
        {"id": "arm", "type": "vector.constant", "parameters": {"values": [1.0] * ARM + [0.0] * (ALL - ARM)}},
        {"id": "free", "type": "vector.scale", "parameters": {"n": ALL}},
    ],
    "wires": wires(
        "joystick -> scaled.x", "speed -> scaled.factor", "scaled.y -> soft.x", "stick -> is_turn.a",
        "is_turn.y -> moves.condition", "rest.y -> moves.a", "soft.y -> moves.b", "is_turn.y -> turns.condition",
        "soft.y -> turns.a", "rest.y -> turns.b", "moves.y -> full.x", "full.y -> axes.velocity", "frame -> axes.frame",
        "angles -> axes.angles", "turns.y -> rates.x", "rates.y1 -> pitching.x", "rates.y2 -> rolling.x",
        "axes.y -> compliance.velocity", "pitching.y -> compliance.pitch_rate", "rolling.y -> compliance.roll_rate",
        "on -> compliance.active", "force_limit -> compliance.force_limit", "angles -> compliance.angles",
        "speeds -> compliance.speeds", "compliance.voltage -> voltage", "compliance.force -> size.x", "on -> is_on.x",
        "size.y -> acts.a", "is_on.y -> acts.b", "acts.y -> force", "compliance.capped -> limited.x1",
        "on -> limited.x2", "limited.y -> capped", "arm.y -> free.x", "is_on.y -> free.factor", "free.y -> loose",
    ),
}  # fmt: skip
BLOCKS = [
    {"id": "contact", "type": "scheme.contact"},
    {"id": "loose", "type": "arithmetic.sum", "shape": [ALL]},
    {"id": "arm_choice", "type": "vector.switch", "parameters": {"n": ARM}},
]
WIRES = wires(
    "charge.for_arm -> contact.joystick", "joystick_frame -> contact.frame", "stick -> contact.stick",
    "speed -> contact.speed", "charge.contact -> contact.on", "force_limit -> contact.force_limit",
    "arm_angles -> contact.angles", "arm_speeds -> contact.speeds", "contact.loose -> loose.x2",
    "charge.contact -> arm_choice.condition", "contact.voltage -> arm_choice.a", "arm_choice.y -> arm",
    "contact.force -> force", "contact.capped -> capped",
)  # fmt: skip
REROUTED = {
    "charge.loose -> setpoint.loose": "charge.loose -> loose.x1",
    "servo.arm -> arm": "servo.arm -> arm_choice.b",
}


def _charge(own: dict[str, Any]) -> dict[str, Any]:
    """Who is in charge, with one mode more."""
    compare = {"id": "is_contact", "type": "logic.compare", "parameters": {"operator": "=="}, "inputs": {"b": 2}}
    return {
        **own,
        "outputs": {**own["outputs"], "contact": {"kind": "boolean"}},
        "blocks": [*own["blocks"], compare],
        "wires": [*own["wires"], *wires("acting.y -> is_contact.a", "is_contact.y -> contact")],
    }


def contact_scheme() -> dict[str, Any]:
    """The robot's scheme with the contact mode, as plain data."""
    own = scheme()
    kept = [f"{wire['from']} -> {wire['to']}" for wire in own["wires"]]
    missing = [wire for wire in REROUTED if wire not in kept]
    if missing:
        raise ValueError(f"the scheme of the robot has no wires {missing}; say here what became of them.")
    rerouted = wires(*(REROUTED.get(wire, wire) for wire in kept), "loose.y -> setpoint.loose")
    limit = {"description": "largest force of the contact mode", "unit": "N"}
    mode = {"description": "of the arm: 0 command, 1 semi-automatic, 2 contact"}
    shown = {
        "force": {"description": "gauge: force of the springs in contact mode", "unit": "N"},
        "capped": {"description": "lamp: the force is at its limit", "kind": "boolean"},
    }
    return {
        **own,
        "name": NAME,
        "description": "PRM-1 with its modes and one for contact work: springs hold the grab, never with more than a "
        "force that is set.",
        "inputs": {**own["inputs"], "mode": mode, "force_limit": limit},
        "outputs": {**own["outputs"], **shown},
        "blocks": [*own["blocks"], *BLOCKS],
        "wires": [*rerouted, *WIRES],
        "uses": {**own["uses"], "axes": "prm1-axes", "compliance": PART},
        "schemes": {**own["schemes"], "charge": _charge(own["schemes"]["charge"]), "contact": CONTACT},
    }


def make() -> dict[str, str]:
    """Both files by their paths in the catalog."""
    made = {f"library/{PART}.scheme.json": COMPLIANCE, f"prm1/{NAME}.scheme.json": contact_scheme()}
    return {path: format_scheme(read_scheme_document(data)[0]) for path, data in made.items()}


def main() -> None:
    """Write them."""
    for path, text in make().items():
        (FOLDER.parent / path).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
