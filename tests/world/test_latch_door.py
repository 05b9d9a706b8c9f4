"""The door by itself, in MuJoCo: its latch holds, frees and catches by forces alone."""

from math import degrees, radians

import pytest
from models.prm1 import latch_door

from tests.world.door_lab import Door, catches, freed_at, model, opened_by


def test_nothing_but_forces_moves_the_door():
    assert model().neq == 0 and model().nu == 0
    assert model().ntendon == 1  # the follower of the lock


def test_the_latch_holds_300_newtons_without_the_handle():
    assert opened_by(300.0) < 0.3


@pytest.mark.parametrize("pull", [5.0, 40.0, 150.0])
def test_it_frees_at_about_39_degrees_of_the_handle(pull):
    assert freed_at(pull) == pytest.approx(39.0, abs=1.5)


def test_a_handle_turned_by_30_degrees_frees_nothing():
    assert opened_by(100.0, turned=30.0) < 0.3


@pytest.mark.parametrize("speed", [0.5, 2.0, 4.0])
def test_it_catches_when_the_door_falls_shut(speed):
    assert catches(speed)


def test_the_handle_returns_and_lets_the_bolt_out():
    door = Door()
    door.put("handle", latch_door.HANDLE_RANGE)
    door.put("bolt", latch_door.RATIO * latch_door.HANDLE_RANGE)
    door.run(0.5)
    assert degrees(door.joint("handle")) < 1.0
    assert door.joint("bolt") < 0.0005


def test_a_door_left_open_stays_there():
    door = Door()
    door.put("hinge", radians(70.0))
    assert degrees(door.run(2.0).joint("hinge")) == pytest.approx(70.0, abs=0.1)
