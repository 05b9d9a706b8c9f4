"""Makes the pictures and listings of the docs, so that they never go stale: python docs/make_pictures.py."""

import os
import re
import statistics
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.animation import FuncAnimation, PillowWriter

import pult
from pult.exercise.parts import shown_points
from pult.media.film import pictures_of, write_png
from pult.media.render import Painter, nearest_row
from pult.motion.ik.picture import (
    arm_points,
    descent_postures,
    draw_descent,
    draw_reachability,
    draw_step,
    plane_extent,
)
from pult.motion.ik.workspace import plane_grid
from pult.record.replay import complete_rows, reopened
from pult.scheme.draw import draw_scheme
from pult.sight.graphics import NoGraphics
from pult.sim.commands import Input, Push
from pult.sim.open import check_setup

ROOT = Path(__file__).resolve().parents[1]
ASSETS = ROOT / "docs/assets"
SERVO = ROOT / "src/pult/catalog/basics/servo.scheme.json"
COLOURS = {1.0: "#2460c4", 4.0: "#076c77", 8.0: "#a84406"}
BLUE, TEAL, RUST, GREY = "#2460c4", "#076c77", "#a84406", "#8c9aa1"
SEED, SEEDS = 3, range(10)
"""Seed of the attempt that is drawn, and those of the table."""


def drawings() -> None:
    scheme = pult.load_scheme(SERVO)
    for theme in ("light", "dark"):
        name = "servo.svg" if theme == "light" else "servo-dark.svg"
        (ASSETS / name).write_text(draw_scheme(scheme, "axis", theme), encoding="utf-8")
    for path in sorted((ROOT / "src/pult/catalog").glob("*/*.scheme.json")):
        name = path.name.removesuffix(".scheme.json")
        if name != "servo":
            (ASSETS / f"{name}.svg").write_text(draw_scheme(pult.load_scheme(path)), encoding="utf-8")


def style() -> None:
    plt.rcParams.update(
        {
            "svg.hashsalt": "pult",
            "svg.fonttype": "none",
            "font.family": "sans-serif",
            "axes.spines.top": False,
            "axes.spines.right": False,
        }
    )


def step_response() -> None:
    program = pult.compile_scheme(SERVO)
    figure, axes = plt.subplots(figsize=(7, 3))
    for kp, colour in COLOURS.items():
        program.reset()
        program.set("axis.pd.kp", kp)
        angle = program.run(250, {"wanted": 1.0})["angle"]
        axes.plot([k * 0.01 for k in range(250)], angle, color=colour, lw=2)
        place = {1.0: (1.15, 0.6), 4.0: (0.06, 1.08), 8.0: (1.0, 1.25)}[kp]
        axes.annotate(f"$k_p$ = {kp:g} V/rad", place, color=colour)
    axes.axhline(1.0, color="#8c9aa1", lw=1, ls=":")
    axes.set(xlabel="time [s]", ylabel="angle [rad]", xlim=(0, 2.5), ylim=(0, 1.45))
    figure.tight_layout()
    figure.savefig(ASSETS / "step_response.svg", metadata={"Date": None})


def kinematics() -> None:
    """Coordinate descent step by step and animated, a map of reach, and errors as people see them."""
    arm = pult.Chain.from_dh([(0.5, 0.0, 0.0, 0.0), (0.4, 0.0, 0.0, 0.0), (0.3, 0.0, 0.0, 0.0)], "standard")
    start, point = np.radians([5.0, 25.0, 30.0]), np.array([0.1, 0.8, 0.0])
    result = pult.coordinate_descent(arm, start, point, trace=True)
    draw_descent(arm, start, point, result).savefig(ASSETS / "descent-steps.svg", metadata={"Date": None})
    animate_descent(arm, start, point, result)
    panda = pult.load_robot("panda")
    chain = panda.chain("arm")
    points, u, v = plane_grid(chain, "xz", 0.0, 60)
    found = pult.reachability_map(chain, points, 24)
    figure = draw_reachability(found, u, v, "xz", 0.0, panda.name, arm_points(chain, panda.home("arm")))
    figure.savefig(ASSETS / "reach-panda.png", dpi=110, metadata={"Software": None})
    (ASSETS / "kinematics_errors.txt").write_text("\n".join(kinematics_errors()) + "\n", encoding="utf-8")


