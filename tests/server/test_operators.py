"""Who has the panel: one page at most, everybody knows which, and without its operator the robot stops."""

import httpx

from pult.realtime.requests import AskStatus, ConnectOperator, DisconnectOperator, Shutdown, Start, tag_of
from pult.server.live.operators import Operators
from pult.sim.commands import Stop
from tests.server.live_support import OPERATOR, STOPPED

pytest_plugins = ["tests.server.live_fixtures"]


def _moving(page):
    """Take the panel, start, and push the joystick until the robot moves."""
    assert page.take("ann")["ok"]
    page.watch(["sensor.speeds", "panel.joystick"])
    assert page.ask("start")["ok"]
    assert page.ask("input", values={"joints": ["elbow"], "joystick": [1, 0, 0]})["ok"]
    page.wait_frame(lambda f: len(f.rows) > 0 and abs(f.rows[-1, 1]) > 0.1)


def test_the_first_who_asks_gets_the_panel_and_all_are_told(live, session):
    one, two = live.page(session), live.page(session)
    assert one.take("ann")["ok"]
    mine = one.wait_message("hello")["client"]
    for page in (one, two):
        assert page.wait_message("operator", client=mine)["name"] == "ann"
    refused = two.take("bob")
    assert not refused["ok"] and "ann has the panel" in refused["error"]
    assert live.get(f"/api/sessions/{session}")["operator"] == "ann"
    assert live.get(f"/api/sessions/{session}")["watchers"] == 2


def test_a_panel_that_is_released_is_free_and_the_robot_waits_until_it_is_armed(live, session):
    one, two = live.page(session), live.page(session)
    _moving(one)
    assert one.release()["ok"]
    assert two.wait_message("operator", client="")["name"] == ""
    two.wait_frame(lambda f: f.flags & STOPPED)
    assert not one.ask("arm")["ok"]  # it is nobody's any more
    assert two.take("bob", arm=False)["ok"]
    assert two.wait_frame(lambda f: f.flags & OPERATOR).flags & STOPPED
    assert two.arm()["ok"]
    two.wait_frame(lambda f: not f.flags & STOPPED)


def test_taking_over_tells_both_and_ends_what_the_other_was_doing(live, session):
    one, two = live.page(session), live.page(session)
    _moving(one)
    since = len(one.messages)
    assert two.take("bob", force=True, arm=False)["ok"]
    theirs = two.wait_message("hello")["client"]
    for page in (one, two):
        assert page.wait_message("operator", client=theirs)["name"] == "bob"
    listed = two.watch(["sensor.speeds", "panel.joystick"])
    still = two.wait_frame(lambda f: f.watch == listed and len(f.rows) > 0 and abs(f.rows[-1, :2]).max() < 0.01)
    assert still.flags & STOPPED and (still.rows[-1, 2:] == 0).all()
    refused = one.ask("input", values={"joystick": [1, 0, 0]})
    assert not refused["ok"] and "bob has the panel" in refused["error"]
    assert one.heard("operator", since) is not None


def test_when_the_operators_page_is_gone_the_robot_stops_because_the_link_is_lost(live, session):
    one, two = live.page(session), live.page(session)
    _moving(one)
    one.close()
    two.wait_message("operator", client="", watchers=1)
    two.wait_frame(lambda f: f.flags & STOPPED)
    reasons = " ".join(two.ask("status")["value"]["reasons"])
    assert "link" in reasons or "operator" in reasons


def test_when_the_beats_cease_the_robot_stops_though_the_page_is_connected(live, session):
    page = live.page(session)
    _moving(page)
    page.stop_beating()
    page.wait_frame(lambda f: f.flags & STOPPED and not f.flags & OPERATOR)
    listed = page.watch(["sensor.speeds"])
    page.wait_frame(lambda f: f.watch == listed and len(f.rows) > 0 and abs(f.rows[-1]).max() < 0.01)


