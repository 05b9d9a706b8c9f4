"""A session in the place of another: what is the same goes on bit for bit, what is new begins anew."""

import copy

import numpy as np
import pytest

from pult.sim.commands import Arm, BiasSensor, DelayInput, DelaySensor, Input, KillDrive, LoseLink, Push, Stop
from pult.sim.handover import hand_over
from pult.sim.session import Halted
from pult.sim.setup import Setup
from tests.sim.lab import HELD, PANEL, SCHEME, SETUP, WORLD, assert_same_bits, opened, run

LIVELY = Input(values={"stick": [0.8, -0.6]})

BEFORE = {
    "moving": [LIVELY],
    "dead drive": [LIVELY, KillDrive(drive="motors[elbow]")],
    "bad sensors": [LIVELY, BiasSensor(sensor="angles[elbow]", bias=0.1), DelaySensor(sensor="speeds", delay=0.02)],
    "pushed": [LIVELY, Push(body="fore", force=[0, 0, 8], duration=0.5)],
    "late inputs": [DelayInput(delay=0.2), LIVELY],
    "stopped": [LIVELY, Stop(reason="a test")],
    "lost": [LIVELY, LoseLink()],
}


def filtered(**parameters):
    """The lab's scheme with a filter between stick and arm, whose state is not in the world."""
    scheme = copy.deepcopy(SCHEME)
    scheme["blocks"].append({"id": "soft", "type": "control.low_pass", "shape": [2], "parameters": parameters})
    scheme["wires"][0] = {"from": "stick", "to": "soft.x"}
    scheme["wires"].append({"from": "soft.y", "to": "rate.x"})
    return scheme


def block(scheme, name):
    return next(one for one in scheme["blocks"] if one["id"] == name)


def moved(session, commands, steps=30):
    for command in commands:
        session.apply(command)
    run(session, steps)
    return session


@pytest.mark.parametrize("name", BEFORE)
def test_an_identical_session_goes_on_bit_for_bit(tmp_path, name):
    old, new = (opened(tmp_path, SETUP) for _ in range(2))
    moved(old, BEFORE[name])
    kept = hand_over(old, new)
    assert kept.physics and kept.blocks_fresh == () and "led" in kept.blocks_kept and kept.panel_fresh == ()
    assert new.tick == old.tick and new.time == old.time
    assert_same_bits(old.row, new.row)
    assert dict(new.safety.reasons) == dict(old.safety.reasons)
    later = lambda session, step: session.apply(Arm()) if step == 20 and session.safety.stopped else None  # noqa: E731
    for session in (old, new):
        session.apply(Input(values={"stick": [0.0, 0.0]}))
    assert_same_bits(run(old, 60, later), run(new, 60, later))
    assert [(e.kind, e.tick) for e in old.events if e.tick > 30] == [(e.kind, e.tick) for e in new.events]
    assert old.snapshot().to_bytes() == new.snapshot().to_bytes()


def test_an_identical_session_of_native_code_goes_on_bit_for_bit(native, tmp_path):
    native.restore(opened(tmp_path).snapshot())
    moved(native, [LIVELY])
    new = opened(tmp_path, plain=True)
    hand_over(native, new)
    assert_same_bits(run(native, 40), run(new, 40))


def test_the_old_session_is_not_changed(tmp_path):
    old = moved(opened(tmp_path), BEFORE["bad sensors"])
    before = old.snapshot().to_bytes()
    hand_over(old, opened(tmp_path, scheme=filtered(cutoff=3.0)))
    assert old.snapshot().to_bytes() == before


def test_another_parameter_keeps_every_state(tmp_path):
    old = moved(opened(tmp_path, scheme=filtered(cutoff=3.0)), [LIVELY])
    changed = filtered(cutoff=3.0)
    block(changed, "pd")["parameters"]["kp"] = 9.0
    new = opened(tmp_path, scheme=changed)
    kept = hand_over(old, new)
    assert set(kept.blocks_kept) >= {"soft", "led"} and kept.blocks_fresh == ()
    assert old.program.state.named().keys() == new.program.state.named().keys()
    assert old.program.state.differences(new.program.state) == []
    assert new.program.get("pd.kp") == 9.0
    before = new.row[new.channels["qpos"].place].copy()
    run(new, 1)
    assert np.abs(new.row[new.channels["qpos"].place] - before).max() < 0.05, "no jump"