def animate_descent(arm: pult.Chain, start: np.ndarray, point: np.ndarray, result: pult.IkResult) -> None:
    """The same descent as a moving picture; the last turns are too small to see."""
    postures = descent_postures(arm, start, result)
    low, high = plane_extent(arm, postures, point)
    figure, axes = plt.subplots(figsize=(3.6, 3.6 * (high[1] - low[1]) / (high[0] - low[0]) + 0.3), dpi=100)
    figure.subplots_adjust(0.0, 0.0, 1.0, 0.92)
    rounds = 8
    frames = [(step, part) for step in range(min(rounds, len(result.trace))) for part in np.linspace(0.0, 1.0, 10)]
    frames += [(frames[-1][0], 1.0)] * 12

    def show(frame: tuple[int, float]) -> None:
        step, part = frame
        before = postures[step]
        axes.clear()
        draw_step(axes, arm, before, before + part * (postures[step + 1] - before), result.trace[step].joint, point)
        axes.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]))
        axes.set_title(f"{step + 1}. {result.trace[step].name}", fontsize=10)

    moving = FuncAnimation(figure, show, frames=frames, interval=60)
    moving.save(ASSETS / "descent.gif", writer=PillowWriter(fps=16))
    plt.close(figure)


def kinematics_errors() -> Iterator[str]:
    """What a person reads when something is wrong."""
    panda = pult.load_robot("panda").chain("arm")
    attempts: list[Callable[[], object]] = [
        lambda: pult.Chain.from_dh([], "standard"),
        lambda: pult.Chain.from_dh([{"a": 1, "alpha": 0, "d": 0, "lower": 2, "upper": -2}], "standard"),
        lambda: pult.Chain.from_dh([(0, 0, 0, 0), (0, 1.57, 0, 0)], "standard"),
        lambda: pult.Chain.from_dh([(1, 0, 0, 0)], "denavit"),  # type: ignore[arg-type]
        lambda: pult.Chain.from_mjcf(pult.shipped_robot("two-link").with_name("two-link.xml"), effector="hnad"),
        lambda: pult.solve_ik(panda, [0.4, float("nan"), 0.5]),
        lambda: pult.solve_ik(panda, [0.4, 0.2, 0.5], [0.0] * 6),
        lambda: pult.solve_ik(panda, [0.4, 0.2, 0.5], prefer="center"),  # type: ignore[arg-type]
    ]
    for attempt in attempts:
        try:
            attempt()
        except pult.PultError as error:
            yield str(error).replace(str(ROOT / "src/pult/catalog/two-link") + os.sep, "")


class Attempted:
    """An attempt at the first exercise, recorded and read back."""

    def __init__(self, folder: Path, pilot: str, parameters: Mapping[str, float] | None = None) -> None:
        exercise = pult.load_exercise("two-link-reach")
        file = folder / f"{pilot}.mcap"
        found = pult.find_pilot(exercise.name, pilot)
        self.outcome = pult.run_attempt(
            exercise, found, SEED, parameters=parameters, record=file, overwrite=True
        )
        self.record = pult.read_record(file)
        with reopened(self.record) as session:
            self.rows, self.channels = complete_rows(self.record, session), session.channels
        self.times = self.record.times
        self.ends = [event.time for event in self.record.events if event.kind == "stage"]

    def signal(self, name: str) -> np.ndarray:
        return self.rows[:, self.channels.find(name).place]


