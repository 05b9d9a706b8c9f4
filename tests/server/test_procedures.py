"""Procedures over HTTP: planned, rehearsed, and the robot's session opened only for what was rehearsed as it is."""

import pytest

from tests.server.live_support import Page

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
    for change, place in (({"chain": "arms"}, "chain"), ({"speed": 1e-6}, "speed")):
        plan = shared.client.post("/api/procedures/plan", json={"document": {**short, **change}}).json()
        assert [fault["place"] for fault in plan["faults"]] == [place]
    plan = shared.client.post("/api/procedures/plan", json={"document": {**short, "world": "../../etc/x"}}).json()
    assert plan["faults"][0]["code"] == "bad-path"


def keeps_to_the_rehearsal(shared, number):
    """Nothing is tuned, and the sliders go no higher than in the rehearsal; softer and slower is the operator's."""
    headers = {"Authorization": f"Bearer {shared.settings.bearer}", "X-Pult-Key": shared.settings.key}
    page = Page(f"ws://127.0.0.1:{shared.settings.port}/ws/sessions/{number}", headers)
    page.wait_state("ready")
    page.take("ann")
    for request in ({"do": "set", "name": "path.clearance", "value": 0.05}, {"do": "restore", "state": ""}):
        answer = page.ask(**request)
        assert not answer["ok"] and "parameters and states are not changed" in answer["error"]
    for name, most in (("force", 10.0), ("speed", 0.025)):
        answer = page.ask("input", values={name: 1.5 * most})
        assert not answer["ok"] and f"{name!r} is {most:g} at most" in answer["error"]
        assert page.ask("input", values={name: 0.5 * most})["ok"]
        assert page.ask("input", values={name: most})["ok"]
    page.close()


def is_not_restarted_with_another_scheme(shared, number):
    from pult.core.shipped import shipped_file

    text = shipped_file("scheme", "massage-force").read_text(encoding="utf-8")
    mine = shared.project / "schemes" / "massage-force.scheme.json"
    mine.write_text(text.replace('"description": "', '"description": "My ', 1), encoding="utf-8")
    refused = shared.client.post(f"/api/sessions/{number}/restart?force=1")
    assert refused.status_code == 400
    assert "massage-force.scheme.json" in refused.json()["error"]
    assert shared.client.get(f"/api/sessions/{number}").json()["state"] in ("ready", "running")
    mine.unlink()
    assert shared.client.post(f"/api/sessions/{number}/restart?force=1").status_code == 200


def test_the_robot_does_only_what_was_rehearsed_as_it_is(shared, short):
    state = save(shared, "short", short).json()
    refused = shared.client.post("/api/sessions", json={"procedure": "short"}, headers=RUSSIAN)
    assert refused.status_code == 400
    assert "Репетиции на модели ещё не было" in refused.json()["error"]
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
    keeps_to_the_rehearsal(shared, number)
    is_not_restarted_with_another_scheme(shared, number)
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
