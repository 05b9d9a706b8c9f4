"""Watching the operator, on a clock of the test's own."""

import pytest

from pult.realtime.link import (
    GRACE,
    HICCUP_TIME,
    HICCUPS,
    LONGEST_LOOK,
    SERVER_GRACE,
    Absence,
    OperatorLink,
    Sign,
    back_text,
)

TIMEOUT = 0.25
STOP_AFTER = GRACE * TIMEOUT
GIVEN = SERVER_GRACE * TIMEOUT


class Watched:
    """A link on a clock of its own, looked at every 10 ms."""

    def __init__(self) -> None:
        self.now = 0.0
        self.link = OperatorLink(TIMEOUT, lambda: self.now)
        self.link.connect()
        self.told: list[tuple[float, Absence]] = []

    def run(self, seconds: float, *, sign: Sign | None = None, late: bool = False, moving: bool = True) -> None:
        """Look for a while; with a sign of life every 50 ms if one is given."""
        for step in range(round(seconds / 0.01)):
            self.now += 0.01
            if sign is not None and step % 5 == 0:
                self.link.hear(sign)
            if late:
                self.link.server_is_late()
            said = self.link.look(moving)
            if said is not None:
                self.told.append((self.now, said))

    @property
    def did(self) -> list[tuple[str, str]]:
        return [(said.do, said.cause) for _, said in self.told]


@pytest.fixture
def watched() -> Watched:
    return Watched()


def test_an_operator_who_is_heard_of_is_left_alone(watched):
    watched.run(5.0, sign=Sign())
    assert watched.link.alive and watched.told == []


def test_silence_lets_go_of_the_stick_within_a_quarter_of_a_second_and_stops_within_half_of_one(watched):
    watched.run(1.0, sign=Sign())
    begun = watched.now
    watched.run(2.0)
    assert watched.did == [("neutral", "network"), ("stop", "network")]
    (let_go, _), (stopped, absence) = watched.told
    assert let_go - begun <= TIMEOUT + 1e-9
    assert stopped - begun <= 0.46 and absence.seconds == pytest.approx(TIMEOUT + STOP_AFTER, abs=0.02)
    assert not watched.link.alive


def test_a_short_hiccup_goes_on_by_itself(watched):
    watched.run(1.0, sign=Sign())
    watched.run(0.35)
    watched.run(1.0, sign=Sign())
    assert watched.did == [("neutral", "network"), ("back", "network")]
    assert "the network was late by 0.3" in back_text(watched.told[-1][1])


def test_a_worker_that_was_late_itself_takes_the_blame_from_the_network(watched):
    watched.run(1.0, sign=Sign())
    watched.run(0.35)
    watched.link.hear(Sign(late=0.3))
    watched.run(0.02)
    assert watched.did[-1] == ("back", "page")


def test_a_frozen_page_behind_a_worker_that_lives_stops_the_robot_in_time(watched):
    watched.run(1.0, sign=Sign())
    begun = watched.now
    for k in range(40):  # the worker goes on, and tells how long the page has not responded
        watched.run(0.05, sign=Sign(page=0.05 * k))
    assert watched.did == [("neutral", "page"), ("stop", "page")]
    assert watched.told[1][0] - begun < 0.5


@pytest.mark.parametrize("hand", ["hidden", "focus"])
def test_a_page_out_of_hand_lets_go_at_once_and_stops_shortly_after(watched, hand):
    watched.run(1.0, sign=Sign())
    begun = watched.now
    watched.run(1.0, sign=Sign(hand))
    assert watched.did == [("neutral", hand), ("stop", hand)]
    assert watched.told[0][0] - begun <= 0.02
    assert watched.told[1][0] - begun == pytest.approx(STOP_AFTER, abs=0.03)


def test_a_glimpse_elsewhere_goes_on_by_itself(watched):
    watched.run(1.0, sign=Sign())
    watched.run(0.1, sign=Sign("focus"))
    watched.run(1.0, sign=Sign())
    assert watched.did == [("neutral", "focus"), ("back", "focus")]
    assert back_text(watched.told[-1][1]) == "the operator is back"


def test_an_input_shows_that_the_page_responds_but_not_that_it_is_in_hand(watched):
    watched.link.hear(Sign("hidden", page=0.2))
    watched.link.hear()
    assert watched.link._sign == Sign("hidden")


