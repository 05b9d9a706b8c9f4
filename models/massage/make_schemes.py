"""Makes the schemes of PM-01: `python -m models.massage.make_schemes` in the root.

Both are the same except for the tool on the surface: its stroke is held, or it presses by the force law of paper 001.
Gains of the joints follow from the inertia that each of them sees over the middle of the workspace.
"""

from pathlib import Path
from typing import Any

import mujoco
import numpy as np
from models.massage.table import LINKS, Tool

from pult.scheme.document import format_scheme, read_scheme_document
from pult.world.world import load_world

FOLDER = Path(__file__).resolve().parents[2] / "src/pult/catalog/massage"
LIBRARY = FOLDER.parent / "library"
BANDWIDTH = 60.0
"""Of the position loops [rad/s]."""
STEP = 0.001
GRAVITY = 9.81

INPUTS: dict[str, dict[str, Any]] = {
    "run": {"description": "the tool goes along the path", "kind": "boolean"},
    "force": {"description": "wanted force", "unit": "N"},
    "speed": {"description": "wanted speed along the path", "unit": "m/s"},
    "retract": {"description": "the tool is drawn in, until the path is started again", "kind": "boolean"},
    "enable": {"description": "enabling switch", "kind": "boolean"},
    "angles": {"description": "angle sensors of the joints", "shape": [6], "unit": "rad"},
    "speeds": {"description": "speed sensors of the joints", "shape": [6], "unit": "rad/s"},
    "stroke": {"description": "how far the tool is out", "unit": "m"},
    "stroke_speed": {"description": "its speed", "unit": "m/s"},
    "force_tool": {"description": "force sensor beyond the drive of the tool, in its axes", "shape": [3], "unit": "N"},
}
OUTPUTS: dict[str, dict[str, Any]] = {
    "motors": {"description": "voltages of the joints' motors", "shape": [6], "unit": "V"},
    "press": {"description": "normalised voltage of the tool's drive", "shape": [1], "unit": "V"},
    "pressed": {"description": "gauge: force on the surface", "unit": "N"},
    "force_wanted": {"description": "force that is wanted now", "unit": "N"},
    "force_error": {"description": "wanted force less that on the surface, while it presses", "unit": "N"},
    "force_off": {"description": "size of the force error", "unit": "N"},
    "progress": {"description": "gauge: share of the pass that is done"},
    "stage": {"description": "0 waits, 1 approach, 2 descent, 3 stroke, 4 lift, 5 done"},
    "done": {"description": "lamp: the pass is done", "kind": "boolean"},
    "pressing": {"description": "lamp: the tool presses on the surface", "kind": "boolean"},
    "retracted": {"description": "lamp: the tool is drawn in", "kind": "boolean"},
    "out_of_reach": {"description": "lamp: the arm cannot go there", "kind": "boolean"},
}


def felt_inertia() -> list[float]:
    """Inertia seen by each joint in the pose home, its own motor included [kg m^2]."""
    world = load_world("massage")
    data = mujoco.MjData(world.model)
    data.qpos[:] = world.start()
    mujoco.mj_forward(world.model, data)
    matrix = np.zeros((world.model.nv, world.model.nv))
    mujoco.mj_fullM(world.model, data, matrix)
    return [float(matrix[i, i]) for i in range(len(LINKS))]


def rounded(values: list[float]) -> list[float]:
    """Round to four digits."""
    return [float(f"{value:.4g}") for value in values]


def blocks() -> list[dict[str, Any]]:
    """Blocks of the scheme."""
    inertia = felt_inertia()
    per_volt = [link.gear * link.torque_constant / link.resistance for link in LINKS]
    back = [link.gear * link.torque_constant for link in LINKS]
    kp = [i * BANDWIDTH**2 / k for i, k in zip(inertia, per_volt, strict=True)]
    # the motor itself brakes by its back-EMF, and the gear by its viscous friction: the controller adds the rest
    viscous = [link.viscous * link.gear**2 for link in LINKS]
    rest = zip(inertia, viscous, per_volt, back, strict=True)
    kd = [(2.0 * i * BANDWIDTH - d) / k - b for i, d, k, b in rest]
    arm = {"chain": "arm", "joints": 6}
    exact = {"tolerance": 1e-7, "angle_tolerance": 1e-6}
    return [
        {"id": "where", "type": "kinematics.pose", "parameters": arm},
        {"id": "safe", "type": "scheme.safe"},
        {"id": "path", "type": "kinematics.surface_path"},
        {"id": "last", "type": "control.memory", "parameters": {"n": 6}},
        {"id": "ik", "type": "kinematics.ik_pose", "parameters": {**arm, **exact}},
        {"id": "servo", "type": "control.pd", "shape": [6],
         "parameters": {"kp": rounded(kp), "kd": rounded(kd), "u_max": "motors"}},
        {"id": "weight", "type": "kinematics.gravity", "parameters": arm},
        {"id": "hold", "type": "arithmetic.gain", "shape": [6],
         "parameters": {"k": rounded([1 / k for k in per_volt])}},
        {"id": "voltage", "type": "arithmetic.sum", "shape": [6]},
        {"id": "axis", "type": "scheme.axis"},
        {"id": "sensed", "type": "scheme.sensed"},
        {"id": "tool", "type": "scheme.tool"},
        {"id": "shown", "type": "scheme.shown"},
        {"id": "short", "type": "logic.not"},
    ]  # fmt: skip


