"""Forces of springs, dampers and contacts: their laws, action and reaction, closed forms, the limit of stability."""

import math

import msgspec
import mujoco
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pult.core.document import Part, decode
from pult.equipment.elements.document import Element
from pult.equipment.elements.kinds.contact import Contact
from pult.equipment.elements.kinds.pair import Damper, Spring
from pult.equipment.elements.model import element_table
from pult.equipment.elements.table import REST, STIFFNESS, with_start_lengths
from pult.native.library import Compiled
from pult.sim.elements import apply_elements

native = Compiled(apply_elements, ", ".join(["float64[:, ::1]"] * 7 + ["float64[::1]"]))

TREE = """<mujoco><option gravity="0 0 -9.81" timestep="0.001"/>
  <worldbody>
    <site name="wall" pos="0.3 -0.2 0.5"/>
    <body name="first" pos="0.1 0 0.4">
      <joint type="ball"/><geom type="box" size=".05 .08 .03" pos=".03 .02 0" mass="0.7"/><site name="a" pos=".1 .05 .02"/>
      <body name="second" pos="0.2 0 0">
        <joint axis="0 1 0"/><joint type="slide" axis="1 0 0"/>
        <geom type="capsule" size=".02" fromto="0 0 0 .2 .1 0" mass="0.4"/><site name="b" pos=".15 .04 -.01"/>
      </body>
    </body>
    <body name="free" pos="0.3 0.1 0.5"><freejoint/>
      <geom type="ellipsoid" size=".05 .06 .09" pos="0 .01 .02" mass="1.3"/><site name="c" pos="-.03 .02 .04"/>
    </body>
  </worldbody></mujoco>"""
ELEMENTS = {
    "spring": Spring(from_site="a", to_site="c", stiffness=310.0, length=0.15, damping=7.0),
    "damper": Damper(from_site="c", to_site="wall", damping=11.0),
    "within": Spring(from_site="a", to_site="b", stiffness=90.0),
    "contact": Contact(
        from_site="b", to_site="c", radii=[0.4, 0.35], stiffness=6e3, damping=50.0, friction=0.3, slip_speed=0.1
    ),
    "touch": Contact(
        from_site="wall", to_site="a", radii=[0.2, 0.25], stiffness=900.0, damping=400.0, friction=0.8, slip_speed=2.0
    ),
}


def at_random(seed):
    """A model of two trees in a random state, with positions and velocities computed."""
    model = mujoco.MjModel.from_xml_string(TREE)
    data = mujoco.MjData(model)
    random = np.random.default_rng(seed)
    data.qpos[:] += random.normal(size=model.nq) * 0.1
    data.qvel[:] = random.normal(size=model.nv)
    mujoco.mj_normalizeQuat(model, data.qpos)
    mujoco.mj_forward(model, data)
    table, channels, faults = element_table(model, ELEMENTS)
    assert not faults
    rest = float(random.uniform(0.05, 0.3))
    table[2, REST] = rest
    return model, data, table, channels, rest


def forces(data, table, call=native):
    """Wrenches on the bodies and readings."""
    wrenches, readings = np.zeros_like(data.xfrc_applied), np.empty(3 * len(table))
    call(table, data.site_xpos, data.site_xmat, data.xipos, data.cvel, data.subtree_com, wrenches, readings)
    return wrenches, readings


def velocity_at(model, data, body, point):
    """Velocity of a body's material point, by MuJoCo's Jacobian."""
    jacobian = np.zeros((3, model.nv))
    mujoco.mj_jac(model, data, jacobian, None, point, body)
    return jacobian @ data.qvel