def test_a_server_that_says_it_is_late_gets_more_time_and_the_blame(watched):
    watched.run(1.0, sign=Sign())
    watched.run(TIMEOUT + STOP_AFTER + 0.5 * GIVEN, late=True)
    assert watched.did == [("neutral", "server")]
    watched.run(0.1, sign=Sign())
    assert watched.did[-1] == ("back", "server")
    watched.run(TIMEOUT + STOP_AFTER + GIVEN + 0.1, late=True)
    assert watched.did[-1] == ("stop", "server")


def stutter(watched: Watched, count: int, every: float = 1.0, page: bool = False) -> None:
    """Short silences that end by themselves, as on a machine that has no time for the browser."""
    for _ in range(count):
        if page:
            for k in range(4):
                watched.run(0.05, sign=Sign(page=0.05 * k))
        else:
            watched.run(0.2)
        watched.run(every - 0.2, sign=Sign())


@pytest.mark.parametrize("page", [False, True], ids=["its worker", "the page"])
def test_a_busy_machine_gets_more_time_before_the_stop_and_the_stick_is_at_neutral_meanwhile(watched, page):
    watched.run(1.0, sign=Sign())
    stutter(watched, HICCUPS, page=page)
    begun = watched.now
    watched.run(TIMEOUT + STOP_AFTER + 0.8 * GIVEN)
    assert watched.did == [("neutral", "network")] and watched.told[0][0] - begun <= TIMEOUT + 0.01
    watched.run(0.1, sign=Sign())
    assert watched.did[-1] == ("back", "network")
    begun = watched.now
    watched.run(2.0)
    assert watched.did[-1] == ("stop", "network")
    assert watched.told[-1][0] - begun == pytest.approx(TIMEOUT + STOP_AFTER + GIVEN, abs=0.08)


@pytest.mark.parametrize(
    ("count", "pause"), [(HICCUPS - 1, 0.1), (HICCUPS, HICCUP_TIME)], ids=["too few", "long ago"]
)
def test_single_hiccups_do_not_make_a_machine_busy(watched, count, pause):
    stutter(watched, count)
    watched.run(pause, sign=Sign())
    begun = watched.now
    watched.run(2.0)
    assert watched.did[-1][0] == "stop" and watched.told[-1][0] - begun < 0.5


def test_a_loss_is_no_sign_of_a_busy_machine(watched):
    """Who loses the operator again and again is stopped in time again and again."""
    for _ in range(5):
        watched.run(1.0, sign=Sign())
        begun = watched.now
        watched.run(2.0)
        assert watched.did[-1][0] == "stop" and watched.told[-1][0] - begun < 0.5
        watched.run(0.2, sign=Sign())
        watched.link.report_again()


def test_time_in_which_this_process_was_not_run_is_nobodys_silence(watched):
    watched.run(1.0, sign=Sign())
    watched.now += 3.0  # the machine was busy or asleep
    watched.run(TIMEOUT - LONGEST_LOOK - 0.06)
    assert watched.told == []
    watched.run(0.5)
    assert watched.did == [("neutral", "network"), ("stop", "network")]


def test_while_time_stands_still_absence_does_no_harm_and_counts_when_it_runs_again(watched):
    watched.run(5.0, moving=False)
    assert watched.told == []
    watched.run(0.02)
    assert watched.did == [("stop", "network")]


def test_an_operator_heard_again_is_watched_again(watched):
    watched.run(1.0)
    watched.run(0.5, sign=Sign())
    assert watched.link.alive
    watched.run(1.0)
    assert [do for do, _ in watched.did] == ["neutral", "stop", "neutral", "stop"]


def test_a_loss_that_lasts_is_told_once_more_when_the_robot_may_move_again(watched):
    watched.run(1.0)
    watched.link.report_again()
    watched.run(0.5)
    assert [do for do, _ in watched.did] == ["neutral", "stop", "stop"]
    watched.link.hear()
    watched.link.report_again()
    watched.run(0.1)
    assert len(watched.told) == 3


def test_an_operator_who_left_is_not_missed(watched):
    watched.link.disconnect()
    watched.run(1.0)
    assert watched.told == [] and not watched.link.alive
