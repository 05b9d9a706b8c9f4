"""Records of strangers in a project: what they may cost, and that nobody else waits for them."""

import contextlib
import json
import os
import shutil
import signal
import struct
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from pult.record.file.container import MAGIC
from pult.server.records.digest import digest_folder, load_digest, make_digest
from tests.memory import PEAK
from tests.realtime.support import is_alive, wait_for
from tests.record.test_foreign_records import record
from tests.server.conftest import Studio, clients_of
from tests.server.test_hostile import SLOW
from tests.sim.lab import SCENE_XML, WORLD

posix = pytest.mark.skipif(sys.platform == "win32", reason="processes cannot be stopped")
HUGE = 4 * 2**30
PATIENCE = 300
"""Time after which a process is given up [s]."""


def frame(opcode: int, length: int) -> bytes:
    return struct.pack("<BQ", opcode, length)


def sparse(path: Path, begin: bytes, size: int = HUGE) -> None:
    """A file that is long but takes no place on the disk."""
    with path.open("wb") as file:
        file.write(begin)
        file.truncate(size)


FORGERIES = {
    "header": frame(0x01, HUGE - 100),
    "chunk": frame(0x06, HUGE - 100),
    "attachment": frame(0x09, HUGE - 100),
    "metadata": frame(0x0C, HUGE - 100),
    "message": frame(0x05, HUGE - 100),
    "index": frame(0x07, HUGE - 100),
    "private": frame(0x90, HUGE - 100),
    "end": frame(0x0F, HUGE - 100),
    "nothing": b"",
    "attachment of 5 MiB": frame(0x09, 5 * 2**20),
    "tail": frame(0x0F, 4) + bytes(4),
}


def peak_apart(code: str, *arguments: str) -> tuple[Any, int]:
    """What a piece of code prints as JSON, and how much memory its process took at most [bytes]."""
    code += f"\n{PEAK}\nprint(peak())"
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr
    said, peak = done.stdout.rsplit("\n", 2)[:2]
    return json.loads(said), int(peak)


@posix
def test_files_that_claim_gigabytes_take_no_memory_when_records_are_listed_or_read(tmp_path: Path) -> None:
    (tmp_path / "records").mkdir()
    for name, begin in FORGERIES.items():
        sparse(tmp_path / "records" / f"{name}.mcap", MAGIC + begin)
    listing = """
import json, sys
from pathlib import Path
from pult.server.documents.project import Project
from pult.server.records.index import RecordIndex
print(json.dumps({entry.name: [entry.size, entry.partial] for entry in RecordIndex(Project(Path(sys.argv[1]))).entries()}))
"""
    found, peak = peak_apart(listing, str(tmp_path))
    assert {name: size for name, (size, _) in found.items()} == {f"{name}.mcap": HUGE for name in FORGERIES}
    assert all(partial for _, partial in found.values())
    assert peak < 2**30, f"{peak >> 20} MiB"
    reading = """
import json, sys
from pathlib import Path
from pult.record import RecordError, read_record
said = []
for path in sorted(Path(sys.argv[1]).iterdir()):
    try:
        read_record(path)
    except RecordError as error:
        said.append(str(error))
print(json.dumps(said))
"""
    found, peak = peak_apart(reading, str(tmp_path / "records"))
    assert len(found) == len(FORGERIES)
    assert peak < 2**30, f"{peak >> 20} MiB"


# --- a real server ---------------------------------------------------------------------------------------------------


@pytest.fixture
def studio(shared: Studio) -> Iterator[Studio]:
    """The module's server without processes and records of others."""
    workers = shared.app.state.workers
    for worker in [*workers._idle]:
        worker.kill()
    workers._idle.clear()
    yield shared
    for path in (shared.project / "records").iterdir():
        path.unlink()


def put(studio: Studio, folder: Path, name: str, changes: dict[str, str | None] | None = None) -> str:
    shutil.copy(record(folder, f"{name}.mcap", changes or {}), studio.project / "records" / f"{name}.mcap")
    return f"/api/records/{name}.mcap"


def stopped(studio: Studio, count: int) -> list[int]:
    """So many processes that are ready but stopped: whatever they are given to do, they hang."""
    workers = studio.app.state.workers
    made = [workers._new() for _ in range(count)]
    for worker in made:
        worker._within(PATIENCE, worker._connection.recv)
        worker._ready = True
        os.kill(worker.pid, signal.SIGSTOP)
    workers._idle += made
    return [worker.pid for worker in made]


@contextlib.contextmanager
def asking(studio: Studio, *addresses: str) -> Iterator[list[Any]]:
    """Ask for several things at once, from pages that wait until this block is left."""
    with contextlib.ExitStack() as stack:
        clients = [stack.enter_context(clients_of(studio.settings, studio.app)).client for _ in addresses]
        answers: list[Any] = []

        def ask(client: httpx.Client, address: str) -> None:
            with contextlib.suppress(httpx.HTTPError, OSError, RuntimeError):
                answers.append(client.get(address, timeout=PATIENCE))

        threads = [threading.Thread(target=ask, args=pair) for pair in zip(clients, addresses, strict=True)]
        for thread in threads:
            thread.start()
        yield answers
        for thread in threads:
            thread.join(PATIENCE)


