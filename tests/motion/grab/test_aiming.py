"""Aiming the camera: the point is on the optical axis, ahead of the camera, as projection through the camera says."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pult import grab
from pult.core.errors import KinematicsError
from pult.motion.grab.manipulator import PRM1
from pult.motion.grab.optical_axis import camera_offsets
from pult.server.translation.speech import speech

LOW, HIGH = np.array(PRM1.lower), np.array(PRM1.upper)
SHARES = st.lists(st.floats(0.0, 1.0), min_size=5, max_size=5)


def test_offsets_of_the_optical_axis():
    """Y_cam = Y0 cos(theta5), Z_cam = -35.5 + Y0 sin(theta5) to the right."""
    for degrees in (-150, -60, 0, 30, 90):
        gamma = math.radians(degrees)
        up, left = camera_offsets(PRM1.table, gamma)
        assert up == pytest.approx(0.040 * math.cos(gamma))
        assert -left == pytest.approx(-0.0355 + 0.040 * math.sin(gamma))


def test_the_camera_sits_40_mm_above_the_grab_and_looks_along_it():
    view = grab.camera_view([0.0] * 5)
    assert view.eye == pytest.approx([0.93 + PRM1.camera_ahead, 0.0355, 0.135])
    assert view.R_interface_camera[:, 2] == pytest.approx([1.0, 0.0, 0.0])
    assert view.project(np.add(view.eye, [1.0, 0.0, 0.0])) == pytest.approx([320.0, 240.0])
    left_up = view.project(np.add(view.eye, [1.0, 0.1, 0.1]))
    assert left_up[0] < 320.0 and left_up[1] < 240.0
    rolled = grab.camera_view([0.0, 0.0, 0.0, 0.0, math.pi / 2])
    assert rolled.eye == pytest.approx([0.93 + PRM1.camera_ahead, 0.0355 - 0.04, 0.095])
    assert np.isnan(view.project(view.eye - [1.0, 0.0, 0.0])).all()


@settings(max_examples=150, deadline=None)
@given(SHARES, st.floats(0.05, 3.0))
def test_every_view_is_found_again(shares, distance):
    q = LOW + np.array(shares) * (HIGH - LOW)
    view = grab.camera_view(q)
    point = view.eye + distance * view.R_interface_camera[:, 2]
    found = grab.aim(q[1], q[2], q[4], point)
    if math.hypot(point[0], point[1]) > 0.09:  # elsewhere the column is badly determined
        assert min(abs(one.column - q[0]) + abs(one.wrist - q[3]) for one in found) < 1e-6
    for one in found:
        seen = grab.camera_view(one.angles)
        assert seen.off_axis(point) < 1e-9
        assert seen.seen(point)[2] == pytest.approx(one.distance, abs=1e-9)
        assert one.distance > 0.0


def test_what_cannot_be_aimed_at_says_why():
    behind = grab.aim(-0.5, 0.5, 0.0, [-1.6, 0.0, 0.3])
    assert behind == []
    assert behind.reason == grab.Reason.COLUMN_STOP
    assert "forward: the column would turn to" in behind.text
    assert speech("ru").text(behind.text) != behind.text
    at_axis = grab.aim(-0.5, 0.5, 0.0, [0.01, 0.0, 0.3])
    assert at_axis == [] and at_axis.reason == grab.Reason.BESIDE_WRIST
    wrist = grab.camera_view([0.0, -0.5, 0.5, 0.0, 0.0])
    close = grab.aim(-0.5, 0.5, 0.0, wrist.eye - 0.1 * wrist.R_interface_camera[:, 2])
    assert close == []
    assert grab.Reason.BEHIND_CAMERA in [one.reason for one in close.refused]
    with pytest.raises(KinematicsError, match="3 finite numbers"):
        grab.aim(0.0, 0.0, 0.0, [math.nan, 0.0, 0.0])


def test_a_level_horizon():
    point = [0.9, 0.4, -0.2]
    (one,) = grab.aim_level(-0.6, 0.9, point)
    assert one.roll == 0.0
    assert grab.horizon_tilt(one.angles) == pytest.approx(0.0, abs=1e-12)
    flung = [-0.9, 0.05, 1.0]
    upside_down = [one for one in grab.aim_level(-1.0, -1.4, flung) if one.way == "fling-over"]
    assert upside_down
    assert abs(grab.horizon_tilt(upside_down[0].angles)) == pytest.approx(math.pi, abs=1e-12)
    upright = [one for one in grab.aim_level(-1.0, -1.4, flung, upright=True) if one.way == "fling-over"]
    assert len(upright) == 2
    for one in upright:
        assert abs(grab.horizon_tilt(one.angles)) == pytest.approx(math.radians(1.0), abs=1e-9)
        assert grab.camera_view(one.angles).off_axis(flung) < 1e-9


@pytest.mark.parametrize("edge", [[0.0, 1.0, 0.0], [0.3, 0.5, 1.0], [0.0, 0.0, 1.0], [-0.2, 0.4, -0.6]])
@pytest.mark.parametrize("axis", ["horizontal", "vertical"])
def test_an_edge_is_parallel_to_the_picture(edge, axis):
    point = np.array([1.4, 0.2, 0.3])
    found = grab.aim_along(-0.6, 0.9, point, edge, axis=axis)
    assert found
    for one in found:
        view = grab.camera_view(one.angles)
        centre, away = view.project(point), view.project(point + 1e-3 * np.array(edge))
        assert centre == pytest.approx([320.0, 240.0], abs=1e-9)
        along, across = (away - centre)[[0, 1] if axis == "horizontal" else [1, 0]]
        assert abs(across) < 1e-9 * abs(along) + 1e-9
        assert -math.radians(179) <= one.roll <= math.radians(179)


def test_an_object_stays_in_the_centre_while_the_grab_rolls():
    point = [1.3, -0.1, 0.2]
    rolls = np.radians(np.arange(-170, 171, 10))
    kept = grab.keep_centred(-0.6, 0.9, point, rolls)
    assert kept.reachable
    for roll, column, wrist in zip(kept.rolls, kept.columns, kept.wrists, strict=True):
        assert grab.camera_view([column, -0.6, 0.9, wrist, roll]).off_axis(point) < 1e-9
    assert np.ptp(kept.columns) > 0.03  # 4 cm to either side
    assert np.abs(np.diff(kept.columns)).max() < 0.02
    gone = grab.keep_centred(-0.6, 0.9, [-1.3, -0.1, 0.2], rolls)
    assert not gone.reachable
