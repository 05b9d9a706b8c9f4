"""`pult grab`: points, configurations, zones and aiming from the command line."""

import json
import math

import pytest
from typer.testing import CliRunner

from pult.cli import app
from pult.motion import grab

run = CliRunner().invoke


def test_forward_gives_the_point_and_says_what_is_refused():
    found = json.loads(run(app, ["grab", "forward", "0,0,0,0,0", "--json"]).stdout)
    assert found["point"] == pytest.approx([1.29, 0.0355, 0.095])
    low = run(app, ["grab", "forward", "0,0,90,0,0"])
    assert low.exit_code == 1
    assert "255.0 mm under the floor" in low.output


def test_solve_lists_all_configurations_and_draws_them(tmp_path):
    picture = tmp_path / "solve.svg"
    answer = run(app, ["grab", "solve", "1.1,0,0.61", "--pitch", "-26", "-o", str(picture), "--json"])
    found = json.loads(answer.stdout)
    assert [(one["column"], one["elbow"]) for one in found["solutions"]] == [("forward", "up"), ("forward", "down")]
    assert picture.read_text().startswith("<svg")
    far = run(app, ["grab", "solve", "3,0,0"])
    assert far.exit_code == 1
    assert "out of reach" in far.output
    assert run(app, ["grab", "solve", "3,x,0"]).exit_code == 2


def test_zone_has_the_area_of_the_library(tmp_path):
    picture = tmp_path / "zone.svg"
    found = json.loads(run(app, ["grab", "zone", "--pitch", "90", "-o", str(picture), "--json"]).stdout)
    assert found["area"] == pytest.approx(grab.work_zone(math.pi / 2).area)
    assert "pitch 90 degrees" in picture.read_text()
    assert "gap of 9.36 mm" in run(app, ["grab", "zone", "--pitch", "0"]).stdout


def test_aim_by_roll_and_by_an_edge():
    found = json.loads(run(app, ["grab", "aim", "1.3,0.2,-0.1", "--json"]).stdout)["aims"]
    assert [one["way"] for one in found] == ["forward"]
    along = json.loads(run(app, ["grab", "aim", "1.3,0.2,-0.1", "--edge", "0,0.5,1", "--json"]).stdout)["aims"]
    assert len(along) == 2
    assert run(app, ["grab", "aim", "--", "-2,0,0"]).exit_code == 1
