"""The contact of a sphere with a smooth surface: its law, and its kinship with that of two spheres."""

import mujoco
import numpy as np
import pytest

from pult.equipment.elements.kinds.contact import Cone, Contact, SurfaceContact
from pult.equipment.elements.model import change_faults, element_table
from pult.equipment.elements.table import changed_table
from pult.equipment.surface import Surface, cone_table
from pult.native.library import Compiled
from pult.sim.elements import apply_elements

native = Compiled(apply_elements, ", ".join(["float64[:, ::1]"] * 7 + ["float64[::1]"]))
MODEL = """<mujoco><worldbody>
  <body pos="0 0 0.2"><freejoint/><geom size="0.05" mass="1.3"/><site name="tool" pos="0.02 0.01 -0.03"/></body>
  <body><freejoint/><geom size="0.1" mass="5"/><site name="back" pos="0.03 0 0.01" euler="20 30 40"/></body>
</worldbody></mujoco>"""
CONES = [
    Cone(begin=[0.0, -0.2, 0.0], end=[0.05, 0.1, 0.02], radii=[0.1, 0.08]),
    Cone(begin=[0.05, 0.1, 0.02], end=[0.1, 0.3, 0.0], radii=[0.08, 0.09]),
]
SKIN = SurfaceContact(
    from_site="tool", to_site="back", radius=0.08, cones=CONES, stiffness=900.0, blend=0.02, damping=30.0, friction=0.4,
    slip_speed=0.3,
)  # fmt: skip


def at_random(seed):
    model = mujoco.MjModel.from_xml_string(MODEL)
    data = mujoco.MjData(model)
    random = np.random.default_rng(seed)
    data.qpos[:] += random.normal(size=model.nq) * 0.05
    data.qvel[:] = random.normal(size=model.nv)
    mujoco.mj_normalizeQuat(model, data.qpos)
    mujoco.mj_forward(model, data)
    return model, data


def forces(data, table, elements=1, call=native):
    wrenches, readings = np.zeros_like(data.xfrc_applied), np.full(3 * elements, np.nan)
    call(table, data.site_xpos, data.site_xmat, data.xipos, data.cvel, data.subtree_com, wrenches, readings)
    return wrenches, readings


def velocity(model, data, body, point):
    jacobian = np.zeros((3, model.nv))
    mujoco.mj_jac(model, data, jacobian, None, point, body)
    return jacobian @ data.qvel


def test_the_law_holds_to_nine_digits():
    """N = c z + k z', never below 0, along the gradient; friction by the speed along the surface."""
    pressed = 0
    for seed in range(60):
        model, data = at_random(seed)
        table, _, faults = element_table(model, {"skin": SKIN})
        assert not faults
        wrenches, (depth, normal, friction) = forces(data, table)
        site, back = data.site("tool").xpos, data.site("back")
        body = Surface(
            cone_table([(c.begin, c.end, c.radii) for c in CONES]), SKIN.blend, back.xpos, back.xmat.reshape(3, 3)
        )
        d, slope = body._measure(site)
        steep = float(np.linalg.norm(slope))
        n, z = slope / steep, SKIN.radius - d
        point = site - n * (SKIN.radius - z / 2)
        v = velocity(model, data, 1, point) - velocity(model, data, 2, point)
        wanted = max(0.0, SKIN.stiffness * z - SKIN.damping * steep * float(v @ n)) if z > 0.0 else 0.0
        along = v - (v @ n) * n
        rub = SKIN.friction * wanted * along / max(np.linalg.norm(along), SKIN.slip_speed)
        assert depth == pytest.approx(z, abs=1e-12)
        assert normal == pytest.approx(wanted, rel=1e-9, abs=1e-9)
        assert friction == pytest.approx(np.linalg.norm(rub), rel=1e-9, abs=1e-9)
        np.testing.assert_allclose(wrenches[1, :3], wanted * n - rub, atol=1e-9)
        np.testing.assert_allclose(wrenches[2, :3], -wrenches[1, :3], atol=1e-12)
        moment = wrenches[:, 3:] + np.cross(data.xipos, wrenches[:, :3])
        np.testing.assert_allclose(moment.sum(axis=0), 0.0, atol=1e-9)
        pressed += wanted > 0.0
    assert pressed > 10


