"""The laboratory: its buttons click as their springs say, the container stands, and nothing is stuck in anything."""

import mujoco
import numpy as np
import pytest

from pult.core.shipped import document_file
from pult.world.world import load_world

A, B, C, Y0 = 5078.0, -1.656e6, 1.6e8, 0.3e-3
"""Law of the spring, F = A y + B y^2 + C y^3 with y = travel + Y0; SI units."""
STOP, TRAVEL = 12000.0, 6e-3
BUTTONS = [f"button{n}" for n in range(1, 7)]


def law(x):
    """Force that a button pushes back with at a travel [N]: spring, and a stop of rubber at each end."""
    y = x + Y0
    return A * y + B * y**2 + C * y**3 + STOP * (np.minimum(x, 0.0) + np.maximum(x - TRAVEL, 0.0))


@pytest.fixture(scope="module")
def scene():
    """The laboratory without the robot."""
    return mujoco.MjModel.from_xml_path(str(document_file("world", "laboratory").parent / "laboratory.xml"))


def settled(model, force, start=0.0, before=0.0, steps=1000):
    """Travels of the buttons under a force that goes slowly from one value to another, and then stays [m]. Shape (6,)."""
    data = mujoco.MjData(model)
    places = [model.joint(button).dofadr[0] for button in BUTTONS]
    for button in BUTTONS:
        data.joint(button).qpos[0] = start
    for share in np.linspace(0.0, 1.0, steps):
        data.qfrc_applied[places] = before + share * (force - before)
        mujoco.mj_step(model, data)
    mujoco.mj_step(model, data, steps)
    return np.array([data.joint(button).qpos[0] for button in BUTTONS])


def test_the_force_of_a_button_over_its_travel_is_that_of_its_spring(scene):
    """Measured in MuJoCo at rest, over the whole travel and beyond both ends."""
    data = mujoco.MjData(scene)
    for x in np.linspace(-1e-3, 7e-3, 81):
        for button in BUTTONS:
            data.joint(button).qpos[0] = x
        mujoco.mj_forward(scene, data)
        for button in BUTTONS:
            assert -data.qfrc_passive[scene.joint(button).dofadr[0]] == pytest.approx(law(x), rel=1e-12, abs=1e-12)


def test_the_click_is_a_fall_of_the_force_within_the_travel():
    x = np.linspace(0.0, TRAVEL, 6001)
    force = law(x)
    slope = A + 2 * B * (x + Y0) + 3 * C * (x + Y0) ** 2
    gives_way, holds_again = x[slope < 0][[0, -1]]
    peak, valley = law(gives_way), law(holds_again)
    assert gives_way == pytest.approx(2.0e-3, abs=5e-5) and holds_again == pytest.approx(4.3e-3, abs=5e-5)
    assert 4.0 < peak < 6.0 and peak - valley > 0.9
    assert force.min() > 1.0  # it always comes back
    assert force[-1] == pytest.approx(6.3, abs=0.1)


def test_a_button_let_go_comes_back_and_rests_at_the_upper_stop(scene):
    rest = settled(scene, 0.0, start=TRAVEL)
    assert np.ptp(rest) < 1e-9
    assert law(rest[0]) == pytest.approx(0.0, abs=1e-6)
    assert -2e-4 < rest[0] < 0.0


def test_a_force_below_the_click_does_not_press_a_button_and_one_above_it_does(scene):
    """Where it comes to rest is a root of the law; above the peak of the force the only one is past the click."""
    peak = law(2.0e-3)
    below, above = settled(scene, peak - 0.1), settled(scene, peak + 0.1)
    assert np.all(below < 2.0e-3) and np.all(above > 4.3e-3)
    assert law(below) == pytest.approx(peak - 0.1, abs=1e-3)
    assert law(above) == pytest.approx(peak + 0.1, abs=1e-3)


def test_a_button_that_is_held_in_stays_in_until_the_force_falls_below_the_valley(scene):
    valley = law(4.3e-3)
    held = {"start": 6e-3, "before": 6.0}
    assert np.all(settled(scene, valley + 0.1, **held) > 4.3e-3)
    assert np.all(settled(scene, valley - 0.1, **held) < 2.0e-3)


def test_the_stop_holds_against_a_strong_push(scene):
    assert np.all(settled(scene, 60.0) < TRAVEL + 60.0 / STOP)


def test_buttons_stand_forty_millimetres_apart_in_two_rows_of_three(scene):
    data = mujoco.MjData(scene)
    mujoco.mj_kinematics(scene, data)
    places = np.array([data.body(button).xpos for button in BUTTONS])
    assert np.ptp(places[:, 0]) < 1e-12
    away = np.linalg.norm(places[:, None] - places[None], axis=2)
    assert away[away > 0].min() == pytest.approx(0.04, abs=1e-9)
    assert np.sum(np.isclose(away, 0.04)) == 2 * 7  # 4 neighbours in the rows, 3 above each other


def test_the_container_stands_still_and_comes_back_from_a_knock(scene):
    data = mujoco.MjData(scene)
    mujoco.mj_step(scene, data, 500)
    first = data.body("container").xpos.copy()
    mujoco.mj_step(scene, data, 5000)
    assert np.linalg.norm(data.body("container").xpos - first) < 1e-4  # in 10 s
    assert data.body("container").xpos[2] == pytest.approx(0.95 + 0.076, abs=5e-4)
    top = np.array([0.0, 0.4 * 0.07, 0.0])  # 0.4 N at the lid
    for _ in range(250):
        data.xfrc_applied[scene.body("container").id] = [0.4, 0, 0, *top]
        mujoco.mj_step(scene, data)
    data.xfrc_applied[:] = 0.0
    mujoco.mj_step(scene, data, 1000)
    upright = data.body("container").xmat.reshape(3, 3)[2, 2]
    assert upright > 0.9999


def test_the_container_can_be_held_by_a_hand():
    """66 mm across, half a kilogram; what is drawn is as large as what is touched."""
    model = load_world("laboratory").model
    body = model.body("container")
    assert body.mass[0] == pytest.approx(0.5)
    geoms = [g for g in range(model.ngeom) if model.geom_bodyid[g] == body.id]
    solid = [g for g in geoms if model.geom_contype[g] or model.geom_conaffinity[g]]
    jar = model.geom("container").id
    assert jar in solid and model.geom_size[jar][0] == pytest.approx(0.033)
    drawn = [g for g in geoms if g not in solid and model.geom_type[g] == mujoco.mjtGeom.mjGEOM_CYLINDER]
    assert max(model.geom_size[g][0] for g in drawn) - 0.033 < 1e-3


def test_nothing_touches_at_the_start_but_the_container_its_table():
    world = load_world("laboratory")
    model, data = world.model, mujoco.MjData(world.model)
    data.qpos[:] = world.start()
    mujoco.mj_forward(model, data)
    touching = {tuple(sorted(model.body(int(model.geom_bodyid[g])).name for g in pair)) for pair in data.contact.geom}
    assert touching <= {("container", "table")}
    assert model.opt.impratio == 100.0


def test_the_sensors_of_the_buttons_are_travels_and_forces():
    channels = load_world("laboratory").sensors(0.01).channels
    assert channels["travel"].labels == tuple(BUTTONS) and channels["travel"].unit == "m"
    assert all(channels[f"press{n}"].unit == "N" and channels[f"press{n}"].size == 1 for n in range(1, 7))
