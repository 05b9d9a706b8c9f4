"""Makes the table and the picture of the page on gain and delay of the valve.

    python docs/make_valve_delay.py          # the picture, from the kept table
    python docs/make_valve_delay.py --run    # the sweep of 600 runs, which goes on where it was, the table, the picture

The theory beside the runs is that of a hand held fast: what the law asks for in one control step is felt in the next, and
`delay` steps later it is read. With the sum of the errors by the trapezoid rule and the low-pass filter of the reading the
loop is

    z^(1 + delay) + F(z) (k_p + k_I S(z)) = 0,   S(z) = dt/2 (z + 1)/(z - 1),   F(z) = g (z + 1)/((1 + g) z + g - 1),

g = tan(cutoff dt/2), and stable while all its roots lie inside the unit circle.
"""

import argparse
import json
import math
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
import numpy as np

ROOT = Path(__file__).resolve().parents[1]
ASSETS = ROOT / "docs/assets"
PLAN = ASSETS / "valve-delay.sweep.json"
TABLE = ASSETS / "valve-delay.json"
RESULTS = ROOT / "build/valve-delay.jsonl"
GAIN, DELAY = "wrist.force_law.ki.k", "sensor:right_force.delay"
DT, KP, CUTOFF = 0.01, 0.7, 120.0
"""Of the scheme: control step [s], proportional gain of the force law, cutoff of the reading's filter [rad/s]."""
SHIPPED = 70.0
"""Integral gain of the scheme [1/s]."""
RED, INK, GREY = "#d23b2a", "#1d2329", "#6b7480"


def largest_root(gain: float, delay: int, cutoff: float = CUTOFF) -> float:
    """Largest absolute value of the roots of the loop.

    Args:
        gain: k_I [1/s].
        delay: Of the sensor [control steps].
        cutoff: Of the filter [rad/s]; infinite for none.
    """
    numerator = np.polyadd(KP * np.array([1.0, -1.0]), 0.5 * gain * DT * np.array([1.0, 1.0]))
    denominator = np.array([1.0, -1.0])
    if math.isfinite(cutoff):
        g = math.tan(0.5 * cutoff * DT)
        numerator = np.polymul(numerator, [g, g])
        denominator = np.polymul(denominator, [1.0 + g, g - 1.0])
    shift = np.zeros(delay + 2)
    shift[0] = 1.0  # z^(1 + delay)
    return float(np.abs(np.roots(np.polyadd(np.polymul(denominator, shift), numerator))).max())


def gain_limit(delay: int, cutoff: float = CUTOFF) -> float:
    """Largest stable k_I [1/s], by bisection."""
    low, high = 1.0, 1e4
    for _ in range(60):
        middle = math.sqrt(low * high)
        low, high = (middle, high) if largest_root(middle, delay, cutoff) < 1.0 else (low, middle)
    return low


def rule_of_thumb(total: float) -> float:
    """k_I at which the delay margin of (k_p + k_I/s) e^(-s total) is used up [1/s]."""
    return math.sqrt(1.0 - KP**2) * (math.pi / 2.0 + math.asin(KP)) / total


def table() -> list[dict[str, Any]]:
    """Do the runs that are missing, and put those of each point together."""
    from pult.batch.results.summary import by_point
    from pult.batch.sweep import run_sweep

    rows = run_sweep(PLAN, RESULTS, progress=lambda done, _, total: print(f"{done} of {total}", end="\r", flush=True))
    found = []
    for values, group in by_point(rows):
        done = [row for row in group if row.success]
        found.append({
            "gain": values[GAIN], "delay": values[DELAY], "runs": len(group), "successes": len(done),
            "points": round(float(np.median([row.points for row in group])), 2),
            "across": round(float(np.median([row.metrics["across"] for row in done])), 4) if done else None,
            "causes": sorted({row.cause for row in group if not row.success}),
        })  # fmt: skip
    return found


def draw(found: list[dict[str, Any]]) -> None:
    """Success as a map with the limit of stability, and the force across the axis over the gain."""
    gains, delays = (sorted({row[name] for row in found}) for name in ("gain", "delay"))
    runs = max(row["runs"] for row in found)
    success = np.full((len(delays), len(gains)), np.nan)
    for row in found:
        success[delays.index(row["delay"]), gains.index(row["gain"])] = row["successes"]
    plt.rcParams.update({"svg.hashsalt": "pult", "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 9})
    figure, (left, right) = plt.subplots(1, 2, figsize=(9.6, 3.6), layout="constrained", width_ratios=(1.45, 1.0))
    left.imshow(success, origin="lower", aspect="auto", vmin=0, vmax=runs, cmap="viridis")
    for (y, x), value in np.ndenumerate(success):
        left.text(x, y, f"{value:.0f}", ha="center", va="center", color="white" if value < 0.6 * runs else INK, fontsize=8)
    for y, delay in enumerate(delays):
        x = np.interp(math.log(gain_limit(round(delay / DT))), np.log(gains), np.arange(len(gains)))
        left.plot([x, x], [y - 0.5, y + 0.5], color=RED, lw=2.2)
    left.set_xticks(range(len(gains)), [f"{gain:g}" for gain in gains])
    left.set_yticks(range(len(delays)), [f"{1e3 * delay:.0f}" for delay in delays])
    left.set(xlabel="$k_I$ [1/s]", ylabel="delay of the force sensor [ms]")
    left.set_title(f"successes of {runs} seeds; red: limit of stability by theory", loc="left", fontsize=9)
    colours = plt.get_cmap("viridis")(np.linspace(0.0, 0.85, len(delays)))
    for delay, colour in zip(delays, colours, strict=True):
        line = [(row["gain"], row["across"]) for row in found if row["delay"] == delay and row["across"] is not None]
        right.plot(*zip(*sorted(line), strict=True), "o-", ms=3.5, lw=1.3, color=colour, label=f"{1e3 * delay:.0f} ms")
    right.axvline(SHIPPED, color=GREY, lw=0.8, ls=":")
    right.set(xscale="log", yscale="log", xlabel="$k_I$ [1/s]", ylabel="largest force across the axis [N]")
    right.set_xticks([16, 32, 63, 125, 200], ["16", "32", "63", "125", "200"])
    right.set_yticks([0.03, 0.1, 0.3, 1, 3, 10], ["0.03", "0.1", "0.3", "1", "3", "10"])
    right.minorticks_off()
    right.set_title("while turning, median of the successes", loc="left", fontsize=9)
    right.legend(frameon=False, fontsize=8)
    for side in ("top", "right"):
        right.spines[side].set_visible(False)
    figure.savefig(ASSETS / "valve-delay.svg", metadata={"Date": None})
    plt.close(figure)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", action="store_true", help="do the runs that are missing, and make the table anew")
    if parser.parse_args().run:
        lines = ",\n".join(f" {json.dumps(row)}" for row in table())
        TABLE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    draw(json.loads(TABLE.read_text(encoding="utf-8")))


if __name__ == "__main__":
    main()
