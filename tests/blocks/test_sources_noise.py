"""Noise: the generator against published figures and a literal transcription, its statistics, its seeds."""

import math

import numpy as np
import pytest
from scipy import stats

from pult.core.random import MODULUS_X, MODULUS_Y, next_x, next_y, seeded, uniform
from pult.testing import check_block, simulate_block

STEPS = 10_000


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("sources.white_noise", {}),
        ("sources.white_noise", {"mean": -1.0, "deviation": 0.2, "seed": 2**32 - 1}),
        ("sources.uniform_noise", {}),
        ("sources.uniform_noise", {"low": -3.0, "high": 5.0, "seed": 0}),
    ],
)
def test_block_keeps_the_rules(name, parameters):
    check_block(name, parameters, steps=2000)


def draw(name, steps=STEPS, **parameters):
    return simulate_block(name, {}, parameters, steps=steps)["y"]


class Transcription:
    """The recurrences as L'Ecuyer's article states them, in Python's unbounded integers."""

    def __init__(self, state):
        self.s1, self.s2 = list(state[:3]), list(state[3:])

    def integers(self):
        m1, m2 = 2**32 - 209, 2**32 - 22853
        while True:
            self.s1 = [*self.s1[1:], (0 * self.s1[2] + 1403580 * self.s1[1] - 810728 * self.s1[0]) % m1]
            self.s2 = [*self.s2[1:], (527612 * self.s2[2] + 0 * self.s2[1] - 1370589 * self.s2[0]) % m2]
            yield (self.s1[2] - self.s2[2]) % m1

    def uniforms(self):
        for z in self.integers():
            yield (z if z > 0 else 2**32 - 209) / (2**32 - 208)


def ours(state):
    x, y = list(state[:3]), list(state[3:])
    while True:
        x = [*x[1:], next_x(x[0], x[1])]
        y = [*y[1:], next_y(y[0], y[2])]
        yield uniform(x[2], y[2])


def take(generator, count):
    return [next(generator) for _ in range(count)]


def test_generator_gives_the_published_numbers_for_seeds_12345():
    published = [0.127011, 0.318528, 0.309186, 0.825847, 0.221630]  # RngStreams, package of the author
    assert take(ours([12345] * 6), 5) == pytest.approx(published, abs=5e-7)


def test_generator_gives_the_integers_of_rosetta_code():
    published = [1459213977, 2827710106, 4245671317, 3877608661, 2595287583]  # each the difference plus one
    found = [round(u * (2**32 - 208)) + 1 for u in take(ours([0, 0, 1234567, 0, 0, 1234567]), 5)]
    assert found == published


def test_generator_is_the_transcription():
    state = seeded(7)
    found, wanted = take(ours(state), 5000), take(Transcription(state).uniforms(), 5000)
    assert found == pytest.approx(wanted, rel=1e-15, abs=0.0)  # a product with the inverse against a quotient


def test_products_of_the_generator_stay_exact_in_floats_and_64_bits():
    largest = max(1403580, 810728) * (MODULUS_X - 1), max(527612, 1370589) * (MODULUS_Y - 1)
    assert max(largest) < 2**53


def test_a_difference_of_zero_gives_the_largest_number_not_zero():
    assert uniform(5, 5) == pytest.approx(MODULUS_X / (MODULUS_X + 1), rel=1e-15)
    assert 0.0 < uniform(1, 0) < uniform(0, 1) < uniform(0, 0) < 1.0


def test_seeds_make_legal_states_and_are_pinned():
    for seed in range(200):
        state = seeded(seed)
        assert all(0 < v < MODULUS_X for v in state[:3])
        assert all(0 < v < MODULUS_Y for v in state[3:])
    assert seeded(1) == (1835504128, 1731038950, 1320224557, 2330041506, 321059915, 1226144110)


def test_white_noise_is_box_and_muller_on_successive_pairs():
    pairs = take(Transcription(seeded(3)).uniforms(), 400)
    wanted = [
        0.5 + 2.0 * math.sqrt(-2.0 * math.log(a)) * math.cos(2.0 * math.pi * b)
        for a, b in zip(pairs[::2], pairs[1::2], strict=True)
    ]
    assert draw("sources.white_noise", 200, seed=3, mean=0.5, deviation=2.0) == pytest.approx(wanted, abs=1e-12)


def test_uniform_noise_is_the_generator_scaled():
    wanted = [-1.0 + 4.0 * u for u in take(Transcription(seeded(3)).uniforms(), 200)]
    assert draw("sources.uniform_noise", 200, seed=3, low=-1.0, high=3.0) == pytest.approx(wanted, abs=1e-14)


@pytest.mark.parametrize("seed", [1, 2, 12345])
def test_white_noise_is_standard_normal_and_white(seed):
    z = draw("sources.white_noise", seed=seed)
    assert abs(z.mean()) < 4.0 / math.sqrt(STEPS)  # four standard errors
    assert abs(z.var() - 1.0) < 4.0 * math.sqrt(2.0 / STEPS)
    assert stats.kstest(z, "norm").pvalue > 1e-3
    for lag in (1, 2, 3, 10):
        assert abs(np.corrcoef(z[:-lag], z[lag:])[0, 1]) < 4.0 / math.sqrt(STEPS)


@pytest.mark.parametrize("seed", [1, 2, 12345])
def test_uniform_noise_is_uniform_and_white(seed):
    u = draw("sources.uniform_noise", seed=seed, low=-2.0, high=6.0)
    assert np.all((u > -2.0) & (u < 6.0))
    assert abs(u.mean() - 2.0) < 4.0 * 8.0 / math.sqrt(12.0 * STEPS)
    assert u.var() == pytest.approx(64.0 / 12.0, rel=4.0 * math.sqrt(0.8 / STEPS))  # kurtosis 1.8: variance 0.8/n
    assert stats.kstest(u, "uniform", args=(-2.0, 8.0)).pvalue > 1e-3
    for lag in (1, 2, 3, 10):
        assert abs(np.corrcoef(u[:-lag], u[lag:])[0, 1]) < 4.0 / math.sqrt(STEPS)


@pytest.mark.parametrize("name", ["sources.white_noise", "sources.uniform_noise"])
def test_the_same_seed_gives_the_same_sequence(name):
    assert np.array_equal(draw(name, 500, seed=9), draw(name, 500, seed=9))


@pytest.mark.parametrize("name", ["sources.white_noise", "sources.uniform_noise"])
def test_near_seeds_give_unrelated_sequences(name):
    count = 2000
    rows = np.array([draw(name, count, seed=seed) for seed in range(6)])
    correlation = np.corrcoef(rows) - np.eye(6)
    assert np.max(np.abs(correlation)) < 4.5 / math.sqrt(count)


def test_white_noise_is_scaled_by_its_deviation_alone():
    one, ten = (
        draw("sources.white_noise", 100, seed=4),
        draw("sources.white_noise", 100, seed=4, deviation=10.0),
    )
    assert np.array_equal(10.0 * one, ten)
    assert np.all(draw("sources.white_noise", 10, deviation=0.0, mean=1.5) == 1.5)
