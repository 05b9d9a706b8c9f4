"""Records over HTTP: what is listed, what is in them, damaged ones, films and runs compared bit by bit."""

import json
import math
import shutil
import time

import numpy as np
import pytest

from pult.exercise.exercise import load_exercise
from pult.exercise.run import run_attempt
from pult.exercise.score import score
from pult.pilot import find_pilot
from pult.record import read_record
from pult.record.replay import complete_rows, reopened
from pult.server.messages.binary import POSES_HEAD, ROWS_HEAD
from tests.server.live_support import READY

pytest_plugins = ["tests.server.live_fixtures"]

REACH = "two-link-reach"
NAME = "two-link-reach-20260102-030405.mcap"


@pytest.fixture(scope="module")
def record(live):
    """A whole record of a successful attempt."""
    exercise = load_exercise(REACH)
    outcome = run_attempt(exercise, find_pilot(REACH, "command"), 2, record=live.folder / "records" / NAME)
    assert outcome.success
    return outcome


@pytest.fixture(scope="module")
def complete(record):
    """Layout and rows of the record, poses included."""
    found = read_record(record.record)
    with reopened(found, plain=True) as session:
        return session.channels, complete_rows(found, session), found


def _rows(live, name, query):
    answer = live.http.get(f"/api/records/{name}/rows?{query}")
    assert answer.status_code == 200, answer.text
    k, m = ROWS_HEAD.unpack(answer.content)
    return np.frombuffer(answer.content, "<f4", k * (1 + m), 8).reshape(k, 1 + m)


def test_a_record_is_listed_with_its_score(live, record):
    [entry] = [one for one in live.get("/api/records") if one["name"] == NAME]
    assert (entry["exercise"], entry["variant"], entry["seed"]) == (REACH, "command", 2)
    assert entry["points"] == pytest.approx(record.score.points) and entry["medal"] == record.score.medal
    assert entry["success"] and entry["reason"] == "success" and entry["partial"] == ""
    assert entry["time"] == pytest.approx(record.time, abs=0.1) and entry["title"]["ru"]
    assert entry["size"] == record.record.stat().st_size and abs(entry["started"] - time.time()) < 3600


def test_looked_into_it_has_stages_parts_and_measures_that_fit_the_score(live, record, complete):
    channels, rows, found = complete
    info = live.get(f"/api/records/{NAME}")
    assert info["rows"] == len(rows) and info["dt"] == pytest.approx(0.01) and info["begin"] == 0.0
    assert [stage["name"] for stage in info["stages"]] == [f"target{i}" for i in range(1, 6)]
    assert info["stages"][-1]["end"] == pytest.approx(record.time)
    assert sum(part["points"] for part in info["parts"]) == math.floor(record.score.points)
    values = {measure["name"]: measure["value"] for measure in info["measures"]}
    anew = score(load_exercise(REACH).document, channels, rows, found.header.dt)
    assert values["path"] == pytest.approx(anew.metrics["path"].value)
    assert info["entry"]["points"] == anew.points  # the same as computed anew from the rows
    assert info["effector"] == "site.hand" and info["replayable"] == ""
    kinds = [event["kind"] for event in info["events"]]
    assert kinds.count("stage") == 5 and kinds[-1] == "success"
    assert {"body.fore", "site.hand", "qpos"} <= {channel["name"] for channel in info["channels"]}


def test_rows_and_poses_are_those_that_the_session_published(live, record, complete):
    channels, rows, found = complete
    got = _rows(live, NAME, "signals=sensor.angles,site.hand[x],body.fore")
    place = [*range(channels["sensor.angles"].start, channels["sensor.angles"].stop), channels["site.hand"].start]
    place += range(channels["body.fore"].start, channels["body.fore"].stop)
    np.testing.assert_array_equal(got[:, 1:], rows[:, place].astype(np.float32))
    np.testing.assert_allclose(got[:, 0], (found.ticks - found.ticks[0]) * 0.01, atol=1e-5)
    thin = _rows(live, NAME, "signals=site.hand&every=7")
    np.testing.assert_array_equal(thin[:, 1:], rows[::7, channels["site.hand"].place].astype(np.float32))
    answer = live.http.get(f"/api/records/{NAME}/poses?every=3").content
    k, n, dt = POSES_HEAD.unpack(answer)
    poses = np.frombuffer(answer, "<f4", k * n * 7, 12).reshape(k, n, 7)
    bodies = [channel for channel in channels if channel.name.startswith("body.")]
    assert n == len(bodies) and dt == pytest.approx(0.03)
    expected = np.stack([rows[::3, channel.place] for channel in bodies], axis=1).astype(np.float32)
    np.testing.assert_array_equal(poses, expected)


def test_its_scene_is_that_of_its_own_world_and_start(live, record, complete):
    channels, rows, _ = complete
    scene = live.get(f"/api/records/{NAME}/scene")
    for body in scene["bodies"]:
        if body["name"].startswith("target"):
            np.testing.assert_allclose(body["position"], rows[0, channels[f"body.{body['name']}"].place][:3])
    assert scene["effectors"] == {"hand": "site.hand"}
    assert live.http.get(f"/api/records/{NAME}/meshes/99").status_code == 404


def test_what_is_not_there_is_refused_with_words(live, record):
    for address in ("nothing.mcap", "..%2f..%2fpyproject.toml", f"{NAME}.txt"):
        answer = live.http.get(f"/api/records/{address}")
        assert answer.status_code in (400, 403, 404), answer.text
    answer = live.http.get(f"/api/records/{NAME}/rows?signals=sensor.angels")
    assert answer.status_code == 400 and "sensor.angles" in answer.json()["error"]
    assert live.http.get(f"/api/records/{NAME}/rows?signals=time&every=0").status_code == 400
    assert live.http.get(f"/api/records/{NAME}/video").status_code == 404


