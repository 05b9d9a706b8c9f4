"""`pult studio` as a process."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from pult.cli.browser import has_display
from pult.cli.studio import listen
from pult.core.errors import UsageError
from pult.server.http.app import make_app
from pult.server.http.settings import Settings, is_loopback
from tests.server.conftest import running_studio

ADDRESS = re.compile(r"pult studio: (http://127\.0\.0\.1:(\d+)/)\?token=([\w-]{40,})\n")


@contextmanager
def studio_process(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", "from pult.cli import main; main()", "studio", "--no-browser", "--no-warming", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "COLUMNS": "200"})
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def test_the_address_is_printed_and_opens_the_studio_and_ctrl_c_ends_it(tmp_path: Path) -> None:
    with studio_process("two-link-reach", "--port", "0", "--project", str(tmp_path / "p")) as process:
        assert process.stdout is not None
        match = ADDRESS.fullmatch(process.stdout.readline())
        assert match is not None
        with httpx.Client(base_url=match[1], follow_redirects=True, verify=False) as client:
            assert client.get("/", params={"token": match[3]}).status_code == 200
            info = client.get("/api/info").json()
            assert info["exercise"] == "two-link-reach" and info["folder"] == str(tmp_path / "p")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        assert process.returncode == 0, err
        assert "Traceback" not in err and match[3] not in out + err
    assert {path.name for path in (tmp_path / "p").iterdir() if path.is_dir()} >= {"exercises", "panels", "records"}


def test_a_second_studio_on_a_folder_names_the_first_and_one_that_was_killed_is_in_nobodys_way(tmp_path: Path) -> None:
    project = str(tmp_path / "p")
    with studio_process("--port", "0", "--project", project) as first:
        assert first.stdout is not None
        match = ADDRESS.fullmatch(first.stdout.readline())
        assert match is not None
        with studio_process("--port", "0", "--project", project) as second:
            out, err = second.communicate(timeout=60)
        said = " ".join(err.split())
        assert second.returncode == 1 and out == ""
        assert f"at {match[1]}." in said and "another studio has the project folder" in said and "--project" in said
        assert match[3] not in said, "the token is nobody else's"
        with httpx.Client(base_url=match[1], follow_redirects=True, verify=False) as client:
            assert client.get("/", params={"token": match[3]}).status_code == 200  # the first goes on
        with studio_process("--port", "0", "--project", str(tmp_path / "q")) as other:
            assert other.stdout is not None and ADDRESS.fullmatch(other.stdout.readline())
        first.kill()
        first.wait(30)
        with studio_process("--port", "0", "--project", project) as third:
            assert third.stdout is not None and ADDRESS.fullmatch(third.stdout.readline())


def test_an_unknown_exercise_is_told(tmp_path: Path) -> None:
    with studio_process("two-link-raech", "--project", str(tmp_path / "p")) as process:
        _, err = process.communicate(timeout=60)
        assert process.returncode == 1 and "Did you mean 'two-link-reach'" in err


def test_a_taken_port_is_told_if_it_was_asked_for(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with studio_process("--port", str(port), "--project", str(tmp_path / "p")) as process:
            _, err = process.communicate(timeout=60)
        assert process.returncode == 1 and f"port {port}" in err and "taken" in err


def test_the_next_free_port_is_taken_if_none_was_asked_for(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        monkeypatch.setattr("pult.cli.studio.PORT", port)
        with listen("127.0.0.1", None) as listener:
            assert port < listener.getsockname()[1] < port + 20
    assert f"port {port} is taken" in capsys.readouterr().err


def test_an_address_of_another_computer_is_told() -> None:
    for host in ("203.0.113.1", "no.such.host.invalid"):
        with pytest.raises(UsageError):
            listen(host, 0)


def test_only_this_computer_is_loopback() -> None:
    assert all(is_loopback(host) for host in ("127.0.0.1", "localhost", "::1", "[::1]", "127.1.2.3"))
    assert not any(is_loopback(host) for host in ("0.0.0.0", "192.168.1.2", "::", "127.0.0.1.evil.example", "example.org"))


def test_a_given_host_is_answered_by_its_name_and_a_wildcard_is_not(tmp_path: Path) -> None:
    assert "192.168.1.2:9" in Settings(project=tmp_path, host="192.168.1.2", port=9).hosts
    assert Settings(project=tmp_path, host="0.0.0.0", port=9).hosts == {"127.0.0.1:9", "localhost:9", "[::1]:9"}
    assert Settings(project=tmp_path, host="::1", port=9).address == "http://[::1]:9/"


def test_secrets_are_not_shown(tmp_path: Path) -> None:
    settings = Settings(project=tmp_path)
    shown = repr(settings)
    assert all(secret not in shown for secret in (settings.token, settings.bearer, settings.cookie, settings.key))
    assert len({settings.token, settings.bearer, settings.cookie, settings.key}) == 4


def test_a_page_that_is_not_built_says_how(tmp_path: Path) -> None:
    with running_studio(tmp_path / "p", page=tmp_path / "nothing") as studio:
        for path in ("/", "/operate/two-link-reach"):
            assert "make web" in studio.client.get(path).text
        assert studio.client.get("/favicon.ico").status_code == 404


def test_the_built_page_is_served_for_all_its_addresses(tmp_path: Path) -> None:
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<!doctype html><p>studio")
    (page / "assets" / "main-1.js").write_text("1")
    (tmp_path / "secret.js").write_text("secret")
    with running_studio(tmp_path / "p", page=page) as studio:
        for path in ("/", "/operate/x", "/design/scheme/servo", "/plots/a", "/review/r.mcap"):
            assert studio.client.get(path).text == "<!doctype html><p>studio", path
        script = studio.client.get("/assets/main-1.js")
        assert script.headers["content-type"].startswith("text/javascript") and "immutable" in script.headers["cache-control"]
        assert studio.client.get("/assets/..%2f..%2fsecret.js").status_code == 403
        assert studio.client.get("/assets/main-2.js").status_code == 404


def test_there_is_no_display_without_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    if sys.platform.startswith("linux"):
        assert not has_display()


def test_a_project_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="project folder"):
        make_app(Settings(project=tmp_path / "file"))
