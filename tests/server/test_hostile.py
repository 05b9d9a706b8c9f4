"""Models of strangers: they hang, crash and eat memory in processes of their own, and the server goes on."""

import json
import os
import signal
import sys
import threading
from typing import Any

import pytest

from tests.realtime.support import wait_for
from tests.server.conftest import Studio

SCHEME = {"format": "pult.scheme", "version": 1, "blocks": [{"id": "two", "type": "arithmetic.gain", "parameters": {"k": 2.0}}]}
HUNGRY = '<mujoco><asset><texture name="t" type="2d" builtin="flat" width="50000" height="50000"/></asset></mujoco>'
HILL = '<mujoco><asset><hfield name="h" nrow="40000" ncol="40000" size="1 1 1 1"/></asset></mujoco>'
SLOW = '<mujoco><worldbody><flexcomp name="f" type="grid" count="140 140 1" spacing="1 1 1" dim="2"><edge equality="true"/></flexcomp></worldbody></mujoco>'
"""As large as a model may be; MuJoCo needs half a minute of processor time for it, and more for every point."""
BROKEN = '<mujoco><asset><mesh name="m" file="part.stl"/></asset><worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>'
posix = pytest.mark.skipif(sys.platform == "win32", reason="there are no signals")


def world(studio: Studio, name: str, scene: str) -> dict[str, Any]:
    """A world of the project; its scene is of a stranger."""
    document = {"format": "pult.world", "version": 1, "name": name, "scene": f"{name}.xml", "robots": []}
    (studio.project / "worlds" / f"{name}.xml").write_text(scene)
    (studio.project / "worlds" / f"{name}.world.json").write_text(json.dumps(document))
    return document


def check(studio: Studio, kind: str, document: Any, **more: str) -> dict[str, Any]:
    answer = studio.client.post(f"/api/check/{kind}", json={"document": document, **more})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_model_that_hangs_is_a_fault_and_schemes_are_checked_without_it(shared: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    document = world(shared, "slow", SLOW)
    check(shared, "scheme", SCHEME)  # a process is ready
    monkeypatch.setattr("pult.server.documents.checks.SECONDS", 3.0)
    [fault] = check(shared, "world", document)["faults"]
    assert fault["code"] == "too-slow" and "The check of the world took longer than 3 s" in fault["message"]
    found = check(shared, "scheme", SCHEME, world="slow")
    assert [fault["code"] for fault in found["faults"]] == ["missing-input", "too-slow"]
    assert "by itself only, without the world 'slow'" in found["faults"][1]["message"]
    assert [port["name"] for port in found["levels"][""]["blocks"]["two"]["inputs"]] == ["x"]
    refused = shared.client.get("/api/provided/slow")
    assert refused.status_code == 422 and refused.json()["code"] == "too-slow"
    refused = shared.client.post("/api/sessions", json={"world": "none", "scheme": "servo"})
    assert refused.status_code == 404  # the processes for sessions do their work as before

    monkeypatch.setattr("pult.server.documents.checks.SECONDS", 600.0)  # would now wait for ever
    assert check(shared, "scheme", SCHEME, world="slow")["faults"] == found["faults"]
    (shared.project / "worlds" / "part.stl").write_bytes(b"no mesh")
    world(shared, "slow", BROKEN)  # the world is another one: it is looked at again
    fault = check(shared, "scheme", SCHEME, world="slow")["faults"][1]
    assert fault["code"] == "bad-world" and "part.stl" in fault["message"]


@posix
def test_a_model_that_crashes_its_process_is_a_fault_and_the_next_check_works(shared: Studio) -> None:
    document = world(shared, "crash", SLOW)
    assert check(shared, "world", {**document, "scene": ""})["faults"] == []
    workers = shared.app.state.workers
    found: list[dict[str, Any]] = []
    asking = threading.Thread(target=lambda: found.append(check(shared, "world", document)))
    asking.start()
    assert wait_for(lambda: workers._busy)
    assert shared.bare.get("/api/info").status_code == 401  # the server answers meanwhile
    [pid] = [worker.pid for worker in workers._busy]
    os.kill(pid, signal.SIGSEGV)
    asking.join(30)
    [fault] = found[0]["faults"]
    assert fault["code"] == "crashed" and "SIGSEGV" in fault["message"] and "damaged" in fault["message"]
    assert check(shared, "world", {**document, "scene": ""})["faults"] == []


@pytest.mark.skipif(sys.platform != "linux", reason="the system cannot be told how much memory is allowed")
def test_a_model_that_eats_memory_is_a_fault_and_the_server_goes_on(shared: Studio) -> None:
    document = world(shared, "hungry", HUNGRY)
    [fault] = check(shared, "world", document)["faults"]
    assert fault["code"] == "too-much" and "more than 4 GiB of memory" in fault["message"]
    started = shared.client.post("/api/sessions", json={"world": "hungry", "scheme": "servo"})
    assert started.status_code == 422 and started.json()["code"] == "too-much"
    [fault] = check(shared, "world", world(shared, "hill", HILL))["faults"]
    assert fault["code"] in ("crashed", "too-much") and "memory" in fault["message"]
    assert shared.client.get("/api/sessions").json() == []
    assert check(shared, "scheme", SCHEME)["levels"][""]["blocks"].keys() == {"two"}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_pipes_and_files_elsewhere_are_refused_by_name_and_hang_no_process(shared: Studio) -> None:
    os.mkfifo(shared.project / "worlds" / "pipe.stl")
    document = world(shared, "pipe", BROKEN.replace("part.stl", "pipe.stl"))
    [fault] = check(shared, "world", document)["faults"]
    assert fault["code"] == "bad-path" and "'pipe.stl' is not a regular file" in fault["message"]
    os.mkfifo(shared.project / "canary.stl")
    for name in ("../canary.stl", str(shared.project / "canary.stl"), "../.studio.json"):
        document = world(shared, "elsewhere", BROKEN.replace("part.stl", name))
        [fault] = check(shared, "world", document)["faults"]
        assert fault["code"] == "bad-path" and repr(name) in fault["message"]
        assert repr(str(shared.project / "worlds")) in fault["message"]


def test_no_model_is_compiled_in_the_server(shared: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    import mujoco

    def never(*_: Any, **__: Any) -> None:
        raise AssertionError("compiled in the server")

    monkeypatch.setattr(mujoco.MjSpec, "from_file", never)
    monkeypatch.setattr("pult.world.world.check_world", never)
    monkeypatch.setattr("pult.server.documents.check_work.check_world", never)
    for kind, name in (("world", "two-link"), ("robot", "two-link"), ("exercise", "two-link-reach")):
        document = shared.client.get(f"/api/documents/{kind}/{name}").json()["document"]
        assert check(shared, kind, document)["faults"] == []
    assert "chain" in shared.client.get("/api/provided/two-link").json()["names"]
