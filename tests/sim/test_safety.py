"""Stops: enabling switch, loss of the operator, emergency stop; what moves, what is told, what is refused."""

import json

import numpy as np
import pytest

from pult.sim.commands import Arm, CommandRefused, Input, LoseLink, Reset, Restore, Stop
from pult.sim.open import open_session
from pult.sim.safety import AT_REST
from pult.sim.setup import Setup
from tests.sim.lab import HELD, ROBOT, WORLD, Listening, assert_same_bits, opened, run

FULL = {"hold": True, "stick": [1.0, -1.0]}


def column(session, rows, name):
    channel = session.channels.find(name)
    return rows[:, channel.place] if channel.shape else rows[:, channel.start]


def speeds(session, rows):
    dofs = [int(session.model.joint(name).dofadr[0]) for name in ("shoulder", "elbow")]
    return np.abs(column(session, rows, "qvel")[:, dofs]).max(axis=1)


def kinds(session):
    return [(event.tick, event.kind) for event in session.events]


@pytest.fixture
def moving(held):
    """A session that moves fast, 60 steps old, held enabled."""
    held.apply(Input(values=FULL))
    held.advance(60)
    assert speeds(held, held.row[None, :])[0] > 1.0
    held.events.clear()
    return held


def test_a_panel_with_an_enabling_switch_starts_stopped_with_brakes_on(held):
    friction = held.world.model.dof_frictionloss
    first = [int(held.model.joint(name).dofadr[0]) for name in ("shoulder", "elbow")]
    assert held.safety.reasons == {"enable": "the enabling switch is released"}
    np.testing.assert_allclose(held.model.dof_frictionloss[first] - friction[first], [4.0, 1.2], rtol=1e-15)
    held.apply(Input(values={"stick": [1.0, 1.0]}))
    rows = run(held, 100)
    np.testing.assert_array_equal(column(held, rows, "drive.motors"), 0.0)
    # 4 N m hold the 2 N m of gravity from the first physics step on; dry friction creeps by micrometres
    assert np.ptp(column(held, rows, "sensor.angles"), axis=0).max() < 1e-4


def test_without_an_enabling_switch_the_robot_may_move_from_the_start(session):
    assert session.safety.reasons == {}
    assert not session.safety.stopped
    np.testing.assert_array_equal(session.model.dof_frictionloss, session.world.model.dof_frictionloss)


def test_releasing_the_switch_gives_neutral_at_once_and_rest_within_the_stop_time(moving):
    moving.apply(Input(values={"hold": False}))
    rows = run(moving, 60)
    np.testing.assert_array_equal(column(moving, rows, "drive.motors")[1:], 0.0)
    slow = np.flatnonzero(speeds(moving, rows) < AT_REST)
    assert slow[0] * 0.01 <= 0.4  # the stop time of the panel
    assert (speeds(moving, rows)[slow[0] :] < AT_REST).all()
    assert kinds(moving) == [(60, "stop"), (60 + slow[0] + 10, "at-rest")]  # told after 0.1 s at rest
    stop, rest = moving.events
    assert stop.text == "stopped: the enabling switch is released"
    assert stop.data == {"reason": "enable"}
    assert rest.text == f"the robot came to rest {slow[0] * 0.01:.2f} s after the stop"
    assert rest.data == {"seconds": pytest.approx(slow[0] * 0.01)}


def test_pressing_again_releases_and_the_robot_obeys_in_the_next_step(moving):
    moving.apply(Input(values={"hold": False}))
    moving.advance(40)
    moving.apply(Input(values={"hold": True}))
    assert moving.safety.reasons == {}
    np.testing.assert_array_equal(moving.model.dof_frictionloss, moving.world.model.dof_frictionloss)
    rows = run(moving, 20)
    assert (np.abs(column(moving, rows, "drive.motors")[1:]) > 0.01).any(axis=1).all()
    assert speeds(moving, rows)[-1] > 0.5
    assert kinds(moving)[-1] == (100, "released")
    assert moving.events[-1].text == "the robot may move again"


def test_events_of_rest_have_the_right_tick_however_the_steps_are_grouped(tmp_path):
    found = []
    for blocks in ([1] * 100, [100], [3, 97], [50, 50]):
        session = opened(tmp_path, panel=HELD)
        session.apply(Input(values=FULL))
        session.advance(60)
        session.apply(Input(values={"hold": False}))
        for count in blocks:
            session.advance(count)
        found.append(kinds(session))
    assert found[0][-1][1] == "at-rest"
    assert all(events == found[0] for events in found)


def test_a_robot_that_does_not_stand_in_time_is_told_of_however_the_steps_are_grouped(tmp_path):
    weak = {**ROBOT["drives"]["motors"], "brake": 0.0, "friction": 0.0, "stall_torque": [1.5, 0.3], "no_load_speed": 30}
    found = []
    for blocks in ([1] * 100, [100], [39, 61]):
        session = opened(tmp_path, panel={**HELD, "stop_time": 0.2}, robot={**ROBOT, "drives": {"motors": weak}})
        session.apply(Input(values=FULL))
        session.advance(60)
        session.apply(Input(values={"hold": False}))
        for count in blocks:
            session.advance(count)
        found.append([(event.tick, event.kind, event.text) for event in session.events[2:]])
    assert found[0] == [(81, "stop-late", "the robot still moves 0.21 s after the stop (0.2 s allowed)")]
    assert all(events == found[0] for events in found)


