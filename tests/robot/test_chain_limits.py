"""Limits of chains inside those of the model, and chains named from outside a sub-scheme."""

import copy
import json

import numpy as np
import pytest

import pult
from pult.core.shipped import document_file

POINT = {"unit": "m", "shape": [3]}
ANGLES = {"unit": "rad", "shape": [7]}


def with_limits(limits, **chain):
    """What is said of the torso with other limits of a chain."""
    file = document_file("robot", "torso")
    document = json.loads(file.read_text())
    document["model"] = str(file.parent / document["model"])
    document["poses"] = {}
    document["chains"] = {"right_arm": {**document["chains"]["right_arm"], "limits": limits, **chain}}
    robot, faults = pult.check_robot(document)
    return robot, [str(fault) for fault in faults]


def test_a_chain_keeps_its_own_limits_and_those_of_the_model_where_it_has_none():
    robot, faults = with_limits({"right_elbow": [0.5, 1.5]})
    assert faults == []
    chain = robot.chain("right_arm")
    elbow, pitch = chain.names.index("right_elbow"), chain.names.index("right_shoulder_pitch")
    assert (chain.lower[elbow], chain.upper[elbow]) == (0.5, 1.5)
    assert np.degrees([chain.lower[pitch], chain.upper[pitch]]) == pytest.approx([-60.0, 170.0])
    target = chain.forward(np.array([0.2, 0.3, 0.0, 1.4, 0.0, 0.0, 0.0]))
    stretched = chain.forward(np.array([0.2, 0.3, 0.0, 1.5, 0.0, 0.0, 0.0]))
    stretched[:3, 3] *= 1.4  # farther than an elbow bent by 0.5 rad reaches
    for goal in (target, stretched):
        assert 0.5 <= pult.solve_ik(chain, goal).q[elbow] <= 1.5


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ({"right_elbwo": [0.1, 1.0]}, "limits of an unknown joint 'right_elbwo'. Did you mean 'right_elbow'?"),
        ({"right_elbow": [-0.2, 1.0]}, "the limits -0.2..1 of 'right_elbow' are not within the model's, 0..2.53073."),
        ({"right_elbow": [0.1, 2.6]}, "the limits 0.1..2.6 of 'right_elbow' are not within the model's, 0..2.53073."),
        ({"right_elbow": [1.0, 0.5]}, "the limits 1..0.5 of 'right_elbow' are not within the model's, 0..2.53073."),
    ],
)
def test_limits_that_are_wider_inverted_or_of_nothing_are_refused(limits, said):
    robot, faults = with_limits(limits)
    assert robot is None
    assert len(faults) == 1
    assert faults[0].startswith(f"chains.right_arm.limits.{next(iter(limits))}: {said}")


@pytest.mark.parametrize("pair", [[0.1], [0.1, 0.2, 0.3], ["a", "b"], 1.0])
def test_limits_are_pairs_of_numbers(pair):
    robot, faults = with_limits({"right_elbow": pair})
    assert robot is None
    assert "chains.right_arm.limits" in faults[0] or "chains['right_arm']" in faults[0]


def test_a_table_has_limits_of_its_own_and_no_others():
    table = {"convention": "standard", "rows": [{"a": 1.0, "alpha": 0.0}]}
    robot, faults = with_limits({"joint1": [0.0, 1.0]}, table=table, effector="", base="")
    assert robot is None
    assert "either a table, or an effector and limits of the model" in faults[0]


# --- one sub-scheme, two arms ---

ARM = {
    "inputs": {"q": ANGLES},
    "outputs": {"point": POINT},
    "blocks": [{"id": "where", "type": "kinematics.position", "parameters": {"chain": "right_arm", "joints": 7}}],
    "wires": [{"from": "q", "to": "where.q"}, {"from": "where.y", "to": "point"}],
}
BOTH = {
    "format": "pult.scheme",
    "version": 1,
    "name": "both",
    "inputs": {"q": ANGLES},
    "outputs": {"right": POINT, "left": POINT},
    "schemes": {"arm": ARM},
    "blocks": [
        {"id": "one", "type": "scheme.arm"},
        {"id": "other", "type": "scheme.arm", "parameters": {"where.chain": "left_arm"}},
    ],
    "wires": [
        {"from": "q", "to": "one.q"},
        {"from": "q", "to": "other.q"},
        {"from": "one.point", "to": "right"},
        {"from": "other.point", "to": "left"},
    ],
}


def test_the_chain_of_a_block_inside_a_sub_scheme_is_named_from_outside():
    robot = pult.load_robot("torso")
    q = np.array([0.2, 0.3, -0.1, 1.4, 0.1, 0.2, 0.1])
    found = pult.compile_scheme(BOTH, plain=True, robot=robot).step({"q": q})
    for side in ("right", "left"):
        assert found[side] == pytest.approx(robot.chain(f"{side}_arm").forward(q)[:3, 3], abs=1e-12)
    assert found["left"] == pytest.approx(found["right"] * [1.0, -1.0, 1.0], abs=1e-9)  # arms mirror each other


def test_a_chain_named_from_outside_that_does_not_exist_is_refused_where_it_is_named():
    wrong = copy.deepcopy(BOTH)
    wrong["blocks"][1]["parameters"]["where.chain"] = "left_amr"
    scheme, faults = pult.check_scheme(wrong, pult.load_robot("torso"))
    assert scheme is None
    [fault] = faults
    assert "unknown chain 'left_amr'. Did you mean 'left_arm'?" in str(fault)
    assert "other" in str(fault)
