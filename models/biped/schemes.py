"""The walking scheme of the biped: estimate of its state, steps by the joystick, balance, legs, and arms that hold."""

from typing import Any

from models.biped.table import ANKLE
from models.torso.document import HOME
from models.torso.table import ARM_JOINTS

Wires = list[tuple[str, str]]
LEG = {"shape": [7], "unit": "rad"}
RATES = {"shape": [7], "unit": "rad/s"}
STATE = ("rotation", "position", "velocity", "turning", "angles", "rates")
STATE_PORTS: dict[str, Any] = {
    "rotation": {"shape": [9], "description": "rotation of the pelvis"},
    "position": {"shape": [3], "unit": "m"},
    "velocity": {"shape": [3], "unit": "m/s"},
    "turning": {"shape": [3], "unit": "rad/s"},
    "angles": {"shape": [14], "unit": "rad"},
    "rates": {"shape": [14], "unit": "rad/s"},
}
STANCE: dict[str, Any] = {
    "contacts": {"shape": [2], "description": "1 where a foot stands"},
    "stance": {"shape": [4], "unit": "m"},
    "stance_headings": {"shape": [2], "unit": "rad"},
}
SWING: dict[str, Any] = {
    "swing": {"shape": [3], "unit": "m"},
    "swing_velocity": {"shape": [3], "unit": "m/s"},
    "swing_acceleration": {"shape": [3], "unit": "m/s^2"},
    "swing_heading": {"unit": "rad"},
    "swing_turning": {"unit": "rad/s"},
    "swing_spin": {"unit": "rad/s^2"},
    "heading": {"unit": "rad", "description": "heading of the body"},
}
FEET = tuple(f"{side}_foot_{what}" for side in ("left", "right") for what in ("force", "moment"))
LEGS = {"walker": "legs"}
GAIN, MARGIN, LEANING = 3.5, 0.003, 0.03
"""Gain of the divergent component, margin kept to the edges of the soles [m], and how far beyond them a leaning torso
may make up for the feet [m]: with 2.5, 8 mm and an upright torso the soles alone catch half as many pushes of 10 N s
sideways."""
DELAY = 0.01
"""Delay that the estimate is predicted over [s]: a control step. A voltage held for one is half a step late by itself,
and sensors may be late by as much again."""
HAND_HEIGHT = 0.33
"""Height of the hands above the pelvis in the pose home [m]: where a payload is taken to be."""
UPPER_HOME = [0.0, 0.0, 0.0, 0.45, *[HOME.get(joint, 0.0) for _ in range(2) for joint in ARM_JOINTS]]
"""Waist, neck and arms in the pose home [rad]."""
FORWARD, SIDE, TURN = 0.3, 0.1, 0.5
"""Full deflection: step forward [m], to the side and turn for each pair of steps [m, rad]."""


def _wires(pairs: Wires) -> list[dict[str, str]]:
    return [{"from": start, "to": end} for start, end in pairs]


def _block(name: str, kind: str, **parameters: Any) -> dict[str, Any]:
    found: dict[str, Any] = {"id": name, "type": kind}
    if "shape" in parameters:
        found["shape"] = parameters.pop("shape")
    if parameters:
        found["parameters"] = parameters
    return found


