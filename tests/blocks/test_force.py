"""Blocks of force control: the paper's transform, the null space, taring."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pult
from pult.blocks.control.tare import Tare
from pult.geometry.rotation import matrix_from_quaternion
from pult.testing import BlockCheckError, check_block, simulate_block

ARM = {"chain": "arm", "joints": 7}


class Provides:
    """A robot that is nothing but one chain."""

    def __init__(self, chain):
        self.chain = chain

    def provided(self):
        return {"chain": {"arm": self.chain}}


@pytest.fixture(scope="module")
def robot():
    return pult.load_robot("human-arm")


@st.composite
def chains(draw):
    """Chains of one to eight joints with any geometry, with a pose and a wrench."""
    number = draw(st.integers(1, 8))
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    rows = [
        (*random.uniform(-0.5, 0.5, 1), *random.uniform(-np.pi, np.pi, 1), *random.uniform(-0.5, 0.5, 2))
        for _ in range(number)
    ]
    tool = np.eye(4)
    tool[:3, :3], tool[:3, 3] = np.linalg.qr(random.normal(size=(3, 3)))[0], random.uniform(-0.3, 0.3, 3)
    tool[:3, 0] *= np.sign(np.linalg.det(tool[:3, :3]))
    chain = pult.Chain.from_dh(rows, draw(st.sampled_from(["standard", "modified"])), tool=tool)
    return chain, random.uniform(-np.pi, np.pi, number), random.normal(size=3), random.normal(size=3)


def transformed(chain, q, force, moment, **parameters):
    names = {"chain": "arm", "joints": chain.n, **parameters}
    inputs = {"q": q, "force": force, "moment": moment}
    return simulate_block("kinematics.force_transform", inputs, names, robot=Provides(chain), steps=1)["torques"][0]


def test_blocks_keep_the_rules(robot):
    for name in ("force_transform", "null_damping", "null_space", "joint_pose"):
        check_block(f"kinematics.{name}", ARM, robot=robot, steps=40)
    check_block("kinematics.force_transform", {**ARM, "as_printed": True}, robot=robot, steps=20)
    check_block("control.tare", {"n": 6, "time": 0.05})


# --- the transform


@settings(max_examples=60, deadline=None)
@given(chains())
def test_the_transform_equals_the_transposed_jacobian(case):
    chain, q, force, moment = case
    R = chain.forward(q)[:3, :3]
    expected = chain.jacobian(q).T @ np.concatenate([R @ force, R @ moment])
    np.testing.assert_allclose(transformed(chain, q, force, moment), expected, atol=1e-12)


@settings(max_examples=30, deadline=None)
@given(chains())
def test_torques_do_the_work_of_the_wrench(case):
    """Virtual work: torques times a small turn of the joints is force times way plus moment times turn, by differences."""
    chain, q, force, moment = case
    h, here = 1e-6, chain.forward(q)
    found = transformed(chain, q, force, moment)
    for c in range(chain.n):
        step = h * np.eye(chain.n)[c]
        after, before = chain.forward(q + step), chain.forward(q - step)
        way = here[:3, :3].T @ (after[:3, 3] - before[:3, 3]) / (2 * h)
        skew = here[:3, :3].T @ (after[:3, :3] - before[:3, :3]) / (2 * h)
        turn = [skew[2, 1], skew[0, 2], skew[1, 0]]
        assert found[c] == pytest.approx(force @ way + moment @ turn, abs=1e-8)


def test_a_joint_that_slides_gives_the_force_along_it():
    rows = [{"a": 0.0, "alpha": 0.3, "d": 0.1, "theta": 0.2, "joint": "prismatic", "lower": -1, "upper": 1}]
    chain = pult.Chain.from_dh(rows, "standard")
    q, force = np.array([0.2]), np.array([1.0, 2.0, 3.0])
    found = transformed(chain, q, force, np.ones(3), unit="m", force_unit="N")
    assert found == pytest.approx(chain.jacobian(q)[:3].T @ chain.forward(q)[:3, :3] @ force)
    with pytest.raises(ValueError, match="go with 'force_unit' N, not N\\*m"):
        transformed(chain, q, force, np.ones(3), unit="m")


def test_as_printed_a_force_through_a_joint_turns_it(robot):
    """In one joint with the effector ahead along x, a pull along x must not turn it; by the misprint it does."""
    chain = pult.Chain.from_dh([(0.5, 0.0, 0.0, 0.0)], "standard")
    pull, push = np.array([2.0, 0.0, 0.0]), np.array([0.0, 2.0, 0.0])
    assert transformed(chain, np.zeros(1), pull, np.zeros(3)) == pytest.approx([0.0])
    assert transformed(chain, np.zeros(1), push, np.zeros(3)) == pytest.approx([1.0])
    assert transformed(chain, np.zeros(1), pull, np.zeros(3), as_printed=True) == pytest.approx([-1.0])
    assert transformed(chain, np.zeros(1), push, np.zeros(3), as_printed=True) == pytest.approx([0.0])


def test_frames_of_joints_turn_about_their_z_axes(robot):
    chain = robot.chain("arm")
    q = chain.random(3)
    for joint in range(1, 8):
        found = simulate_block("kinematics.joint_pose", {"q": q}, {**ARM, "joint": joint}, robot=robot, steps=1)
        axis, at = matrix_from_quaternion(found["quaternion"][0])[:, 2], found["position"][0]
        column = chain.jacobian(q)[:, joint - 1]
        assert axis == pytest.approx(column[3:], abs=1e-12)
        assert np.cross(axis, chain.forward(q)[:3, 3] - at) == pytest.approx(column[:3], abs=1e-12)
    with pytest.raises((ValueError, BlockCheckError), match="the chain has joints 1 to 7"):
        simulate_block("kinematics.joint_pose", {"q": q}, {**ARM, "joint": 8}, robot=robot, steps=1)


# --- the null space


def away_from_singular_poses(chain, seed, count):
    poses = [q for q in chain.random(seed, 20 * count) if np.linalg.svd(chain.jacobian(q))[1][5] > 0.05]
    return poses[:count]


def test_damping_in_the_null_space_puts_nothing_on_the_effector(robot):
    chain, random = robot.chain("arm"), np.random.default_rng(1)
    for q in away_from_singular_poses(chain, 2, 15):
        rates = random.normal(size=7)
        found = simulate_block("kinematics.null_damping", {"q": q, "rates": rates}, ARM, robot=robot, steps=1)[
            "torques"
        ][0]
        J = chain.jacobian(q)
        free = np.linalg.svd(J)[2][6]
        assert found == pytest.approx(-10.0 * (free @ rates) * free, abs=1e-9)
        assert np.abs(J @ found).max() < 1e-9  # no wrench at the effector: tau is no J^T w for any w
        assert found @ rates <= 0.0  # it only takes energy


def test_motion_of_the_effector_alone_is_not_damped(robot):
    chain, random = robot.chain("arm"), np.random.default_rng(4)
    for q in away_from_singular_poses(chain, 5, 10):
        rates = np.linalg.pinv(chain.jacobian(q)) @ random.normal(size=6)
        found = simulate_block("kinematics.null_damping", {"q": q, "rates": rates}, ARM, robot=robot, steps=1)[
            "torques"
        ][0]
        assert np.abs(found).max() < 1e-8 * np.abs(rates).max()


def test_the_null_space_is_a_projection(robot):
    chain, random = robot.chain("arm"), np.random.default_rng(6)

    def projected(q, x, **parameters):
        given = {**ARM, **parameters}
        return simulate_block("kinematics.null_space", {"q": q, "x": x}, given, robot=robot, steps=1)["torques"][0]

    for q in away_from_singular_poses(chain, 7, 10):
        x = random.normal(size=7)
        once = projected(q, x)
        assert projected(q, once) == pytest.approx(once, abs=1e-9)
        Jv = chain.jacobian(q)[:3]
        expected = x - Jv.T @ np.linalg.solve(Jv @ Jv.T, Jv @ x)  # with turns of the hand free, four directions remain
        assert projected(q, x, control="position") == pytest.approx(expected, abs=1e-8)


# --- taring


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 30), st.integers(0, 20), st.integers(0, 2**32 - 1))
def test_taring_takes_the_mean_of_the_readings_after_the_press(count, start, seed):
    random = np.random.default_rng(seed)
    readings = random.normal(size=(start + count + 5, 3))
    press = np.zeros(len(readings), dtype=bool)
    press[start:] = True  # holding the button does not start it again
    found = simulate_block("control.tare", {"x": readings, "press": press}, {"time": 0.01 * count})
    end = start + count
    np.testing.assert_array_equal(found["y"][:end], readings[:end])
    bias = readings[start:end].mean(axis=0)
    np.testing.assert_allclose(found["y"][end:], readings[end:] - bias, atol=1e-14)
    assert found["busy"].tolist() == [start < k < end for k in range(len(readings))]


def test_a_time_that_is_tuned_while_it_learns_spoils_no_mean():
    state = Tare.initial(n=1)
    for k in range(60):
        state = Tare.update(state, np.array([5.0]), True, steps=20 if k < 10 else 50)
    assert state.left == 0 and state.bias == pytest.approx([5.0])


def test_a_second_press_starts_the_taring_anew():
    readings = np.arange(20.0).reshape(20, 1)
    press = np.isin(np.arange(20), (2, 5))
    found = simulate_block("control.tare", {"x": readings, "press": press}, {"n": 1, "time": 0.04})
    assert found["bias"][:9] == pytest.approx(np.zeros((9, 1)))
    assert found["bias"][9:] == pytest.approx(np.full((11, 1), 6.5))  # of the readings 5, 6, 7, 8