def wires(*pairs: str) -> list[dict[str, str]]:
    """Wires, each written 'from -> to'."""
    ends = [pair.split(" -> ") for pair in pairs]
    return [{"from": begin, "to": end} for begin, end in ends]


TOP = wires(
    "angles -> where.q", "run -> safe.run", "retract -> safe.retract", "enable -> safe.enable",
    "path.press -> safe.press", "path.out -> safe.out",
    "stroke -> safe.stroke", "sensed.y -> safe.force",
    "where.position -> path.at", "where.quaternion -> path.turned", "force -> path.force", "speed -> path.speed",
    "run -> path.run", "safe.wait -> path.wait",
    "ik.angles -> last.x", "angles -> last.start", "last.y -> ik.q", "path.position -> ik.position",
    "path.quaternion -> ik.quaternion", "ik.angles -> servo.wanted", "angles -> servo.angle", "speeds -> servo.speed",
    "angles -> weight.q", "weight.torques -> hold.x", "servo.y -> voltage.x1", "hold.y -> voltage.x2",
    "voltage.y -> motors",
    "where.quaternion -> axis.quaternion", "force_tool -> sensed.reading", "axis.y -> sensed.axis",
    "safe.engaged -> tool.engaged", "safe.withdrawn -> tool.withdrawn", "path.out -> tool.out",
    "path.wanted -> tool.wanted", "sensed.y -> tool.measured", "stroke -> tool.stroke", "stroke_speed -> tool.speed",
    "axis.y -> tool.axis", "tool.u -> press",
    "path.wanted -> shown.wanted", "sensed.y -> shown.measured", "safe.engaged -> shown.engaged",
    "path.stage -> shown.stage", "stroke -> shown.stroke",
    "sensed.y -> pressed", "path.wanted -> force_wanted", "shown.error -> force_error",
    "shown.off -> force_off", "path.progress -> progress",
    "path.stage -> stage", "shown.done -> done", "safe.engaged -> pressing", "shown.retracted -> retracted",
    "ik.reached -> short.x", "short.y -> out_of_reach",
)  # fmt: skip