def test_a_block_added_or_changed_begins_anew_and_the_others_go_on(tmp_path):
    old = moved(opened(tmp_path), [LIVELY])
    new = opened(tmp_path, scheme=filtered(cutoff=3.0))
    kept = hand_over(old, new)
    assert kept.blocks_fresh == ("soft",) and "led" in kept.blocks_kept
    mine, theirs = new.program.state.named(), old.program.state.named()
    assert all(np.array_equal(mine[name], theirs[name]) for name in theirs)
    renamed = copy.deepcopy(SCHEME)
    for one in renamed["blocks"]:
        one["id"] = {"led": "lead"}.get(one["id"], one["id"])
    for wire in renamed["wires"]:
        for end in ("from", "to"):
            wire[end] = wire[end].replace("led.", "lead.")
    assert "lead" in hand_over(old, opened(tmp_path, scheme=renamed)).blocks_fresh


def test_another_panel_takes_what_it_knows_and_what_it_allows(tmp_path):
    old = moved(opened(tmp_path), [Input(values={"stick": [0.5, 0.5], "trouble": 0.9, "light": True})])
    panel = copy.deepcopy(PANEL)
    panel["elements"]["trouble"] = {"type": "slider", "range": [0, 0.5], "initial": 0.25}
    panel["elements"]["more"] = {"type": "switch"}
    new = opened(tmp_path, panel=panel)
    kept = hand_over(old, new)
    assert set(kept.panel_fresh) == {"trouble", "more"}
    assert new.panel.get("light") is True and new.panel.get("trouble") == 0.25
    assert list(new.panel.get("stick")) == [0.5, 0.5]


def test_a_new_enabling_switch_that_is_off_stops_the_robot_and_one_that_is_gone_does_not(tmp_path):
    old = moved(opened(tmp_path), [LIVELY])
    new = opened(tmp_path, panel=HELD)
    hand_over(old, new)
    assert list(new.safety.reasons) == ["enable"]
    run(new, 60)
    assert "at-rest" in [event.kind for event in new.events] or "stop-late" in [event.kind for event in new.events]
    again = opened(tmp_path)
    hand_over(new, again)
    assert again.safety.reasons == {}


def test_another_world_begins_at_its_start_but_an_emergency_stop_stays(tmp_path):
    old = moved(opened(tmp_path), [LIVELY, Stop(reason="a test")])
    new = opened(tmp_path, world={**WORLD, "max_speed": 77.0})
    start = new.row[new.channels["qpos"].place].copy()
    kept = hand_over(old, new)
    assert not kept.physics and kept.reason == "the world has changed" and kept.blocks_kept == ()
    assert new.tick == old.tick and "stop" in new.safety.reasons
    np.testing.assert_array_equal(new.row[new.channels["qpos"].place], start)


def test_after_a_halt_the_world_begins_at_its_start(tmp_path):
    old = moved(opened(tmp_path), [LIVELY])
    old.apply(Input(values={"trouble": -1.0}))
    with pytest.raises(Halted):
        run(old, 5)
    new = opened(tmp_path)
    kept = hand_over(old, new)
    assert not kept.physics and kept.reason.startswith("the session was halted") and not new.halted


def test_another_control_step_keeps_the_time(tmp_path):
    old = moved(opened(tmp_path), [LIVELY])
    new = opened(tmp_path, scheme={**SCHEME, "step": 0.002})
    kept = hand_over(old, new)
    assert kept.physics and new.dt == 0.002
    assert new.tick == 5 * old.tick and new.time == pytest.approx(old.time)
    assert new.program.time == pytest.approx(old.program.time)
    run(new, 20)


def test_other_contacts_that_are_published_keep_all_readings(tmp_path):
    old = moved(opened(tmp_path), [LIVELY])
    new = opened(tmp_path, Setup(world="room", scheme="servo", panel="desk", seed=7))
    assert hand_over(old, new).physics
    for name in ("sensor.angles", "sensor.speeds", "sensor.load", "sensor.lid", "qpos", "qvel", "drive.motors"):
        np.testing.assert_array_equal(new.row[new.channels[name].place], old.row[old.channels[name].place])
    one, two = run(old, 20), run(new, 20)
    assert_same_bits(one[:, old.channels["sensor.speeds"].place], two[:, new.channels["sensor.speeds"].place])
