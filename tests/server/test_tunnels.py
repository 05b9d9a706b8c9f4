"""Tunnels over HTTP: planned while they are drawn, kept as documents, and made into a world that runs."""

import json

import pytest

from pult.core.shipped import shipped_file

RUSSIAN = {"Accept-Language": "ru"}


@pytest.fixture(scope="module")
def tunnel():
    return json.loads(shipped_file("tunnel", "snake-tunnel").read_text(encoding="utf-8"))


def test_a_plan_has_the_path_the_circles_and_the_clearance(shared, tunnel):
    plan = shared.client.post("/api/tunnels/plan", json={"document": tunnel}).json()
    assert plan["ok"], plan
    assert plan["least"] >= plan["bound"] - 1e-4 > 0.0
    assert [corner["place"] for corner in plan["corners"]] == ["right[1]", "left[2]", "left[3]", "right[4]"]
    assert plan["path"][-1] == pytest.approx(tunnel["target"], abs=1e-4)
    assert [len(joints) for joints in plan["arms"]] == [13] * 4


def test_what_cannot_be_passed_is_told_with_its_place_in_the_language_of_the_page(shared, tunnel):
    wide = {**tunnel, "arm": {**tunnel["arm"], "width": 0.09}}
    plan = shared.client.post("/api/tunnels/plan", json={"document": wide}, headers=RUSSIAN).json()
    assert not plan["ok"]
    assert plan["faults"][0]["place"] == "right[1]"
    assert "ширина тоннеля" in plan["faults"][0]["message"]
    plan = shared.client.post("/api/tunnels/plan", json={"document": "no tunnel"}).json()
    assert not plan["ok"] and plan["faults"]


def test_a_saved_tunnel_is_made_into_a_world_once(shared, tunnel):
    document = {**tunnel, "name": "drawn"}
    saved = shared.client.put("/api/documents/tunnel/drawn", json={"document": document, "version": None})
    assert saved.status_code == 200, saved.text
    made = shared.client.post("/api/tunnels/drawn/make").json()
    assert made["exercise"] == "drawn"
    assert {"worlds/drawn.world.json", "robots/drawn-arm.robot.json", "schemes/drawn.tunnel.json"} <= set(made["files"])
    for kind in ("world", "robot", "scheme", "exercise"):
        name = "drawn-arm" if kind == "robot" else "drawn"
        document = shared.client.get(f"/api/documents/{kind}/{name}").json()["document"]
        assert shared.client.post(f"/api/check/{kind}", json={"document": document}).json()["faults"] == [], kind
    again = shared.client.post("/api/tunnels/drawn/make")
    assert again.status_code == 409
    assert again.json()["code"] == "conflict" and "exists in the project already" in again.text


def test_a_new_tunnel_can_be_passed(shared):
    made = shared.client.post("/api/documents/new", json={"kind": "tunnel", "name": "fresh"}).json()
    assert shared.client.post("/api/tunnels/plan", json={"document": made["document"]}).json()["ok"]
