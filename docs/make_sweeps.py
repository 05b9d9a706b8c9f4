"""Makes the picture of the page on sweeps: python docs/make_sweeps.py. The sweep goes on where it was."""

from pathlib import Path

import pult
from pult.batch.plans.variation import Interval
from pult.batch.results.file import read_head
from pult.batch.results.pictures import draw_sweep
from pult.batch.results.table import table_of

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "build/sweeps.jsonl"


def main() -> None:
    """How late a sensor and an operator may be: 6 x 5 delays, 10 seeds."""
    rows = pult.sweep(
        "two-link-reach",
        RESULTS,
        seeds=range(10),
        vary={
            "sensor:angles.delay": Interval(low=0.0, high=50.0, count=6, unit="ms"),
            "fault:input.delay@0": Interval(low=0.0, high=0.4, count=5, unit="s"),
        },
    )
    title = f"two-link-reach, {len(rows)} runs: delays of sensor and operator"
    draw_sweep(table_of(rows, read_head(RESULTS).units), ROOT / "docs/assets/sweep-overview.svg", title)


if __name__ == "__main__":
    main()
