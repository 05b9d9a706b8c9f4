"""Summaries and pictures of made-up runs: what they count, what they draw, and that they look for nothing row by row."""

import xml.etree.ElementTree as ET

import numpy as np
import pytest
from matplotlib.text import Text
from typer.testing import CliRunner

from pult.batch.results.charts import by_influence
from pult.batch.results.export import flat_columns
from pult.batch.results.file import Head, Row, appending
from pult.batch.results.groups import classes
from pult.batch.results.pictures import PICTURES, draw_picture, draw_sweep, pictures_of, save_figure
from pult.batch.results.summary import summarise
from pult.batch.results.table import table_of
from pult.cli import app
from pult.core.errors import UsageError


def run(number: int, success: bool = True, cause: str = "", points: float = 80.0, **values: object) -> Row:
    return Row(
        key=f"{number:016x}", seed=number, success=success, reason="success" if success else "time", values=values,
        cause=cause, time=10.0 + number, points=points, metrics={"force": 2.0 * number},
    )  # fmt: skip


def gains(count: int = 3, delays: int = 2, seeds: int = 4) -> list[Row]:
    """Runs of a grid; those of the largest gain with a delay fail."""
    return [
        run(seeds * (delays * i + j) + k, success := i < count - 1 or j == 0, "" if success else "time", 50.0 + 10 * i,
            gain=float(i), delay=0.01 * j)
        for i in range(count) for j in range(delays) for k in range(seeds)
    ]  # fmt: skip


def test_a_summary_counts_what_the_rows_say():
    found = summarise(gains())
    assert found.success[:2] == (20, 24)
    assert found.none_failed is None
    assert found.figures["points"].value == 60.0
    assert [(values, rate[:2], median.value) for values, rate, median in found.points] == [
        ({"delay": d, "gain": g}, (0 if (g, d) == (2.0, 0.01) else 4, 4), 50.0 + 10 * g)
        for d in (0.0, 0.01) for g in (0.0, 1.0, 2.0)
    ]  # fmt: skip
    assert found.failures == [("time", 4, [f"{n:016x}" for n in range(20, 24)])]
    assert found.sensitivity["gain"][1] == pytest.approx(1.0, abs=0.01)
    assert found.sensitivity["delay"][1] == 0.0
    assert summarise([run(n) for n in range(10)]).none_failed == pytest.approx(1.0 - 0.05**0.1)


def test_causes_that_differ_in_measured_numbers_are_one():
    rows = [run(n, False, f"diverged at {n}.25 s in stage 'reach2'") for n in range(7)] + [run(9, False, "limit 'force1'")]
    found = summarise(rows).failures
    assert [(cause, count, len(keys)) for cause, count, keys in found] == [
        ("diverged at … s in stage 'reach2'", 7, 5),
        ("limit 'force1'", 1, 1),
    ]
    assert summarise(rows[:1]).failures[0][0] == "diverged at 0.25 s in stage 'reach2'"


def test_an_empty_sweep_has_a_summary():
    found = summarise([])
    assert (found.success.runs, len(found.points), found.failures, found.none_failed) == (0, 0, [], None)


def test_classes_of_numbers_have_equal_sizes():
    found = classes(np.random.default_rng(1).random(1200), 12)
    assert np.bincount(found.codes).tolist() == [100] * 12
    assert found.values == sorted(found.values)


FAULTS = ["none", "sensor:angles[elbow].stuck@2+0.2", "link.lost@3"]
SWEEPS = {
    "seeds": [run(n, n % 3 > 0, "" if n % 3 else "time") for n in range(12)],
    "all done": [run(n) for n in range(3)],
    "one run": [run(1)],
    "one value": gains(4, 1),
    "two values": gains(),
    "none done": [run(n, False, "time", 0.0, gain=float(n % 3), delay=float(n % 2)) for n in range(12)],
    "three drawn": [
        run(n, bool(n % 2), "" if n % 2 else "time", float(n % 90), a=float(a), b=float(b), c=float(c))
        for n, (a, b, c) in enumerate(np.random.default_rng(3).random((60, 3)))
    ],
    "faults": [run(n, n % 3 == 0, "" if n % 3 == 0 else "time", fault=FAULTS[n % 3], on=bool(n % 2)) for n in range(18)],
}


