"""Blocks of walking: command logic, pattern look-up, tracking."""

import msgspec
import numpy as np
import pytest

from pult.blocks.walk.commands import (
    FIRST_LEFT,
    FORWARD,
    LAST_LEFT,
    LAST_RIGHT,
    LEFT,
    RIGHT,
    STANDING,
    STEP_LEFT,
    STEP_RIGHT,
    STOP,
    TURN_LEFT,
    TURN_RIGHT,
    Commands,
    CommandState,
)
from pult.blocks.walk.pattern import Pattern
from pult.blocks.walk.tracking import tracking
from pult.motion.walk.gait import dcm_gait, paper_gait, plain_gait
from pult.testing import check_block
from tests.motion.walk.biped import make_robot

DT = 0.01


@pytest.fixture(scope="module")
def robot(tmp_path_factory):
    return make_robot(tmp_path_factory.mktemp("biped"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("gaits")
    for gait in (dcm_gait(), paper_gait(name="printed", alpha=0.1)):
        (made / f"{gait.name}.gait.json").write_bytes(msgspec.json.encode(plain_gait(gait)))
    return made


@pytest.fixture(scope="module")
def starts(robot, folder):
    return Commands.prepare(walker=robot.walker(), gait="dcm.gait.json", folder=str(folder))._asdict()


def test_blocks_keep_the_rules(robot, folder):
    given = {"walker": "legs", "gait": "dcm.gait.json"}
    check_block("walk.commands", given, folder=folder, robot=robot, steps=60)
    check_block("walk.pattern", given, folder=folder, robot=robot, steps=20, scale=100.0)
    check_block("walk.tracking", {}, steps=40)
    check_block("walk.reference", given, folder=folder, robot=robot, steps=20, scale=100.0)
    check_block("walk.shift", {"walker": "legs"}, robot=robot, steps=20)


def visited(starts, presses, steps):
    """Segments in the order in which they are walked, and all rows; presses by step."""
    state, found, rows = CommandState(), [], []
    for k in range(steps):
        out = Commands.output(state, **starts)
        rows.append(int(out.row))
        if not found or found[-1] != int(out.segment):
            found.append(int(out.segment))
        state = Commands.update(state, *presses.get(k, (False,) * 4), dt=DT, **starts)
    return found, np.array(rows)


F, S, L, R = (True, False, False, False), (False, True, False, False), (False, False, True, False), (False,) * 3 + (True,)


def test_forward_walks_until_stop_and_ends_on_both_feet(starts):
    found, rows = visited(starts, {5: F, 420: S}, 900)
    assert found == [STANDING, FIRST_LEFT, STEP_RIGHT, STEP_LEFT, STEP_RIGHT, STEP_LEFT, LAST_RIGHT, STANDING]
    ends = starts["starts"]
    first, last = int(ends[FIRST_LEFT]), int(ends[FIRST_LEFT + 1])
    begun = int(np.flatnonzero(np.diff(rows))[0])  # row 0 is that of standing, too
    assert list(rows[begun : begun + last - first]) == list(range(first, last))  # no row is left out or repeated


def test_a_stop_after_a_step_with_the_right_foot_closes_with_the_left(starts):
    found, _ = visited(starts, {0: F, 200: S}, 700)
    assert found[-3:] == [STEP_RIGHT, LAST_LEFT, STANDING]


def test_commands_wait_in_order_for_the_end_of_a_motion(starts):
    found, _ = visited(starts, {0: L, 20: R, 40: F, 60: L}, 2200)
    assert found == [STANDING, TURN_LEFT, TURN_RIGHT, FIRST_LEFT, LAST_RIGHT, TURN_LEFT, STANDING]


def test_a_turn_while_walking_ends_the_walk_first(starts):
    found, _ = visited(starts, {0: F, 250: R}, 1200)
    assert found[-3:] == [LAST_RIGHT, TURN_RIGHT, STANDING] or found[-3:] == [LAST_LEFT, TURN_RIGHT, STANDING]


def shown(starts, presses, steps):
    """Command in work and command that waits first, wherever one of them changes."""
    state, found = CommandState(), []
    for k in range(steps):
        out = Commands.output(state, **starts)
        now = (int(out.command), int(out.next))
        if not found or found[-1] != now:
            found.append(now)
        state = Commands.update(state, *presses.get(k, (False,) * 4), dt=DT, **starts)
    return found


def test_the_command_in_work_and_the_one_that_waits_are_told(starts):
    walked = shown(starts, {5: F, 250: R, 270: F, 900: S}, 1600)
    assert walked == [(0, 0), (FORWARD, 0), (FORWARD, RIGHT), (STOP, RIGHT), (RIGHT, FORWARD), (FORWARD, 0), (STOP, 0), (0, 0)]  # fmt: skip
    assert shown(starts, {0: L, 50: R, 60: S}, 500) == [(0, 0), (LEFT, 0), (LEFT, RIGHT), (LEFT, 0), (0, 0)]


def test_stop_drops_what_waits_and_a_held_button_is_one_command(starts):
    found, _ = visited(starts, {0: L, 10: R, 20: F, 30: S}, 900)
    assert found == [STANDING, TURN_LEFT, STANDING]
    held, _ = visited(starts, dict.fromkeys(range(300), L), 900)
    assert held == [STANDING, TURN_LEFT, STANDING]


def test_tracking_is_a_clipped_pd_with_feed_forward():
    q, w, u = np.linspace(0, 1, 14), np.linspace(-1, 1, 14), np.full(14, 0.1)
    found = tracking(q, w, u, q + 0.01, w - 0.1, n=14, kp=np.full(14, 20.0), kd=np.full(14, 0.2), u_max=1.0)
    assert found == pytest.approx(0.1 - 0.2 + 0.02)
    far = tracking(q, w, u, q + 1.0, w, n=14, kp=np.full(14, 20.0), kd=np.full(14, 0.2), u_max=0.7)
    assert found.shape == (14,) and far == pytest.approx(-0.7)


def test_a_gait_that_falls_is_refused_with_the_reason(robot, folder):
    with pytest.raises(ValueError, match=r"zero-moment point is 0.85\d m outside the support polygon"):
        Pattern.prepare(walker=robot.walker(), gait="printed.gait.json", folder=str(folder))
    loose = Pattern.prepare(walker=robot.walker(), gait="printed.gait.json", checked=False, folder=str(folder))
    assert loose.table_angles.shape[1] == 14
    with pytest.raises(ValueError, match=r"there is no gait 'dmc.gait.json' .* Did you mean 'dcm.gait.json'\?"):
        Pattern.prepare(walker=robot.walker(), gait="dmc.gait.json", folder=str(folder))
    with pytest.raises(ValueError, match="have 14 joints, but 'n' is 12"):
        Pattern.prepare(walker=robot.walker(), gait="dcm.gait.json", n=12, folder=str(folder))
