"""Cartesian impedance with a cap: closed form, energy, caps, and an arm in MuJoCo that is pushed."""

import mujoco
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pult
from pult.geometry.rotation import matrix_from_quaternion
from pult.testing import check_block, simulate_block
from tests.blocks.test_force import ARM, Provides, chains

K, KR, D, DR = np.array([900.0, 400.0, 250.0]), np.array([12.0, 7.0, 5.0]), np.full(3, 30.0), np.full(3, 0.6)
LAW = {"stiffness": K, "turn_stiffness": KR, "damping": D, "turn_damping": DR}


@pytest.fixture(scope="module")
def robot():
    return pult.load_robot("human-arm")


def impedance(chain, inputs, **parameters):
    given = {"chain": "arm", "joints": chain.n, **parameters}
    found = simulate_block("kinematics.impedance", inputs, given, robot=Provides(chain), steps=1)
    return {name: values[0] for name, values in found.items()}


def quaternion(turn):
    angle = np.linalg.norm(turn)
    return np.concatenate([[np.cos(0.5 * angle)], np.sinc(0.5 * angle / np.pi) * 0.5 * np.asarray(turn)])


def rotation(turn):
    return matrix_from_quaternion(quaternion(turn))


def capped(x, most):
    size = np.linalg.norm(x)
    return x if size <= most else x * most / size


def test_the_block_keeps_the_rules(robot):
    for axes in ("effector", "base"):
        check_block("kinematics.impedance", {**ARM, "axes": axes}, robot=robot, steps=40)


@settings(max_examples=40, deadline=None)
@given(chains(), st.booleans(), st.floats(0.0, 60.0), st.floats(0.0, 6.0))
def test_it_is_the_closed_form_and_never_beyond_its_caps(case, own, force_limit, moment_limit):
    chain, q, way, turn = case
    random = np.random.default_rng(5)
    rates, v, w = random.normal(size=chain.n), 0.1 * random.normal(size=3), 0.3 * random.normal(size=3)
    here = chain.forward(q)
    goal = rotation(0.5 * turn) @ here[:3, :3]
    wanted = quaternion_of(goal)
    inputs = {
        "q": q,
        "rates": rates,
        "position": here[:3, 3] + 0.05 * way,
        "quaternion": 3.0 * wanted,  # its length does not matter
        "velocity": v,
        "angular_velocity": w,
        "force_limit": force_limit,
        "moment_limit": moment_limit,
    }
    found = impedance(chain, inputs, axes="effector" if own else "base", **LAW)
    J = chain.jacobian(q)
    R = here[:3, :3] if own else np.eye(3)
    lag, turn_lag = v - J[:3] @ rates, w - J[3:] @ rates
    force = capped(capped(R @ (K * (R.T @ (0.05 * way))), force_limit) + R @ (D * (R.T @ lag)), force_limit)
    moment = capped(capped(R @ (KR * (R.T @ (0.5 * turn))), moment_limit) + R @ (DR * (R.T @ turn_lag)), moment_limit)
    assert found["force"] == pytest.approx(force, abs=1e-7)
    assert found["moment"] == pytest.approx(moment, abs=1e-7)
    assert found["torques"] == pytest.approx(J.T @ np.concatenate([force, moment]), abs=1e-6)
    assert np.linalg.norm(found["force"]) <= force_limit * (1.0 + 1e-12)
    assert np.linalg.norm(found["moment"]) <= moment_limit * (1.0 + 1e-12)


def quaternion_of(matrix):
    """A quaternion by the eigenvector of Bar-Itzhack's matrix, independent of the library's."""
    m = matrix
    K4 = np.array([
        [m[0, 0] - m[1, 1] - m[2, 2], m[1, 0] + m[0, 1], m[2, 0] + m[0, 2], m[2, 1] - m[1, 2]],
        [m[1, 0] + m[0, 1], m[1, 1] - m[0, 0] - m[2, 2], m[2, 1] + m[1, 2], m[0, 2] - m[2, 0]],
        [m[2, 0] + m[0, 2], m[2, 1] + m[1, 2], m[2, 2] - m[0, 0] - m[1, 1], m[1, 0] - m[0, 1]],
        [m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1], np.trace(m)],
    ])  # fmt: skip
    x, y, z, w = np.linalg.eigh(K4)[1][:, -1]
    return np.array([w, x, y, z])


