"""Free runs: worlds and schemes without an operator, the same bits as ordinary sessions."""

import hashlib
import json

import numpy as np
import pytest

from pult.batch.free_sweep import prepare_free, sweep_free
from pult.batch.plans.document import SweepDocument
from pult.batch.plans.free import FreeDocument, JointRange, draw_joints, free_setup, start_ranges
from pult.batch.plans.variation import as_variations
from pult.batch.results.file import sorted_rows
from pult.batch.sweep import check_sweep, prepare_sweep
from pult.core.errors import DocumentError, UsageError
from pult.sim.open import open_session
from pult.world.world import load_world

HOLD = {
    "format": "pult.scheme", "version": 1, "name": "hold",
    "inputs": {"angles": {"shape": [2], "unit": "rad"}, "speeds": {"shape": [2], "unit": "rad/s"}},
    "outputs": {"motors": {"shape": [2], "unit": "V"}},
    "blocks": [
        {"id": "wave", "type": "sources.sine", "shape": [2], "parameters": {"amplitude": 0.2, "frequency": 0.5}},
        {"id": "pd", "type": "control.pd", "shape": [2], "parameters": {"kd": 0.3, "kp": 20.0}},
    ],
    "wires": [
        {"from": "wave.y", "to": "pd.wanted"}, {"from": "angles", "to": "pd.angle"},
        {"from": "speeds", "to": "pd.speed"}, {"from": "pd.y", "to": "motors"},
    ],
}  # fmt: skip
WATCH = ["scheme.wave.y - sensor.angles", "drive.motors"]


@pytest.fixture
def scheme(tmp_path):
    path = tmp_path / "hold.scheme.json"
    path.write_text(json.dumps(HOLD))
    return path


def _here(source):
    """The rows of a sweep, all runs done in this process."""
    runs = prepare_sweep(source)
    runner = runs.task().runner()
    try:
        return [runner.run(job) for job in runs.jobs()]
    finally:
        runner.close()


def test_a_free_run_has_the_bits_of_an_ordinary_session(tmp_path, scheme):
    vary = {"sensor:angles.noise": [0.0, 0.01], "pd.kp": [20.0, 12.0]}
    rows = sweep_free(
        "two-link", scheme, tmp_path / "r.jsonl", duration=1.3, watch=WATCH, seeds=[3, 4], vary=vary, workers=2
    )
    assert len({row.hash for row in rows}) == len(rows) == 8
    free = FreeDocument(world="two-link", scheme=str(scheme), duration=1.3, watch=WATCH)
    assert sorted_rows(_here(SweepDocument(free=free, seeds=[3, 4], vary=as_variations(vary)))) == sorted_rows(rows)
    [row] = [row for row in rows if row.seed == 4 and row.values == {"sensor:angles.noise": 0.0, "pd.kp": 12.0}]
    joints = draw_joints(start_ranges(free, load_world("two-link")), 4)
    session = open_session(free_setup(free, joints, 4, {"pd.kp": 12.0}))
    kept = [session.row.copy()]
    for _ in range(130):
        session.advance()
        kept.append(session.row.copy())
    found = np.array(kept)
    assert row.hash == hashlib.sha256(found.tobytes()).hexdigest()
    assert (row.success, row.reason, row.time) == (True, "success", pytest.approx(1.3))
    place = session.channels
    error = np.linalg.norm(found[:, place["scheme.wave.y"].place] - found[:, place["sensor.angles"].place], axis=1)
    assert row.metrics[f"{WATCH[0]} max"] == error.max()
    assert row.metrics[f"{WATCH[0]} rms"] == pytest.approx(np.sqrt((error**2).mean()), rel=1e-12)
    assert row.metrics["drive.motors end"] == np.linalg.norm(found[-1, place["drive.motors"].place])
    assert row.metrics["qvel max"] == np.linalg.norm(found[:, place["qvel"].place], axis=1).max()


def test_starts_are_uniform_within_a_share_of_the_range():
    world = load_world("two-link")
    pose = {name: float(world.start()[world.model.joint(name).qposadr[0]]) for name in ("shoulder", "elbow")}
    free = FreeDocument(world="two-link", scheme="", spread=0.2, joints={"elbow": [0.1, 0.3]})
    [first, second] = start_ranges(free, world)
    low, high = map(float, world.model.joint("shoulder").range)
    assert second == JointRange("elbow", 0.1, 0.3)
    assert (first.low, first.high) == pytest.approx(
        (max(low, pose["shoulder"] - 0.1 * (high - low)), min(high, pose["shoulder"] + 0.1 * (high - low)))
    )
    drawn = np.array([draw_joints([second], seed)["elbow"] for seed in range(400)])
    assert drawn.min() >= 0.1
    assert drawn.max() <= 0.3
    assert abs(drawn.mean() - 0.2) < 4 * 0.2 / np.sqrt(12 * 400)  # four standard errors; seeds are fixed
    assert start_ranges(FreeDocument(world="two-link", scheme="", spread=0.0), world) == []


def test_a_run_that_diverges_says_so(scheme):
    free = FreeDocument(world="two-link", scheme=str(scheme), duration=0.5)
    vary = as_variations({"world:max_speed": [0.01, 100.0]})
    rows = _here(SweepDocument(free=free, seeds=[1], vary=vary))
    reasons = {row.values["world:max_speed"]: row.reason for row in rows}
    assert reasons == {0.01: "halted", 100.0: "success"}


@pytest.mark.parametrize(
    ("free", "error", "words"),
    [
        ({"duration": 0.0}, DocumentError, "lasts more than 0"),
        ({"spread": 2.0}, DocumentError, "from 0 to 1"),
        ({"joints": {"elbow": [1.0, 0.0]}}, DocumentError, "the lower one first"),
        ({"joints": {"elbo": [0.0, 1.0]}}, UsageError, "Did you mean 'elbow'"),
        ({"watch": ["sensor.angels"]}, UsageError, "Did you mean 'sensor.angles'"),
        ({"watch": ["sensor.angles - qpos"]}, None, ""),
        ({"watch": ["sensor.angles - time"]}, UsageError, "have 2 and 1 numbers"),
        ({"scheme": "two-link-command"}, DocumentError, "panel"),
    ],
)
def test_what_is_wrong_with_a_free_run_is_told_before_it(scheme, free, error, words):
    document = SweepDocument(free=FreeDocument(**{"world": "two-link", "scheme": str(scheme), **free}), seeds=[1])
    if error is None:
        assert prepare_free(document).count == 1
        return
    with pytest.raises(error) as told:
        prepare_sweep(document)
    assert words in str(told.value)


def test_a_plan_of_free_runs_is_a_document(tmp_path, scheme):
    file = tmp_path / "free.sweep.json"
    free = {"world": "two-link", "scheme": "hold.scheme.json", "duration": 0.2}
    data = {"format": "pult.sweep", "version": 1, "seeds": [1], "free": free}
    file.write_text(json.dumps(data))
    assert [row.success for row in _here(file)] == [True]
    assert [fault.code for fault in check_sweep({**data, "exercise": "two-link-reach"})] == ["bad-value"]
    assert [fault.place for fault in check_sweep({**data, "pilot": "command"})] == ["pilot"]