def attempts() -> None:
    """The first exercise: the arm, the paths of the hand in two ways of control, signals, gains, many seeds."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ways = [Attempted(folder, pilot) for pilot in ("semi-automatic", "command")]
        draw_paths(ways)
        draw_signals(ways[0])
        draw_arm(ways[0])
        records(folder / "semi-automatic.mcap")
        draw_gains({kp: Attempted(folder, "semi-automatic", {"pd.kp": kp}) for kp in (5.0, 20.0, 200.0)})
    (ASSETS / "reach-table.md").write_text(reach_table(), encoding="utf-8")
    run = ["run", "two-link-reach", "--seed", str(SEED)]
    (ASSETS / "reach-run.txt").write_text(command_line(*run), encoding="utf-8")
    gains = [command_line(*run, "--set", f"pd.kp={kp}").splitlines()[0] for kp in (5, 60)]
    (ASSETS / "reach-gains.txt").write_text("\n".join(gains) + "\n", encoding="utf-8")


def records(file: Path) -> None:
    """What the commands on records say of one, but for when it was made, and a plot of it."""
    said = command_line("replay", str(file))
    said = re.sub(r"recorded [^,]*, ", "recorded now, ", re.sub(r", [0-9.]+ MB", ", 1 MB", said))
    (ASSETS / "replay.txt").write_text(said, encoding="utf-8")
    proof = command_line("replay", str(file), "--check").splitlines()[-1]
    (ASSETS / "replay-check.txt").write_text(proof + "\n", encoding="utf-8")
    signals = ["sensor.angles", "drive.motors", "output.hand_speed"]
    command_line("plot", str(file), *signals, "-o", str(ASSETS / "record-plot.svg"))


def command_line(*words: str) -> str:
    """What `pult` says, but for how fast this machine was; an attempt may fail."""
    done = subprocess.run(
        [sys.executable, "-m", "pult", *words], capture_output=True, text=True, check=False,
        env={**os.environ, "COLUMNS": "110", "NO_COLOR": "1"},
    )  # fmt: skip
    return "".join(f"{line.rstrip()}\n" for line in done.stdout.splitlines() if "times real time" not in line)


def draw_paths(ways: list[Attempted]) -> None:
    """Where the hand went, seen from above: x forward is up, y left is left."""
    figure, panes = plt.subplots(1, 2, figsize=(8.4, 3.5), sharex=True, sharey=True)
    ring = np.linspace(0.0, 2.0 * np.pi, 200)
    for axes, way, colour in zip(panes, ways, (TEAL, RUST), strict=True):
        hand = way.signal("site.hand")[:, :2]
        axes.plot(0.7 * np.sin(ring), 0.7 * np.cos(ring), color=GREY, lw=1, ls=":")
        for number in range(1, 6):
            x, y = way.signal(f"body.target{number}")[0, :2]
            axes.add_patch(plt.Circle((-y, x), 0.035, facecolor="#f3c98b", edgecolor="none", zorder=3))
            axes.annotate(str(number), (-y, x), ha="center", va="center", fontsize=8, zorder=4)
        axes.plot(-hand[:, 1], hand[:, 0], color=colour, lw=1.8, zorder=2)
        axes.plot(-hand[0, 1], hand[0, 0], "o", color=colour, ms=6, zorder=5)
        axes.plot(0.0, 0.0, "s", color="#40454c", ms=8)
        metrics = way.outcome.score.metrics
        axes.set_title(f"{way.outcome.pilot}: {way.outcome.time:.0f} s, path {metrics['path'].value:.1f} m", fontsize=11)
        axes.set(aspect="equal", xlim=(-0.9, 0.9), ylim=(-0.32, 0.9), xlabel="to the right [m]")
        axes.set_xticks([-0.8, -0.4, 0.0, 0.4, 0.8])
    panes[0].set_ylabel("forward [m]")
    save(figure, "reach-paths.svg")


def draw_signals(way: Attempted) -> None:
    """From the stick to the joints and back."""
    figure, panes = plt.subplots(3, 1, figsize=(8.4, 5.6), sharex=True)
    rows = (
        ("joystick", "panel.joystick", ("forward", "left"), (-1.25, 1.25)),
        ("angles [rad]", "sensor.angles", ("shoulder", "elbow"), None),
        ("voltages", "drive.motors", ("shoulder", "elbow"), (-1.25, 1.25)),
    )
    for axes, (label, signal, names, limits) in zip(panes, rows, strict=True):
        for entry, (name, colour) in enumerate(zip(names, (BLUE, RUST), strict=True)):
            axes.plot(way.times, way.signal(signal)[:, entry], color=colour, lw=1.3, label=name)
        for end in way.ends:
            axes.axvline(end, color=GREY, lw=0.8, ls=":")
        axes.set(ylabel=label, xlim=(0.0, way.times[-1]), ylim=limits)
        axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False, fontsize=9)
    for number, end in enumerate(way.ends, 1):
        panes[0].annotate(f"{number}", (end, 1.3), ha="center", fontsize=9, annotation_clip=False)
    panes[-1].set_xlabel("time [s]")
    figure.align_ylabels(panes)
    save(figure, "reach-signals.svg")


def draw_gains(found: Mapping[float, Attempted]) -> None:
    """How far the hand is from the first target, and what the shoulder's motor gets, for three gains."""
    figure, (gaps, volts) = plt.subplots(2, 1, figsize=(8.4, 4.6), sharex=True)
    for (kp, way), colour, front in zip(found.items(), (BLUE, TEAL, RUST), (1, 3, 2), strict=True):
        gap = np.linalg.norm(way.signal("site.hand")[:, :3] - way.signal("body.target1")[:, :3], axis=1)
        end = int(np.searchsorted(way.times, way.ends[0]))
        here = {"color": colour, "zorder": front}
        gaps.plot(way.times[:end], gap[:end], lw=1.8, label=f"kp = {kp:g} V/rad", **here)
        gaps.plot(way.times[end], gap[end], "o", ms=5, **here)
        volts.plot(way.times[:end], way.signal("drive.motors[shoulder]")[:end, 0], lw=1.2, **here)
    gaps.legend(frameon=False, labelcolor="linecolor")
    gaps.set(ylabel="hand to target 1 [m]", xlim=(0, None), ylim=(0, None))
    volts.set(xlabel="time [s]", ylabel="shoulder, voltage")
    figure.align_ylabels([gaps, volts])
    save(figure, "reach-gains.svg")


