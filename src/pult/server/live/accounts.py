"""What the judge in a session's process says, as the page gets it."""

from collections.abc import Mapping
from typing import Any

from pult.server.messages import Account, AttemptEvent, ReadingAccount, ScorePart, StageAccount


def account_message(data: Mapping[str, Any], duration: float | None) -> Account:
    """An account of the observer (see `pult.exercise.observer`) as a message.

    Args:
        data: The account as plain data.
        duration: Time allowed [s].
    """
    score = data.get("score")
    stages = data.get("stages", [])
    return Account(
        attempt=int(data.get("attempt", 0)),
        state="free" if not stages and duration is None else data.get("state", "waiting"),
        time=float(data.get("time", 0.0)),
        duration=duration,
        stage=int(data.get("stage", 0)),
        stages=_stages(stages),
        held=float(data.get("held", 0.0)),
        hold=float(data.get("hold", 0.0)),
        readings=[_reading(reading) for reading in data.get("readings", [])],
        points=data.get("points") if data.get("state") == "done" else 100.0 - float(data.get("penalty", 0.0)),
        penalty=float(data.get("penalty", 0.0)),
        events=[
            AttemptEvent(time=e["time"], kind=e["kind"], title=e["title"] or e["kind"], points=-e["points"])
            for e in data.get("events", [])
        ],
        success=bool(data.get("success")),
        reason=data.get("reason", ""),
        score=score.get("points") if isinstance(score, Mapping) else None,
        medal=score.get("medal", "") if isinstance(score, Mapping) else "",
        parts=score_parts(score) if isinstance(score, Mapping) else [],
        record=data.get("record", ""),
        record_problem=data.get("record_problem", ""),
    )


def _stages(stages: list[dict[str, Any]]) -> list[StageAccount]:
    """Stages with how long each took; the judge says when each was passed."""
    found, before = [], 0.0
    for stage in stages:
        passed = stage.get("time")
        lasted = None if passed is None else passed - before
        before = before if passed is None else passed
        found.append(
            StageAccount(
                name=stage["name"], title=stage["title"], hint=stage.get("hint", ""), state=stage["state"], time=lasted
            )
        )
    return found


def _reading(data: Mapping[str, Any]) -> ReadingAccount:
    return ReadingAccount(**{name: data[name] for name in ReadingAccount.__struct_fields__ if name in data})


def score_parts(score: Mapping[str, Any]) -> list[ScorePart]:
    """Parts of a score that add up: what each figure brings, then what broken limits cost."""
    shares = [
        ScorePart(name=s["name"], title=s.get("title") or s["name"], points=s["points"], most=s["of"])
        for s in score.get("shares", [])
    ]
    costs = [
        ScorePart(name=p["name"], title=p.get("title") or p["name"], points=-p["points"], most=0.0)
        for p in score.get("penalties", [])
        if p["points"]
    ]
    return shares + costs
