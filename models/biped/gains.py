"""Finds the gains of the joints that follow a walking pattern: `python models/biped/gains.py`.

For each pair of gains the biped walks and turns by both gaits without balance feedback; a pair is judged by its worst
walk. Too small, and the legs sink and lag; too large, and a voltage that is held for 10 ms makes them chatter.
"""

import itertools
import math
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from validation.walk_trial import trial  # noqa: E402 - the root is on the path only now

KP = (8.0, 12.0, 20.0, 30.0, 45.0)
DAMPING = (0.005, 0.01, 0.02)
"""kd by kp [s]."""
SEED = 0


def main() -> None:
    """Try all pairs and print them, the best last."""
    found = []
    for kp, ratio in itertools.product(KP, DAMPING):
        runs = [trial(SEED, gait, 8, 2, kp=kp, kd=ratio * kp) for gait in ("paper", "dcm")]
        worst = max(math.inf if run["fell"] else run["tilt"] for run in runs)
        found.append((worst, kp, ratio * kp, max(run["voltage"] for run in runs)))
    for tilt, kp, kd, voltage in sorted(found, reverse=True):
        word = "falls" if math.isinf(tilt) else f"tilt {math.degrees(tilt):.2f} degrees, |U| up to {voltage:.2f}"
        sys.stdout.write(f"kp {kp:g} kd {kd:g}: {word}\n")


if __name__ == "__main__":
    main()