SAFE: dict[str, Any] = {
    "description": "When the tool presses: from the first touch on, or where it should have touched. When it is drawn "
    "in: by the button, by the enabling switch, or because "
    "a stop let its spring draw it in. It comes out again when the path is started anew.",
    "inputs": {
        "run": {"kind": "boolean"}, "retract": {"kind": "boolean"}, "enable": {"kind": "boolean"},
        "press": {"description": "the path is on the surface", "kind": "boolean"},
        "out": {"description": "the path is on the surface, or goes down to it", "kind": "boolean"},
        "stroke": {"unit": "m"}, "force": {"unit": "N"},
    },
    "outputs": {
        "withdrawn": {"kind": "boolean"}, "engaged": {"description": "force control", "kind": "boolean"},
        "wait": {"kind": "boolean"},
    },
    "blocks": [
        {"id": "disabled", "type": "logic.not"},
        {"id": "slipped_in", "type": "logic.compare", "inputs": {"b": 0.004}, "parameters": {"operator": "<"}},
        {"id": "as_number", "type": "logic.to_number"},
        {"id": "before", "type": "digital.unit_delay"},
        {"id": "was_engaged", "type": "logic.to_boolean"},
        {"id": "stopped", "type": "logic.and"},
        {"id": "draw_in", "type": "logic.or", "parameters": {"n": 3}},
        {"id": "started", "type": "logic.rising_edge"},
        {"id": "latch", "type": "logic.sr_flip_flop", "parameters": {"dominant": "set"}},
        {"id": "far_out", "type": "logic.compare", "inputs": {"b": 0.027}, "parameters": {"operator": ">"}},
        {"id": "touches", "type": "logic.compare", "inputs": {"b": 1.0}, "parameters": {"operator": ">"}},
        {"id": "extended", "type": "logic.and"},
        {"id": "either", "type": "logic.or"},
        {"id": "ready", "type": "logic.and"},
        {"id": "off", "type": "logic.not"},
        {"id": "not_now", "type": "logic.or"},
        {"id": "engage", "type": "logic.sr_flip_flop", "parameters": {"dominant": "reset"}},
        {"id": "not_engaged", "type": "logic.not"},
        {"id": "pending", "type": "logic.and"},
        {"id": "waits", "type": "logic.or"},
    ],
    "wires": wires(
        "enable -> disabled.x", "stroke -> slipped_in.a", "engage.y -> as_number.x",
        "as_number.y -> before.x", "before.y -> was_engaged.x", "slipped_in.y -> stopped.x1",
        "was_engaged.y -> stopped.x2", "retract -> draw_in.x1", "disabled.y -> draw_in.x2", "stopped.y -> draw_in.x3",
        "run -> started.x", "draw_in.y -> latch.set", "started.y -> latch.reset", "latch.y -> withdrawn",
        "stroke -> far_out.a", "far_out.y -> extended.x1", "press -> extended.x2", "force -> touches.a",
        "extended.y -> either.x1", "touches.y -> either.x2", "out -> ready.x1", "either.y -> ready.x2",
        "ready.y -> engage.set", "out -> off.x", "off.y -> not_now.x1",
        "latch.y -> not_now.x2", "not_now.y -> engage.reset", "engage.y -> engaged", "engage.y -> not_engaged.x",
        "press -> pending.x1", "not_engaged.y -> pending.x2", "latch.y -> waits.x1", "pending.y -> waits.x2",
        "waits.y -> wait",
    ),
}  # fmt: skip

AXIS: dict[str, Any] = {
    "description": "How far the tool points up: the third component of its axis.",
    "inputs": {"quaternion": {"shape": [4]}},
    "outputs": {"y": {}},
    "blocks": [
        {"id": "along", "type": "vector.constant", "parameters": {"values": [0.0, 0.0, 1.0]}},
        {"id": "turned", "type": "vector.rotate_quaternion"},
        {"id": "up", "type": "vector.select", "parameters": {"index": 3}},
    ],
    "wires": wires("along.y -> turned.x", "quaternion -> turned.quaternion", "turned.y -> up.x", "up.y -> y"),
}

SENSED: dict[str, Any] = {
    "description": "Force on the surface: the sensor's along the axis, less the weight of what is beyond the sensor.",
    "inputs": {"reading": {"shape": [3], "unit": "N"}, "axis": {}},
    "outputs": {"y": {"unit": "N"}},
    "blocks": [
        {"id": "along", "type": "vector.select", "parameters": {"index": 3}},
        {"id": "weight", "type": "arithmetic.gain", "parameters": {"k": Tool.BALL_MASS * GRAVITY}},
        {"id": "tared", "type": "arithmetic.sum", "parameters": {"signs": "+-"}},
    ],
    "wires": wires("reading -> along.x", "axis -> weight.x", "along.y -> tared.x1", "weight.y -> tared.x2",
                   "tared.y -> y"),
}  # fmt: skip


