"""Scores as people see them: whole points that add up, and limits that are named with time and place."""

import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pult.core.unit_names import shown_unit, typeset_unit, unit_names
from pult.exercise.account import judged_account, waiting_account
from pult.exercise.judge import Judge
from pult.exercise.kinds import KINDS
from pult.exercise.metrics import Metric
from pult.exercise.parts import score_parts, shown_points
from pult.exercise.score import score, score_metrics
from pult.exercise.verdict import Span, Verdict
from tests.exercise.making import CHANNELS, DT, exercise, rows_of

DONE = {"type": "signal", "name": "panel.grip", "is": True}
TOUCH = {"type": "contact", "bodies": ["hand", "box"]}
REASONS = ("success", "time", "limit")

weights = st.dictionaries(
    st.sampled_from(sorted(KINDS)),
    st.one_of(st.integers(1, 60), st.floats(0.5, 60.0)).map(lambda weight: {"weight": weight, "par": 1.0}),
    min_size=1,
)
values = st.one_of(st.none(), st.just(0.0), st.just(1.0), st.floats(0.0, 50.0))
costs = st.lists(st.tuples(st.one_of(st.integers(0, 40), st.floats(0.0, 40.0)), st.integers(0, 4)), max_size=4)


@given(weights, st.data(), costs, st.sampled_from(REASONS))
def test_the_parts_shown_add_up_to_the_score_shown_and_their_maxima_to_100(drawn, data, broken, reason):
    limits = [
        {"name": f"l{k}", "condition": TOUCH, "points": points, "severity": "penalty"}
        for k, (points, _) in enumerate(broken)
    ]
    document = exercise(scoring={"weights": drawn}, limits=limits)
    breaks = tuple(Span(f"l{k}", 0, 0) for k, (_, count) in enumerate(broken) for _ in range(count))
    penalty = sum(points * count for points, count in broken)
    verdict = Verdict(reason == "success", reason, "", 100, 1.0, (), breaks, penalty, ())
    metrics = {name: Metric(name, data.draw(values), "1", name, KINDS[name].better) for name in KINDS}
    found = score_metrics(document, metrics, verdict, DT)
    parts = score_parts(found.plain())
    assert sum(part.points for part in parts) == shown_points(found.points)
    assert all(part.points == int(part.points) and part.most == int(part.most) for part in parts)
    shares = [part for part in parts if part.most > 0]
    if any(share.of > 0 for share in found.shares):
        assert sum(part.most for part in parts) == 100
    real = {share.metric.name: share for share in found.shares}
    for part in shares:
        assert 0 <= part.points <= part.most
        assert abs(part.points - real[part.name].points) < len(shares) + 1
        assert part.counts == (reason == "success" or (part.name == "stages" and reason == "time"))
    lost = [part for part in parts if part.most == 0 and part.name.startswith("l")]
    assert all(part.points <= 0 for part in lost)
    # what is shown while it runs is never less than what comes out
    assert shown_points(max(0.0, 100.0 - penalty)) >= sum(part.points for part in parts)


def test_full_marks_stay_full_and_none_stay_none():
    scoring = {"weights": {name: {"weight": 1, "par": 1.0} for name in ("time", "path", "jerk")}}
    found = score_metrics(
        exercise(scoring=scoring),
        {name: Metric(name, 1.0 if name != "jerk" else 3.0, "1", name) for name in KINDS},
        Verdict(True, "success", "", 100, 1.0, (), (), 0.0, ()),
        DT,
    )
    parts = {part.name: (part.points, part.most) for part in score_parts(found.plain())}
    assert found.points == pytest.approx(77.78, abs=0.01) and sum(p for p, _ in parts.values()) == 77
    assert all(parts[name][0] == parts[name][1] for name in ("time", "path"))


def test_points_of_strangers_are_left_as_they_are():
    share = {"name": "a", "title": "", "points": 1e9, "of": 2e9}
    (part,) = score_parts({"points": 5.0, "shares": [share], "penalties": []})
    assert (part.points, part.most) == (1e9, 2e9)
    share = {"name": "a", "title": "", "points": 10.0, "of": 100.0}
    (part,) = score_parts({"points": 95.0, "shares": [share], "penalties": []})
    assert (part.points, part.most) == (10.0, 100.0)


