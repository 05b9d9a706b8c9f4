"""A press that comes and goes between two control steps is seen by one step."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pult.realtime.inbox import Inbox
from pult.realtime.presses import Presses
from pult.realtime.process import SessionProcess
from pult.realtime.requests import IncomingRequest, Start
from pult.record import read_record
from pult.sim.commands import Input, Stop
from tests.realtime.support import READY, SETUP, SOON, wait_for


class Waiting(Inbox):
    """An inbox that is filled by hand."""

    def __init__(self, *requests):
        self.requests = list(requests)

    def pop(self):
        return IncomingRequest(1, self.requests.pop(0)) if self.requests else None

    def pop_stop(self):
        found = next((one for one in self.requests if isinstance(one, Stop)), None)
        if found is not None:
            self.requests.remove(found)
        return None if found is None else IncomingRequest(2, found)


def taken(presses, running=True):
    """All that is carried out before one control step."""
    found = []
    while (asked := presses.pop(running)) is not None:
        found.append(asked.request)
    return found


PRESS, RELEASE, OTHER = Input(values={"report": True}), Input(values={"report": False}), Input(values={"speed": 0.5})


def test_a_release_waits_for_the_step_that_sees_the_press_and_what_follows_stays_behind_it():
    presses = Presses(Waiting(PRESS, RELEASE, OTHER))
    assert taken(presses) == [PRESS]
    assert taken(presses) == [], "no step yet"
    presses.stepped()
    assert taken(presses) == [RELEASE, OTHER]


def test_where_no_step_comes_by_itself_nothing_waits():
    assert taken(Presses(Waiting(PRESS, RELEASE, OTHER)), running=False) == [PRESS, RELEASE, OTHER]


def test_a_stop_does_not_wait_behind_a_release():
    presses = Presses(Waiting(PRESS, RELEASE))
    assert taken(presses) == [PRESS]
    presses._inbox.requests.append(Stop())
    assert taken(presses) == [Stop()]


@given(st.lists(st.sampled_from([True, False, 0.5]), max_size=30))
def test_every_change_is_seen_by_a_step_and_the_order_stays(values):
    presses, steps, order = Presses(Waiting(*(Input(values={"x": value}) for value in values))), [], []
    for _ in range(len(values) + 1):
        done = [one.values["x"] for one in taken(presses)]
        order += done
        steps.append(done)
        presses.stepped()
    assert order == values
    for done in steps:
        after = done[done.index(True) :] if True in done else []
        assert False not in after, "a press was undone before a step"


def test_in_a_real_session_every_short_press_reaches_the_scheme(tmp_path):
    with SessionProcess.start(SETUP, record=tmp_path / "presses.mcap") as process:
        process.wait_ready(READY)
        enable = process.channels.find("panel.enable").start
        assert process.ask(Input(values={"enable": False})).ok and process.ask(Start()).ok
        reader = process.reader()
        for _ in range(20):
            replies = [process.send(Input(values={"enable": pressed})) for pressed in (True, False)]
            assert all(reply.result(SOON).ok for reply in replies)
            tick = reader.newest().tick
            assert wait_for(lambda tick=tick: reader.newest().tick > tick + 1)  # the next press is another one
        assert process.shutdown().ok
    pressed = read_record(tmp_path / "presses.mcap").rows[:, enable]
    assert (np.diff(pressed[1:]) > 0).sum() == 20  # it was on before the first step
