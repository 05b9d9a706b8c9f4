"""What the pelvis of a walker carries, against MuJoCo, at random angles of the joints above it."""

import mujoco
import numpy as np
import pytest

import pult
from pult.core.shipped import catalog
from pult.robot.floating import floating_dynamics
from pult.robot.load import LOAD_SIZE, VELOCITY, add_point, add_velocity, gather


@pytest.fixture(scope="module")
def walker():
    return pult.load_robot("biped").walker()


def _load(walker, q, rates):
    upper, load = walker.upper_body, np.empty(LOAD_SIZE)
    gather(upper.links, upper.bodies, q, rates, load)
    return load


def _placed(walker, seed):
    """A state of both with random angles and rates of legs and upper body; the pelvis is where the world's origin is."""
    random = np.random.default_rng(seed)
    model = mujoco.MjModel.from_xml_path(str(catalog() / "biped" / "biped.xml"))
    data = mujoco.MjData(model)
    data.qpos[:7] = 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0
    for joint, value in pult.load_robot("biped").document.poses["home"].items():
        data.joint(joint).qpos[0] = value
    upper = random.normal(size=18), random.normal(size=18)
    legs = walker.stand + 0.3 * random.normal(size=14), random.normal(size=14)
    for names, (q, rates) in ((walker.upper_body.names, upper), (walker.joints, legs)):
        for joint, value, rate in zip(names, q, rates, strict=True):
            data.joint(joint).qpos[0], data.joint(joint).qvel[0] = value, rate
    mujoco.mj_forward(model, data)
    return model, data, upper, legs


def _is_of_legs(model, body):
    while body:
        if model.body(body).name.endswith("hip_yoke"):
            return True
        body = int(model.body_parentid[body])
    return False


@pytest.mark.parametrize("seed", range(4))
def test_mass_centre_inertia_and_velocity_are_those_of_the_bodies_in_mujoco(walker, seed):
    model, data, upper, _ = _placed(walker, seed)
    load = _load(walker, *upper)
    own = [body for body in range(1, model.nbody) if not _is_of_legs(model, body)]
    masses, places = model.body_mass[own], data.xipos[own]
    centre = masses @ places / masses.sum()
    inertia, momentum, linear = np.zeros((3, 3)), np.zeros(3), np.empty((3, model.nv))
    for body, mass, place in zip(own, masses, places, strict=True):
        R, d = data.ximat[body].reshape(3, 3), place - centre
        inertia += R @ np.diag(model.body_inertia[body]) @ R.T + mass * (d @ d * np.eye(3) - np.outer(d, d))
        mujoco.mj_jacBodyCom(model, data, linear, None, body)
        momentum += mass * linear @ data.qvel
    assert load[0] == pytest.approx(masses.sum(), abs=1e-9)
    assert load[1:4] == pytest.approx(centre, abs=1e-9)
    assert load[4:10] == pytest.approx(inertia[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]], abs=1e-9)
    assert load[VELOCITY:] == pytest.approx(momentum / masses.sum(), abs=1e-9)


@pytest.mark.parametrize("seed", range(2))
def test_dynamics_with_the_load_are_those_of_mujoco_with_the_arms_there(walker, seed):
    model, data, upper, (q, rates) = _placed(walker, seed)
    arrays, load, R = walker.arrays, _load(walker, *upper), np.eye(3).ravel()
    v = np.concatenate([np.zeros(6), rates])
    found = floating_dynamics(arrays.links, arrays.tips, arrays.bodies, arrays.rotors, load, R, np.zeros(3), v, q)
    M, own = np.empty((model.nv, model.nv)), [*range(6), *(int(model.joint(name).dofadr[0]) for name in walker.joints)]
    mujoco.mj_fullM(model, data, M)
    expected = M[np.ix_(own, own)]
    joints = np.arange(6, len(own))
    expected[joints, joints] += arrays.rotors
    assert pytest.approx(expected, abs=1e-9) == found.M
    mujoco.mj_subtreeVel(model, data)
    add_velocity(load, R, found.M[0, 0], found.com)
    assert found.com[:3] == pytest.approx(data.subtree_com[1], abs=1e-9)
    assert found.com[3:] == pytest.approx(data.subtree_linvel[1], abs=1e-9)


def test_in_the_standing_pose_it_is_what_the_walker_takes_the_pelvis_to_carry(walker):
    poses = pult.load_robot("biped").document.poses["home"]
    q = np.array([poses.get(name, 0.0) for name in walker.upper_body.names])
    assert _load(walker, q, np.zeros(18))[:10] == pytest.approx(walker.arrays.bodies[0], abs=1e-12)


def test_a_point_is_added_as_a_body_of_no_size(walker):
    random = np.random.default_rng(1)
    load, place = _load(walker, random.normal(size=18), np.zeros(18)), random.normal(size=3)
    whole = load.copy()
    add_point(whole, 5.0, place)
    centre = (load[0] * load[1:4] + 5.0 * place) / (load[0] + 5.0)
    assert whole[0] == pytest.approx(load[0] + 5.0, rel=1e-12)
    assert whole[1:4] == pytest.approx(centre, abs=1e-12)
    expected = np.zeros((3, 3))
    for mass, d in ((load[0], load[1:4] - centre), (5.0, place - centre)):
        expected += mass * (d @ d * np.eye(3) - np.outer(d, d))
    expected = expected[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]] + load[4:10]
    assert whole[4:10] == pytest.approx(expected, rel=1e-12)
