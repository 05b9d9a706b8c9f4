"""The long proofs of force control, in physics: limits of stability against formulas, wrenches, a wall, the elbow.

    python validation/force.py [--scale 1.0]

Writes validation/force.json. The measurements are a sweep on all cores, which goes on where it was stopped. A sample of
each proof is in the tests (tests/sim/test_force.py).
"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.sim.joint_lab import STEP, bisect, locked_limit_ki, locked_limit_kp, spectral_radius
from validation.reliability import rate_words
from validation.schemes import machine
from validation.seeds import drawn_generator
from validation.sweeps import calls

import pult
from pult.batch.results.file import Row

SPRINGS = ((2e3, 20.0), (2e4, 100.0), (6e4, 200.0), (2e5, 1000.0))
"""Stiffness and damping at the end of the link [N/m], [N*s/m]."""
CUTOFF = 120.0
"""Of the filter of the wrist's reading [rad/s]."""
WITHIN = 0.01
"""Largest error of a wrench relative to the desired one."""


FORCES = (2.0, 5.0, 10.0, 20.0)
"""Presses on the wall [N]."""
DAMPING = {"without": 0.0, "with": 10.0}
"""Of the elbow, in the null space."""
INTEGRAL = {"largest": 4.0, "without_integral": 0.0}
"""Gain of the integral in the torso's force mode."""


class Limit(NamedTuple):
    """A limit of stability: its name, its value by the formula, the factor to what is shown, and the search for it."""

    what: str
    formula: float
    scale: float
    search: dict[str, Any]

    def row(self, found: float) -> dict[str, Any]:
        """The limit by the formula and as found."""
        formula, found = self.scale * self.formula, self.scale * found
        return {"what": self.what, "formula": formula, "found": found, "error": abs(found / formula - 1.0)}


def search(measure: str, gain: str, other: float, formula: float, **values: Any) -> dict[str, Any]:
    """A search around what the formula says while the other gain is fixed."""
    return {"measure": measure, "gain": gain, "other": other, "low": 0.3 * formula, "high": 2.0 * formula, **values}


def locked_limits() -> Iterator[Limit]:
    """Limits of both gains on a locked joint."""
    for method in ("trapezoid", "euler"):
        lock = {"method": method, "stiffness": None, "damping": 0.0}
        if method == "trapezoid":
            formula = locked_limit_kp()
            around = search("joint_limit", "kp", 0.0, formula, **lock) | {"low": 0.5, "high": 1.5}
            yield Limit("locked joint, kp", formula, 1.0, around)
        for kp in (0.0, 0.2, 0.5):
            formula = locked_limit_ki(kp, method)
            what = f"locked joint, {method} rule, kI dt at kp = {kp:g}"
            yield Limit(what, formula, STEP, search("joint_limit", "ki", kp, formula, **lock))


def spring_limits() -> Iterator[Limit]:
    """Limits of both gains on springs, against the largest root of the sampled loop."""
    for pair in SPRINGS:
        what = f"spring of {pair[0] / 1e3:g} N/mm"
        spring = {"method": "trapezoid", "stiffness": pair[0], "damping": pair[1]}
        formula = bisect(lambda k, pair=pair: spectral_radius(k, 0.1, *pair) > 1.0, 0.01, 100.0)
        yield Limit(f"{what}, kp", formula, 1.0, search("joint_limit", "kp", 0.1, formula, **spring))
        formula = bisect(lambda k, pair=pair: spectral_radius(0.2, k, *pair) > 1.0, 0.01, 2000.0)
        yield Limit(f"{what}, kI dt at kp = 0.2", formula, STEP, search("joint_limit", "ki", 0.2, formula, **spring))


def hand_limits() -> Iterator[Limit]:
    """Limits of both gains on a clamped hand."""
    what = "clamped hand of seven joints, filtered reading"
    formula = bisect(lambda k: wrist_radius(k, 0.1) > 1.0, 0.01, 5.0)
    yield Limit(f"{what}, kp", formula, 1.0, search("hand_limit", "kp", 0.1, formula))
    formula = bisect(lambda k: wrist_radius(0.2, k) > 1.0, 0.01, 500.0)
    yield Limit(f"{what}, kI dt at kp = 0.2", formula, STEP, search("hand_limit", "ki", 0.2, formula))


def wrist_radius(kp: float, ki: float) -> float:
    """Largest root of the wrist law on a clamped hand, with the filter of its reading.

    z(z - 1)((1 + g) z - 1 + g) + g (z + 1)(kp (z - 1) + kI dt/2 (z + 1)) = 0 with g = tan(cutoff dt/2).
    """
    g = np.tan(0.5 * CUTOFF * STEP)
    law = np.polyadd([kp, -kp], [0.5 * ki * STEP, 0.5 * ki * STEP])
    whole = np.polyadd(np.polymul([1.0, -1.0, 0.0], [1.0 + g, g - 1.0]), np.polymul([g, g], law))
    return float(np.abs(np.roots(whole)).max())


