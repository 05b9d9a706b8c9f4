"""Finds gains of the force law of the massage tool: `python -m models.massage.tune` in the root.

The tool is a mass on the surface, stepped as the worlds step it: physics every 0.5 ms, the force law every 1 ms. For
every pair of gains the wanted force steps from 5 to 10 N. The best pair settles first of those that do not overshoot;
the map of all of them goes to docs/assets/massage-gains.svg. The map is a sweep on all cores, one run a row of it.
"""

import math
import sys
from pathlib import Path
from typing import NamedTuple

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
import numpy as np
from numpy.typing import NDArray
from validation.sweeps import calls

import pult

FILE = Path(__file__).resolve().parents[2] / "docs/assets/massage-gains.svg"
MASS, C, K = 1.0, 7000.0, 20.0
PHYSICS, SUBSTEPS = 0.0005, 2
BEFORE, AFTER, BAND = 5.0, 10.0, 0.02
KPF, KVF, DELAYS = np.geomspace(1e4, 1e6, 81), np.geomspace(10, 3000, 91), (0, 4)
"""Gains of the map [1/s^2, 1/s], and delays of the sensor in steps of the force law."""
Grid = NDArray[np.float64]


class Response(NamedTuple):
    """Step response of the force: settling time to 2 % [s], infinite if never; overshoot."""

    settled: Grid
    overshoot: Grid


def respond(kpf: Grid, kvf: Grid, delay: int = 0, seconds: float = 0.3) -> Response:
    """Step responses for pairs of gains.

    Args:
        kpf, kvf: Gains [1/s^2, 1/s]. Any shape.
        delay: Of the sensor, in steps of the force law.
        seconds: How long it is watched [s].
    """
    z, v = np.full(kpf.shape, BEFORE / C), np.zeros(kpf.shape)
    settled, overshoot = np.zeros(kpf.shape), np.zeros(kpf.shape)
    seen = [np.full(kpf.shape, BEFORE)] * (delay + 1)
    steps = round(seconds / (PHYSICS * SUBSTEPS))
    for step in range(steps):
        pushed = np.maximum(C * z + K * v, 0.0)
        seen = [*seen[1:], pushed]
        force = MASS * (kpf / C * (AFTER - seen[0]) - kvf * v) + seen[0]
        for _ in range(SUBSTEPS):
            pushed = np.where(z > 0.0, np.maximum(C * z + K * v, 0.0), 0.0)
            v = np.clip(v + PHYSICS * (force - pushed) / MASS, -1e3, 1e3)
            z = np.clip(z + PHYSICS * v, -1.0, 1.0)
        time = (step + 1) * PHYSICS * SUBSTEPS
        off = C * z - AFTER
        settled = np.where(np.abs(off) > BAND * AFTER, time, settled)
        overshoot = np.maximum(overshoot, off / (AFTER - BEFORE))
    return Response(np.where(settled >= seconds - 0.01, np.inf, settled), overshoot)


def trial(*, seed: int, kvf: float, delay: int) -> pult.Figures:  # noqa: ARG001 - nothing is drawn
    """One row of the map: step responses with all KPF; None where the force never settles."""
    found = respond(KPF, np.full(KPF.shape, kvf), delay)
    settled = [float(time) if np.isfinite(time) else None for time in found.settled]
    return pult.Figures(data={"settled": settled, "overshoot": found.overshoot})


def sweep() -> dict[int, Response]:
    """The map of each delay. Shape (len(KVF), len(KPF))."""
    runs = [({"kvf": float(kvf), "delay": delay}, 0) for delay in DELAYS for kvf in KVF]
    rows = calls("massage-gains", "models.massage.tune:trial", runs)
    maps = {}
    for delay in DELAYS:
        data = [row.data for row in rows if row.values["delay"] == delay]
        settled = np.array([one["settled"] for one in data], dtype=float)  # None becomes NaN
        maps[delay] = Response(np.nan_to_num(settled, nan=np.inf), np.array([one["overshoot"] for one in data]))
    return maps


def best(found: Response) -> tuple[float, float, float]:
    """Gains that settle first without oscillation, and their settling time [s]."""
    calm = np.where(found.overshoot < 0.01, found.settled, np.inf)
    row, column = np.unravel_index(int(np.argmin(calm)), calm.shape)
    return float(KPF[column]), float(KVF[row]), float(calm[row, column])


def draw(maps: dict[int, Response]) -> None:
    """The map: settling times, the line of critical damping, the limit of stability, and the gains in use."""
    kpf, kvf = np.meshgrid(KPF, KVF)
    plt.rcParams.update({"svg.hashsalt": "pult", "svg.fonttype": "none", "font.family": "sans-serif"})
    figure, panes = plt.subplots(1, 2, figsize=(9.6, 4.0), sharey=True, layout="constrained")
    for axes, (delay, found) in zip(panes, maps.items(), strict=True):
        shown = np.where(np.isfinite(found.settled), 1e3 * found.settled, np.nan)
        mesh = axes.pcolormesh(kpf, kvf, shown, cmap="viridis_r", vmin=0, vmax=100, rasterized=True)
        axes.contour(kpf, kvf, found.overshoot, [0.01], colors="white", linewidths=1.5)
        line = np.geomspace(kpf.min(), kpf.max(), 300)
        critical, limit = 2 * np.sqrt(line) - line * K / C, 2 / (PHYSICS * SUBSTEPS) - line * K / C
        axes.plot(line, np.where(critical > 0, critical, np.nan), "--", color="white", lw=1.2)
        axes.plot(line, np.where(limit > 0, limit, np.nan), color="#a84406", lw=1.8)
        axes.plot(9e4, 600, "o", color="white", mec="black", ms=8)
        axes.plot(25e4, 286, "s", color="white", mec="black", ms=8)
        title = f"sensor {delay} ms late" if delay else "sensor without delay"
        axes.set(xscale="log", yscale="log", xlabel="$k_{pf}$ [1/s²]", title=title)
        axes.set(xlim=(kpf.min(), kpf.max()), ylim=(kvf.min(), kvf.max()))
    panes[0].set_ylabel("$k_{vf}$ [1/s]")
    figure.colorbar(mesh, ax=panes, label="settling time [ms]")
    figure.savefig(FILE, metadata={"Date": None}, dpi=110)
    plt.close(figure)


def main() -> int:
    """Search, draw, and print the result."""
    maps = sweep()
    for delay, responses in maps.items():
        p, d, time = best(responses)
        ideal = 2 * math.sqrt(p) - p * K / C
        found = f"kpf {p:.3g}, kvf {d:.3g} (critically damped: {ideal:.3g}), settled after {1e3 * time:.0f} ms"
        sys.stdout.write(f"delay {delay} ms: {found}\n")
    draw(maps)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
