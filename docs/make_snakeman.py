"""Makes plots, the moving picture and the pictures of the exercises of SnakeMan: `python docs/make_snakeman.py`."""

import itertools
import sys
import tempfile
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
import numpy as np
from PIL import Image

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from validation.snakeman_trial import PRINTED, meets_printed_conditions, touches

import pult
from pult.core.shipped import shipped_file
from pult.media.film import pictures_of
from pult.media.render import Painter, film_rows
from pult.motion.tunnel.document import load_path
from pult.motion.tunnel.following import Follower
from pult.motion.tunnel.picture import arm_points, path_points
from pult.motion.tunnel.plan import TunnelPath, plan_as_printed, plan_tunnel, try_plan
from pult.motion.tunnel.random_tunnel import TunnelDraw, draw_walls
from pult.motion.tunnel.shape import shape_faults
from pult.motion.tunnel.tunnel import Arm, Tunnel, make_tunnel
from pult.record.replay import reopened
from pult.sight.graphics import NoGraphics
from pult.sim.commands import Input

ASSETS = ROOT / "docs/assets"
TEAL, BLUE, RUST, GREY = "#076c77", "#2460c4", "#a84406", "#6b7480"


def save(figure: Any, name: str) -> None:
    figure.savefig(ASSETS / name, metadata={"Date": None})
    plt.close(figure)


def draw_walls_on(axes: Any, tunnel: Tunnel) -> None:
    for side in (tunnel.left, tunnel.right):
        axes.plot(*side.T, color="#3c454d", lw=2.0)
    axes.plot(*tunnel.target, "o", mfc="none", mec=RUST, mew=1.5, ms=7)
    axes.set_aspect("equal")
    axes.axis("off")


def draw_arm(axes: Any, path: TunnelPath, s: float, colour: str, **more: Any) -> None:
    joints = arm_points(path, s)
    axes.plot(*joints.T, "-o", color=colour, ms=2.6, solid_capstyle="round", **more)


def crop(axes: Any, tunnel: Tunnel) -> None:
    low, high = tunnel.outline.min(axis=0), tunnel.outline.max(axis=0)
    axes.set(xlim=(low[0] - 0.1, high[0] + 0.04), ylim=(low[1] - 0.04, high[1] + 0.04))


def paths() -> None:
    """Family of paths by radius, and positions of the arm, in the shipped tunnel."""
    path = load_path(shipped_file("tunnel", "snake-tunnel"))
    figure, (left, right) = plt.subplots(1, 2, figsize=(9.6, 4.0), layout="constrained")
    for radius in np.linspace(0.051, 0.09, 8):
        drawn = plan_as_printed(path.tunnel, path.arm, float(radius))
        if drawn is not None:
            left.plot(*path_points(drawn, 0.004).T, color=BLUE, lw=0.8, alpha=0.6)
    left.plot(*path_points(path, 0.004).T, color=TEAL, lw=1.8)
    for corner, radius in zip(path.corners, path.radii, strict=True):
        left.add_patch(plt.Circle((corner.x, corner.y), radius, fc="#8fa3ad22", ec="#8fa3ad", lw=0.8))
    for k, s in enumerate(np.linspace(path.mouth + 0.25, path.end, 5)):
        draw_arm(right, path, float(s), TEAL, lw=3.5, alpha=0.3 + 0.14 * k)
    for axes in (left, right):
        draw_walls_on(axes, path.tunnel)
        crop(axes, path.tunnel)
    save(figure, "snakeman-paths.svg")


def clearance() -> None:
    """Clearance along the way: the plan, the robot with motors, and the bound."""
    path = load_path(shipped_file("tunnel", "snake-tunnel"))
    follower = Follower(path)
    along = path.stations(0.002)
    figure, axes = plt.subplots(figsize=(9.6, 3.0), layout="constrained")
    axes.plot(along - path.mouth, [1e3 * follower.clearance(float(s)) for s in along], color=TEAL, lw=1.6, label="closed form")
    session = pult.open_session(pult.Setup(world="snake-tunnel", scheme="snake-tunnel", panel="snake-tunnel"))
    places = [session.channels.find(name).place for name in ("output.along", "output.clearance")]
    session.advance(10)
    session.apply(Input(values={"joystick": [1.0]}))
    rows = []
    for _ in range(900):
        session.advance(20)
        rows.append([float(session.row[place][0]) for place in places])
    found = np.array(rows)
    axes.plot(found[:, 0], 1e3 * found[:, 1], "--", color=BLUE, lw=1.2, label="with motors, 0.12 m/s")
    axes.axhline(1e3 * path.bound, color=RUST, lw=1.0, ls=":", label="bound")
    axes.set(xlabel="tip behind the mouth [m]", ylabel="clearance [mm]", ylim=(0, None))
    axes.legend(frameon=False, fontsize=8)
    axes.spines[["top", "right"]].set_visible(False)
    save(figure, "snakeman-clearance.svg")


