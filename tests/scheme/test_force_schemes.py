"""The shipped force schemes: laws of paper 004 in closed form, signs, taring, directions, all without physics."""

from pathlib import Path

import numpy as np
import pytest

import pult
from pult.geometry.rotation import matrix_from_quaternion, quaternion_from_matrix

FOLDER = Path(pult.__file__).parent / "catalog/arms"
STALL, IDLE = np.array([120, 120, 70, 70, 20, 15, 15.0]), np.array([4, 4, 5, 5, 6, 6, 6.0])
NO_WEIGHT = [0.0, 0.0, 0.0]
DT = 0.01


@pytest.fixture(scope="module")
def robot():
    return pult.load_robot("human-arm")


@pytest.fixture(scope="module")
def program_of(robot):
    made = {}

    def get(name):
        if name not in made:
            made[name] = pult.compile_scheme(FOLDER / f"{name}.scheme.json", plain=True, robot=robot)
        made[name].reset()
        return made[name]

    return get


def poses(robot, seed, count):
    chain = robot.chain("arm")
    return [q for q in chain.random(seed, 20 * count) if np.linalg.svd(chain.jacobian(q))[1][5] > 0.05][:count]


def in_effector(chain, q, wrench):
    R = chain.forward(q)[:3, :3]
    return chain.jacobian(q).T @ np.concatenate([R @ wrench[:3], R @ wrench[3:]])


def test_the_transform_by_its_formula_equals_the_transposed_jacobian(robot, program_of):
    program, chain, random = program_of("force-transform"), robot.chain("arm"), np.random.default_rng(0)
    for q in chain.random(1, 10):
        wrench = random.normal(size=6)
        found = program.step({"angles": q, "force": wrench[:3], "moment": wrench[3:]})
        np.testing.assert_allclose(found["torques"], in_effector(chain, q, wrench), atol=1e-12)
        np.testing.assert_allclose(found["torques"], found["by_block"], atol=1e-12)


def test_with_the_lever_as_printed_it_is_another_transform(robot, program_of):
    """(-r_x, r_y, 0), set in the document joint by joint, is what the block calls `as_printed`."""
    program, chain = program_of("force-transform"), robot.chain("arm")
    right, printed = [[0, -1, 0], [1, 0, 0], [0, 0, 0]], [[-1, 0, 0], [0, 1, 0], [0, 0, 0]]
    inputs = {"angles": chain.random(3), "force": [3.0, 1.0, -2.0], "moment": [0.1, 0.2, 0.3]}
    true = program.step(inputs)["torques"]
    try:
        for joint in range(1, 8):
            program.set(f"joint_{joint}.lever.matrix", printed)
        program.set("block.as_printed", True)
        found = program.step(inputs)
        np.testing.assert_allclose(found["torques"], found["by_block"], atol=1e-12)
        assert np.abs(found["torques"] - true).max() > 0.1
    finally:
        for joint in range(1, 8):
            program.set(f"joint_{joint}.lever.matrix", right)
        program.set("block.as_printed", False)


# --- law (8): a locked joint gives what its motor asks for, less what friction takes, one step later


def joints_run(program, q, steps, wanted, lost):
    """Errors of a locked arm whose motors lose a torque. Shape (steps, 7)."""
    felt, errors = np.zeros(7), []
    for _ in range(steps):
        inputs = {"wanted_force": wanted[:3], "wanted_moment": wanted[3:], "angles": q, "speeds": np.zeros(7)}
        found = program.step({**inputs, "torques": felt, "clear": False})
        errors.append(found["error"])
        felt = STALL * found["voltage"] - lost
    return np.array(errors)


