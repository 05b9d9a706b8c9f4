"""From the model to the robot: what was rehearsed as it is may be done, and nothing else."""

import json
import time

import numpy as np
import pytest

from pult.blocks.kinematics._surface import APPROACH, DESCENT, DONE, STROKE
from pult.procedure.certificate import (
    NotCertified,
    certificate_file,
    certificate_problem,
    read_certificate,
    require_certificate,
    write_certificate,
)
from pult.procedure.measures import Rows, measure, measure_retract
from pult.procedure.procedure import load_procedure
from pult.procedure.rehearse import certify, judge_run, rehearse
from pult.procedure.robot import perform, rows_of

HALF = '''"""A block."""
from typing import Annotated

from pult.core.block import block


@block("massage_of_mine.half")
class Half:
    """Half of it: $y = x/2$."""

    @staticmethod
    def output(x: Annotated[float, "1", "what is halved"]) -> Annotated[float, "1", "half"]:
        """Half."""
        return 0.5 * x
'''


def rows(stage, force, dt=0.1, depth=None, progress=0.0, speed=0.0, joint=0.0):
    table = np.zeros((len(stage), 9))
    table[:, 0], table[:, 1], table[:, 2], table[:, 7], table[:, 8] = stage, progress, force, speed, joint
    if depth is not None:
        table[:, 3] = depth
    return Rows(table, dt)


def figures(made, profile=lambda shares: 10.0 + 0.0 * shares):
    return measure(made, profile, (np.array([-1.0]), np.array([2.0])))


def test_the_force_error_is_that_of_the_path_once_the_tool_has_taken_hold():
    stage = [DESCENT, STROKE, STROKE, STROKE, STROKE, DONE]
    found = figures(rows(stage, [30.0, 0.0, 5.0, 11.0, 9.5, 0.0]))
    assert found.force_error == pytest.approx(0.1)
    assert found.max_force == 30.0  # counted everywhere: the patient does not care for stages
    assert found.done
    assert figures(rows([DESCENT], [0.0])).force_error == 1.0


def test_the_force_is_compared_with_the_document_and_not_with_what_the_scheme_wants():
    made = rows([STROKE] * 5, [6.0] * 5, progress=[0.0, 0.25, 0.5, 0.75, 1.0])
    found = figures(made, lambda shares: np.interp(shares, [0.0, 0.5, 1.0], [6.0, 12.0, 6.0]))
    assert found.force_error == pytest.approx(0.5)
    assert figures(made, lambda shares: 6.0 + 0.0 * shares).force_error == 0.0


def test_joints_are_watched_on_the_way_there_and_back_too(arc):
    made = rows([APPROACH, STROKE, DONE], [0.0] * 3, speed=[-3.0, 0.5, 0.0], joint=[0.0, 0.5, 1.999])
    found = figures(made)
    assert found.max_joint_speed == 3.0
    assert found.joint_margin == pytest.approx(0.001)
    faults = judge_run(load_procedure(arc).document, found, None, with_stop=False)
    assert any("A joint turns at up to 3.00 rad/s" in fault for fault in faults)
    assert any("A joint comes within 0.001 rad of its limit (0.005 allowed)." in fault for fault in faults)
    assert not any("emergency stop" in fault for fault in faults)


