"""The time that is left of a work of many parts."""

import pytest

from pult.realtime.estimate import Estimate


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock():
    return Clock()


def test_nothing_is_known_before_the_first_part_is_done(clock):
    estimate = Estimate(clock)
    clock.now += 5.0
    assert estimate.hear(0, 10) == -1.0


def test_parts_that_are_alike_are_told_exactly(clock):
    estimate = Estimate(clock)
    for done in range(1, 11):
        clock.now += 0.5
        assert estimate.hear(done, 10) == pytest.approx(0.5 * (10 - done))


def test_parts_told_together_count_as_each_alone(clock):
    estimate = Estimate(clock)
    clock.now += 6.0
    assert estimate.hear(3, 9) == pytest.approx(12.0)


def test_new_parts_that_turn_up_make_it_longer(clock):
    estimate = Estimate(clock)
    clock.now += 1.0
    assert estimate.hear(1, 5) == pytest.approx(4.0)
    assert estimate.hear(1, 9) == pytest.approx(8.0)


def test_what_is_on_disk_already_does_not_hide_for_long_what_must_be_compiled(clock):
    estimate = Estimate(clock)
    for done in range(1, 31):
        clock.now += 0.001
        estimate.hear(done, 60)
    left = []
    for done in range(31, 61):
        clock.now += 1.0
        left.append(estimate.hear(done, 60))
    # after ten parts of 1 s, the twenty that are left are told to take at least half of what they do take
    assert left[9] > 10.0
    assert left[-1] == 0.0


def test_it_is_never_below_nothing(clock):
    estimate = Estimate(clock)
    clock.now += 1.0
    assert estimate.hear(5, 4) == 0.0
