"""Gravity compensation in schemes: an arm that it holds stands still, in MuJoCo and by the numbers."""

import json
from pathlib import Path

import mujoco
import numpy as np
import pytest

import pult
from pult.equipment.drives.model import add_drives
from pult.native.library import Compiled
from pult.robot.gravity import EARTH, holding_torques
from pult.testing import check_block, simulate_block
from pult.world.world import load_world

NAME = "kinematics.gravity"
TILTED = [2.0, -3.0, -9.0]


@pytest.fixture(scope="module")
def human():
    return pult.load_robot("human-arm")


@pytest.fixture(scope="module")
def arm(human):
    """The human arm with an ideal drive at each joint."""
    spec = mujoco.MjSpec.from_file(str(human.model.source))
    spec.option.timestep = 0.001
    spec.option.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONTACT
    for joint in human.chain("arm").names:
        spec.add_actuator(name=joint, trntype=mujoco.mjtTrn.mjTRN_JOINT, target=joint)
    return spec.compile()


def document(joints, **parameters):
    """A scheme of the block, its input and output outside."""
    given = {"chain": "arm", "joints": joints, **parameters}
    unit, force = parameters.get("unit", "rad"), parameters.get("force_unit", "N*m")
    return {
        "format": "pult.scheme",
        "version": 1,
        "inputs": {"q": {"unit": unit, "shape": [joints]}},
        "outputs": {"torques": {"unit": force, "shape": [joints]}},
        "blocks": [{"id": "g", "type": NAME, "parameters": given}],
        "wires": [{"from": "q", "to": "g.q"}, {"from": "g.torques", "to": "torques"}],
    }


def robot_of(folder, text):
    (folder / "r.xml").write_text(text)
    head = {
        "format": "pult.robot",
        "version": 1,
        "name": "r",
        "model": "r.xml",
        "chains": {"arm": {"effector": "hand"}},
    }
    (folder / "r.robot.json").write_text(json.dumps(head))
    return pult.load_robot(folder / "r.robot.json")


# --- numbers ---


@pytest.mark.parametrize("parameters", [{}, {"load": 3.0}, {"gravity": TILTED, "load": 0.5}])
def test_the_block_is_pure_documented_and_the_same_natively_as_plainly(parameters, human):
    check_block(NAME, {"chain": "arm", "joints": 7, **parameters}, robot=human)


def test_the_block_gives_the_torques_of_mujocos_inverse_dynamics(human, arm):
    chain = human.chain("arm")
    qs = chain.random(1, 50)
    data = mujoco.MjData(arm)
    for gravity in (list(EARTH), TILTED):
        found = simulate_block(NAME, {"q": qs}, {"chain": "arm", "joints": 7, "gravity": gravity}, robot=human)[
            "torques"
        ]
        model = mujoco.MjModel.from_xml_path(str(human.model.source))
        model.opt.gravity[:] = gravity
        for q, torques in zip(qs, found, strict=True):
            data = mujoco.MjData(model)
            data.qpos[:] = q
            mujoco.mj_inverse(model, data)  # at rest, without acceleration; limits do not bind inside the ranges
            np.testing.assert_allclose(torques, data.qfrc_bias, rtol=1e-9, atol=1e-11)
            np.testing.assert_allclose(torques, data.qfrc_inverse, rtol=1e-9, atol=1e-11)


def test_a_compiled_scheme_gives_the_same_bits_as_the_function(human):
    weights = human.provided()["weights"]["arm"]
    native = pult.compile_scheme(document(7, load=1.5, gravity=TILTED), robot=human)
    plain = pult.compile_scheme(document(7, load=1.5, gravity=TILTED), plain=True, robot=human)
    for q in human.chain("arm").random(2, 20):
        one, two = (np.array(program.step({"q": q})["torques"]) for program in (native, plain))
        assert np.array_equal(one, two)
        assert np.array_equal(one, weights.torques(q, TILTED, 1.5))


def test_the_load_is_tuned_while_running_and_acts_at_the_effector(human):
    program = pult.compile_scheme(document(7), plain=True, robot=human)
    q = human.home("arm")
    empty = np.array(program.step({"q": q})["torques"])
    program.set("g.load", 2.0)
    added = np.array(program.step({"q": q})["torques"]) - empty
    lifted = 2.0 * 9.81 * human.chain("arm").jacobian(q)[2]
    assert added == pytest.approx(lifted, rel=1e-12, abs=1e-13)
    program.set("g.gravity", [0.0, 0.0, 0.0])  # in orbit
    assert not np.array(program.step({"q": q})["torques"]).any()


