"""Look-ahead over whole motions: what needs no change is found, what needs one is told before the start."""

import itertools
import math

import numpy as np
import pytest

from pult import grab
from pult.core.errors import KinematicsError
from pult.server.translation.speech import speech

R = grab.Reason


def config(*degrees, **more):
    return grab.Config.of(np.radians(degrees), **more)


def test_a_motion_without_a_change_is_one_that_f3_makes():
    start = config(0, -40, 80, -10, 0, step=0.01)
    found = grab.look_ahead(start, [[0.8, 0.3, 0.1], [0.9, -0.2, 0.1]], pitches=[0.3, 0.4])
    assert found.reason == R.NONE
    assert not found.changes
    assert set(found.types) == {("forward", "up")}
    now, target = found.configs[0], found.configs[-1]
    for wanted in found.configs[1:]:
        answer = grab.f3(now.turned(now.angles, step=np.linalg.norm([0.1, 0.5, 0.0]) / (len(found.configs) - 1)), target)
        assert answer.config.angles == pytest.approx(wanted.angles, abs=1e-7)
        now = answer.config
    points = [grab.f1(one).point for one in found.configs]
    assert max(np.linalg.norm(b - a) for a, b in itertools.pairwise(points)) <= 0.01 + 1e-9


def test_the_elbow_is_chosen_before_the_start_for_the_whole_motion():
    """Both elbows reach the beginning, one of them the end: it is taken although the present one is the other."""
    present = config(0, -50, 60, -20, 0)
    end = grab.f1(config(0, -10, -70, 30, 0)).point
    found = grab.look_ahead(present, [[1.1, 0.0, 0.61], end], pitches=[-0.46, math.radians(-50)])
    assert {one.elbow for one in grab.solutions([1.1, 0.0, 0.61], -0.46)} == {"up", "down"}
    assert found.reason == R.NONE, found.text
    assert set(found.types) == {("forward", "down")}


def test_ceiling_work_in_one_grab_plane_goes_over_to_the_fling_over():
    present = config(0, -60, -10, -20, 0)
    line = [[0.15, 0.0355, 1.25], [-0.1, 0.0355, 1.25]]
    found = grab.look_ahead(present, line, pitches=[-math.pi / 2] * 2)
    assert found.reason == R.NONE, found.text
    assert found.types[0][0] == "forward"
    assert found.types[-1][0] == "fling-over"
    assert np.ptp([one.column for one in found.configs]) < 1e-9


def test_a_change_is_told_with_its_place():
    present = config(0, -60, -10, -20, 0)
    beside = grab.look_ahead(present, [[0.3, 0.1, 1.2], [-0.1, -0.1, 1.2]], pitches=[-math.pi / 2] * 2)
    assert beside.reason in (R.COLUMN_CHANGE, R.PATH_NEAR_COLUMN)
    (change,) = beside.changes
    assert 0.0 < change.share < 1.0
    assert f"at {100 * change.share:.0f} % of the way" in beside.text
    assert speech("ru").text(beside.text) != beside.text


def test_a_way_that_nothing_goes_is_told_with_the_place_and_all_causes():
    far = grab.look_ahead(config(0, -40, 80, -10, 0), [[0.9, 0.0, 0.1], [1.6, 0.0, 0.1]], pitches=[0.3, 0.3])
    assert far.reason in (R.TOO_FAR, R.WRIST_STOP, R.SHOULDER_STOP)
    assert far.changes[-1].after is None
    assert 0.3 < far.changes[-1].share < 0.7
    assert "forward, elbow up" in far.text
    assert len(far.configs) < 70


def test_wrong_motions_are_refused():
    with pytest.raises(KinematicsError, match="at least one place"):
        grab.look_ahead(config(0, -40, 80, -10, 0), [])
    with pytest.raises(KinematicsError, match="the step must be above"):
        grab.look_ahead(config(0, -40, 80, -10, 0), [[0.9, 0.0, 0.1]], step=0.0)


def test_the_step_of_f3_keeps_an_allowed_deviation():
    """Joints that turn evenly leave the line; the shorter the step, the less."""
    now, target = (
        grab.f2(config(0, -60, -10, -20, 0, pitch=-math.pi / 2), [x, y, 1.2]).config for x, y in ((0.0362, 0.15), (0.0362, -0.15))
    )

    def worst(**more):
        rows, here = [now], now.turned(now.angles, step=0.01)
        while True:
            answer = grab.f3(here, target, **more)
            rows.append(answer.config)
            here = answer.config
            if answer.share >= 1.0:
                break
        most = 0.0
        for a, b in itertools.pairwise(rows):
            for s in (0.25, 0.5, 0.75):
                middle = np.array(a.angles) + s * (np.array(b.angles) - np.array(a.angles))
                point = grab.f1(a.turned(middle)).point
                most = max(most, float(np.hypot(point[0] - 0.0362, point[2] - 1.2)))
        return most, len(rows)

    free, few = worst()
    held, many = worst(deviation=5e-5)
    assert free > 3e-4
    assert held <= 5.1e-5
    assert many > few
