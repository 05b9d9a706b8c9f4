"""Designs of ManGo over HTTP: looked at, refused, and made into documents that open."""

import math

import pult
from pult.server.mango.routes import folder_of, look_at
from pult.server.messages.mango import MangoDesign

DESIGN = {
    "link1": 0.45, "link2": 0.4, "shoulder_low": -1.5, "shoulder_high": 0.0, "elbow_low": 0.5, "elbow_high": 2.0,
    "folded": 0.2, "stroke": 0.1, "bore": 0.032, "arms": 3,
}  # fmt: skip


def test_a_design_is_looked_at():
    found = look_at(MangoDesign(**DESIGN))
    assert not found.problem
    assert math.isclose(found.area, 0.45 * 0.4 * 1.5 * (math.cos(0.5) - math.cos(2.0)))
    assert len(found.mounts) == 2
    elbow = found.mounts[1]
    assert len(elbow.stroke) == len(elbow.moment_arm) == 41
    (sx, sy), (ex, ey), (hx, hy) = found.pose
    assert math.isclose(math.hypot(ex - sx, ey - sy), 0.45)
    assert math.isclose(math.hypot(hx - ex, hy - ey), 0.4)
    assert 0.2 < math.dist(elbow.begin, elbow.end) < 0.3  # the cylinder as it is drawn


def test_a_design_that_cannot_be_says_by_how_much():
    found = look_at(MangoDesign(**{**DESIGN, "stroke": 0.4}))
    assert found.problem.startswith("shoulder: a cylinder of 0.2 to 0.6 m cannot")
    assert not found.border


def test_it_is_made_once_into_documents_that_open(studio):
    answer = studio.client.post("/api/mango/make", json={"name": "mine", "design": DESIGN})
    assert answer.status_code == 200, answer.text
    made = answer.json()
    assert made["exercise"] == "mine"
    assert "robots/mine.robot.json" in made["files"]
    project = studio.project
    exercise = pult.load_exercise(project / "exercises/mine.exercise.json")
    assert exercise.document.world == "mine"
    again = studio.client.post("/api/mango/make", json={"name": "mine", "design": DESIGN})
    assert again.status_code == 409
    bad = studio.client.post("/api/mango/make", json={"name": "No name", "design": DESIGN})
    assert (bad.status_code, "not a valid name" in bad.json()["error"]) == (400, True)
    impossible = studio.client.post("/api/mango/look", json={**DESIGN, "folded": 1e9})
    assert impossible.status_code == 400


def test_files_go_where_the_project_looks_for_them():
    names = ("x.robot.json", "x.xml", "x-scene.xml", "x.world.json", "x.scheme.json", "x.exercise.json")
    assert [folder_of(name) for name in names] == ["robots", "robots", "worlds", "worlds", "schemes", "exercises"]
