"""The studio compiles its exercises ahead: at the lowest priority, and never in anybody's way."""

import json
import os
import signal
import sys
import time
from pathlib import Path

import pytest

from pult.native.cache import cache_folder
from pult.server.documents.project import Project
from pult.server.live.warm_work import LIST, Way, warm_one
from pult.server.live.warming import NICENESS, ways_of
from tests.server.live_support import EASY, READY, SOON, Live, patient_panel, save_exercise

SMALLEST = Way("two-link-reach", "command")
"""The exercise that is compiled the soonest."""
NICE = 2
"""How much the process of the tests stands back; with the lowest priority it would wait for all other tests."""


def until(holds, timeout):
    """Look again and again until something holds; gives it back."""
    end = time.monotonic() + timeout
    while not (found := holds()):
        assert time.monotonic() < end, "not seen in time"
        time.sleep(0.1)
    return found


@pytest.fixture
def own_cache(tmp_path, monkeypatch):
    """An empty cache of compiled programs."""
    monkeypatch.setenv("PULT_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def only_the_smallest(monkeypatch):
    """A studio to which the smallest exercise is all there is, and which does not stand back for long."""
    monkeypatch.setattr("pult.server.live.warming.QUIET", 1.0)
    monkeypatch.setattr("pult.server.live.warming.NICENESS", NICE)
    monkeypatch.setattr("pult.server.live.warming.ways_of", lambda _: [SMALLEST])


def compiled(cache: Path) -> set[str]:
    """Files of a cache that are whole; their names tell what is in them."""
    names = {path.relative_to(cache).as_posix() for path in cache.rglob("*") if path.is_file() and path.name != LIST}
    return {name for name in names if not name.startswith(".") and not name.endswith(".unfinished")}


def state(live):
    return live.get("/api/warming")


def test_the_easiest_exercises_come_first_and_the_usual_way_of_each_before_the_others(tmp_path):
    ways = ways_of(Project(tmp_path))
    assert ways[0] == Way("two-link-reach", "semi-automatic")
    usual = [way for way in ways if way == Way(way.exercise, Project(tmp_path).exercise(way.exercise).document.variant)]
    assert ways[: len(usual)] == usual
    assert len(set(ways)) == len(ways) > len(usual)


def test_the_process_has_the_lowest_priority_there_is():
    assert NICENESS == 19


def test_an_exercise_is_compiled_ahead_standing_back_and_a_session_finds_it_on_disk(
    tmp_path, own_cache, only_the_smallest
):
    live = Live(tmp_path / "project", warming=True)
    try:
        warming = live.app.state.warming
        pid = until(lambda: warming.pid, SOON)
        if sys.platform == "linux":
            until(lambda: os.getpriority(os.PRIO_PROCESS, pid) == os.getpriority(os.PRIO_PROCESS, 0) + NICE, SOON)
        assert state(live)["exercise"] == SMALLEST.exercise
        until(lambda: state(live)["state"] == "done", READY)
        assert state(live)["done"] == state(live)["all"] == 1
        assert state(live)["problems"] == {}
        until(lambda: warming.pid == 0, SOON)
        before = compiled(own_cache)
        assert before
        page = live.page(live.start(exercise=SMALLEST.exercise, variant=SMALLEST.variant, seed=1))
        page.wait_state("ready")
        assert compiled(own_cache) == before, "the session compiled something that was not compiled ahead"
    finally:
        live.close()


@pytest.mark.validate
def test_it_stands_back_while_a_session_is_prepared_or_runs_and_goes_on_after_it(
    tmp_path, own_cache, only_the_smallest
):
    live = Live(tmp_path / "project", warming=True)
    try:
        save_exercise(live, EASY)
        patient_panel(live)
        warming = live.app.state.warming
        first = until(lambda: warming.pid, SOON)
        number = live.post("/api/sessions", exercise="easy", seed=1)["id"]
        until(lambda: warming.pid == 0, SOON)
        until(lambda: not _is_there(first), SOON)
        page = live.page(number)
        page.wait_state("starting", "compiling")
        assert state(live)["state"] == "waiting"
        page.wait_state("ready")
        page.take()
        page.ask("start")
        page.wait_state("running")
        # it may have begun anew while the session stood still, but it does not go on beside it
        until(lambda: warming.pid == 0, SOON)
        page.run(2.0 * warming.quiet)
        assert warming.pid == 0
        assert state(live)["state"] == "waiting"
        page.ask("pause")
        page.wait_state("ready")
        until(lambda: state(live)["state"] == "done", READY)
        assert state(live)["problems"] == {}
    finally:
        live.close()


def test_a_second_start_finds_the_list_and_compiles_nothing(tmp_path, own_cache, monkeypatch):
    opened = []
    monkeypatch.setattr("pult.sim.open.open_session", lambda setup, folder: opened.append(setup.scheme))
    project = Project(tmp_path / "project")
    warm_one(project, SMALLEST)
    warm_one(project, SMALLEST)
    assert opened == ["two-link-command"]
    # the same scheme in the same world is one piece of work, whatever exercise names it
    warm_one(project, Way("two-link-line", "command"))
    assert opened == ["two-link-command"]
    warm_one(project, Way("two-link-line", "semi-automatic"))
    assert opened == ["two-link-command", "two-link-semi-automatic"]
    listed = next(cache_folder().rglob(LIST))
    assert len(json.loads(listed.read_text())) == 2
    listed.write_text("{ not a list")
    warm_one(project, SMALLEST)
    assert len(opened) == 3


def test_a_process_that_dies_is_not_started_for_the_same_again(tmp_path, own_cache, only_the_smallest):
    live = Live(tmp_path / "project", warming=True)
    try:
        os.kill(until(lambda: live.app.state.warming.pid, SOON), signal.SIGTERM)
        until(lambda: state(live)["state"] == "done", SOON)
        assert list(state(live)["problems"]) == ["two-link-reach/command"]
        assert live.app.state.warming.pid == 0
    finally:
        live.close()


def test_no_process_is_left_when_the_server_ends(tmp_path, own_cache, only_the_smallest):
    live = Live(tmp_path / "project", warming=True)
    try:
        pid = until(lambda: live.app.state.warming.pid, SOON)
    finally:
        live.close()
    until(lambda: not _is_there(pid), SOON)


def _is_there(pid):
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True
