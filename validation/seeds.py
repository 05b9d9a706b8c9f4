"""Seeds of the proofs.

Operators, schemes and draws are tuned on the seeds 0 to 999. A proof uses none of these: it draws its seeds from a
generator that is seeded with the name of the version and the purpose of the proof, so that nobody chooses them, a new
version is proved on new ones, and the same version gives the same ones on every machine.
"""

import numpy as np

import pult
from pult.batch.plans import seeds


def drawn_seeds(purpose: str, count: int, version: str = pult.__version__) -> list[int]:
    """Seeds for a proof of this version; see `pult.batch.plans.seeds.drawn_seeds`."""
    return seeds.drawn_seeds(purpose, count, version)


def drawn_generator(purpose: str) -> np.random.Generator:
    """A generator for a proof that draws more than seeds."""
    return np.random.default_rng(drawn_seeds(purpose, 1)[0])
