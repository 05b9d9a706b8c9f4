"""A batch of fuzzed inputs, as a call of a sweep."""

from tests.fuzz import SUBJECTS

import pult

SIZES = {"document": 100, "model": 500, "message": 5000, "panel": 5000, "line": 100, "record": 500}
"""Inputs of a batch: some tens of seconds. Messages of a batch go to one session."""


def trial(*, seed: int, subject: str) -> pult.Figures:
    """Try the inputs of a batch.

    Returns:
        Success if none was an internal error or a hang; the first of these as the cause. How many "inputs", how many
        "refused", how many were "internal" errors or hangs, and how long the "slowest" took [s].
    """
    fuzz, size = SUBJECTS[subject], SIZES[subject]
    refused = internal = 0
    slowest, cause = 0.0, ""
    for number in range(seed * size, (seed + 1) * size):
        found = fuzz(number)
        slowest = max(slowest, found.seconds)
        refused += found.refused
        internal += bool(found.problem)
        cause = cause or (f"input {number}: {found.problem}" if found.problem else "")
    metrics = {"inputs": size, "refused": refused, "internal": internal, "slowest": slowest}
    return pult.Figures(success=not internal, cause=cause, metrics=metrics)