@settings(max_examples=25, deadline=None)
@given(chains())
def test_at_rest_the_torques_are_the_slope_of_the_energy_of_the_springs(case):
    """Springs in axes of the base, alike in all turns, have a potential V(q); tau = -dV/dq by central differences."""
    chain, q, way, turn = case
    here = chain.forward(q)
    position, goal = here[:3, 3] + 0.05 * way, rotation(0.3 * turn) @ here[:3, :3]
    stiff = {"stiffness": K, "turn_stiffness": np.full(3, 9.0), "damping": D, "turn_damping": DR}
    limits = {"force_limit": 1e6, "moment_limit": 1e6}
    wanted = {"position": position, "quaternion": quaternion_of(goal), **limits}
    found = impedance(chain, {"q": q, "rates": np.zeros(chain.n), **wanted}, axes="base", **stiff)
    assert not found["capped"]

    def energy(at):
        pose = chain.forward(at)
        left = position - pose[:3, 3]
        angle = np.arccos(np.clip(0.5 * (np.trace(goal @ pose[:3, :3].T) - 1.0), -1.0, 1.0))
        return 0.5 * K @ (left * left) + 0.5 * 9.0 * angle * angle

    h = 1e-5
    for c in range(chain.n):
        step = h * np.eye(chain.n)[c]
        slope = (energy(q + step) - energy(q - step)) / (2.0 * h)
        assert found["torques"][c] == pytest.approx(-slope, abs=2e-3)


def test_at_its_target_and_at_rest_it_asks_for_nothing(robot):
    chain = robot.chain("arm")
    for q in chain.random(3, 5):
        pose = chain.forward(q)
        inputs = {"q": q, "rates": np.zeros(7), "position": pose[:3, 3], "quaternion": quaternion_of(pose[:3, :3])}
        assert impedance(chain, inputs)["torques"] == pytest.approx(np.zeros(7), abs=1e-6)


def test_dampers_only_take_energy(robot):
    chain, random = robot.chain("arm"), np.random.default_rng(8)
    for q in chain.random(9, 10):
        pose, rates = chain.forward(q), random.normal(size=7)
        inputs = {"q": q, "rates": rates, "position": pose[:3, 3], "quaternion": quaternion_of(pose[:3, :3])}
        assert impedance(chain, inputs)["torques"] @ rates <= 1e-9


def test_an_arm_gives_way_like_a_spring_and_no_longer_resists_beyond_the_cap(robot):
    """A planar arm of two links in MuJoCo is pushed at its tip: by f/K below the cap, and away above it."""
    chain = pult.Chain.from_dh([(0.5, 0.0, 0.0, 0.0), (0.4, 0.0, 0.0, 0.0)], "standard")
    model = mujoco.MjModel.from_xml_string("""<mujoco><option gravity="0 0 0" timestep="0.002"/><worldbody>
      <body><joint axis="0 0 1" armature="0.2" damping="1"/><geom type="capsule" fromto="0 0 0 .5 0 0" size=".03"/>
        <body name="fore" pos=".5 0 0"><joint axis="0 0 1" armature="0.1" damping="1"/>
          <geom type="capsule" fromto="0 0 0 .4 0 0" size=".03" contype="0"/></body></body></worldbody></mujoco>""")
    q = np.array([0.4, 0.9])
    wanted, push = chain.forward(q), np.array([6.0, -8.0, 0.0])
    inputs = {"position": wanted[:3, 3], "quaternion": quaternion_of(wanted[:3, :3])}
    law = {"axes": "base", "stiffness": np.full(3, 500.0), "turn_stiffness": np.zeros(3), "damping": np.full(3, 40.0)}

    def pushed(share, seconds):
        data = mujoco.MjData(model)
        data.qpos[:] = q
        for step in range(round(seconds / model.opt.timestep)):
            if step % 5 == 0:
                found = impedance(chain, {"q": data.qpos.copy(), "rates": data.qvel.copy(), **inputs}, **law)
            J = chain.jacobian(data.qpos)[:3]
            data.qfrc_applied[:] = found["torques"] + J.T @ (share * push)
            mujoco.mj_step(model, data)
        return chain.forward(data.qpos)[:3, 3] - wanted[:3, 3], found

    away, found = pushed(1.0, 3.0)
    assert away == pytest.approx(push / 500.0, abs=1e-5)
    assert not found["capped"]
    away, found = pushed(2.0, 1.0)  # 20 N against a cap of 15 N
    assert found["capped"]
    assert np.linalg.norm(away) > 0.1
