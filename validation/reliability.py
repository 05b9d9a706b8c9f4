"""What the failures among the attempts of a proof say, in figures and in words."""

from collections.abc import Iterable, Mapping
from typing import Any

from pult.batch.results.file import Row
from pult.batch.results.statistics import none_failed, wilson

CAUSES: dict[tuple[str, int], str] = {}
"""Causes of failures that could not be mended: what was attempted, such as "torso-button (command)", and the seed, to
the cause in a sentence."""


def attempt_row(row: Row) -> dict[str, Any]:
    """An attempt of a sweep as plain data for a report; if it failed, with the cause as its reason."""
    return {"seed": row.seed, "success": row.success, "reason": row.cause or row.reason, "time": row.time}


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