def slowest(kp, ki, cutoff=None):
    """The slowest root of the loop on a locked joint, of z(z - 1) + F(z) (kp (z - 1) + a (z + 1)) = 0, a = kI dt/2.

    F is the filter of the reading: 1, or g (z + 1)/((1 + g) z - (1 - g)) with g = tan(cutoff dt/2).
    """
    pi = np.polyadd(kp * np.array([1.0, -1.0]), 0.5 * ki * DT * np.array([1.0, 1.0]))
    above, below = np.array([1.0]), np.array([1.0])
    if cutoff is not None:
        g = np.tan(0.5 * cutoff * DT)
        above, below = np.array([g, g]), np.array([1.0 + g, g - 1.0])
    return max(np.roots(np.polyadd(np.polymul([1.0, -1.0, 0.0], below), np.polymul(above, pi))), key=abs).real


@pytest.mark.parametrize("ki", [0.0, 8.0])
def test_the_joint_law_leaves_lost_torque_over_one_plus_kp_and_its_integral_takes_the_rest(robot, program_of, ki):
    program, q, steps = program_of("force-joints"), poses(robot, 4, 1)[0], 350
    lost = np.linspace(-0.3, 0.3, 7)
    program.set("law.ki.k", [ki] * 7)
    program.set("law.integral.interval", 1e6)
    program.set("weight.gravity", NO_WEIGHT)
    wrench = np.array([5.0, 0, 0, 0, 0, 4.0])
    errors = joints_run(program, q, steps, wrench, lost)
    expected, total = [in_effector(robot.chain("arm"), q, wrench)], np.zeros(7)
    for k in range(1, steps):
        expected.append(lost - 0.2 * expected[-1] - ki * total)
        total = total + 0.5 * DT * (expected[k] + expected[k - 1])
    np.testing.assert_allclose(errors, expected, atol=1e-9)
    if ki == 0.0:
        assert errors[-1] == pytest.approx(lost / 1.2, abs=1e-12)
    else:
        assert np.abs(errors[-1]).max() < 1e-7
        assert errors[101, 0] / errors[100, 0] == pytest.approx(slowest(0.2, ki), abs=1e-9)


# --- law (13)


def wrist_run(program, robot, q, steps, wanted, lost):
    """What a clamped hand applies while a wrench is lost on the way. Shape (steps, 6)."""
    chain, applied, rows = robot.chain("arm"), np.zeros(6), []
    R = chain.forward(q)[:3, :3]
    back = np.linalg.pinv(chain.jacobian(q).T)
    for _ in range(steps):
        found = program.step(
            {
                "wanted_force": wanted[:3], "wanted_moment": wanted[3:], "angles": q, "speeds": np.zeros(7),
                "force_sensor": applied[:3], "moment_sensor": applied[3:], "zero": False, "clear": False,
            }
        )  # fmt: skip
        rows.append(np.concatenate([found["force"], found["moment"]]))
        wrench = back @ (STALL * found["voltage"])
        applied = np.concatenate([R.T @ wrench[:3], R.T @ wrench[3:]]) - lost
    return np.array(rows)


def without_weight(program, ki):
    for law in ("force_law", "moment_law"):
        program.set(f"{law}.ki.k", [ki] * 3)
        program.set(f"{law}.integral.interval", 1e6)
    program.set("motors.weight.gravity", NO_WEIGHT)


def test_the_wrist_law_gives_exactly_what_is_wanted_where_nothing_is_lost(robot, program_of):
    program = program_of("force-wrist")
    without_weight(program, 0.1)
    wanted = np.array([1.0, -2.0, 5.0, 0.3, -0.2, 4.0])
    for q in poses(robot, 5, 3):
        program.reset()
        assert wrist_run(program, robot, q, 60, wanted, np.zeros(6))[-1] == pytest.approx(wanted, rel=2e-3, abs=1e-3)


@pytest.mark.parametrize("ki", [0.0, 8.0])
def test_the_wrist_law_leaves_lost_force_over_one_plus_kp_and_its_integral_takes_the_rest(robot, program_of, ki):
    program, q = program_of("force-wrist"), poses(robot, 6, 1)[0]
    without_weight(program, ki)
    wanted, lost = np.array([0, 0, 5.0, 0, 0, 4.0]), np.array([0.5, -0.2, 1.0, 0.1, 0.2, -0.4])
    errors = wanted - wrist_run(program, robot, q, 350, wanted, lost)
    if ki == 0.0:
        assert errors[-1] == pytest.approx(lost / 1.2, abs=1e-9)
    else:
        assert np.abs(errors[-1]).max() < 1e-7
        assert errors[101] / errors[100] == pytest.approx(np.full(6, slowest(0.2, ki, 120.0)), abs=1e-6)


