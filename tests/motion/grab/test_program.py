"""Programs of frames: what the document refuses, what a look at the whole program refuses, and a run by the panel."""

import json
import math

import numpy as np
import pytest
from typer.testing import CliRunner

from pult import grab
from pult.cli import app
from pult.core.errors import DocumentError
from pult.core.shipped import shipped_file
from pult.motion.grab.program.document import READY, read_program
from pult.motion.grab.program.simulate import check_program, simulate
from pult.pilots.prm1.program import run_program
from pult.record import read_record

HEAD = {"format": "pult.program", "version": 1, "name": "test"}


def program(*frames, **more):
    return {**HEAD, "frames": list(frames), **more}


def faults(document):
    return [str(fault) for fault in check_program(document)[1]]


def test_the_start_is_the_pose_ready_of_the_robot():
    robot = json.loads(shipped_file("robot", "prm1").read_text(encoding="utf-8"))
    ready = robot["poses"]["ready"]
    assert list(READY) == [ready.get(name, 0.0) for name in ("column", "shoulder", "elbow", "wrist", "roll")]


def test_a_frame_is_a_straight_line_with_pitch_and_roll_linear_in_the_way():
    document, *_ = read_program(program({"point": [1.0, -0.2, 0.42], "pitch": -0.1, "roll": 0.8}))
    found = simulate(document)
    assert not found.faults
    frame = found.frames[0]
    along = frame.points - frame.points[0]
    share = np.linalg.norm(along, axis=1) / np.linalg.norm(along[-1])
    np.testing.assert_allclose(along, share[:, None] * along[-1], rtol=0, atol=1e-9)
    np.testing.assert_allclose(frame.points[-1], [1.0, -0.2, 0.42], rtol=0, atol=1e-9)
    pitch = frame.angles[:, 1:4].sum(axis=1)
    np.testing.assert_allclose(pitch, pitch[0] + share * (-0.1 - pitch[0]), rtol=0, atol=1e-9)
    np.testing.assert_allclose(frame.angles[:, 4], 0.8 * share, rtol=0, atol=1e-9)


def test_angles_are_inherited_entry_by_entry_and_pitch_and_roll_from_the_frame_before():
    frames = [{"angles": [0.2, None, None, None, 0.5]}, {"point": [1.0, 0.1, 0.4]}, {"roll": -0.3}]
    found = simulate(read_program(program(*frames))[0])
    assert not found.faults
    np.testing.assert_allclose(found.frames[0].config.angles, [0.2, *READY[1:4], 0.5], rtol=0, atol=1e-12)
    assert found.frames[1].config.pitch == pytest.approx(sum(READY[1:4]), abs=1e-9)
    assert found.frames[1].config.angles[4] == pytest.approx(0.5, abs=1e-9)
    np.testing.assert_allclose(found.frames[2].points[-1], [1.0, 0.1, 0.4], atol=1e-9)
    assert found.frames[2].config.angles[4] == pytest.approx(-0.3, abs=1e-9)


def test_a_refusal_names_the_frame_and_the_numbered_reason():
    near = {"point": [1.0, 0.1, 0.4]}
    [far] = faults(program(near, {"point": [2.5, 0, 0.3]}))
    assert far.startswith("frames[1]: the target of frame 2 is refused, reason 41: the target is out of reach")
    [stop] = faults(program(near, near, {"angles": [0, 0.5, 0, 0, 0]}))
    assert stop.startswith("frames[2]: the target of frame 3 is refused, reason 2: the shoulder would turn to 28.65 degrees")
    [start] = faults(program(near, start=[3.0, -0.9, 1.2, 0.0, 0.0]))
    assert start.startswith("start: the start is refused, reason 1:")


def test_a_motion_that_would_need_another_configuration_is_refused_on_the_way():
    _, found = check_program(program({"angles": [0.0, -0.3, -0.4, 0.2, 0.0]}))
    [fault] = found
    assert fault.place == "frames[0]" and fault.code == "refused"
    assert fault.values["reason"] == 51 and "the elbow would have to change over" in fault.message


@pytest.mark.parametrize(
    ("document", "said"),
    [
        (program(), "frames: a program has 1 to 500 frames, not 0."),
        (program({}), "frames[0]: a frame needs target angles, a target point, or actions."),
        (program({"angles": [0] * 5, "point": [1, 0, 0]}), "frames[0]: a frame has target angles or a target point, not both."),
        (program({"angles": [0] * 5, "pitch": 0.1}), "frames[0].pitch: 'pitch' belongs to a target point; angles have it already."),
        (
            program({"angles": [0, 0]}),
            "frames[0].angles: there are 5 joint angles (column, shoulder, elbow, wrist, roll), not 2.",
        ),
        (program({"roll": 0}, start=[0, None, 0, 0, 0]), "start: the start has all 5 joint angles; shoulder is inherited."),
        (program({"roll": 0}, speed=3), "speed: the speed is a share of the full one, 0.1 to 1, not 3."),
        (
            program({"before": [{"type": "camera", "camera": "grap"}]}),
            "frames[0].before[0].camera: there is no camera 'grap'. Did you mean 'grab'? Allowed: 'grab', 'mast', 'side'.",
        ),
        (program({"before": [{"type": "wait", "seconds": -1}]}), "frames[0].before[0].seconds: a wait is from 0 to 600 s, not -1."),
    ],
)
def test_what_is_no_program_is_refused_with_its_place(document, said):
    assert faults(document) == [said]


def test_unknown_keys_and_actions_are_refused_with_advice():
    [wrong] = faults(program({"pont": [1, 0, 0.3], "roll": 0}))
    assert "'pont'" in wrong and "'point'" in wrong
    [wrong] = faults(program({"before": [{"type": "gasp"}]}))
    assert "frames[0].before[0]" in wrong and "grab" in wrong


def test_the_shipped_program_runs_by_the_panel_and_is_recorded(tmp_path):
    document, *_ = read_program(shipped_file("program", "prm1-show"))
    record = tmp_path / "run.mcap"
    found = run_program(document, record)
    assert found.done and len(found.frames) == len(document.frames)
    assert max(frame.miss for frame in found.frames) < 0.002
    read = read_record(record)
    angles = read.signal("sensor.arm_angles")[-1]
    expected = simulate(document).frames[-1].config.angles
    np.testing.assert_allclose(angles, expected, rtol=0, atol=math.radians(0.3))


def test_a_program_that_would_be_refused_does_not_begin():
    document, *_ = read_program(program({"point": [2.5, 0, 0.3]}))
    with pytest.raises(DocumentError, match="the target of frame 1 is refused, reason 41"):
        run_program(document)


def test_the_commands_check_and_answer_as_json(tmp_path):
    good = CliRunner().invoke(app, ["program", "check", "prm1-show"])
    assert good.exit_code == 0 and "4 frames" in good.output and "nothing is refused" in good.output
    bad = tmp_path / "bad.program.json"
    bad.write_text(json.dumps({**program({"point": [2.5, 0, 0.3]}), "name": "bad"}), encoding="utf-8")
    refused = CliRunner().invoke(app, ["program", "check", str(bad), "--json"])
    answer = json.loads(refused.output)
    assert refused.exit_code == 1 and not answer["ok"] and answer["faults"][0]["code"] == "refused"
    assert CliRunner().invoke(app, ["check", str(bad)]).exit_code == 1
    assert answer["frames"][0]["point"] == pytest.approx(grab.f1(grab.Config.of(READY)).point.tolist())
