"""Blocks of grab motions: the rules of blocks, and the same answers as f1, f2 and f3."""

import numpy as np
import pytest

import pult
from pult import grab
from pult.testing import check_block, simulate_block

BLOCKS = sorted(name for name in pult.blocks() if name.startswith("grab."))
START = np.radians([10.0, -30.0, 60.0, -10.0, 5.0])


@pytest.mark.parametrize("name", BLOCKS)
def test_rules(name):
    check_block(name)


def one(name, parameters=None, **inputs):
    """Outputs of one step."""
    found = simulate_block(name, {port: np.asarray(value).tolist() for port, value in inputs.items()}, parameters or {}, steps=1)
    return {port: values[0] for port, values in found.items()}


def test_forward_is_f1():
    found = one("grab.forward", angles=START, height=0.02, length=0.1)
    wanted = grab.f1(grab.Config.of(START, held=(0.0, 0.02, 0.36, 0.1)))
    assert found["point"] == pytest.approx(wanted.point, abs=1e-15)
    assert found["pitch"] == pytest.approx(np.radians(20.0))
    assert found["reason"] == wanted.reason == 0


def test_inverse_is_f2_and_step_is_f3():
    target = [0.9, 0.1, 0.2]
    found = one("grab.inverse", start=START, point=target, pitch=0.3, roll=0.1)
    wanted = grab.f2(grab.Config.of(START, pitch=0.3, roll=0.1), target)
    assert found["reason"] == 0
    assert found["angles"] == pytest.approx(wanted.config.angles, abs=1e-15)
    kept = one("grab.inverse", {"keep_pitch": True, "keep_roll": True}, start=START, point=target)
    assert kept["angles"] == pytest.approx(grab.f2(grab.Config.of(START), target).config.angles, abs=1e-15)
    step = one("grab.step", now=START, target=found["angles"], step=0.02)
    answer = grab.f3(grab.Config.of(START, step=0.02), wanted.config)
    assert step["angles"] == pytest.approx(answer.config.angles, abs=1e-15)
    assert step["share"] == pytest.approx(answer.share)


def test_what_is_refused_keeps_the_configuration_and_says_the_reason():
    far = one("grab.inverse", start=START, point=[3.0, 0.0, 0.0])
    assert far["reason"] == grab.Reason.TOO_FAR
    assert far["angles"] == pytest.approx(START)
    low = one("grab.step", {"lower": [-1.0, -1.0, 0.5]}, now=START, target=START)
    assert low["reason"] == grab.Reason.ARM_OUTSIDE
    assert low["share"] == 0.0


def test_measured_angles_a_little_beyond_a_stop_are_at_the_stop():
    angles = np.radians([0.0, 0.5, 30.0, 0.0, 0.0])
    assert one("grab.forward", angles=angles)["reason"] == 0
    assert one("grab.forward", {"slack": 0.0}, angles=angles)["reason"] == grab.Reason.SHOULDER_STOP


def test_aim_is_that_of_the_algorithm():
    point = [1.4, 0.3, 0.2]
    found = one("grab.aim", now=START, point=point, roll=0.2)
    (wanted,) = grab.aim(START[1], START[2], 0.2, point)
    assert found["angles"] == pytest.approx(wanted.angles, abs=1e-15)
    assert found["distance"] == pytest.approx(wanted.distance)
    assert grab.camera_view(found["angles"]).off_axis(point) < 1e-9
    behind = one("grab.aim", now=START, point=[-2.0, 0.0, 0.2])
    assert behind["reason"] == grab.Reason.COLUMN_STOP
    assert behind["angles"] == pytest.approx(START)
