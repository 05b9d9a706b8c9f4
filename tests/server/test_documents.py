"""Documents, checks, drawings, blocks and the gallery over HTTP."""

import copy
import json
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.server.conftest import Studio

EMPTY = {"format": "pult.scheme", "version": 1}
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="5" height="5"/></svg>'


def _read(studio: Studio, kind: str, name: str) -> dict[str, Any]:
    answer = studio.client.get(f"/api/documents/{kind}/{name}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def _check(studio: Studio, kind: str, document: Any, **more: str) -> dict[str, Any]:
    answer = studio.client.post(f"/api/check/{kind}", json={"document": document, **more})
    assert answer.status_code == 200, answer.text
    return answer.json()


# --- documents -------------------------------------------------------------------------------------------------------


def test_documents_are_listed_with_titles_and_versions(shared: Studio) -> None:
    found = shared.client.get("/api/documents", params={"kind": "exercise"}).json()
    entry = next(entry for entry in found if entry["name"] == "two-link-reach")
    assert entry["title"]["ru"] == "Коснитесь целей" and entry["shipped"]
    assert entry["version"] == _read(shared, "exercise", "two-link-reach")["version"]
    assert {entry["kind"] for entry in shared.client.get("/api/documents").json()} >= {"scheme", "panel", "world", "robot"}


def test_two_editors_do_not_overwrite_each_other(shared: Studio) -> None:
    url = "/api/documents/scheme/shared-one"
    first = shared.client.put(url, json={"document": EMPTY}).json()
    one = shared.client.put(url, json={"document": {**EMPTY, "name": "one"}, "version": first["version"]})
    two = shared.client.put(url, json={"document": {**EMPTY, "name": "two"}, "version": first["version"]})
    assert one.status_code == 200
    assert (two.status_code, two.json()["code"], two.json()["version"]) == (409, "conflict", one.json()["version"])
    assert _read(shared, "scheme", "shared-one")["document"]["name"] == "one"
    again = {"document": {**EMPTY, "name": "two"}, "version": first["version"], "overwrite": True}
    assert shared.client.put(url, json=again).json()["document"]["name"] == "two"
    assert shared.client.put(url, json={"document": EMPTY}).status_code == 409  # as a new one


def test_a_document_with_faults_is_saved_and_one_that_is_none_is_refused(shared: Studio) -> None:
    url = "/api/documents/scheme/faulty"
    wrong = {**EMPTY, "blocks": [{"id": "a", "type": "no.such"}], "wires": "not even a list"}
    assert shared.client.put(url, json={"document": wrong}).json()["document"] == wrong
    for none in ({}, [], "x", 3, None, {"format": "pult.panel", "version": 1}, {"format": "pult.scheme", "version": 2}):
        answer = shared.client.put("/api/documents/scheme/none", json={"document": none})
        assert (answer.status_code, answer.json()["code"]) == (422, "not-a-document")


def test_a_document_nested_too_deeply_is_refused_with_words(shared: Studio) -> None:
    text = json.dumps({"document": {**EMPTY, "x": 0}}).replace('"x": 0', '"x": ' + "[" * 900 + "]" * 900)
    answer = shared.client.put("/api/documents/scheme/deep", content=text, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (422, "not-a-document")


def test_deleting_needs_the_version_and_leaves_the_shipped_one(shared: Studio) -> None:
    shipped = _read(shared, "scheme", "semi-automatic")
    url = "/api/documents/scheme/semi-automatic"
    own = shared.client.put(url, json={"document": {**shipped["document"], "name": "mine"}, "version": shipped["version"]}).json()
    assert shared.client.get(url, params={"shipped": 1}).json()["document"] == shipped["document"]
    assert shared.client.delete(url, params={"version": "x"}).status_code == 409
    assert shared.client.delete(url, params={"version": own["version"]}).status_code == 204
    assert _read(shared, "scheme", "semi-automatic")["version"] == shipped["version"]
    assert shared.client.delete(url, params={"version": shipped["version"]}).status_code == 403


@pytest.mark.parametrize("name", ["%2e%2e", "..%2f..%2fetc%2fpasswd", "..%5c..%5cx", "%2fetc%2fpasswd", "a%00b", "con", ".x", "x" * 65, "C%3Ax"])
def test_paths_in_names_reach_nothing(shared: Studio, name: str) -> None:
    for method in ("GET", "PUT", "DELETE"):
        answer = shared.client.request(method, f"/api/documents/scheme/{name}", json={"document": EMPTY})
        assert answer.status_code in (400, 403, 404, 405), (method, answer.status_code)
        assert "code" in answer.json()
    for path in (f"/api/pictures/{name}", f"/api/documents/panel/{name}/picture", f"/api/provided/{name}", f"/assets/{name}.js"):
        assert shared.client.get(path).status_code in (400, 403, 404), path


def test_files_beside_the_page_are_not_served(shared: Studio) -> None:
    for path in ("/assets/..%2f..%2fapp.py", "/..%2fapp.py", "/%2e%2e/settings.py", "/assets/..%2f..%2f..%2f..%2fpyproject.json", "//etc/passwd.txt"):
        answer = shared.client.get(path)
        assert answer.status_code in (400, 403, 404) or "<!doctype html" in answer.text.lower()
        assert "def make_app" not in answer.text and "root:" not in answer.text


def test_a_kind_that_is_none_is_told(shared: Studio) -> None:
    answer = shared.client.get("/api/documents/shceme/x")
    assert answer.status_code == 404 and "'scheme'" in answer.json()["error"]


def test_the_picture_of_a_panel_is_checked(shared: Studio) -> None:
    shared.client.post("/api/documents/new", json={"kind": "panel", "name": "pictured", "template": "two-link"})
    url = "/api/documents/panel/pictured/picture"
    assert shared.client.put(url, json={"svg": SVG}).status_code == 204
    assert shared.client.get(url).text == SVG
    for bad in ("<svg", SVG.replace("<rect", "<script>alert(1)</script><rect"), '<!DOCTYPE svg [<!ENTITY a "b">]>' + SVG,
                SVG.replace("<rect", '<rect onload="x()"'), SVG.replace("<rect", '<image href="http://evil/x"/><rect')):  # fmt: skip
        assert shared.client.put(url, json={"svg": bad}).json()["code"] == "bad-picture"
    assert shared.client.get(url).text == SVG


# --- new documents ---------------------------------------------------------------------------------------------------


def test_a_copied_exercise_brings_everything_and_passes_its_checks(shared: Studio) -> None:
    made = shared.client.post("/api/documents/new", json={"kind": "exercise", "name": "my-reach", "template": "two-link-reach"})
    assert made.status_code == 201, made.text
    document = made.json()["document"]
    assert (document["name"], document["world"], document["panel"]) == ("my-reach", "my-reach", "my-reach")
    schemes = {variant["scheme"] for variant in document["variants"].values()}
    assert schemes == {"my-reach-command", "my-reach-semi-automatic"}
    own = {(entry["kind"], entry["name"]) for entry in shared.client.get("/api/documents").json() if entry["own"]}
    assert own >= {("exercise", "my-reach"), ("world", "my-reach"), ("panel", "my-reach"), *(("scheme", s) for s in schemes)}
    assert shared.client.get("/api/documents/panel/my-reach/picture").status_code == 200
    assert _check(shared, "exercise", document)["faults"] == []
    again = shared.client.post("/api/documents/new", json={"kind": "exercise", "name": "my-reach", "template": "two-link-reach"})
    assert again.status_code == 409


def test_new_documents_start_empty(shared: Studio) -> None:
    for kind in ("scheme", "panel", "world"):
        made = shared.client.post("/api/documents/new", json={"kind": kind, "name": f"new-{kind}"}).json()
        assert made["own"] and made["document"]["format"] == f"pult.{kind}"
    assert shared.client.post("/api/documents/new", json={"kind": "robot", "name": "x"}).status_code == 400
    assert shared.client.post("/api/documents/new", json={"kind": "scheme", "name": "servo"}).status_code == 409
    assert shared.client.post("/api/documents/new", json={"kind": "scheme", "name": "../x"}).json()["code"] == "bad-name"
    assert shared.client.post("/api/documents/new", json={"kind": "scheme", "name": "y", "template": "none"}).status_code == 404


@pytest.mark.parametrize(("kind", "name"), [("world", "two-link"), ("robot", "two-link"), ("robot", "puma560"), ("panel", "two-link"), ("scheme", "servo")])
def test_a_copy_of_anything_passes_its_checks(shared: Studio, kind: str, name: str) -> None:
    made = shared.client.post("/api/documents/new", json={"kind": kind, "name": f"copy-{kind}-{name}", "template": name})
    assert made.status_code == 201, made.text
    assert _check(shared, kind, made.json()["document"])["faults"] == []


def test_copies_of_a_scheme_share_the_table_beside_it(shared: Studio) -> None:
    table = shared.project / "schemes/path.csv"
    table.write_text("t,x\n0,0\n1,1\n")
    block = {"id": "a", "type": "sources.recorded", "parameters": {"path": "path.csv"}}
    assert shared.client.put("/api/documents/scheme/tabled", json={"document": {**EMPTY, "blocks": [block]}}).status_code == 200
    for name in ("tabled-2", "tabled-3"):
        made = shared.client.post("/api/documents/new", json={"kind": "scheme", "name": name, "template": "tabled"})
        assert made.status_code == 201, made.text
    table.unlink()


# --- blocks and checks -----------------------------------------------------------------------------------------------


def test_every_block_is_described(shared: Studio) -> None:
    found = {block["name"]: block for block in shared.client.get("/api/blocks").json()}
    pd = found["control.pd"]
    assert (pd["title"], pd["family"]) == ("PD", "control") and "k_p" in pd["equation"]
    assert [port["name"] for port in pd["inputs"]] == ["wanted", "angle", "speed"]
    assert pd["inputs"][0]["quantity"] == "angle" and pd["outputs"][0]["unit"] == "V"
    kp = next(p for p in pd["parameters"] if p["name"] == "kp")
    assert (kp["low"], kp["required"], kp["unit"]) == (0.0, False, "V/{unit}")
    assert not found["digital.unit_delay"]["inputs"][0]["through"]
    assert found["arithmetic.gain"]["inputs"][0]["unit"].startswith("?")
    assert all(block["outputs"] or block["family"] == "sinks" for block in found.values())


def test_all_shipped_documents_pass(shared: Studio) -> None:
    for entry in shared.client.get("/api/documents").json():
        if entry["shipped"] and not entry["own"]:
            found = _check(shared, entry["kind"], _read(shared, entry["kind"], entry["name"])["document"])
            assert found["faults"] == [], (entry["kind"], entry["name"])


def test_a_check_tells_ports_with_units_that_follow_from_wires(shared: Studio) -> None:
    document = {**EMPTY, "inputs": {"a": {"unit": "rad"}}, "outputs": {"b": {"unit": "rad"}},
                "blocks": [{"id": "g", "type": "arithmetic.sum"}], "wires": [{"from": "a", "to": "g.u1"}, {"from": "g.y", "to": "b"}]}  # fmt: skip
    types = {block["name"]: block for block in shared.client.get("/api/blocks").json()}
    names = [port["name"] for port in types["arithmetic.sum"]["inputs"]]
    document["wires"] = [{"from": "a", "to": f"g.{name}"} for name in names] + [{"from": "g.y", "to": "b"}]
    out = types["arithmetic.sum"]["outputs"][0]["name"]
    document["wires"][-1]["from"] = f"g.{out}"
    found = _check(shared, "scheme", document)
    assert found["faults"] == []
    block = found["levels"][""]["blocks"]["g"]
    assert {port["unit"] for port in (*block["inputs"], *block["outputs"])} == {"rad"}
    assert block["outputs"][0]["quantity"] == "angle"
    assert (found["blocks"], found["wires"]) == (1, len(names) + 1)


def test_ports_are_told_for_everything_that_can_be_understood(shared: Studio) -> None:
    document = copy.deepcopy(_read(shared, "scheme", "two-link-semi-automatic")["document"])
    whole = _check(shared, "scheme", document)["levels"]
    ids = [block["id"] for block in document["blocks"]]
    document["blocks"][0]["parameters"] = {"nope": 1}
    document["blocks"][1]["type"] = "no.such"
    found = _check(shared, "scheme", document)
    assert {fault["block"] for fault in found["faults"]} >= set(ids[:2])
    assert set(found["levels"]) == set(whole)
    assert set(found["levels"][""]["blocks"]) == set(ids) - {ids[1]}
    for name in ids[2:]:
        ports = [port["name"] for port in found["levels"][""]["blocks"][name]["inputs"]]
        assert ports == [port["name"] for port in whole[""]["blocks"][name]["inputs"]]


def test_an_algebraic_loop_names_all_its_blocks(shared: Studio) -> None:
    gains = [{"id": name, "type": "arithmetic.gain"} for name in "abc"]
    wires = [{"from": "a.y", "to": "b.x"}, {"from": "b.y", "to": "c.x"}, {"from": "c.y", "to": "a.x"}, {"from": "a.y", "to": "o"}]
    loop = {**EMPTY, "outputs": {"o": {}}, "blocks": gains, "wires": wires}
    fault = _check(shared, "scheme", loop)["faults"][0]
    assert fault["code"] == "algebraic-loop" and sorted(fault["blocks"]) == ["a", "b", "c"]
    inner = {"outputs": {"o": {}}, "blocks": gains, "wires": wires}
    nested = {**EMPTY, "outputs": {"o": {}}, "blocks": [{"id": "s", "type": "scheme.sub"}],
              "wires": [{"from": "s.o", "to": "o"}], "schemes": {"sub": inner}}  # fmt: skip
    fault = _check(shared, "scheme", nested)["faults"][0]
    assert (fault["level"], sorted(fault["blocks"])) == ("sub", ["a", "b", "c"])


def test_faults_in_sub_schemes_know_their_level(shared: Studio) -> None:
    document = {**EMPTY, "blocks": [{"id": "s", "type": "scheme.sub"}], "schemes": {"sub": {"blocks": [{"id": "x", "type": "no.such"}]}}}
    fault = _check(shared, "scheme", document)["faults"][0]
    assert (fault["level"], fault["block"], fault["code"]) == ("sub", "x", "unknown-type")


def test_what_moves_nothing_is_worth_a_look(shared: Studio) -> None:
    document = {**EMPTY, "inputs": {"i": {}, "idle": {}}, "outputs": {"o": {}},
                "blocks": [{"id": name, "type": "arithmetic.gain"} for name in ("used", "first", "last")],
                "wires": [{"from": "i", "to": "used.x"}, {"from": "used.y", "to": "o"}, {"from": "i", "to": "first.x"},
                          {"from": "first.y", "to": "last.x"}]}  # fmt: skip
    found = _check(shared, "scheme", document)
    assert found["faults"] == []
    told = {(warning["code"], warning["block"]) for warning in found["warnings"]}
    assert told == {("unused-output", "last"), ("no-effect", "first"), ("unused-input", "")}


def test_a_scheme_is_checked_against_its_exercise_and_its_world(shared: Studio) -> None:
    document = _read(shared, "scheme", "two-link-command")["document"]
    assert _check(shared, "scheme", document, exercise="two-link-reach", variant="command")["faults"] == []
    assert _check(shared, "scheme", document, world="two-link")["faults"] == []
    foreign = _read(shared, "scheme", "servo")["document"]
    faults = _check(shared, "scheme", foreign, exercise="two-link-reach")["faults"]
    assert any(fault["code"] == "unbound" for fault in faults)
    changed = copy.deepcopy(document)
    changed["step"] = 0.0033
    assert any(f["code"] == "bad-step" for f in _check(shared, "scheme", changed, world="two-link")["faults"])
    unknown = _check(shared, "scheme", document, exercise="none")["faults"]
    assert [fault["code"] for fault in unknown] == ["bad-surroundings"]


def test_a_wrong_chain_is_a_fault_in_the_world_of_the_scheme(shared: Studio) -> None:
    document = copy.deepcopy(_read(shared, "scheme", "two-link-semi-automatic")["document"])
    block = next(block for block in document["blocks"] if "chain" in block.get("parameters", {}))
    block["parameters"]["chain"] = "leg"
    assert _check(shared, "scheme", document)["faults"] == []
    faults = _check(shared, "scheme", document, world="two-link")["faults"]
    assert any(fault["block"] == block["id"] and "'leg'" in fault["message"] for fault in faults)


def test_a_panel_is_checked_against_the_world_of_its_exercise(shared: Studio) -> None:
    document = copy.deepcopy(_read(shared, "panel", "two-link")["document"])
    assert _check(shared, "panel", document, exercise="two-link-reach")["faults"] == []
    joints = next((e for e in document["elements"].values() if e["type"] in ("joints", "effectors", "cameras")), None)
    assert joints is not None
    joints["options"]["no-such-thing"] = {}
    assert any("no-such-thing" in fault["message"] for fault in _check(shared, "panel", document, exercise="two-link-reach")["faults"])


def test_documents_that_name_files_elsewhere_are_not_opened(shared: Studio) -> None:
    for kind, part in (("world", {"scene": "/etc/passwd"}), ("robot", {"model": "../../../../etc/passwd"}), ("panel", {"picture": {"file": "/etc/passwd"}, "elements": {}})):
        faults = _check(shared, kind, {"format": f"pult.{kind}", "version": 1, **part})["faults"]
        assert [fault["code"] for fault in faults] == ["bad-path"], kind


def test_things_of_a_world_are_listed(shared: Studio) -> None:
    found = shared.client.get("/api/provided/two-link").json()
    assert found["names"]["chain"] and found["names"]["joint"] and "hand" in found["names"]["effector"]
    assert "angles" in [channel["name"] for channel in found["sensors"]] or found["sensors"]
    assert "motors" in [channel["name"] for channel in found["drives"]]
    assert shared.client.get("/api/provided/none").status_code == 404


def test_a_level_is_laid_out_and_drawn(shared: Studio) -> None:
    document = _read(shared, "scheme", "two-link-semi-automatic")["document"]
    for level in ("", "request"):
        part = document["schemes"][level] if level else document
        found = shared.client.post("/api/scheme/layout", json={"document": document, "level": level}).json()
        assert set(found["blocks"]) == {block["id"] for block in part["blocks"]}
        assert set(found["wires"]) == {f"{wire['from']} -> {wire['to']}" for wire in part["wires"]}
        assert all(len(points) >= 2 for points in found["wires"].values())
        assert set(found["inputs"]) == set(part["inputs"]) and set(found["outputs"]) == set(part["outputs"])
        drawn = shared.client.post("/api/scheme/draw", json={"document": document, "level": level, "theme": "dark"})
        assert drawn.headers["content-type"].startswith("image/svg+xml") and drawn.text.startswith("<svg")
    assert shared.client.post("/api/scheme/layout", json={"document": document, "level": "x"}).status_code == 404
    assert shared.client.post("/api/scheme/layout", json={"document": {}}).status_code == 422


def test_a_scheme_with_faults_is_laid_out_too(shared: Studio) -> None:
    document = copy.deepcopy(_read(shared, "scheme", "two-link-command")["document"])
    document["blocks"][0]["type"] = "no.such"
    document["blocks"][1]["parameters"] = {"nope": []}
    document["wires"].pop()
    document["wires"].append({"from": "nobody.y", "to": "nowhere.x"})
    document["outputs"]["loose"] = {}
    found = shared.client.post("/api/scheme/layout", json={"document": document}).json()
    assert set(found["blocks"]) == {block["id"] for block in document["blocks"]}
    assert "loose" in found["outputs"]
    places = [tuple(place) for place in (*found["blocks"].values(), *found["outputs"].values())]
    assert len(set(places)) == len(places)


def test_a_scheme_with_faults_is_drawn_as_far_as_it_can_be_understood(shared: Studio) -> None:
    document = copy.deepcopy(_read(shared, "scheme", "two-link-semi-automatic")["document"])
    document["blocks"][0]["type"] = "no.such"
    document["blocks"][1]["parameters"] = {"nope": []}
    document["wires"].append({"from": "nobody.y", "to": "nowhere.x"})
    document["outputs"]["loose"] = {}
    assert _check(shared, "scheme", document)["faults"]
    for level in ("", *document["schemes"]):
        drawn = shared.client.post("/api/scheme/draw", json={"document": document, "level": level})
        assert drawn.status_code == 200 and drawn.headers["content-type"].startswith("image/svg+xml"), drawn.text
        part = document["schemes"][level] if level else document
        assert set(re.findall(r'data-block="([^"]+)"', drawn.text)) >= {block["id"] for block in part["blocks"]}
    assert "loose" in shared.client.post("/api/scheme/draw", json={"document": document}).text
    alone = {**EMPTY, "blocks": [{"id": "b", "type": "no.such"}]}
    assert 'data-block="b"' in shared.client.post("/api/scheme/draw", json={"document": alone}).text
    refused = shared.client.post("/api/scheme/draw", json={"document": {**EMPTY, "blocks": 3}})
    assert refused.status_code == 422 and "cannot be drawn: blocks" in refused.json()["error"]
    assert shared.client.post("/api/scheme/draw", json={"document": document, "level": "x"}).status_code == 404


# --- gallery ---------------------------------------------------------------------------------------------------------


def test_the_gallery_shows_exercises(shared: Studio) -> None:
    card = next(card for card in shared.client.get("/api/exercises").json() if card["name"] == "two-link-reach")
    assert card["problem"] == "" and card["variant"] == "semi-automatic" and not card["own"]
    assert [variant["name"] for variant in card["variants"]] == ["semi-automatic", "command"]
    assert len(card["stages"]) == 5 and card["duration"] == 120 and card["best"] is None


def test_an_exercise_that_cannot_be_started_says_why(shared: Studio) -> None:
    document = {**_read(shared, "exercise", "two-link-reach")["document"], "name": "broken", "world": "gone"}
    shared.client.put("/api/documents/exercise/broken", json={"document": document})
    card = next(card for card in shared.client.get("/api/exercises").json() if card["name"] == "broken")
    assert "'gone'" in card["problem"] and card["own"]
    shared.client.put("/api/documents/exercise/broken2", json={"document": {"format": "pult.exercise", "version": 1}})
    card = next(card for card in shared.client.get("/api/exercises").json() if card["name"] == "broken2")
    assert "missing" in card["problem"]


def test_what_was_opened_lately_is_remembered(shared: Studio) -> None:
    for kind, name in (("scheme", "servo"), ("exercise", "two-link-reach"), ("scheme", "servo"), ("scheme", "not-there")):
        assert shared.client.post("/api/recent", json={"kind": kind, "name": name}).status_code == 204
    found = shared.client.get("/api/recent").json()
    assert [(entry["kind"], entry["name"]) for entry in found] == [("scheme", "servo"), ("exercise", "two-link-reach")]
    (shared.project / "recent.json").write_text("{damaged")
    assert shared.client.get("/api/recent").json() == []


# --- garbage ---------------------------------------------------------------------------------------------------------

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(st.sampled_from(["format", "version", "blocks", "wires", "id", "type", "parameters", "schemes", "inputs",
                                       "outputs", "elements", "robots", "picture", "file", "variants", "from", "to"]) | st.text(max_size=4),
                      inner, max_size=5),
    max_leaves=25,
)  # fmt: skip
FEW = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
ROUTES = [("POST", "/api/check/{kind}"), ("PUT", "/api/documents/{kind}/garbage"), ("POST", "/api/scheme/layout"), ("POST", "/api/scheme/draw"),
          ("POST", "/api/documents/new"), ("POST", "/api/recent"), ("POST", "/api/uploads"), ("PUT", "/api/documents/panel/two-link/picture")]  # fmt: skip
KIND = st.sampled_from(["scheme", "panel", "world", "robot", "exercise"])


@FEW
@given(route=st.sampled_from(ROUTES), kind=KIND, document=VALUES, wrap=st.booleans(), head=st.booleans())
def test_garbage_never_breaks_the_server(shared: Studio, route, kind, document, wrap, head) -> None:
    method, path = route
    if head and isinstance(document, dict):
        document = {**document, "format": f"pult.{kind}", "version": 1}
    body = {"document": document} if wrap else document
    answer = shared.client.request(method, path.format(kind=kind), json=body)
    assert answer.status_code < 500, answer.text
    assert answer.status_code < 300 or answer.json()["error"]


@FEW
@given(route=st.sampled_from(ROUTES), kind=KIND, data=st.binary(max_size=60))
def test_bytes_that_are_no_json_never_break_the_server(shared: Studio, route, kind, data) -> None:
    answer = shared.client.request(route[0], route[1].format(kind=kind), content=data, headers={"Content-Type": "application/json"})
    assert 400 <= answer.status_code < 500


@pytest.mark.parametrize("text", ["[" * 100_000, '{"document":' + "[" * 5000 + "]" * 5000 + "}", '{"document": NaN}', '{"document": 1e999}',
                                  '{"a": 1, "a": 2}', '"\\ud800"', "\ufeff{}"])  # fmt: skip
def test_strange_json_is_refused_with_words(shared: Studio, text: str) -> None:
    for path in ("/api/check/scheme", "/api/check/world", "/api/scheme/layout"):
        answer = shared.client.post(path, content=text.encode("utf-8", "surrogatepass"), headers={"Content-Type": "application/json"})
        assert answer.status_code in (200, 400, 422), (path, answer.text)


def test_numbers_of_absurd_length_are_refused(shared: Studio) -> None:
    document = json.dumps({"document": {**EMPTY, "step": 1}}).replace('"step": 1', '"step": ' + "9" * 6000)
    answer = shared.client.post("/api/check/scheme", content=document, headers={"Content-Type": "application/json"})
    assert answer.status_code in (200, 400)


# --- documents that build on others ----------------------------------------------------------------------------------


def test_a_variant_is_listed_with_what_it_has_from_its_base_and_read_as_written_or_as_a_whole(shared: Studio) -> None:
    mars = {"format": "pult.world", "version": 1, "name": "mars", "base": "airlock", "gravity": [0, 0, -3.73]}
    assert _check(shared, "world", mars)["faults"] == []
    assert shared.client.put("/api/documents/world/mars", json={"document": mars}).status_code == 200
    entries = {entry["name"]: entry for entry in shared.client.get("/api/documents", params={"kind": "world"}).json()}
    assert entries["mars"]["title"] == entries["airlock"]["title"]
    assert _read(shared, "world", "mars")["document"] == mars
    whole = shared.client.get("/api/documents/world/mars", params={"whole": "true"}).json()["document"]
    assert whole["gravity"] == [0, 0, -3.73] and whole["scene"] == "airlock.xml" and "base" not in whole
    stages = shared.client.get("/api/documents/exercise/airlock-valve-gravity", params={"whole": "true"}).json()["document"]["stages"]
    assert len(stages) == len(_read(shared, "exercise", "airlock-valve")["document"]["stages"])
    names = shared.client.get("/api/provided/mars").json()["names"]
    assert "right_arm" in names["drive"] and "head" in names["limits"] and "right_arm.home" in names["pose"]


def test_a_copy_of_a_variant_stands_by_itself(shared: Studio) -> None:
    for kind, name in (("world", "airlock-gravity"), ("robot", "torso-light"), ("exercise", "airlock-valve-gravity")):
        made = shared.client.post("/api/documents/new", json={"kind": kind, "name": f"own-{kind}", "template": name})
        assert made.status_code == 201, made.text
        document = made.json()["document"]
        assert "base" not in document and _check(shared, kind, document)["faults"] == []


def test_a_base_that_is_wrong_is_told_and_one_outside_is_not_saved(shared: Studio) -> None:
    head = {"format": "pult.world", "version": 1, "name": "wrong"}
    (fault,) = _check(shared, "world", {**head, "base": "airlok"})["faults"]
    assert fault["place"] == "base" and "Did you mean 'airlock'?" in fault["message"]
    answer = shared.client.put("/api/documents/world/wrong", json={"document": {**head, "base": "../../x.world.json"}})
    assert (answer.status_code, answer.json()["code"]) == (422, "outside")


def test_numbers_that_may_be_left_to_the_robot_say_so(shared: Studio) -> None:
    found = {block["name"]: block for block in shared.client.get("/api/blocks").json()}
    (torque,) = [p for p in found["control.drive_inversion"]["parameters"] if p["name"] == "stall_torque"]
    assert (torque["kind"], torque["provided"], torque["structural"]) == ("number", "drive", False)


def test_a_scheme_is_checked_against_the_drives_of_its_world(shared: Studio) -> None:
    block = {"id": "u", "type": "control.drive_inversion", "shape": [7], "inputs": {"torque": 0, "speed": 0}}
    named = {**block, "parameters": {"stall_torque": "right_am", "no_load_speed": "right_arm"}}
    document = {**EMPTY, "blocks": [named]}
    assert _check(shared, "scheme", document)["faults"] == []
    (fault,) = _check(shared, "scheme", document, world="airlock")["faults"]
    assert (fault["place"], fault["block"]) == ("blocks[0].parameters.stall_torque", "u")
    assert "unknown drive 'right_am'. Did you mean 'right_arm'?" in fault["message"]
