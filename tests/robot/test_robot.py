"""Robot documents: what is shipped is right, and what is wrong is said all at once."""

import json
import math
from importlib.metadata import files
from pathlib import Path

import numpy as np
import pytest

import pult
from pult.core.shipped import shipped

GOOD = {
    "format": "pult.robot",
    "version": 1,
    "name": "r",
    "chains": {
        "arm": {"table": {"convention": "standard", "rows": [{"a": 1.0, "alpha": 0.0, "lower": -1.0, "upper": 1.0}]}}
    },
}


def faults(**changes):
    robot, found = pult.check_robot({**GOOD, **changes})
    assert robot is None
    return [str(fault) for fault in found]


@pytest.mark.parametrize("name", shipped("robot"))
def test_a_shipped_robot_is_right_says_where_it_is_from_and_has_a_home_inside_its_limits(name):
    robot = pult.load_robot(name)
    assert robot.document.description
    assert robot.document.source
    for chain_name, chain in robot.chains.items():
        home = robot.home(chain_name)
        assert (chain.limit_distances(home) >= 0.0).all()
        # home is no singular pose: a plane arm moves its effector in a plane, and nothing else
        sizes = np.linalg.svd(chain.jacobian(home)[:3], compute_uv=False)
        directions = max(np.linalg.matrix_rank(chain.jacobian(q)[:3], tol=1e-6) for q in chain.random(0, 5))
        assert sizes[directions - 1] > 1e-3 * sizes[0]


def test_the_shipped_panda_is_the_one_of_the_urdf():
    file = next(f for f in files("example-robot-data") if str(f).endswith("panda_description/urdf/panda.urdf"))
    ours = pult.load_robot("panda").chain("arm")
    theirs = pult.Chain.from_urdf(file.locate(), effector="panda_hand_tcp")
    for q in ours.random(1, 20):
        assert ours.forward(q) == pytest.approx(theirs.forward(q), abs=1e-12)


def test_the_shipped_ur5_is_the_one_of_the_urdf_up_to_its_first_and_last_frame():
    """The makers' table and the URDF place the first and last frames differently: T_table = A T_urdf B, A and B fixed."""
    file = next(f for f in files("example-robot-data") if str(f).endswith("ur5_robot.urdf"))
    ours = pult.load_robot("ur5").chain("arm")
    theirs = pult.Chain.from_urdf(file.locate(), effector="wrist_3_link", base="base_link")
    distances = []
    for q in ours.random(2, 20):
        one, two = ours.forward(q), theirs.forward(q)
        distances.append((np.linalg.norm(one[:3, 3]), np.linalg.norm(two[:3, 3]), one[2, 3] - two[2, 3]))
    # the height of the flange and its distance from the axis do not depend on the choice of frames beyond the last
    # offset along the flange's axis; the table's last frame lies 0.0823 m out, the link's frame at the joint
    shifted = [np.linalg.norm(theirs.forward(q)[:3, 3] - ours.forward(q)[:3, 3]) for q in ours.random(2, 3)]
    assert len(shifted) == 3
    A = _fit(ours, theirs)
    assert A < 1e-3  # the URDF rounds its lengths to a tenth of a millimetre


def _fit(ours, theirs):
    """Largest misfit of positions after the best fixed motions on both sides, by alternating least squares."""
    from scipy.optimize import least_squares
    from scipy.spatial.transform import Rotation

    qs = ours.random(3, 12)
    pairs = [(ours.forward(q), theirs.forward(q)) for q in qs]

    def misfit(x):
        R = Rotation.from_rotvec(x[:3]).as_matrix()
        return np.concatenate([a[:3, 3] - (R @ (b[:3, :3] @ x[6:9] + b[:3, 3]) + x[3:6]) for a, b in pairs])

    best = min((least_squares(misfit, start) for start in ([0] * 9, [0, 0, math.pi] + [0] * 6)), key=lambda r: r.cost)
    return np.abs(best.fun).max()


def test_the_zero_pose_of_the_puma_560_is_the_published_one():
    arm = pult.load_robot("puma560").chain("arm")
    assert arm.forward(np.zeros(6))[:3, 3] == pytest.approx([0.4318 + 0.0203, -0.15005, 0.4318], abs=1e-12)


