"""The exercises of the torso robot: every start can be done, and physics alone decides what the judge says."""

import msgspec
import mujoco
import numpy as np
import pytest

import pult
from pult.core.shipped import document_file
from pult.exercise.document import read_exercise_document
from pult.exercise.exercise import load_exercise
from pult.exercise.start import draw_start
from pult.world.world import load_world
from tests.exercise.bench import judged, laboratory, push, signal

SEEDS = range(50)
TABLE = 0.95
WAIST = np.array([0.0, 0.0, 0.93])
"""Where the chest has its origin, from which the arm is counted [m]."""


@pytest.fixture(scope="module")
def container():
    return read_exercise_document(document_file("exercise", "torso-container"))[0]


@pytest.fixture(scope="module")
def button():
    return read_exercise_document(document_file("exercise", "torso-button"))[0]


@pytest.fixture(scope="module")
def robot():
    return pult.load_robot("torso")


def site_from_wrist(name):
    """Where a site is in the home pose, from the wrist: with the hand held upright it is always there [m]."""
    world = load_world("laboratory")
    data = mujoco.MjData(world.model)
    data.qpos[:] = world.start()
    mujoco.mj_kinematics(world.model, data)
    return data.site(name).xpos - data.site("right_wrist").xpos


def reached(robot, places):
    """Whether the right arm alone can bring its wrist to places with the hand upright, as at home. Shape (k,)."""
    poses = np.tile(np.eye(4), (len(places), 1, 1))
    poses[:, :3, 3] = np.array(places) - WAIST
    return np.array(pult.solve_ik_batch(robot.chain("right_arm"), poses, starts=20, workers=1).reached)


def test_the_container_and_its_place_are_within_reach_and_apart_for_every_seed(container, robot):
    grip = site_from_wrist("right_grip")
    wanted = []
    for seed in SEEDS:
        placements = draw_start(container, seed).placements
        jar, mark = (np.array(placements[name][0]) for name in ("container", "place"))
        assert np.linalg.norm(jar[:2] - mark[:2]) > 0.066 + 0.06  # neither stands on the other
        mark[2] = jar[2]
        up = np.array([0.0, 0.0, 0.21])
        wanted += [jar - grip, jar - grip + up, mark - grip, mark - grip + up]
    assert reached(robot, wanted).all()


def test_the_button_is_within_reach_for_every_seed_and_in_every_place(button, robot):
    tip = site_from_wrist("right_fingertip")
    wanted, places = [], set()
    for seed in SEEDS:
        placements = draw_start(button, seed).placements
        stand, plate = np.array(placements["stand"][0]), np.array(placements["plate5"][0])
        places.add(tuple(np.round(plate[1:], 3)))
        face = stand + plate - [0.014, 0.0, 0.0]
        wanted += [face - tip - [0.05, 0.0, 0.0], face - tip + [0.006, 0.0, 0.0]]
    assert reached(robot, wanted).all()
    assert places == {(y, z) for y in (-0.04, 0.0, 0.04) for z in (0.14, 0.18)}


def test_buttons_change_places_and_never_share_one(button):
    orders = set()
    for seed in SEEDS:
        placements = draw_start(button, seed).placements
        spots = [placements[f"plate{n}"][0] for n in range(1, 7)]
        assert len(set(spots)) == 6
        orders.add(tuple(spots))
    assert len(orders) > 40


@pytest.mark.parametrize("seed", [0, 7, 23])
def test_nothing_moves_or_touches_what_it_must_not_before_somebody_acts(tmp_path, container, button, seed):
    for document in (container, button):
        session = laboratory(tmp_path, document, seed)
        session.advance(50)
        before = signal(session, "body.container").copy()
        judge = judged(session, document, 50)
        assert judge.verdict().breaks == () and not judge.done
        assert np.linalg.norm(signal(session, "body.container")[:3] - before[:3]) < 2e-4
        assert before[2] == pytest.approx(TABLE + 0.076, abs=1e-3)


def test_pressing_the_named_button_to_its_click_passes_and_lights_its_lamp(tmp_path, button):
    session = laboratory(tmp_path, button, 3)
    lamp = next(lamp for lamp in session.world.lamps if "button5" in lamp.signal)
    assert signal(session, lamp.signal)[0] < lamp.above
    push(session, "button5", [5.6, 0.0, 0.0], 0.5)  # more than the click, less than the end of the travel
    judge = judged(session, button, 40)
    assert judge.verdict().breaks == ()
    assert lamp.above < signal(session, lamp.signal)[0] < 0.006
    lit = [one.signal for one in session.world.lamps if signal(session, one.signal)[0] > one.above]
    assert lit == ["sensor.travel[button5]"]
    session.advance(60)  # let go
    assert signal(session, lamp.signal)[0] < 0.0


@pytest.mark.parametrize("wrong", [1, 2, 3, 4, 6])
def test_pressing_a_neighbour_ends_the_attempt(tmp_path, button, wrong):
    session = laboratory(tmp_path, button, 5)
    push(session, f"button{wrong}", [5.6, 0.0, 0.0], 0.5)
    judge = judged(session, button, 40)
    assert judge.done and not judge.success
    assert [span.name for span in judge.verdict().breaks] == ["wrong"]


def test_a_light_touch_does_not_count_as_pressed(tmp_path, button):
    session = laboratory(tmp_path, button, 5)
    for n in (1, 2, 3, 4, 6):
        push(session, f"button{n}", [4.0, 0.0, 0.0], 0.5)
    assert judged(session, button, 40).verdict().breaks == ()


def test_a_container_that_falls_over_or_off_ends_the_attempt(tmp_path, container):
    session = laboratory(tmp_path, container, 2)
    push(session, "container", [2.5, 0.0, 0.0], 0.4)
    judge = judged(session, container, 150)
    assert judge.done and judge.verdict().limit in ("tilted", "fallen")


def test_a_container_in_the_air_that_nobody_holds_is_dropped(tmp_path, container):
    """In the stages in which it is carried."""
    up = [0.40, -0.10, 1.30, 1.0, 0.0, 0.0, 0.0]
    session = laboratory(tmp_path, container, 2, container=up)
    document = msgspec.structs.replace(container, stages=list(container.stages[2:]))
    judge = judged(session, document, 60)
    assert judge.done and judge.verdict().limit == "dropped"


def test_a_container_let_down_hard_costs_points(tmp_path, container):
    up = [0.40, -0.10, 1.10, 1.0, 0.0, 0.0, 0.0]
    session = laboratory(tmp_path, container, 2, container=up)
    verdict = judged(session, container, 60).verdict()
    assert "hard" in [span.name for span in verdict.breaks]


def test_the_mode_of_each_variant_is_set_on_the_panel_at_the_start(container, button):
    for document in (container, button):
        for name, variant in document.variants.items():
            assert variant.panel_values == {"mode": name, "effectors": "right_hand"}
    start = load_exercise("torso-button").setup("command", 1).start
    assert start.panel == {"mode": "command", "effectors": "right_hand"}