def shallow() -> tuple[Tunnel, Arm]:
    """The first random tunnel that meets the printed conditions, touches as printed, and is passed here."""
    arm, random = Arm((0.1,) * 60), np.random.default_rng(1)
    while True:
        tunnel = draw_walls(random, 0.1, TunnelDraw(elbows=(2, 3)))
        if shape_faults(tunnel) or try_plan(tunnel, arm)[1] or not meets_printed_conditions(tunnel):
            continue
        printed = plan_as_printed(tunnel, arm, PRINTED)
        if printed is not None and touches(printed):
            return tunnel, arm


def conditions() -> None:
    """Where the two conditions of the paper fail: a shallow corner, and links with width."""
    figure, rows = plt.subplots(1, 3, figsize=(10.4, 3.4), layout="constrained")
    tunnel, arm = shallow()
    printed, ours = plan_as_printed(tunnel, arm, PRINTED), plan_tunnel(tunnel, arm)
    for axes, path, colour, title in (
        (rows[0], printed, RUST, "as printed: a corner with a negative arc"),
        (rows[1], ours, TEAL, "the same tunnel, the string pulled taut"),
    ):
        assert path is not None
        draw_walls_on(axes, tunnel)
        for corner, radius in zip(path.corners, path.radii, strict=True):
            axes.add_patch(plt.Circle((corner.x, corner.y), radius, fc="#8fa3ad22", ec="#8fa3ad", lw=0.8))
        stations = path.stations(0.004)
        follower = Follower(path)
        worst = float(min(stations, key=lambda s: follower.clearance(float(s))))
        axes.plot(*path_points(path, 0.004).T, color=GREY, lw=1.0)
        draw_arm(axes, path, worst, colour, lw=1.6)
        crop(axes, tunnel)
        axes.set_title(title, fontsize=9)
    elbow = make_tunnel(
        [[0, 0.032], [0.268, 0.032], [0.268, 0.3]], [[0, -0.032], [0.332, -0.032], [0.332, 0.3]], [0.3, 0.25]
    )
    wide = Arm((0.1,) * 12, 0.03)
    path = plan_as_printed(elbow, wide, PRINTED)
    assert path is not None
    draw_walls_on(rows[2], elbow)
    follower = Follower(path)
    worst = float(min(path.stations(0.002), key=lambda s: follower.clearance(float(s))))
    joints = arm_points(path, worst)
    for a, b in itertools.pairwise(joints):
        way = (b - a) / 0.1
        side = 0.015 * np.array([-way[1], way[0]])
        rows[2].fill(*np.array([a + side, b + side, b - side, a - side]).T, fc="#a8440655", ec=RUST, lw=0.8)
    crop(rows[2], elbow)
    rows[2].set_title("width 0.64 of a link, links 0.3 wide", fontsize=9)
    save(figure, "snakeman-conditions.svg")


def film(exercise: str, file: Path, picture: Path, moment: float, box: tuple[int, int, int, int]) -> None:
    """A moving picture of an attempt, and one picture of it for the exercise."""
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder) / "attempt.mcap"
        outcome = pult.run_attempt(pult.load_exercise(exercise), seed=7, record=kept)
        assert outcome.success, outcome.reason
        record = pult.read_record(kept)
    rows = film_rows(record, 10, 2.0)
    with reopened(record) as session:
        try:
            painter = Painter(session, 1600, 900, "front")
        except NoGraphics as reason:
            print(f"{file.name} is left as it is: {reason}", file=sys.stderr)
            return
        with painter:
            shown = pictures_of(record, painter, rows)
            frames = [Image.fromarray(drawn).resize((640, 360), Image.Resampling.LANCZOS, box) for drawn in shown]
    frames[round(moment * (len(frames) - 1))].save(picture, quality=88)
    times = [100] * (len(frames) - 1) + [1500]
    frames[0].save(file, save_all=True, append_images=frames[1:], duration=times, loop=0, quality=50, method=6)
    print(f"{file.name}: {len(frames)} pictures, {file.stat().st_size / 1e6:.2f} MB")


def main() -> None:
    plt.rcParams.update({"svg.hashsalt": "pult", "svg.fonttype": "none", "font.family": "sans-serif"})
    paths()
    clearance()
    conditions()
    gallery = ROOT / "src/pult/catalog/snakeman"
    for exercise, moment, box in (("snake-tunnel", 0.42, (600, 140, 1600, 702)), ("snake-open", 0.9, (340, 150, 1340, 712))):
        film(exercise, ASSETS / f"{exercise}.webp", gallery / f"{exercise}.webp", moment, box)


if __name__ == "__main__":
    main()