def test_the_human_arm_hangs_down_and_bends_forwards():
    arm = pult.load_robot("human-arm").chain("arm")
    q = dict.fromkeys(arm.names, 0.0)
    down = arm.forward(list(q.values()))[:3, 3]
    assert down == pytest.approx([0.0, 0.0, -(0.3255 + 0.2555 + 0.0945)], abs=1e-12)
    bent = arm.forward(list({**q, "elbow": math.pi / 2}.values()))[:3, 3]
    assert bent == pytest.approx([0.2555 + 0.0945, 0.0, -0.3255], abs=1e-12)
    raised = arm.forward(list({**q, "shoulder_flexion": math.pi / 2}.values()))[:3, 3]
    assert raised == pytest.approx([0.6755, 0.0, 0.0], abs=1e-12)
    sideways = arm.forward(list({**q, "shoulder_abduction": math.pi / 2}.values()))[:3, 3]
    assert sideways == pytest.approx([0.0, -0.6755, 0.0], abs=1e-12)  # a right arm: y is to the left


def test_a_model_next_to_the_document_is_found_and_its_chains_move_together(tmp_path):
    (tmp_path / "r.xml").write_text(
        '<mujoco><worldbody><body name="waist"><joint name="turn" axis="0 0 1"/><geom size="0.1"/>'
        '<body name="left" pos="0 1 0"><joint name="l" axis="1 0 0"/><geom size="0.1"/><site name="lh" pos="0 0 1"/></body>'
        '<body name="right" pos="0 -1 0"><joint name="r" axis="1 0 0"/><geom size="0.1"/><site name="rh" pos="0 0 1"/></body>'
        "</body></worldbody></mujoco>"
    )
    plan = {**GOOD, "model": "r.xml", "chains": {"left": {"effector": "lh"}, "right": {"effector": "rh"}}}
    (tmp_path / "r.robot.json").write_text(json.dumps(plan))
    robot = pult.load_robot(tmp_path / "r.robot.json")
    tree = robot.tree()
    assert tree.names == ("turn", "l", "r")
    assert tree.effectors == ("lh", "rh")
    both = tree.forward([0.3, 0.2, -0.1])
    assert both[0] == pytest.approx(robot.chain("left").forward([0.3, 0.2]), abs=1e-15)
    assert both[1] == pytest.approx(robot.chain("right").forward([0.3, -0.1]), abs=1e-15)


def test_faults_are_told_all_at_once():
    assert faults(
        model="none.xml",
        chains={
            "a": {"effector": "hand"},
            "b": {"table": {"convention": "standard", "rows": []}},
            "c": {},
            "d": {"effector": "x", "table": {"convention": "standard", "rows": []}},
        },
    ) == [
        f"model: {Path('none.xml').absolute()}: there is no such file.",
        "chains.b: table of 'b': the chain is empty: the table has no rows.",
        "chains.c: a chain needs an 'effector' of the model, or a 'table'.",
        "chains.d: a chain has either a table, or an effector and limits of the model; keep one.",
    ]
    assert faults(chains={}) == ["chains: a robot has at least one chain."]
    assert faults(chains={"a": {"effector": "hand"}}) == [
        "chains.a: the effector 'hand' is part of a model, but the robot has no 'model'."
    ]


def test_wrong_heads_keys_and_poses_are_told():
    assert faults(format="pult.robt") == ['format: the format is \'pult.robt\'; a robot has "format": "pult.robot".']
    assert faults(version=3) == [
        "version: version 3 is not known; this pult reads version 1 or 2. The file was written by a newer pult: update this one."
    ]
    assert faults(chans={})[0].startswith("chans: unknown key 'chans'. Did you mean 'chains'?")
    assert faults(poses={"home": {"joint1": 2.0, "joint11": 0.0}}) == [
        "poses.home.joint1: 'joint1' is at 2; its limits are -1..1.",
        "poses.home.joint11: no chain has a joint 'joint11'. Did you mean 'joint1'? Allowed: 'joint1'.",
    ]


def test_unknown_names_are_refused_with_advice():
    robot = pult.load_robot(GOOD)
    with pytest.raises(pult.KinematicsError, match="robot 'r' has no chain 'amr'. Did you mean 'arm'"):
        robot.chain("amr")
    with pytest.raises(pult.KinematicsError, match="robot 'r' has no pose 'work'"):
        robot.configuration("work", "arm")
    with pytest.raises(pult.PultError, match="no robot 'pnada' is shipped. Did you mean 'panda'"):
        pult.load_robot("pnada")
    with pytest.raises(pult.DocumentError, match="there is no such file"):
        pult.load_robot(Path("nowhere/pnada.robot.json"))
