"""Seeds of the proofs, and statistics of their failures.

Operators, schemes and draws are tuned on the seeds 0 to 999 (`TUNING`). A proof uses none of these: it draws its seeds
from a generator that is seeded with the name of the version and the purpose of the proof, so that nobody chooses them,
a new version is proved on new ones, and the same version gives the same ones on every machine.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

import pult
from pult.batch import seeds
from pult.batch.seeds import TUNING
from pult.batch.statistics import none_failed, wilson

__all__ = ["TUNING", "drawn_generator", "drawn_seeds", "none_failed", "rate_words", "reliability", "wilson"]


def drawn_seeds(purpose: str, count: int, version: str = pult.__version__) -> list[int]:
    """Seeds for a proof of this version; see `pult.batch.seeds.drawn_seeds`."""
    return seeds.drawn_seeds(purpose, count, version)


def drawn_generator(purpose: str) -> np.random.Generator:
    """A generator for a proof that draws more than seeds."""
    return np.random.default_rng(drawn_seeds(purpose, 1)[0])


def reliability(rows: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Failures among attempts and the failure rate that follows, as plain data for a report.

    Args:
        rows: Attempts, each with its "seed", "success" and, if it failed, its "reason".
    """
    rows = list(rows)
    failed = {str(row["seed"]): str(row.get("reason", "")) for row in rows if not row["success"]}
    found: dict[str, Any] = {"attempts": len(rows), "failures": len(failed), "failed": failed}
    found["wilson_95"] = list(wilson(len(failed), len(rows)))
    if not failed:
        found["none_failed_95"] = none_failed(len(rows))
    return found


def reliability_words(found: Mapping[str, Any], what: str = "seeds") -> str:
    """The same in words, for a table."""
    count, failures = found["attempts"], found["failures"]
    words = f"{count - failures} of {count} {what}; {rate_words(failures, count)}"
    if failures:
        words += "; failed: " + ", ".join(f"{seed} ({reason})" for seed, reason in found["failed"].items())
    return words


def rate_words(failures: int, count: int) -> str:
    """The failure rate that follows from the failures among attempts, in words."""
    low, high = wilson(failures, count)
    words = f"failure rate {percent(low)} to {percent(high)} (95 %, Wilson)"
    return words if failures else f"{words}, at most {percent(none_failed(count))} (95 %, exact)"


def percent(rate: float) -> str:
    """A rate with two digits."""
    return f"{100.0 * rate:.2g} %" if rate < 0.995 else f"{100.0 * rate:.0f} %"
