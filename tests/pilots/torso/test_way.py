"""What the operators of the torso robot decide: which joint to turn, in which order, and how fast."""

import numpy as np
import pytest

from pult.geometry.pose import pose
from pult.geometry.rotation import quaternion_from_matrix
from pult.pilot import Briefing, StageCard, View
from pult.pilots.torso.operators import FINE, Command, Greedy, SemiAutomatic
from pult.pilots.torso.tasks import Container, Wish
from pult.pilots.torso.way import CLEAR, Bounds, Sight, plan, right_arm

HOME = np.array([0.0, 0.15, 0.0, np.pi / 2, -0.15, 0.0, 0.0])
CHEST = np.array([0.0, 0.0, 0.93])
GRIP = np.array([0.066, 0.052, 0.0])
TABLE = 0.95
BRIEFING = Briefing(
    (StageCard("let-go", "place", {"container to place": (None, 0.03)}),),
    {"command.rate.k": 0.6, "semi.right.lead.velocity.k": 0.25},
)
"""What the documents of the exercise say."""


def view(q=HOME, stage=0, time=0.0, jar=(0.40, -0.12, 1.026)):
    """What is to be seen with the arm at given angles."""
    wrist = pose(CHEST, [1.0, 0.0, 0.0, 0.0]) @ right_arm().forward(q)
    turn = quaternion_from_matrix(wrist[:3, :3])
    places = {"chest": CHEST, "right_wrist": wrist[:3, 3], "right_grip": wrist[:3, :3] @ GRIP + wrist[:3, 3]}
    places |= {"container": jar, "place": (0.36, -0.32, TABLE), "table": (0.57, 0.0, TABLE)}
    poses = {name: np.array([*place, *(turn if name.startswith("right") else (1.0, 0.0, 0.0, 0.0))])
             for name, place in places.items()}  # fmt: skip
    angles = dict(zip(right_arm().names, map(float, q), strict=True))
    return View(time, stage, "container", {}, poses, angles, BRIEFING)


class Wants:
    """A task with one wish."""

    def __init__(self, wish):
        self._wish = wish

    def wish(self, _):
        return self._wish


def upright():
    return pose(np.zeros(3), view().poses["right_wrist"][3:])


def shift(x=0.0, y=0.0, z=0.0, **bounds):
    return Wish("right_grip", view().position("right_grip") + np.array([x, y, z]), step="go", **bounds)


@pytest.mark.parametrize("way", [(0.08, 0.0, -0.06), (0.05, 0.09, -0.05), (0.0, -0.08, 0.12)])
@pytest.mark.parametrize("bounds", [{}, {"stray": 0.03, "tilt": 0.2}])
def test_the_turns_of_the_oracle_lead_to_the_aim_and_keep_the_bounds(way, bounds):
    wish = shift(*way, **bounds)
    sight = Sight.of(view(), wish)
    turns = plan(sight, wish, upright(), 0.01)
    limits, q = Bounds(sight, wish, upright()), HOME.copy()
    heights = []
    for joint, angle in turns:
        for there in (0.5 * (q[joint] + angle), angle):
            q[joint] = there
            assert limits.broken(q) <= 1.0 + 1e-9
            heights.append(sight.clearance(q))
    assert np.linalg.norm(sight.moved(q) - wish.aim) < 0.6 * wish.near + 0.003
    assert min(heights) > CLEAR - 1e-9
    assert 2 <= len(turns) <= 20


def test_a_way_within_narrow_bounds_takes_more_turns():
    free, narrow = shift(0.08, 0.05, -0.05, stray=0.1, tilt=1.0, turn=1.0), shift(0.08, 0.05, -0.05, stray=0.01)
    counts = [len(plan(Sight.of(view(), wish), wish, upright(), 0.01)) for wish in (free, narrow)]
    assert counts[1] > counts[0]


def test_the_greedy_operator_takes_the_joint_that_brings_the_hand_nearest():
    wish = shift(0.0, 0.0, 0.1)
    wanted = Greedy(Wants(wish)).act(view())
    [name] = wanted["joints"]
    sign = np.sign(wanted["joystick"][0])
    sight = Sight.of(view(), wish)

    def best(joint):
        """How near one joint alone brings place and orientation, by brute force."""
        found = []
        for angle in np.linspace(-0.8, 0.8, 400):
            q = HOME.copy()
            q[joint] += angle
            hand = sight.hand(q)
            turn = np.arccos(np.clip((np.trace(hand[:3, :3] @ upright()[:3, :3].T) - 1) / 2, -1, 1))
            found.append((np.hypot(np.linalg.norm(sight.moved(q) - wish.aim), 0.1 * turn), angle))
        return min(found)

    all_of_them = [best(joint) for joint in range(7)]
    nearest = min(range(7), key=lambda joint: all_of_them[joint][0])
    assert name == right_arm().names[nearest]
    assert sign == np.sign(all_of_them[nearest][1])


def test_the_greedy_operator_does_not_turn_a_joint_that_would_bring_the_hand_onto_the_table():
    wish = shift(0.0, 0.0, -0.3)  # into the table
    q, policy = HOME.copy(), Greedy(Wants(wish))
    for _ in range(20):
        wanted = policy.act(view(q))
        for joint, angle in policy._turns:
            q[joint] = angle
        assert Sight.of(view(q), wish).clearance(q) > CLEAR - 1e-6
        policy._turns = []
        if "joystick" not in wanted:
            break


@pytest.mark.parametrize("policy", [SemiAutomatic, Command, Greedy])
def test_all_operators_set_the_speed_alike_up_and_down_for_fine_work(policy):
    for fine, speed in ((False, 1.0), (True, FINE)):
        wanted = policy(Wants(shift(0.05, 0.0, 0.0, fine=fine))).act(view())
        assert wanted["speed"] == speed
        assert max(abs(x) for x in wanted["joystick"]) <= 1.0


def test_who_turns_joints_turns_one_at_a_time_until_it_is_right():
    wish = shift(0.05, 0.03, -0.04)
    policy, q = Command(Wants(wish)), HOME.copy()
    turned = []
    for _ in range(4000):
        wanted = policy.act(view(q))
        if "joystick" not in wanted:
            break
        [name] = wanted["joints"]
        assert wanted["joystick"][1:] == [0.0, 0.0]
        if not turned or turned[-1] != name:
            turned.append(name)
        q[right_arm().names.index(name)] += 0.05 * 0.6 * wanted["joystick"][0]
    assert np.linalg.norm(view(q).position("right_grip") - wish.aim) < wish.near
    assert len(turned) >= 3


def test_the_container_is_approached_from_the_side_of_the_palm_and_carried_by_the_eye():
    task = Container()
    wish = task.wish(view())
    assert wish.moved == "right_grip"
    assert wish.aim == pytest.approx([0.40, -0.12 - Container.BESIDE, 1.026 + Container.HIGH])
    assert task.wish(view(stage=1)).press == "close_hand"
    lift = task.wish(view(stage=2))
    assert lift.moved == "container"
    assert lift.aim == pytest.approx([0.40, -0.12, 1.026 + Container.LIFT])
    assert task.wish(view(stage=3)).moved == ""