def by_hand(model, data, element, rest):
    """Force on the first body, where it acts on each body, and readings: written down once more, with Jacobians."""
    sites = [model.site(element.from_site), model.site(element.to_site)]
    bodies = [int(site.bodyid[0]) for site in sites]
    p_a, p_b = (data.site_xpos[site.id] for site in sites)
    length = np.linalg.norm(p_b - p_a)
    n = (p_b - p_a) / length
    if isinstance(element, Contact):
        depth = sum(element.radii) - length
        near_a, near_b = p_a + n * element.radii[0], p_b - n * element.radii[1]
        point = (near_a + near_b) / 2.0
        v = velocity_at(model, data, bodies[1], point) - velocity_at(model, data, bodies[0], point)
        normal = max(element.stiffness * depth - element.damping * (v @ n), 0.0) if depth > 0 else 0.0
        slide = v - n * (v @ n)
        size = np.linalg.norm(slide)
        direction = slide / size if size > element.slip_speed else slide / element.slip_speed
        friction = element.friction * normal * direction  # on a; -friction on b opposes b's motion
        return bodies, friction - normal * n, (point, point), (depth, normal, np.linalg.norm(friction))
    speed = (velocity_at(model, data, bodies[1], p_b) - velocity_at(model, data, bodies[0], p_a)) @ n
    spring = element.stiffness * (length - rest) if isinstance(element, Spring) else 0.0
    pull = spring + element.damping * speed
    return bodies, pull * n, (p_a, p_b), (length, speed, pull)


