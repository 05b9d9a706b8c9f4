"""Seeded starts: inside their regions, evenly spread, the same for the same seed."""

import math

import numpy as np
import pytest
from scipy import stats

from pult.core.errors import UsageError
from pult.exercise.start import Stream, draw_start
from tests.exercise.making import exercise

SEEDS = range(1000)
RING = {"type": "annulus", "radius": [0.2, 0.5], "angle": [-0.5, 2.0], "height": [0.1, 0.3], "centre": [1.0, 2.0, 0.5]}
BOX = {"type": "box", "low": [-1.0, 0.0, 0.4], "high": [1.0, 3.0, 0.4]}
FIRST_OF_7_TARGET = [0.9108180653886306, 0.5598365404750222, 0.8100107974564299]
LEAST_P = 1e-3
"""The seeds are fixed, so a test that passes once passes always; a p-value below this would mean a wrong spread."""


def starts(*draws, places=None, seeds=SEEDS):
    document = exercise(start={"randomise": list(draws)})
    return [draw_start(document, seed, places) for seed in seeds]


def positions(body, *draws, **more):
    return np.array([start.placements[body][0] for start in starts(*draws, **more)])


def ring_coordinates(points):
    p = points - np.array([1.0, 2.0, 0.5])
    return np.hypot(p[:, 0], p[:, 1]), np.arctan2(p[:, 1], p[:, 0]), p[:, 2]


def test_a_ring_is_filled_evenly_by_area_and_never_left():
    r, angle, height = ring_coordinates(positions("a", {"type": "place", "body": "a", "region": RING}))
    assert r.min() >= 0.2 and r.max() <= 0.5
    assert angle.min() >= -0.5 and angle.max() <= 2.0
    assert height.min() >= 0.1 and height.max() <= 0.3
    share = (r**2 - 0.2**2) / (0.5**2 - 0.2**2)  # of the area within r: uniform if the area is evenly filled
    for values in (share, (angle + 0.5) / 2.5, (height - 0.1) / 0.2):
        assert stats.kstest(values, "uniform").pvalue > LEAST_P
    assert abs(np.corrcoef(share, angle)[0, 1]) < 0.1  # 3 / sqrt(1000)


def test_a_box_is_filled_evenly_and_a_side_without_length_is_exact():
    p = positions("a", {"type": "place", "body": "a", "region": BOX})
    assert np.all(p[:, 2] == 0.4)
    assert stats.kstest((p[:, 0] + 1.0) / 2.0, "uniform").pvalue > LEAST_P
    assert stats.kstest(p[:, 1] / 3.0, "uniform").pvalue > LEAST_P


def test_spots_are_chosen_evenly_with_their_orientation():
    spots = [{"position": [float(i), 0, 0], "rpy": [0, 0, 0.5 * i]} for i in range(4)]
    found = starts({"type": "place", "body": "a", "region": {"type": "spots", "spots": spots}})
    which = np.array([start.placements["a"][0][0] for start in found]).astype(int)
    assert stats.chisquare(np.bincount(which, minlength=4)).pvalue > LEAST_P
    for start, index in zip(found, which, strict=True):
        assert start.placements["a"][1] == pytest.approx((math.cos(0.25 * index), 0, 0, math.sin(0.25 * index)))


def test_turns_are_about_the_vertical_and_keep_the_bodys_own_orientation():
    lying = (math.sqrt(0.5), math.sqrt(0.5), 0.0, 0.0)  # x stays, y points up
    draw = {"type": "place", "body": "a", "region": BOX, "turn": [-0.3, 0.7]}
    turns = []
    for start in starts(draw, places={"a": ((9.0, 9.0, 9.0), lying)}):
        w, x, y, z = start.placements["a"][1]
        assert w * w + x * x + y * y + z * z == pytest.approx(1.0, abs=1e-12)
        assert 2.0 * (y * z + w * x) == pytest.approx(1.0, abs=1e-12)  # the body's y is still up
        turns.append(math.atan2(2.0 * (x * y + w * z), 1.0 - 2.0 * (y * y + z * z)))
    assert stats.kstest((np.array(turns) + 0.3), "uniform").pvalue > LEAST_P


def test_a_joint_starts_evenly_within_its_range():
    values = [start.joints["elbow"] for start in starts({"type": "joint", "joint": "elbow", "range": [0.5, 1.5]})]
    assert stats.kstest(np.array(values) - 0.5, "uniform").pvalue > LEAST_P


def test_bodies_keep_apart():
    draws = [{"type": "place", "body": name, "region": BOX, "apart": 0.8} for name in "abcd"]
    for start in starts(*draws, seeds=range(300)):
        places = [np.array(position) for position, _ in start.placements.values()]
        least = min(np.linalg.norm(p - q) for i, p in enumerate(places) for q in places[:i])
        assert least >= 0.8


def test_one_body_in_the_way_does_not_end_the_draw():
    """The first body may fall where the second finds no room; then both are drawn anew."""
    first = {"type": "place", "body": "a", "region": {"type": "box", "low": [0, 0, 0], "high": [1, 0, 0]}}
    second = {
        "type": "place",
        "body": "b",
        "apart": 0.7,
        "region": {"type": "box", "low": [0, 0, 0], "high": [0.5, 0, 0]},
    }
    for start in starts(first, second, seeds=range(200)):
        assert abs(start.placements["a"][0][0] - start.placements["b"][0][0]) >= 0.7


def test_no_room_is_told_with_the_draw_and_the_way_out():
    spot = {"type": "spots", "spots": [{"position": [0, 0, 0]}]}
    draws = [{"type": "place", "body": name, "region": spot, "apart": 0.1} for name in "ab"]
    with pytest.raises(UsageError, match="'b' finds no place.*larger"):
        starts(*draws, seeds=[0])