def test_integrators_of_the_wrist_law_are_cleared_at_the_interval_and_by_the_button(robot, program_of):
    program, q = program_of("force-wrist"), poses(robot, 6, 1)[0]
    without_weight(program, 0.1)
    for law in ("force_law", "moment_law"):
        program.set(f"{law}.integral.interval", 1.0)
    inputs = {
        "wanted_force": [0, 0, 5.0], "wanted_moment": [0, 0, 0], "angles": q, "speeds": np.zeros(7),
        "force_sensor": [0, 0, 4.0], "moment_sensor": [0, 0, 0], "zero": False, "clear": False,
    }  # fmt: skip
    asked = []
    for k in range(250):
        program.step({**inputs, "clear": k == 225})
        asked.append(program.probe("force_law.integral.y")[2])
    assert [k for k in range(250) if asked[k] == 0.0] == [0, 100, 200, 226]
    assert asked[99] == pytest.approx(0.99, rel=0.05)  # an error of 1 N for a second, after the filter


# --- what the hand applies: signs, weight and taring


@pytest.mark.parametrize("seed", range(3))
def test_taring_removes_the_weight_of_the_hand_in_every_orientation(robot, program_of, seed):
    """The sensor carries the hand: it reads minus m g in its axes and the moment of that, a bias, and what is applied."""
    program, chain, random = program_of("force-wrist"), robot.chain("arm"), np.random.default_rng(seed)
    without_weight(program, 0.1)
    mass, centre, bias = 0.7, np.array([0.01, -0.02, -0.05]), random.normal(size=6)
    program.set("reading.mass.k", -mass)
    program.set("reading.centre.values", centre)

    def read(q, wrench, zero=False):
        weight = -mass * chain.forward(q)[:3, :3].T @ [0.0, 0.0, -9.81]
        reading = bias + wrench + np.concatenate([weight, np.cross(centre, weight)])
        inputs = {
            "wanted_force": [0, 0, 0], "wanted_moment": [0, 0, 0], "angles": q, "speeds": np.zeros(7),
            "force_sensor": reading[:3], "moment_sensor": reading[3:], "zero": zero, "clear": False,
        }  # fmt: skip
        found = program.step(inputs)
        return np.concatenate([found["force"], found["moment"]])

    start = chain.random(random)
    for _ in range(40):  # the filters settle
        read(start, np.zeros(6))
    for k in range(25):
        read(start, np.zeros(6), zero=k == 0)
    for q in chain.random(random, 5):
        wrench = random.normal(size=6)
        for _ in range(60):
            found = read(q, wrench)
        assert found == pytest.approx(wrench, abs=1e-6)


# --- hybrid control


def hybrid(program, robot, q, **given):
    chain = robot.chain("arm")
    here = chain.forward(q)
    inputs = {
        "task": [1.0, 0, 0, 0], "force_axes": [0, 0, 0], "moment_axes": [0, 0, 0], "wanted_force": [0, 0, 0],
        "wanted_moment": [0, 0, 0], "wanted_position": here[:3, 3], "wanted_quaternion": quaternion_from_matrix(here[:3, :3]),
        "force_sensor": [0, 0, 0], "moment_sensor": [0, 0, 0], "angles": q, "speeds": np.zeros(7), "zero": False,
        "clear": True, **given,
    }  # fmt: skip
    program.reset()
    torques = STALL * program.step(inputs)["voltage"]
    return np.linalg.pinv(chain.jacobian(q).T) @ torques  # the wrench that they make, in axes of the base