def wrenches(count: int) -> Iterator[dict[str, Any]]:
    """Random wrenches up to 10 N and 2 N*m."""
    random = drawn_generator("force wrenches")
    for _ in range(count):
        yield {"measure": "wrench", "force": random.uniform(-10.0, 10.0, 3), "moment": random.uniform(-2.0, 2.0, 3)}


def measure(count: int) -> dict[str, Any]:
    """All figures; `count` is that of the wrenches."""
    limits = [*locked_limits(), *spring_limits(), *hand_limits()]
    presses = [{"measure": "press", "gravity": g, "force": force} for g in (0.0, 9.81) for force in FORCES]
    sticks = [
        {"measure": "joystick", "ki": ki, "hand": hand, "deflection": deflection}
        for ki in INTEGRAL.values()
        for hand in ("right_hand", "left_hand")
        for deflection in (0.3, 0.5, 0.8, 1.0)
    ]
    pushes = [{"measure": "elbow", "damping": damping} for damping in DAMPING.values()]
    values = [*(limit.search for limit in limits), *wrenches(count), *pushes, *presses, *sticks]
    rows = calls("force", "validation.force_trial:trial", [(one, 0) for one in values])
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row.values["measure"], []).append(row)

    def figures(name: str, metric: str) -> list[float]:
        return [row.metrics[metric] for row in found[name]]

    right, errors = figures("wrench", "error"), figures("press", "error")
    pressed = np.reshape(figures("joystick", "error"), (len(INTEGRAL), -1))
    return {
        "limits": [limit.row(row.metrics["limit"]) for limit, row in zip(limits, rows, strict=False)],
        "wrenches": {
            "count": count, "off": sum(error > WITHIN for error in right), "largest": max(right),
            "least_misprinted": min(figures("wrench", "misprinted")),
        },
        "elbow": dict(zip(DAMPING, figures("elbow", "left"), strict=True)),
        "wall": {"forces": FORCES, "errors": errors, "largest": max(errors), "way": max(figures("press", "way"))},
        "joystick": {"count": pressed.shape[1], **dict(zip(INTEGRAL, map(float, pressed.max(axis=1)), strict=True))},
    }  # fmt: skip


def claims(found: dict[str, Any]) -> list[dict[str, Any]]:
    """What is claimed, what was found, and whether it holds."""
    rows = []

    def claim(words: str, figure: str, holds: bool) -> None:
        rows.append({"claim": words, "figure": figure, "holds": bool(holds)})

    for limit in found["limits"]:
        claim(
            f"limit of stability within 5 % of the formula: {limit['what']}",
            f"formula {limit['formula']:.4g}, found {limit['found']:.4g}: {100 * limit['error']:.2f} %",
            limit["error"] <= 0.05,
        )
    wrenches, elbow, wall_ = found["wrenches"], found["elbow"], found["wall"]
    claim(
        "a clamped hand applies any wrench within 1 % by the wrist law with the paper's gains",
        f"{wrenches['count']} random wrenches; {100 * wrenches['largest']:.2f} % at most; "
        + rate_words(wrenches["off"], wrenches["count"]),
        wrenches["largest"] <= WITHIN,
    )
    claim(
        "with the transform as printed in the paper it does not",
        f"off by {100 * wrenches['least_misprinted']:.0f} % at least",
        wrenches["least_misprinted"] > 0.1,
    )
    claim(
        "pushed, the elbow of a clamped arm swings on; damping in the null space calms it",
        f"{100 * elbow['without']:.0f} % of its speed left after 1.3 s, {100 * elbow['with']:.2g} % with damping",
        elbow["without"] > 0.5 and elbow["with"] < 0.02,
    )
    claim(
        "an arm of seven joints with dry friction presses on a wall within 1 % by hybrid control, with and without gravity",
        f"{', '.join(f'{f:g}' for f in wall_['forces'])} N; {100 * wall_['largest']:.3f} % at most in the last second; "
        f"{1e3 * wall_['way']:.1f} mm along the wall",
        wall_["largest"] <= 0.01,
    )
    stick = found["joystick"]
    claim(
        "in the joystick mode force the torso's hands press with what the joystick asks for within 3 %",
        f"{stick['count']} presses with 9 to 30 N on a wall; {100 * stick['largest']:.2f} % at most, "
        f"{100 * stick['without_integral']:.0f} % without the integral",
        stick["largest"] <= 0.03,
    )
    return rows


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0, help="share of the full number of runs")
    scale = parser.parse_args().scale
    found = measure(max(2, round(30 * scale)))
    report = {
        "title": "Force control",
        "about": "One joint that is locked or held by a spring, an arm of seven joints with a clamped hand or before a wall, and "
        "the torso robot, in MuJoCo, under the shipped schemes in native code. Limits are found by bisection.",
        "command": "make validate",
        "machine": machine(),
        "version": pult.__version__,
        "claims": claims(found),
        "scale": scale,
        "figures": found,
    }
    (ROOT / "validation" / "force.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
