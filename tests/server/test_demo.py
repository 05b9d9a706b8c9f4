"""Demonstrations over HTTP: a pilot attempts an exercise from the start that a person has."""

import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pult.core.shipped import shipped_file
from pult.exercise.exercise import load_exercise
from pult.record import read_record
from tests.server.conftest import Studio, running_studio

REACH = "two-link-reach"
SEED = 5


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    """A studio whose project has an exercise that no pilot knows, and an edited copy of one that pilots know."""
    with running_studio(tmp_path_factory.mktemp("demo") / "project") as found:
        document = json.loads(shipped_file("exercise", REACH).read_text(encoding="utf-8"))
        folder = found.project / "exercises"
        folder.mkdir(parents=True, exist_ok=True)
        up = {"name": "up", "goal": {"type": "along", "a": "hand", "above": 0.5}}
        own = {**document, "name": "mine", "stages": [up], "limits": [], "scoring": {}}
        edited = {**document, "name": "copy", "title": "Mine", "stages": document["stages"][:2], "duration": 40.0}
        for name, made in (("mine", own), ("copy", edited)):
            (folder / f"{name}.exercise.json").write_text(json.dumps(made), encoding="utf-8")
        yield found


@pytest.fixture(scope="module")
def made(studio: Studio) -> dict[str, Any]:
    """What came of a demonstration."""
    job = studio.job(studio.client.post(f"/api/demos/{REACH}", json={"variant": "command", "seed": SEED}))
    assert job["state"] == "done", job
    result: dict[str, Any] = job["result"]
    return result


def test_a_pilot_is_told_that_operates_in_the_same_way(studio: Studio) -> None:
    for variant in load_exercise(REACH).document.variants:
        answer = studio.client.get(f"/api/demos/{REACH}", params={"variant": variant})
        assert answer.json()["variant"] == variant and answer.json()["pilot"]
    assert studio.client.get("/api/demos/mine").json()["pilot"] == ""
    assert studio.client.get("/api/demos/copy").json() == {"pilot": "semi-automatic", "variant": "semi-automatic"}


def test_a_demonstration_is_a_whole_record_from_the_same_start(studio: Studio, made: dict[str, Any]) -> None:
    assert made["success"] and made["pilot"] == "command"
    record = read_record(studio.project / "records" / made["record"])
    assert record.header.seed == SEED and record.problem == ""
    drawn = load_exercise(REACH).setup("command", SEED).start
    [entry] = [one for one in studio.client.get("/api/records").json() if one["name"] == made["record"]]
    assert (entry["pilot"], entry["variant"], entry["seed"], entry["partial"]) == ("command", "command", SEED, "")
    assert entry["success"] and entry["points"] == pytest.approx(made["points"])
    scene = studio.client.get(f"/api/records/{made['record']}/scene").json()
    where = {body["name"]: body["position"] for body in scene["bodies"]}
    for name, place in drawn.bodies.items():
        assert where[name] == pytest.approx(list(place)[:3], abs=1e-9), name


def test_it_counts_neither_as_an_attempt_nor_as_the_best_of_the_person(studio: Studio, made: dict[str, Any]) -> None:
    assert made["points"] > 0
    [card] = [one for one in studio.client.get("/api/exercises").json() if one["name"] == REACH]
    assert card["attempts"] == 0 and card["best"] is None


def test_shown_again_it_takes_the_place_of_the_one_before(studio: Studio, made: dict[str, Any]) -> None:
    again = studio.job(studio.client.post(f"/api/demos/{REACH}", json={"variant": "command", "seed": SEED}))
    assert again["result"]["record"] == made["record"]
    assert again["result"]["points"] == made["points"]  # the same start, the same pilot: the same attempt
    assert _files(studio) == [made["record"]]


def test_one_that_is_cancelled_leaves_nothing(studio: Studio, made: dict[str, Any]) -> None:
    job = studio.client.post(f"/api/demos/{REACH}", json={"variant": "command", "seed": SEED + 1}).json()
    _until(lambda: any(name.endswith(".making") for name in _files(studio)))
    assert studio.client.post(f"/api/jobs/{job['id']}/cancel").json()["state"] == "cancelled"
    _until(lambda: _files(studio) == [made["record"]])


def test_what_cannot_be_shown_is_refused_with_words(studio: Studio) -> None:
    answer = studio.client.post("/api/demos/mine", json={})
    assert answer.status_code == 404 and answer.json()["code"] == "no-pilot" and "mine" in answer.json()["error"]
    assert studio.client.post("/api/demos/nothing", json={}).status_code == 404
    assert studio.client.post(f"/api/demos/{REACH}", json={"variant": "flying"}).status_code == 400
    assert studio.client.post(f"/api/demos/{REACH}", json={"seed": -1}).status_code == 400


def _files(studio: Studio) -> list[str]:
    folder: Path = studio.project / "records"
    return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []


def _until(holds: Callable[[], bool]) -> None:
    for _ in range(15_000):
        if holds():
            return
        threading.Event().wait(0.02)
    raise AssertionError("it does not come to hold")