@posix
def test_work_ends_when_the_page_that_waits_for_it_has_gone(studio: Studio, tmp_path: Path) -> None:
    address = put(studio, tmp_path, "a")
    document = studio.client.get("/api/documents/world/two-link").json()["document"]
    for ask in (
        lambda: studio.client.get(address, timeout=1.0),
        lambda: studio.client.get(f"{address}/rows", timeout=1.0),
        lambda: studio.client.get("/api/provided/two-link", timeout=1.0),
        lambda: studio.client.post("/api/check/world", json={"document": document}, timeout=1.0),
    ):
        [pid] = stopped(studio, 1)
        with pytest.raises(httpx.TimeoutException):
            ask()
        assert wait_for(lambda pid=pid: not is_alive(pid)), "it works on for nobody"
    assert studio.client.get(address).status_code == 200


@posix
def test_a_record_is_made_ready_once_for_all_and_as_long_as_one_of_them_waits(studio: Studio, tmp_path: Path) -> None:
    address = put(studio, tmp_path, "b")
    pids = stopped(studio, 2)
    workers = studio.app.state.workers
    with asking(studio, address, f"{address}/rows", f"{address}/scene") as answers:
        assert wait_for(lambda: workers._busy)
        with pytest.raises(httpx.TimeoutException):
            studio.client.get(address, timeout=1.0)
        [busy] = workers._busy
        assert busy.pid in pids and is_alive(busy.pid)
        os.kill(busy.pid, signal.SIGCONT)
    assert [answer.status_code for answer in answers] == [200] * 3
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)


@posix
def test_sessions_start_while_records_and_checks_hang(studio: Studio, tmp_path: Path) -> None:
    addresses = [put(studio, tmp_path, f"c{number}") for number in range(4)]
    pids = stopped(studio, 3)
    workers = studio.app.state.workers
    with asking(studio, *addresses, *["/api/provided/two-link"] * 4) as answers:
        assert wait_for(lambda: len(workers._busy) == 3)
        answer = studio.client.post("/api/sessions", json={"world": "none", "scheme": "servo"}, timeout=PATIENCE)
        assert answer.status_code == 404 and "no world 'none'" in answer.json()["error"]
        for pid in pids:
            os.kill(pid, signal.SIGCONT)
    assert [answer.status_code for answer in answers] == [200] * 8


def test_a_record_that_takes_too_long_is_ended_and_not_tried_again(studio: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pult.server.records.digests.MAX_PROCESSOR", 2)
    address = put(studio, tmp_path, "slow", {"worlds/room.xml": SCENE_XML.replace("</mujoco>", SLOW.removeprefix("<mujoco>"))})
    refused = studio.client.get(address, timeout=PATIENCE)
    assert refused.status_code == 422 and refused.json()["code"] == "too-slow"
    if sys.platform != "win32":
        assert "took more than 2 s of processor time" in refused.json()["error"]
    numbers = studio.app.state.workers._numbers
    assert studio.client.get(f"{address}/poses", timeout=PATIENCE).json() == refused.json()
    assert studio.app.state.workers._numbers == numbers
    entries = studio.client.get("/api/records").json()
    assert [entry["name"] for entry in entries] == ["slow.mcap"]


@pytest.mark.parametrize("part", ['<include file="{}"/>', '<include xmlns="urn:x" file="{}"/>', '<asset><mesh file="{}"/></asset>'])
def test_a_record_shows_nothing_from_outside_itself(studio: Studio, tmp_path: Path, part: str) -> None:
    secret = tmp_path / "secret.xml"
    secret.write_text('<mujoco><worldbody><geom name="the_diary" type="box" size="0.123 0.456 0.789"/></worldbody></mujoco>')
    scene = SCENE_XML.replace("<worldbody>", f"{part.format(secret)}<worldbody>", 1)
    address = put(studio, tmp_path, "spy", {"worlds/room.xml": scene})
    refused = studio.client.get(f"{address}/scene")
    assert refused.status_code == 422 and "Only files in this folder" in refused.json()["error"]
    assert studio.client.get(address).status_code == 200  # its signals can be looked at
    job = studio.job(studio.client.post(f"{address}/replay"))
    assert job["state"] == "failed" and "Only files in this folder" in job["error"]


def test_a_record_of_too_many_bodies_is_not_shown(studio: Studio, tmp_path: Path) -> None:
    many = '<replicate count="1999" offset="1 0 0"><body><geom size="0.1"/></body></replicate><body/></worldbody>'
    scene = SCENE_XML.replace("</worldbody>", many)
    address = put(studio, tmp_path, "many", {"worlds/room.xml": scene, "worlds/room.world.json": json.dumps(WORLD)})
    refused = studio.client.get(f"{address}/scene", timeout=PATIENCE)
    assert refused.status_code == 422 and "bodies; at most 2000 are shown" in refused.json()["error"]


def test_the_folder_of_digests_is_its_own_and_nothing_else_is_ever_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the variable says, and whatever lies there under names that look like digests."""
    monkeypatch.setenv("PULT_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr("pult.server.records.digest.MAX_KEPT", 1)
    path = record(tmp_path / "project", "a.mcap", {})
    home = digest_folder(path).parent
    others = [tmp_path / "records" / "mine", tmp_path / ("a" * 32), home / "notes", home / ("b" * 32), home / "making-soup", home / f"making-{'c' * 16}"]
    for folder in others:
        folder.mkdir(parents=True)
        (folder / "thesis.txt").write_text("years of work")
        os.utime(folder, (1, 1))
    (home / ("d" * 32)).symlink_to(tmp_path / "project")
    for second in range(3):
        os.utime(path, (second, second))
        make_digest(path, digest_folder(path))
    assert [folder.name for folder in others if not (folder / "thesis.txt").is_file()] == [f"making-{'c' * 16}"]
    assert (tmp_path / "project" / "a.mcap").is_file()
    assert len([folder for folder in home.iterdir() if (folder / "rows.npy").is_file()]) == 1
    assert load_digest(digest_folder(path)) is not None
