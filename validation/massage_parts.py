"""The figures of massage, each as a call of a sweep: strokes of PM-01 by both controls, robustness, limits of stability."""

import json
import math
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
from validation.massage_limits import contact_step, force_damping
from validation.massage_trial import FAST, SignalLog, Trial, error, largest, noisy_world, opened, stroke

import pult
from pult.core.shipped import document_file
from pult.equipment.elements.kinds.contact import SurfaceContact
from pult.equipment.surface import Surface, cone_table
from pult.motion.surface.chords import force_error
from pult.motion.surface.parameters import knot_parameters
from pult.sim.commands import Input, Stop
from pult.world.world import load_world

POSITION = "massage-position"
RHO = 0.12 + 0.03 - 10.0 / 7000.0
"""Radius of the arc that the centre of the tool tip follows [m]."""


def stiff_arm() -> dict[str, Any]:
    """Gains of a position loop of 150 rad/s instead of 60."""
    scheme = json.loads(document_file("scheme", POSITION).read_text(encoding="utf-8"))
    servo = next(block for block in scheme["blocks"] if block["id"] == "servo")["parameters"]
    ratio = 150.0 / 60.0
    return {"servo.kp": [k * ratio**2 for k in servo["kp"]], "servo.kd": [k * ratio for k in servo["kd"]]}


def curve(trial: Trial) -> dict[str, Any]:
    """Force along a stroke, thinned out for a plot."""
    rows = stroke(trial)
    on = rows["output.stage"] == 3
    time, normal = rows["time"][on], rows["element.skin.normal"][on]
    return {
        "time": [round(float(t - time[0]), 3) for t in time[::40]],
        "force": [round(float(n), 3) for n in normal[::40]],
        "largest": float(np.abs(error(trial, rows)).max()),
    }


def against_knots() -> list[dict[str, float]]:
    """Error of position control over the number of knots: for the arm as it is, for a stiff one, and by theory."""
    found = []
    stiff = stiff_arm()
    for knots in (5, 7, 9, 13, 19, 25):
        theory = force_error(7000.0, RHO, math.pi, knots - 1) / 10.0
        found.append(
            {
                "knots": knots,
                "theory": theory,
                "arm": largest(Trial(POSITION, knots=knots)),
                "stiff": largest(Trial(POSITION, knots=knots, parameters=stiff)),
            }
        )
    return found


def robust(folder: Path) -> dict[str, float]:
    """Largest error of position-force control when a parameter differs from its assumed value."""
    noisy_world(folder, 0.2)
    trials: dict[str, tuple[Trial, Path | None]] = {
        "as planned": (Trial(), None),
        "half the stiffness": (Trial(stiffness=3500.0), None),
        "twice the stiffness": (Trial(stiffness=14000.0), None),
        "tool 30 % heavier": (Trial(mass=1.3), None),
        "sensor 4 ms late": (Trial(delay=0.004), None),
        "sensor noise of 0.2 N": (Trial(noise=0.2), folder),
    }
    return {name: largest(trial, place) for name, (trial, place) in trials.items()}


def law(folder: Path) -> float:
    """Largest difference of the contact's force from c z + k z' of the state it was computed from [N].

    With one physics step in a control step, the reading in a row belongs to the state in the row before.
    """
    noisy_world(folder, 0.0, timestep=0.001)
    session = opened(Trial(), folder)
    names = ("element.skin.normal", "element.skin.depth")
    q, v = session.channels["qpos"], session.channels["qvel"]
    log = SignalLog(session, names)
    log.columns += list(range(q.start, q.stop)) + list(range(v.start, v.stop))
    session.listen(log)
    session.apply(Input(values={"run": True, "speed": 0.1, "force": 10.0}))
    session.advance(9000)
    rows = np.concatenate(log.rows)
    model = load_world("massage").model
    data = mujoco.MjData(model)
    ball, pad, centre = model.site("ball").id, model.body("pad").id, np.array([0.4, 0.0, 0.3])
    jacobian, worst, pressed = np.zeros((3, model.nv)), 0.0, 0
    for before, after in zip(rows[:-1:7], rows[1::7], strict=False):
        data.qpos[:], data.qvel[:] = before[2 : 2 + model.nq], before[2 + model.nq :]
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        way = data.site_xpos[ball] - centre
        far = float(np.linalg.norm(way))
        z = 0.15 - far
        mujoco.mj_jac(model, data, jacobian, None, data.site_xpos[ball], pad)
        rate = -float(way @ (jacobian @ data.qvel)) / far
        wanted = max(0.0, 7000.0 * z + 20.0 * rate) if z > 0.0 else 0.0
        worst = max(worst, abs(wanted - after[0]), abs(z - after[1]) * 7000.0)
        pressed += wanted > 0.0
    if pressed < 500:
        raise RuntimeError("the tool hardly pressed.")
    return worst


