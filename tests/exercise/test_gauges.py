"""Zones of gauges follow the goals and limits of the exercise, in every shipped one."""

import pytest

from pult.core.shipped import shipped
from pult.exercise import condition as c
from pult.exercise.exercise import check_exercise, load_exercise
from pult.exercise.gauges import GaugeZones, gauge_zones
from pult.exercise.run import open_attempt
from pult.panel.elements import Gauge
from pult.panel.panel import load_panel
from tests.exercise.making import CHANNELS, exercise
from tests.exercise.observing import document, written

PANEL = {
    "format": "pult.panel", "version": 1,
    "elements": {
        "force": {"type": "gauge", "signal": "sensor.force[0]", "range": [0, 30], "working": [8, 12], "end": [20, 30]},
        "pace": {"type": "gauge", "signal": "panel.speed", "range": [-1, 1], "working": [-0.9, 0.9]},
        "other": {"type": "gauge", "signal": "power", "range": [0, 1]},
    },
}  # fmt: skip
FORCE, FELT, OFF = "sensor.force[0]", "sensor.contact:box:hand", "panel.grip"


def signal(name, **bounds):
    return {"type": "signal", "name": name, **bounds}


def zones_of(stages, limits=(), **more):
    goals = [{"name": f"s{k}", "goal": goal} for k, goal in enumerate(stages)]
    told = [{"name": f"l{k}", "condition": condition} for k, condition in enumerate(limits)]
    return gauge_zones(exercise(stages=goals, limits=told, **more), load_panel(PANEL), CHANNELS)


def test_goals_are_where_the_value_is_wanted_and_limits_where_it_must_not_be():
    first, second = zones_of(
        [signal(FORCE, above=4, below=6), signal("panel.grip", **{"is": True})], [signal(FORCE, above=25)]
    )
    assert first == {"force": GaugeZones([0, 30], [4, 6], None, 25)}
    assert second == {"force": GaugeZones([0, 30], [8, 12], None, 25)}  # the panel's own zone, where nothing is said


def test_a_limit_of_some_stages_is_shown_in_them_and_one_off_the_scale_makes_it_longer():
    only = {"type": "all", "of": [{"type": "stage", "stages": ["s1"]}, signal(FORCE, above=10)]}
    both = {"type": "any", "of": [signal("panel.speed", above=1.5), signal("panel.speed", below=-1.5)]}
    first, second = zones_of([signal("panel.grip", **{"is": True})] * 2, [only, signal(FORCE, above=40), both])
    assert (first["force"].high, second["force"].high) == (40, 10)
    assert first["force"].range == second["force"].range == [0, 46]
    assert second["force"].working == [8, 10]  # what breaks a limit is not wanted
    assert first["pace"] == GaugeZones([-1.9, 1.9], [-0.9, 0.9], -1.5, 1.5)


def test_a_wanted_value_has_the_width_of_the_least_limit_of_its_deviation():
    told = {"force": {"signals": [FELT], "target": 12, "off": OFF}}
    first, last = zones_of(
        [signal(FELT, above=10), signal(FELT, below=0.5)],
        [signal(FELT, above=25), signal(OFF, above=3), signal(OFF, above=1.5)],
        gauges=told,
    )
    assert first["force"] == GaugeZones([0, 30], [10.5, 13.5], None, 25)
    assert last["force"].working == [0, 0.5]  # a goal that is elsewhere comes first


def test_what_is_said_of_gauges_is_checked(tmp_path):
    told = {"hand_sped": {}, "hand_speed": {"signals": ["output.nothing"], "target": 1.0}}
    _, faults = check_exercise(document(gauges=told), tmp_path)
    found = {fault.place: fault.message for fault in faults}
    assert "the panel has no gauge 'hand_sped'" in found["gauges.hand_sped"]
    assert "hand_speed" in found["gauges.hand_sped"]
    assert "'target' and 'off' go together" in found["gauges.hand_speed"]
    assert "output.nothing" in found["gauges.hand_speed.signals[0]"]


def bounds_of(condition):
    return [
        part for part in c.parts(condition) if isinstance(part, c.Signal) and (part.above, part.below) != (None,) * 2
    ]


@pytest.mark.parametrize("name", sorted(shipped("exercise")))
def test_the_gauges_of_every_shipped_exercise_follow_its_goals_and_limits(name):
    task = load_exercise(name).document
    panel = load_panel(task.panel)
    gauges = {key: one for key, one in panel.document.elements.items() if isinstance(one, Gauge)}
    found = gauge_zones(task, panel, CHANNELS)  # without units of the session: all in those of the signals
    assert all(set(task.gauges) <= set(zones) for zones in found)
    for stage, zones in zip(task.stages, found, strict=True):
        for key, gauge in gauges.items():
            told = task.gauges.get(key)
            signals = {gauge.signal or f"output.{key}", *(told.signals if told else [])}
            limits = [one for limit in task.limits for one in bounds_of(limit.condition) if one.name in signals]
            goals = [one for one in bounds_of(stage.goal) if one.name in signals]
            if not (limits or goals or told):
                assert key not in zones or not zones[key].working or zones[key].working == gauge.working
                continue
            seen = zones[key]
            low, high = seen.range
            assert all(low < value < high for one in limits for value in (one.above, one.below) if value is not None)
            assert {seen.high} <= {one.above for one in limits} | {None} | set(gauge.end)
            if seen.working:
                assert low <= seen.working[0] < seen.working[1] <= high
                assert seen.high is None or seen.working[1] <= seen.high
                assert seen.low is None or seen.low <= seen.working[0]
            for one in goals:
                assert seen.working, "the goal is not on the scale"
                assert one.above is None or seen.working[0] >= one.above
                assert one.below is None or seen.working[1] <= one.below


def test_the_force_of_a_massage_is_wanted_where_each_of_them_wants_it():
    wanted = {}
    for name in ("massage-stroke", "massage-patient"):
        massage = load_exercise(name).document
        zones = gauge_zones(massage, load_panel(massage.panel), CHANNELS)
        asked = massage.stages[0].goal  # the operator sets the slider to it
        assert isinstance(asked, c.Signal)
        assert asked.above < massage.gauges["pressed"].target < asked.below
        wanted[name] = zones[2]["pressed"]
    assert wanted["massage-stroke"] == GaugeZones([0, 30], pytest.approx([10.8, 13.2]), None, 25)
    assert wanted["massage-patient"] == GaugeZones([0, 30], pytest.approx([7.2, 8.8]), None, 16)


def test_the_account_of_an_attempt_tells_the_zones_of_its_stage(tmp_path):
    limit = {"name": "quick", "condition": signal("output.hand_speed", above=0.3)}
    attempt = open_attempt(written(tmp_path, limits=[limit]), "command", 3)
    zones = attempt.account().gauges["hand_speed"]
    assert (zones.high, zones.working) == (0.3, [0, 0.3])
