"""Timed strokes: lower to the surface, press, move along the path, lift; as samples in time."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pult.core.errors import KinematicsError
from pult.core.signals import Array
from pult.motion.surface.path import SurfacePath
from pult.motion.surface.timing import smooth_profile

LOWER, PRESS, STROKE, LIFT = range(4)
PHASES = ("lower", "press", "stroke", "lift")
MAX_SAMPLES = 200_000


@dataclass(frozen=True, eq=False)
class Stroke:
    """Samples of a stroke.

    Attributes:
        times: Times, from 0 [s]. Shape (n,).
        centres: Desired centre of the tool tip [m]. Shape (n, 3).
        normals: Outward normal below it; the tool points the other way. Shape (n, 3).
        force: Desired force along the normal [N]. Shape (n,).
        speed: Speed of the centre of the tool tip [m/s]. Shape (n,).
        phase: Index of the phase in `PHASES`. Shape (n,).
        way: Path length travelled [m]. Shape (n,).
    """

    times: Array
    centres: Array
    normals: Array
    force: Array
    speed: Array
    phase: Array
    way: Array

    @property
    def duration(self) -> float:
        """Duration of the whole stroke [s]."""
        return float(self.times[-1])


def plan_stroke(
    path: SurfacePath,
    speed: float,
    force: Sequence[tuple[float, float]],
    *,
    acceleration: float = 0.2,
    clearance: float = 0.03,
    approach: float = 0.05,
    press: float = 1.0,
    dt: float = 0.01,
) -> Stroke:
    """Plan a stroke along a path.

    Args:
        path: The path.
        speed: Speed along it [m/s].
        force: Desired force: pairs of path fraction (0 to 1, non-decreasing) and force [N], interpolated linearly and
            held beyond the ends.
        acceleration: Maximum acceleration along the path [m/s^2].
        clearance: Height above the first and the last knot where the stroke begins and ends [m].
        approach: Speed of lowering and lifting [m/s].
        press: Time in which the force builds up and is released [s].
        dt: Time between two samples [s].

    Raises:
        KinematicsError: An invalid number, or far too many samples.
    """
    if not force:
        raise KinematicsError("the wanted force needs one point at least: share of the path and force.")
    shares, values = np.array([point[0] for point in force]), np.array([point[1] for point in force])
    run = smooth_profile(path.length, speed, acceleration)
    fall = smooth_profile(clearance, approach, acceleration)
    spans = np.cumsum([fall.duration, press, run.duration, press, fall.duration])
    if not float(spans[-1]) / dt < MAX_SAMPLES:
        raise KinematicsError(
            f"the stroke takes {float(spans[-1]):.0f} s, more than the {MAX_SAMPLES * dt:.0f} s that are possible."
        )
    times = np.append(np.arange(0.0, float(spans[-1]), dt), spans[-1])
    first, last = path.normal(0.0), path.normal(path.length)
    rows = []
    for t in times.tolist():
        if t < spans[1]:
            down, rate = fall.at(t)
            height, out, s = clearance - down, first, 0.0
            phase = LOWER if t < spans[0] else PRESS
            wanted = float(values[0]) * min(1.0, max(0.0, t - float(spans[0])) / press)
        elif t < spans[2]:
            s, rate = run.at(t - float(spans[1]))
            height, out = 0.0, path.normal(s)
            wanted, phase = float(np.interp(s / path.length, shares, values)), STROKE
        else:
            up, rate = fall.at(t - float(spans[3]))
            height, out, s = up, last, path.length
            wanted, phase = float(values[-1]) * min(1.0, max(0.0, float(spans[3]) - t) / press), LIFT
        rows.append([*(path.at(s) + height * out), *out, wanted, rate, phase, s])
    table = np.array(rows)
    return Stroke(times, table[:, 0:3], table[:, 3:6], table[:, 6], table[:, 7], table[:, 8], table[:, 9])
