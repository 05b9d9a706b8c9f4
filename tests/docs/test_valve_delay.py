"""The page on gain and delay of the valve: its theory against closed forms, and the kept runs against its theory."""

import json
import math
import re

import pytest
from docs.make_valve_delay import DT, KP, PLAN, TABLE, gain_limit, largest_root, rule_of_thumb

from pult.batch.plans.document import read_sweep_document
from tests.docs.fences import ROOT

POINTS = json.loads(TABLE.read_text(encoding="utf-8"))


def test_without_delay_and_filter_the_limit_is_the_closed_form():
    """z^2 + (k_p - 1 + a) z + a - k_p with a = k_I dt/2 has a root at -1 for a = 1 + k_p."""
    assert gain_limit(0, math.inf) == pytest.approx(2.0 * (1.0 + KP) / DT, rel=1e-9)
    assert largest_root(gain_limit(3), 3) == pytest.approx(1.0, abs=1e-9)


def test_a_long_delay_leaves_the_margin_of_continuous_time():
    assert gain_limit(30, math.inf) == pytest.approx(rule_of_thumb(31 * DT), rel=5e-3)
    for delay in range(5):
        assert rule_of_thumb((1 + delay) * DT) == pytest.approx(gain_limit(delay), rel=0.11)


def test_the_kept_runs_agree_with_the_limit():
    plan, _, _ = read_sweep_document(PLAN)
    gains, delays = (variation.steps() for variation in plan.vary.values())
    assert [(point["delay"], point["gain"]) for point in POINTS] == [(d, g) for d in delays for g in gains]
    assert {point["runs"] for point in POINTS} == {len(plan.seeds)} and sum(point["runs"] for point in POINTS) == 600
    for point in POINTS:
        share = point["gain"] / gain_limit(round(point["delay"] / DT))
        if share > 1.0:
            assert point["successes"] == 0, point
        elif share < 0.9:
            assert point["successes"] == point["runs"], point


def test_the_page_says_what_the_table_and_the_theory_say():
    page = (ROOT / "docs/sweeps-example.md").read_text(encoding="utf-8")
    rows = {cells[0]: [int(cell) for cell in cells[1:]] for cells in map(_cells, page.splitlines()) if len(cells) == 6}
    steps = range(5)
    by_delay = [[point for point in POINTS if round(point["delay"] / DT) == d] for d in steps]
    assert rows["largest stable $k_I$ by these roots [1/s]"] == [round(gain_limit(d)) for d in steps]
    assert rows["rule of thumb"] == [round(rule_of_thumb((1 + d) * DT)) for d in steps]
    last = [max(point["gain"] for point in group if point["successes"] == point["runs"]) for group in by_delay]
    assert rows["last gain at which all ten seeds succeed"] == last
    first = [min(point["gain"] for point in group if not point["successes"]) for group in by_delay]
    assert rows["first at which none does"] == first


def _cells(line: str) -> list[str]:
    cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
    return cells if all(re.fullmatch(r"\d+", cell) for cell in cells[1:]) else []
