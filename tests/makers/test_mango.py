"""Documents made from a design: they load, they run, and they carry as they should."""

import math

import numpy as np
import pytest
from models.mango.make import ARM, ONE, PAIR, TRIO

import pult
from pult.core.errors import KinematicsError, UsageError
from pult.makers.folder import write_documents
from pult.makers.mango.arm import home_reach
from pult.makers.mango.documents import design_files, scheme_files, world_files
from pult.makers.mango.layout import Layout
from pult.makers.mango.scheme import bindings
from pult.motion.carry.design import ArmDesign, design_arm
from pult.motion.carry.paths import padded
from pult.sim.commands import Input, SetParameter, Stop


def carrying(layout, world, scheme, knots, speed=0.4, acceleration=1.0, folder=None):
    """A session that is about to go along a path, at rest."""
    bound, (points, turns) = bindings(layout), padded(knots)
    parameters = {
        "lead.points": points,
        "lead.knot_turns": turns,
        "lead.speed": speed,
        "lead.max_acceleration": acceleration,
    }
    setup = pult.Setup(world=world, scheme=scheme, panel="mango-path", parameters=parameters, **bound)
    session = pult.open_session(setup, folder)
    session.advance(150)
    session.apply(Input(values={"run": True}))
    return session


def followed(session, seconds, thing):
    """Distance of a thing from its set-point, angle from the wanted one, and internal force, step by step."""
    channels = session.channels
    thing, wanted = channels[thing].place, channels["output.place"].place
    turn, squeeze = channels.find("output.turn").start, channels.find("scheme.coordinate.squeeze.size").start
    rows = []
    for _ in range(round(seconds / session.dt)):
        before = session.row.copy()
        session.advance(1)
        place, now = before[thing], session.row
        angle = 2.0 * math.atan2(place[6], place[3]) - now[turn]
        rows.append((math.dist(place[:2], now[wanted]), math.remainder(angle, 2.0 * math.pi), now[squeeze]))
    return np.abs(np.array(rows)).T


def rms(values):
    return float(np.sqrt(np.mean(np.square(values))))


def test_one_arm_follows_a_line_of_20_cm_in_a_second():
    session = carrying(ONE, "mango", "mango-path", [(0, 0, 0), (0, 0.2, 0)], 0.4, 1.2)
    distance, _, _ = followed(session, 1.5, "site.hand")
    assert session.row[session.channels.find("output.done").start]
    assert rms(distance) < 0.5e-3
    assert distance.max() < 2e-3


@pytest.mark.parametrize(
    ("layout", "name", "end"), [(PAIR, "mango-pair", (0, 0.25, 0.2)), (TRIO, "mango-trio", (0.1, 0.1, 0.2))]
)
def test_several_arms_carry_a_body_together(layout, name, end):
    session = carrying(layout, name, f"{name}-path", [(0, 0, 0), end])
    distance, angle, internal = followed(session, 1.8, "body.load")
    assert session.row[session.channels.find("output.done").start]
    assert distance.max() < 2e-3
    assert angle.max() < math.radians(0.6)
    assert rms(internal) < 3.0
    assert internal.max() < 15.0


def test_two_arms_cannot_carry_a_bar_that_is_welded_to_them(tmp_path):
    words = ({"en": "x", "ru": "x"}, {"en": "x", "ru": "x"})
    write_documents(world_files(ARM, PAIR, "welded", "mango", words, welded=True), tmp_path)
    session = carrying(PAIR, "welded", "mango-pair-path", [(0, 0, 0), (0, 0.25, 0.2)], folder=tmp_path)
    distance, angle, internal = followed(session, 1.8, "body.load")
    assert distance.max() > 6e-3 or angle.max() > math.radians(2.0) or internal.max() > 30.0


def test_a_motion_that_an_arm_cannot_do_does_not_start():
    session = carrying(PAIR, "mango-pair", "mango-pair-path", [(0, 0, 0), (0.3, 0, 0)])
    session.advance(200)
    row = {
        name: session.row[session.channels.find(f"output.{name}").start]
        for name in ("refused_limit", "refused_arm", "refused_moment")
    }
    assert row == {"refused_limit": 2.0, "refused_arm": 2.0, "refused_moment": pytest.approx(0.72)}  # stroke, arm b
    assert math.hypot(*session.row[session.channels["body.load"].place][:2]) < 1e-3
    session.apply(Input(values={"run": False}))
    points, _ = padded([(0, 0, 0), (0.1, 0, 0)])
    session.apply(SetParameter(name="lead.points", value=points))
    session.advance(5)
    session.apply(Input(values={"run": True}))
    session.advance(600)
    assert session.row[session.channels.find("output.done").start]
    assert not session.row[session.channels.find("output.refused").start]


def test_a_stop_lets_the_arms_hold_the_body_where_it_is():
    session = carrying(PAIR, "mango-pair", "mango-pair-path", [(0, 0, 0), (0, 0.25, 0.0)])
    session.advance(250)
    session.apply(Stop(reason="test"))
    session.advance(400)
    place = session.row[session.channels["body.load"].place][:2].copy()
    assert 0.02 < place[1] < 0.2
    session.advance(1000)
    assert math.dist(place, session.row[session.channels["body.load"].place][:2]) < 0.5e-3
    assert session.row[session.channels.find("output.internal").start] < 6.0


@pytest.mark.parametrize("arms", [1, 2, 4])
def test_documents_of_a_design_open_as_a_session(tmp_path, arms):
    arm = design_arm(ArmDesign(links=(0.4, 0.35)))
    layout = Layout(arms=arms, reach=home_reach(arm))
    write_documents(design_files(arm, layout, "mine"), tmp_path)
    bound = bindings(layout)
    session = pult.open_session(
        pult.Setup(world="mine", scheme="mine", panel="mango", **bound), tmp_path, plain=arms == 4
    )
    session.advance(50)
    hands = [session.row[session.channels[f"site.{prefix}hand"].place][:2] for prefix in layout.prefixes]
    assert np.array(hands) == pytest.approx(layout.grasps, abs=1e-3)  # they hold what they were made to hold


def test_names_and_numbers_of_arms_are_checked():
    with pytest.raises(UsageError, match="not a valid name"):
        design_files(ARM, PAIR, "My robot")
    with pytest.raises(KinematicsError, match="1 to 6 arms"):
        Layout(arms=7)


def test_schemes_of_any_number_of_arms_are_right():
    for arms in (1, 5):
        for content in scheme_files(ARM, Layout(arms=arms), "x").values():
            assert b"carry.split" in content
