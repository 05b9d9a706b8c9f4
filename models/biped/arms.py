"""The scheme `biped-work`: the walk of the scheme `biped`, and arms as those of the torso robot work.

One joystick serves the legs, or, while the robot stands, joints of the upper body or a hand; who has it is said by
the mode. Whoever has not got it holds its pose.
"""

from typing import Any

from models.biped.schemes import walking_scheme
from models.biped.wiring import Wires, block, wires_of

UPPER = {"waist": 2, "neck": 2, "right": 7, "left": 7}
"""Groups of joints above the hips, and their numbers."""
JOINTS = 18
"""Joints of waist, neck, right arm and left arm."""
NUMBER: dict[str, Any] = {}
BOOLEAN: dict[str, Any] = {"kind": "boolean"}
MODE = {"description": "0 walk, 1 command, 2 semi-automatic"}
EFFECTOR = {"description": "0 none, 1 right hand, 2 left hand, 3 head"}
FINGERS = {
    f"{side}_finger_{what}": {"description": "thumb, index, middle, ring", "shape": [4], "unit": unit}
    for side in ("right", "left")
    for what, unit in (("angles", "rad"), ("speeds", "rad/s"))
}
TOUCH = {
    "right_force": {"description": "force sensor of the wrist", "shape": [3], "unit": "N"},
    "left_force": {"description": "force sensor of the wrist", "shape": [3], "unit": "N"},
    "right_touch": {"description": "contact force on the hand", "unit": "N"},
    "left_touch": {"description": "contact force on the hand", "unit": "N"},
    "right_squeeze": {"description": "contact force on the thumb", "unit": "N"},
    "left_squeeze": {"description": "contact force on the thumb", "unit": "N"},
}
HANDS = {
    "effectors": EFFECTOR,
    "joints": {"description": "selected joints: waist, neck, right arm, left arm", **BOOLEAN, "shape": [JOINTS]},
    "joystick_frame": {"description": "axes of the joystick: 0 of the base, 1 of the hand, 2 of the eyes"},
    "stick": {"description": "0 moves, 1 turns the hand"},
    "orientation": {"description": "hold the orientation of the hand", **BOOLEAN},
    "open_hand": BOOLEAN,
    "close_hand": BOOLEAN,
}
"""What the panel has for the arms."""
LAMPS = {
    "out_of_reach": {"description": "lamp: the hand cannot go or turn there", **BOOLEAN},
    "at_limit": {"description": "lamp: a joint is near its limit", **BOOLEAN},
    "contact": {"description": "lamp: the selected hand touches something", **BOOLEAN},
    "grip": {"description": "gauge: force of the thumb of the selected hand", "unit": "N"},
    "hand_speed": {"description": "gauge: speed of the selected hand", "unit": "m/s"},
}
METER = {
    "dose_rate": {"description": "gauge: dose rate at the meter", "unit": "Sv/s"},
    "dose": {"description": "gauge: dose since the start", "unit": "Sv"},
}


def _roles() -> dict[str, Any]:
    """Who has the joystick."""
    held = "x1 < 0.5 or x2 < 0.5 or x3 > 0.5"
    return {
        "description": (
            "Who has the joystick: the legs, or, while the robot stands and is not stopped, the arms. Whoever has not "
            "got it is given a joystick at rest."
        ),
        "inputs": {
            "mode": MODE,
            "effectors": EFFECTOR,
            "joystick": {"shape": [3]},
            "standing": {"description": "it stands on both feet", **BOOLEAN},
            "stopped": BOOLEAN,
        },
        "outputs": {
            "walking": {"description": "joystick of the legs", "shape": [3]},
            "arm_mode": {"description": "0 command, 1 semi-automatic"},
            "arm_effectors": EFFECTOR,
        },
        "blocks": [
            block("walks", "logic.compare", inputs={"b": 0}, operator="=="),
            block("rest", "vector.constant"),
            block("legs", "vector.switch", n=3),
            block("stands", "logic.to_number"),
            block("stops", "logic.to_number"),
            block("by_mode", "arithmetic.expression", n=3, expression=f"if({held}, 1, x1 - 1)"),
            block("of_hands", "arithmetic.expression", n=4, expression=f"if({held}, 0, x4)"),
        ],
        "wires": wires_of(
            [
                ("mode", "walks.a"), ("joystick", "legs.a"), ("rest.y", "legs.b"), ("walks.y", "legs.condition"),
                ("legs.y", "walking"), ("standing", "stands.x"), ("stopped", "stops.x"), ("mode", "by_mode.x1"),
                ("stands.y", "by_mode.x2"), ("stops.y", "by_mode.x3"), ("mode", "of_hands.x1"),
                ("stands.y", "of_hands.x2"), ("stops.y", "of_hands.x3"), ("effectors", "of_hands.x4"),
                ("by_mode.y", "arm_mode"), ("of_hands.y", "arm_effectors"),
            ]
        ),
    }  # fmt: skip


