"""Zones that limits forbid are shapes of the scene, with nothing drawn by the author of the world."""

import msgspec
import numpy as np
import pytest

from pult.exercise.condition import Condition
from pult.exercise.document import LimitDocument
from pult.exercise.exercise import load_exercise
from pult.exercise.zones import COLOUR, forbidden_zones
from pult.server.live.plan import make_plan
from pult.server.messages import StartSession
from pult.world.world import load_world
from tests.exercise.observing import written

BOX = {"type": "inside", "thing": "hand", "low": [0.2, -0.1, 0.3], "high": [0.4, 0.1, 0.9]}
BALL = {"type": "distance", "a": "hand", "b": "fore", "offset": [0.1, 0, 0], "below": 0.05}


def limit(condition, name="zone"):
    return {"name": name, "points": 5, "condition": condition}


def zones_of(condition, model):
    document = load_exercise("two-link-line").document
    limits = [LimitDocument(name="zone", points=5, condition=msgspec.convert(condition, Condition))]
    return forbidden_zones(msgspec.structs.replace(document, limits=limits), model)


@pytest.fixture(scope="module")
def model():
    return load_world("two-link").model


def test_a_box_and_a_ball_stand_where_the_limit_says(model):
    (box,) = zones_of(BOX, model)
    assert (box.frame, box.kind, box.rgba) == ("world", "box", COLOUR)
    assert box.size == pytest.approx([0.1, 0.1, 0.3]) and box.pos == pytest.approx([0.3, 0.0, 0.6])
    (ball,) = zones_of(BALL, model)
    assert (ball.frame, ball.kind) == ("fore", "sphere")
    assert ball.size == pytest.approx([0.05] * 3) and ball.pos == pytest.approx([0.1, 0.0, 0.0])


def test_a_zone_in_the_frame_of_a_site_is_in_that_of_its_body(model):
    (zone,) = zones_of({**BOX, "of": "hand"}, model)
    site = model.site("hand")
    assert zone.frame == model.body(int(site.bodyid[0])).name
    assert zone.quat == pytest.approx(site.quat.tolist())
    assert np.linalg.norm(np.subtract(zone.pos, site.pos)) == pytest.approx(np.linalg.norm([0.3, 0.0, 0.6]))


@pytest.mark.parametrize(
    ("condition", "count"),
    [
        ({"type": "any", "of": [BOX, BALL, {"type": "speed", "thing": "hand", "above": 1}]}, 2),
        ({"type": "all", "of": [{"type": "stage", "stages": ["there"]}, BOX]}, 1),
        ({"type": "all", "of": [{"type": "speed", "thing": "hand", "above": 1}, BOX]}, 0),  # allowed if slow
        ({"type": "not", "of": BOX}, 0),  # here one must stay
        ({**BALL, "below": None, "above": 0.05}, 0),
        ({**BALL, "axes": "xy"}, 0),
        ({**BOX, "of": "nothing"}, 0),
        ({**BOX, "high": BOX["low"]}, 0),
    ],
)
def test_only_what_breaks_the_limit_by_itself_is_a_zone(condition, count, model):
    assert len(zones_of(condition, model)) == count


def test_the_scene_of_a_session_shows_it(tmp_path):
    written(tmp_path, limits=[limit(BOX)])
    scene = make_plan(tmp_path, StartSession(exercise="short", seed=1)).scene
    plain = load_world("two-link").model
    drawn = [geom for geom in scene.geoms if geom.name.startswith("forbidden zone")]
    assert [(geom.body, geom.kind, geom.rgba[3]) for geom in drawn] == [(-1, "box", COLOUR[3])]
    assert drawn[0].id >= plain.ngeom or drawn[0].id not in {geom.id for geom in scene.geoms if geom is not drawn[0]}
    assert scene.bodies[0].name != "world"