def test_sliding_joints_are_held_by_forces(tmp_path):
    lift = """<mujoco><worldbody><body><joint name="lift" type="slide" axis="0 0 1"/><geom size=".1" mass="4"/>
      <body><joint name="reach" type="slide" axis="0.6 0 0.8"/><geom size=".1" mass="1"/><site name="hand" pos="1 0 0"/>
      </body></body></worldbody></mujoco>"""
    robot = robot_of(tmp_path, lift)
    program = pult.compile_scheme(document(2, unit="m", force_unit="N", load=2.0), plain=True, robot=robot)
    forces = np.array(program.step({"q": np.array([0.3, -0.1])})["torques"])
    assert forces == pytest.approx([7.0 * 9.81, 3.0 * 9.81 * 0.8], rel=1e-14)


def test_a_broken_sensor_gives_no_number_and_no_exception(human):
    q = human.home("arm")
    q[0] = np.inf
    matrix, vector = "float64[:,::1]", "float64[::1]"
    native = Compiled(holding_torques, f"{matrix}, {matrix}, {matrix}, {vector}, {vector}, float64")
    for function in (holding_torques, native):
        torques = function(*human.provided()["weights"]["arm"].arrays, q, np.array(EARTH), 0.0)
        assert np.isnan(torques).all()


def document_faults(robot, joints, **parameters):
    _, faults = pult.check_scheme(document(joints, **parameters), robot)
    return [str(fault) for fault in faults]


# --- what is refused ---


def test_a_robot_of_tables_has_no_weights():
    assert document_faults(pult.load_robot("panda"), 7) == [
        "blocks[0].parameters: block 'g': the chain 'arm' has no masses: it is a table of dimensions. "
        "Give the robot a 'model' with masses, and the chain an 'effector' in it."
    ]


def test_unknown_chains_wrong_numbers_and_units_that_do_not_fit_are_refused(human):
    assert document_faults(human, 7, chain="amr") == [
        "blocks[0].parameters: block 'g': unknown weights 'amr'. Did you mean 'arm'? Allowed: 'arm'."
    ]
    (fault,) = document_faults(human, 6)
    assert "the chain has 7 coordinates" in fault
    (fault,) = document_faults(human, 7, force_unit="N")
    assert fault == "blocks[0].parameters: block 'g': coordinates in rad go with 'force_unit' N*m, not N."
    scheme = pult.load_scheme(document(7))
    assert scheme.robot_references() == {"g.chain": "weights 'arm'"}


# --- physics ---


def run(model, torques_of, q, seconds, control=10):
    """Run with torques set every `control` physics steps; returns the largest move of any joint [rad]."""
    data = mujoco.MjData(model)
    data.qpos[:] = q
    most = 0.0
    for _ in range(round(seconds / model.opt.timestep / control)):
        data.ctrl[:] = torques_of(np.array(data.qpos))
        mujoco.mj_step(model, data, control)
        most = max(most, float(np.abs(data.qpos - q).max()))
    return most


def test_a_compensated_arm_stands_still_for_five_seconds_and_falls_without(human, arm):
    """Where gravity is made up for everywhere, rest is a neutral equilibrium: only roundings accelerate the arm.

    They are 1e-15 of torques of 10 N m; the least inertia is 1e-4 kg m^2 about the forearm's axis. In 5 s that is
    1/2 * 1e-10 rad/s^2 * 25 s^2, a few nanoradians.
    """
    program = pult.compile_scheme(document(7), robot=human)
    q = human.home("arm")
    assert run(arm, lambda x: program.step({"q": x})["torques"], q, 5.0) < 1e-8
    assert run(arm, lambda x: np.zeros(7), q, 0.5) > 0.5


