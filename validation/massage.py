"""The long proofs of massage: strokes of PM-01 over the sphere by both controls, robustness, limits of stability.

    python validation/massage.py                 # all
    python validation/massage.py back_attempts   # some figures again, the others as they are

Writes validation/massage.json, from which `docs/build_pages.py` makes the page of proofs and `docs/make_massage.py` the
plots. A sample of each proof is in the tests.
"""

import json
import math
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import mujoco
import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from validation.causes import failure_rows
from validation.massage_limits import contact_step, force_damping
from validation.massage_trial import FAST, Listener, Trial, error, largest, noisy_world, opened, stroke
from validation.schemes import machine
from validation.seeds import drawn_seeds, rate_words, reliability, reliability_words

import pult
from pult.equipment.elements.kinds.contact import SurfaceContact
from pult.equipment.surface import Surface, cone_table
from pult.exercise.exercise import load_exercise
from pult.exercise.run import Outcome, run_attempt
from pult.motion.surface.chords import deviation_ratio, force_error
from pult.motion.surface.parameters import knot_parameters
from pult.sim.commands import Input, Stop
from pult.world.world import load_world

FILE = ROOT / "validation/massage.json"
POSITION = "massage-position"
BACK_FORCE = 8.0
"""That the exercise on the patient asks for [N]."""
RHO = 0.12 + 0.03 - 10.0 / 7000.0
"""Radius of the arc that the centre of the tool tip follows [m]."""


def stiff_arm() -> dict[str, Any]:
    """Gains of a position loop of 150 rad/s instead of 60."""
    scheme = json.loads((ROOT / "src/pult/catalog/massage/massage-position.scheme.json").read_text(encoding="utf-8"))
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
    listener = Listener(session, names)
    listener.columns += list(range(q.start, q.stop)) + list(range(v.start, v.stop))
    session.listen(listener)
    session.apply(Input(values={"run": True, "speed": 0.1, "force": 10.0}))
    session.advance(9000)
    rows = np.concatenate(listener.rows)
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
        listener = Listener(session, ("element.skin.normal", "sensor.stroke"))
        session.listen(listener)
        session.apply(Stop(reason="emergency stop"))
        session.advance(800)
        rows = np.concatenate(listener.rows)
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


def attempts(count: int) -> list[dict[str, Any]]:
    """The exercise by its pilot, over many seeds."""
    exercise, found = load_exercise("massage-stroke"), []
    for seed in drawn_seeds("massage stroke", count):
        outcome = run_attempt(exercise, seed=seed)
        found.append({**_judged(outcome), "time": outcome.time})
    return found


def _judged(outcome: Outcome) -> dict[str, Any]:
    """Figures of an attempt."""
    reason = outcome.score.limit or outcome.reason
    return {"seed": outcome.seed, "success": bool(outcome.success), "reason": reason}


def back_attempts(count: int) -> dict[str, list[dict[str, Any]]]:
    """The exercise on the patient by both pilots, over many seeds."""
    exercise = load_exercise("massage-patient")
    found: dict[str, list[dict[str, Any]]] = {}
    for name in ("semi-automatic", "position"):
        rows = []
        for seed in drawn_seeds("massage patient", count):
            outcome = run_attempt(exercise, name, seed)
            score = outcome.score
            figures = {name: metric.value for name, metric in score.metrics.items()}
            rows.append(
                {
                    **_judged(outcome),
                    "time": outcome.time,
                    "points": score.points,
                    "mean_error": figures["force_error"],
                    "least": figures["softest"],
                    "most": figures["hardest"],
                }
            )
        found[name] = rows
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
    "attempts": lambda: attempts(20),
    "back_attempts": lambda: back_attempts(20),
}
"""All figures, by name."""