def tool(force: bool) -> dict[str, Any]:
    """The tool's own control."""
    mass = Tool.CARRIAGE_MASS + Tool.BALL_MASS
    law: dict[str, Any] = {"id": "law", "type": "control.press", "parameters": {"mass": mass}}
    if not force:
        law["inputs"] = {"press": False}
    return {
        "description": "The tool's drive: the force law while it presses, else a held stroke; its weight, its spring "
        "and the back-EMF of its motor are made up for.",
        "inputs": {
            "engaged": {"kind": "boolean"}, "withdrawn": {"kind": "boolean"}, "out": {"kind": "boolean"},
            "wanted": {"unit": "N"}, "measured": {"unit": "N"}, "stroke": {"unit": "m"}, "speed": {"unit": "m/s"},
            "axis": {},
        },
        "outputs": {"u": {"shape": [1], "unit": "V"}},
        "blocks": [
            {"id": "free", "type": "logic.not"},
            {"id": "comes_out", "type": "logic.and"},
            {"id": "target", "type": "logic.switch", "inputs": {"a": Tool.MIDDLE, "b": 0.0}},
            law,
            {"id": "weight", "type": "arithmetic.gain", "parameters": {"k": mass * GRAVITY}},
            {"id": "spring", "type": "arithmetic.gain", "parameters": {"k": Tool.SPRING}},
            {"id": "asked", "type": "arithmetic.sum", "inputs": {"x4": Tool.PRELOAD}, "parameters": {"signs": "++++"}},
            {"id": "by_force", "type": "arithmetic.gain", "parameters": {"k": 1.0 / Tool.STALL_FORCE}},
            {"id": "by_speed", "type": "arithmetic.gain", "parameters": {"k": 1.0 / Tool.NO_LOAD_SPEED}},
            {"id": "voltage", "type": "arithmetic.sum"},
            {"id": "one", "type": "vector.mux", "parameters": {"n": 1}},
        ],
        "wires": wires(
            "withdrawn -> free.x", "free.y -> comes_out.x1", "out -> comes_out.x2", "comes_out.y -> target.condition",
            "wanted -> law.wanted", "measured -> law.measured", "target.y -> law.target", "stroke -> law.stroke",
            "speed -> law.rate", "axis -> weight.x", "stroke -> spring.x", "law.y -> asked.x1", "weight.y -> asked.x2",
            "spring.y -> asked.x3", "asked.y -> by_force.x", "speed -> by_speed.x", "by_force.y -> voltage.x1",
            "by_speed.y -> voltage.x2", "voltage.y -> one.x1", "one.y -> u",
        ) + (wires("engaged -> law.press") if force else []),
    }  # fmt: skip


SHOWN: dict[str, Any] = {
    "description": "What the operator is shown.",
    "inputs": {
        "wanted": {"unit": "N"}, "measured": {"unit": "N"}, "engaged": {"kind": "boolean"}, "stage": {},
        "stroke": {"unit": "m"},
    },
    "outputs": {
        "error": {"unit": "N"}, "off": {"unit": "N"}, "done": {"kind": "boolean"}, "retracted": {"kind": "boolean"},
    },
    "blocks": [
        {"id": "less", "type": "arithmetic.sum", "parameters": {"signs": "+-"}},
        {"id": "while_pressing", "type": "logic.switch", "inputs": {"b": 0.0}},
        {"id": "size", "type": "arithmetic.absolute"},
        {"id": "last", "type": "logic.compare", "inputs": {"b": 4.5}, "parameters": {"operator": ">"}},
        {"id": "in", "type": "logic.compare", "inputs": {"b": 0.004}, "parameters": {"operator": "<"}},
    ],
    "wires": wires(
        "wanted -> less.x1", "measured -> less.x2", "less.y -> while_pressing.a", "engaged -> while_pressing.condition",
        "while_pressing.y -> error",
        "while_pressing.y -> size.x", "size.y -> off", "stage -> last.a", "last.y -> done",
        "stroke -> in.a", "in.y -> retracted",
    ),
}  # fmt: skip


PARTS: dict[str, dict[str, Any]] = {"safe": SAFE, "axis": AXIS, "sensed": SENSED, "shown": SHOWN}


def scheme(force: bool) -> dict[str, Any]:
    """One of the two schemes."""
    how = (
        "the tool presses with the wanted force" if force else "the tool is held: the force follows from the path alone"
    )
    made = {
        "format": "pult.scheme",
        "version": 1,
        "name": "massage-force" if force else "massage-position",
        "description": f"PM-01 leads a tool over a surface (paper 001, part A): joints under position control, {how}.",
        "step": STEP,
        "inputs": INPUTS,
        "outputs": OUTPUTS,
        "blocks": blocks(),
        "wires": TOP,
        "uses": {name: f"massage-{name}" for name in PARTS},
        "schemes": {"tool": tool(force)},
    }
    return made


def part(name: str) -> dict[str, Any]:
    """A part that both schemes use."""
    return {"format": "pult.scheme", "version": 1, "name": f"massage-{name}", "step": STEP, **PARTS[name]}


def main() -> None:
    """Write both schemes and their parts."""
    made = [(FOLDER, scheme(force)) for force in (False, True)] + [(LIBRARY, part(name)) for name in PARTS]
    for folder, data in made:
        document, _, _ = read_scheme_document(data)
        (folder / f"{data['name']}.scheme.json").write_text(format_scheme(document), encoding="utf-8")


if __name__ == "__main__":
    main()
