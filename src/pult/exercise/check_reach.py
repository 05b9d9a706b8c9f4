"""What is worth a look in an exercise without faults: its goals at the starts that are drawn.

Only what is certain is said: a goal is out of reach if no configuration of the arm that carries its thing comes near
enough, from a base that nothing else moves; a stage holds if all that it asks for follows from poses at the start.
"""

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import mujoco
import numpy as np

from pult.core.errors import Fault, FaultKind, UsageError
from pult.core.signals import Array
from pult.exercise import condition as c
from pult.exercise.exercise import Exercise
from pult.exercise.pose_goals import PosedWorld, boxes, distances, holds
from pult.motion.ik.solve import solve_ik
from pult.sim.placing import place
from pult.world.world import load_world

OUT_OF_REACH = FaultKind(
    "out-of-reach",
    "out of reach of {thing!r} at {count} of {starts} drawn starts: {short:.3g} m short at the worst, with seed "
    "{seed}.",
)
ZONE_OUT_OF_REACH = FaultKind(
    "out-of-reach",
    "{thing!r} cannot enter the zone at {count} of {starts} drawn starts: {short:.3g} m short at the worst, with seed "
    "{seed}.",
)
ZONE_IN_SOLID = FaultKind(
    "no-room", "no body can enter the zone: it lies within {shape!r}, which is solid (seed {seed})."
)
HOLDS_AT_START = FaultKind(
    "holds-at-start", "the stage holds already at {count} of {starts} drawn starts, such as with seed {seed}."
)
NO_START = FaultKind("no-room", "{error}")

SEEDS = range(20)
"""Seeds of the starts that are looked at."""
APPROACHES = 20
"""Maximum number of steps towards the nearest point of a zone."""


@dataclass(frozen=True)
class _Miss:
    """How far a goal is missed at a start."""

    seed: int
    short: float


def reach_warnings(exercise: Exercise, seeds: Sequence[int] = SEEDS) -> list[Fault]:
    """Goals out of reach, zones that nothing can enter, and a first stage that holds already at the start.

    Args:
        exercise: An exercise without faults.
        seeds: Seeds of the starts.
    """
    world = load_world(exercise.document.world, exercise.folder)
    missed: dict[tuple[str, str, bool], list[_Miss]] = defaultdict(list)
    solid: dict[str, tuple[str, int]] = {}
    holding: list[int] = []
    places = exercise.places(world)
    for seed in seeds:
        try:
            setup = exercise.setup("", seed, places=places)
        except UsageError as error:
            return [NO_START.at("start.randomise", error=str(error))]
        data = mujoco.MjData(world.model)
        data.qpos[:] = world.start(setup.start.pose)
        before = world.model.body_pos.copy(), world.model.body_quat.copy()
        place(world.model, data, setup.start)
        mujoco.mj_kinematics(world.model, data)
        posed = PosedWorld(world, data)
        for index, stage in enumerate(exercise.document.stages):
            at = f"stages[{index}].goal"
            for goal in distances(stage.goal):
                if (short := _short_of_point(posed, goal, index > 0)) > 0.0:
                    missed[at, posed.bare(goal.a), False].append(_Miss(seed, short))
            for zone in boxes(stage.goal):
                if (short := _short_of_zone(posed, zone, index > 0)) > 0.0:
                    missed[at, zone.thing, True].append(_Miss(seed, short))
                elif shape := posed.solid_around(zone):
                    solid.setdefault(at, (shape, seed))
        if exercise.document.stages and holds(exercise.document.stages[0].goal, posed):
            holding.append(seed)
        world.model.body_pos[:], world.model.body_quat[:] = before
    return list(_said(missed, solid, holding, len(seeds)))


def _said(
    missed: dict[tuple[str, str, bool], list[_Miss]], solid: dict[str, tuple[str, int]], holding: list[int], starts: int
) -> Iterator[Fault]:
    for (at, thing, is_zone), misses in missed.items():
        worst = max(misses, key=lambda miss: miss.short)
        kind = ZONE_OUT_OF_REACH if is_zone else OUT_OF_REACH
        yield kind.at(at, thing=thing, count=len(misses), starts=starts, short=worst.short, seed=worst.seed)
    for at, (shape, seed) in solid.items():
        yield ZONE_IN_SOLID.at(at, shape=shape, seed=seed)
    if holding:
        yield HOLDS_AT_START.at("stages[0].goal", count=len(holding), starts=starts, seed=holding[0])


def _short_of_point(posed: PosedWorld, goal: c.Distance, later: bool) -> float:
    """How far an arm stays from a point that its effector is to come near [m].

    0 if it comes near enough, if no arm on a fixed base carries the thing, or if the point may be elsewhere by then:
    `later` says that free bodies may.
    """
    below = goal.below if goal.below is not None else math.inf
    point, arm = posed.point(goal.b, goal.offset), posed.arm(goal.a)
    if arm is None or posed.is_moved(goal.b, later) or not math.isfinite(below) or goal.above is not None:
        return 0.0
    components = tuple(goal.axes)
    if goal.axes != "xyz" and not np.allclose(arm.T_world_base[:3, :3], np.eye(3), atol=1e-9):
        return 0.0
    found = solve_ik(arm.chain, arm.in_base(point), arm.q, components=components, tolerance=max(below, 1e-6))
    return 0.0 if found.reached else found.residual - below


def _short_of_zone(posed: PosedWorld, zone: c.Inside, later: bool) -> float:
    """How far an arm stays outside a box [m]; see `_short_of_point`."""
    arm = posed.arm(zone.thing)
    if arm is None or posed.is_moved(zone.of, later) or any(zone.point):
        return 0.0
    low, high = np.array(zone.low), np.array(zone.high)
    aim: Array = (low + high) / 2.0
    outside = math.inf
    for _ in range(APPROACHES):
        found = solve_ik(arm.chain, arm.in_base(posed.point(zone.of, aim)), arm.q, tolerance=1e-5)
        at = posed.in_axes_of(zone.of, (arm.T_world_base @ arm.chain.forward(found.q))[:3, 3])
        nearest = np.clip(at, low, high)
        before, outside = outside, float(np.linalg.norm(at - nearest))
        if found.reached or outside < 1e-5:
            return 0.0
        if before - outside < 1e-6:
            break
        aim = nearest
    return outside
