"""Dynamics of a walker with a free pelvis, against MuJoCo."""

from pathlib import Path

import mujoco
import numpy as np
import pytest

import pult
from pult.core.shipped import catalog
from pult.robot.floating import floating_dynamics

MODEL = catalog() / "biped" / "biped.xml"


@pytest.fixture(scope="module")
def biped():
    robot = pult.load_robot("biped")
    return robot, robot.walker()


def _placed(file: Path, robot, walker, seed):
    """A random state of both: MuJoCo's model and data, and what the kernel takes."""
    random = np.random.default_rng(seed)
    model = mujoco.MjModel.from_xml_path(str(file))
    data = mujoco.MjData(model)
    for joint, value in robot.document.poses["home"].items():
        data.joint(joint).qpos[0] = value
    q = walker.stand + 0.3 * random.normal(size=len(walker.stand))
    for joint, value in zip(walker.joints, q, strict=True):
        data.joint(joint).qpos[0] = value
    data.qpos[:3] = random.normal(size=3)
    data.qpos[3:7] = random.normal(size=4)
    data.qpos[3:7] /= np.linalg.norm(data.qpos[3:7])
    R = np.empty(9)
    mujoco.mju_quat2Mat(R, data.qpos[3:7])
    dofs = [int(model.joint(joint).dofadr[0]) for joint in walker.joints]
    v = random.normal(size=6 + len(q))
    data.qvel[:3], data.qvel[3:6], data.qvel[dofs] = v[:3], R.reshape(3, 3).T @ v[3:6], v[6:]
    mujoco.mj_forward(model, data)
    return model, data, R, v, q, [*range(6), *dofs]


@pytest.mark.parametrize("seed", range(3))
def test_mass_matrix_bias_and_jacobians_are_those_of_mujoco(biped, seed):
    robot, walker = biped
    arrays = walker.arrays
    model, data, R, v, q, own = _placed(MODEL, robot, walker, seed)
    found = floating_dynamics(
        arrays.links, arrays.tips, arrays.bodies, arrays.rotors, arrays.bodies[0], R, data.qpos[:3].copy(), v, q
    )
    M = np.empty((model.nv, model.nv))
    mujoco.mj_fullM(model, data, M)
    turn = np.eye(len(own))
    turn[3:6, 3:6] = R.reshape(3, 3).T  # MuJoCo's angular velocity of a free joint is in axes of the body
    expected = turn.T @ M[np.ix_(own, own)] @ turn
    joints = np.arange(6, len(own))
    expected[joints, joints] += arrays.rotors
    assert pytest.approx(expected, abs=1e-11) == found.M
    assert found.h == pytest.approx(turn.T @ data.qfrc_bias[own], abs=1e-10)
    assert found.com[:3] == pytest.approx(data.subtree_com[1], abs=1e-12)
    for foot, side in enumerate(("left", "right")):
        linear, angular = np.empty((3, model.nv)), np.empty((3, model.nv))
        site = model.site(f"{side}_sole")
        mujoco.mj_jacSite(model, data, linear, angular, site.id)
        assert found.J[foot] == pytest.approx(np.vstack([linear, angular])[:, own] @ turn, abs=1e-12)
        mujoco.mj_jacDot(model, data, linear, angular, data.site(site.id).xpos, int(site.bodyid[0]))
        assert found.drift[foot] == pytest.approx(np.vstack([linear, angular]) @ data.qvel, abs=1e-11)
