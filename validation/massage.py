"""The long proofs of massage: strokes of PM-01 over the sphere by both controls, robustness, limits of stability.

    python validation/massage.py                 # all
    python validation/massage.py back_attempts   # some figures again, the others as they are

Writes validation/massage.json, from which `docs/build_pages.py` makes the page of proofs and `docs/make_massage.py` the
plots. Runs are kept as they are done: the same command goes on after a stop. A sample of each proof is in the tests.
"""

import json
import math
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from validation.massage_parts import PARTS
from validation.reliability import attempt_row, failure_rows, rate_words, reliability, reliability_words
from validation.schemes import machine
from validation.seeds import drawn_seeds
from validation.sweeps import calls, sweep_attempts

import pult
from pult.motion.surface.chords import deviation_ratio

FILE = ROOT / "validation/massage.json"
BACK_FORCE = 8.0
"""That the exercise on the patient asks for [N]."""
COUNT = 20
"""Starts of each exercise."""


def attempts(count: int = COUNT) -> list[dict[str, Any]]:
    """The exercise by its pilot, over many seeds."""
    return [attempt_row(row) for row in sweep_attempts("massage-stroke", "", drawn_seeds("massage stroke", count))]


def back_attempts(count: int = COUNT) -> dict[str, list[dict[str, Any]]]:
    """The exercise on the patient by both pilots, over many seeds."""
    seeds = drawn_seeds("massage patient", count)
    return {
        pilot: [
            {
                **attempt_row(row),
                "points": row.points,
                "mean_error": row.metrics.get("force_error"),
                "least": row.metrics.get("softest"),
                "most": row.metrics.get("hardest"),
            }
            for row in sweep_attempts("massage-patient", "", seeds, pilot)
        ]
        for pilot in ("semi-automatic", "position")
    }


ATTEMPTS: dict[str, Callable[[], Any]] = {"attempts": attempts, "back_attempts": back_attempts}


def measure(names: list[str]) -> dict[str, Any]:
    """Figures by name."""
    rows = calls("massage", "validation.massage_parts:part", [({"name": name}, 0) for name in PARTS if name in names])
    found = {row.values["name"]: row.data["figure"] for row in rows}
    return found | {name: made() for name, made in ATTEMPTS.items() if name in names}


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
    known = [*PARTS, *ATTEMPTS]
    unknown = set(names) - set(known)
    if unknown:
        raise SystemExit(f"there are no figures {', '.join(sorted(unknown))}; there are {', '.join(known)}.")
    kept = json.loads(FILE.read_text(encoding="utf-8"))["figures"] if names else {}
    new = measure(names or known)
    found = {name: new[name] if name in new else kept[name] for name in known}
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
