"""The record of the manipulator agrees with the model of the shipped robot."""

import mujoco
import numpy as np
import pytest

from pult import grab
from pult.core.shipped import shipped_file
from pult.motion.grab.manipulator import JOINTS, PRM1
from pult.motion.grab.tipping import tipping_distance

HELD = np.array(PRM1.bare)


@pytest.fixture(scope="module")
def model():
    return mujoco.MjModel.from_xml_path(str(shipped_file("robot", "prm1").with_name("prm1.xml")))


def placed(model, angles):
    """The model with joint angles, its base level where the model puts it."""
    data = mujoco.MjData(model)
    for name, angle in zip(JOINTS, angles, strict=True):
        data.qpos[model.joint(name).qposadr] = angle
    mujoco.mj_forward(model, data)
    return data


def test_stops(model):
    for name, low, high in zip(JOINTS, PRM1.lower, PRM1.upper, strict=True):
        assert model.joint(name).range == pytest.approx([low, high], abs=1e-5)


def test_places_of_tips_and_camera(model):
    random = np.random.default_rng(0)
    for _ in range(20):
        q = random.uniform(PRM1.lower, PRM1.upper)
        data = placed(model, q)
        origin = data.site("platform").xpos
        assert data.site("tip").xpos - origin == pytest.approx(grab.f1(grab.Config.of(q)).point, abs=1e-6)
        view = grab.camera_view(q)
        assert data.camera("grab").xpos - origin == pytest.approx(view.eye, abs=1e-6)
        ahead = -data.camera("grab").xmat.reshape(3, 3)[:, 2]
        assert ahead == pytest.approx(view.R_interface_camera[:, 2], abs=1e-6)


def test_masses_and_wheels_say_when_it_tips_over(model):
    """Cameras and fingers may move their masses by millimetres, of less than a kilogram in 80."""
    random = np.random.default_rng(1)
    wheels = np.array(PRM1.wheels)
    names = ("right_tyre", "left_tyre", "rear_tyre")
    assert PRM1.platform_height == pytest.approx(placed(model, [0.0] * 5).site("platform").xpos[2], abs=1e-6)
    for _ in range(20):
        q = random.uniform(PRM1.lower, PRM1.upper)
        data = placed(model, q)
        tyres = np.array([data.geom(name).xpos[:2] for name in names])
        assert tyres == pytest.approx(wheels, abs=1e-4)
        centre = data.subtree_com[1][:2]
        edges = zip(wheels, np.roll(wheels, -1, axis=0), strict=True)
        inside = [((b - a)[0] * (centre[1] - a[1]) - (b - a)[1] * (centre[0] - a[0])) / np.linalg.norm(b - a) for a, b in edges]
        assert tipping_distance(PRM1.table, q, HELD, 0.0) == pytest.approx(min(inside), abs=5e-4)
    total = sum(part.mass for group in (PRM1.base_masses, PRM1.column_masses, PRM1.upper_arm_masses, PRM1.forearm_masses, PRM1.hand_masses, PRM1.grab_masses) for part in group)
    assert total == pytest.approx(float(model.body_subtreemass[1]), abs=0.01)


def test_thickness_of_links_and_platform(model):
    sizes = {round(float(model.geom_size[i][0]), 4) for i in range(model.ngeom) if model.geom_contype[i] or model.geom_conaffinity[i]}
    for radius in (PRM1.platform_radius, PRM1.upper_arm_radius, PRM1.forearm_radius, PRM1.grab_radius):
        assert round(radius, 4) in sizes
