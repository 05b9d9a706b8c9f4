"""A page that asks for Russian gets Russian over HTTP and WebSocket; others get English from the same server."""

import ast
import json
import os
import re
import signal
from pathlib import Path

from pult import server
from pult.core.registry import blocks
from pult.server.messages import FaultMessage
from tests.server.live_support import READY, SOON, Page

pytest_plugins = ["tests.server.live_fixtures"]
RU = {"accept-language": "ru-RU,ru;q=0.9,en;q=0.8"}
CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)
BROKEN = {
    "format": "pult.scheme", "version": 1, "name": "broken", "step": 0.005,
    "blocks": [{"id": "a", "type": "control.pq"}, {"id": "b", "type": "arithmetic.gain", "parameters": {"gian": 2}}],
    "wires": [{"from": "nobody.y", "to": "b.x"}],
}  # fmt: skip


def russian_page(live, number: str) -> Page:
    address = f"{live.settings.address.replace('http', 'ws', 1)}ws/sessions/{number}?language=ru"
    page = Page(address, live.headers)
    live.pages.append(page)
    return page


def test_refusals_follow_the_language_of_the_request_and_carry_the_same_data(live):
    for address, code, values, english, russian in (
        ("/api/jobs/none", "not-found", {},
         "There is no such job, or it was done long ago.", "Такой работы нет, или она давно закончена."),
        ("/api/documents/scheme/two-lnk-command", "not-found",
         {"kind": "scheme", "name": "two-lnk-command", "suggestion": "two-link-command"},
         "There is no scheme 'two-lnk-command'. Did you mean 'two-link-command'?",
         "Документа «two-lnk-command» (схема) нет. Возможно, имелось в виду «two-link-command»?"),
        ("/api/documents/scheme/a%20b", "bad-name", {"name": "a b", "what": "name", "most": 64},
         "'a b' is not a valid name: use letters", "«a b» — недопустимое название: годятся латинские буквы"),
    ):  # fmt: skip
        one, two = live.http.get(address), live.http.get(address, headers=RU)
        assert one.status_code == two.status_code >= 400
        assert one.json()["error"].startswith(english)
        assert two.json()["error"].startswith(russian)
        [fault] = one.json()["faults"]
        assert one.json()["code"] == fault["code"] == code
        assert values.items() <= fault["values"].items()
        said = [{**fault, "message": two.json()["error"]}]
        assert two.json() == {**one.json(), "error": two.json()["error"], "faults": said}


def test_every_refusal_is_made_of_data():
    """A text of its own would reach programs as words alone; those with faults of a document have their data."""
    found = []
    for path in sorted(Path(server.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal" and len(node.args) < 4:
                found.append(f"{path.name}:{node.lineno}")
    assert len(found) == 1 and found[0].startswith("wire.py"), found  # any error of a user, as it is


def test_refusals_of_the_guard_and_of_unknown_addresses_are_russian_too(live):
    for address, headers in (("/api/none", RU), ("/api/jobs/x", {**RU, "host": "elsewhere"})):
        assert CYRILLIC.search(live.http.get(address, headers=headers).json()["error"]), address
    assert CYRILLIC.search(live.http.put("/api/documents/scheme/x", content=b"{", headers=RU).json()["error"])


def test_a_check_gives_every_fault_in_russian_with_the_same_data(live):
    english = live.http.post("/api/check/scheme", json={"document": BROKEN}).json()
    russian = live.http.post("/api/check/scheme", json={"document": BROKEN}, headers=RU).json()
    assert len(english["faults"]) == len(russian["faults"]) >= 3
    for one, two in zip(english["faults"], russian["faults"], strict=True):
        assert CYRILLIC.search(two["message"]) and one["templates"] and one["values"]
        assert {**two, "message": one["message"]} == one and set(one) == set(FaultMessage.__struct_fields__)
    assert any("Возможно, имелось в виду «control.p" in fault["message"] for fault in russian["faults"])


def test_the_palette_has_russian_titles_and_the_same_blocks(live):
    english, russian = live.http.get("/api/blocks").json(), live.http.get("/api/blocks", headers=RU).json()
    assert [info["name"] for info in english] == [info["name"] for info in russian]
    standard = {name for name, kind in blocks().items() if kind.module.startswith("pult.blocks")}
    pairs = [pair for pair in zip(english, russian, strict=True) if pair[0]["name"] in standard]
    assert len(pairs) == len(standard) > 150
    for one, two in pairs:
        assert CYRILLIC.search(two["title"]) and CYRILLIC.search(two["summary"]), two["name"]
        assert not CYRILLIC.search(one["title"]) and not CYRILLIC.search(one["text"])
        assert two["text"].startswith(two["summary"]) and one["equation"] == two["equation"]
        for ports in ("inputs", "outputs", "parameters"):
            assert [port["name"] for port in one[ports]] == [port["name"] for port in two[ports]]


def test_documents_go_out_as_they_are_whatever_the_language(live):
    english = live.http.get("/api/documents/scheme/two-link-command").json()
    assert live.http.get("/api/documents/scheme/two-link-command", headers=RU).json() == english


def test_pages_of_one_session_hear_each_their_own_language(live, session):
    russian, english = russian_page(live, session), live.page(session)
    for page in (russian, english):
        page.wait_message("opened", timeout=READY)
    assert russian.ask("start")["error"].startswith("Пульт свободен. Чтобы выполнить «start»")
    assert english.ask("start")["error"].startswith("Nobody has the panel. Take it before")
    english.take("ann")
    english.ask("stop")
    assert english.wait_message("event", kind="stop")["text"] == "stopped: emergency stop"
    assert russian.wait_message("event", kind="stop")["text"] == "остановлен: аварийный останов"


def test_a_page_can_change_its_language_without_a_new_connection(live, session):
    page = live.page(session)
    page.wait_message("opened", timeout=READY)
    assert page.release()["error"] == "You do not have the panel."
    since = len(page.messages)
    page.send({"type": "speak", "language": "ru"})
    page.wait_message("state", since=since)
    assert page.release()["error"] == "Пульт не взят."
    page.send({"type": "speak", "language": "de"})
    assert CYRILLIC.search(page.wait_message("answer", id=-1)["error"])
    assert page.release()["error"] == "Пульт не взят."


def test_why_a_session_died_is_said_in_the_language_of_whoever_asks(live, number):
    doomed = live.start(exercise="easy", seed=9)
    page = russian_page(live, doomed)
    page.wait_state("ready")
    os.kill(live.session(doomed).process.pid, signal.SIGKILL)
    assert "его процесс завершён сигналом SIGKILL" in page.wait_state("dead", timeout=SOON)["reason"]
    [info] = [one for one in live.get("/api/sessions") if one["id"] == doomed]
    assert "its process was ended by SIGKILL" in info["reason"]
    live.close_pages()
    live.http.delete(f"/api/sessions/{doomed}")


def test_what_comes_over_the_line_is_small_utf_8_text(live):
    raw = live.http.get("/api/jobs/none", headers=RU).content
    assert "Такой".encode() in raw and json.loads(raw)["code"] == "not-found"
