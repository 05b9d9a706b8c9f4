"""Fetching a canister with PRM-1: the operator passes, and a crash ends the attempt."""

import pult
from pult.pilot import Pilot


class Reckless:
    """Drives straight on."""

    def act(self, view):
        return {"effectors": "base", "speed": 1.0, "joystick": [1.0, 0.0, 0.0]}


def test_the_operator_fetches_the_canister():
    outcome = pult.run_attempt(pult.load_exercise("prm1-pick"), seed=7)
    assert outcome.success, outcome.reason
    assert outcome.time < 45.0
    assert outcome.score.points > 90.0


def test_who_drives_on_crashes_into_the_table():
    pilot = Pilot("reckless", {"prm1-pick": "semi-automatic"}, "Drives straight on.", Reckless)
    outcome = pult.run_attempt(pult.load_exercise("prm1-pick"), pilot, seed=7)
    assert not outcome.success
    assert outcome.reason == "limit"
