"""The proof of the integrators: step responses of all kinds of drives and of PD loops against the exact solution.

    python validation/integrator.py

Writes validation/integrator.json; takes half a minute. A sample is in tests/sim/test_integrator.py.
"""

import argparse
import json
import math
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.sim.step_lab import CASES, Errors, errors
from validation.schemes import machine

import pult

STEPS = (0.005, 0.002, 0.001)
"""Physics steps [s]; the second is the default one."""
EXACT = 1e-12
"""Errors below this are rounding: they have no order."""
CURRENT = "dc with inductance"
"""The drive whose state, the current, MuJoCo integrates by itself, to first order, with either integrator."""


def order(coarse: float, fine: float) -> float:
    """Order of convergence, from the errors with the first and the last step."""
    return math.log(coarse / fine) / math.log(STEPS[0] / STEPS[-1])


def orders(found: list[Errors]) -> list[float]:
    """Orders of position and speed, as far as errors are more than rounding."""
    pairs = ((found[0].position, found[-1].position), (found[0].speed, found[-1].speed))
    return [order(coarse, fine) for coarse, fine in pairs if fine > EXACT]


def claim(name: str, integrator: str) -> dict[str, object]:
    """What is claimed of a case with an integrator."""
    found = []
    for timestep in STEPS:
        with tempfile.TemporaryDirectory() as folder:
            found.append(errors(Path(folder), CASES[name], timestep, integrator))
    measured, at = orders(found), found[1]
    words = f"position {percent(at.position)}, speed {percent(at.speed)}"
    shown = f"order {min(measured):.1f}" if measured else "exact but for rounding"
    exact_enough = integrator == "rk4" and name != CURRENT
    limit = 1e-3 if exact_enough else 0.03
    return {
        "claim": f"{name}, `{integrator}`: within {percent(limit)} of the exact response at the default step of 2 ms",
        "figure": f"{words}; {shown}",
        "holds": max(at.position, at.speed) < limit and all(one > (3.5 if exact_enough else 0.6) for one in measured),
    }


def percent(share: float) -> str:
    """A share in per cent."""
    return f"{100.0 * share:.2g} %"


def main() -> int:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    claims = [claim(name, integrator) for integrator in ("implicitfast", "rk4") for name in CASES]
    report = {
        "title": "Integrators",
        "about": (
            "A flywheel or a piston gets a constant command at rest, or is held by a PD loop that is sampled every 10 ms; "
            "its motion over 0.5 s is compared at every control step with the exact solution, by the matrix exponential. "
            "Time constants are 5 to 80 ms. Errors are the greatest ones, by the greatest value of the exact response. The "
            "order of convergence is that between physics steps of 5 and 1 ms."
        ),
        "command": "validation/integrator.py",
        "machine": machine(),
        "version": pult.__version__,
        "claims": claims,
    }
    target = Path(__file__).with_name("integrator.json")
    target.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    for one in claims:
        print(f"{'holds' if one['holds'] else 'FAILS'}  {one['claim']}: {one['figure']}")
    return 0 if all(one["holds"] for one in claims) else 1


if __name__ == "__main__":
    sys.exit(main())
