"""A real studio and a real browser."""

import contextlib
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from benchmarks.chromium import flags
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from pult.core.errors import UsageError
from pult.core.shipped import shipped_file
from tests.browser.acts import SELDOM, SOON, WITNESS
from tests.browser.chromium import NoBrowserError, browser

expect.set_options(timeout=SOON)  # five seconds are little for a page that two others draw beside

STARTED = 120.0
"""Longest time until a studio says its address [s]."""
COARSE = 0.5
"""Points of the screen in a unit of the page: every point is drawn in software, and few tests look at them."""
LINES = 40
"""Newest lines of the studio that are shown beside a test that fails."""
PATIENCE = 2.0
"""How long robots of the tests wait for a sign of their operator [s]."""


@dataclass
class Studio:
    """A studio in a process of its own.

    Attributes:
        address: Its address without the token.
        ticket: Its address with the token, good once.
        project: The user's folder.
        process: The process.
        said: Lines it has written.
        reader: Who reads them.
    """

    address: str
    ticket: str
    project: Path
    process: subprocess.Popen[str]
    said: list[str] = field(default_factory=list)
    reader: threading.Thread | None = None


def patient_panel(project: Path, name: str = "two-link") -> None:
    """Put a panel into the project that waits longer for its operator than the shipped one of the same name.

    A browser that draws in software on a busy machine falls silent for longer than a quarter of a second now and then;
    the robot would stop, as it should, in the middle of what a test looks at.
    """
    folder = project / "panels"
    folder.mkdir(parents=True, exist_ok=True)
    shipped = shipped_file("panel", name)
    panel = json.loads(shipped.read_text(encoding="utf-8"))
    (folder / f"{name}.panel.json").write_text(json.dumps({**panel, "link_timeout": PATIENCE}), encoding="utf-8")
    picture = panel["picture"]["file"]
    (folder / picture).write_bytes(shipped.with_name(picture).read_bytes())


def start_studio(
    project: Path, *arguments: str, cache: Path | None = None, patient: bool = True, warming: bool = False
) -> Studio:
    """Start `pult studio` on a free port, as a person would, with a panel of the two-link arm that has patience.

    Args:
        project: The user's folder.
        arguments: More options.
        cache: A cache of compiled programs of its own.
        patient: Whether it gets that panel.
        warming: Whether it compiles the shipped exercises ahead; other tests have no time for that.
    """
    if patient:
        patient_panel(project)
    arguments = (*arguments, *(() if warming else ("--no-warming",)))
    own = {"PULT_CACHE_DIR": str(cache)} if cache is not None else {}
    command = [sys.executable, "-m", "pult", "studio", "--no-browser", "--port", "0", "--project", str(project)]
    process = subprocess.Popen(
        [*command, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, **own, "PYTHONUNBUFFERED": "1", "COLUMNS": "200"},
    )
    studio = Studio("", "", project, process)
    found = threading.Event()

    def read() -> None:
        for line in process.stdout or ():
            studio.said.append(line)
            match = re.search(r"(https?://[^\s?]+)\?token=[\w-]+", line)
            if match and not found.is_set():
                studio.address, studio.ticket = match.group(1).rstrip("/"), match.group(0)
                found.set()
        found.set()

    studio.reader = threading.Thread(target=read, daemon=True)
    studio.reader.start()
    found.wait(STARTED)
    if not studio.ticket:
        process.kill()
        raise RuntimeError(f"the studio did not say its address:\n{''.join(studio.said)}")
    return studio


def end_studio(studio: Studio) -> None:
    """End it in order."""
    studio.process.terminate()
    try:
        studio.process.wait(20)
    except subprocess.TimeoutExpired:
        studio.process.kill()
        studio.process.wait(5)
    if studio.reader is not None:
        studio.reader.join(10)
    if studio.process.stdout is not None:
        studio.process.stdout.close()


@pytest.fixture(scope="session")
def chrome() -> Iterator[Browser]:
    """The browser."""
    try:
        program = browser()
    except (NoBrowserError, UsageError) as error:
        pytest.fail(str(error), pytrace=False)
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=program, args=flags())
        yield made
        made.close()


@pytest.fixture(scope="session")
def shared_studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    """The studio of a worker, for all modules that do not mind what others keep in its project."""
    started = start_studio(tmp_path_factory.mktemp("project"))
    yield started
    end_studio(started)


@pytest.fixture(scope="module")
def studio(shared_studio: Studio) -> Iterator[Studio]:
    """A studio without sessions."""
    yield shared_studio
    end_sessions(shared_studio)


@pytest.fixture(scope="module")
def own_studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    """A studio with a project of the module's own: `studio` of a module that starts from an empty one."""
    started = start_studio(tmp_path_factory.mktemp("project"))
    yield started
    end_studio(started)


def end_sessions(studio: Studio) -> None:
    """End all sessions of a studio that somebody has come to."""
    cookies = {cookie["name"]: cookie["value"] for cookie in _cookies.get(studio.address, [])}
    if not cookies:
        return
    with httpx.Client(base_url=studio.address, cookies=cookies, timeout=STARTED) as client:
        headers = {"X-Pult-Key": client.get("/api/info").json()["key"], "Origin": studio.address}
        for session in client.get("/api/sessions").json():
            client.delete(f"/api/sessions/{session['id']}?force=1", headers=headers).raise_for_status()


@dataclass
class Person:
    """Somebody at a browser."""

    page: Page
    context: BrowserContext
    errors: list[str]


@pytest.fixture
def arrive(
    chrome: Browser, studio: Studio, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[..., Person]]:
    """Open the studio in a browser of one's own: `arrive("/", width=1440, height=900)`; as small as it may
    be by itself, for every point of the scene is drawn in software.

    The first to come exchanges the token for a cookie; the others are given a copy of that cookie, as other windows of
    the same person would have it. Errors of the page fail the test. With `witness`, the page notes what it is told over
    its connection (`acts.places`); unless it is `seldom` that the scene is drawn, it is as often as the browser likes;
    `scripts` run in the page before its own; the rest goes to the browser.
    """
    people: list[Person] = []

    def come(
        path: str = "/",
        *,
        width: int = 1280,
        height: int = 720,
        witness: bool = False,
        seldom: bool = True,
        scripts: Sequence[str] = (),
        **more: object,
    ) -> Person:
        usual = {"locale": "en-GB", "device_scale_factor": COARSE}
        context = chrome.new_context(viewport={"width": width, "height": height}, **{**usual, **more})
        cookies = _cookies.get(studio.address)
        rarely = seldom and not os.environ.get("PULT_PICTURES")  # what draws rarely has no meshes: pictures want them
        for script in (*([WITNESS] if witness else []), *([SELDOM] if rarely else []), *scripts):
            context.add_init_script(script)
        page = context.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
        if cookies is None:
            page.goto(studio.ticket)
            _cookies[studio.address] = context.cookies()
        else:
            context.add_cookies(cookies)
        page.goto(studio.address + path)
        person = Person(page, context, errors)
        people.append(person)
        return person

    yield come
    for person in people:
        with contextlib.suppress(Exception):
            person.context.close()
    print("".join(studio.said[-LINES:]))  # shown for a test that fails
    wrong = [error for person in people for error in person.errors if not _expected(error)]
    assert not wrong, wrong


_cookies: dict[str, list[Any]] = {}


def _expected(error: str) -> bool:
    """Answers that a test has asked for: a refused request is an error on the console."""
    return "Failed to load resource" in error or "WebSocket connection" in error
