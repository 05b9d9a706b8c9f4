"""Import of robots over HTTP: pieces of files, a look, and documents in the project; what is refused leaves nothing."""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from pult.core.plain_names import plain_name
from pult.server.documents.project import Project
from pult.server.http.wire import Refusal
from pult.server.messages import MakeRobot, UploadedFile
from pult.server.translation.messages import translated
from pult.server.uploads import import_child, routes, staging
from pult.server.uploads.routes import child_work, make_robot, run_child
from pult.server.uploads.staging import StagedUpload, StagedUploads
from tests.importing.samples import MESH, mjcf, stl
from tests.realtime.support import wait_for
from tests.server.conftest import Studio

ARM = mjcf(MESH, '<asset><mesh name="hand" file="meshes/hand.stl"/></asset>',
           '<actuator><position name="lift" joint="out" kp="70" ctrlrange="0 .1"/></actuator><keyframe><key name="rest" qpos=".4 .05" ctrl=".05"/></keyframe>')  # fmt: skip
FILES = {"bot/bot.xml": ARM, "bot/meshes/hand.stl": stl()}


def begin(client: httpx.Client, files: dict[str, bytes]) -> str:
    """Announce files and send them; returns the id of the upload."""
    body = {"files": [{"path": path, "size": len(data)} for path, data in files.items()]}
    answer = client.post("/api/uploads", json=body)
    assert answer.status_code == 201, answer.text
    state = answer.json()
    send(client, state, files)
    return str(state["id"])


def send(client: httpx.Client, state: dict[str, Any], files: dict[str, bytes]) -> None:
    for number, data in zip(state["numbers"], files.values(), strict=True):
        for at in range(0, len(data), state["piece"]):
            piece(client, state["id"], number, at, data[at : at + state["piece"]]).raise_for_status()


def piece(client: httpx.Client, upload: str, number: int, at: int, data: bytes) -> httpx.Response:
    kind = {"Content-Type": "application/octet-stream"}
    return client.put(f"/api/uploads/{upload}/files/{number}?at={at}", content=data, headers=kind)


@pytest.fixture
def upload() -> Iterator[StagedUpload]:
    made = StagedUpload()
    yield made
    made.remove()


def stage(upload: StagedUpload, files: dict[str, bytes]) -> None:
    numbers = upload.announce([UploadedFile(path, len(data)) for path, data in files.items()])
    for number, data in zip(numbers, files.values(), strict=True):
        (upload.folder / staging.SENT / str(number)).write_bytes(data)
    (upload.folder / staging.FILES).write_text(json.dumps(upload._numbers))


def quiet(progress: float | None = None, detail: str = "") -> None:
    """Nobody is told."""


# --- what works ------------------------------------------------------------------------------------------------------


def test_a_robot_is_looked_at_and_made_over_http(shared: Studio) -> None:
    client = shared.client
    number = begin(client, {path: data for path, data in FILES.items() if path.endswith(".xml")})
    job = shared.job(client.post(f"/api/uploads/{number}/look", json={}))
    [fault] = job["faults"]
    assert (fault["code"], fault["values"]) == ("missing-mesh", {"files": ["meshes/hand.stl"]})
    assert "/tmp" not in str(job)

    # what is missing is added, and the rest is not sent again
    state = client.post(f"/api/uploads/{number}/files", json={"files": [{"path": "hand.stl", "size": len(stl())}]}).json()
    send(client, state, {"hand.stl": stl()})
    job = shared.job(client.post(f"/api/uploads/{number}/look", json={}))
    look = job["result"]
    assert job["state"] == "done" and "/tmp" not in str(job), job
    assert (look["main"], look["title"], look["bodies"], look["meshes"]) == ("bot/bot.xml", "bot", 2, 1)
    assert [(j["name"], j["kind"], j["unit"], j["low"], j["own"]) for j in look["joints"]] == [
        ("turn", "hinge", "rad", -1.0, ""), ("out", "slide", "m", 0.0, "lift")]  # fmt: skip
    assert look["keyframes"] == {"rest": {"turn": 0.4, "out": 0.05}} and look["actuators"] == ["lift"]
    scene = client.get(f"/api/uploads/{number}/scene").json()
    assert {"turn", "out"} <= {joint["name"] for joint in scene["joints"]} and scene["meshes"] == 1
    assert client.get(f"/api/uploads/{number}/meshes/0").content and client.get(f"/api/uploads/{number}/meshes/7").status_code == 404

    # made with another range, another home and a name of any letters
    chains = [{key: chain[key] for key in ("name", "effector", "base", "reach")} for chain in look["chains"]]
    body = {"title": "Моя рука", "chains": chains, "drives": "ours", "home": {"turn": 0.25}, "ranges": {"turn": [-0.5, 0.5]}}
    made = shared.job(client.post(f"/api/uploads/{number}/make", json=body))
    assert made["state"] == "done", made
    name = made["result"]["name"]
    assert (name, made["result"]["title"]) == ("Moya-ruka", "Моя рука")
    for kind in ("robot", "world", "scheme", "panel"):
        document = client.get(f"/api/documents/{kind}/{name}").json()["document"]
        assert client.post(f"/api/check/{kind}", json={"document": document}).json()["faults"] == [], kind
    robot = client.get(f"/api/documents/robot/{name}").json()["document"]
    assert robot["title"] == "Моя рука" and robot["poses"]["home"]["turn"] == 0.25
    assert b'range="-0.5 0.5"' in (shared.project / "robots" / name / f"{name}.xml").read_bytes()
    [own] = client.get("/api/own-robots").json()
    assert (own["name"], own["title"]) == (name, "Моя рука") and client.get(own["picture"]).status_code == 200
    assert client.delete(f"/api/uploads/{number}").status_code == 204
    assert client.post(f"/api/uploads/{number}/look", json={}).status_code == 404