def test_its_rate_is_that_of_differences():
    model, data = at_random(3)
    table, _, _ = element_table(model, {"skin": SKIN})
    depths = []
    for h in (-1e-6, 1e-6):
        other = mujoco.MjData(model)
        other.qpos[:] = data.qpos
        mujoco.mj_integratePos(model, other.qpos, data.qvel, h)
        mujoco.mj_forward(model, other)
        depths.append(forces(other, table)[1][0])
    rate = (depths[1] - depths[0]) / 2e-6
    _, (depth, normal, _) = forces(data, table)
    wanted = max(0.0, SKIN.stiffness * depth + SKIN.damping * rate) if depth > 0.0 else 0.0
    assert normal == pytest.approx(wanted, abs=1e-4)


def test_a_surface_of_one_point_is_the_contact_of_two_spheres():
    one = [Cone(begin=[0.0, 0.0, 0.0], end=[0.0, 0.0, 0.0], radii=[0.12, 0.12])]
    laws = {"stiffness": 900.0, "damping": 30.0, "friction": 0.4, "slip_speed": 0.3}
    for seed in range(20):
        model, data = at_random(seed)
        surface, _, _ = element_table(
            model, {"s": SurfaceContact(from_site="tool", to_site="back", radius=0.08, cones=one, **laws)}
        )
        spheres, _, _ = element_table(
            model, {"s": Contact(from_site="tool", to_site="back", radii=[0.08, 0.12], **laws)}
        )
        for a, b in zip(forces(data, surface), forces(data, spheres), strict=True):
            np.testing.assert_allclose(a, b, atol=1e-10)


def test_plain_and_native_give_the_same_bits_and_readings_stay_in_order():
    model, data = at_random(5)
    other = Contact(from_site="tool", to_site="back", radii=[0.08, 0.2], stiffness=10.0)
    table, channels, _ = element_table(model, {"skin": SKIN, "ball": other})
    assert table.shape == (4, 14)
    assert channels.find("ball.normal").start == 4
    for a, b in zip(forces(data, table, 2), forces(data, table, 2, apply_elements), strict=True):
        np.testing.assert_array_equal(a, b)


def test_a_start_may_change_numbers_of_elements():
    model, _ = at_random(5)
    elements = {"skin": SKIN, "ball": Contact(from_site="tool", to_site="back", radii=[0.08, 0.2], stiffness=10.0)}
    table, _, _ = element_table(model, elements)
    found = changed_table(table, list(elements), {"ball": {"stiffness": 20.0, "friction": 0.5}})
    assert found[3, 7] == 20.0 and table[3, 7] == 10.0
    assert (np.delete(found, 3, axis=0) == np.delete(table, 3, axis=0)).all()
    faults = change_faults(elements, {"skni": {}, "skin": {"length": 1.0, "stiffness": -1.0}}, "start.elements")
    assert [fault.place for fault in faults] == [
        "start.elements.skni", "start.elements.skin.length", "start.elements.skin.stiffness",
    ]  # fmt: skip
    assert "skin" in faults[0].message and "stiffness" in faults[1].message


def test_wrong_cones_are_refused():
    model, _ = at_random(0)
    bad = [Cone(begin=[0.0, 0.0], end=[0.0, 0.0, float("nan")], radii=[-1.0, 0.1])]
    skin = SurfaceContact(from_site="tool", to_site="back", radius=0.1, cones=bad, stiffness=1.0)
    places = [fault.place for fault in element_table(model, {"s": skin})[2]]
    assert places == ["elements.s.cones[0].begin", "elements.s.cones[0].end", "elements.s.cones[0].radii[0]"]
    empty = SurfaceContact(from_site="tool", to_site="back", radius=0.1, cones=[], stiffness=1.0)
    assert [fault.place for fault in element_table(model, {"s": empty})[2]] == ["elements.s.cones"]