def test_a_carried_load_is_held_only_if_it_is_told(human, arm):
    spec = mujoco.MjSpec.from_file(str(human.model.source))
    grip = spec.site("grip")
    grip.parent.add_geom(type=mujoco.mjtGeom.mjGEOM_SPHERE, size=[0.02, 0, 0], mass=2.0, pos=grip.pos)
    for joint in human.chain("arm").names:
        spec.add_actuator(name=joint, trntype=mujoco.mjtTrn.mjTRN_JOINT, target=joint)
    spec.option.timestep = 0.001
    spec.option.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONTACT
    loaded = spec.compile()
    program = pult.compile_scheme(document(7), plain=True, robot=human)
    q = human.home("arm")
    assert run(loaded, lambda x: program.step({"q": x})["torques"], q, 0.5) > 0.3
    program.set("g.load", 2.0)
    assert run(loaded, lambda x: program.step({"q": x})["torques"], q, 2.0) < 1e-8


def test_a_compensated_arm_that_is_pushed_keeps_its_energy(human, arm):
    """Nothing but the push acts: kinetic energy stays, up to Euler's rule: a step of 1 ms at 0.5 rad/s turns 5e-4 rad."""
    weights = human.provided()["weights"]["arm"]
    data = mujoco.MjData(arm)
    data.qpos[:] = human.home("arm")
    data.qvel[[0, 3]] = [0.4, 0.3]
    energies = []
    for _ in range(1000):
        data.ctrl[:] = weights.torques(np.array(data.qpos))
        mujoco.mj_step(arm, data)
        full = np.empty((arm.nv, arm.nv))
        mujoco.mj_fullM(arm, data, full)
        energies.append(0.5 * data.qvel @ full @ data.qvel)
    moved = np.abs(data.qpos - human.home("arm")).max()
    assert moved > 0.2
    assert energies == pytest.approx([energies[0]] * 1000, rel=1e-3)


def test_the_world_provides_the_weights_of_its_robots_under_their_prefixes():
    world = load_world("two-link")
    assert set(world.provided()["weights"]) == set(world.provided()["chain"])


# --- with electric drives ---


def test_electric_drives_hold_an_arm_by_compensation_and_inversion_of_the_drive(tmp_path):
    """The two-link arm turned upright, with its own motors but without their friction: voltages hold it."""
    shipped = pult.load_robot("two-link")
    text = Path(shipped.model.source).read_text(encoding="utf-8").replace('axis="0 0 1"', 'axis="0 -1 0"')
    (tmp_path / "r.xml").write_text(text)
    motors = {"type": "electric", "joints": ["shoulder", "elbow"], "stall_torque": [24, 10], "no_load_speed": [4, 5]}
    head = {
        "format": "pult.robot",
        "version": 1,
        "name": "r",
        "model": "r.xml",
        "chains": {"arm": {"effector": "hand", "base": "base"}},
        "drives": {"motors": motors},
    }
    (tmp_path / "r.robot.json").write_text(json.dumps(head))
    robot = pult.load_robot(tmp_path / "r.robot.json")
    spec = mujoco.MjSpec.from_file(str(tmp_path / "r.xml"))
    assert add_drives(spec, robot.document.drives) == []
    spec.option.timestep = 0.001
    spec.option.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONTACT  # upright, the links touch the foot of the arm
    model = spec.compile()
    scheme = document(2)
    scheme["inputs"]["speeds"] = {"unit": "rad/s", "shape": [2]}
    scheme["outputs"] = {"motors": {"unit": "V", "shape": [2]}}
    scheme["blocks"].append(
        {
            "id": "d",
            "type": "control.drive_inversion",
            "shape": [2],
            "parameters": {"stall_torque": [24.0, 10.0], "no_load_speed": [4.0, 5.0]},
        }
    )
    scheme["wires"] = [
        {"from": "q", "to": "g.q"},
        {"from": "g.torques", "to": "d.torque"},
        {"from": "speeds", "to": "d.speed"},
        {"from": "d.y", "to": "motors"},
    ]
    program = pult.compile_scheme(scheme, robot=robot)
    data = mujoco.MjData(model)
    data.qpos[:] = start = [0.4, -0.7]
    for _ in range(500):
        data.ctrl[:] = program.step({"q": np.array(data.qpos), "speeds": np.array(data.qvel)})["motors"]
        mujoco.mj_step(model, data, 10)
    assert 0.05 < np.abs(data.ctrl).max() < 1.0
    assert np.array(data.qpos) == pytest.approx(start, abs=1e-8)
