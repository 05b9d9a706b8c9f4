"""`pult tunnel` and what `pult check` says of tunnels."""

import json

from typer.testing import CliRunner

from pult.cli import app

RUNNER = CliRunner()


def run(*arguments, code=0):
    done = RUNNER.invoke(app, [str(argument) for argument in arguments])
    assert done.exit_code == code, done.output
    return done.output


def test_a_tunnel_is_made_checked_planned_and_drawn(tmp_path):
    file = tmp_path / "mine.tunnel.json"
    run("tunnel", "make", file, "--seed", 5, "--links", 30)
    run("check", file)
    figures = json.loads(run("tunnel", "plan", file, "--json", "-o", tmp_path / "mine.svg"))
    assert figures["least_clearance"] >= figures["bound"] - 1e-4
    assert (tmp_path / "mine.svg").read_text().startswith("<svg")
    made = run("tunnel", "make", tmp_path / "world", "--from", file)
    assert made.count("\n") >= 7
    run("check", tmp_path / "world/mine.world.json", tmp_path / "world/mine.scheme.json")


def test_the_same_seed_makes_the_same_tunnel(tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        run("tunnel", "make", tmp_path / name / "t.tunnel.json", "--seed", 9, "--links", 30)
    assert (tmp_path / "a/t.tunnel.json").read_bytes() == (tmp_path / "b/t.tunnel.json").read_bytes()


def test_an_arm_that_cannot_pass_is_refused_with_the_place(tmp_path):
    answer = json.loads(run("tunnel", "check", "snake-tunnel", "--width", 0.09, "--json", code=1))
    places = [fault["place"] for fault in answer["faults"]]
    assert not answer["ok"]
    assert places
    assert all(place.startswith(("left[", "right[")) for place in places)
    assert json.loads(run("tunnel", "check", "snake-tunnel", "--json"))["ok"]


def test_nothing_is_overwritten(tmp_path):
    file = tmp_path / "t.tunnel.json"
    run("tunnel", "make", file, "--links", 30)
    before = file.read_bytes()
    done = RUNNER.invoke(app, ["tunnel", "make", str(file), "--seed", "3", "--links", "30"])
    assert done.exit_code != 0
    assert file.read_bytes() == before