def test_directions_of_hybrid_control_do_not_disturb_each_other(robot, program_of):
    """In a turned task frame: a wanted force acts along force axes alone, a wanted way along the others alone."""
    program, random = program_of("force-hybrid"), np.random.default_rng(8)
    program.set("motors.weight.gravity", NO_WEIGHT)
    stiffness = np.array(program.get("position_law.stiffness.k"))
    for q in poses(robot, 9, 6):
        turn = random.normal(size=4)
        turn /= np.linalg.norm(turn)
        R, axes = matrix_from_quaternion(turn), random.integers(0, 2, 3)
        here = robot.chain("arm").forward(q)
        force, way = random.uniform(-5, 5, 3), random.uniform(-0.003, 0.003, 3)
        given = {"task": turn, "force_axes": axes, "wanted_force": force, "wanted_position": here[:3, 3] + R @ way}
        found = hybrid(program, robot, q, **given)
        expected = np.where(
            axes == 1, 1.2 * force, stiffness * way
        )  # kp 0.2 of the whole error, for nothing is felt yet
        assert R.T @ found[:3] == pytest.approx(expected, abs=1e-9)
        assert found[3:] == pytest.approx(np.zeros(3), abs=1e-9)
        other = {
            **given,
            "wanted_force": np.where(axes == 1, force, 99.0),
        }  # what is wanted along the others is no matter
        assert hybrid(program, robot, q, **other) == pytest.approx(found, abs=1e-9)
        elsewhere = here[:3, 3] + R @ np.where(axes == 1, 0.5, way)
        assert hybrid(program, robot, q, **{**given, "wanted_position": elsewhere}) == pytest.approx(found, abs=1e-9)


def test_impedance_control_is_a_spring_and_a_damper(robot, program_of):
    program, chain, random = program_of("force-impedance"), robot.chain("arm"), np.random.default_rng(10)
    program.set("motors.weight.gravity", NO_WEIGHT)
    program.set("motors.elbow.damping", 0.0)
    for q in poses(robot, 11, 4):
        here, way, rates = chain.forward(q), random.uniform(-0.01, 0.01, 3), random.normal(size=7) * 0.02
        found = program.step(
            {
                "wanted_position": here[:3, 3] + way, "wanted_quaternion": quaternion_from_matrix(here[:3, :3]),
                "wanted_force": [1.0, 2.0, 3.0], "angles": q, "speeds": rates,
            }
        )  # fmt: skip
        twist = chain.jacobian(q) @ rates
        force = 600.0 * way - 70.0 * twist[:3] + [1.0, 2.0, 3.0]
        assert found["force"] == pytest.approx(force, abs=1e-9)
        torques = STALL * (found["voltage"] - rates / IDLE)
        assert torques == pytest.approx(chain.jacobian(q).T @ np.concatenate([force, -1.0 * twist[3:]]), abs=1e-9)


def test_admittance_control_gives_way_like_its_model(robot, program_of):
    """The set-point under a constant force is that of M a = -f - D v - K x by Euler's rule, and ends at f/K."""
    program, q = program_of("force-admittance"), poses(robot, 12, 1)[0]
    R = robot.chain("arm").forward(q)[:3, :3]
    here = robot.chain("arm").forward(q)
    force = np.array([3.0, -1.0, 2.0])  # what the hand applies: the other side pushes back with its opposite
    x, v, steps = np.zeros(3), np.zeros(3), 450
    program.set("model.damping.k", [100.0] * 3)
    for k in range(steps):
        found = program.step(
            {
                "wanted_position": here[:3, 3], "wanted_quaternion": quaternion_from_matrix(R), "wanted_force": [0, 0, 0],
                "force_sensor": R.T @ force, "moment_sensor": [0, 0, 0], "angles": q, "speeds": np.zeros(7),
                "zero": False, "restart": False,
            }
        )  # fmt: skip
        if k == 50:
            x, v = found["given_way"].copy(), program.probe("model.velocity.y").copy()  # the filter has settled
        elif k > 50:
            x, v = x + DT * v, v + DT * (-force - 100.0 * v - 200.0 * x) * 0.1
            assert found["given_way"] == pytest.approx(x, abs=1e-12)
    assert found["given_way"] == pytest.approx(-force / 200.0, rel=1e-4)
