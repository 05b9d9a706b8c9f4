"""Weighing with the feet: closed forms, and what the averages do with them."""

import numpy as np
import pytest

import pult
from pult.motion.balance.payload import AVERAGE, SIZE, USED, average, excess, payload_of
from pult.robot.kinematics import place, place_tips
from pult.robot.load import LOAD_SIZE, gather

HEIGHT = 0.1


@pytest.fixture(scope="module")
def walker():
    return pult.load_robot("biped").walker()


@pytest.mark.parametrize("seed", range(4))
def test_forces_that_balance_a_payload_give_its_mass_and_first_moment(walker, seed):
    """In any pose, and however the feet share the weight, if forces and moments are in equilibrium."""
    random = np.random.default_rng(seed)
    arrays, upper, load = walker.arrays, walker.upper_body, np.empty(LOAD_SIZE)
    gather(upper.links, upper.bodies, random.normal(size=18), np.zeros(18), load)
    q = walker.stand + 0.2 * random.normal(size=14)
    frames, soles = np.empty((14, 12)), np.empty((2, 12))
    place(arrays.links, q, frames)
    place_tips(arrays.tips, frames, soles)
    soles, frames = soles.reshape(2, 3, 4), frames.reshape(14, 3, 4)
    up = soles[:, :, 2].sum(axis=0)
    up /= np.linalg.norm(up)
    payload, at = random.uniform(0.0, 10.0), random.normal(size=3)
    masses, centres = [load[0], payload], [load[1:4], at]
    for j in range(14):
        if j not in (6, 13):
            masses.append(arrays.bodies[j + 1, 0])
            centres.append(frames[j, :, :3] @ arrays.bodies[j + 1, 1:4] + frames[j, :, 3])
    weight = 9.81 * sum(masses)
    centre = np.average(centres, axis=0, weights=masses)
    sensors = soles[:, :, 3] + HEIGHT * soles[:, :, 2]
    forces = np.array([0.3, 0.7])[:, None] * weight * up + np.array([1.0, -1.0])[:, None] * random.normal(size=3) * 20
    moments = random.normal(size=(2, 3))
    moments[1] = np.cross(centre, weight * up) - np.cross(sensors, forces).sum(axis=0) - moments[0]
    read = [np.array([-R.T @ x for R, x in zip(soles[:, :, :3], each, strict=True)]) for each in (forces, moments)]
    found = np.empty(3)
    excess(arrays.links, arrays.tips, arrays.bodies, load, q, read[0], read[1], HEIGHT, found)
    level = at - up * (at @ up)
    assert found == pytest.approx([payload, *(payload * level[:2])], abs=1e-9)


def _weigh(memory, mass, place, seconds, still=True, noise=0.0, seed=0):
    random = np.random.default_rng(seed)
    for _ in range(round(100 * seconds)):
        sample = mass * np.array([1.0, *place]) + noise * random.normal(size=3)
        average(memory, sample, still, 0.5, 4.0, 0.01)


def test_the_estimate_is_held_while_it_walks_and_begins_anew_when_the_load_is_laid_down():
    memory, at = np.zeros(SIZE), np.empty(3)
    _weigh(memory, 5.0, (0.3, -0.2), 0.5)
    assert payload_of(memory, 0.5, 0.2, at) == 0.0  # not still for long enough
    _weigh(memory, 5.0, (0.3, -0.2), 4.0)
    assert payload_of(memory, 0.5, 0.2, at) == pytest.approx(5.0, abs=1e-3)
    assert at == pytest.approx([0.3, -0.2, 0.2], abs=1e-3)
    _weigh(memory, 80.0, (1.0, 1.0), 5.0, still=False)
    assert payload_of(memory, 0.5, 0.2, at) == pytest.approx(5.0, abs=1e-3)
    _weigh(memory, 0.0, (0.0, 0.0), 4.0)
    assert payload_of(memory, 0.5, 0.2, at) == 0.0


def test_the_average_of_noisy_samples_is_as_good_as_their_number():
    memory = np.zeros(SIZE)
    _weigh(memory, 5.0, (0.3, -0.2), 4.5, noise=1.0)
    assert memory[AVERAGE : AVERAGE + 3] == pytest.approx([5.0, 1.5, -1.0], abs=4.0 / np.sqrt(400.0))


def test_little_counts_for_nothing_and_nothing_jumps():
    at, memory, last = np.empty(3), np.zeros(SIZE), 0.0
    for mass in np.linspace(0.0, 3.0, 301):
        memory[USED : USED + 3] = mass, 0.3 * mass, 0.0
        found = payload_of(memory, 0.5, 0.2, at)
        assert 0.0 <= found - last <= 0.04
        last = found
    assert last == pytest.approx(3.0)
    memory[USED] = -9.0
    assert payload_of(memory, 0.5, 0.2, at) == 0.0