@pytest.mark.parametrize("name", SWEEPS)
def test_every_picture_of_every_sweep_is_drawn_as_svg_with_its_words(tmp_path, name):
    table = table_of(SWEEPS[name])
    for picture in pictures_of(table):
        draw_sweep(table, tmp_path / "p.svg", f"my {name}", picture)
        words = " ".join(ET.parse(tmp_path / "p.svg").getroot().itertext())
        assert f"my {name}" in words
        wanted = {"success": "success", "failures": "cause", "sensitivity": "variance", "histogram": "of all runs"}
        assert wanted.get(picture, "") in words
        if picture in ("sensitivity", "success"):
            assert all(varied in words for varied in by_influence(table))
    assert ("sensitivity" in pictures_of(table)) == (name not in ("seeds", "all done", "one run"))


def test_a_map_shows_the_rate_of_each_cell():
    figure = draw_picture(gains(), "success")
    written = [text.get_text() for axes in figure.axes for text in axes.texts]
    assert sorted(written) == ["0", "100", "100", "100", "100", "100"]


def test_units_stand_in_labels_and_tables_and_not_in_the_names_of_columns(tmp_path):
    name, bias = "sensor:angles.noise", "fault:sensor:angles[elbow].bias@0.5+1.25"
    rows = [
        Row(key=f"{x}{y}{seed}", seed=seed, values={name: x, bias: y}, success=x < 0.2, reason="", points=50.0 + y)
        for x in (0.1, 0.2) for y in (1.0, 2.0) for seed in range(2)
    ]  # fmt: skip
    table = table_of(rows, {name: "rad", bias: "rad"})
    for picture in ("overview", "success", "heat", "box", "sensitivity"):
        figure = draw_picture(table, picture)
        words = {"".join(text.get_text().split()) for text in figure.findobj(Text)}  # labels may be wrapped
        assert {f"{name}[rad]", f"{bias}[rad]"} <= words, picture
    assert name in flat_columns(table)
    results = tmp_path / "r.jsonl"
    with appending(results, Head(units={name: "rad"})) as file:
        file.append(rows)
    said = CliRunner().invoke(app, ["sweep", "show", str(results)]).output
    assert "sensor:angles.noise [rad]" in said
    assert "1.25 [rad]" not in said


def test_the_same_runs_give_the_same_bytes_and_png_is_one(tmp_path):
    for name in ("a.svg", "b.svg", "c.png"):
        save_figure(draw_picture(gains(), "heat", outcome="force"), tmp_path / name)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    assert (tmp_path / "c.png").read_bytes().startswith(b"\x89PNG")


def test_what_cannot_be_drawn_is_refused(tmp_path):
    with pytest.raises(UsageError, match="nothing to draw"):
        draw_picture([])
    with pytest.raises(UsageError, match="Did you mean 'force'"):
        draw_picture(gains(), "box", outcome="forc")
    with pytest.raises(UsageError, match="no sensitivity"):
        draw_picture([run(1)], "sensitivity")
    with pytest.raises(UsageError, match="cannot write"):
        draw_sweep(gains(), tmp_path / "p.xyz")


def test_show_prints_draws_and_exports(tmp_path):
    results = tmp_path / "r.jsonl"
    with appending(results, Head(documents="abc", sweep={"exercise": "two-link-reach"}, pilot="p", variant="v")) as file:
        file.append(gains())
    command = ["sweep", "show", str(results)]
    shown = CliRunner().invoke(app, [*command, "--csv", str(tmp_path / "r.csv"), "--plot", str(tmp_path / "p.svg"), "--picture", "box"])
    assert shown.exit_code == 0, shown.output
    assert "20 of 24" in shown.output
    assert "0000000000000014" in shown.output
    assert (tmp_path / "p.svg").stat().st_size > 1000
    titles = (tmp_path / "r.csv").read_text().splitlines()[0].split(",")
    assert titles == list(flat_columns(table_of(gains())))
    wrong = CliRunner().invoke(app, [*command, "--plot", "x.svg", "--picture", "heatmap"])
    assert wrong.exit_code == 2
    assert all(picture in CliRunner().invoke(app, ["sweep", "show", "--help"]).output for picture in PICTURES[:2])
