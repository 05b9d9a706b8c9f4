"""How the browser gets the one-time token, and what the studio leaves behind when it ends."""

import json
import os
import re
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import unquote, urlsplit

import httpx
import pytest

from pult.cli.browser import BrowserPage
from tests.realtime.support import wait_for

posix = pytest.mark.skipif(os.name != "posix", reason="looks at modes of files, or sends signals")
ADDRESS = re.compile(r"pult studio: (http://127\.0\.0\.1:\d+/)\?token=([\w-]{40,})\n")
SOON = 60.0
BROWSER = """
import json, os, sys, time
from pathlib import Path
told = Path(sys.argv[1])
told.with_suffix(".part").write_text(json.dumps(sys.argv[2:]))
told.with_suffix(".part").replace(told)
while told.exists():  # a browser that stays open, as the first window does
    time.sleep(0.05)
"""


@contextmanager
def opened_studio(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str, str, Path]]:
    """A studio that opens a browser which does nothing; gives process, address, token, and the page it was given."""
    program, told = tmp_path / "browser.py", tmp_path / "told.json"
    program.write_text(BROWSER)
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    environment = {
        **os.environ, "BROWSER": f"{sys.executable} {program} {told} %s", "DISPLAY": ":none", "COLUMNS": "200",
        "TMPDIR": str(temporary), "HOME": str(temporary),
    }  # fmt: skip
    command = [sys.executable, "-m", "pult", "studio", "--port", "0", "--project", str(tmp_path / "p")]
    with (tmp_path / "err.txt").open("w") as err:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=err, text=True, env=environment)
    try:
        assert process.stdout is not None
        match = ADDRESS.fullmatch(process.stdout.readline())
        assert match is not None
        assert wait_for(told.exists, SOON)
        [given] = json.loads(told.read_text())
        yield process, match[1], match[2], Path(unquote(urlsplit(given).path))
    finally:
        told.unlink(missing_ok=True)
        if process.poll() is None:
            process.kill()
        process.communicate()


@posix
def test_the_browser_is_given_a_private_page_and_nobody_sees_the_token_in_the_list_of_processes(tmp_path: Path) -> None:
    with opened_studio(tmp_path) as (_, address, token, page):
        text = page.read_text()
        assert f"{address}?token={token}" in text
        assert stat.S_IMODE(page.stat().st_mode) == 0o600
        assert stat.S_IMODE(page.parent.stat().st_mode) == 0o700
        if sys.platform == "linux":
            lines = [path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline") if _readable(path)]
            assert any(str(page).encode() in line for line in lines), "the browser runs"
            assert not any(token.encode() in line for line in lines)
        with httpx.Client(base_url=address, verify=False) as wrong:
            assert wrong.get("/", params={"token": "x"}).status_code == 403
            assert page.exists(), "it waits for the right one"
        with httpx.Client(base_url=address, verify=False) as client:
            assert "set-cookie" in client.get("/", params={"token": token}).headers
        assert wait_for(lambda: not page.parent.exists(), SOON), "the page is removed once its token was used"


def _readable(path: Path) -> bool:
    try:
        path.read_bytes()
    except OSError:
        return False
    return True


@posix
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_however_the_studio_is_asked_to_end_it_leaves_no_secret_behind(tmp_path: Path, name: str) -> None:
    with opened_studio(tmp_path) as (process, _, _, page):
        key = tmp_path / "p" / ".studio.json"
        assert json.loads(key.read_text())["bearer"] and page.exists()
        process.send_signal(getattr(signal, name))
        process.wait(SOON)
        err = (tmp_path / "err.txt").read_text()
        assert process.returncode == 0 and "Traceback" not in err, err
        assert not key.exists() and not page.parent.exists()


@posix
def test_a_studio_without_a_hangup_does_not_end_by_one(tmp_path: Path) -> None:
    """`nohup pult studio`: the signal is ignored from the start, and stays so."""
    deaf = "import os, signal, sys; signal.signal(signal.SIGHUP, signal.SIG_IGN); os.execv(sys.argv[1], sys.argv[1:])"
    command = [sys.executable, "-m", "pult", "studio", "--no-browser", "--port", "0", "--project", str(tmp_path / "p")]
    process = subprocess.Popen(
        [sys.executable, "-c", deaf, *command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        assert process.stdout is not None
        match = ADDRESS.fullmatch(process.stdout.readline())
        assert match is not None
        process.send_signal(signal.SIGHUP)
        for _ in range(20):
            assert httpx.get(match[1], verify=False).status_code == 403
    finally:
        process.kill()
        process.communicate()


def test_a_page_that_nobody_opens_is_removed_in_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr("webbrowser.open", shown.append)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    told = threading.Event()
    page = BrowserPage("http://127.0.0.1:1/?token=secret&a=<b>", told.set, hint=0.01, patience=0.05)
    page.show()
    assert told.wait(SOON), "the person is told that no browser came"
    assert wait_for(lambda: shown and not list(tmp_path.iterdir()), SOON)
    assert "secret" not in shown[0]
    page.remove()


@posix
def test_a_new_project_folder_is_for_its_user_alone(tmp_path: Path) -> None:
    from pult.server.documents.project import Project

    made = Project(tmp_path / "deep" / "p").folder
    assert stat.S_IMODE(made.stat().st_mode) == 0o700
    given = tmp_path / "given"
    given.mkdir(mode=0o755)
    given.chmod(0o755)
    Project(given)
    assert stat.S_IMODE(given.stat().st_mode) == 0o755, "a folder that is there keeps what its user has chosen"
