"""Sweeps over HTTP: started, stopped and gone on with in processes of their own, and looked at."""

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pult.batch.results.file import read_rows, sorted_rows
from pult.record import read_record
from tests.server.conftest import Studio, running_studio

RUSSIAN = {"Accept-Language": "ru"}
TIME = "exercise:duration"
PLAN: dict[str, Any] = {
    "format": "pult.sweep",
    "version": 1,
    "exercise": "two-link-reach",
    "seeds": [3, 5],
    "vary": {TIME: {"type": "values", "values": [1.0, 120.0]}},
}
"""Two runs that have too little time, and two that have enough."""
LONG = {**PLAN, "seeds": list(range(400)), "vary": {}}


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    with running_studio(tmp_path_factory.mktemp("sweeps") / "project") as found:
        yield found


@pytest.fixture(scope="module")
def done(studio: Studio) -> dict[str, Any]:
    """A sweep of four runs that was carried through."""
    begun = studio.client.post("/api/sweeps", json={"name": "gain", "sweep": PLAN, "workers": 1})
    assert begun.status_code == 201, begun.text
    assert begun.json()["entry"]["state"] == "running"
    return until(studio, "gain", lambda entry: entry["state"] not in ("running", "stopping"))


def until(studio: Studio, name: str, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Wait until something holds of a sweep."""
    deadline = time.monotonic() + 600.0  # a process starts and a run is made, beside whatever else runs
    while time.monotonic() < deadline:
        entry: dict[str, Any] = studio.client.get(f"/api/sweeps/{name}").json()["entry"]
        if holds(entry):
            return entry
        threading.Event().wait(0.02)
    raise AssertionError(f"it does not come to hold: {entry}")


def test_a_sweep_is_carried_through(studio: Studio, done: dict[str, Any]) -> None:
    assert (done["state"], done["runs"], done["problem"]) == ("done", 4, "")
    assert (done["success"]["hits"], done["success"]["runs"]) == (2, 4)
    assert 0.0 < done["success"]["low"] < 0.5 < done["success"]["high"] < 1.0
    assert (done["pilot"], done["variant"], done["vary"]) == ("semi-automatic", "semi-automatic", [TIME])
    assert [entry["name"] for entry in studio.client.get("/api/sweeps").json()] == ["gain"]
    assert done["size"] == (studio.project / "sweeps" / "gain.jsonl").stat().st_size


def test_results_that_the_command_line_made_are_a_sweep_without_a_plan(studio: Studio, done: dict[str, Any]) -> None:
    folder = studio.project / "sweeps"
    (folder / "copied.jsonl").write_bytes((folder / "gain.jsonl").read_bytes())
    entry = studio.client.get("/api/sweeps/copied").json()["entry"]
    assert (entry["state"], entry["runs"], entry["problem"], entry["vary"]) == ("done", 4, "", [TIME])
    (folder / "copied.jsonl").unlink()


def test_a_name_is_taken_once_and_cannot_lead_elsewhere(studio: Studio, done: dict[str, Any]) -> None:
    again = studio.client.post("/api/sweeps", json={"name": "gain", "sweep": PLAN})
    assert (again.status_code, again.json()["code"]) == (409, "conflict")
    for name in ("../gain", "a/b", "con", ""):
        assert studio.client.post("/api/sweeps", json={"name": name, "sweep": PLAN}).status_code == 400
    assert studio.client.get("/api/sweeps/gone").status_code == 404
    assert studio.bare.get("/api/sweeps").status_code == 401


def test_runs_come_in_pages_sorted_and_filtered(studio: Studio, done: dict[str, Any]) -> None:
    def runs(**query: Any) -> dict[str, Any]:
        answer = studio.client.get("/api/sweeps/gain/runs", params=query)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    whole = runs(sort="points", descending=True)
    points = [run["points"] for run in whole["runs"]]
    assert whole["total"] == 4 and points == sorted(points, reverse=True)
    assert [run["key"] for run in runs(sort="points", descending=True, offset=1, limit=2)["runs"]] == [
        run["key"] for run in whole["runs"][1:3]
    ]
    failed = runs(outcome="failed", sort="seed")
    assert [(run["seed"], run["values"]) for run in failed["runs"]] == [(3, {TIME: 1.0}), (5, {TIME: 1.0})]
    cause = studio.client.get("/api/sweeps/gain/summary").json()["failures"][0]["cause"]
    assert runs(cause=cause)["total"] == 2 and runs(cause="nothing")["total"] == 0
    assert [run["seed"] for run in runs(where=json.dumps({TIME: 120.0}), sort="seed")["runs"]] == [3, 5]
    wrong = studio.client.get("/api/sweeps/gain/runs", params={"sort": "point"})
    assert wrong.status_code == 400 and "Did you mean 'points'" in wrong.json()["error"]
    assert studio.client.get("/api/sweeps/gain/runs", params={"limit": 1000}).status_code == 400


def test_the_summary_counts_causes_and_says_what_explains_success(studio: Studio, done: dict[str, Any]) -> None:
    found = studio.client.get("/api/sweeps/gain/summary").json()
    assert [point["success"]["hits"] for point in found["points"]] == [0, 2]
    assert found["influence"] == [{"name": TIME, "unit": "s", "success": 1.0, "points": pytest.approx(1.0, abs=0.1)}]
    [failure] = found["failures"]
    assert failure["count"] == 2 and len(failure["keys"]) == 2
    assert {figure["name"] for figure in found["figures"]} >= {"time", "points"}
    said = studio.client.get("/api/sweeps/gain/summary", headers=RUSSIAN).json()["failures"][0]
    assert said["cause"] == failure["cause"] and said["text"] != failure["text"]


def test_a_picture_is_drawn_once_for_the_same_rows(studio: Studio, done: dict[str, Any]) -> None:
    [name, *_] = studio.client.get("/api/sweeps/gain/summary").json()["pictures"]
    answer = studio.client.get(f"/api/sweeps/gain/pictures/{name}.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml") and answer.content.endswith(b"</svg>\n")
    again = studio.client.get(f"/api/sweeps/gain/pictures/{name}.svg", headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304
    assert studio.client.get("/api/sweeps/gain/pictures/nothing.svg").status_code == 404


def test_a_run_is_done_again_and_its_record_is_among_the_others(studio: Studio, done: dict[str, Any]) -> None:
    row = next(row for row in read_rows(studio.project / "sweeps" / "gain.jsonl") if not row.success)
    job = studio.job(studio.client.post(f"/api/sweeps/gain/runs/{row.key}/record"))
    assert job["state"] == "done", job
    assert job["result"]["same"] is True
    record = job["result"]["record"]
    [entry] = [one for one in studio.client.get("/api/records").json() if one["name"] == record]
    assert (entry["seed"], entry["success"], entry["pilot"]) == (row.seed, False, "semi-automatic")
    assert read_record(studio.project / "records" / record).problem == ""
    shown = studio.client.get("/api/sweeps/gain/runs", params={"outcome": "failed"}).json()["runs"]
    assert [run["record"] for run in shown if run["key"] == row.key] == [record]
    assert studio.client.post("/api/sweeps/gain/runs/nothing/record").status_code == 400
    none = studio.job(studio.client.post(f"/api/sweeps/gain/runs/{'0' * 16}/record"))
    assert none["state"] == "failed" and "has no run" in none["error"]


def test_faults_of_a_plan_are_told_at_their_fields(studio: Studio) -> None:
    def check(language: str = "en", **changes: Any) -> dict[str, Any]:
        headers = {"Accept-Language": language}
        answer = studio.client.post("/api/sweeps/check", json={"sweep": {**PLAN, **changes}}, headers=headers)
        found: dict[str, Any] = answer.json()
        return found

    right = check()
    assert (right["faults"], right["runs"], right["pilot"]) == ([], 4, "semi-automatic")
    places = {
        "exercise": {"exercise": "two-link-rech"},
        "pilot": {"pilot": "nobody"},
        "variant": {"variant": "flying"},
        "seeds": {"seeds": []},
        "points": {"plan": "latin"},
        "vary.pd.kq": {"vary": {"pd.kq": {"type": "values", "values": [1]}}},
        "vary.pd.kp": {"vary": {"pd.kp": {"type": "interval", "low": 3.0, "high": 1.0, "count": 2}}},
    }
    for place, changes in places.items():
        faults = check(**changes)["faults"]
        assert [fault["place"] for fault in faults] == [place], (place, faults)
    assert "Did you mean 'two-link-reach'" in check(exercise="two-link-rech")["faults"][0]["message"]
    for exercise in ("../../etc/passwd", "/etc/passwd"):
        assert check(exercise=exercise)["faults"][0]["place"] == "exercise"
    away = check(vary={"world:scene": {"type": "values", "values": ["../../../etc/passwd"]}})
    assert away["faults"][0]["code"] == "bad-path"
    assert "зёрна" in check("ru", seeds=[])["faults"][0]["message"]
    refused = studio.client.post("/api/sweeps", json={"name": "bad", "sweep": {**PLAN, "seeds": []}})
    assert refused.status_code == 422 and refused.json()["faults"][0]["place"] == "seeds"
    assert not (studio.project / "sweeps" / "bad.sweep.json").exists()


def test_a_draft_is_read_with_the_notation_of_the_command_line(studio: Studio) -> None:
    def check(language: str = "en", **draft: Any) -> dict[str, Any]:
        whole = {"exercise": "two-link-reach", "seeds": "0:3,7", **draft}
        found: dict[str, Any] = studio.client.post(
            "/api/sweeps/draft", json=whole, headers={"Accept-Language": language}
        ).json()
        return found

    found = check(vary=[{"name": "pd.kp", "values": "10:30:3"}, {"name": "pd.kd", "values": "0.1, 0.3"}])
    assert (found["faults"], found["runs"]) == ([], 24)
    assert found["sweep"]["seeds"] == [0, 1, 2, 7]
    assert found["sweep"]["vary"]["pd.kp"] == {"type": "interval", "low": 10.0, "high": 30.0, "count": 3}
    drawn = check(vary=[{"name": "pd.kp", "values": "normal(20, 2)"}], plan="latin", points=5, seeds="", draw=2)
    assert (drawn["faults"], drawn["runs"]) == ([], 10)
    for place, draft in {
        "seeds": {"seeds": "five"},
        "vary[0]": {"vary": [{"name": "pd.kp", "values": "10:20 kg:3"}]},
        "vary[1]": {"vary": [{"name": "pd.kp", "values": "1"}, {"name": "pd.kq", "values": "1"}]},
    }.items():
        assert [fault["place"] for fault in check(**draft)["faults"]] == [place]
    unknown = check(vary=[{"name": "pd.kq", "values": "1"}])["faults"][0]
    assert unknown["code"] == "unknown-parameter" and "Did you mean 'kd'" in unknown["message"]
    twice = check(vary=[{"name": "pd.kp", "values": "1"}, {"name": "pd.kp", "values": "2"}])
    assert twice["faults"][0]["message"] == "'pd.kp' is varied already."
    assert check("ru", seeds="five")["faults"][0]["message"].startswith("напишите")


def test_what_can_be_varied_is_listed_with_its_present_values(studio: Studio) -> None:
    found = studio.client.get("/api/sweeps/choices/two-link-reach").json()
    names = {one["name"]: one for one in found["names"]}
    assert names["pd.kp"] == {"name": "pd.kp", "value": 20.0, "unit": "V/rad"}
    assert names["sensor:angles.delay"]["unit"] == "s" and "drive:motors.stall_torque[1]" in names
    assert found["pilot"] == "semi-automatic" and "command" in found["pilots"]
    assert studio.client.get("/api/sweeps/choices/nothing").status_code == 404


@pytest.mark.validate  # tests/batch goes on with sweeps that were stopped or killed, without a server
@pytest.mark.skipif(sys.platform == "win32", reason="processes are asked by signals")
def test_a_sweep_is_stopped_gone_on_with_and_survives_a_restart(tmp_path: Any) -> None:
    project = tmp_path / "project"
    with running_studio(project) as studio:
        begun = studio.client.post("/api/sweeps", json={"name": "long", "sweep": LONG, "workers": 1})
        assert begun.status_code == 201, begun.text
        assert studio.client.post("/api/sweeps/long/start", json={}).status_code == 409
        assert studio.client.delete("/api/sweeps/long").status_code == 409
        until(studio, "long", lambda entry: entry["success"]["runs"] >= 2)
        stopped = studio.client.post("/api/sweeps/long/stop").json()["entry"]
        assert stopped["state"] == "interrupted" and 2 <= stopped["success"]["runs"] < 400
        before = sorted_rows(read_rows(project / "sweeps" / "long.jsonl"))
        assert studio.client.post("/api/sweeps/long/stop").status_code == 409
        begun = studio.client.post("/api/sweeps/long/start", json={"workers": 1})
        assert begun.json()["entry"]["state"] == "running"
        more = until(studio, "long", lambda entry: entry["success"]["runs"] > stopped["success"]["runs"])
        process = studio.app.state.sweeps.running.last("long").pid
    assert not _alive(process)  # the sweep ends with its studio
    with running_studio(project) as studio:
        [entry] = studio.client.get("/api/sweeps").json()
        assert entry["state"] == "interrupted" and entry["success"]["runs"] >= more["success"]["runs"]
        assert set(before.splitlines()) <= set(sorted_rows(read_rows(project / "sweeps" / "long.jsonl")).splitlines())
        assert studio.client.delete("/api/sweeps/long").status_code == 204
        assert studio.client.get("/api/sweeps").json() == [] and list((project / "sweeps").iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_sweep_whose_process_is_killed_says_so(studio: Studio) -> None:
    studio.client.post("/api/sweeps", json={"name": "killed", "sweep": LONG, "workers": 1})
    until(studio, "killed", lambda entry: entry["success"]["runs"] >= 1)
    os.kill(studio.app.state.sweeps.running.last("killed").pid, signal.SIGKILL)
    entry = until(studio, "killed", lambda entry: entry["state"] != "running")
    assert entry["state"] == "failed" and "was not finished" in entry["problem"]
    assert studio.client.delete("/api/sweeps/killed").status_code == 204


def test_a_file_that_holds_no_results_says_so(studio: Studio) -> None:
    (studio.project / "sweeps").mkdir(exist_ok=True)
    (studio.project / "sweeps" / "odd.jsonl").write_bytes(b"nothing\n")
    [entry] = [one for one in studio.client.get("/api/sweeps").json() if one["name"] == "odd"]
    assert entry["state"] == "failed" and "is not a file of results" in entry["problem"]
    assert studio.client.delete("/api/sweeps/odd").status_code == 204


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
