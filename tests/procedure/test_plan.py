"""The plan of a procedure: parameters on the surface, reach of every sample, the force error that theory expects."""

import math

import numpy as np
import pytest

from pult.motion.surface.chords import remaining
from pult.procedure.plan import look_at_plan
from pult.procedure.procedure import load_procedure


def plan(data):
    return look_at_plan(load_procedure(data))


def test_the_arc_of_the_paper_is_reached_with_the_expected_error(arc):
    found = plan({**arc, "inserted": 0})
    assert found.ok
    # rho = R + r - f/c; 2 c rho sin^2(phi/4) with phi = pi/6
    rho = 0.12 + 0.03 - 10.0 / 7000.0
    assert found.expected.force_error == pytest.approx(2 * 7000.0 * rho * math.sin(math.pi / 24) ** 2, rel=1e-4)
    assert found.choices[1].force_error == pytest.approx(
        remaining(math.pi / 6, 2) * found.expected.force_error, rel=1e-4
    )
    assert [choice.inserted for choice in found.choices] == list(range(10))


def test_the_force_law_is_expected_to_err_by_its_damping_and_position_control_by_the_chord(arc):
    found = plan(arc).expected
    # ke kvf/kpf v sin(phi/(2 n)) with the gains of the scheme; measured in a rehearsal: 1.5 %
    assert found.law_error == pytest.approx(7000.0 * 600.0 / 9e4 * 0.025 * math.sin(math.pi / 24), rel=1e-3)
    alone = plan({**arc, "scheme": "massage-position"})
    assert alone.expected.law_error is None
    assert {(mark.kind, mark.knot) for mark in alone.marks} == {("force", knot) for knot in range(6)}
    assert "8.9 N" in alone.marks[0].message
    assert plan({**arc, "scheme": "massage-position", "inserted": 9}).ok  # a chord a hundredth as deep


def test_the_scheme_gets_knots_on_the_surface_and_forces_by_the_greatest(arc):
    procedure = load_procedure({**arc, "force": [{"at": 0.0, "force": 5.0}, {"at": 1.0, "force": 15.0}]})
    setup = procedure.setup()
    points, normals = np.array(setup.parameters["path.points"]), np.array(setup.parameters["path.normals"])
    assert points.shape == normals.shape == (64, 3)
    assert np.abs(np.linalg.norm(points - [0.4, 0.0, 0.3], axis=1) - 0.12).max() < 1e-12
    np.testing.assert_allclose(points, [0.4, 0.0, 0.3] + 0.12 * normals, atol=1e-12)
    forces = np.array(setup.parameters["path.forces"])
    assert forces[0] == pytest.approx(1 / 3)
    assert forces[12] == forces[63] == pytest.approx(1.0)
    assert setup.start.panel == {"force": 15.0, "speed": 0.025}


def test_knots_out_of_reach_are_marked_each_with_its_number(arc):
    below = {"a": 3.0, "b": 1.570796}  # the tool would have to come from below, through the stand
    marks = plan({**arc, "knots": [*arc["knots"][3:6], below], "inserted": 0}).marks
    worst = [mark for mark in marks if mark.knot == 3]
    assert any(mark.kind == "reach" and "Move the knot" in mark.message for mark in worst)
    assert not any(mark.knot == 0 for mark in marks)


def test_a_joint_that_would_be_too_fast_is_marked(arc):
    slow = {**arc, "limits": {**arc["limits"], "joint_speed": 0.3}}
    marks = plan(slow).marks
    assert {mark.kind for mark in marks} == {"joint-speed"}
    assert "0.3 allowed" in marks[0].message