@pytest.mark.parametrize(("title", "name"), [("UR5e, left", "UR5e-left"), ("Мой робот 2", "Moy-robot-2"), ("日本", "robot"), ("Ärmchen", "Armchen"), ("  ", "robot"),
                                             ("щука", "shchuka"), ("Taken", "Taken-2"), ("../../etc", "etc")])  # fmt: skip
def test_file_names_are_made_from_what_people_write(title: str, name: str) -> None:
    assert plain_name(title, {"taken"}) == name


# --- what is refused -------------------------------------------------------------------------------------------------


def test_pieces_follow_on_each_other_and_end_where_announced(shared: Studio) -> None:
    client = shared.client
    state = client.post("/api/uploads", json={"files": [{"path": "a.xml", "size": 6}]}).json()
    number, file = state["id"], state["numbers"][0]
    assert piece(client, number, file, 0, b"abc").status_code == 204
    assert piece(client, number, file, 0, b"abc").status_code == 409
    assert piece(client, number, file, 3, b"defg").status_code == 413
    assert client.post(f"/api/uploads/{number}/look", json={}).status_code == 409, "not all has arrived"
    assert piece(client, number, 99, 0, b"x").status_code == 404
    assert piece(client, number, file, 3, b"x" * (5 * 2**20)).status_code == 413
    plain = client.put(f"/api/uploads/{number}/files/{file}?at=3", content=b"def", headers={"Content-Type": "text/plain"})
    assert plain.status_code == 415, "a foreign page could send that"
    assert client.put(f"/api/uploads/{number}/files/{file}", content=b"def", headers={"Content-Type": "application/octet-stream"}).status_code == 400
    assert client.get(f"/api/uploads/{number}/scene").status_code == 409
    assert client.post(f"/api/uploads/{number}/make", json={"title": "x", "chains": []}).status_code == 409


@pytest.mark.parametrize(("files", "status"), [([], 422), ([{"path": "../x.xml", "size": 1}], 422), ([{"path": "a.stl", "size": 2**29}], 413),
                                               ([{"path": "a.xml", "size": 1}, {"path": "A.xml", "size": 1}], 422), ([{"path": "a.xml", "size": -1}], 400)])  # fmt: skip
def test_what_may_not_be_uploaded_is_told_before_it_is_sent(shared: Studio, files: list[dict[str, Any]], status: int) -> None:
    assert shared.client.post("/api/uploads", json={"files": files}).status_code == status


def test_uploads_are_few_and_leave_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    uploads = StagedUploads()
    first = uploads.begin()
    first.working = True
    others = [uploads.begin() for _ in range(staging.MAX_UPLOADS)]
    assert len(list(tmp_path.iterdir())) == staging.MAX_UPLOADS, "the one unused for longest went"
    with pytest.raises(Refusal):
        uploads.get(others[0].id)
    uploads.close()
    assert wait_for(lambda: not list(tmp_path.iterdir()))