def test_the_file_can_be_fetched_and_deleted(live, record):
    copy = live.folder / "records" / "copy.mcap"
    shutil.copyfile(record.record, copy)
    answer = live.http.get("/api/records/copy.mcap/file")
    assert answer.content == record.record.read_bytes() and "copy.mcap" in answer.headers["content-disposition"]
    assert live.http.delete("/api/records/copy.mcap").status_code == 204
    assert not copy.exists() and live.http.delete("/api/records/copy.mcap").status_code == 404


def test_a_record_that_was_opened_is_remembered_until_it_is_deleted(live, record):
    long = f"{'long-' * 16}{NAME}"
    assert len(long) > 64
    shutil.copy(record.record, live.folder / "records" / long)
    for name in (NAME, long, NAME):
        assert live.http.post("/api/recent", json={"kind": "record", "name": name}).status_code == 204
    found = live.get("/api/recent")
    assert [(entry["kind"], entry["name"]) for entry in found] == [("record", NAME), ("record", long)]
    assert found[0]["title"] and float(found[0]["detail"]) == math.floor(record.score.points)
    for name in ("none.mcap", "../recent.json", ""):
        refused = live.http.post("/api/recent", json={"kind": "record", "name": name})
        assert refused.status_code == 404 and refused.json()["code"] == "not-found"
    assert live.http.delete(f"/api/records/{long}").status_code == 204
    assert [entry["name"] for entry in live.get("/api/recent")] == [NAME]


def test_a_record_that_is_cut_off_is_listed_and_read_up_to_there(live, record, complete):
    channels, rows, _ = complete
    data = record.record.read_bytes()
    cut = live.folder / "records" / "cut.mcap"
    cut.write_bytes(data[: int(len(data) * 0.7)])
    [entry] = [one for one in live.get("/api/records") if one["name"] == "cut.mcap"]
    assert entry["exercise"] == REACH and entry["reason"] == "interrupted" and "cut off" in entry["partial"]
    assert entry["points"] is None
    info = live.get("/api/records/cut.mcap")
    got = _rows(live, "cut.mcap", "signals=qpos")
    assert 0 < info["rows"] == len(got) < len(rows)
    np.testing.assert_array_equal(got[:, 1:], rows[: len(got), channels["qpos"].place].astype(np.float32))
    assert info["stages"] and info["stages"][-1]["end"] is None  # judged as far as it goes
    cut.unlink()


def test_a_record_with_a_flipped_bit_is_listed_as_damaged_and_read_up_to_there(live, record, complete):
    channels, rows, _ = complete
    data = bytearray(record.record.read_bytes())
    data[len(data) * 2 // 3] ^= 0x10
    file = live.folder / "records" / "flipped.mcap"
    file.write_bytes(data)
    [entry] = [one for one in live.get("/api/records") if one["name"] == "flipped.mcap"]
    assert "damaged" in entry["partial"]
    info = live.get("/api/records/flipped.mcap")
    assert "damaged" in info["entry"]["partial"] or "checksum" in info["entry"]["partial"]
    got = _rows(live, "flipped.mcap", "signals=qpos")
    np.testing.assert_array_equal(got[:, 1:], rows[: len(got), channels["qpos"].place].astype(np.float32))
    for name, content in (("empty.mcap", b""), ("noise.mcap", b"\x00" * 1000), ("head.mcap", bytes(data[:40]))):
        (live.folder / "records" / name).write_bytes(content)
        [entry] = [one for one in live.get("/api/records") if one["name"] == name]
        assert entry["partial"]
        answer = live.http.get(f"/api/records/{name}")
        assert answer.status_code == 422 and len(answer.json()["error"]) > 10
        (live.folder / "records" / name).unlink()
    file.unlink()


def test_a_record_runs_again_bit_for_bit(live, record):
    job = live.job(live.post(f"/api/records/{NAME}/replay"))
    assert job["state"] == "done", job
    assert job["result"]["same"] is True and "Every bit" in job["result"]["text"]


def test_a_film_is_made_and_can_be_cancelled(live, record):
    pytest.importorskip("imageio_ffmpeg")
    pytest.importorskip("OpenGL")
    job = live.post(f"/api/records/{NAME}/video", camera="above", width=1920, height=1080, fps=60)
    deadline = time.monotonic() + READY
    while live.get(f"/api/jobs/{job['id']}")["state"] == "running" and not live.get(f"/api/jobs/{job['id']}")["progress"]:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    cancelled = live.post(f"/api/jobs/{job['id']}/cancel")
    if cancelled["state"] == "failed" and "OpenGL" in cancelled["error"]:
        pytest.skip("this machine cannot draw")
    assert cancelled["state"] == "cancelled"
    job = live.job(live.post(f"/api/records/{NAME}/video", camera="above", width=160, height=90, fps=5))
    assert job["state"] == "done", job
    film = live.http.get(f"/api/records/{NAME}/video")
    assert job["result"]["file"].endswith(".mp4") and film.content[4:8] == b"ftyp"
    bad = live.http.post(f"/api/records/{NAME}/video", content=json.dumps({"width": 161}))
    assert bad.status_code in (400, 415)


def test_without_the_packages_for_films_it_says_what_to_install(live, record, monkeypatch):
    import importlib.util

    real = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *a: None if name == "PIL" else real(name, *a))
    answer = live.http.post(f"/api/records/{NAME}/video", json={})
    assert answer.status_code == 501 and 'pip install "pult[video]"' in answer.json()["error"]
