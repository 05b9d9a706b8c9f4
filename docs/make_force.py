"""Makes the pictures of the page on force control: python docs/make_force.py."""

import sys
import tempfile
from pathlib import Path

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.sim.force_lab import HAND_MASS, Arm, clamp, tip_pose, wall

import pult
from pult.geometry.rotation import quaternion_from_matrix
from pult.scheme.draw import draw_scheme
from pult.sim.commands import Reset, SetParameter

ASSETS = ROOT / "docs/assets"
BLUE, TEAL, RUST, GREY = "#2460c4", "#076c77", "#a84406", "#8c9aa1"


def drawings() -> None:
    """The schemes, as the editor shows them."""
    for path in sorted((ROOT / "src/pult/catalog/arms").glob("force-*.scheme.json")):
        name = path.name.removesuffix(".scheme.json")
        (ASSETS / f"{name}.svg").write_text(draw_scheme(pult.load_scheme(path)), encoding="utf-8")
    wrist = pult.load_scheme(ROOT / "src/pult/catalog/arms/force-wrist.scheme.json")
    (ASSETS / "force-law.svg").write_text(draw_scheme(wrist, "force_law"), encoding="utf-8")


def clamped(folder: Path) -> list[tuple[str, str, np.ndarray]]:
    """Force of a clamped hand with dry friction in its joints, for some gains."""
    arm, found = Arm(folder, "force-wrist", weld=clamp(), plain=True), []
    for kp, ki, interval, colour in ((0.0, 0.0, 5.0, GREY), (0.2, 0.1, 5.0, RUST), (0.2, 2.0, 1e6, BLUE)):
        arm.session.apply(Reset())
        for law in ("force_law", "moment_law"):
            for name, value in (("kp.k", [kp] * 3), ("ki.k", [ki] * 3), ("integral.interval", interval)):
                arm.session.apply(SetParameter(name=f"{law}.{name}", value=value))
        arm.set(wanted_force=[0.0, 0.0, 5.0])
        words = f"$k_p$ = {kp:g}, $k_I$ = {ki:g} 1/s" + (", cleared every 5 s" if 0.0 < ki < 1.0 else "")
        found.append((words, colour, arm.run(6.0, "output.force")[0][:, 2]))
    return found


def pressing(folder: Path) -> np.ndarray:
    """Force on a wall that the hand comes upon."""
    xml, task = wall()
    tip = tip_pose()
    weight = {"reading.mass.k": -HAND_MASS}
    arm = Arm(folder, "force-hybrid", things=xml, plain=True, gravity=9.81, parameters=weight)
    arm.set(
        task=quaternion_from_matrix(task), force_axes=[0, 0, 1], wanted_force=[0, 0, 5.0],
        wanted_position=tip[:3, 3], wanted_quaternion=quaternion_from_matrix(tip[:3, :3]),
    )  # fmt: skip
    return arm.run(6.0, "output.force")[0][:, 2]


def responses() -> None:
    """Both as one picture."""
    plt.rcParams.update({"svg.hashsalt": "pult", "svg.fonttype": "none", "font.family": "sans-serif",
                         "axes.spines.top": False, "axes.spines.right": False})  # fmt: skip
    with tempfile.TemporaryDirectory() as name:
        lines, wall_force = clamped(Path(name) / "clamped"), pressing(Path(name) / "wall")
    time = 0.01 * np.arange(1, len(wall_force) + 1)
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.2), sharey=True)
    for words, colour, force in lines:
        left.plot(time, force, color=colour, lw=2, label=words)
    left.legend(frameon=False, fontsize=8, loc="lower right")
    left.set(title="hand clamped: wrist law", xlabel="time [s]", ylabel="force applied [N]", xlim=(0, 6), ylim=(0, 8))
    right.plot(time, wall_force, color=TEAL, lw=2)
    right.set(title="hand comes upon a wall: hybrid control", xlabel="time [s]", xlim=(0, 6))
    for axes in (left, right):
        axes.axhline(5.0, color=GREY, lw=1, ls=":")
    figure.tight_layout()
    figure.savefig(ASSETS / "force-step.svg", metadata={"Date": None})


if __name__ == "__main__":
    drawings()
    responses()