def test_a_look_is_refused_with_its_reason_in_the_language_of_the_page(upload: StagedUpload) -> None:
    stage(upload, {"a.xml": mjcf(MESH, '<asset><mesh name="hand" file="gone.stl"/></asset>')})
    order = {"action": "look", "main": "", "without_meshes": False}
    with pytest.raises(Refusal) as caught:
        child_work(upload.folder, order, quiet)
    assert (caught.value.code, caught.value.status) == ("missing-mesh", 422)
    said = translated(caught.value.message(), "ru")
    assert said.error == said.faults[0].message == "Не хватает сетки «gone.stl». Добавьте её или замените простым телом."


@pytest.mark.parametrize(("data", "words"), [
    (mjcf("<geom type='sphere' size='-1'/>"), "MuJoCo refuses"), (b"<mujoco><worldbody><body><geom size='.1'/></body></worldbody></mujoco>", "nothing in it can be moved"),
])  # fmt: skip
def test_a_model_that_cannot_be_is_told(upload: StagedUpload, data: bytes, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_child, "limit", lambda: None)
    stage(upload, {"a.xml": data})
    (upload.folder / import_child.ORDER).write_text(json.dumps({"action": "look", "main": "a.xml", "without_meshes": False}))
    monkeypatch.setattr("sys.argv", ["import_child", str(upload.folder)])
    import_child.main()
    found = json.loads((upload.folder / import_child.RESULT).read_text())["refusal"]
    assert words in found["error"] and str(upload.folder) not in found["error"]


def made(project: Project, folder: Path, said: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(routes, "run_child", lambda folder, *_: (folder / "result.json").write_text(msgspec.json.encode(said).decode()))
    return make_robot(project, folder, MakeRobot(title="a", chains=[]), quiet)


def files_in(project: Project) -> list[str]:
    return sorted(str(path.relative_to(project.folder)) for path in project.folder.rglob("*") if path.is_file())


def test_a_child_that_was_taken_over_writes_nothing_elsewhere(tmp_path: Path, upload: StagedUpload, monkeypatch: pytest.MonkeyPatch) -> None:
    project = Project(tmp_path / "project")
    (tmp_path / "secret").write_text("secret")
    (upload.folder / "made").mkdir()
    (upload.folder / "made" / "a").write_text("a")
    good: dict[str, Any] = {"name": "a", "files": ["a"], "joints": [], "arms": [], "notes": []}
    for change in ({"name": "../a"}, {"files": ["../secret"]}, {"files": ["../files.json"]}, {"files": [str(tmp_path / "secret")]}, {"files": 3}, {"files": ["gone"]}):
        with pytest.raises(Refusal) as caught:
            made(project, upload.folder, {**good, **change}, monkeypatch)
        assert caught.value.code == "crashed" and files_in(project) == []


def test_a_link_in_the_project_takes_nothing_outside(tmp_path: Path, upload: StagedUpload, monkeypatch: pytest.MonkeyPatch) -> None:
    project = Project(tmp_path / "project")
    (tmp_path / "outside").mkdir()
    (project.folder / "robots" / "a").symlink_to(tmp_path / "outside")
    (upload.folder / "made" / "robots" / "a").mkdir(parents=True)
    (upload.folder / "made" / "robots" / "a" / "a.xml").write_text("x")
    said = {"name": "a", "files": ["robots/a/a.xml"], "joints": [], "arms": [], "notes": []}
    with pytest.raises(Refusal) as caught:
        made(project, upload.folder, said, monkeypatch)
    assert caught.value.status == 403 and not list((tmp_path / "outside").iterdir())


def test_a_compilation_that_does_not_end_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Any] = []
    real = routes.subprocess.Popen

    def endless(command, **options):
        started.append(real([command[0], "-c", "import time; time.sleep(600)"], **options))
        return started[-1]

    monkeypatch.setattr(routes.subprocess, "Popen", endless)
    with pytest.raises(Refusal) as caught:
        run_child(tmp_path, quiet, 0.3)
    assert caught.value.code == "too-slow" and started[0].poll() is not None


def test_a_child_that_crashes_is_told(upload: StagedUpload, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "run_child", lambda *_: None)
    with pytest.raises(Refusal) as caught:
        child_work(upload.folder, {"action": "look"}, quiet)
    assert caught.value.code == "crashed"