def test_an_emergency_stop_stays_until_the_robot_is_armed(moving):
    moving.apply(Stop(reason="somebody in the way"))
    assert moving.safety.reasons == {"stop": "somebody in the way"}
    moving.apply(Input(values={"hold": False}))
    moving.apply(Input(values={"hold": True}))  # the switch alone does not end it
    rows = run(moving, 50)
    np.testing.assert_array_equal(column(moving, rows, "drive.motors")[1:], 0.0)
    with pytest.raises(CommandRefused, match="^release the joystick and the buttons first; then arm the robot.$"):
        moving.apply(Arm())
    assert moving.safety.stopped
    moving.apply(Input(values={"stick": [0.0, 0.0]}))
    moving.apply(Arm())  # the enabling switch may be held
    assert not moving.safety.stopped
    texts = [event.text for event in moving.events]
    assert texts[0] == "stopped: somebody in the way"
    assert texts[-1] == "the robot may move again"
    moving.apply(Input(values={"stick": [1.0, 0.0]}))
    assert np.abs(column(moving, run(moving, 10), "drive.motors")[1:, 0]).min() > 0.0


def test_losing_the_link_lets_go_of_the_panel_and_needs_arming(moving):
    moving.apply(LoseLink())
    assert moving.panel.as_dict() == {"stick": [0.0, 0.0], "trouble": 1.0, "light": False, "hold": False}
    assert set(moving.safety.reasons) == {"link", "enable"}
    rows = run(moving, 50)
    np.testing.assert_array_equal(column(moving, rows, "drive.motors")[1:], 0.0)
    np.testing.assert_array_equal(column(moving, rows, "panel.stick")[1:], 0.0)
    assert kinds(moving)[:2] == [(60, "stop"), (60, "stop")]
    assert kinds(moving)[2][1] == "at-rest"
    moving.apply(Input(values={"hold": True}))
    assert moving.safety.reasons == {"link": "the operator's connection is lost"}
    moving.apply(Input(values={"stick": [0.2, 0.0]}))
    with pytest.raises(CommandRefused, match="release"):
        moving.apply(Arm())
    moving.apply(Input(values={"stick": [0.0, 0.0]}))
    moving.apply(Arm())
    assert moving.safety.reasons == {}


def test_a_switch_that_enables_is_off_after_the_link_was_lost(tmp_path):
    elements = {**HELD["elements"], "hold": {"type": "switch", "initial": True}}
    session = opened(tmp_path, panel={**HELD, "elements": elements})
    assert not session.safety.stopped
    session.apply(LoseLink())
    session.apply(Arm())
    assert session.safety.reasons == {"enable": "the enabling switch is released"}
    assert session.events[-1].kind == "armed"
    assert session.events[-1].text == "armed, but it stays stopped: the enabling switch is released"


def test_arming_a_robot_that_may_move_changes_and_tells_nothing(session):
    before = session.snapshot().to_bytes()
    session.apply(Arm())
    assert session.snapshot().to_bytes() == before
    assert session.events == []


def test_a_stop_twice_is_one_stop(moving):
    moving.apply(Stop())
    moving.advance(5)
    moving.apply(Stop(reason="again"))
    assert moving.safety.reasons == {"stop": "emergency stop"}
    assert [kind for _, kind in kinds(moving)].count("stop") == 1


def test_a_deflection_inside_the_dead_zone_does_not_hinder_arming(tmp_path):
    elements = {**HELD["elements"], "stick": {"type": "joystick", "axes": 2, "dead_zone": 0.1}}
    session = opened(tmp_path, panel={**HELD, "elements": elements})
    session.apply(Stop())
    session.apply(Input(values={"stick": [0.05, 0.0]}))
    session.apply(Arm())
    assert set(session.safety.reasons) == {"enable"}


