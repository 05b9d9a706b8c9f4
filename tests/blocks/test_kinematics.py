"""Kinematics in schemes: blocks that name a chain, and the robot they are bound to."""

import numpy as np
import pytest

import pult
from pult.geometry.rotation import matrix_from_quaternion, quaternion_from_matrix, rotation_angle
from pult.scheme.compile import UnboundScheme, bind_scheme
from pult.testing import check_block, simulate_block

COPYING = {"kinematics.arm_from_points", "kinematics.body_from_points"}  # tests/motion/copying has these
WRIST = {"kinematics.wrist_hold", "kinematics.relax"}  # test_wrist_hold.py has these
SURFACE = {"kinematics.surface_path"}  # test_surface_path.py has it
TUNNEL = {"kinematics.head_path", "kinematics.tunnel_clearance", "kinematics.tunnel_path"}  # test_tunnel_path.py has these
APART = COPYING | WRIST | SURFACE | TUNNEL
BLOCKS = sorted(name for name in pult.blocks() if name.startswith("kinematics.") and name not in APART)


@pytest.fixture(scope="module")
def panda():
    return pult.load_robot("panda")


@pytest.fixture(scope="module")
def two_link():
    return pult.load_robot("two-link")


def arm_of(robot):
    chain = robot.chain("arm")
    return chain, {"chain": "arm", "joints": chain.n}


def document(block, ports, outputs, joints, **parameters):
    """A scheme of one block, its inputs and outputs outside."""
    return {
        "format": "pult.scheme",
        "version": 1,
        "inputs": {name: {"unit": unit, "shape": shape} for name, (unit, shape) in ports.items()},
        "outputs": {name: {"unit": unit, "shape": shape, "kind": kind} for name, (unit, shape, kind) in outputs.items()},
        "blocks": [{"id": "b", "type": block, "parameters": {"chain": "arm", "joints": joints, **parameters}}],
        "wires": [{"from": n, "to": f"b.{n}"} for n in ports] + [{"from": f"b.{n}", "to": n} for n in outputs],
    }


DESCENT = ({"q": ("rad", [2]), "point": ("m", [3])}, {"angles": ("rad", [2], "number"), "residual": ("m", [], "number")})


@pytest.mark.parametrize("name", BLOCKS)
def test_a_block_is_pure_documented_and_the_same_natively_as_plainly(name, two_link):
    check_block(name, {"chain": "arm", "joints": 2}, robot=two_link, steps=30)


def test_the_sensors_are_forward_kinematics(panda):
    chain, names = arm_of(panda)
    qs = chain.random(3, 20)
    position = simulate_block("kinematics.position", {"q": qs}, names, robot=panda)["y"]
    pose = simulate_block("kinematics.pose", {"q": qs}, names, robot=panda)
    jacobian = simulate_block("kinematics.jacobian", {"q": qs}, names, robot=panda)["y"]
    manipulability = simulate_block("kinematics.manipulability", {"q": qs}, names, robot=panda)["y"]
    distance = simulate_block("kinematics.limit_distance", {"q": qs}, names, robot=panda)["y"]
    for k, q in enumerate(qs):
        T = chain.forward(q)
        assert np.array_equal(position[k], T[:3, 3])
        assert np.array_equal(pose["position"][k], T[:3, 3])
        assert pose["quaternion"][k] == pytest.approx(quaternion_from_matrix(T[:3, :3]), abs=1e-14)
        assert np.array_equal(jacobian[k], chain.jacobian(q))
        assert manipulability[k] == chain.manipulability(q, "position")
        assert distance[k] == chain.limit_distances(q).min()


def test_the_twist_is_the_derivative_of_the_pose(panda):
    chain, names = arm_of(panda)
    generator = np.random.default_rng(5)
    q, rates, h = chain.random(generator), generator.normal(size=7), 1e-6
    found = simulate_block("kinematics.twist", {"q": q, "rates": rates}, names, robot=panda, steps=1)
    after, before = chain.forward(q + h * rates), chain.forward(q - h * rates)
    skew = (after[:3, :3] - before[:3, :3]) @ chain.forward(q)[:3, :3].T / (2 * h)
    assert found["velocity"][0] == pytest.approx((after[:3, 3] - before[:3, 3]) / (2 * h), abs=1e-8)  # h^2 and 1e-16/h
    assert found["angular_velocity"][0] == pytest.approx([skew[2, 1], skew[0, 2], skew[1, 0]], abs=1e-8)


def test_the_descent_block_is_the_function(panda):
    chain, names = arm_of(panda)
    generator = np.random.default_rng(7)
    for _ in range(5):
        q, point = chain.random(generator), chain.forward(chain.random(generator))[:3, 3]
        found = simulate_block("kinematics.descent", {"q": q, "point": point}, names, robot=panda, steps=1)
        same = pult.coordinate_descent(chain, q, point, max_iterations=500)
        assert np.array_equal(found["angles"][0], same.q)
        assert found["reached"][0] == same.reached
        assert found["residual"][0] == same.residual