def _arms() -> dict[str, Any]:
    """Waist, neck, arms and hands, by the parts of the torso's scheme."""
    groups = {name: {"shape": [size], "unit": "rad"} for name, size in UPPER.items()}
    inputs: dict[str, Any] = {
        "mode": {"description": "0 command, 1 semi-automatic"},
        "selected": {"description": "hand that the joystick moves; 0 none", **NUMBER},
        "joystick": {"shape": [3]},
        "speed": {"description": "fraction of the full speed"},
        **HANDS,
        **{f"{name}_angles": port for name, port in groups.items()},
        **{f"{name}_speeds": {**port, "unit": "rad/s"} for name, port in groups.items()},
        **FINGERS,
        **TOUCH,
    }
    long = {"waist": "waist", "neck": "neck", "right": "right_arm", "left": "left_arm"}
    wires: Wires = []
    for name in UPPER:
        wires += [(f"{name}_angles", f"angles.{name}"), (f"{name}_speeds", f"speeds.{name}")]
        wires += [(f"{name}_angles", f"{user}.{name}") for user in ("weights", "lamps")]
        wires += [(f"{name}_angles", f"semi.{name}_angles"), (f"servo.{long[name]}", long[name])]
        if name != "neck":
            wires += [(f"{name}_{what}", f"gauges.{name}_{what}") for what in ("angles", "speeds")]
    wires += [("mode", "charge.mode"), ("selected", "charge.effectors")]
    wires += [(name, f"charge.{name}") for name in ("orientation", "stick")]
    wires += [("joystick_frame", "charge.frame"), ("joystick_frame", "semi.frame")]
    wires += [(name, f"command.{name}") for name in ("joystick", "joints", "speed")]
    wires += [("charge.command", "command.on"), ("angles.all", "command.angles")]
    wires += [("setpoint.anchor", f"{user}.anchor") for user in ("command", "semi")]
    wires += [("setpoint.anchor", "choice.by_master"), ("effectors", "is_left.a")]
    wires += [(name, f"semi.{name}") for name in ("joystick", "speed", "stick", "orientation")]
    wires += [("is_left.y", "semi.is_left"), ("is_left.y", "gauges.left")]
    wires += [(f"charge.{side}", f"semi.{side}_on") for side in ("right", "left", "head")]
    wires += [(f"charge.push_{side}", f"semi.push_{side}") for side in ("right", "left")]
    wires += [("gauges.pressing", "semi.applied"), ("gauges.contact", "semi.contact")]
    wires += [("charge.command", "choice.command"), ("charge.copying", "choice.copying")]
    wires += [("command.wanted", "choice.by_command"), ("semi.wanted", "choice.by_hands")]
    wires += [("choice.wanted", "setpoint.wanted"), ("angles.all", "setpoint.at"), ("speeds.all", "setpoint.at_speed")]
    wires += [(f"charge.{name}", f"setpoint.{name}") for name in ("loose", "event", "feed", "acceleration")]
    wires += [(f"semi.{side}_torques", f"torques.{side}") for side in ("right", "left")]
    wires += [("weights.torques", "torques.weights"), ("torques.torques", "servo.torques")]
    wires += [("setpoint.position", "servo.position"), ("setpoint.speed", "servo.speed")]
    wires += [("angles.all", "servo.angles"), ("speeds.all", "servo.speeds")]
    wires += [("effectors", "hands.effectors"), ("close_hand", "hands.close"), ("open_hand", "hands.open")]
    wires += [(name, f"hands.{name.replace('finger_', '')}") for name in FINGERS]
    wires += [("hands.right", "right_hand"), ("hands.left", "left_hand")]
    wires += [(name, f"gauges.{name}") for name in TOUCH]
    wires += [("semi.distance", "lamps.distance"), ("semi.twist", "lamps.twist")]
    wires += [(f"lamps.{name}", name) for name in ("out_of_reach", "at_limit")]
    wires += [(f"gauges.{name}", name) for name in ("contact", "grip", "hand_speed")]
    return {
        "description": "Waist, neck, arms and hands in command and semi-automatic mode, by parts of the torso.",
        "inputs": inputs,
        "outputs": {
            **{long[name]: {"shape": [size], "unit": "V"} for name, size in UPPER.items()},
            **{f"{side}_hand": {"shape": [4], "unit": "V"} for side in ("right", "left")},
            **LAMPS,
        },
        "blocks": [
            block("angles", "scheme.joints"),
            block("speeds", "scheme.joints"),
            block(
                "charge", "scheme.charge",
                inputs={"joystick_mode": 0, "enable": True, "clutch": False, "fresh": True, "solver": 0},
            ),
            block("command", "scheme.command"),
            block("is_left", "logic.compare", inputs={"b": 2}, operator="=="),
            block("semi", "scheme.semi", inputs={"joystick_mode": 0, "solver": 0}),
            block("choice", "scheme.choice"),
            block(
                "setpoint", "control.shared_setpoint", n=JOINTS, catching=1.0, most=3.0,
                low=["head", "right_arm", "left_arm"], high=["head", "right_arm", "left_arm"],
            ),
            block("weights", "scheme.weights"),
            block("torques", "scheme.torques"),
            block("servo", "scheme.servo"),
            block("hands", "scheme.hands", inputs={"group": 0}),
            block("lamps", "scheme.lamps"),
            block("gauges", "scheme.gauges"),
        ],
        "wires": wires_of(wires),
    }  # fmt: skip