def claims(found: dict[str, Any]) -> list[dict[str, Any]]:
    """The claims that the figures support."""
    rows: list[dict[str, Any]] = []

    def claim(text: str, figure: str, holds: bool) -> None:
        rows.append({"claim": text, "figure": figure, "holds": bool(holds)})

    position, force, fast = (found[name]["largest"] for name in ("position", "force", "fast"))
    claim(
        "position control through 7 knots over an arc of pi errs by 3.0 +- 0.3 times the wanted force",
        f"{position:.2f} times",
        abs(position - 3.0) <= 0.3,
    )
    claim("position-force control errs by at most 5 % at 25 mm/s", f"{100 * force:.1f} %", force <= 0.05)
    claim("with gains for faster strokes, by at most 2 % at 50 mm/s", f"{100 * fast:.1f} %", fast <= 0.02)
    for name, what in (("speeds", "9e4 and 600"), ("fast_speeds", "25e4 and 286")):
        slopes = np.array([e / v for v, e in found[name]])
        spread = float(np.abs(slopes / slopes.mean() - 1.0).max())
        figures = ", ".join(f"{100 * e:.2f} % at {1e3 * v:g} mm/s" for v, e in found[name])
        claim(
            f"its error is proportional to the speed within 20 %, gains {what}",
            f"{figures}; within {100 * spread:.0f} %",
            spread <= 0.2,
        )
    seven, thirteen = (next(row for row in found["knots"] if row["knots"] == k) for k in (7, 13))
    theory = deviation_ratio(math.pi / 6, 2)
    for arm, what in (("arm", "60 rad/s"), ("stiff", "150 rad/s")):
        ratio = thirteen[arm] / seven[arm]
        claim(
            f"13 knots instead of 7 leave the factor m of the formula within 10 %, position loops of {what}",
            f"{ratio:.3f} measured, {theory:.3f} by formula",
            abs(ratio / theory - 1.0) <= 0.1,
        )
    worst = max(found["robust"].values())
    claim(
        "errors stay under 7 % with half and twice the stiffness, a tool 30 % heavier, 4 ms of delay, noise of 0.2 N",
        "; ".join(f"{name} {100 * e:.1f} %" for name, e in found["robust"].items()),
        worst < 0.07,
    )
    claim("the force of the contact is c z + k z' to 1e-9 N", f"{found['law']:.1e} N at most", found["law"] <= 1e-9)
    retreat = found["retreat"]
    claim(
        "after an emergency stop the tool is off the surface within 0.2 s and drawn in within 0.5 s",
        f"{retreat['off']:.3f} s and {retreat['drawn_in']:.3f} s at most",
        retreat["off"] <= 0.2 and retreat["drawn_in"] <= 0.5,
    )
    for name, what in (
        ("step", "longest physics step, h^2 c/m + 2 h k/m = 4"),
        ("damping", "largest damping of the force law, h_c (kvf + kpf k/ke) = 2"),
    ):
        far = max(abs(row["found"] / row["formula"] - 1.0) for row in found["limits"][name])
        claim(
            f"limits of stability found numerically agree with the formula within 5 %: {what}",
            f"{len(found['limits'][name])} cases; within {100 * far:.2f} %",
            far <= 0.05,
        )
    worst = max(row["force"] for row in found["patient"].values())
    claim(
        "position-force control errs by at most 5 % at 25 mm/s on the back of the patient, through 12 knots over 0.4 m",
        "; ".join(
            f"{name} {100 * row['force']:.1f} % (position control {100 * row['position']:.0f} %)"
            for name, row in found["patient"].items()
        ),
        worst <= 0.05,
    )
    passed = sum(row["success"] for row in found["attempts"])
    claim(
        "the exercise is passed by its pilot, whatever the stiffness (4 to 12 N/mm) and place (to 4 mm) of the sphere",
        reliability_words(reliability(found["attempts"])),
        passed == len(found["attempts"]),
    )
    back = found["back_attempts"]["semi-automatic"]
    passed = sum(row["success"] for row in back)
    even = max(max(row["most"] / BACK_FORCE - 1.0, 1.0 - row["least"] / BACK_FORCE) for row in back)
    claim(
        "the exercise on the patient is passed by its pilot with a force error of at most 5 %, however soft the back is "
        "(2.5 to 8 N/mm) and however the patient lies (to 4 mm and 2 degrees)",
        f"{reliability_words(reliability(back))}; {100 * even:.1f} % at most",
        passed == len(back) and even <= 0.05,
    )
    position = found["back_attempts"]["position"]
    passed = sum(row["success"] for row in position)
    figure = f"{passed} of {len(position)} seeds passed; {rate_words(len(position) - passed, len(position))}"
    claim("position control alone does not pass it", figure, passed == 0)
    return rows  # fmt: skip


def main(names: list[str]) -> None:
    """Run all proofs, or those of some figures, and write the results."""
    unknown = set(names) - set(PARTS)
    if unknown:
        raise SystemExit(f"there are no figures {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}.")
    kept = json.loads(FILE.read_text(encoding="utf-8"))["figures"] if names else {}
    found = {name: part() if not names or name in names else kept[name] for name, part in PARTS.items()}
    report = {
        "title": "Massage",
        "about": "PM-01 over the sphere of the world massage; the force is that of the contact element, not of the sensor.",
        "command": "make validate",
        "machine": machine(),
        "version": pult.__version__,
        "claims": claims(found),
        "failures": [
            *failure_rows("massage-stroke (semi-automatic)", found["attempts"]),
            *failure_rows("massage-patient (semi-automatic)", found["back_attempts"]["semi-automatic"]),
        ],
        "figures": found,
    }
    FILE.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
