"""Draws pushes for the docs: `python -m models.biped.pushes` writes `docs/assets/biped-push.svg` and `biped-lean.svg`.

The robot walks and is pushed at the chest. First picture, with steps that catch: above, divergent component of motion,
centre of pressure and centre of mass across the way over time; below, the floor from above with footholds. Second
picture, by the soles alone: error of the divergent component, centre of pressure in the sole, and tilt of the torso.
"""

import math
from pathlib import Path

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
import mujoco
import numpy as np
from matplotlib.patches import Polygon
from models.biped.table import HALF_WIDTH, HEEL, TOE
from validation.biped_trial import begin_push, push_now

import pult
from pult.sim.commands import Arm, Input, Push

ASSETS = Path(__file__).parents[2] / "docs/assets"
BLUE, RUST, GREY, TEAL = "#2460c4", "#a84406", "#8c9aa1", "#2f7f7f"
FORCE, DURATION = [0.0, 220.0, 0.0], 0.1
"""The push [N, s]: 22 N s to the left."""
BEFORE, AFTER = 120, 230
"""Control steps that are shown before and after the push."""
LEANING_SEED, LEANING_AFTER = 20, 160
"""Seed of the proof's draw with a push nearly straight to the side, and control steps that are shown after it."""


def run() -> tuple[np.ndarray, list[np.ndarray], float]:
    """Rows of time, DCM, centre of pressure, centre of mass; footprints as corners; and the time of the push."""
    session = pult.open_session(pult.Setup(world="biped", scheme="biped", panel="biped", seed=3))
    for command in (Arm(), Input(values={"enable": True, "feedback": True, "catch": True})):
        session.apply(command)
    session.advance(50)
    session.apply(Input(values={"joystick": [0.8, 0.0, 0.0]}))
    session.advance(300)
    model, data = session.model, session.data
    pelvis, rows, prints = model.body("pelvis").id, [], []
    sole = np.array([[-HEEL, -HALF_WIDTH], [TOE, -HALF_WIDTH], [TOE, HALF_WIDTH], [-HEEL, HALF_WIDTH]])
    before = np.zeros(2)
    for step in range(BEFORE + AFTER):
        if step == BEFORE:
            pushed = session.time
            session.apply(Push(body="chest", force=FORCE, duration=DURATION))
        session.advance(1)
        mujoco.mj_subtreeVel(model, data)
        com, speed = data.subtree_com[pelvis][:2].copy(), data.subtree_linvel[pelvis][:2]
        signal = {name: session.row[session.channels.find(name).place] for name in ("scheme.steps.contacts",)}
        dcm = com + speed * np.sqrt(1.2 / 9.81)
        rows.append([session.time, *dcm, *_pressure(session), *com])
        stands = signal["scheme.steps.contacts"].copy()
        for foot, side in enumerate(("left", "right")):
            if stands[foot] > 0.5 and before[foot] < 0.5:
                site = data.site(f"{side}_sole")
                prints.append(sole @ site.xmat.reshape(3, 3)[:2, :2].T + site.xpos[:2])
        before = stands
    return np.array(rows), prints, pushed


def _pressure(session: pult.Session) -> np.ndarray:
    """Centre of pressure from the contacts of the floor [m]; not a number while nothing touches. Shape (2,)."""
    model, data = session.model, session.data
    total, point, force = 0.0, np.zeros(2), np.zeros(6)
    for number in range(data.ncon):
        contact = data.contact[number]
        if 0 in (model.geom_bodyid[contact.geom1], model.geom_bodyid[contact.geom2]):
            mujoco.mj_contactForce(model, data, number, force)
            point, total = point + force[0] * contact.pos[:2], total + force[0]
    return point / total if total > 1.0 else np.full(2, np.nan)


