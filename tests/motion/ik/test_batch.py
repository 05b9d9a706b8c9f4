"""Batches: every result is its own, whatever the others, the threads and the order are."""

import numpy as np
import pytest

import pult
from tests.motion.ik import arms
from tests.motion.ik.arms import angle_between, distance_between


def targets_of(chain, seed, count):
    return chain.forward_many(chain.random(seed, count))[:, 0]


@pytest.mark.parametrize("name", arms.ARMS)
def test_every_pose_of_a_batch_is_reached(name):
    chain = arms.ARMS[name]()
    poses = targets_of(chain, 1, 200)
    found = pult.solve_ik_batch(chain, poses, starts=200)
    assert found.reached.all()
    assert len(found) == 200
    assert (found.q >= chain.lower).all()
    assert (found.q <= chain.upper).all()
    for at, target, residual, angle in zip(
        chain.forward_many(found.q)[:, 0], poses, found.residual, found.angle, strict=True
    ):
        assert distance_between(at, target) <= 1.0001e-4
        assert angle_between(at, target) <= 1.0001e-3
        assert residual == pytest.approx(distance_between(at, target), abs=1e-12)
        assert angle == pytest.approx(angle_between(at, target), abs=1e-9)


def test_points_and_poses_have_the_shapes_of_the_batch():
    chain = arms.panda()
    poses = targets_of(chain, 2, 7)
    for targets in (poses, poses[:, :3, 3], poses[:, :3, 3].tolist()):
        found = pult.solve_ik_batch(chain, targets)
        assert found.q.shape == (7, 7)
        assert found.reached.dtype == bool
        for part in (found.reached, found.residual, found.angle, found.starts):
            assert part.shape == (7,)
    assert (found.angle == 0.0).all()


@pytest.mark.parametrize("shape", [(0, 3), (0, 4, 4)])
@pytest.mark.parametrize("starts", [None, 0], ids=["no starts", "empty starts"])
def test_an_empty_batch_is_empty(shape, starts):
    chain = arms.panda()
    found = pult.solve_ik_batch(chain, np.zeros(shape), None if starts is None else np.zeros((0, 7)))
    assert len(found) == 0
    assert found.q.shape == (0, 7)
    assert found.reached.shape == found.residual.shape == (0,)


def test_the_number_of_workers_changes_nothing():
    chain = arms.puma560()
    targets = np.concatenate([targets_of(chain, 3, 50), targets_of(chain, 4, 3) @ pult.pose((2.0, 0.0, 0.0))])
    first = pult.solve_ik_batch(chain, targets, workers=1)
    for workers in (2, 3, 16, 100):
        other = pult.solve_ik_batch(chain, targets, workers=workers)
        assert other.q.tobytes() == first.q.tobytes()
        np.testing.assert_array_equal(other.reached, first.reached)
        np.testing.assert_array_equal(other.starts, first.starts)


def test_a_result_does_not_depend_on_the_other_targets():
    chain = arms.ARMS["unlimited"]()
    one, two = targets_of(chain, 5, 40), targets_of(chain, 6, 40)
    mixed = one.copy()
    mixed[::3] = two[::3]
    alone, among = pult.solve_ik_batch(chain, one), pult.solve_ik_batch(chain, mixed)
    same = np.arange(40) % 3 != 0
    np.testing.assert_array_equal(among.q[same], alone.q[same])
    assert (among.q[~same] != alone.q[~same]).any(axis=1).all()
    shorter = pult.solve_ik_batch(chain, one[:11])
    np.testing.assert_array_equal(shorter.q, alone.q[:11])


def test_the_first_start_of_a_batch_is_that_of_a_single_call():
    """The restarts have random numbers of their own; what needs none is the same to the last bit."""
    chain = arms.panda()
    poses = targets_of(chain, 7, 60)
    batch = pult.solve_ik_batch(chain, poses)
    first = 0
    for pose, q, starts in zip(poses, batch.q, batch.starts, strict=True):
        single = pult.solve_ik(chain, pose)
        if starts == 1:
            assert single.starts == 1
            np.testing.assert_array_equal(q, single.q)
            first += 1
    assert 30 <= first < 60