def test_inverse_blocks_reach_near_targets_without_leaving_the_posture(panda):
    chain, names = arm_of(panda)
    generator = np.random.default_rng(11)
    for _ in range(10):
        q = chain.centre + 0.5 * (chain.random(generator) - chain.centre)
        target = chain.forward(q + generator.uniform(-0.05, 0.05, 7))
        point = simulate_block("kinematics.ik_point", {"q": q, "point": target[:3, 3]}, names, robot=panda, steps=1)
        wanted = {"q": q, "position": target[:3, 3], "quaternion": 3.0 * quaternion_from_matrix(target[:3, :3])}
        pose = simulate_block("kinematics.ik_pose", wanted, names, robot=panda, steps=1)
        assert point["reached"][0] and pose["reached"][0]
        at = chain.forward(pose["angles"][0])
        assert np.linalg.norm(chain.forward(point["angles"][0])[:3, 3] - target[:3, 3]) <= 1e-4
        assert np.linalg.norm(at[:3, 3] - target[:3, 3]) <= 1e-4
        assert rotation_angle(at[:3, :3], target[:3, :3]) <= 1e-3
        assert np.abs(pose["angles"][0] - q).max() < 0.5


def test_a_point_out_of_reach_gives_the_closest_and_says_so(two_link):
    _, names = arm_of(two_link)
    for block in ("kinematics.descent", "kinematics.ik_point"):
        inputs = {"q": np.array([0.3, 0.4]), "point": np.array([0.6, 0.8, 0.0])}
        found = simulate_block(block, inputs, names, robot=two_link, steps=1)
        assert not found["reached"][0]
        assert found["residual"][0] == pytest.approx(1.0 - 0.7, abs=1e-6)  # the arm is 0.7 m long
        assert found["angles"][0] == pytest.approx([np.arctan2(0.8, 0.6), 0.0], abs=2e-3)


def test_solve_reaches_a_pose_that_needs_another_posture(panda):
    chain, names = arm_of(panda)
    generator = np.random.default_rng(13)
    for _ in range(3):
        target, q = chain.forward(chain.random(generator)), chain.random(generator)
        wanted = {"q": q, "position": target[:3, 3], "quaternion": quaternion_from_matrix(target[:3, :3])}
        found = simulate_block("kinematics.solve", wanted, {**names, "starts": 100}, robot=panda, steps=1)
        assert found["reached"][0]
        at = chain.forward(found["angles"][0])
        assert np.linalg.norm(at[:3, 3] - target[:3, 3]) <= 1e-4
        assert rotation_angle(at[:3, :3], matrix_from_quaternion(wanted["quaternion"])) <= 1e-3


# --- rate control ---


def rate(robot, q, velocity, **parameters):
    _, names = arm_of(robot)
    inputs = {"q": np.asarray(q), "velocity": np.asarray(velocity)}
    found = simulate_block("kinematics.rate", inputs, {**names, **parameters}, robot=robot, steps=1)
    return found["rates"][0], float(found["share"][0])


def test_rates_of_a_two_link_arm_are_those_of_the_inverse_jacobian(two_link):
    q, velocity = np.array([0.6, -1.2]), np.array([0.1, -0.05, 0.0])
    chain = two_link.chain("arm")
    exact = np.linalg.solve(chain.jacobian(q)[:2], velocity[:2])
    rates, share = rate(two_link, q, velocity, control="position")
    assert rates == pytest.approx(exact, rel=1e-6)  # the least damping, 1e-10, against singular values of about 0.1
    assert share == pytest.approx(1.0, abs=1e-5)


def test_too_fast_a_request_keeps_its_direction(two_link):
    q, velocity = np.array([0.6, -1.2]), np.array([5.0, -2.5, 0.0])
    rates, share = rate(two_link, q, velocity, control="position", most=1.0)
    moved = two_link.chain("arm").jacobian(q)[:3] @ rates
    assert np.abs(rates).max() == pytest.approx(1.0, abs=1e-12)
    assert moved == pytest.approx(share * velocity, abs=1e-5)
    assert 0.0 < share < 1.0


def test_rates_stay_moderate_where_the_arm_is_stretched(two_link):
    """Straight, the arm cannot go outwards; undamped rates would be infinite next to it."""
    for bend in (0.0, 1e-6, 1e-3, 1e-2):
        rates, share = rate(two_link, [0.3, bend], [0.1, 0.0, 0.0], control="position", most=1e6)
        assert np.abs(rates).max() < 10.0
        assert 0.0 <= share <= 1.0


def test_a_joint_slows_down_and_stops_at_its_limit(two_link):
    chain = two_link.chain("arm")
    q, nearest = np.array([0.0, 2.5]), 1.0
    inwards = -0.2 * chain.forward(q)[:3, 3] / np.linalg.norm(chain.forward(q)[:3, 3])
    for _ in range(100):
        rates, _ = rate(two_link, q, inwards, control="position")
        q = q + 0.01 * rates
        assert (q <= chain.upper).all()
        assert (q >= chain.lower).all()
        nearest = min(nearest, chain.upper[1] - q[1])
    assert 0.0 <= nearest < 0.02


