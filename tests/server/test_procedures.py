"""Procedures over HTTP: planned, rehearsed, and the robot's session opened only for what was rehearsed as it is."""

import pytest

RUSSIAN = {"Accept-Language": "ru"}


@pytest.fixture(scope="module")
def short():
    """A short stroke over the top of the sphere."""
    import json

    from pult.core.shipped import shipped_file

    data = json.loads(shipped_file("procedure", "massage-arc").read_text(encoding="utf-8"))
    knots = [{"a": a, "b": 1.570796} for a in (-0.2, 0.0, 0.2)]
    return {**data, "name": "short", "title": "Short", "knots": knots, "inserted": 0, "limits": {"joint_speed": 2.0}}


def save(shared, name, document, version=None):
    return shared.client.put(
        f"/api/documents/procedure/{name}", json={"document": document, "version": version, "overwrite": True}
    )


def test_shipped_procedures_are_listed_and_read(shared):
    cards = {card["name"]: card for card in shared.client.get("/api/procedures").json()}
    assert cards["massage-arc"]["own"] is False
    assert cards["massage-arc"]["title"]["en"] == "Massage along an arc"
    state = shared.client.get("/api/documents/procedure/massage-arc").json()
    assert state["document"]["format"] == "pult.procedure"


def test_a_plan_tells_theory_and_marks_the_knots_that_cannot_be_reached(shared, short):
    plan = shared.client.post("/api/procedures/plan", json={"document": short}).json()
    assert plan["ok"], plan
    assert plan["surface"]["centre"] == pytest.approx([0.4, 0.0, 0.3])
    assert len(plan["angles"]) == 3
    errors = [choice["force_error"] for choice in plan["choices"]]
    assert errors == sorted(errors, reverse=True)
    away = {**short, "knots": [*short["knots"], {"a": 2.8, "b": 0.0}]}
    plan = shared.client.post("/api/procedures/plan", json={"document": away}, headers=RUSSIAN).json()
    assert not plan["ok"]
    assert any(mark["knot"] == 3 for mark in plan["marks"])
    assert any("узел" in mark["message"] for mark in plan["marks"])


def test_a_plan_with_faults_tells_them_and_reads_nothing_outside(shared, short):
    plan = shared.client.post("/api/procedures/plan", json={"document": {**short, "inserted": 99}}).json()
    assert [fault["place"] for fault in plan["faults"]] == ["inserted"]
    plan = shared.client.post("/api/procedures/plan", json={"document": {**short, "world": "../../etc/x"}}).json()
    assert plan["faults"][0]["code"] == "bad-path"


def test_the_robot_does_only_what_was_rehearsed_as_it_is(shared, short):
    state = save(shared, "short", short).json()
    refused = shared.client.post("/api/sessions", json={"procedure": "short"}, headers=RUSSIAN)
    assert refused.status_code == 400
    assert "ещё не повторяли" in refused.json()["error"]
    job = shared.job(shared.client.post("/api/procedures/short/rehearse"))
    assert (job["state"], job["result"]) == ("done", {"passed": True}), job
    known = shared.client.get("/api/procedures/short").json()
    assert known["problem"] == ""
    assert known["measured"]["force_error"] < 0.1
    assert known["measured"]["stop_clear"] < 0.5
    assert len(known["trace"]["time"]) == len(known["trace"]["force"]) > 100
    begun = shared.client.post("/api/sessions", json={"procedure": "short"})
    assert begun.status_code == 200, begun.text
    number = begun.json()["id"]
    other = shared.client.post(f"/api/sessions/{number}/apply", json={"document": {}})
    assert (other.status_code, other.json()["code"]) == (409, "rehearsed")
    shared.client.delete(f"/api/sessions/{number}?force=1")
    save(shared, "short", {**short, "speed": 0.02}, state["version"])
    assert "changed after its rehearsal" in shared.client.get("/api/procedures/short").json()["problem"]
    refused = shared.client.post("/api/sessions", json={"procedure": "short"})
    assert "Rehearse it on the model first" in refused.json()["error"]


def test_a_copy_bears_its_own_name(shared):
    made = shared.client.post(
        "/api/documents/new", json={"kind": "procedure", "name": "mine", "template": "massage-arc"}
    )
    assert made.status_code == 201, made.text
    assert made.json()["document"]["name"] == "mine"
    assert made.json()["document"]["title"]["en"] == "Massage along an arc (mine)"


def test_an_unknown_procedure_is_told_with_the_nearest_name(shared):
    answer = shared.client.get("/api/procedures/massage-arch")
    assert answer.status_code == 404
    assert "Did you mean 'massage-arc'" in answer.json()["error"]