def test_anybody_may_stop_the_robot_and_only_the_operator_may_go_on(live, session):
    one, two = live.page(session), live.page(session)
    _moving(one)
    assert two.ask("stop", reason="I saw something")["ok"]
    one.wait_frame(lambda f: f.flags & STOPPED)
    refused = two.ask("arm")
    assert not refused["ok"] and "Take it before" not in refused["error"][:5]
    assert one.ask("input", values={"joystick": [0, 0, 0]})["ok"]
    answer = one.arm()
    assert answer["ok"], answer["error"]
    one.wait_frame(lambda f: not f.flags & STOPPED)


def test_the_panel_tells_the_session_who_comes_and_goes():
    sent, told = [], []
    operators = Operators(lambda request: sent.append(tag_of(request)), lambda: told.append(1))
    assert operators.take("a", "  Ann " + "x" * 100, False) == "" and len(operators.name) == 80
    assert operators.take("a", "", True) == "" and sent == ["connect-operator"]
    assert "has the panel" in operators.take("b", "", False)
    assert operators.take("b", "", True) == ""
    assert sent == ["connect-operator", "disconnect-operator", "connect-operator"]
    operators.left("a")  # who has it no more changes nothing
    assert operators.client == "b" and operators.release("a") != ""
    operators.left("b")
    assert sent[-1] == "disconnect-operator" and operators.client == "" and len(told) == 4
    assert operators.problem("c", Start()).startswith("Nobody has the panel")
    assert operators.problem("c", Stop()) == operators.problem("c", AskStatus()) == ""
    for request in (ConnectOperator(), DisconnectOperator(), Shutdown()):
        assert "is not for pages" in operators.problem("c", request)


def test_who_does_not_operate_cannot_end_or_change_the_session_behind_the_operators_back(live, session):
    operator = live.page(session)
    operator.take("ann")
    page = {"Cookie": f"pult_{live.settings.port}={live.settings.cookie}", "X-Pult-Key": live.settings.key}
    page["Origin"] = f"http://127.0.0.1:{live.settings.port}"
    with httpx.Client(base_url=f"http://127.0.0.1:{live.settings.port}", headers=page, timeout=60) as other:
        for method, path, body in (
            ("DELETE", "", None),
            ("POST", "/restart", {}),
            ("POST", "/again", {"seed": 1}),
            ("POST", "/apply", {"document": {}}),
        ):
            answer = other.request(method, f"/api/sessions/{session}{path}", json=body)
            assert answer.status_code == 409 and answer.json()["code"] == "operated", (method, path, answer.text)
            assert "ann" in answer.json()["error"]
        for wrong in (
            "Bearer x",
            "",
            "Basic eDp4",
            "Bearer",
            f"Bearer {live.settings.token}",
            f"Bearer {live.settings.cookie}",
            f"Bearer {live.settings.bearer[:-1]}",
            f"Basic {live.settings.bearer}",
        ):
            answer = other.delete(f"/api/sessions/{session}", headers={"Authorization": wrong})
            assert answer.status_code == 409, f"{wrong[:10]!r} is no secret, and ends nobody's session"
        twice = [("Authorization", f"Bearer {live.settings.bearer}"), ("Authorization", "Bearer x")]
        assert other.delete(f"/api/sessions/{session}", headers=twice).status_code == 409
        for said in ("0", "", "false"):
            assert other.delete(f"/api/sessions/{session}", params={"force": said}).status_code == 409, said
        for wrong in ("", "x", "0"):
            assert other.delete(f"/api/sessions/{session}", headers={"X-Pult-Client": wrong}).status_code == 409, wrong
        assert other.get(f"/api/sessions/{session}").json()["state"] == "ready"
        program = {"Authorization": f"Bearer {live.settings.bearer}"}
        answer = other.post(f"/api/sessions/{session}/apply", json={"document": {}}, headers=program)
        assert answer.status_code == 200, "a program of the same user may"
        live.job(answer.json())
        other.headers["X-Pult-Client"] = operator.wait_message("hello")["client"]
        answer = other.post(f"/api/sessions/{session}/apply", json={"document": {}})  # looked at, since it may
        assert answer.status_code == 200, answer.text
