"""Seeds of many runs: ranges for tuning, and drawn ones for proofs.

Operators, schemes and draws are tuned on the seeds 0 to 999 (`TUNING_SEEDS`). A proof uses none of these: it draws its
seeds from a generator that is seeded with the name of the version and the purpose of the proof. So nobody chooses them,
a new version is proved on new ones, and the same version gives the same ones on every machine.
"""

import hashlib
import re

import numpy as np

from pult.core.errors import UsageError
from pult.core.random import draw, seeded

TUNING_SEEDS = range(1000)
"""Seeds for tuning and for tests of single starts."""
SEED_BOUND = 2**31
"""Drawn seeds are below this: any program reads them as whole numbers."""
MAX_SEEDS = 1_000_000


def drawn_seeds(purpose: str, count: int, version: str) -> list[int]:
    """Seeds for a proof, all different, none of them for tuning. More of them begin with the same ones.

    Args:
        purpose: What is proved, such as "operators torso-button semi-automatic".
        count: How many.
        version: Name of the version.
    """
    digest = hashlib.sha256(f"{version}|{purpose}".encode()).digest()
    state = np.array(seeded(int.from_bytes(digest, "big")), dtype=np.float64)
    found: dict[int, None] = {}
    while len(found) < count:
        found[TUNING_SEEDS.stop + int(draw(state) * (SEED_BOUND - TUNING_SEEDS.stop))] = None
    return list(found)


def read_seeds(text: str) -> list[int]:
    """Seeds as they are written on a command line: "0:500" (500 is not included), "7", or a list "1,5,20:30".

    Raises:
        UsageError: It has another form, a seed is listed twice, or there are too many.
    """
    found: list[int] = []
    for part in text.split(","):
        match = re.fullmatch(r"\s*(\d{1,10})(?::(\d{1,10}))?\s*", part)
        if match is None:
            raise UsageError(f"--seeds {text!r}: write FIRST:END (END is not included), or a list such as 1,5,20:30.")
        first = int(match[1])
        end = int(match[2]) if match[2] else first + 1
        if end <= first or len(found) + end - first > MAX_SEEDS:
            raise UsageError(f"--seeds {text!r}: {part.strip()!r} has {end - first} seeds; from 1 to {MAX_SEEDS} go.")
        found += range(first, end)
    if len(set(found)) != len(found):
        raise UsageError(f"--seeds {text!r}: a seed is listed twice.")
    return found
