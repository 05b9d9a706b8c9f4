"""Well-formed requests with values that nobody means: each is answered, none is a failure of the server."""

import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest

from tests.server.conftest import Studio
from tests.server.hostile_records import changed, small_record, with_file, with_header

LONG = "x" * 300
TEXTS = [LONG, "é" * 200, "a\0b", "../../x", "y/" * 3000]
NUMBERS = [1e300, -1, 2**64, 10**400]
OTHERS = [None, [], {"a": LONG}]
PATHS = [f"{LONG}.mcap", "é" * 200, "a\0b", "..", str(2**70), "%"]


def fine(answer: httpx.Response) -> bool:
    """Whether an answer is one that a caller can do something with."""
    return answer.status_code < 500 or answer.json()["code"] in ("no-video", "busy")


def routes(studio: Studio) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Method, path and description of everything the interface offers."""
    for path, methods in studio.client.get("/api/openapi.json").json()["paths"].items():
        for method, what in methods.items():
            yield method.upper(), path, what


def test_every_reference_of_the_description_leads_to_a_definition(shared: Studio) -> None:
    described = shared.client.get("/api/openapi.json").json()
    named: set[str] = set()

    def walk(part: Any) -> None:
        if isinstance(part, dict):
            if isinstance(part.get("$ref"), str):
                named.add(part["$ref"])
            for inner in part.values():
                walk(inner)
        elif isinstance(part, list):
            for inner in part:
                walk(inner)

    walk(described)
    defined = {f"#/components/schemas/{name}" for name in described["components"]["schemas"]}
    assert named - defined == set()
    assert {"#/components/schemas/Again", "#/components/schemas/FilmWanted", "#/components/schemas/SaveDocument"} <= named
    assert not [name for name in described["components"]["schemas"] if name.startswith("_") or "." in name]
    page = shared.client.get("/api/docs").text
    assert all(f"id='{name.rsplit('/', 1)[1]}'" in page for name in named)


def test_names_in_addresses_are_answered(shared: Studio) -> None:
    (shared.project / "records" / "x.mcap").write_bytes(b"nothing")
    kinds = {"kind": "panel", "name": "two-link", "number": "0"}
    for method, path, what in routes(shared):
        names = [one["name"] for one in what.get("parameters", []) if one["in"] == "path"]
        for given in PATHS if names else ():
            for hostile in names:
                values = {name: kinds.get(name, "x.mcap") for name in names} | {hostile: given}
                address = path
                for name, value in values.items():
                    address = address.replace(f"{{{name}}}", quote(value, safe=""))
                answer = shared.client.request(method, address, json={} if "requestBody" in what else None)
                assert fine(answer), (method, address[:120], answer.text)
    for given in PATHS:
        for before in ("/", "/assets/", "/operate/"):
            for after in ("", ".js", ".html"):
                answer = shared.client.get(before + quote(given, safe="") + after)
                assert answer.status_code < 500, (before, given[:20], after)


def test_questions_in_addresses_are_answered(shared: Studio) -> None:
    (shared.project / "records" / "x.mcap").write_bytes(b"nothing")
    for method, path, what in routes(shared):
        if method != "GET":
            continue
        address = path.replace("{kind}", "panel").replace("{exercise}", "two-link-reach").replace("{name}", "x.mcap")
        for one in what.get("parameters", []):
            for given in [*TEXTS, *map(str, NUMBERS), "1e300", "nan"] if one["in"] == "query" else ():
                answer = shared.client.get(address, params={one["name"]: given})
                assert fine(answer), (address, one["name"], given[:20], answer.text)


DESIGN = {"link1": 0.45, "link2": 0.45, "shoulder_low": -1.5, "shoulder_high": 0.0, "elbow_low": 0.4, "elbow_high": 2.0,
          "folded": 0.2, "stroke": 0.1, "bore": 0.032, "arms": 2}  # fmt: skip
BODIES: dict[str, dict[str, Any]] = {
    "/api/documents/new": {"kind": "scheme", "name": "fresh", "template": "servo"},
    "/api/documents/{kind}/{name}": {"document": {"format": "pult.scheme", "version": 1}, "version": None, "overwrite": False},
    "/api/documents/panel/{name}/picture": {"svg": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'},
    "/api/recent": {"kind": "scheme", "name": "servo"},
    "/api/check/{kind}": {"document": {"format": "pult.scheme", "version": 1}, "world": "two-link", "exercise": "", "variant": ""},
    "/api/scheme/layout": {"document": {"format": "pult.scheme", "version": 1}, "level": "", "theme": "light"},
    "/api/scheme/draw": {"document": {"format": "pult.scheme", "version": 1}, "level": "", "theme": "light"},
    "/api/uploads": {"files": [{"path": "a.xml", "size": 3}]},
    "/api/uploads/{number}/files": {"files": [{"path": "a.xml", "size": 3}]},
    "/api/uploads/{number}/look": {"main": "", "without_meshes": False},
    "/api/uploads/{number}/make": {"title": "..", "chains": [{"name": "a", "effector": "b", "base": "", "reach": True}], "drives": "auto", "pose": "", "home": {}, "ranges": {}},
    "/api/records/{name}/video": {"camera": "", "width": 64, "height": 64, "fps": 30.0},
    "/api/sessions": {"exercise": "none", "variant": "", "world": "", "scheme": "", "panel": "", "procedure": "", "operator": "", "seed": 1},
    "/api/sessions/{number}/again": {"seed": 1, "variant": ""},
    "/api/sessions/{number}/apply": {"document": {}},
    "/api/sessions/{number}/playing": {"motion": "x", "stream": "y"},
    "/api/procedures/plan": {"document": {"format": "pult.procedure", "version": 1}},
    "/api/sweeps": {"name": "fresh", "sweep": {"format": "pult.sweep", "version": 1, "exercise": "none"}, "workers": 1},
    "/api/sweeps/check": {"sweep": {"format": "pult.sweep", "version": 1, "exercise": "none"}},
    "/api/sweeps/draft": {"exercise": "none", "pilot": "", "variant": "", "seeds": "0:3", "draw": 0, "vary": [], "plan": "grid", "points": 0},
    "/api/sweeps/{name}/start": {"workers": 1},
    "/api/mango/look": DESIGN,
    "/api/mango/make": {"name": "..", "design": DESIGN},
    "/api/tunnels/plan": {"document": {"format": "pult.tunnel", "version": 1}},
    "/api/programs/plan": {"document": {"format": "pult.program", "version": 1}},
    "/api/zones/look": {"pitch": 0.3, "point": [0.9, 0.2]},
}  # fmt: skip
"""A body for each request that has one; none of them starts anything that takes long."""


def test_fields_of_bodies_are_answered(shared: Studio) -> None:
    (shared.project / "records" / "x.mcap").write_bytes(b"nothing")
    tried = set()
    for method, path, what in routes(shared):
        if "requestBody" not in what:
            continue
        tried.add(path)
        address = path.replace("{kind}", "scheme").replace("{exercise}", "two-link-reach").replace("{number}", "none")
        address = address.replace("{name}", "x.mcap" if "records" in path else "mine")
        for field, usual in BODIES[path].items():
            pool = TEXTS if isinstance(usual, str) else NUMBERS if isinstance(usual, (int, float)) else [*OTHERS, LONG, 1e300]
            for given in pool:
                answer = shared.client.request(method, address, json={**BODIES[path], field: given})
                assert fine(answer), (method, address, field, str(given)[:30], answer.text)
        for given in (*OTHERS, LONG, 1e300):
            assert fine(shared.client.request(method, address, json=given)), (method, address, str(given)[:30])
    assert tried == set(BODIES), "each body has its example above"


NAMED = [
    ("world", {"scene": LONG}), ("world", {"scene": f"{LONG}.xml"}), ("world", {"robots": [{"robot": LONG}]}),
    ("world", {"robots": [{"robot": "é" * 200}]}), ("robot", {"model": f"{LONG}.xml"}), ("robot", {"model": "a\0.xml"}),
    ("panel", {"size": [800, 480], "elements": {}, "picture": {"file": f"{LONG}.svg"}}),
    ("exercise", {"world": LONG, "panel": "é" * 200, "variants": {"a": {"scheme": f"{LONG}.json"}}, "variant": "a"}),
    ("exercise", {"world": "a\0b", "panel": "y/" * 3000, "variants": {LONG: {"scheme": LONG}}}),
    ("procedure", {"world": LONG, "scheme": LONG, "panel": LONG}),
    ("scheme", {"step": 1e300}), ("scheme", {"step": 10**400}), ("scheme", {"uses": {LONG: LONG}}),
    ("scheme", {"blocks": [{"name": LONG, "type": "source.recording", "parameters": {"path": LONG}}]}),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "document"), NAMED)
def test_a_document_that_names_what_cannot_be_is_checked_saved_listed_and_started(
    shared: Studio, kind: str, document: dict[str, Any]
) -> None:
    whole = {"format": f"pult.{kind}", "version": 1, **document}
    answer = shared.client.post(f"/api/check/{kind}", json={"document": whole})
    assert answer.status_code == 200, answer.text
    assert shared.client.put(f"/api/documents/{kind}/odd", json={"document": whole, "overwrite": True, "version": None}).status_code < 500
    path = shared.project / f"{kind}s" / f"odd.{kind}.json"
    path.write_text(json.dumps(whole))  # as somebody may have put it there
    try:
        for address in ("/api/documents", f"/api/documents/{kind}/odd", "/api/exercises", "/api/pictures/odd", "/api/demos/odd",
                        "/api/documents/panel/odd/picture", "/api/provided/odd", "/api/procedures", "/api/procedures/odd"):  # fmt: skip
            answer = shared.client.get(address)
            assert fine(answer), (address, answer.text)
        for asked in ({"exercise": "odd"}, {"world": "odd", "scheme": "servo"}, {"world": "two-link", "scheme": "odd"},
                      {"world": "two-link", "scheme": "servo", "panel": "odd"}, {"procedure": "odd"}):  # fmt: skip
            if kind in asked:
                answer = shared.client.post("/api/sessions", json=asked)
                assert 400 <= answer.status_code < 500, (asked, answer.text)
        copied = shared.client.post("/api/documents/new", json={"kind": kind, "name": "copy", "template": "odd"})
        assert copied.status_code < 500, copied.text
        (shared.project / f"{kind}s" / f"copy.{kind}.json").unlink(missing_ok=True)
    finally:
        path.unlink()


# --- records ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return small_record(tmp_path_factory.mktemp("sound") / "sound.mcap")


def header(**fields: Any) -> Callable[[bytes], bytes]:
    return lambda data: with_header(data, lambda found: found.update(fields))


def setup(**fields: Any) -> Callable[[bytes], bytes]:
    return lambda data: with_header(data, lambda found: found["more"]["setup"].update(fields))


def result(**fields: Any) -> Callable[[bytes], bytes]:
    score = {"points": 50.0, "stages": [], "metrics": {}, "shares": [], "penalties": [], **fields}
    text = json.dumps({"success": True, "score": score}).encode()
    return lambda data: changed(data, lambda name, content: (name, text if name == "result.json" else content))


def extra(name: str) -> Callable[[bytes], bytes]:
    return lambda data: with_file(data, name)


def event(field: str, value: Any) -> Callable[[bytes], bytes]:
    return lambda data: changed(data, message=lambda found: {**found, field: value} if field in found else found)


def document(path: str, content: bytes) -> Callable[[bytes], bytes]:
    """A record with another document, whose hash fits."""

    def change(data: bytes) -> bytes:
        new = changed(data, lambda name, old: (name, content if name == f"files/{path}" else old))
        return with_header(new, lambda found: found["files"].update({path: hashlib.sha256(content).hexdigest()}))

    return change


HOSTILE: dict[str, Callable[[bytes], bytes]] = {
    "a long name": extra(LONG),
    "a long name in a folder": extra(f"worlds/{'é' * 200}"),
    "NUL in a name": extra("worlds/a\0b"),
    "a deep path": extra("y/" * 3000 + "z"),
    "a file in a file": extra("worlds/two-link.world.json/x"),
    "a file for a folder": extra("exercises"),
    "a step of 1e300 s": header(dt=1e300),
    "a step of 1e-300 s": header(dt=1e-300),
    "a step without end": header(dt=10**400),
    "a first tick beyond counting": header(first_tick=10**400),
    "a seed beyond counting": header(seed=10**400),
    "a long world": setup(world=LONG),
    "a long panel": setup(panel=f"{LONG}.json"),
    "NUL in the world": setup(world="a\0b"),
    "ticks beyond counting": event("tick", 10**400),
    "times beyond counting": event("time", 10**400),
    "points beyond counting": result(points=10**400),
    "stages that are none": result(stages=1e300),
    "a stage without an end": result(stages=[{"name": "a"}]),
    "metrics that are none": result(metrics={"t": "x"}),
    "a metric of a wrong kind": result(metrics={"t": {"name": "t", "better": LONG}}),
    "shares that are none": result(shares=[True]),
    "penalties that are none": result(penalties={"a": 1}),
    "a world that is none": document("worlds/two-link.world.json", b"[]"),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_record_is_read_as_far_as_it_goes_or_refused(shared: Studio, sound: bytes, what: str) -> None:
    path = shared.project / "records" / "hostile.mcap"
    path.write_bytes(HOSTILE[what](sound))
    try:
        assert shared.client.get("/api/records").status_code == 200
        for part in ("", "/rows?signals=qpos", "/poses", "/scene", "/meshes/0", "/file", "/video"):
            answer = shared.client.get(f"/api/records/hostile.mcap{part}")
            assert answer.status_code < 500, (part, answer.text)
        found = shared.client.get("/api/records/hostile.mcap")
        assert found.status_code == 200 or found.json()["code"] == "damaged", found.text
    finally:
        path.unlink()


def test_the_record_itself_is_sound(shared: Studio, sound: bytes) -> None:
    (shared.project / "records" / "sound.mcap").write_bytes(changed(sound))
    found = shared.client.get("/api/records/sound.mcap").json()
    assert found["rows"] == 31 and found["entry"]["points"] == 50.0
    assert shared.client.get("/api/records/sound.mcap/scene").status_code == 200


def test_records_and_films_that_lead_out_of_the_project_are_not_served(shared: Studio, tmp_path: Path, sound: bytes) -> None:
    records = shared.project / "records"
    (tmp_path / "secret.mcap").write_bytes(sound)
    (records / "own.mcap").write_bytes(sound)
    (records / "out.mcap").symlink_to(tmp_path / "secret.mcap")
    (records / "loop.mcap").symlink_to(records / "loop.mcap")
    (records / "near.mcap").symlink_to(records / "own.mcap")
    (records / "own.mp4").symlink_to(tmp_path / "secret.mcap")
    listed = {entry["name"] for entry in shared.client.get("/api/records").json()}
    assert {"own.mcap", "near.mcap"} <= listed and not listed & {"out.mcap", "loop.mcap"}
    for part in ("", "/file", "/rows", "/scene", "/video"):
        assert shared.client.get(f"/api/records/out.mcap{part}").status_code == 404, part
    assert shared.client.post("/api/records/out.mcap/replay").status_code == 404
    assert shared.client.delete("/api/records/out.mcap").status_code == 404
    assert shared.client.get("/api/records/own.mcap/video").status_code == 404
    assert shared.client.get("/api/records/near.mcap/file").content == sound
    assert (tmp_path / "secret.mcap").read_bytes() == sound
