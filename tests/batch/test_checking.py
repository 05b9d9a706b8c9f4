"""Sweeps are checked before the first run, and all faults are reported together."""

from collections import Counter

import pytest
from typer.testing import CliRunner

from pult.batch.plans.document import SweepDocument
from pult.batch.plans.variation import Interval
from pult.batch.sweep import prepare
from pult.cli import app
from pult.core.errors import DocumentError


def test_all_faults_of_a_plan_are_reported_together():
    with pytest.raises(DocumentError) as told:
        prepare({
            "format": "pult.sweep", "version": 1, "exercise": "two-link-reach", "seeds": [1, 1], "plan": "latin",
            "faults": ["angles.stuck@1", "sensor:angels.stuck@1", "drive:motor.dead@1"],
            "vary": {
                "sensor:angels.noise": {"type": "values", "values": [0.0]},
                "sensor:angles.noise": {"type": "values", "values": [1.0], "unit": "kg"},
                "sensor:angles.delay": {"type": "interval", "low": 2.0, "high": 1.0},
                "pd.kpp": {"type": "interval", "low": 1.0, "high": 2.0},
                "pd.kp": {"type": "values", "values": ["stiff"]},
            },
        })  # fmt: skip
    assert Counter(fault.place for fault in told.value.faults) == {
        "seeds": 1, "points": 1, "faults[0]": 1, "vary.fault": 2, "vary.sensor:angels.noise": 1,
        "vary.sensor:angles.noise": 1, "vary.sensor:angles.delay": 1, "vary.pd.kpp": 1, "vary.pd.kp": 1,
    }  # fmt: skip
    assert "there is no sensor 'angels'. Did you mean 'angles'? Allowed: 'angles', 'speeds'." in str(told.value)


def test_what_an_exercise_lacks_is_reported_with_the_faults_of_the_plan():
    with pytest.raises(DocumentError, match=r"(?s)^sweep: 2 faults.*each once.*two-link-raech"):
        prepare(SweepDocument(exercise="two-link-raech", seeds=[1, 1]))


def test_a_grid_of_too_many_points_is_refused():
    wide = {name: Interval(low=1.0, high=2.0, count=2000) for name in ("pd.kp", "pd.kd")}
    with pytest.raises(DocumentError, match="plan: a plan 'grid' needs from 1 to 1000000 points, not 4000000"):
        prepare(SweepDocument(exercise="two-link-reach", seeds=[1], vary=wide))


def test_all_faults_of_a_command_are_reported_together(tmp_path):
    settings = ("sensor:angels.noise=0,1", "sensor:angles.noise=0,1xx", "pd.kp=a", "pd.kd~normal(1,0.01)")
    options = [part for text in settings for part in ("--set", text)]
    output = str(tmp_path / "r.jsonl")
    ran = CliRunner().invoke(
        app,
        ["sweep", "two-link-reach", *options, "--seeds", "0:0", "--plan", "latn", "--fault", "drive:motor.dead@1", "-o", output],
    )
    assert isinstance(ran.exception, DocumentError)
    said = [str(fault) for fault in ran.exception.faults]
    assert len(said) == 6
    for words in ("unknown symbol 'xx'", "Did you mean 'latin'", "0 seeds", "no sensor 'angels'", "'kp' must be a number",
                  "Did you mean 'motors'"):  # fmt: skip
        assert sum(words in text for text in said) == 1, words
    assert not (tmp_path / "r.jsonl").exists()
