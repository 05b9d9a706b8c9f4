"""Seeds of the proofs, and statistics of their failures.

Operators, schemes and draws are tuned on the seeds 0 to 999 (`TUNING`). A proof uses none of these: it draws its seeds
from a generator that is seeded with the name of the version and the purpose of the proof, so that nobody chooses them,
a new version is proved on new ones, and the same version gives the same ones on every machine.
"""

import hashlib
import math
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

import pult
from pult.core.random import draw, seeded

TUNING = range(1000)
"""Seeds for tuning and for tests of single starts."""
LARGEST = 2**31
"""Drawn seeds are below this: any program reads them as whole numbers."""
Z95 = 1.959964
"""Two-sided 95 % quantile of the normal distribution."""


def drawn_seeds(purpose: str, count: int, version: str = pult.__version__) -> list[int]:
    """Distinct seeds for a proof, none of them for tuning; a longer list begins with the shorter one.

    Args:
        purpose: What is proved, such as "operators torso-button semi-automatic".
        count: How many.
        version: Name of the version.
    """
    digest = hashlib.sha256(f"{version}|{purpose}".encode()).digest()
    state = np.array(seeded(int.from_bytes(digest, "big")), dtype=np.float64)
    found: dict[int, None] = {}
    while len(found) < count:
        found[TUNING.stop + int(draw(state) * (LARGEST - TUNING.stop))] = None
    return list(found)


def drawn_generator(purpose: str) -> np.random.Generator:
    """A generator for a proof that draws more than seeds."""
    return np.random.default_rng(drawn_seeds(purpose, 1)[0])


def wilson(failures: int, count: int, z: float = Z95) -> tuple[float, float]:
    r"""Wilson confidence interval of a failure rate (E. B. Wilson, *J. Am. Stat. Assoc.* 22, 1927).

    With p = failures/n: \( (p + z^2/2n \pm z \sqrt{p(1-p)/n + z^2/4n^2}) / (1 + z^2/n) \). Unlike p alone it says
    something where nothing has failed.
    """
    if count == 0:
        return 0.0, 1.0
    p, n = failures / count, float(count)
    middle = p + z * z / (2.0 * n)
    wide = z * math.sqrt(p * (1.0 - p) / n + z * z / (4.0 * n * n))
    scale = 1.0 + z * z / n
    low, high = (middle - wide) / scale, (middle + wide) / scale
    return (0.0 if failures == 0 else low), (1.0 if failures == count else high)


def none_failed(count: int, confidence: float = 0.95) -> float:
    """Upper confidence bound of the failure rate after `count` attempts without failure: (1 - p)^n = 1 - confidence."""
    return 1.0 - (1.0 - confidence) ** (1.0 / count) if count else 1.0


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
