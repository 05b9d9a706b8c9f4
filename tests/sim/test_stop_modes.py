"""What a stop means is the robot's business: without power it sinks, held by its scheme it stays where it is."""

import copy
import json

import numpy as np
import pytest

from pult.record import read_record
from pult.record.recording import start_recording
from pult.record.replay import replay
from pult.sim.commands import Arm, Input, LoseLink, Stop
from pult.sim.open import open_session
from pult.sim.session import Halted
from pult.sim.setup import Setup
from tests.sim.lab import PANEL, ROBOT, SCHEME, WORLD, opened, run, write

UNBRAKED = {
    **ROBOT,
    "drives": {"motors": {k: v for k, v in ROBOT["drives"]["motors"].items() if k not in ("brake", "friction")}},
}
HELD = {**UNBRAKED, "stop": "hold"}
STILL = 0.05
"""How far a joint may sag under PD control without an integral while it is held [rad]."""


def careful(scheme=SCHEME):
    """The scheme, with the stick let go of while the robot is stopped."""
    made = copy.deepcopy(scheme)
    made["inputs"]["stopped"] = {"kind": "boolean"}
    made["blocks"] += [
        {"id": "live", "type": "logic.not"}, {"id": "share", "type": "logic.to_number"},
        {"id": "heeded", "type": "vector.scale", "parameters": {"n": 2}},
    ]  # fmt: skip
    made["wires"] = [wire for wire in made["wires"] if wire["to"] != "rate.x"] + [
        {"from": "stopped", "to": "live.x"}, {"from": "live.y", "to": "share.x"}, {"from": "stick", "to": "heeded.x"},
        {"from": "share.y", "to": "heeded.factor"}, {"from": "heeded.y", "to": "rate.x"},
    ]  # fmt: skip
    return made


def column(session, rows, name):
    return rows[:, session.channels.find(name).place]


@pytest.mark.parametrize("stop", [Stop(), LoseLink(cause="network", seconds=0.5)], ids=["pressed", "link lost"])
@pytest.mark.parametrize(("robot", "held"), [(UNBRAKED, False), (HELD, True)], ids=["power-off", "hold"])
def test_a_stopped_robot_is_off_or_held_as_its_document_says(tmp_path, robot, held, stop):
    session = opened(tmp_path, robot=robot, scheme=careful())
    session.apply(Input(values={"stick": [0.4, -0.4]}))
    session.advance(40)
    session.apply(stop)
    [event] = [event for event in session.events if event.kind == "stop"]
    assert event.data.get("held", False) is held and session.safety.stopped
    rows = run(session, 200)
    commands, angles = column(session, rows, "drive.motors")[1:], column(session, rows, "sensor.angles")
    if held:
        assert np.abs(commands).max() > 0.01, "the scheme works against gravity"
        assert np.ptp(angles[50:], axis=0).max() < STILL
    else:
        assert np.abs(commands).max() == 0.0
        assert np.ptp(angles[50:], axis=0).max() > 2.0 * STILL, "nothing holds it"
    session.apply(Input(values={"stick": [0.0, 0.0]}))
    session.apply(Arm())
    assert not session.safety.stopped


def test_a_scheme_reads_whether_the_robot_is_stopped_from_the_next_step_on(tmp_path):
    scheme = careful()
    scheme["outputs"]["seen"] = {}
    scheme["wires"].append({"from": "share.y", "to": "seen"})
    session = opened(tmp_path, robot=HELD, scheme=scheme)
    session.advance(3)
    seen = session.channels.find("output.seen").start
    assert session.row[seen] == 1.0
    session.apply(Stop())
    session.advance(1)
    assert session.row[seen] == 0.0
    session.apply(Arm())
    session.advance(1)
    assert session.row[seen] == 1.0


def test_each_robot_of_a_world_has_its_own_stop(tmp_path):
    robots = [
        {"robot": "swing", "prefix": "a/"},
        {"robot": "kept", "prefix": "b/", "placement": {"position": [0, 3, 0]}},
    ]
    scheme = {
        "format": "pult.scheme", "version": 1, "name": "push", "outputs": {"volts": {"shape": [2], "unit": "V"}},
        "blocks": [
            {"id": "half", "type": "vector.constant", "parameters": {"values": [0.5, 0.5]}},
            {"id": "volts", "type": "arithmetic.set_unit", "shape": [2], "parameters": {"unit": "V"}},
        ],
        "wires": [{"from": "half.y", "to": "volts.x"}, {"from": "volts.y", "to": "volts"}],
    }  # fmt: skip
    folder = write(tmp_path, world={**WORLD, "sensors": {}, "elements": {}, "robots": robots}, scheme=scheme)
    (tmp_path / "robots" / "kept.robot.json").write_text(json.dumps(HELD))
    setup = Setup(world="room", scheme="servo", outputs={"a/motors": "volts", "b/motors": "volts"})
    session = open_session(setup, folder, plain=True)
    session.apply(Stop())
    session.advance(5)
    assert np.abs(session.row[session.channels["drive.a/motors"].place]).max() == 0.0
    np.testing.assert_array_equal(session.row[session.channels["drive.b/motors"].place], 0.5)
    # the brakes of the first are on, those of the second stay open
    for name, on in (("a/shoulder", True), ("b/shoulder", False)):
        dof = int(session.model.joint(name).dofadr[0])
        assert bool(session.model.dof_frictionloss[dof] > session.world.model.dof_frictionloss[dof]) is on


def test_a_scheme_that_failed_cannot_hold_the_robot_and_the_session_says_so(tmp_path):
    session = opened(tmp_path, robot=HELD, scheme=careful(), panel=PANEL)
    session.advance(3)
    session.apply(Input(values={"trouble": -1}))  # the root of a negative number
    with pytest.raises(Halted):
        session.advance(2)
    assert [event.kind for event in session.events][-2:] == ["power-off", "halted"]
    assert np.abs(session.data.ctrl).max() == 0.0


def test_a_run_with_a_held_robot_replays_bit_for_bit(tmp_path):
    session = opened(tmp_path, robot=HELD, scheme=careful())
    recording = start_recording(session, tmp_path / "run.mcap")
    session.apply(Input(values={"stick": [0.4, -0.4]}))
    session.advance(30)
    session.apply(Stop())
    session.advance(30)
    recording.close()
    found = replay(read_record(tmp_path / "run.mcap"))
    assert found.same and found.ticks == 61
