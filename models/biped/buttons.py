"""The scheme `biped-buttons`: the four buttons of paper 003, patterns, and joints that follow them; and its gaits."""

from typing import Any

from models.biped.schemes import walking_parts
from models.biped.wiring import Wires, block, wires_of

from pult.motion.walk.gait import GaitDocument, dcm_gait, paper_gait

GAITS: dict[str, GaitDocument] = {
    "biped-dcm": dcm_gait(
        name="biped-dcm",
        title={"en": "Dynamic gait", "ru": "Динамическая походка"},
        description={
            "en": "Steps of 0.2 m in 0.7 s; start, stop and turns are dynamic.",
            "ru": "Шаги по 0,2 м за 0,7 с; начало, конец и повороты динамические.",
        },
    ),
    "biped-paper": paper_gait(
        name="biped-paper",
        title={"en": "The paper's gait", "ru": "Походка из статьи"},
        description={
            "en": "Steps of 0.2 m in 1.5 s; start, stop and turns are statically stable.",
            "ru": "Шаги по 0,2 м за 1,5 с; начало, конец и повороты статически устойчивы.",
        },
    ),
}
LEGS = {"walker": "legs"}
ANGLES, RATES = {"shape": [14], "unit": "rad"}, {"shape": [14], "unit": "rad/s"}
VOLTS = {"shape": [14], "unit": "V"}
LEG = {"shape": [7], "unit": "V"}
REST = {"linear": 3, "angular": 3, "bending": 14}
"""Accelerations with which the state could be predicted over a delay; there is none."""
LAMPS: dict[str, tuple[str, int, str]] = {
    "walks": ("command", 1, "it walks forward"),
    "turns_left": ("command", 2, "it turns to the left"),
    "turns_right": ("command", 3, "it turns to the right"),
    "stops": ("command", 4, "it ends the walk"),
    "next_forward": ("next", 1, "forward waits"),
    "next_left": ("next", 2, "a turn to the left waits"),
    "next_right": ("next", 3, "a turn to the right waits"),
}
"""Lamps: the output of the command logic that they show, its value, and what that means."""


def _lamps() -> dict[str, Any]:
    """Lamps of the command in work and of the one that waits."""
    wires: Wires = []
    for name, (signal, _, _) in LAMPS.items():
        wires += [(signal, f"{name}.a"), (f"{name}.y", name)]
    return {
        "description": "A lamp for each command in work, and for each that waits.",
        "inputs": {
            "command": {"description": "command in work: 0 none, 1 forward, 2 left, 3 right, 4 stop"},
            "next": {"description": "command that waits first: 0 none, 1 forward, 2 left, 3 right"},
        },
        "outputs": {name: {"kind": "boolean", "description": words} for name, (_, _, words) in LAMPS.items()},
        "blocks": [
            block(name, "logic.compare", operator="==", inputs={"b": value}) for name, (_, value, _) in LAMPS.items()
        ],
        "wires": wires_of(wires),
    }