def test_restarts_at_different_places_of_a_batch_differ():
    """The same hard target many times: not the same search many times."""
    chain = arms.ARMS["unlimited"]()
    hard = next(pose for pose in targets_of(chain, 8, 200) if pult.solve_ik(chain, pose).starts > 4)
    found = pult.solve_ik_batch(chain, np.array([hard] * 50), starts=200)
    assert found.reached.all()
    assert len(set(found.starts.tolist())) > 3


def test_one_start_for_all_or_one_for_each():
    chain = arms.ur5()
    starts = chain.random(9, 30)
    poses = chain.forward_many(starts + 0.01)[:, 0]
    each = pult.solve_ik_batch(chain, poses, starts)
    np.testing.assert_allclose(each.q, starts + 0.01, atol=0.05)  # every target is followed from its own start
    assert (each.starts == 1).all()
    again = pult.solve_ik_batch(chain, poses, np.tile(starts[0], (30, 1)))
    common = pult.solve_ik_batch(chain, poses, starts[0])
    np.testing.assert_array_equal(common.q, again.q)
    outside = pult.solve_ik_batch(chain, poses, np.full((30, 6), 100.0))
    np.testing.assert_array_equal(outside.q, pult.solve_ik_batch(chain, poses, chain.upper).q)


def test_what_is_out_of_reach_says_so_and_comes_as_close_as_a_single_call():
    chain = arms.planar((0.6, 0.5, 0.3), -2.0, 2.0)
    angles = np.linspace(-3.0, 3.0, 13)
    points = 2.0 * np.stack([np.cos(angles), np.sin(angles), 0.0 * angles], axis=1)
    found = pult.solve_ik_batch(chain, points)
    assert not found.reached.any()
    assert (found.starts == 30).all()
    for point, residual in zip(points, found.residual, strict=True):
        assert residual == pytest.approx(pult.solve_ik(chain, point).residual, abs=1e-6)
    rough = pult.solve_ik_batch(chain, points, closest=False)
    assert not rough.reached.any()
    assert (rough.residual >= found.residual - 1e-9).all()


def test_components_and_frames_are_those_of_a_single_call():
    chain = arms.panda()
    poses = targets_of(chain, 10, 40)
    found = pult.solve_ik_batch(chain, poses, components="x y z rx ry", frame="target")
    at = chain.forward_many(found.q)[:, 0]
    assert found.reached.all()
    np.testing.assert_allclose(at[:, :3, 3], poses[:, :3, 3], atol=1.01e-4)
    np.testing.assert_allclose(at[:, :3, 2], poses[:, :3, 2], atol=1.01e-3)
    assert np.abs(at[:, :3, 0] - poses[:, :3, 0]).max() > 0.5


def test_the_same_seed_gives_the_same_bits_and_plain_python_too():
    from pult.core.random import seeded
    from pult.motion.ik.search import MAX_CANDIDATES
    from pult.motion.ik.solve import run_batch

    chain = arms.ARMS["unlimited"]()
    poses = targets_of(chain, 11, 3)
    one, two = (pult.solve_ik_batch(chain, poses, seed=5, starts=3) for _ in range(2))
    assert one.q.tobytes() == two.q.tobytes()
    flat, qs, figures = chain.arrays, np.empty((3, 6)), np.empty((3, 5))
    scales = np.array([[1.0 / chain.reach] * 3 + [0.3] * 3])
    run_batch(
        flat.links, flat.tips, flat.limits, chain.ranges, chain.damping, chain.centre[None],
        np.ascontiguousarray(poses[:, :3].reshape(3, 12)), scales, False, 1e-4, 1e-3, np.array(seeded(5), dtype=float),
        3, MAX_CANDIDATES, 0, qs, figures,
    )  # fmt: skip
    assert qs.tobytes() == one.q.tobytes()
    np.testing.assert_array_equal(figures[:, 0], one.residual)
    np.testing.assert_array_equal(figures[:, 4] == 0.0, one.reached)
