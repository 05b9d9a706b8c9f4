"""The plan of a procedure: parameters on the surface, reach of every sample, the force error that theory expects."""

import json
import math

import numpy as np
import pytest

from pult.core.errors import DocumentError
from pult.core.shipped import shipped_file
from pult.motion.surface.chords import deviation_ratio
from pult.procedure.plan import look_at_plan
from pult.procedure.procedure import check_procedure, load_procedure


def plan(data):
    return look_at_plan(load_procedure(data))


def test_the_arc_of_the_paper_is_reached_with_the_expected_error(arc):
    found = plan({**arc, "inserted": 0})
    assert found.ok
    # rho = R + r - f/c; 2 c rho sin^2(phi/4) with phi = pi/6
    rho = 0.12 + 0.03 - 10.0 / 7000.0
    assert found.expected.force_error == pytest.approx(2 * 7000.0 * rho * math.sin(math.pi / 24) ** 2, rel=1e-4)
    assert found.choices[1].force_error == pytest.approx(
        deviation_ratio(math.pi / 6, 2) * found.expected.force_error, rel=1e-4
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


@pytest.mark.parametrize("name", ["arc", "back"])
def test_every_bend_of_the_force_is_pressed_as_the_document_has_it(arc, name):
    """Between knots the block knows lines alone: there must be a knot at every bend."""
    bends = {"force": [{"at": at, "force": f} for at, f in ((0.1, 6.0), (0.45, 12.0), (0.47, 12.0), (1.0, 6.0))]}
    data = arc if name == "arc" else json.loads(shipped_file("procedure", "massage-back").read_text(encoding="utf-8"))
    procedure = load_procedure({**data, **bends, "knots": [data["knots"][1], data["knots"][-2]], "inserted": 0})
    path, setup = procedure.path, procedure.setup()
    assert len(path.along) == 5 and path.given == (0, 4)
    points, normals = (np.array(setup.parameters[f"path.{what}"])[:5] for what in ("points", "normals"))
    forces = 12.0 * np.array(setup.parameters["path.forces"])[:5]
    assert max(abs(procedure.touch.surface.distance(p)) for p in points) < 1e-9
    touch = procedure.touch
    centres = points + (touch.tool_radius - forces / touch.stiffness)[:, None] * normals  # as the block has them
    along = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(centres, axis=0), axis=1))])
    shares = np.linspace(0.0, 1.0, 200)
    np.testing.assert_allclose(np.interp(shares, along / along[-1], forces), procedure.forces(shares), atol=1e-5)


def test_bends_that_there_is_no_room_for_are_told(arc):
    many = [{"at": k / 61, "force": 6.0 + k % 2} for k in range(60)]
    faults = check_procedure({**arc, "force": many})
    assert [fault.place for fault in faults] == ["force"]
    assert "there is room for 64" in faults[0].message


def test_a_force_law_without_gain_is_no_force_law(arc, tmp_path):
    text = shipped_file("scheme", "massage-force").read_text(encoding="utf-8")
    scheme = json.loads(text)
    for level in (scheme, *scheme.get("schemes", {}).values()):
        for block in level["blocks"]:
            if block.get("type") == "control.press":
                block.setdefault("parameters", {})["kpf"] = 0.0
    (tmp_path / "massage-force.scheme.json").write_text(json.dumps(scheme), encoding="utf-8")
    (tmp_path / "arc.procedure.json").write_text(json.dumps(arc), encoding="utf-8")
    found = plan(tmp_path / "arc.procedure.json")
    assert found.expected.law_error is None
    assert {mark.kind for mark in found.marks} == {"force"}


def test_what_cannot_be_planned_is_a_fault_with_its_place(arc):
    for change, place, words in (
        ({"chain": "arms"}, "chain", "Did you mean 'arm'"),
        ({"speed": 1e-6}, "speed", "8000 s"),
    ):
        with pytest.raises(DocumentError) as caught:
            plan({**arc, **change})
        assert [fault.place for fault in caught.value.faults] == [place]
        assert words in caught.value.faults[0].message


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
