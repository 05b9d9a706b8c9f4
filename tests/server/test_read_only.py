"""A project folder that can only be read: everything in it can be looked at, and whatever would change it is refused."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

SCHEME = {"format": "pult.scheme", "version": 1, "step": 0.01, "description": "mine"}


HONOUR_MODES = """
import ctypes, os, sys
if os.geteuid() == 0:  # the superuser may write everywhere; this gives up CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH
    for right in (1, 2):
        if ctypes.CDLL(None).prctl(24, right, 0, 0, 0):  # PR_CAPBSET_DROP
            sys.exit(99)
os.execv(sys.argv[1], sys.argv[1:])
"""


def studio_command(*arguments: str) -> list[str]:
    """`pult studio` by a user who may not write where modes forbid it."""
    command = [sys.executable, "-m", "pult", "studio", "--no-browser", "--port", "0", *arguments]
    return [sys.executable, "-c", HONOUR_MODES, *command]


def _can_honour_modes() -> bool:
    if os.name != "posix" or (os.geteuid() == 0 and sys.platform != "linux"):
        return False
    command = [sys.executable, "-c", HONOUR_MODES, sys.executable, "-c", ""]
    return subprocess.run(command, check=False, timeout=60).returncode == 0


modes = pytest.mark.skipif(not _can_honour_modes(), reason="the superuser cannot give up the right to write here")


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Path]:
    """A folder with a scheme and a record in it, and without folders for the other kinds; nobody may write to it."""
    folder = tmp_path / "p"
    (folder / "schemes").mkdir(parents=True)
    (folder / "records").mkdir()
    (folder / "schemes" / "mine.scheme.json").write_text(json.dumps(SCHEME))
    (folder / "records" / "r.mcap").write_bytes(b"no record")
    for path in (folder / "schemes", folder / "records", folder):
        path.chmod(0o500)
    yield folder
    for path in (folder, folder / "schemes", folder / "records"):
        path.chmod(0o700)


@modes
def test_a_project_that_can_only_be_read_opens_for_reading(project: Path) -> None:
    command = studio_command("--project", str(project))
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        match = re.search(r"(http://127\.0\.0\.1:\d+/)\?token=(\S+)", said)
        assert match is not None, process.communicate(timeout=60)[1]
        with httpx.Client(base_url=match[1], timeout=60, verify=False) as page:
            page.get("/", params={"token": match[2]})
            page.headers.update({"X-Pult-Key": page.get("/api/info").json()["key"], "Origin": match[1].rstrip("/")})
            assert page.get("/api/documents/scheme/mine").json()["document"] == SCHEME
            entries = page.get("/api/documents").json()
            assert {"mine", "servo"} <= {entry["name"] for entry in entries if entry["kind"] == "scheme"}
            assert [entry["name"] for entry in page.get("/api/records").json()] == ["r.mcap"]
            assert page.get("/api/records/r.mcap/file").content == b"no record"
            assert page.get("/api/exercises").status_code == page.get("/api/recent").status_code == 200
            assert page.post("/api/check/scheme", json={"document": SCHEME}).json()["faults"] == []
            for method, path, body in (
                ("PUT", "/api/documents/scheme/other", {"document": SCHEME, "version": None}),
                ("PUT", "/api/documents/panel/two-link/picture", {"svg": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'}),
                ("POST", "/api/documents/new", {"kind": "scheme", "name": "other"}),
                ("POST", "/api/recent", {"kind": "scheme", "name": "mine"}),
                ("DELETE", "/api/records/r.mcap", None),
            ):  # fmt: skip
                answer = page.request(method, path, json=body)
                assert (answer.status_code, answer.json()["code"]) == (403, "read-only"), (method, path, answer.text)
            version = page.get("/api/documents/scheme/mine").json()["version"]
            answer = page.delete("/api/documents/scheme/mine", params={"version": version})
            assert (answer.status_code, answer.json()["code"]) == (403, "read-only")
    finally:
        process.terminate()
        _, err = process.communicate(timeout=60)
    assert "Traceback" not in err and "cannot be written to" in " ".join(err.split())
    assert not (project / ".studio.json").exists()


@modes
def test_a_folder_that_cannot_even_be_read_is_told(tmp_path: Path) -> None:
    hidden = tmp_path / "hidden"
    hidden.mkdir(mode=0o000)
    environment = {**os.environ, "PULT_PROJECT": str(hidden)}
    done = subprocess.run(
        studio_command(), capture_output=True, text=True, timeout=120, check=False, env=environment
    )
    assert done.returncode == 1 and "--project" in done.stderr and "Traceback" not in done.stderr