def _commands() -> dict[str, Any]:
    """Joystick to orders: lengths of steps, turn, and whether to walk."""
    return {
        "description": "Deflection of the joystick becomes the size of the steps; at rest, or stopped, the walk ends.",
        "inputs": {
            "joystick": {"shape": [3], "description": "forward, left, turn to the left"},
            "speed": {"description": "fraction of the full speed"},
            "stopped": {"kind": "boolean", "description": "a stop ends the walk in a stand"},
        },
        "outputs": {
            "order": {"shape": [2], "unit": "m"},
            "turn": {"unit": "rad"},
            "go": {"kind": "boolean"},
        },
        "blocks": [
            _block("scaled", "vector.scale", n=3),
            _block("forward", "vector.select", n=3, index=1),
            _block("left", "vector.select", n=3, index=2),
            _block("about", "vector.select", n=3, index=3),
            _block("step", "arithmetic.gain", k=FORWARD),
            _block("side", "arithmetic.gain", k=SIDE),
            _block("turned", "arithmetic.gain", k=TURN),
            _block("both", "vector.mux", n=2),
            _block("size", "vector.norm", n=3),
            _block("deflected", "logic.compare", operator=">"),
            _block("free", "logic.not"),
            _block("going", "logic.and", n=2),
        ],
        "wires": _wires(
            [
                ("joystick", "scaled.x"), ("speed", "scaled.factor"), ("scaled.y", "forward.x"), ("scaled.y", "left.x"),
                ("scaled.y", "about.x"), ("forward.y", "step.x"), ("left.y", "side.x"), ("about.y", "turned.x"),
                ("step.y", "both.x1"), ("side.y", "both.x2"), ("both.y", "order"), ("turned.y", "turn"),
                ("joystick", "size.x"), ("size.y", "deflected.a"), ("stopped", "free.x"), ("deflected.y", "going.x1"),
                ("free.y", "going.x2"), ("going.y", "go"),
            ]
        ),
    }  # fmt: skip


def _sensed() -> dict[str, Any]:
    """Both legs in one vector, left one first, and the vertical forces on the feet."""
    legs = {
        f"{side}_leg_{what}": {"shape": [7], "unit": unit}
        for what, unit in (("angles", "rad"), ("speeds", "rad/s"))
        for side in ("left", "right")
    }
    forces = {f"{side}_foot_force": {"shape": [3], "unit": "N"} for side in ("left", "right")}
    blocks = [_block("both", "vector.concat", n=7, m=7), _block("moving", "vector.concat", n=7, m=7)]
    blocks += [_block(side, "vector.select", n=3, index=3) for side in ("left", "right")]
    blocks += [_block(f"{side}_load", "arithmetic.negate") for side in ("left", "right")]
    blocks.append(_block("feet", "vector.mux", n=2))
    return {
        "description": "Sensors of both legs: angles, speeds, and how much each foot bears.",
        "inputs": {**legs, **forces},
        "outputs": {
            "angles": {"shape": [14], "unit": "rad"},
            "speeds": {"shape": [14], "unit": "rad/s"},
            "loads": {"shape": [2], "unit": "N"},
        },
        "blocks": blocks,
        "wires": _wires(
            [
                ("left_leg_angles", "both.a"), ("right_leg_angles", "both.b"), ("both.y", "angles"),
                ("left_leg_speeds", "moving.a"), ("right_leg_speeds", "moving.b"), ("moving.y", "speeds"),
                ("left_foot_force", "left.x"), ("right_foot_force", "right.x"), ("left.y", "left_load.x"),
                ("right.y", "right_load.x"), ("left_load.y", "feet.x1"), ("right_load.y", "feet.x2"),
                ("feet.y", "loads"),
            ]
        ),
    }  # fmt: skip


def _legs() -> dict[str, Any]:
    """Torques of the legs and their voltages."""
    load = {"shape": [13], "description": "what the pelvis carries"}
    ports = {**STATE_PORTS, "pressure": {"shape": [2], "unit": "m"}, **STANCE, **SWING, "load": load}
    names = {"stance": "places", "stance_headings": "headings"}
    wires: Wires = [(port, f"torques.{names.get(port, port)}") for port in ports]
    return {
        "description": "Inverse dynamics of the whole body, and the voltages at which the motors make these torques.",
        "inputs": ports,
        "outputs": {
            "left_leg": {"shape": [7], "unit": "V"},
            "right_leg": {"shape": [7], "unit": "V"},
            "linear": {"shape": [3], "unit": "m/s^2"},
            "angular": {"shape": [3], "unit": "rad/s^2"},
            "bending": {"shape": [14], "unit": "rad/s^2"},
        },
        "blocks": [
            _block("torques", "balance.torques", **LEGS, margin=MARGIN),
            _block(
                "drives", "control.drive_inversion", shape=[14], stall_torque=["left_leg", "right_leg"],
                no_load_speed=["left_leg", "right_leg"],
            ),
            _block("of_left", "vector.slice", n=14, start=1, length=7),
            _block("of_right", "vector.slice", n=14, start=8, length=7),
        ],
        "wires": _wires(
            [
                *wires, ("torques.torques", "drives.torque"), ("torques.speeds", "drives.speed"),
                ("drives.y", "of_left.x"), ("drives.y", "of_right.x"), ("of_left.y", "left_leg"),
                ("of_right.y", "right_leg"), ("torques.linear", "linear"), ("torques.angular", "angular"),
                ("torques.bending", "bending"),
            ]
        ),
    }  # fmt: skip