def draw_arm(way: Attempted) -> None:
    """The arm on its table, as MuJoCo draws it; left as it is where there is no OpenGL."""
    with reopened(way.record) as session:
        try:
            painter = Painter(session, 960, 480, "free", way.signal("qpos"))
        except NoGraphics as reason:
            print(f"arm.png is left as it is: {reason}", file=sys.stderr)
            return
        with painter:
            [picture] = pictures_of(way.record, painter, [nearest_row(way.times, 8.0)])
    write_png(ASSETS / "arm.png", picture)


def reach_table() -> str:
    """Pilots against each other, seed by seed."""
    exercise = pult.load_exercise("two-link-reach")
    names = ("semi-automatic", "displacement", "command")
    lines = [
        "| seed | " + " | ".join(names) + " |",
        "|---" * (1 + len(names)) + "|",
    ]
    found: list[list[float]] = []
    for seed in SEEDS:
        row: list[float] = []
        for name in names:
            outcome = pult.run_attempt(exercise, pult.find_pilot(exercise.name, name), seed)
            ratio = outcome.score.metrics["path_ratio"].value
            row += [outcome.time, np.nan if ratio is None else ratio, outcome.score.points if outcome.success else np.nan]
        found.append(row)
        lines.append(f"| {seed} | {_cells(row)} |")
    medians = [statistics.median(column) for column in zip(*found, strict=True)]
    lines.append(f"| **median** | {_cells(medians)} |")
    return "\n".join(lines) + "\n"


def _cells(row: list[float]) -> str:
    """Time, path to straight and points of each pilot."""
    said = []
    for time, ratio, points in zip(*[iter(row)] * 3, strict=True):
        said.append("not done" if np.isnan(points) else f"{time:.1f} s, {ratio:.2f}, {shown_points(points)} points")
    return " | ".join(said)


def pushed() -> None:
    """A hand that is pushed aside: with a stored target it comes back, with a displacement it stays away."""
    session = pult.open_session(pult.Setup(world="two-link", scheme="two-link-semi-automatic", panel="two-link"))
    hand = session.channels["site.hand"].place
    start = session.snapshot()
    figure, axes = plt.subplots(figsize=(7, 2.8))
    axes.axvspan(0.5, 1.0, color=GREY, alpha=0.2, lw=0)
    for mode, colour in (("displacement", RUST), ("rate", TEAL)):
        session.restore(start)
        session.apply(Input(values={"effectors": "hand", "joystick_mode": mode}))
        origin, off = session.row[hand][:3].copy(), []
        for tick in range(300):
            if tick == 50:
                session.apply(Push(body="fore", force=[0.0, 20.0, 0.0], duration=0.5))
            session.advance()
            off.append(1e3 * float(np.linalg.norm(session.row[hand][:3] - origin)))
        axes.plot(np.arange(1, 301) * session.dt, off, color=colour, lw=2, label=f"joystick sets: {mode}")
    axes.legend(frameon=False, labelcolor="linecolor", loc="center right", bbox_to_anchor=(1.0, 0.55))
    axes.set(xlabel="time [s]", ylabel="hand off its place [mm]", xlim=(0, 3), ylim=(0, None))
    axes.annotate("pushed", (0.75, axes.get_ylim()[1]), ha="center", va="top", fontsize=9, color="#46535a")
    save(figure, "pushed.svg")


def save(figure: plt.Figure, name: str) -> None:
    figure.tight_layout()
    figure.savefig(ASSETS / name, metadata={"Date": None})
    plt.close(figure)


def binding_errors() -> Iterator[str]:
    """What is said of a scheme that does not fit to panel and drives."""
    _, faults = check_setup(pult.Setup(world="two-link", scheme="semi-automatic", panel="two-link"))
    for fault in faults:
        if not fault.place.startswith("panel."):
            yield textwrap.fill(str(fault), 90, subsequent_indent="    ")


def run_example(name: str) -> str:
    """What an example says."""
    done = subprocess.run(
        [sys.executable, ROOT / "examples" / name], capture_output=True, text=True, check=True, env=os.environ
    )
    return done.stdout


def listings() -> None:
    (ASSETS / "binding.txt").write_text("\n".join(binding_errors()) + "\n", encoding="utf-8")
    for name in ("01_first_scheme", "07_run_an_exercise", "08_session"):
        (ASSETS / f"{name[3:]}.txt").write_text(run_example(f"{name}.py"), encoding="utf-8")
    text = pult.compile_scheme(SERVO, plain=True).text.source
    (ASSETS / "servo_text.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    ASSETS.mkdir(exist_ok=True)
    style()
    drawings()
    step_response()
    kinematics()
    attempts()
    pushed()
    listings()