def _balance() -> dict[str, Any]:
    """Feedback of the divergent component of motion along the pattern."""
    state = {"rotation": "rotation", "position": "position", "joint_angles": "angles"}
    readings = ("angles", "rates", "loads", "gyro", "accelerometer", "standing")
    wires: Wires = [(name, f"state.{name}") for name in readings]
    wires += [(f"{name}.y", f"state.{name}") for name in REST]
    for name, port in (*state.items(), ("velocity", "velocity"), ("turning", "turning"), ("joint_rates", "rates")):
        wires.append((f"state.{name}", f"motion.{port}"))
    wires += [(f"state.{name}", f"shift.{port}") for name, port in state.items()]
    wires += [("motion.dcm", "pressure.dcm"), ("on", "pressure.on")]
    wires += [(name, f"pressure.{name}") for name in ("wanted", "pressure")]
    for name in ("places", "headings"):
        wires += [(f"motion.{name}", f"{user}.{name}") for user in ("pressure", "shift")] + [(f"motion.{name}", name)]
    wires += [("contacts", "pressure.contacts"), ("contacts", "shift.contacts")]
    wires += [("pressure", "shift.planned"), ("pressure.y", "shift.wanted"), ("shift.y", "voltages")]
    wires += [("motion.com_velocity", "pace.x"), ("pace.y", "pace")]
    return {
        "description": (
            "State from noisy sensors; where its divergent component of motion is off that of the pattern, the feet "
            "press elsewhere. Without it the robot walks by its joints alone."
        ),
        "inputs": {
            "on": {"kind": "boolean"},
            "wanted": {"shape": [2], "unit": "m", "description": "divergent component of motion of the pattern"},
            "pressure": {"shape": [2], "unit": "m", "description": "centre of pressure of the pattern"},
            "contacts": {"shape": [2], "description": "1 where a foot stands"},
            "standing": {"kind": "boolean"},
            "angles": ANGLES,
            "rates": RATES,
            "loads": {"shape": [2], "unit": "N"},
            "gyro": {"shape": [3], "unit": "rad/s"},
            "accelerometer": {"shape": [3], "unit": "m/s^2"},
        },
        "outputs": {
            "voltages": VOLTS,
            "places": {"shape": [4], "unit": "m", "description": "places of the feet"},
            "headings": {"shape": [2], "unit": "rad", "description": "headings of the feet"},
            "pace": {"unit": "m/s"},
        },
        "blocks": [
            *(block(name, "vector.constant", values=[0.0] * size) for name, size in REST.items()),
            block("state", "balance.estimate", **LEGS),
            block("motion", "balance.motion", **LEGS),
            block("pressure", "balance.pressure", **LEGS),
            block("shift", "walk.shift", **LEGS),
            block("pace", "vector.norm", n=3),
        ],
        "wires": wires_of(wires),
    }


def _drives() -> dict[str, Any]:
    """Voltages of both legs."""
    return {
        "description": "One vector of voltages becomes those of both legs.",
        "inputs": {"voltages": VOLTS},
        "outputs": {"left_leg": LEG, "right_leg": LEG},
        "blocks": [
            block("of_left", "vector.slice", n=14, start=1, length=7),
            block("of_right", "vector.slice", n=14, start=8, length=7),
        ],
        "wires": wires_of(
            [
                ("voltages", "of_left.x"), ("voltages", "of_right.x"), ("of_left.y", "left_leg"),
                ("of_right.y", "right_leg"),
            ]
        ),
    }  # fmt: skip


PARTS = {"lamps": "biped-lamps", "balance": "biped-balance", "drives": "biped-drives"}
"""Sub-schemes of both schemes, and the parts of the library that they are."""


def button_parts() -> list[dict[str, Any]]:
    """The parts of `PARTS`, as documents."""
    made = {"lamps": _lamps(), "balance": _balance(), "drives": _drives()}
    return [{"format": "pult.scheme", "version": 1, "name": PARTS[name], **part} for name, part in made.items()]


