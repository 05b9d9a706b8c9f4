"""Watching the operator, on a clock of the test's own."""

from pult.sim.paced.link import OperatorLink


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_silence_longer_than_allowed_is_told_once():
    clock = Clock()
    link = OperatorLink(0.25, clock)
    clock.now = 10.0
    assert not link.lost()  # there is no operator
    link.connect()
    clock.now = 10.25
    assert link.alive and not link.lost()
    clock.now = 10.2501
    assert not link.alive
    assert [link.lost() for _ in range(3)] == [True, False, False]


def test_an_operator_heard_again_is_watched_again():
    clock = Clock()
    link = OperatorLink(0.25, clock)
    link.connect()
    clock.now = 1.0
    assert link.lost()
    link.hear()
    assert link.alive and not link.lost()
    clock.now = 1.3
    assert link.lost()


def test_a_loss_that_lasts_is_told_once_more_when_the_robot_may_move_again():
    clock = Clock()
    link = OperatorLink(0.25, clock)
    link.connect()
    clock.now = 1.0
    assert link.lost() and not link.lost()
    link.tell_again()
    assert link.lost() and not link.lost()
    link.hear()
    link.tell_again()
    assert not link.lost()


def test_an_operator_who_left_is_not_missed():
    clock = Clock()
    link = OperatorLink(0.25, clock)
    link.connect()
    link.disconnect()
    clock.now = 1.0
    assert not link.lost() and not link.alive
