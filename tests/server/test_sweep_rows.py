"""Results of very many runs: pages, summaries and pictures stay small, and are the same as those of the rows."""

from pathlib import Path

import pytest

from pult.batch.results.file import Head, Row, appending
from pult.server.sweeps.files import SweepPaths
from pult.server.sweeps.look import RunsQuery, look_at, runs_of, summary_of
from pult.server.sweeps.pictures import draw

COUNT = 20_000
PLAN = {
    "exercise": "two-link-reach",
    "seeds": list(range(COUNT // 4)),
    "vary": {"pd.kp": {"type": "values", "values": [1.0, 2.0, 3.0, 4.0]}},
}


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("rows") / "many.jsonl"
    rows = (
        Row(
            key=f"{number:016x}", seed=number // 4, values={"pd.kp": 1.0 + number % 4}, success=number % 4 > 0,
            reason="success" if number % 4 else "time", cause="" if number % 4 else "time in stage 'a'",
            time=number % 997 / 10.0, points=float(number % 101),
        )
        for number in range(COUNT)
    )  # fmt: skip
    with appending(path, Head(sweep={"format": "pult.sweep", "version": 1, **PLAN})) as file:
        file.append(rows)
    return path


def test_counts_and_plan_come_from_the_file_alone(results: Path) -> None:
    [facts] = look_at([SweepPaths(results.with_name("many.sweep.json"), results, results.with_name("many.records"))])
    assert (facts.runs, facts.done, facts.failed, facts.problem) == (COUNT, COUNT, COUNT // 4, "")
    assert list(facts.vary) == ["pd.kp"]


def test_pages_of_runs_are_those_of_all_rows_sorted(results: Path) -> None:
    found = runs_of(results, RunsQuery(offset=100, limit=50, sort="points", descending=True, outcome="success"))
    wanted = sorted((n for n in range(COUNT) if n % 4), key=lambda n: -(n % 101))[100:150]
    assert found.total == 3 * COUNT // 4
    assert [int(run.key, 16) for run in found.runs] == wanted
    last = runs_of(results, RunsQuery(offset=COUNT - 3, limit=50))
    assert [int(run.key, 16) for run in last.runs] == [COUNT - 3, COUNT - 2, COUNT - 1]


def test_the_summary_of_many_runs_is_short(results: Path) -> None:
    found = summary_of(results, "1")
    assert (found.success.hits, found.success.runs) == (3 * COUNT // 4, COUNT)
    assert [(one.cause, one.count) for one in found.failures] == [("time in stage 'a'", COUNT // 4)]
    assert [point.success.hits for point in found.points] == [0, *3 * [COUNT // 4]]


@pytest.mark.parametrize("picture", ["overview", "histogram"])
def test_pictures_are_drawn_for_both_themes(results: Path, picture: str) -> None:
    light, dark = (draw(results, picture, dark) for dark in (False, True))
    assert light != dark and len(light) < 200_000 and len(dark) < 200_000
    assert b"#12191b" in light and b"#e8edee" in dark  # ink on paper, and light on dark
    assert draw(results, picture, False) == light
