"""`pult procedure`, as a user calls it."""

import json

import pytest
from typer.testing import CliRunner

from pult.cli import app
from pult.core.shipped import shipped_file
from pult.procedure.certificate import NotCertified


def pult(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture
def mine(tmp_path):
    """A short procedure of the user's own."""
    data = json.loads(shipped_file("procedure", "massage-arc").read_text(encoding="utf-8"))
    knots = [{"a": a, "b": 1.570796} for a in (-0.15, 0.0, 0.15)]
    file = tmp_path / "mine.procedure.json"
    file.write_text(json.dumps({**data, "name": "mine", "knots": knots, "inserted": 0}), encoding="utf-8")
    return file


def test_check_tells_what_theory_expects_and_that_a_rehearsal_is_due(mine):
    done = pult("procedure", "check", mine, "--json")
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert found["ok"] is True
    assert found["expected"]["force_error"] == pytest.approx(2.92, abs=0.03)  # 2 c rho sin^2(0.15/4)
    assert "not been rehearsed" in found["certificate"]


def test_the_robot_refuses_what_was_not_rehearsed_and_what_was_changed_after_it(mine):
    refused = pult("procedure", "run", mine)
    assert isinstance(refused.exception, NotCertified)
    assert "Rehearse it on the model first" in str(refused.exception)
    done = pult("procedure", "rehearse", mine, "--json")
    assert done.exit_code == 0, done.output
    certificate = json.loads(done.stdout)
    assert certificate["passed"] is True
    assert certificate["file"] == str(mine.with_name("mine.certificate.json"))
    assert json.loads(pult("procedure", "check", mine, "--json").stdout)["certificate"] == "fresh"
    mine.write_text(mine.read_text(encoding="utf-8").replace('"speed": 0.025', '"speed": 0.02'), encoding="utf-8")
    refused = pult("procedure", "run", mine)
    assert "changed after its rehearsal" in str(refused.exception)


def test_a_plan_that_does_not_hold_is_not_rehearsed(mine):
    text = mine.read_text(encoding="utf-8").replace('"a": 0.15', '"a": 3.0')
    mine.write_text(text, encoding="utf-8")
    done = pult("procedure", "rehearse", mine)
    assert done.exit_code == 1
    assert "knot 3" in done.output
    assert not mine.with_name("mine.certificate.json").exists()


def test_procedures_are_listed_checked_copied_and_have_a_schema(tmp_path):
    names = {row["name"] for row in json.loads(pult("list", "procedures", "--json").stdout)}
    assert {"massage-arc", "massage-back"} <= names
    assert "knots" in json.loads(pult("schema", "procedure").stdout)["$defs"]["ProcedureDocument"]["properties"]
    done = pult("copy", "massage-arc", tmp_path, "--kind", "procedure")
    assert done.exit_code == 0, done.output
    assert pult("check", tmp_path / "procedures/massage-arc.procedure.json").exit_code == 0
    assert (tmp_path / "schemes/massage-force.scheme.json").is_file()
