"""Poses as MuJoCo gives them: conditions agree with its rotation matrices, starts with its bodies."""

import math

import msgspec
import mujoco
import numpy as np
import pytest

from pult.core.channels import Channel, Channels, lay_out
from pult.exercise.compile import compile_condition
from pult.exercise.condition import Condition
from pult.exercise.judge import judge_rows
from pult.exercise.metrics import measure_attempt
from pult.exercise.start import draw_start
from pult.exercise.things import Moment
from tests.exercise.making import exercise

WORLD = """
<mujoco>
  <option timestep="0.002" gravity="0 0 0"/>
  <worldbody>
    <body name="target" mocap="true"><geom size="0.01" contype="0" conaffinity="0"/></body>
    <body name="cup" pos="0.5 0 0.2"><freejoint/><geom size="0.03" contype="0" conaffinity="0"/></body>
    <body name="upper" pos="0 0 0.5">
      <joint name="shoulder" axis="0.2 0.3 1" damping="1"/><geom type="capsule" fromto="0 0 0 0.4 0 0" size="0.02"/>
      <body name="lower" pos="0.4 0 0">
        <joint name="elbow" axis="0 1 0.1" damping="1"/><geom type="capsule" fromto="0 0 0 0.3 0 0" size="0.02"/>
        <site name="hand" pos="0.3 0 0" euler="10 20 30"/>
      </body>
    </body>
  </worldbody>
</mujoco>
"""
NAMES = ("body.target", "body.cup", "body.lower", "site.hand")
CHANNELS = Channels(lay_out([*(Channel(name, 0, (7,)) for name in NAMES), Channel("qvel", 0, (8,))]))


def row_of(model, data):
    row = np.zeros(CHANNELS.size)
    for name in NAMES:
        sort, _, bare = name.partition(".")
        thing = getattr(data, sort)(bare)
        quaternion = np.empty(4)
        mujoco.mju_mat2Quat(quaternion, thing.xmat)
        row[CHANNELS[name].place] = np.concatenate([thing.xpos, quaternion])
    row[CHANNELS["qvel"].place] = data.qvel
    return row


@pytest.fixture
def world():
    model = mujoco.MjModel.from_xml_string(WORLD)
    return model, mujoco.MjData(model)


def value_of(data, row):
    check, faults = compile_condition(msgspec.convert(data, Condition), CHANNELS)
    assert faults == []
    return check.readings(Moment(row, row, 0.0))[0].value


def test_conditions_agree_with_rotation_matrices(world):
    model, data = world
    generator = np.random.default_rng(5)
    for _ in range(50):
        data.qpos[:] = generator.normal(size=model.nq)
        data.qpos[3:7] /= np.linalg.norm(data.qpos[3:7])
        mujoco.mj_forward(model, data)
        row = row_of(model, data)
        hand, cup, lower = data.site("hand"), data.body("cup"), data.body("lower")
        R_world_cup, R_world_hand = cup.xmat.reshape(3, 3), hand.xmat.reshape(3, 3)
        axis, offset = generator.normal(size=(2, 3))
        found = value_of({"type": "distance", "a": "hand", "b": "cup", "offset": offset.tolist(), "below": 9}, row)
        assert found == pytest.approx(np.linalg.norm(hand.xpos - cup.xpos - R_world_cup @ offset), abs=1e-12)
        along = {"type": "along", "a": "lower", "b": "cup", "axis": axis.tolist(), "frame": "b", "above": 0}
        direction = R_world_cup @ axis / np.linalg.norm(axis)
        assert value_of(along, row) == pytest.approx((lower.xpos - cup.xpos) @ direction, abs=1e-12)
        inside = {
            "type": "inside",
            "thing": "hand",
            "of": "cup",
            "point": offset.tolist(),
            "low": [-1, -2, -3],
            "high": [3, 2, 1],
        }
        p = R_world_cup.T @ (hand.xpos + R_world_hand @ offset - cup.xpos)
        assert value_of(inside, row) == pytest.approx(max(*([-1, -2, -3] - p), *(p - [3, 2, 1])), abs=1e-12)
        angle = {
            "type": "angle",
            "a": "hand",
            "axis_a": axis.tolist(),
            "b": "cup",
            "axis_b": offset.tolist(),
            "below": 4,
        }
        cosine = (R_world_hand @ axis) @ (R_world_cup @ offset) / np.linalg.norm(axis) / np.linalg.norm(offset)
        assert value_of(angle, row) == pytest.approx(math.acos(cosine), abs=1e-7)


def test_drawn_bodies_are_where_the_world_shows_them(world):
    model, data = world
    ring = {"type": "annulus", "radius": [0.4, 0.6], "centre": [0, 0, 0.5]}
    document = exercise(
        effector="hand",
        stages=[{"name": "go", "goal": {"type": "distance", "a": "hand", "b": "target", "below": 0.1}}],
        start={"randomise": [
            {"type": "place", "body": "target", "region": ring, "turn": [-3, 3]},
            {"type": "place", "body": "cup", "region": {"type": "box", "low": [1, 1, 1], "high": [2, 2, 2]}},
            {"type": "joint", "joint": "elbow", "range": [0.2, 0.4]},
        ]},
    )  # fmt: skip
    start = draw_start(document, 4)
    mocap = model.body("target").mocapid[0]
    data.mocap_pos[mocap], data.mocap_quat[mocap] = start.placements["target"]
    data.qpos[:7] = np.concatenate(start.placements["cup"])
    data.joint("elbow").qpos[0] = start.joints["elbow"]
    mujoco.mj_forward(model, data)
    for body, (position, quaternion) in start.placements.items():
        assert data.body(body).xpos == pytest.approx(position, abs=1e-12)
        assert abs(np.dot(data.body(body).xquat, quaternion)) == pytest.approx(1.0, abs=1e-12)


def test_an_arm_that_is_turned_to_its_target_passes_and_is_measured(world):
    """One joint turned at an even pace: the path is the arc, the time the angle over the speed."""
    model, data = world
    data.mocap_pos[0] = (0.0, 9.0, 9.0)
    mujoco.mj_forward(model, data)
    rows = []
    speed = 0.8
    for k in range(200):
        data.qpos[7] = speed * k * 0.01
        mujoco.mj_forward(model, data)
        rows.append(row_of(model, data))
    rows = np.array(rows)
    at = CHANNELS["site.hand"].start
    target = rows[150, at : at + 3]
    rows[:, CHANNELS["body.target"].start : CHANNELS["body.target"].start + 3] = target
    document = exercise(
        effector="hand",
        stages=[
            {"name": "go", "goal": {"type": "distance", "a": "hand", "b": "target", "below": 1e-6}, "target": "target"}
        ],
    )
    verdict = judge_rows(document, CHANNELS, rows, 0.01)
    assert verdict.success and verdict.steps == 150
    axis = data.joint("shoulder").xaxis
    arm = rows[0, at : at + 3] - data.joint("shoulder").xanchor
    radius = np.linalg.norm(arm - (arm @ axis) * axis)
    found = measure_attempt(document, CHANNELS, rows, 0.01, verdict)
    assert found["path"].value == pytest.approx(radius * speed * 1.5, rel=1e-5)  # chords of 0.008 rad
    assert found["path_ratio"].value == pytest.approx(0.6 / math.sin(0.6), rel=1e-5)
    assert found["rms_jerk"].value == pytest.approx(radius * speed**3, rel=1e-3)
