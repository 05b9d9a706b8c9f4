"""Makes the pictures of the page on the kinematics of PRM-1: `python docs/make_grab.py`."""

import math
import sys
from pathlib import Path

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from pult import grab
from pult.motion.grab.manipulator import PRM1
from pult.motion.grab.picture import plane_joints

ASSETS = ROOT / "docs/assets"
TEAL, BLUE, GREEN, RUST, GREY = "#076c77", "#2460c4", "#2e8b57", "#a84406", "#6b7480"
matplotlib.rcParams.update({"svg.hashsalt": "pult", "font.size": 9, "axes.grid": True, "grid.alpha": 0.3})


def save(figure: plt.Figure, name: str) -> None:
    figure.savefig(ASSETS / f"{name}.svg", metadata={"Date": None})
    plt.close(figure)


def ground(axes: plt.Axes) -> None:
    """Platform and floor."""
    r, h = PRM1.platform_radius, PRM1.platform_height
    axes.add_patch(plt.Rectangle((-r, -h), 2 * r, h, color=GREY, alpha=0.3, lw=0))
    axes.axhline(-h, color=GREY, lw=1.2)
    axes.set_aspect("equal")
    axes.set_xlabel("forward, m")


def outline(axes: plt.Axes, zone: grab.WorkZone, colour: str, label: str) -> None:
    axes.fill(*zone.polygon.T, color=colour, alpha=0.15, lw=0)
    axes.plot(*np.vstack([zone.polygon, zone.polygon[:1]]).T, color=colour, lw=1.4, label=label)


def arm(axes: plt.Axes, angles: tuple[float, ...], colour: str, label: str = "") -> None:
    joints = plane_joints(angles)
    axes.plot(*joints.T, color=colour, lw=3, solid_capstyle="round", label=label)
    axes.plot(*joints[:-1].T, "o", color=colour, ms=5)


def zones() -> None:
    """Zones at any pitch, horizontal and pointing down, with the gap of the horizontal one."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 5), layout="constrained", width_ratios=(1.5, 1.0))
    for pitch, colour, label in ((None, GREY, "any pitch"), (0.0, BLUE, "horizontal"), (math.pi / 2, GREEN, "pointing down")):
        zone = grab.work_zone(pitch)
        outline(left, zone, colour, f"{label}: {zone.area:.3f} m²")
    arm(left, (0.0,) * 5, TEAL)
    ground(left)
    left.set_ylabel("up, m")
    left.legend(loc="upper right", fontsize=8)
    zone = grab.work_zone(0.0)
    outline(right, zone, BLUE, "horizontal")
    for arc in zone.critical:
        right.plot(*arc.points(1e-4).T, color=GREY, lw=0.8, ls="--")
    gap = zone.gaps[0]
    right.plot(*gap.point, "o", color=RUST, ms=6, mfc="none", label=f"gap of {1e3 * gap.distance:.2f} mm")
    right.set_aspect("equal")
    right.set_xlabel("forward, m")
    right.legend(loc="lower left", fontsize=8)
    save(figure, "prm1-zones")


def ways() -> None:
    """Four configurations of one point: which of them are refused, and why."""
    pitch, point = math.radians(-100), [0.16, 0.02, 1.19]
    found = grab.solutions(point, pitch)
    figure, axes = plt.subplots(figsize=(7, 5.2), layout="constrained")
    outline(axes, grab.work_zone(pitch), GREY, f"zone at pitch {math.degrees(pitch):.0f}°")
    every = [*found, *found.refused]
    for one, colour in zip(every, (TEAL, BLUE, RUST, "#7a4fa3"), strict=False):
        why = one.reason.name.lower().replace("_", " ") if one.reason else "reaches it"
        arm(axes, one.angles, colour, f"{one.column}, elbow {one.elbow}: {why}")
    ground(axes)
    axes.set_ylabel("up, m")
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize=8)
    save(figure, "prm1-solutions")


def shift() -> None:
    """Correction of the column for the side shift over the distance, and from above."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(9.5, 3.8), layout="constrained")
    rho = np.geomspace(PRM1.grab_side, 1.29, 400)
    left.semilogx(1e3 * rho, np.degrees(np.arcsin(PRM1.grab_side / rho)), color=TEAL)
    left.set(xlabel="distance from the column axis, mm", ylabel="correction, degrees")
    point = np.array([0.2, 0.1])
    right.add_patch(plt.Circle((0, 0), PRM1.grab_side, fill=False, color=GREY))
    for one in (1.0, -1.0):
        turn = math.asin(PRM1.grab_side / float(np.linalg.norm(point)))
        angle = math.atan2(point[1], point[0]) - one * turn
        contact = PRM1.grab_side * one * np.array([-math.sin(angle), math.cos(angle)])
        label = "forward" if one > 0 else "fling-over: the arm points the other way"
        right.plot(*np.array([contact, point]).T, color=TEAL if one > 0 else RUST, lw=2, label=label)
    right.plot(*point, "o", color=BLUE)
    right.plot(0, 0, "+", color=GREY, ms=10)
    right.set_aspect("equal")
    right.set(xlabel="x, m", ylabel="y, m", ylim=(-0.06, 0.17))
    right.legend(fontsize=8, loc="upper left")
    save(figure, "prm1-shift")


def aiming() -> None:
    """A view in the arm's plane, and column and wrist while the grab rolls with the object centred."""
    shoulder, elbow, point = math.radians(-50), math.radians(75), [1.25, 0.15, -0.2]
    (one,) = grab.aim_level(shoulder, elbow, point)
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
    arm(left, one.angles, TEAL)
    view = grab.camera_view(one.angles)
    c, s = math.cos(one.column), math.sin(one.column)
    eye, end = ((p[0] * c + p[1] * s, p[2]) for p in (view.eye, np.array(point)))
    left.plot(*np.array([eye, end]).T, color=RUST, ls="--", lw=1.2, label="optical axis")
    left.plot(*end, "s", color=BLUE, label="object")
    ground(left)
    left.set_ylabel("up, m")
    left.legend(fontsize=8)
    rolls = np.radians(np.arange(-179, 180))
    kept = grab.keep_centred(shoulder, elbow, point, rolls)
    right.plot(np.degrees(rolls), np.degrees(kept.columns), color=TEAL, label="column")
    right.plot(np.degrees(rolls), np.degrees(kept.wrists), color=RUST, label="wrist")
    right.set(xlabel="roll, degrees", ylabel="degrees")
    right.legend(fontsize=8)
    save(figure, "prm1-aiming")


if __name__ == "__main__":
    zones()
    ways()
    shift()
    aiming()