def _meter() -> dict[str, Any]:
    """What the radiation meter shows."""
    return {
        "description": "The counts of the radiation meter become a dose rate, smoothed over a second, and a dose.",
        "inputs": {"counted": {"description": "dose rate by the counts of a control step", "unit": "Sv/s"}},
        "outputs": METER,
        "blocks": [
            block("smooth", "control.low_pass", cutoff=1.5, order=1),
            block("sum", "control.integrator"),
        ],
        "wires": wires_of(
            [("counted", "smooth.x"), ("smooth.y", "dose_rate"), ("counted", "sum.x"), ("sum.y", "dose")]
        ),
    }  # fmt: skip


def working_scheme() -> dict[str, Any]:
    """The scheme `biped-work`."""
    walking = walking_scheme()
    arms = _arms()
    inputs = {
        "mode": MODE,
        **walking["inputs"],
        **HANDS,
        **FINGERS,
        **TOUCH,
        "meter": {"description": "radiation meter", "unit": "Sv/s"},
    }
    kept = [(wire["from"], wire["to"]) for wire in walking["wires"]]
    wires: Wires = [
        (start, end)
        for start, end in kept
        if not start.startswith("arms.") and not end.startswith("arms.") and end != "commands.joystick"
    ]
    wires += [(name, f"roles.{name}") for name in ("mode", "effectors", "joystick", "stopped")]
    wires += [("steps.standing", "roles.standing"), ("roles.walking", "commands.joystick")]
    wires += [("roles.arm_mode", "arms.mode"), ("roles.arm_effectors", "arms.selected")]
    wires += [(name, f"arms.{name}") for name in arms["inputs"] if name not in ("mode", "selected")]
    wires += [(f"arms.{name}", name) for name in arms["outputs"]]
    wires += [("meter", "counter.counted"), *[(f"counter.{name}", name) for name in METER]]
    parts = {"joints": "torso-joints", "weights": "torso-weights", "servo": "torso-servo"}
    parts |= {name: f"torso-{name}" for name in ("charge", "command", "semi", "choice", "torques", "hands")}
    parts |= {name: f"torso-{name}" for name in ("lamps", "gauges")}
    blocks = [found for found in walking["blocks"] if found["id"] != "arms"]
    return {
        **walking,
        "name": "biped-work",
        "description": (
            "Walks as the joystick says, and works with its arms while it stands: the walk of the scheme 'biped', with "
            "the command and semi-automatic modes of the torso robot, and a radiation meter."
        ),
        "inputs": inputs,
        "outputs": {**walking["outputs"], **LAMPS, **METER},
        "blocks": [
            block("roles", "scheme.roles"),
            *blocks,
            block("arms", "scheme.arms"),
            block("counter", "scheme.counter"),
        ],
        "wires": wires_of(wires),
        "uses": {name: part for name, part in walking["uses"].items() if name not in {*parts, "arms"}} | parts,
        "schemes": {"roles": _roles(), "arms": arms, "counter": _meter()},
    }  # fmt: skip
