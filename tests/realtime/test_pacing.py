"""Keeping pace, on a clock of the test's own."""

import pytest

from pult.core.errors import UsageError
from pult.realtime.pacing import LONGEST_LAG, Pacer


class Clock:
    """Time that passes only when told to."""

    def __init__(self) -> None:
        self.now = 100.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


def pacer(speed: float = 1.0, dt: float = 0.01) -> tuple[Pacer, Clock]:
    clock = Clock()
    return Pacer(dt, speed, clock=clock, sleep=clock.sleep), clock


def steps(pace: Pacer, clock: Clock, *durations: float) -> list[float]:
    """Do steps that take so long; returns when each began, from the start."""
    begun = []
    for duration in durations:
        pace.wait()
        begun.append(clock.now - 100.0)
        clock.now += duration
        pace.done()
    return begun


@pytest.mark.parametrize("speed", [0.25, 1.0, 4.0])
def test_steps_begin_at_absolute_deadlines_whatever_they_take(speed):
    pace, clock = pacer(speed)
    begun = steps(pace, clock, *[0.001, 0.002, 0.0005] * 50)
    assert begun == pytest.approx([k * 0.01 / speed for k in range(150)], abs=1e-9)
    assert (pace.overruns, pace.lost) == (0, 0.0)
    assert pace.percentiles() == pytest.approx((0.01 / speed, 0.01 / speed))


def test_a_step_that_ends_late_is_counted_and_caught_up_with():
    pace, clock = pacer()
    begun = steps(pace, clock, 0.001, 0.025, 0.001, 0.001, 0.001)
    # due at 0, 10, 20, 30, 40 ms; the second ends at 35 ms, 15 ms late; the third at 36 ms, 6 ms late
    assert begun == pytest.approx([0.0, 0.01, 0.035, 0.036, 0.04])
    assert pace.overruns == 2
    assert pace.worst == pytest.approx(0.015)
    assert pace.lost == 0.0


@pytest.mark.parametrize("asleep", [False, True], ids=["in a step", "between two steps"])
def test_a_long_stall_is_given_up_and_not_raced_after(asleep):
    pace, clock = pacer()
    steps(pace, clock, *[0.001] * 3)
    if asleep:
        clock.now += 60.0
        late = 60.0 + 0.021 - 0.03
    else:
        steps(pace, clock, 60.0)
        late = 60.0 - 0.01
    begun = steps(pace, clock, *[0.001] * 5)
    assert begun == pytest.approx([begun[0] + k * 0.01 for k in range(5)])
    assert pace.lost == pytest.approx(late)
    assert pace.stall == pytest.approx(late)


def test_steps_that_always_take_too_long_lose_time_but_never_pile_up():
    pace, clock = pacer()
    begun = steps(pace, clock, *[0.015] * 200)
    # 200 steps of 15 ms instead of 10 ms: 1 s too much, all of it lost but for the lag that may still be caught up with
    assert clock.now - 100.0 == pytest.approx(3.0)
    assert 1.0 - LONGEST_LAG <= pace.lost <= 1.0
    assert pace.overruns == 200
    assert begun == pytest.approx([k * 0.015 for k in range(200)])


def test_a_pause_is_no_overrun():
    pace, clock = pacer()
    steps(pace, clock, 0.001)
    clock.now += 5.0
    pace.start()
    steps(pace, clock, 0.001, 0.001)
    assert (pace.overruns, pace.lost) == (0, 0.0)
    assert pace.percentiles() == pytest.approx((0.01, 0.01))


def test_percentiles_are_those_of_the_last_seconds():
    pace, clock = pacer()
    steps(pace, clock, 0.05, *[0.001] * 1200)
    assert pace.percentiles() == pytest.approx((0.01, 0.01))


@pytest.mark.parametrize("speed", [0.0, 0.2, 4.1, -1.0, float("nan"), float("inf")])
def test_a_speed_out_of_range_is_refused_and_changes_nothing(speed):
    pace, _ = pacer(2.0)
    with pytest.raises(UsageError, match="from 0.25 to 4"):
        pace.set_speed(speed)
    assert (pace.speed, pace.period) == (2.0, 0.005)