def test_a_stopped_position_drive_holds_where_it_is(tmp_path):
    drive = {"type": "position", "joints": ["shoulder", "elbow"], "stiffness": 80, "damping": 4}
    scheme_out = {"motors": {"shape": [2], "unit": "rad"}}
    from tests.sim.lab import SCHEME

    scheme = {
        **SCHEME, "outputs": scheme_out,
        "blocks": [{"id": "rate", "type": "arithmetic.gain", "shape": [2], "parameters": {"k": 1.0}},
                   {"id": "led", "type": "control.led_setpoint", "parameters": {"n": 2, "leash": 0.5}}],
        "wires": [{"from": "stick", "to": "rate.x"}, {"from": "rate.y", "to": "led.rate"},
                  {"from": "angles", "to": "led.at"}, {"from": "led.y", "to": "motors"}],
        "inputs": {name: SCHEME["inputs"][name] for name in ("stick", "angles")},
    }  # fmt: skip
    panel = {**HELD, "elements": {n: e for n, e in HELD["elements"].items() if n != "risky"}}
    session = opened(tmp_path, panel=panel, scheme=scheme, robot={**ROBOT, "drives": {"motors": drive}})
    session.apply(Input(values={"hold": True, "stick": [1.0, 0.0]}))
    session.advance(50)
    at = session.row[session.channels["sensor.angles"].place].copy()
    session.apply(Input(values={"hold": False}))
    rows = run(session, 50)
    command = column(session, rows, "drive.motors")[1:]
    assert_same_bits(command, np.tile(at, (50, 1)))
    # it sags as a spring of 80 N m/rad does under 2 N m, and stays
    assert np.abs(column(session, rows, "sensor.angles")[-1] - at).max() < 0.1
    assert speeds(session, rows)[-1] < AT_REST


def test_neither_reset_nor_restore_ends_an_emergency_stop(moving):
    before = moving.snapshot()
    moving.apply(Stop())
    moving.apply(Reset())
    assert set(moving.safety.reasons) == {"enable", "stop"}
    moving.apply(Input(values={"hold": True}))
    assert set(moving.safety.reasons) == {"stop"}
    moving.apply(Restore(state=before.to_bytes()))
    assert set(moving.safety.reasons) == {"stop"}
    np.testing.assert_array_equal(column(moving, run(moving, 3), "drive.motors")[1:], 0.0)
    moving.apply(Input(values={"stick": [0.0, 0.0]}))
    moving.apply(Arm())
    assert moving.safety.reasons == {}


def test_a_pendulum_at_its_turning_point_does_not_stand(tmp_path):
    """A drive without a brake that swings: slow for a moment is not at rest."""
    (tmp_path / "p.xml").write_text(
        '<mujoco><worldbody><body name="rod" pos="0 0 1"><joint name="j" axis="0 1 0"/>'
        '<geom type="capsule" size="0.02" fromto="0 0 0 0 0 -0.5" contype="0" conaffinity="0"/><site name="end" pos="0 0 -0.5"/></body></worldbody></mujoco>'
    )
    documents = {
        "p.robot.json": {"format": "pult.robot", "version": 1, "name": "p", "model": "p.xml",
                         "chains": {"c": {"effector": "end"}}, "poses": {"home": {"j": 1.0}},
                         "drives": {"m": {"type": "torque", "joints": ["j"], "limit": 5.0}}},
        "p.world.json": {"format": "pult.world", "version": 1, "robots": [{"robot": "p"}]},
        "p.scheme.json": {"format": "pult.scheme", "version": 1, "outputs": {"m": {"shape": [1], "unit": "N*m"}},
                          "blocks": [{"id": "c", "type": "vector.constant", "parameters": {"values": [0.0]}}],
                          "wires": [{"from": "c.y", "to": "m"}]},
    }  # fmt: skip
    for name, data in documents.items():
        (tmp_path / name).write_text(json.dumps(data))
    for brake, told in ((0.0, ["stop", "stop-late"]), (3.0, ["stop", "at-rest"])):
        documents["p.robot.json"]["drives"]["m"]["brake"] = brake
        (tmp_path / "p.robot.json").write_text(json.dumps(documents["p.robot.json"]))
        session = open_session(Setup(world="p", scheme="p"), tmp_path, plain=True)
        session.advance(70)  # it swings
        session.apply(Stop())
        session.advance(100)
        assert [event.kind for event in session.events] == told


def test_stops_are_told_to_listeners_before_the_step_they_act_on(held):
    heard = Listening(held)
    held.apply(Input(values=FULL))
    held.advance(7)
    held.apply(Stop())
    held.advance(1)
    assert [(e.tick, e.kind) for e in heard.happened][:2] == [(0, "released"), (7, "stop")]
    assert [tick for tick, _ in heard.commands] == [0, 7]


def test_a_robot_that_nothing_drives_is_never_late(tmp_path):
    robot = {**ROBOT, "drives": {}}
    from tests.sim.lab import SCHEME

    scheme = {**SCHEME, "outputs": {"risky": {}}, "wires": [w for w in SCHEME["wires"] if w["to"] != "motors"]}
    session = opened(tmp_path, robot=robot, scheme=scheme, world=WORLD)
    session.apply(Stop())
    session.advance(100)
    assert [kind for _, kind in kinds(session)] == ["stop"]


def test_starting_ends_a_stop_for_want_of_an_operator_but_not_one_that_was_pressed(moving):
    moving.apply(LoseLink())
    moving.apply(Input(values={"hold": True}))
    moving.apply(Arm(only="absence"))
    assert moving.safety.reasons == {}
    moving.apply(LoseLink())
    moving.apply(Stop())
    moving.apply(Input(values={"hold": True}))
    moving.apply(Arm(only="absence"))
    assert list(moving.safety.reasons) == ["stop"]
    moving.apply(Arm())
    assert moving.safety.reasons == {}