def test_the_score_shown_never_reaches_a_medal_that_was_missed():
    assert shown_points(89.99) == 89 and shown_points(90.0 - 1e-12) == 90


def judged(rows, **parts):
    document = exercise(**parts)
    judge = Judge(document, CHANNELS, DT)
    for tick, row in enumerate(rows):
        judge.feed(tick, row)
    return judged_account(waiting_account(document), judge, "done" if judge.done else "running")


def test_a_broken_limit_is_named_with_time_place_stage_and_what_is_allowed():
    force = np.zeros(60)
    force[[30, 45]] = 80.0
    hand = np.tile([0.1, 0.2, 0.3], (60, 1))
    limit = {"name": "hard", "title": "Knock", "condition": {**TOUCH, "above": 50}, "points": 4}
    stages = [{"name": "go", "title": {"en": "Go", "ru": "Идите"}, "goal": DONE}]
    account = judged(rows_of(60, contact=force, site_hand=hand), stages=stages, limits=[limit])
    (broken,) = account.breaks
    assert (broken.title, broken.count, broken.points, broken.fatal) == ("Knock", 2, -8.0, False)
    assert broken.time == pytest.approx(0.3) and broken.place == pytest.approx([0.1, 0.2, 0.3])
    assert broken.stage == {"en": "Go", "ru": "Идите"}
    (reading,) = broken.readings
    assert (reading.value, reading.unit, reading.above, reading.below) == (80.0, "N", None, 50.0)
    assert account.points == 92.0


def test_a_limit_that_ends_the_attempt_is_marked_and_the_score_at_most_is_never_below_zero():
    force = np.zeros(200)
    force[10::20] = 80.0
    limits = [{"name": "hard", "condition": TOUCH, "points": 40, "rearm": 0.05}]
    assert judged(rows_of(200, contact=force), stages=[{"name": "go", "goal": DONE}], limits=limits).points == 0.0
    limits = [{"name": "end", "condition": TOUCH, "severity": "fail"}]
    account = judged(rows_of(200, contact=force), stages=[{"name": "go", "goal": DONE}], limits=limits)
    assert account.breaks[0].fatal and account.breaks[0].count == 1 and account.breaks[0].time == pytest.approx(0.1)


def test_a_failed_attempt_earns_for_its_stages_alone_and_says_so():
    document = exercise(stages=[{"name": "go", "goal": DONE}, {"name": "on", "goal": DONE}], duration=0.5)
    grip = np.zeros(60)
    found = score(document, CHANNELS, rows_of(60, panel_grip=grip), DT)
    assert [part.name for part in score_parts(found.plain()) if part.counts] == ["stages"]


def test_readings_have_no_bounds_that_make_no_sense():
    goal = {"type": "all", "of": [DONE, {"type": "inside", "thing": "box", "low": [0, 0, 0], "high": [1, 1, 1]}]}
    account = judged(rows_of(3, body_box=np.array([2.0, 0.5, 0.5])), stages=[{"name": "go", "goal": goal}])
    grip, inside = account.readings
    assert (grip.value, grip.above, grip.below) == (None, None, None)
    assert inside.kind == "outside" and inside.value == pytest.approx(1.0)


def test_units_are_typeset_as_the_page_does():
    assert [typeset_unit(u) for u in ("N*m", "m/s^3", "deg/s^2", "Ohm", "uF", "1", "?a*s", "kg^1/2")] == [
        "N·m", "m/s³", "°/s²", "Ω", "µF", "", "", "kg^1/2",
    ]  # fmt: skip
    assert [typeset_unit(u, "ru") for u in ("N*m", "m/s^3", "rad/s", "s^-1")] == ["Н·м", "м/с³", "рад/с", "с⁻¹"]
    assert shown_unit("rad")[0] == "deg" and shown_unit("rad")[1] == pytest.approx(180.0 / math.pi)
    assert shown_unit("N*m") == ("N*m", 1.0)


@given(st.lists(st.tuples(st.sampled_from(sorted(unit_names())), st.integers(1, 4)), min_size=1, max_size=3))
def test_no_typeset_unit_has_marks_of_programs(factors):
    text = "*".join(name if power == 1 else f"{name}^{power}" for name, power in factors)
    for language in ("en", "ru"):
        assert not re.search(r"[\^*]", typeset_unit(text, language))
