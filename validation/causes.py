"""Causes of failed attempts in the proofs that could not be fixed: shown on the page of proofs."""

from collections.abc import Iterable, Mapping
from typing import Any

CAUSES: dict[tuple[str, int], str] = {}
"""What was attempted, such as "torso-button (command)", and its seed, to the cause in a sentence."""


def failure_rows(what: str, rows: Iterable[Mapping[str, Any]]) -> list[dict[str, str]]:
    """Attempts that failed, for the page: what, how they ended, and why.

    Args:
        what: What was attempted, and by whom.
        rows: Attempts, each with its "seed", "success", "reason" and, if it is known, the "stage" that it ended in.
    """
    found = []
    for row in rows:
        if not row["success"]:
            stage = f" in stage {row['stage'] + 1}" if "stage" in row else ""
            cause = CAUSES.get((what, row["seed"]), "not yet known")
            found.append({"what": f"{what}, seed {row['seed']}", "how": f"{row['reason']}{stage}", "cause": cause})
    return found