def lean() -> np.ndarray:
    """Rows of time since the push [s], and to the left: error of the divergent component [m], centre of pressure in the
    sole of the foot that stands alone [m], tilt of the torso [rad].
    """
    session, impulse, _ = begin_push(seed=LEANING_SEED, forward=22.0, lateral=10.0, catch=False, standing=False)
    push_now(session, impulse)
    data, rows = session.data, []
    for step in range(LEANING_AFTER):
        session.advance(1)
        names = ("motion.dcm", "steps.wanted", "steps.contacts")
        dcm, wanted, stands = (session.row[session.channels.find(f"scheme.{name}").place] for name in names)
        R = data.body("pelvis").xmat.reshape(3, 3)
        left = np.array([-R[1, 0], R[0, 0]]) / math.hypot(R[0, 0], R[1, 0])
        pressed, sole = _pressure(session), data.site("left_sole" if stands[0] > 0.5 else "right_sole")
        inside = float(left @ (pressed - sole.xpos[:2])) if stands.sum() < 1.5 else math.nan
        inside = inside if abs(inside) < HALF_WIDTH + 0.001 else math.nan  # the weight is on the other foot yet
        rows.append([(step + 1) * session.dt, float(left @ (dcm - wanted)), inside, math.asin(float(left @ R[:2, 2]))])
    return np.array(rows)


def draw_lean() -> None:
    """Draw what a leaning torso does where the sole is at its edge."""
    rows = lean()
    figure, (above, below) = plt.subplots(
        2, 1, figsize=(9.0, 4.6), layout="constrained", sharex=True, height_ratios=(2, 1)
    )
    above.axhspan(-1000.0 * HALF_WIDTH, 1000.0 * HALF_WIDTH, color=GREY, alpha=0.15, linewidth=0.0, label="sole")
    above.plot(rows[:, 0], 1000.0 * rows[:, 1], color=BLUE, label=r"error of the divergent component $\xi - \xi^*$")
    above.plot(rows[:, 0], 1000.0 * rows[:, 2], color=RUST, linewidth=0.8, label="centre of pressure in the sole")
    above.set(ylabel="to the left [mm]", ylim=(-70.0, 70.0), xlim=(0.0, rows[-1, 0]))
    above.legend(frameon=False, ncols=3, loc="upper center", bbox_to_anchor=(0.5, 1.18))
    below.plot(rows[:, 0], np.degrees(rows[:, 3]), color=TEAL)
    below.set(xlabel="time since the push began [s]", ylabel="tilt of the torso [deg]")
    for axes in (above, below):
        axes.axvspan(0.0, DURATION, color=GREY, alpha=0.4, linewidth=0.0)
    figure.savefig(ASSETS / "biped-lean.svg", metadata={"Date": None})


def main() -> None:
    """Draw both."""
    draw_lean()
    rows, prints, pushed = run()
    time = rows[:, 0] - pushed
    figure, (above, below) = plt.subplots(2, 1, figsize=(9.0, 6.4), layout="constrained", height_ratios=(1, 1.3))
    above.plot(time, rows[:, 2], color=BLUE, label=r"divergent component $\xi$")
    above.plot(time, rows[:, 4], color=RUST, linewidth=0.8, label="centre of pressure")
    above.plot(time, rows[:, 6], color=TEAL, label="centre of mass")
    above.axvspan(0.0, DURATION, color=GREY, alpha=0.4, linewidth=0.0, label=f"push of {FORCE[1] * DURATION:.0f} N s")
    above.set(xlabel="time [s]", ylabel="to the left, y [m]", xlim=(time[0], time[-1]))
    above.legend(frameon=False, ncols=4, loc="upper center", bbox_to_anchor=(0.5, 1.16))
    for corners in prints:
        below.add_patch(Polygon(corners, closed=True, fill=False, edgecolor=GREY))
    below.plot(rows[:, 1], rows[:, 2], color=BLUE)
    below.plot(rows[:, 3], rows[:, 4], color=RUST, linewidth=0.6)
    below.plot(rows[:, 5], rows[:, 6], color=TEAL)
    at = rows[BEFORE]
    below.annotate("", xy=(at[5], at[6] + 0.02), xytext=(at[5], at[6] - 0.22), arrowprops={"arrowstyle": "->", "lw": 2})
    below.set(xlabel="x [m]", ylabel="y [m]", aspect="equal")
    figure.savefig(ASSETS / "biped-push.svg", metadata={"Date": None})


if __name__ == "__main__":
    main()
