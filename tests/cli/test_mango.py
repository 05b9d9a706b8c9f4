"""`pult mango`: designs and motions as a person at a terminal meets them."""

import json

import pytest

import pult as library
from tests.cli.terminal import pult


def test_a_design_is_shown_drawn_and_made_into_documents(tmp_path):
    done = pult("mango", "design", "--write", "mine", "--name", "three", "--arms", 3, "-o", "a.svg", "--json", cwd=tmp_path)
    found = json.loads(done.stdout)
    assert [row["joint"] for row in found["joints"]] == ["shoulder", "elbow"]
    assert found["joints"][1]["k"] == pytest.approx(0.2205, abs=5e-5)
    assert len(found["files"]) == 6
    assert (tmp_path / "a.svg").read_text(encoding="utf-8").startswith("<?xml")
    assert library.load_exercise(tmp_path / "mine/three.exercise.json").document.world == "three"
    again = pult("mango", "design", "--write", "mine", "--name", "three", cwd=tmp_path, code=1)
    assert "already" in again.stderr


def test_a_table_for_people():
    done = pult("mango", "design", "--shoulder", "-80,10")
    assert "-80.0 to 10.0" in done.stdout
    assert "work space 0.4227 m^2" in done.stdout


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--cylinder", "0.1,0.2"], 1, "shoulder: a cylinder of 0.1 to 0.3 m cannot turn"),
        (["--links", "0.4"], 2, "give 2 numbers"),
        (["--elbow", "a,b"], 2, "give 2 numbers"),
        (["--write", "x", "--name", "No name"], 1, "not a valid name"),
        (["-o", "x.doc"], 1, "cannot write"),
    ],
)
def test_what_cannot_be_is_told(tmp_path, words, code, said):
    answer = pult("mango", "design", *words, cwd=tmp_path, code=code)
    assert said in " ".join(answer.stderr.split())
    assert not list(tmp_path.iterdir())


def test_a_motion_is_checked_before_it_starts():
    good = pult("mango", "motion", "0,0,0", "-0.08,0.1,6", "0,0.2,-6", "--arc", "--json")
    found = json.loads(good.stdout)
    assert found["arms"] == ["a", "b"]
    assert 0.5 < found["duration"] < 3.0
    assert "possible, in" in pult("mango", "motion", "0,0,0", "0,-0.1,0").stdout
    bad = pult("mango", "motion", "0,0,0", "0.3,0,0", code=1)
    assert "arm b cannot do it: at 0.78 s the elbow cylinder would be shorter" in bad.stderr
    weak = pult("mango", "motion", "0,0,0", "0,0.25,0", "--speed", 3, "--acceleration", 30, "--supply", 0.5, code=1)
    assert "would pull with" in weak.stderr or "would push with" in weak.stderr