def _arms() -> dict[str, Any]:
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
            _block("angles", "scheme.joints"),
            _block("speeds", "scheme.joints"),
            _block("weights", "scheme.weights"),
            _block("home", "vector.constant", values=UPPER_HOME),
            _block("rest", "vector.constant", values=[0.0] * 18),
            _block("servo", "scheme.servo"),
            _block("slack", "vector.constant", values=[0.0] * 4),
        ],
        "wires": _wires(wires),
        "uses": {"joints": "torso-joints", "weights": "torso-weights", "servo": "torso-servo"},
    }  # fmt: skip


def walking_scheme() -> dict[str, Any]:
    """The scheme `biped`: walks as the joystick says, and keeps its balance."""
    sensed = _sensed()["inputs"]
    arms = _arms()
    inputs: dict[str, Any] = {
        "joystick": {"shape": [3], "description": "forward, left, turn to the left"},
        "speed": {"description": "fraction of the full speed"},
        "feedback": {"kind": "boolean", "description": "balance by the centre of pressure"},
        "catch": {"kind": "boolean", "description": "footholds catch pushes"},
        "stopped": {"kind": "boolean", "description": "a stop ends the walk in a stand"},
        "gyro": {"shape": [3], "unit": "rad/s"},
        "accelerometer": {"shape": [3], "unit": "m/s^2"},
        **sensed,
        "left_foot_moment": {"shape": [3], "unit": "N*m"}, "right_foot_moment": {"shape": [3], "unit": "N*m"},
        "waist_angles": {"shape": [2], "unit": "rad"}, "waist_speeds": {"shape": [2], "unit": "rad/s"},
        "neck_angles": {"shape": [2], "unit": "rad"}, "neck_speeds": {"shape": [2], "unit": "rad/s"},
        "right_arm_angles": LEG, "right_arm_speeds": RATES, "left_arm_angles": LEG, "left_arm_speeds": RATES,
    }  # fmt: skip
    for side in ("right", "left"):
        for what in ("angles", "speeds"):
            inputs[f"{side}_{what}"] = inputs.pop(f"{side}_arm_{what}")
    wires: Wires = [(name, f"sensed.{name}") for name in sensed]
    wires += [("joystick", "commands.joystick"), ("speed", "commands.speed"), ("stopped", "commands.stopped")]
    wires += [("sensed.angles", "state.angles"), ("sensed.speeds", "state.rates"), ("gyro", "state.gyro")]
    wires += [("accelerometer", "state.accelerometer"), ("sensed.loads", "state.loads")]
    renamed = {"angles": "joint_angles", "rates": "joint_rates"}
    for name in STATE:
        wires += [(f"state.{renamed.get(name, name)}", f"{block}.{name}") for block in ("motion", "legs")]
    for what in ("angles", "speeds"):
        wires += [(f"{group}_{what}", f"upper_{what}.{group}") for group in ("waist", "neck", "right", "left")]
    wires += [("upper_angles.all", "load.angles"), ("upper_speeds.all", "load.rates"), ("load.y", "payload.upper")]
    wires += [("sensed.angles", "payload.angles"), ("motion.com_velocity", "payload.velocity")]
    wires += [(name, f"payload.{name.replace('_foot', '')}") for name in FEET]
    wires += [("steps.standing", "payload.standing"), ("payload.load", "motion.load"), ("payload.load", "legs.load")]
    wires += [(f"motion.{name}", f"steps.{name}") for name in ("dcm", "places", "headings")]
    wires += [("sensed.loads", "steps.loads"), ("commands.order", "steps.order"), ("commands.turn", "steps.turn")]
    wires += [("commands.go", "steps.go"), ("catch", "steps.catch"), ("catch", "steps.retime")]
    wires += [("motion.dcm", "balance.dcm"), ("steps.wanted", "balance.wanted"), ("steps.pressure", "balance.pressure")]
    wires += [("steps.contacts", "balance.contacts"), ("steps.stance", "balance.places")]
    wires += [("steps.stance_headings", "balance.headings"), ("feedback", "balance.on"), ("balance.y", "legs.pressure")]
    wires += [(f"steps.{name}", f"legs.{name}") for name in (*STANCE, *SWING)]
    wires += [(f"legs.{name}", f"state.{name}") for name in ("linear", "angular", "bending")]
    wires += [("steps.standing", "state.standing")]
    wires += [("legs.left_leg", "left_leg"), ("legs.right_leg", "right_leg")]
    wires += [(name, f"arms.{name}") for name in arms["inputs"]] + [(f"arms.{name}", name) for name in arms["outputs"]]
    wires += [("steps.standing", "standing"), ("steps.made", "steps_made"), ("pace.y", "pace")]
    wires += [("payload.mass", "payload")]
    wires += [("motion.com_velocity", "pace.x")]
    return {
        "format": "pult.scheme",
        "version": 1,
        "name": "biped",
        "description": (
            "Walks as the joystick says: state from noisy sensors, steps planned on line, balance by the centre of "
            "pressure and by footholds, inverse dynamics."
        ),
        "inputs": inputs,
        "outputs": {
            "left_leg": {"shape": [7], "unit": "V"},
            "right_leg": {"shape": [7], "unit": "V"},
            **arms["outputs"],
            "standing": {"kind": "boolean", "description": "lamp: it stands on both feet"},
            "steps_made": {"description": "indicator: steps so far"},
            "pace": {"unit": "m/s", "description": "gauge: speed of the centre of mass"},
            "payload": {"unit": "kg", "description": "indicator: what it carries besides its own masses"},
        },
        "blocks": [
            _block("sensed", "scheme.sensed"),
            _block("commands", "scheme.commands"),
            _block("state", "balance.estimate", **LEGS, delay=DELAY),
            _block("upper_angles", "scheme.joints"),
            _block("upper_speeds", "scheme.joints"),
            _block("load", "balance.load", **LEGS, joints=18),
            _block("payload", "balance.payload", **LEGS, sensor_height=ANKLE, height=HAND_HEIGHT),
            _block("motion", "balance.motion", **LEGS),
            _block("steps", "balance.steps", **LEGS),
            _block("balance", "balance.pressure", **LEGS, gain=GAIN, margin=-LEANING),
            _block("legs", "scheme.legs"),
            _block("arms", "scheme.arms"),
            _block("pace", "vector.norm", n=3),
        ],
        "wires": _wires(wires),
        "uses": {**PARTS, "joints": "torso-joints"},
    }  # fmt: skip


PARTS = {"sensed": "biped-sensed", "commands": "biped-commands", "legs": "biped-legs", "arms": "biped-arms"}
"""Sub-schemes of walking, and the parts of the library that they are."""


def walking_parts() -> list[dict[str, Any]]:
    """The parts of `PARTS`, as documents."""
    head = {"format": "pult.scheme", "version": 1}
    made = {"sensed": _sensed(), "commands": _commands(), "legs": _legs(), "arms": _arms()}
    return [{**head, "name": PARTS[name], **part} for name, part in made.items()]