def test_rate_control_draws_a_straight_line(panda):
    """Integrated over a second, a constant velocity carries the hand along a line, its orientation kept."""
    chain = panda.chain("arm")
    q = panda.home("arm")
    begin, velocity = chain.forward(q), np.array([0.1, 0.05, -0.05])
    ports = {"q": ("rad", [7]), "velocity": ("m/s", [3])}
    program = pult.compile_scheme(
        document("kinematics.rate", ports, {"rates": ("rad/s", [7], "number")}, 7), plain=True, robot=panda
    )
    for _ in range(100):
        q = q + 0.01 * program.step({"q": q, "velocity": velocity})["rates"]
    end = chain.forward(q)
    # Euler's rule: the error is of the order of dt times the path
    assert end[:3, 3] - begin[:3, 3] == pytest.approx(velocity, abs=1e-3)
    assert rotation_angle(begin[:3, :3], end[:3, :3]) < 2e-3


# --- binding ---


def test_a_scheme_that_names_a_chain_is_checked_without_a_robot_but_not_compiled():
    scheme = pult.load_scheme(document("kinematics.descent", *DESCENT, 2))
    assert scheme.robot_references() == {"b.chain": "chain 'arm'"}
    with pytest.raises(UnboundScheme) as error:
        pult.compile_scheme(scheme)
    assert str(error.value) == (
        "scheme: it refers to components of a robot: b.chain (chain 'arm'). Give it one: robot=... or --robot."
    )


def test_unknown_chains_and_wrong_numbers_of_joints_are_refused(two_link):
    wrong = document("kinematics.descent", *DESCENT, 2, chain="amr")
    _, faults = pult.check_scheme(wrong, two_link)
    assert [str(f) for f in faults] == [
        "blocks[0].parameters: block 'b': unknown chain 'amr'. Did you mean 'arm'? Allowed: 'arm'."
    ]
    ports, outputs = ({"q": ("rad", [3]), "point": ("m", [3])}, {"angles": ("rad", [3], "number")})
    _, faults = pult.check_scheme(document("kinematics.descent", ports, outputs, 3), two_link)
    assert [str(f) for f in faults] == [
        "blocks[0].parameters: block 'b': the chain has 2 coordinates (shoulder, elbow), but 'joints' is 3."
    ]


def test_the_same_native_code_serves_every_robot_with_as_many_joints(two_link):
    plan = document("kinematics.position", {"q": ("rad", [2])}, {"y": ("m", [3], "number")}, 2)
    other = pult.load_robot(
        {
            "format": "pult.robot",
            "version": 1,
            "name": "longer",
            "chains": {
                "arm": {"table": {"convention": "standard", "rows": [{"a": 1.0, "alpha": 0.0}, {"a": 2.0, "alpha": 0.0}]}}
            },
        }
    )
    one, two = (pult.compile_scheme(plan, robot=robot) for robot in (two_link, other))
    assert one.key == two.key
    q = np.array([0.3, 0.5])
    assert one.step({"q": q})["y"] == pytest.approx(two_link.chain("arm").forward(q)[:3, 3], abs=1e-15)
    assert two.step({"q": q})["y"] == pytest.approx(other.chain("arm").forward(q)[:3, 3], abs=1e-15)
    again = pult.compile_scheme(bind_scheme(pult.load_scheme(plan), two_link), plain=True, robot=other)
    assert again.step({"q": q})["y"] == pytest.approx(other.chain("arm").forward(q)[:3, 3], abs=1e-15)


def test_tolerances_are_tuned_while_running_and_the_chain_is_not(two_link):
    program = pult.compile_scheme(document("kinematics.descent", *DESCENT, 2), plain=True, robot=two_link)
    inputs = {"q": np.array([0.1, 0.2]), "point": np.array([0.3, 0.4, 0.0])}
    program.set("b.eps2", 0.05)
    coarse = program.step(inputs)["residual"]
    program.set("b.eps2", 1e-9)
    fine = program.step(inputs)["residual"]
    assert 1e-4 < coarse < 0.05
    assert fine < 1e-6  # turns below eps1, 1e-6 rad, are not made
    with pytest.raises(pult.ValueRefused, match="changes the compiled program"):
        program.set("b.chain", "other")


def test_the_scheme_of_paper_000_moves_the_hand_with_the_joystick(two_link):
    """With drives that follow voltage, held deflection moves the hand its way; out of reach the lamp lights."""
    chain = two_link.chain("arm")
    program = pult.compile_scheme(pult.shipped_scheme("semi-automatic"), robot=two_link)
    q = two_link.home("arm")
    begin = chain.forward(q)[:3, 3]
    for _ in range(60):
        found = program.step({"joystick": np.array([0.0, 0.03, 0.0]), "angles": q})
        assert not found["out_of_reach"]
        q = q + 0.01 * 2.0 * found["voltage"]  # a drive of 2 rad/s at full voltage, without inertia
    moved = chain.forward(q)[:3, 3] - begin
    assert moved[1] > 0.1
    assert abs(moved[0]) < 0.1 * moved[1]  # two joints with equal gains: nearly, not quite, a straight line
    assert program.step({"joystick": np.array([5.0, 0.0, 0.0]), "angles": q})["out_of_reach"]
