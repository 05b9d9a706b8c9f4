"""Motion in a session against the exact solution; `validation/integrator.py` has all drives and the orders."""

import pytest

from pult.record import read_record
from pult.record.recording import start_recording
from pult.record.replay import replay
from pult.sim.open import open_session
from pult.world.world import check_world
from tests.sim.step_lab import CASES, errors, setup_in


@pytest.mark.parametrize("name", [name for name in CASES if name.startswith("PD") or name == "pneumatic"])
def test_at_the_default_step_rk4_is_within_a_tenth_of_a_per_cent(name, tmp_path):
    found = errors(tmp_path, CASES[name], integrator="rk4")
    assert max(found.position, found.speed) < 1e-3


@pytest.mark.parametrize(("integrator", "order"), [("implicitfast", 1), ("rk4", 4)])
def test_the_order_of_an_integrator_is_the_one_that_is_stated(integrator, order, tmp_path):
    coarse, fine = (errors(tmp_path, CASES["electric"], h, integrator).speed for h in (0.002, 0.001))
    assert coarse / fine == pytest.approx(2**order, rel=0.05)


def test_a_run_with_rk4_is_replayed_bit_for_bit(tmp_path):
    session = open_session(setup_in(tmp_path, CASES["PD loop, electric"], integrator="rk4"), tmp_path, plain=True)
    recording = start_recording(session, tmp_path / "a.mcap")
    session.advance(5)
    assert recording.close({}) == ""
    assert replay(read_record(tmp_path / "a.mcap"), plain=True).same


@pytest.mark.parametrize(
    ("name", "changes", "lag"), [("pneumatic", {"lag": 0.0009}, 0.0009), ("dc", {"inductance": 0.001}, 0.0005)]
)
def test_rk4_is_refused_where_a_lag_would_make_it_unstable(name, changes, lag, tmp_path):
    setup = setup_in(tmp_path, CASES[name], integrator="rk4", **changes)
    _, faults = check_world(setup.world, tmp_path)
    assert [fault.code for fault in faults] == ["out-of-range"]
    assert f"has a lag of {lag:g} s, so that the physics step must be at most {2 * lag:g} s, not 0.002 s." in str(
        faults[0]
    )


def test_an_unknown_integrator_is_refused_with_those_there_are():
    _, faults = check_world({"format": "pult.world", "version": 1, "name": "w", "integrator": "rk5"})
    assert [str(fault) for fault in faults] == [
        'integrator: must be "euler" or "implicit" or "implicitfast" or "rk4", not "rk5".'
    ]
