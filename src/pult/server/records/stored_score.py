"""The score stored in a record. Records may come from strangers, so it is validated first."""

from typing import Any, Literal

import msgspec

from pult.core.document import Text


class _Stage(msgspec.Struct):
    name: str
    begin: float
    end: float | None


class _Metric(msgspec.Struct):
    name: str
    title: Text = ""
    value: float | None = None
    unit: str = ""
    better: Literal["less", "more", ""] = ""


class _Share(msgspec.Struct):
    name: str
    points: float
    of: float
    title: Text = ""


class _Penalty(msgspec.Struct):
    name: str
    points: float
    title: Text = ""


class _Score(msgspec.Struct):
    points: float = 0.0
    passed: bool = True
    reason: str = ""
    stages: list[_Stage] = []
    metrics: dict[str, _Metric] = {}
    shares: list[_Share] = []
    penalties: list[_Penalty] = []


def stored_score(result: Any) -> dict[str, Any] | None:
    """The score in the result of a record, as `Score.plain` writes it; None if it is missing or invalid."""
    found = result.get("score") if isinstance(result, dict) else None
    if not isinstance(found, dict):
        return None
    try:
        msgspec.convert(found, _Score)
    except (msgspec.ValidationError, OverflowError):
        return None
    return found
