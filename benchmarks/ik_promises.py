"""Targets of the inverse kinematics benchmark, and whether they are met."""

from collections.abc import Mapping, Sequence

from benchmarks.figures import Target
from benchmarks.ik_blocks import STEP
from benchmarks.ik_figures import IkBlock, Mode, Solved
from benchmarks.ik_peers import IK_LM
from benchmarks.ik_solvers import SOLVE_IK

SHARE_REACHED = 1.0
MEDIAN_OVER_IK_LM = 0.5
P99_OVER_IK_LM = 1.0
SHARE_OF_STEP = 0.01


def promises(solved: Sequence[Solved], blocks: Sequence[IkBlock]) -> list[Target]:
    """Compare the measurements with the targets. Times are those of calls in a loop."""
    places: dict[tuple[str, Mode], dict[str, Solved]] = {}
    for row in solved:
        places.setdefault((row.robot, row.mode), {})[row.solver] = row
    found = []
    for (robot, mode), rows in places.items():
        share = rows[SOLVE_IK].success
        what = f"{robot}, {mode}: solve_ik reaches every target"
        kept = None if share is None else share >= SHARE_REACHED
        found.append(Target(what=what, wanted=SHARE_REACHED, found=share, holds=kept))
        found += _against_ik_lm(f"{robot}, {mode}: solve_ik", rows)
    for block in blocks:
        what = f"{block.block} takes less than {SHARE_OF_STEP:.0%} of a {1e3 * STEP:g} ms step"
        found.append(_at_most(what, SHARE_OF_STEP, block.share))
    return found


def _against_ik_lm(who: str, rows: Mapping[str, Solved]) -> list[Target]:
    peer = rows.get(IK_LM)
    median = None if peer is None or peer.ratio is None else 1.0 / peer.ratio
    p99 = None if peer is None or peer.ratio_of_p99 is None else 1.0 / peer.ratio_of_p99
    return [
        _at_most(f"{who} takes at most half the time of {IK_LM} (median)", MEDIAN_OVER_IK_LM, median),
        _at_most(f"{who} takes no more time than {IK_LM} (99th percentile)", P99_OVER_IK_LM, p99),
    ]


def _at_most(what: str, wanted: float, found: float | None) -> Target:
    return Target(what=what, wanted=wanted, found=found, holds=None if found is None else found <= wanted)