def test_a_tool_that_comes_back_is_not_retracted():
    depth = [0.001, -0.02, 0.001, -0.011, -0.012]
    found = measure_retract(rows([STROKE] * 5, [9.0, 0.0, 1.0, 0.0, 0.0], depth=depth), 0.01)
    assert found.clear == pytest.approx(0.3)
    assert measure_retract(rows([STROKE], [9.0], depth=[0.001]), 0.01).clear is None


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A short procedure in a file, rehearsed once with force control and once without."""
    from pult.core.shipped import shipped_file

    data = json.loads(shipped_file("procedure", "massage-arc").read_text(encoding="utf-8"))
    knots = [{"a": a, "b": 1.570796} for a in (-0.25, 0.0, 0.25)]
    data = {**data, "name": "short", "knots": knots, "inserted": 0, "speed": 0.05, "limits": {"joint_speed": 2.0}}
    folder = tmp_path_factory.mktemp("procedures")
    # an operator who may be silent for longer than a hand on a panel: tests share the machine with others
    panel = shipped_file("panel", "massage")
    patient = {**json.loads(panel.read_text(encoding="utf-8")), "link_timeout": 5.0}
    (folder / panel.name).write_text(json.dumps(patient), encoding="utf-8")
    (folder / "massage.svg").write_bytes((panel.parent / "massage.svg").read_bytes())
    file = folder / "short.procedure.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    procedure = load_procedure(file)
    return procedure, rehearse(procedure)


def test_force_control_passes_and_an_emergency_stop_draws_the_tool_in(made):
    procedure, rehearsal = made
    assert rehearsal.faults == ()
    assert rehearsal.measured.done
    assert rehearsal.measured.force_error < 0.1
    assert rehearsal.measured.max_force < 12.0
    assert rehearsal.measured.max_speed < 0.1
    assert rehearsal.retracted is not None
    assert 0.0 < rehearsal.retracted.off <= rehearsal.retracted.clear < procedure.document.retract.time
    certificate = certify(procedure, rehearsal)
    write_certificate(certificate_file(procedure), certificate)
    found = read_certificate(certificate_file(procedure))
    assert found == certificate
    require_certificate(procedure, found)


def test_the_robot_does_what_was_rehearsed_and_feels_the_same(made, tmp_path):
    procedure, rehearsal = made
    with pytest.raises(NotCertified, match="not been rehearsed"):
        perform(procedure, None, tmp_path / "no.mcap")
    assert not (tmp_path / "no.mcap").exists()
    told = []
    done = perform(
        procedure,
        certify(procedure, rehearsal),
        tmp_path / "robot.mcap",
        progress=lambda share, force: told.append((share, force)),
    )
    assert (done.stopped, done.faults) == ("", ())
    # the same physics, step by step: only the moment at which the switch goes on differs
    assert done.measured.force_error == pytest.approx(rehearsal.measured.force_error, rel=0.05)
    assert done.measured.max_force == pytest.approx(rehearsal.measured.max_force, rel=0.02)
    # the tool's own speed, by the joints in the record: it comes and goes with the chords while it is led evenly
    assert done.measured.max_speed == pytest.approx(rehearsal.measured.max_speed, rel=0.02)
    assert done.measured.max_joint_speed == pytest.approx(rehearsal.measured.max_joint_speed, rel=0.02)
    assert done.measured.joint_margin == pytest.approx(rehearsal.measured.joint_margin, abs=1e-3)
    assert max(share for share, _ in told) > 0.9


def test_whatever_ends_it_early_the_tool_is_off_the_patient_before_the_session_ends(made, tmp_path):
    procedure, rehearsal = made

    def fails(_, force):
        if force > 5.0:
            raise RuntimeError("the screen is gone")

    with pytest.raises(RuntimeError, match="the screen is gone"):
        perform(procedure, certify(procedure, rehearsal), tmp_path / "failed.mcap", progress=fails)
    found = rows_of(procedure, tmp_path / "failed.mcap")
    assert found.force.max() > 5.0
    assert found.depth[-1] <= -procedure.document.retract.distance


def test_a_stop_before_the_tool_is_on_the_patient_ends_it_at_once_with_its_reason(made, tmp_path):
    procedure, rehearsal = made
    folder = tmp_path / "quick"
    folder.mkdir()
    for file in procedure.folder.iterdir():
        (folder / file.name).write_bytes(file.read_bytes().replace(b'"link_timeout": 5.0', b'"link_timeout": 0.3'))
    other = load_procedure(folder / procedure.file.name)

    def silent(_, __):
        time.sleep(1.0)

    done = perform(other, certify(other, rehearsal), tmp_path / "lost.mcap", progress=silent)
    assert "no signal from the operator's page for 0.5" in done.stopped
    assert done.measured.time < 10.0  # it does not wait for an end that cannot come
    assert (rows_of(other, tmp_path / "lost.mcap").stage < STROKE).all()


def test_every_edit_makes_the_certificate_stale(made, tmp_path):
    procedure, rehearsal = made
    certificate = certify(procedure, rehearsal)
    assert certificate_problem(procedure, certificate) == ""
    data = json.loads(procedure.file.read_text(encoding="utf-8"))
    for change in ({"speed": 0.051}, {"inserted": 1}, {"retract": {"time": 0.4}}, {"title": "x"}):
        other = load_procedure({**data, **change})
        assert "changed after its rehearsal" in certificate_problem(other, certificate)
        with pytest.raises(NotCertified, match="Rehearse it on the model first"):
            require_certificate(other, certificate)
    assert "not been rehearsed" in certificate_problem(procedure, None)


def test_a_changed_scheme_makes_the_certificate_stale(made, tmp_path):
    from pult.core.shipped import shipped_file

    procedure, rehearsal = made
    certificate = certify(procedure, rehearsal)
    text = shipped_file("scheme", "massage-force").read_text(encoding="utf-8")
    (tmp_path / "massage-force.scheme.json").write_text(text.replace('"description": "', '"description": "My '))
    file = tmp_path / "short.procedure.json"
    file.write_bytes(procedure.file.read_bytes())
    assert "massage-force.scheme.json" in certificate_problem(load_procedure(file), certificate)


def test_an_edited_block_of_a_plug_in_makes_the_certificate_stale(made, tmp_path, monkeypatch):
    from pult.core.shipped import shipped_file

    procedure, rehearsal = made
    package = tmp_path / "massage_blocks_of_mine"
    package.mkdir()
    (package / "__init__.py").write_text("from massage_blocks_of_mine import half\n")
    (package / "half.py").write_text(HALF)
    monkeypatch.syspath_prepend(tmp_path)
    __import__("massage_blocks_of_mine")
    scheme = json.loads(shipped_file("scheme", "massage-force").read_text(encoding="utf-8"))
    scheme["blocks"].append({"id": "mine", "type": "massage_of_mine.half", "inputs": {"x": 1.0}})
    (tmp_path / "massage-force.scheme.json").write_text(json.dumps(scheme))
    file = tmp_path / "short.procedure.json"
    file.write_bytes(procedure.file.read_bytes())
    certificate = certify(load_procedure(file), rehearsal)
    assert certificate_problem(load_procedure(file), certificate) == ""
    (package / "half.py").write_text(HALF.replace("0.5", "0.6"))
    assert "massage_blocks_of_mine" in certificate_problem(load_procedure(file), certificate)


def test_a_certificate_changed_by_hand_is_none(made, tmp_path):
    procedure, rehearsal = made
    file = tmp_path / "short.certificate.json"
    write_certificate(file, certify(procedure, rehearsal))
    data = json.loads(file.read_text(encoding="utf-8"))
    data["measured"]["max_force"] = 1.0
    file.write_text(json.dumps(data), encoding="utf-8")
    assert read_certificate(file) is None


def test_position_control_alone_fails_the_rehearsal_and_the_robot_refuses(made):
    procedure, _ = made
    data = json.loads(procedure.file.read_text(encoding="utf-8"))
    other = load_procedure({**data, "scheme": "massage-position", "knots": [data["knots"][0], data["knots"][2]]})
    rehearsal = rehearse(other)
    # one chord over 0.5 rad: c rho (1 - cos(phi/2)) = 32 N by theory, less what the joints give way
    assert rehearsal.measured.max_force > 25.0
    assert any("The force is off" in fault for fault in rehearsal.faults)
    with pytest.raises(NotCertified, match="Its rehearsal failed"):
        require_certificate(other, certify(other, rehearsal))