def buttons_scheme(name: str, gait: str) -> dict[str, Any]:
    """The scheme: buttons -> command logic -> pattern -> PD with feed-forward -> drives."""
    file = f"{gait}.gait.json"
    parts = {part["name"]: part for part in walking_parts()}
    legs, upper = parts["biped-sensed"]["inputs"], parts["biped-arms"]
    buttons = {
        "forward": "walk", "stop": "end the walk and stand", "left": "turn to the left", "right": "turn to the right",
    }  # fmt: skip
    wires: Wires = [(button, f"commands.{button}") for button in buttons if button != "stop"]
    wires += [("stop", "stopping.x1"), ("stopped", "stopping.x2"), ("stopping.y", "commands.stop")]
    wires += [("commands.row", "pattern.row"), ("pattern.angles", "tracking.wanted")]
    wires += [("pattern.rates", "tracking.wanted_rates"), ("pattern.feed_forward", "ahead.x1")]
    wires += [("balance.voltages", "ahead.x2"), ("ahead.y", "tracking.feed_forward")]
    wires += [(name, f"sensed.{name}") for name in legs]
    wires += [("sensed.angles", "tracking.angles"), ("sensed.speeds", "tracking.rates")]
    wires += [("tracking.y", "drives.voltages"), ("drives.left_leg", "left_leg"), ("drives.right_leg", "right_leg")]
    wires += [("feedback", "balance.on"), ("commands.row", "reference.row"), ("commands.walking", "rest.x")]
    wires += [("rest.y", "balance.standing"), ("rest.y", "standing")]
    wires += [("sensed.angles", "balance.angles"), ("sensed.speeds", "balance.rates")]
    wires += [("sensed.loads", "balance.loads"), ("gyro", "balance.gyro")]
    wires += [("accelerometer", "balance.accelerometer"), ("balance.pace", "pace")]
    wires += [(f"balance.{name}", f"reference.{name}") for name in ("places", "headings")]
    wires += [(f"reference.{name}", f"balance.{name}") for name in ("wanted", "pressure", "contacts")]
    wires += [("commands.command", "lamps.command"), ("commands.next", "lamps.next")]
    wires += [(f"lamps.{name}", name) for name in LAMPS]
    wires += [("commands.waiting", "waiting"), ("commands.steps", "steps_made")]
    wires += [(name, f"arms.{name}") for name in upper["inputs"]]
    wires += [(f"arms.{name}", name) for name in upper["outputs"]]
    return {
        "format": "pult.scheme",
        "version": 1,
        "name": name,
        "description": (
            "Walks by four buttons (paper 003): command logic, patterns that are planned once, and joints that follow "
            "them by PD with feed-forward. Balance along the pattern can be switched off."
        ),
        "inputs": {
            **{button: {"kind": "boolean", "description": f"button: {what}"} for button, what in buttons.items()},
            "stopped": {"kind": "boolean", "description": "a stop ends the walk in a stand"},
            "feedback": {"kind": "boolean", "description": "balance by the centre of pressure"},
            "gyro": {"shape": [3], "unit": "rad/s"},
            "accelerometer": {"shape": [3], "unit": "m/s^2"},
            **legs,
            **upper["inputs"],
        },
        "outputs": {
            "left_leg": LEG,
            "right_leg": LEG,
            **upper["outputs"],
            **_lamps()["outputs"],
            "standing": {"kind": "boolean", "description": "lamp: it stands on both feet"},
            "waiting": {"description": "indicator: number of commands that wait"},
            "steps_made": {"description": "indicator: steps so far"},
            "pace": {"unit": "m/s", "description": "gauge: speed of the centre of mass"},
        },
        "blocks": [
            block("stopping", "logic.or", n=2),
            block("commands", "walk.commands", gait=file, **LEGS),
            block("pattern", "walk.pattern", gait=file, **LEGS),
            block("ahead", "arithmetic.sum", shape=[14], signs="++"),
            block("tracking", "walk.tracking"),
            block("drives", "scheme.drives"),
            block("sensed", "scheme.sensed"),
            block("rest", "logic.not"),
            block("reference", "walk.reference", gait=file, **LEGS),
            block("balance", "scheme.balance"),
            block("lamps", "scheme.lamps"),
            block("arms", "scheme.arms"),
        ],
        "wires": wires_of(wires),
        "uses": {"sensed": "biped-sensed", "arms": "biped-arms", **PARTS},
        "notes": [
            {
                "text": "Paper 003: buttons -> command logic -> index into the arrays of patterns -> wanted angles -> "
                "PD -> voltages. The feed-forward and the balance are what it takes to walk in physics."
            }
        ],
    }  # fmt: skip