def retreat() -> dict[str, float]:
    """Emergency stops at several places of a stroke: times until contact ends and until the tool is retracted [s]."""
    off, drawn = 0.0, 0.0
    for seconds in (5.2, 8.0, 12.0, 16.0, 20.0):
        session = opened(Trial())
        session.apply(Input(values={"run": True}))
        session.advance(round(seconds * 1000))
        log = SignalLog(session, ("element.skin.normal", "sensor.stroke"))
        session.listen(log)
        session.apply(Stop(reason="emergency stop"))
        session.advance(800)
        rows = np.concatenate(log.rows)
        off = max(off, float(np.flatnonzero(rows[:, 0] > 0.0)[-1] + 1) * 1e-3)
        drawn = max(drawn, float(np.flatnonzero(rows[:, 1] > 0.002)[-1] + 1) * 1e-3)
    return {"off": off, "drawn_in": drawn}


def patient() -> dict[str, dict[str, float]]:
    """Largest errors of both controls along the back of the patient: beside the spine, and in its groove."""
    world = load_world("massage-patient")
    skin = world.document.elements["skin"]
    if not isinstance(skin, SurfaceContact):
        raise TypeError("the patient has another surface.")
    place = world.model.body("patient").pos
    table = cone_table([(cone.begin, cone.end, cone.radii) for cone in skin.cones])
    surface = Surface(table, skin.blend, np.array(place), np.eye(3))
    found = {}
    for name, x in (("right of the spine", 0.06), ("left of the spine", -0.06), ("along the spine", 0.0)):
        over = [place + np.array([x, y, 0.11]) for y in np.linspace(-0.2, 0.2, 12)]
        points = np.array([surface.project(p) for p in over])
        knots = knot_parameters(points, np.array([surface.normal(p) for p in points]))
        known = {**knots, "path.stiffness": skin.stiffness}
        found[name] = {
            "force": largest(Trial(world="massage-patient", parameters={**known, "tool.law.ke": skin.stiffness})),
            "position": largest(Trial(POSITION, world="massage-patient", parameters=known)),
        }
    return found


def limits() -> dict[str, list[dict[str, float]]]:
    """Limits of stability, found and by formula."""
    steps = [(1.0, 6e3, 50.0), (1.0, 7e3, 20.0), (1.0, 1e6, 1e3), (0.5, 2e4, 0.5)]
    gains = [(1.0, 7e3, 20.0, 9e4, 1e-3), (1.0, 7e3, 20.0, 4e4, 1e-3), (1.0, 7e3, 50.0, 4e4, 2e-3),
             (1.3, 4e3, 30.0, 9e4, 1e-3), (1.0, 7e3, 20.0, 25e4, 1e-3)]  # fmt: skip
    found: dict[str, list[dict[str, float]]] = {"step": [], "damping": []}
    for mass, c, k in steps:
        h, formula = contact_step(mass, c, k)
        found["step"].append({"mass": mass, "c": c, "k": k, "found": h, "formula": formula})
    for mass, c, k, kpf, control in gains:
        kvf, formula = force_damping(mass, c, k, kpf, control)
        row = {"mass": mass, "c": c, "k": k, "kpf": kpf, "control": control, "found": kvf, "formula": formula}
        found["damping"].append(row)
    return found


def in_folder(part: Callable[[Path], Any]) -> Any:
    """Run a trial that needs files of its own in a temporary folder."""
    with tempfile.TemporaryDirectory() as folder:
        return part(Path(folder))


PARTS: dict[str, Callable[[], Any]] = {
    "position": lambda: curve(Trial(POSITION)),
    "force": lambda: curve(Trial()),
    "fast": lambda: curve(Trial(speed=0.05, parameters=FAST)),
    "speeds": lambda: [[v, largest(Trial(speed=v))] for v in (0.0125, 0.025, 0.0375, 0.05)],
    "fast_speeds": lambda: [[v, largest(Trial(speed=v, parameters=FAST))] for v in (0.025, 0.05, 0.075, 0.1)],
    "knots": against_knots,
    "robust": lambda: in_folder(robust),
    "law": lambda: in_folder(law),
    "retreat": retreat,
    "limits": limits,
    "patient": patient,
}
"""All figures, by name."""


def part(*, seed: int, name: str) -> pult.Figures:  # noqa: ARG001 - strokes draw their noise themselves
    """One of the figures, by name."""
    return pult.Figures(data={"figure": PARTS[name]()})