def test_a_shuffle_gives_every_order_equally_often():
    regions = [{"type": "spots", "spots": [{"position": [float(i), 0, 0]}]} for i in range(3)]
    draw = {"type": "shuffle", "name": "which", "bodies": ["a", "b", "c"], "regions": regions}
    orders = {}
    for start in starts(draw, seeds=range(1200)):
        order = tuple(int(start.placements[body][0][0]) for body in "abc")
        orders[order] = orders.get(order, 0) + 1
    assert sorted(next(iter(orders))) == [0, 1, 2]
    assert len(orders) == 6
    assert stats.chisquare(list(orders.values())).pvalue > LEAST_P


def test_a_shuffle_with_a_region_left_empty_puts_no_two_bodies_into_one():
    regions = [{"type": "spots", "spots": [{"position": [float(i), 0, 0]}]} for i in range(4)]
    draw = {"type": "shuffle", "name": "which", "bodies": ["a", "b"], "regions": regions}
    used = set()
    for start in starts(draw, seeds=range(200)):
        a, b = (start.placements[body][0][0] for body in "ab")
        assert a != b
        used |= {a, b}
    assert used == {0.0, 1.0, 2.0, 3.0}


def test_draws_about_a_body_follow_it_whether_fixed_or_drawn():
    about = {"type": "annulus", "radius": [0.2, 0.3], "about": "table"}
    table = {"type": "place", "body": "table", "region": BOX}
    cup = {"type": "place", "body": "cup", "region": about}
    for start in starts(table, cup, seeds=range(100)):
        assert 0.2 <= math.dist(start.placements["cup"][0], start.placements["table"][0]) <= 0.3
    fixed = positions("cup", cup, places={"table": ((5.0, 5.0, 1.0), (1.0, 0.0, 0.0, 0.0))}, seeds=range(100))
    assert np.all(fixed[:, 2] == 1.0)
    away = np.linalg.norm(fixed - [5.0, 5.0, 1.0], axis=1)
    assert away.min() >= 0.2 - 1e-12 and away.max() <= 0.3 + 1e-12
    with pytest.raises(UsageError, match="'table', whose place is not known"):
        starts(cup, seeds=[0])


def test_the_same_seed_gives_the_same_start_and_another_seed_another():
    draws = [
        {"type": "place", "body": "a", "region": RING, "turn": [-1, 1]},
        {"type": "joint", "joint": "j", "range": [0, 1]},
    ]
    assert starts(*draws) == starts(*draws)
    assert len({start.placements["a"][0] for start in starts(*draws)}) == 1000


def test_a_draw_added_before_or_after_leaves_the_others_as_they_were():
    draw = {"type": "place", "body": "a", "region": RING, "turn": [-1, 1]}
    other = {"type": "place", "body": "b", "region": RING}
    joint = {"type": "joint", "joint": "j", "range": [0, 1]}
    alone = starts(draw, seeds=range(50))
    among = starts(other, joint, draw, seeds=range(50))
    assert [start.placements["a"] for start in alone] == [start.placements["a"] for start in among]


def test_the_stream_of_a_seed_and_name_never_changes():
    """Records name only the seed: the numbers behind it must stay what they are."""
    stream = Stream(7, "target")
    assert [stream.within(0.0, 1.0) for _ in range(3)] == pytest.approx(FIRST_OF_7_TARGET, abs=0.0, rel=1e-15)


def test_streams_of_different_names_and_near_seeds_are_unrelated():
    samples = [[Stream(seed, name).within(0, 1) for seed in range(1000)] for name in ("a", "b")]
    assert abs(np.corrcoef(samples)[0, 1]) < 0.1  # 3 / sqrt(1000)
    assert abs(np.corrcoef(samples[0][:-1], samples[0][1:])[0, 1]) < 0.1
    assert stats.kstest(samples[0], "uniform").pvalue > LEAST_P


def test_a_start_is_plain_data_for_a_record():
    (start,) = starts(
        {"type": "place", "body": "a", "region": BOX}, {"type": "joint", "joint": "j", "range": [1, 1]}, seeds=[3]
    )
    found = start.plain()
    assert found["seed"] == 3 and found["joints"] == {"j": 1.0}
    assert found["placements"]["a"]["quaternion"] == [1.0, 0.0, 0.0, 0.0]


PUSH = {
    "type": "push", "name": "shove", "body": "a", "time": [2.0, 3.0], "impulse": [10.0, 20.0], "duration": 0.1,
    "angle": [0.0, 1.5], "rise": [-0.2, 0.2],
}  # fmt: skip


def test_pushes_are_drawn_evenly_with_their_impulses_and_directions():
    pushes = [push for start in starts(PUSH) for push in start.pushes]
    forces = np.array([force for _, _, force, _ in pushes])
    impulse = np.linalg.norm(forces, axis=1) * 0.1
    angle, rise = np.arctan2(forces[:, 1], forces[:, 0]), np.arcsin(forces[:, 2] * 0.1 / impulse)
    times = np.array([time for _, time, _, _ in pushes])
    for values in (times - 2.0, (impulse - 10.0) / 10.0, angle / 1.5, (rise + 0.2) / 0.4):
        assert stats.kstest(values, "uniform").pvalue > LEAST_P
    assert {(body, duration) for body, _, _, duration in pushes} == {("a", 0.1)}


def test_a_push_does_not_change_other_draws():
    place = {"type": "place", "body": "a", "region": RING}
    alone, beside = starts(place, seeds=range(5)), starts(PUSH, place, seeds=range(5))
    assert [start.placements for start in alone] == [start.placements for start in beside]
    assert alone[0].pushes == [] and len(beside[0].pushes) == 1
