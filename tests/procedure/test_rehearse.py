"""From the model to the robot: what was rehearsed as it is may be done, and nothing else."""

import json

import numpy as np
import pytest

from pult.procedure.certificate import (
    NotCertified,
    certificate_file,
    certificate_problem,
    read_certificate,
    require_certificate,
    write_certificate,
)
from pult.procedure.measures import DESCENT, DONE, STROKE, Rows, measure, measure_retract
from pult.procedure.procedure import load_procedure
from pult.procedure.rehearse import certify, rehearse
from pult.procedure.robot import perform


def rows(stage, force, wanted, dt=0.1, depth=None):
    table = np.zeros((len(stage), 9))
    table[:, 0], table[:, 2], table[:, 4] = stage, force, wanted
    if depth is not None:
        table[:, 3] = depth
    return Rows(table, dt)


def test_the_force_error_is_that_of_the_path_once_the_tool_has_taken_hold():
    stage = [DESCENT, STROKE, STROKE, STROKE, STROKE, DONE]
    found = measure(rows(stage, [30.0, 0.0, 5.0, 11.0, 9.5, 0.0], [0.0, 10.0, 10.0, 10.0, 10.0, 0.0]))
    assert found.force_error == pytest.approx(0.1)
    assert found.max_force == 30.0  # counted everywhere: the patient does not care for stages
    assert found.done
    assert measure(rows([DESCENT], [0.0], [0.0])).force_error == 1.0


def test_a_tool_that_comes_back_is_not_retracted():
    depth = [0.001, -0.02, 0.001, -0.011, -0.012]
    found = measure_retract(rows([STROKE] * 5, [9.0, 0.0, 1.0, 0.0, 0.0], [10.0] * 5, depth=depth), 0.01)
    assert found.clear == pytest.approx(0.3)
    assert measure_retract(rows([STROKE], [9.0], [10.0], depth=[0.001]), 0.01).clear is None


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
    assert max(share for share, _ in told) > 0.9


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
