"""Demonstrations in a live session: a pilot drives the session of a person, who watches and may take over."""

import json

import pytest

from pult.core.shipped import shipped_file
from pult.exercise.exercise import load_exercise
from tests.server.live_support import Live, patient_panel, save_exercise

REACH = "two-link-reach"


@pytest.fixture(scope="module")
def live(tmp_path_factory):
    """A studio whose project has an exercise that no pilot knows, and a copy of one that pilots know."""
    made = Live(tmp_path_factory.mktemp("demo"))
    document = json.loads(shipped_file("exercise", REACH).read_text(encoding="utf-8"))
    own = {**document, "name": "mine", "stages": document["stages"][:1], "limits": []}
    save_exercise(made, own)
    save_exercise(made, {**document, "name": "copy"})
    patient_panel(made)
    yield made
    made.close()


def test_a_pilot_is_told_that_operates_in_the_same_way(live):
    for variant in load_exercise(REACH).document.variants:
        answer = live.get(f"/api/demos/{REACH}?variant={variant}")
        assert answer["variant"] == variant and answer["pilot"]
    assert live.get("/api/demos/mine")["pilot"] == ""
    assert live.get("/api/demos/copy") == {"pilot": "semi-automatic", "variant": "semi-automatic"}


def test_a_pilot_drives_until_a_person_takes_over_and_that_is_no_attempt_of_the_person(live):
    number = live.start(exercise=REACH, variant="command", seed=5, operator="ann")
    page, other = live.page(number), live.page(number)
    page.wait_state("ready")
    assert not page.ask("demonstrate")["ok"], "who does not have the panel cannot have a pilot drive"
    assert page.take("ann")["ok"]
    page.watch(["panel.joystick"])
    assert page.ask("demonstrate")["ok"] and page.ask("start")["ok"]
    page.wait_frame(lambda f: len(f.rows) > 0 and f.rows[-1].any())
    other.wait(lambda: other.account["time"] > 0.0)
    account = other.account
    assert account["pilot"] == "command" and account["taken_over"] is None
    assert {"en", "ru"} <= set(account["stages"][0]["caption"])
    assert "Take over first" in page.ask("input", values={"joystick": [1, 0, 0]})["error"]
    assert not other.ask("take-over")["ok"]
    assert page.ask("take-over")["ok"]
    page.wait_frame(lambda f: len(f.rows) > 0 and not f.rows[-1].any())
    assert page.ask("input", values={"joystick": [0.5, 0, 0]})["ok"]
    page.wait_frame(lambda f: len(f.rows) > 0 and f.rows[-1][0] == 0.5)
    live.close_pages()
    assert live.http.delete(f"/api/sessions/{number}").is_success
    [record] = [one for one in live.get("/api/records") if one["exercise"] == REACH]
    assert record["pilot"] == "command" and record["assisted"]
    [card] = [one for one in live.get("/api/exercises") if one["name"] == REACH]
    assert card["attempts"] == 0 and card["best"] is None