@given(st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_every_law_holds_to_rounding_in_random_states(seed):
    model, data, table, channels, rest = at_random(seed)
    found, readings = forces(data, table)
    wanted, reports = np.zeros_like(found), []
    for element in ELEMENTS.values():
        length = rest if element is ELEMENTS["within"] else getattr(element, "length", None)
        bodies, force, points, report = by_hand(model, data, element, length)
        for body, point, sign in zip(bodies, points, (1.0, -1.0), strict=True):
            wanted[body] += sign * np.concatenate([force, np.cross(point - data.xipos[body], force)])
        reports += report
    scale = 1.0 + np.abs(wanted).max()
    np.testing.assert_allclose(found, wanted, atol=1e-12 * scale, rtol=0)
    np.testing.assert_allclose(readings, reports, atol=1e-12 * scale, rtol=0)
    assert channels.size == len(readings)
    assert channels["contact.normal"].start == 10


@given(st.integers(0, 10**6))
@settings(max_examples=30, deadline=None)
def test_neither_force_nor_moment_comes_from_nowhere(seed):
    _, data, table, _, _ = at_random(seed)
    for row in table:
        wrenches, _ = forces(data, np.ascontiguousarray(row[None]))
        moment = wrenches[:, 3:] + np.cross(data.xipos, wrenches[:, :3])
        scale = 1.0 + np.abs(wrenches).max()
        np.testing.assert_array_equal(wrenches[:, :3].sum(axis=0), 0.0)  # the very same number, with both signs
        np.testing.assert_allclose(moment.sum(axis=0), 0.0, atol=1e-14 * scale)


@given(st.integers(0, 10**6))
@settings(max_examples=20, deadline=None)
def test_native_code_and_plain_python_agree_bit_for_bit(seed):
    _, data, table, _, _ = at_random(seed)
    for one, two in zip(forces(data, table), forces(data, table, apply_elements), strict=True):
        np.testing.assert_array_equal(one, two)


@given(st.integers(0, 10**6))
@settings(max_examples=20, deadline=None)
def test_dampers_and_friction_take_energy_and_never_give_any(seed):
    model, data, table, _, _ = at_random(seed)
    table[:, STIFFNESS] = 0.0  # no stiffness: what remains dissipates
    wrenches, _ = forces(data, table)
    power = 0.0
    for body in range(1, model.nbody):
        turn, move = np.zeros((3, model.nv)), np.zeros((3, model.nv))
        mujoco.mj_jac(model, data, move, turn, data.xipos[body], body)
        power += wrenches[body, :3] @ move @ data.qvel + wrenches[body, 3:] @ turn @ data.qvel
    assert power <= 1e-12


def test_ends_that_coincide_give_no_force():
    model = mujoco.MjModel.from_xml_string(
        '<mujoco><worldbody><site name="w"/><body><freejoint/><geom size=".1"/><site name="s"/></body></worldbody></mujoco>'
    )
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    table, _, _ = element_table(
        model,
        {
            "spring": Spring(from_site="w", to_site="s", stiffness=100.0, length=0.1, damping=1.0),
            "contact": Contact(from_site="w", to_site="s", radii=[0.1, 0.1], stiffness=100.0, friction=1.0),
        },
    )
    wrenches, readings = forces(data, table)
    np.testing.assert_array_equal(wrenches, 0.0)
    assert np.isfinite(readings).all()


# --- in motion ---

SLIDER = """<mujoco><option gravity="0 0 {gravity}" timestep="{h}" integrator="implicitfast"/>
  <worldbody><site name="w" pos="0 0 0"/>
    <body pos="0 0 {z}"><joint type="slide" axis="0 0 1"/><geom size=".01" mass="{m}"/><site name="s"/></body>
  </worldbody></mujoco>"""


def slider(element, h=0.001, m=1.0, z=0.5, gravity=0.0):
    model = mujoco.MjModel.from_xml_string(SLIDER.format(h=h, m=m, z=z, gravity=gravity))
    return model, *run_ready(model, element)


def run_ready(model, element):
    data = mujoco.MjData(model)
    mujoco.mj_step1(model, data)
    table, _, faults = element_table(model, {"e": element})
    assert not faults
    return data, with_start_lengths(table, data.site_xpos)


def step(model, data, table, readings):
    data.xfrc_applied[:] = 0.0
    native(table, data.site_xpos, data.site_xmat, data.xipos, data.cvel, data.subtree_com, data.xfrc_applied, readings)
    mujoco.mj_step2(model, data)
    mujoco.mj_step1(model, data)


def test_a_mass_on_a_spring_swings_at_the_closed_form_frequency_and_keeps_its_energy():
    c, m, h, amplitude = 400.0, 1.0, 0.001, 0.05
    model, data, table = slider(Spring(from_site="w", to_site="s", stiffness=c), h=h, m=m)
    data.qpos[0] = amplitude
    mujoco.mj_step1(model, data)
    readings, crossings, before, energies = np.empty(3), [], data.qpos[0], []
    for _ in range(5000):
        step(model, data, table, readings)
        if before < 0.0 <= data.qpos[0]:
            crossings.append(data.time - h * data.qpos[0] / (data.qpos[0] - before))
        before = data.qpos[0]
        x, v = data.qpos[0], data.qvel[0]
        energies.append((0.5 * m * v**2 + 0.5 * c * x**2, 0.5 * h * c * x * v))
    period = np.diff(crossings).mean()
    # semi-implicit Euler swings at w' with sin(w' h/2) = w h/2; crossings are interpolated to h (w h)^2
    wanted = math.pi * h / math.asin(math.sqrt(c / m) * h / 2.0)
    assert period == pytest.approx(wanted, rel=1e-6)
    assert period == pytest.approx(2.0 * math.pi / math.sqrt(c / m), rel=1e-4)  # (w h)^2/24 = 2e-5
    # it is symplectic: energy is off by h c x v/2, at most w h/2 = 1 %, and without that conserved to rounding
    energies = np.array(energies) / (0.5 * c * amplitude**2)
    assert np.abs(energies[:, 0] - 1.0).max() < 0.011
    np.testing.assert_allclose(energies[:, 0] - energies[:, 1], 1.0, rtol=1e-9)


def test_a_spring_of_open_length_is_at_rest_where_it_starts():
    model, data, table = slider(Spring(from_site="w", to_site="s", stiffness=1e4, damping=3.0), z=0.37)
    readings = np.empty(3)
    step(model, data, table, readings)
    np.testing.assert_array_equal(readings, [0.37, 0.0, 0.0])
    assert data.qpos[0] == 0.0


def test_a_damper_slows_a_mass_exponentially():
    k, m = 5.0, 1.0
    errors = []
    for h in (0.002, 0.001):
        model, data, table = slider(Damper(from_site="w", to_site="s", damping=k), h=h, m=m)
        data.qvel[0] = 0.2
        mujoco.mj_step1(model, data)
        for _ in range(round(0.4 / h)):
            step(model, data, table, np.empty(3))
        errors.append(data.qvel[0] / (0.2 * math.exp(-k / m * 0.4)) - 1.0)
    # explicit Euler: relative error -h k^2 t/(2 m^2) = -0.5 % at h = 1 ms; half the step, half the error
    assert abs(errors[1]) < 0.006
    assert errors[0] / errors[1] == pytest.approx(2.0, rel=0.05)


def test_a_ball_rests_on_a_sphere_where_the_normal_force_is_its_weight():
    c, k, m, g = 6e3, 50.0, 1.0, 9.81
    contact = Contact(from_site="w", to_site="s", radii=[0.12, 0.03], stiffness=c, damping=k)
    model, data, table = slider(contact, m=m, z=0.16, gravity=-g)
    readings = np.empty(3)
    for _ in range(3000):
        step(model, data, table, readings)
    depth, normal, friction = readings
    assert normal == pytest.approx(m * g, rel=1e-9)
    assert depth == pytest.approx(m * g / c, rel=1e-9)
    assert friction == 0.0


def test_a_contact_never_pulls_even_while_the_spheres_part_fast():
    contact = Contact(from_site="w", to_site="s", radii=[0.12, 0.03], stiffness=6e3, damping=500.0)
    model, data, table = slider(contact, z=0.149)
    data.qvel[0] = 1.0  # c z - k z' = 6 - 500 N
    mujoco.mj_step1(model, data)
    readings = np.empty(3)
    step(model, data, table, readings)
    assert readings[0] == pytest.approx(0.001)
    assert readings[1] == 0.0
    assert data.qvel[0] == 1.0


def test_a_sliding_block_is_slowed_by_friction_times_normal_force_and_creeps_to_rest():
    f, c, m, g, h = 0.3, 1e5, 1.0, 9.81, 0.001
    model = mujoco.MjModel.from_xml_string(
        f"""<mujoco><option gravity="0 0 -{g}" timestep="{h}" integrator="implicitfast"/><worldbody>
        <site name="w" pos="0 0 -1000"/><body><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/>
        <geom size=".01" mass="{m}"/><site name="s" pos="0 0 .1"/></body></worldbody></mujoco>"""
    )
    contact = Contact(
        from_site="w", to_site="s", radii=[1000.0, 0.1], stiffness=c, damping=300.0, friction=f, slip_speed=0.05
    )
    data, table = run_ready(model, contact)
    data.qpos[1], data.qvel[0] = -m * g / c, 1.0
    mujoco.mj_step1(model, data)
    speeds = []
    for _ in range(600):
        step(model, data, table, np.empty(3))
        speeds.append(data.qvel[0])
    # the ground is a sphere of 1 km: over 0.17 m its slope is below 2e-4
    slowing = (speeds[0] - speeds[200]) / (200 * h)
    assert slowing == pytest.approx(f * g, rel=1e-3)
    # below v_f: v' = -f g v/v_f, time constant v_f/(f g) = 17 ms; explicit Euler errs by h/(2 * 17 ms) per time constant
    start = next(i for i, v in enumerate(speeds) if v < 0.05)
    decay = math.log(speeds[start] / speeds[start + 40]) / (40 * h)
    assert decay == pytest.approx(f * g / 0.05, rel=0.035)


def test_friction_of_a_spinning_sphere_drives_it_along():
    """A ball that spins but does not move is pushed at the contact: force f N, moment f N times its radius."""
    f, r, spin = 0.4, 0.1, 5.0
    model = mujoco.MjModel.from_xml_string(
        """<mujoco><worldbody><site name="w" pos="0 0 -1"/><body><freejoint/><geom size=".1" mass="1"/><site name="s"/>
        </body></worldbody></mujoco>"""
    )
    contact = Contact(from_site="w", to_site="s", radii=[0.901, r], stiffness=1e4, friction=f, slip_speed=0.01)
    data, table = run_ready(model, contact)
    data.qvel[4] = spin  # about y: the lowest point moves along -x, friction pushes along +x
    mujoco.mj_step1(model, data)
    wrenches, readings = forces(data, table)
    normal = 10.0
    assert readings[1:] == pytest.approx([normal, f * normal], rel=1e-9)
    # the contact point is in the middle of the overlap of 1 mm
    np.testing.assert_allclose(
        wrenches[1], [f * normal, 0, normal, 0, -f * normal * (r - 0.0005), 0], rtol=1e-9, atol=1e-9
    )


@pytest.mark.parametrize(("c", "k", "m"), [(6e3, 50.0, 1.0), (1e6, 1e3, 1.0), (2e4, 0.5, 0.3), (500.0, 200.0, 2.0)])
def test_the_limit_of_stability_is_the_one_stated(c, k, m):
    """h^2 c/m + 2 h k/m = 4: found by bisection in simulations, within 5 %."""

    def stays(h):
        spring = Spring(from_site="w", to_site="s", stiffness=c, damping=k)
        model, data, table = slider(spring, h=h, m=m, z=0.5)
        data.qpos[0] = 1e-6
        mujoco.mj_step1(model, data)
        for _ in range(400):
            step(model, data, table, np.empty(3))
            if abs(data.qpos[0]) > 1e-3:
                return False
        return abs(data.qpos[0]) < 1e-5

    stated = (-2.0 * k / m + math.sqrt((2.0 * k / m) ** 2 + 16.0 * c / m)) / (2.0 * c / m)
    low, high = 0.5 * stated, 1.5 * stated
    assert stays(low)
    assert not stays(high)
    for _ in range(8):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if stays(middle) else (low, middle)
    assert low == pytest.approx(stated, rel=0.05)


# --- documents ---


def test_all_faults_of_elements_come_at_once_with_their_places():
    model = mujoco.MjModel.from_xml_string(TREE)
    _, _, faults = element_table(
        model,
        {
            "one": Spring(from_site="aa", to_site="wall", stiffness=-1.0),
            "two": Contact(from_site="a", to_site="a", radii=[0.0, 0.0], stiffness=1.0, slip_speed=0.0),
            "3": Damper(from_site="b", to_site="", damping=math.nan),
        },
        "elements",
    )
    assert [(fault.place, fault.code) for fault in faults] == [
        ("elements.one.stiffness", "out-of-range"),
        ("elements.one.from", "unknown-site"),
        ("elements.two.slip_speed", "out-of-range"),
        ("elements.two.radii", "out-of-range"),
        ("elements.two.to", "conflict"),
        ("elements.3", "bad-name"),
        ("elements.3.damping", "out-of-range"),
        ("elements.3.to", "unknown-site"),
    ]
    assert "Did you mean 'a'?" in faults[1].message


def test_documents_of_elements_are_told_apart_by_their_type():
    found, faults = decode(
        Elements,
        {
            "all": {
                "s": {"type": "spring", "from": "a", "to": "b", "stiffness": 5.0},
                "d": {"type": "damper", "from": "a", "to": "b", "damping": 2.0},
                "c": {"type": "contact", "from": "a", "to": "b", "radii": [0.1, 0.2], "stiffness": 3.0},
            }
        },
    )
    assert not faults
    assert [type(element) for element in found.all.values()] == [Spring, Damper, Contact]
    assert found.all["s"].from_site == "a"
    assert msgspec.to_builtins(found.all["s"]) == {"type": "spring", "from": "a", "to": "b", "stiffness": 5.0}
    _, faults = decode(Elements, {"all": {"s": {"type": "spring", "from": "a", "stifness": 5.0}}})
    assert {fault.code for fault in faults} == {"unknown-key", "missing-key"}


class Elements(Part, frozen=True):
    all: dict[str, Element]
